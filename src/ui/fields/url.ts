import type { FieldUi } from './field-ui.ts';

export const url: FieldUi = {
  width: 200,
  view: 'address',
};
