import {
  children,
  joinedParts,
  type AggregateNode,
  type Ast,
  type CallNode,
} from '../language/ast.ts';
import { MAX_TEXT, USUAL_ROWS, USUAL_TEXT } from '../values/limits.ts';

/** What one evaluation costs: nodes evaluated, and characters of the texts that are made. */
export interface Cost {
  steps: number;
  text: number;
}
/** The characters a name's text has, where the caller knows better than USUAL_TEXT. */
export type TextOf = (path: readonly string[]) => number | undefined;

/** The cost of a node with all below it, and how many characters the text it gives may have. */
interface Estimate extends Cost {
  length: number;
}

const ROW_FUNCTIONS: ReadonlySet<string> = new Set([
  'if',
  'switch',
  'coalesce',
  'min',
  'max',
  'first',
  'last',
]);
const SAME_LENGTH: ReadonlySet<string> = new Set([
  'left',
  'right',
  'mid',
  'upper',
  'lower',
  'trim',
]);
/** Characters of what text() writes of anything but a text. */
const SHOWN = 40;

const longest = (parts: readonly Estimate[]): number =>
  parts.reduce((most, part) => Math.max(most, part.length), 0);
const total = (parts: readonly Estimate[]): number =>
  parts.reduce((sum, part) => sum + Math.max(part.length, SHOWN), 0);

/**
 * Every character of the text may be one that is replaced; a longer piece that is written out can
 * be there less often.
 */
function replacedLength(ast: CallNode, [text, from, to]: readonly Estimate[]): number {
  const piece = ast.args[1]?.kind === 'text' ? Math.max(1, from!.length) : 1;
  return text!.length * Math.max(1, Math.ceil(to!.length / piece));
}
function callLength(ast: CallNode, args: readonly Estimate[]): { length: number; isMade: boolean } {
  if (ast.fn === 'replace' && args.length === 3)
    return { length: replacedLength(ast, args), isMade: true };
  if (ast.fn === 'concat' || ast.fn === 'join' || ast.fn === 'text')
    return { length: total(args), isMade: true };
  if (SAME_LENGTH.has(ast.fn)) return { length: args[0]?.length ?? 0, isMade: true };
  return { length: ROW_FUNCTIONS.has(ast.fn) ? longest(args) : 0, isMade: false };
}

/**
 * Estimates an evaluation from the text of the expression alone: sizes of what it reads are taken
 * to be the usual ones.
 */
export function costOf(ast: Ast, textOf: TextOf = () => undefined): Cost {
  const { steps, text } = estimate(ast, textOf);
  return { steps, text };
}

function estimate(ast: Ast, textOf: TextOf): Estimate {
  if (ast.kind === 'text') return { steps: 1, text: 0, length: ast.value.length };
  if (ast.kind === 'path') return { steps: 1, text: 0, length: textOf(ast.path) ?? USUAL_TEXT };
  if (ast.kind === 'aggregate') return aggregateCost(ast, textOf);
  const isJoin = ast.kind === 'binary' && ast.op === '&';
  const parts = (isJoin ? joinedParts(ast) : children(ast)).map((child) => estimate(child, textOf));
  const cost = sum(parts);
  if (ast.kind === 'call') {
    const { length, isMade } = callLength(ast, parts);
    return withText(cost, length, isMade);
  }
  if (isJoin) return withText(cost, total(parts), true);
  return withText(
    cost,
    ast.kind === 'list' || (ast.kind === 'binary' && ast.op === '??') ? longest(parts) : 0,
    false,
  );
}

const sum = (parts: readonly Cost[]): Cost => ({
  steps: parts.reduce((all, part) => all + part.steps, 1),
  text: parts.reduce((all, part) => all + part.text, 0),
});
/** What is longer than MAX_TEXT is null, and is not made. */
function withText({ steps, text }: Cost, length: number, isMade: boolean): Estimate {
  const most = Math.min(length, MAX_TEXT);
  return { steps, text: text + (isMade ? most : 0), length: most };
}

function aggregateCost({ path, item, where }: AggregateNode, textOf: TextOf): Estimate {
  const parts = [item, where].filter((part) => part !== null).map((part) => estimate(part, textOf));
  const each = sum(parts);
  const length = item === null ? (textOf(path) ?? USUAL_TEXT) : parts[0]!.length;
  return { steps: 1 + USUAL_ROWS * each.steps, text: USUAL_ROWS * each.text, length };
}
