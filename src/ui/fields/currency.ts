import type { FieldUi } from './field-ui.ts';

export const currency: FieldUi = {
  width: 136,
  rowWidth: 136,
};
