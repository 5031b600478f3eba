import { nearest } from '../expression/index.ts';
import { MAX_NAME } from './limits.ts';

/** Names an expression can always read; a declaration or row alias may not take one. */
export const SCOPE_NAMES = ['params', 'state', 'user', 'event', 'results', 'error'] as const;
/** Words of the expression grammar and names that would read as something else. */
const GRAMMAR_NAMES = [
  'and',
  'or',
  'not',
  'in',
  'is',
  'null',
  'true',
  'false',
  'between',
  'if',
  'then',
  'else',
  'where',
  'case',
  'when',
] as const;
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  ...SCOPE_NAMES,
  ...GRAMMAR_NAMES,
  'constructor',
  'prototype',
]);

const NAME = /^[a-z][A-Za-z0-9_]*$/;
/** Why this cannot name a declaration or alias, as a Chinese clause; undefined when it can. */
export function nameFault(name: string): string | undefined {
  if (name === '') return '名称不能为空';
  if (name.length > MAX_NAME) return `名称“${name.slice(0, MAX_NAME)}…”最多 ${MAX_NAME} 个字符`;
  if (!NAME.test(name)) return `名称“${name}”须以小写英文字母开头，只含英文字母、数字和下划线`;
  if (RESERVED_NAMES.has(name)) return `名称“${name}”是保留名`;
  return undefined;
}

/** The end of a sentence about an unknown name: the name probably meant, else the known ones. */
export function hint(name: string, known: Iterable<string>): string {
  const names = [...known];
  const near = nearest(name, names);
  if (near !== undefined) return `，是否想写“${near}”`;
  if (names.length === 0) return '';
  return `，可用的有：${names.slice(0, 8).join('、')}${names.length > 8 ? ' 等' : ''}`;
}
