import type { FieldUi } from './field-ui.ts';

export const phone: FieldUi = {
  width: 136,
  view: 'address',
};
