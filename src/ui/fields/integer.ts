import type { FieldUi } from './field-ui.ts';

export const integer: FieldUi = {
  width: 104,
  rowWidth: 104,
};
