import type { FieldUi } from './field-ui.ts';

export const multiSelect: FieldUi = {
  load: async () => (await import('../inputs/select-field.tsx')).MultiSelectInput,
  width: 184,
  cell: 'tags',
  view: 'tags',
};
