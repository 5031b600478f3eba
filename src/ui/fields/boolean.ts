import type { FieldUi } from './field-ui.ts';

export const boolean: FieldUi = {
  width: 88,
  rowWidth: 88,
  cell: 'yesOrNo',
  view: 'yesOrNo',
};
