import { readRef } from './attachment.ts';
import { presenceFilter } from './filters/presence.ts';
import type { FieldKind } from './kind.ts';

/** A signature drawn by hand: one uploaded picture. */
export const signature: FieldKind = {
  type: 'signature',
  settings: [],
  canBeUnique: false,
  canHaveDefault: false,
  filter: presenceFilter,
  normalize: () => ({}),
  column: () => 'jsonb',
  parse: (value, field, refuse) =>
    readRef(value, () => undefined) ??
    refuse('VALUE_TYPE', { label: field.label, expected: '已上传的签名图片' }),
  files: { mimes: ['image/png'], called: 'PNG 图片' },
};
