import type { FieldUi } from './field-ui.ts';

export const longText: FieldUi = {
  width: 240,
  rowWidth: 240,
  view: 'long',
};
