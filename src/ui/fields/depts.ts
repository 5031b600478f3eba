import type { FieldUi } from './field-ui.ts';

export const depts: FieldUi = {
  load: async () => (await import('../inputs/members/presets.tsx')).DeptsInput,
  width: 184,
  cell: 'departments',
  view: 'names',
};
