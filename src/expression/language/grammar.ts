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
export const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);
/** The words of the language in Chinese, and the words each of them means. */
export const CHINESE_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    且: 'and',
    并且: 'and',
    至: 'and',
    或: 'or',
    或者: 'or',
    非: 'not',
    属于: 'in',
    不属于: 'not in',
    介于: 'between',
    不介于: 'not between',
    为空: 'is null',
    不为空: 'is not null',
    空: 'null',
    空值: 'null',
    真: 'true',
    是: 'true',
    假: 'false',
    否: 'false',
    其中: 'where',
  }).map(([word, means]) => [word, means.split(' ')]),
);
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
  'where',
  'of',
  ...CHINESE_WORDS.keys(),
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
