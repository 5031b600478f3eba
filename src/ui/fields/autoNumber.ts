import type { FieldUi } from './field-ui.ts';

export const autoNumber: FieldUi = {
  load: async () => (await import('../inputs/computed.tsx')).AutoNumberInput,
};
