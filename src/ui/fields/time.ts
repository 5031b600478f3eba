import type { FieldUi } from './field-ui.ts';

export const time: FieldUi = {
  load: async () => (await import('../inputs/time.tsx')).TimeInput,
  width: 104,
};
