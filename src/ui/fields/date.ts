import type { FieldUi } from './field-ui.ts';

export const date: FieldUi = {
  load: async () => (await import('../inputs/date.tsx')).DateInput,
  width: 120,
  rowWidth: 136,
};
