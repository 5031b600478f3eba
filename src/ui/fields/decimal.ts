import type { FieldUi } from './field-ui.ts';

export const decimal: FieldUi = {
  width: 120,
  rowWidth: 120,
};
