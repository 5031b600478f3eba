import type { FieldUi } from './field-ui.ts';

export const singleSelect: FieldUi = {
  load: async () => (await import('../inputs/select-field.tsx')).SelectInput,
  width: 128,
  cell: 'tags',
  view: 'tags',
};
