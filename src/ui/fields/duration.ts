import type { FieldUi } from './field-ui.ts';

export const duration: FieldUi = {
  load: async () => (await import('../inputs/duration.tsx')).DurationInput,
  width: 192,
  rowWidth: 192,
};
