import type { FieldUi } from './field-ui.ts';

export const subTable: FieldUi = {
  load: async () => (await import('../inputs/subtable/SubTable.tsx')).SubTableInput,
  height: 164,
  view: 'rows',
};
