import type { BinaryOp } from './ast.ts';

/** Binding strength, loosest first. Used by the parser, the printer and sentences. */
export const LEVEL = {
  or: 1,
  and: 2,
  not: 3,
  compare: 4,
  coalesce: 5,
  join: 6,
  add: 7,
  multiply: 8,
  minus: 9,
  atom: 10,
} as const;
export const OPERATOR_LEVEL: Readonly<Record<BinaryOp, number>> = {
  or: LEVEL.or,
  and: LEVEL.and,
  '=': LEVEL.compare,
  '!=': LEVEL.compare,
  '<': LEVEL.compare,
  '<=': LEVEL.compare,
  '>': LEVEL.compare,
  '>=': LEVEL.compare,
  '??': LEVEL.coalesce,
  '&': LEVEL.join,
  '+': LEVEL.add,
  '-': LEVEL.add,
  '*': LEVEL.multiply,
  '/': LEVEL.multiply,
  '%': LEVEL.multiply,
};
/** Yes and no, also as people write them. */
export const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['真', true],
  ['假', false],
  ['是', true],
  ['否', false],
]);
/** Words with a meaning; as the first name of a path they are written in backquotes. */
export const EXPRESSION_WORDS: ReadonlySet<string> = new Set([
  'and',
  'or',
  'not',
  'in',
  'between',
  'is',
  'null',
  'true',
  'false',
  '真',
  '假',
  '是',
  '否',
  'where',
  'of',
]);
/** Functions that may go over the rows of a list. */
export const AGGREGATES: ReadonlySet<string> = new Set([
  'sum',
  'count',
  'min',
  'max',
  'avg',
  'exists',
]);
