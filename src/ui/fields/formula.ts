import type { FieldUi } from './field-ui.ts';

export const formula: FieldUi = {
  load: async () => (await import('../inputs/computed.tsx')).FormulaInput,
};
