import type { FieldUi } from './field-ui.ts';

export const dateTime: FieldUi = {
  load: async () => (await import('../inputs/date.tsx')).DateTimeInput,
  width: 176,
  rowWidth: 176,
};
