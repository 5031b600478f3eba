import type { FieldUi } from './field-ui.ts';

export const rollup: FieldUi = {
  load: async () => (await import('../inputs/computed.tsx')).FormulaInput,
};
