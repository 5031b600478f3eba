import type { FieldUi } from './field-ui.ts';

export const percent: FieldUi = {
  width: 96,
  rowWidth: 96,
};
