import { handlerOf, type AggregateNode, type Ast, type NodeHandlers } from './ast.ts';
import { findFunction } from './functions.ts';
import { EXPRESSION_WORDS, LEVEL, OPERATOR_LEVEL } from './grammar.ts';

/**
 * How names are written: functions by their Chinese names, paths as the reader knows them (labels
 * for ids).
 */
export interface PrintOptions {
  zh?: boolean;
  path?(path: readonly string[]): readonly string[];
}

/** Binding level of a node; a node weaker than its place requires gets brackets. */
export function levelOf(ast: Ast): number {
  switch (ast.kind) {
    case 'binary':
      return OPERATOR_LEVEL[ast.op];
    case 'unary':
      return ast.op === 'not' ? LEVEL.not : LEVEL.minus;
    case 'in':
    case 'between':
    case 'isNull':
      return LEVEL.compare;
    default:
      return LEVEL.atom;
  }
}

/**
 * Binding levels of a binary operator's sides: comparisons do not chain, ?? groups to the right,
 * all else to the left.
 */
export function sideLevels(ast: Ast & { kind: 'binary' }): [left: number, right: number] {
  const level = OPERATOR_LEVEL[ast.op];
  if (level === LEVEL.compare) return [level + 1, level + 1];
  return ast.op === '??' ? [level + 1, level] : [level, level + 1];
}

const quote = (text: string, by: string): string => by + text.replaceAll(by, by + by) + by;
const isPlainName = (name: string, at: number): boolean =>
  at === 0
    ? /^[\p{L}_$][\p{L}\p{M}\p{N}_$]*$/u.test(name) && !EXPRESSION_WORDS.has(name.toLowerCase())
    : /^[\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$]*$/u.test(name);
/**
 * A name as it is written at its place in a path: quoted where it has spaces, signs or another
 * meaning.
 */
export const writeName = (name: string, at: number): string =>
  isPlainName(name, at) ? name : quote(name, '`');
const printPath = (path: readonly string[], options: PrintOptions): string =>
  (options.path?.(path) ?? path).map(writeName).join('.');

/** Sides of a comparison bind tighter than it does: comparisons do not chain. */
const TIGHT = LEVEL.compare + 1;

class Printer {
  constructor(private readonly options: PrintOptions) {}

  at(ast: Ast, min: number): string {
    const text = handlerOf(this.nodes, ast)(ast);
    return levelOf(ast) < min ? `(${text})` : text;
  }
  private all(asts: readonly Ast[]): string {
    return asts.map((ast) => this.at(ast, 0)).join(', ');
  }
  private name(fn: string): string {
    return this.options.zh ? (findFunction(fn)?.zh ?? fn) : fn;
  }

  private readonly nodes: NodeHandlers<string> = {
    number: ({ value }) => value,
    text: ({ value }) => quote(value, "'"),
    boolean: ({ value }) => String(value),
    null: () => 'null',
    path: ({ path }) => printPath(path, this.options),
    list: ({ items }) => `[${this.all(items)}]`,
    unary: ({ op, arg }) =>
      op === 'not' ? `not ${this.at(arg, LEVEL.not)}` : `-${this.at(arg, LEVEL.minus)}`,
    binary: (ast) => {
      const [left, right] = sideLevels(ast);
      return `${this.at(ast.left, left)} ${ast.op} ${this.at(ast.right, right)}`;
    },
    in: ({ arg, not, list }) =>
      `${this.at(arg, TIGHT)} ${not ? 'not ' : ''}in ${this.at(list, TIGHT)}`,
    between: ({ arg, not, low, high }) =>
      `${this.at(arg, TIGHT)} ${not ? 'not ' : ''}between ${this.at(low, TIGHT)} and ${this.at(high, TIGHT)}`,
    isNull: ({ arg, not }) => `${this.at(arg, TIGHT)} is ${not ? 'not ' : ''}null`,
    call: ({ fn, args }) => `${this.name(fn)}(${this.all(args)})`,
    aggregate: (ast) => this.aggregate(ast),
  };

  private aggregate({ fn, path, item, where }: AggregateNode): string {
    const of = item === null ? '' : `${this.at(item, 0)} of `;
    return `${this.name(fn)}(${of}${printPath(path, this.options)}${where === null ? '' : ` where ${this.at(where, 0)}`})`;
  }
}

/** The canonical source: parsed again it gives the same tree (positions apart). */
export const print = (ast: Ast, options: PrintOptions = {}): string =>
  new Printer(options).at(ast, 0);
