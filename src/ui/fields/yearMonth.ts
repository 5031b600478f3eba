import type { FieldUi } from './field-ui.ts';

export const yearMonth: FieldUi = {
  load: async () => (await import('../inputs/year-month.tsx')).YearMonthInput,
  width: 104,
};
