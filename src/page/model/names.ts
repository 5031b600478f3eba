import { identifierFault } from '../../document/index.ts';

/** Names an expression can always read; a declaration or row alias may not take one. */
const SCOPE_NAMES = ['params', 'state', 'user', 'event', 'results', 'error'] as const;
/** What steps of a page read their parameters by; only a page with steps gives it up. */
export const ARGS_NAME = 'args';
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
const RESERVED_NAMES: ReadonlySet<string> = new Set([
  ...SCOPE_NAMES,
  ...GRAMMAR_NAMES,
  'constructor',
  'prototype',
]);

/** Why this cannot name a declaration or alias, as a Chinese clause; undefined when it can. */
export const nameFault = (name: string): string | undefined =>
  identifierFault(name, RESERVED_NAMES);

/** What a list with `remember: address` is called by in the query of the page's address. */
export const LIST_QUERY = ['search', 'filter', 'sort', 'group', 'page', 'size', 'record'] as const;
