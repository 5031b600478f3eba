import { textFilter } from './filters/text.ts';
import type { FieldKind } from './kind.ts';
import { text } from './text.ts';
import { readShaped } from './values.ts';

const LENGTH = '#rrggbb'.length;
const SHAPE = /^#[0-9a-f]{6}$/i;
const lower = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : Array.isArray(value) ? value.map(lower) : value;

/** A colour as #rrggbb. Stored in lower case, so that equal colours are equal texts. */
export const color: FieldKind = {
  ...text,
  type: 'color',
  canBeUnique: false,
  anyText: false,
  filter: {
    ...textFilter,
    operand: (op, value, ...rest) => textFilter.operand(op, lower(value), ...rest),
  },
  normalize({ maxLength = LENGTH }, refuse) {
    if (maxLength !== LENGTH) refuse('/maxLength', `颜色代码的长度总是 ${LENGTH}`);
    return { maxLength: LENGTH };
  },
  parse: (value, field, refuse) =>
    readShaped(value, field, refuse, (t) => SHAPE.test(t), '颜色代码，如 #165dff')?.toLowerCase(),
  fromText: 'lower({f})',
};
