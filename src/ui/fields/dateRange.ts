import type { FieldUi } from './field-ui.ts';

export const dateRange: FieldUi = {
  load: async () => (await import('../inputs/date-range.tsx')).DateRangeInput,
  width: 216,
  rowWidth: 208,
};
