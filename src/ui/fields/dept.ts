import type { FieldUi } from './field-ui.ts';

export const dept: FieldUi = {
  load: async () => (await import('../inputs/members/presets.tsx')).DeptInput,
  width: 136,
  cell: 'departments',
  view: 'names',
};
