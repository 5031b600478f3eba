import type { FieldUi } from './field-ui.ts';

export const text: FieldUi = {};
