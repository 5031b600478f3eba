import { Type, type Static } from 'typebox';
import { typesWhere, type FieldType } from '../fields/field-types.ts';
import { oneOf } from '../base/one-of.ts';
import { Closed } from '../base/closed.ts';

/** Parts of a code, in its order. */
export const SEGMENT_KINDS = ['const', 'date', 'seq', 'field', 'dept', 'random', 'check'] as const;
export type SegmentKind = (typeof SEGMENT_KINDS)[number];
export const DATE_SEGMENTS = [
  'YYYY',
  'YY',
  'YYYYMM',
  'YYMM',
  'YYYYMMDD',
  'YYMMDD',
  'MM',
  'DD',
] as const;
export const CODE_RESETS = ['never', 'year', 'month', 'day'] as const;
/**
 * gapless: the number belongs to the transaction, and a rollback returns it. block: taken in blocks
 * beforehand, no one waits, gaps may remain.
 */
export const CODE_MODES = ['gapless', 'block'] as const;
export const RANDOM_SIGNS = ['digits', 'letters', 'mixed'] as const;
/**
 * luhn: one digit; mod97: two digits as of ISO 7064 (IBAN). Letters count as 10 to 35, other signs
 * not at all.
 */
export const CHECK_METHODS = ['luhn', 'mod97'] as const;

/** A code is read out and typed: longer ones are not. */
export const MAX_SEGMENTS = 12;
export const MAX_CODE = 100;
/** Codes one request takes at most, and numbers a block holds. */
export const MAX_CODES_AT_ONCE = 1_000;
export const CODE_BLOCK = 100;
export const MAX_CODE_RULES = 300;

const width = (maximum: number) => Type.Integer({ minimum: 1, maximum });

/** One part; which of the settings count is a matter of its kind. */
export const CodeSegment = Closed({
  kind: oneOf(SEGMENT_KINDS),
  /** const: the text. */
  text: Type.Optional(Type.Union([Type.String({ maxLength: 40 }), Type.Null()])),
  /** date: its look. */
  format: Type.Optional(Type.Union([oneOf(DATE_SEGMENTS), Type.Null()])),
  /**
   * seq: digits at least, first number, step. random: how many signs. field and dept: cut to so
   * many characters.
   */
  length: Type.Optional(Type.Union([width(20), Type.Null()])),
  start: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), Type.Null()]),
  ),
  step: Type.Optional(Type.Union([width(1_000), Type.Null()])),
  /** field: which of the values that come with the request. */
  field: Type.Optional(Type.Union([Type.String({ maxLength: 40 }), Type.Null()])),
  /** random: of which signs. */
  signs: Type.Optional(Type.Union([oneOf(RANDOM_SIGNS), Type.Null()])),
  /** check: the method of computation. */
  method: Type.Optional(Type.Union([oneOf(CHECK_METHODS), Type.Null()])),
});
/**
 * Types of fields whose values a code may hold: one short word each. A field's segments name fields
 * of its own object.
 */
export const CODE_FIELD_TYPES: readonly FieldType[] = typesWhere(({ inCodes }) => inCodes);
export type CodeSegment = Static<typeof CodeSegment>;
export const CodeSegments = Type.Array(CodeSegment, { maxItems: MAX_SEGMENTS });
