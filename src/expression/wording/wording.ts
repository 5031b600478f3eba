import type { AggregateNode, Ast, PathNode } from '../language/ast.ts';
import { children } from '../language/ast.ts';
import { findFunction } from '../language/functions.ts';
import { isStorable, tokenize, type Token } from '../language/lexer.ts';
import { totalOf, withTotals } from '../language/lists.ts';
import { CHINESE_WORDS } from '../language/grammar.ts';
import { parse, type ParseResult } from '../language/parser.ts';
import { print, writeName } from '../language/print.ts';

/**
 * A name with its label. Stored expressions use `name`, displayed and typed ones `label`; both are
 * accepted everywhere. `inside` are the names below it; of a list (`list`), those of a row.
 */
export interface LabeledName {
  readonly name: string;
  readonly label: string;
  readonly list?: boolean;
  readonly inside?: readonly LabeledName[];
}
type Names = readonly LabeledName[];

/**
 * Which of the names a word means, the nearest rows first. A real name has priority over every
 * label, so that a stored expression never changes its meaning when a field's label changes; a
 * label two fields share means neither.
 */
function find(word: string, scopes: readonly Names[]): LabeledName | undefined {
  for (const names of scopes) {
    const known = names.find(({ name }) => name === word);
    if (known) return known;
  }
  for (const names of scopes) {
    const called = names.filter(({ label }) => label === word);
    if (called.length > 0) return called.length === 1 ? called[0] : undefined;
  }
  return undefined;
}
function along(path: readonly string[], scopes: readonly Names[]): (LabeledName | undefined)[] {
  const found: (LabeledName | undefined)[] = [];
  let here: readonly Names[] = scopes;
  for (const word of path) {
    const next = find(word, here);
    found.push(next);
    here = next?.inside ? [next.inside] : [];
  }
  return found;
}

type Visit = (
  node: PathNode | AggregateNode,
  names: readonly (LabeledName | undefined)[],
  scopes: readonly Names[],
) => void;
const isRows = (name: LabeledName | undefined): boolean =>
  name?.list === true && name.inside !== undefined;
/** Whether the words of a path lead to a list of rows. */
const isRowsIn =
  (scopes: readonly Names[]) =>
  (path: readonly string[]): boolean =>
    isRows(along(path, scopes).at(-1));
function visit(ast: Ast, scopes: readonly Names[], see: Visit): void {
  let inner = scopes;
  const total = ast.kind === 'aggregate' ? ast : totalOf(ast, isRowsIn(scopes));
  const rows = total && along(total.path, scopes).findLast((each) => each?.list);
  if (rows?.inside) inner = [rows.inside, ...scopes];
  if (ast.kind === 'path' || ast.kind === 'aggregate') see(ast, along(ast.path, scopes), scopes);
  for (const child of children(ast)) visit(child, inner, see);
}

/** The tree with labels replaced by the names they mean; positions remain those of the text. */
function named(ast: Ast, names: Names): Ast {
  const copy = structuredClone(ast);
  visit(copy, [names], (node, found) => {
    node.path = node.path.map((word, at) => found[at]?.name ?? word);
  });
  return copy;
}
/** Parses a text in either notation: the tree has names only, and totals over rows as such. */
export function parseDisplayText(text: string, names: Names): ParseResult {
  const result = parse(text);
  if (!result.ok) return result;
  return { ...result, ast: withTotals(named(result.ast, names), isRowsIn([names])) };
}

/** Position of a node's first word: brackets around a node are part of it. */
const firstWord = (node: Ast, tokens: readonly Token[]): number =>
  tokens.findIndex(({ kind, start }) => kind === 'name' && start >= node.start);
/** The tokens a node's path is written with. */
function pathTokens(node: PathNode | AggregateNode, tokens: readonly Token[]): Token[] {
  let from = firstWord(node, tokens);
  if (node.kind === 'aggregate') {
    const { item } = node;
    const isOf = (token: Token): boolean =>
      item !== null &&
      token.start >= item.end &&
      token.kind === 'name' &&
      !token.quoted &&
      token.text.toLowerCase() === 'of';
    from = item === null ? from + 2 : tokens.findIndex(isOf) + 1;
  }
  return tokens
    .slice(from)
    .filter(({ kind }) => kind === 'name')
    .slice(0, node.path.length);
}

interface Change {
  start: number;
  end: number;
  text: string;
}
/** Words of the language that were typed in Chinese, as what they mean. */
function meaningWords(source: string, tokens: readonly Token[]): Change[] {
  return tokens.flatMap(({ kind, quoted, text, start, end }) => {
    const means = kind === 'name' && !quoted ? CHINESE_WORDS.get(source.slice(start, end)) : null;
    return means?.[0] === text ? [{ start, end, text: means.join(' ') }] : [];
  });
}

/** The words shown, the longest first: is not null before is. */
const SHOWN_WORDS = [
  '不为空',
  '为空',
  '不属于',
  '不介于',
  '属于',
  '介于',
  '且',
  '或',
  '非',
  '空',
  '是',
  '否',
  '其中',
].map((word) => ({ word, means: CHINESE_WORDS.get(word)! }));
/** Where the second bound of each between begins. */
const upperBounds = (ast: Ast): number[] => [
  ...(ast.kind === 'between' ? [ast.high.start] : []),
  ...children(ast).flatMap(upperBounds),
];
/** Words of the language in Chinese. */
function chineseWords(ast: Ast, tokens: readonly Token[]): Change[] {
  const isWord = (at: number): boolean =>
    tokens[at]?.kind === 'name' &&
    !tokens[at].quoted &&
    !(tokens[at - 1]?.kind === 'symbol' && tokens[at - 1]!.text === '.');
  const is = (at: number, word: string): boolean =>
    isWord(at) && tokens[at]!.text.toLowerCase() === word;
  const bounds = new Set(
    upperBounds(ast).map((start) =>
      tokens.findLastIndex((token, at) => token.start < start && is(at, 'and')),
    ),
  );
  const changes: Change[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const found = SHOWN_WORDS.find(({ means }) => means.every((word, i) => is(at + i, word)));
    if (!found) continue;
    const last = at + found.means.length - 1;
    const text = bounds.has(at) ? '至' : found.word;
    changes.push({ start: tokens[at]!.start, end: tokens[last]!.end, text });
    at = last;
  }
  return changes;
}

/**
 * The text with names, functions and words replaced; spaces, line ends and brackets stay as they
 * were typed.
 */
function rewritten(
  source: string,
  names: Names,
  fn: (name: string) => string,
  word: (name: LabeledName, scopes: readonly Names[]) => string,
  words: (ast: Ast, tokens: readonly Token[]) => readonly Change[],
): string {
  const result = parse(source);
  if (!result.ok) return source;
  const tokens = tokenize(source);
  const changes = [...words(result.ast, tokens)];
  const functions = (ast: Ast): void => {
    if (ast.kind === 'call' || ast.kind === 'aggregate') {
      const { start, end } = tokens[firstWord(ast, tokens)]!;
      changes.push({ start, end, text: fn(ast.fn) });
    }
    children(ast).forEach(functions);
  };
  functions(result.ast);
  visit(result.ast, [names], (node, found, scopes) =>
    pathTokens(node, tokens).forEach(({ start, end }, at) => {
      const name = found[at];
      if (name)
        changes.push({
          start,
          end,
          text: writeName(word(name, at === 0 ? scopes : [found[at - 1]?.inside ?? []]), at),
        });
    }),
  );
  return changes
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, text: next }) => text.slice(0, start) + next + text.slice(end),
      source,
    );
}

/**
 * The text to store, from either notation: names, English functions and words. A text that cannot be
 * parsed is unchanged.
 */
export const toStored = (text: string, names: Names): string =>
  rewritten(
    text,
    names,
    (fn) => findFunction(fn)?.name ?? fn,
    ({ name }) => name,
    (_, tokens) => meaningWords(text, tokens),
  );

/**
 * The text to display, from a stored one: labels, Chinese functions and words. A label that would be
 * ambiguous stays a name, so that toStored gives the same expression back.
 */
export function toDisplayText(source: string, names: Names): string {
  const label = (name: LabeledName, scopes: readonly Names[]): string =>
    name.label.trim() !== '' && isStorable(name.label) && find(name.label, scopes) === name
      ? name.label
      : name.name;
  const text = rewritten(source, names, (fn) => findFunction(fn)?.zh ?? fn, label, chineseWords);
  const [before, after] = [parseDisplayText(source, names), parseDisplayText(text, names)];
  return before.ok && after.ok && print(before.ast) === print(after.ast) ? text : source;
}
