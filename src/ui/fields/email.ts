import type { FieldUi } from './field-ui.ts';

export const email: FieldUi = {
  width: 200,
  view: 'address',
};
