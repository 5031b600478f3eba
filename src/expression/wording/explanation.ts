import { children, type AggregateNode, type Ast, type CallNode } from '../language/ast.ts';
import { mapParts } from '../language/percent.ts';
import type { CompileEnv } from '../run/compile.ts';
import { trace, type Trace, type TracedRows } from '../run/trace.ts';
import type { Scope } from '../values/scope.ts';
import type { Context } from '../values/value.ts';
import { toSentence, type SentenceNames } from './sentence.ts';

/**
 * An expression explained: its words, the same with the values it was evaluated with, and what
 * decided. Texts are for people, in Chinese; how a value reads is the caller's.
 */

/** Names and values in an explanation. */
export interface ExplanationNames extends SentenceNames {
  /** How the value of a name reads in a calculation; `path` has the list before a row's name. */
  value(path: readonly string[], value: unknown): string;
  /** The same of what is calculated. */
  plain(value: unknown): string;
}

/** Characters of one line, and how many parts of each kind an explanation has at most. */
const MAX_LINE = 600;
const MAX_PARTS = 30;

interface ExplainedRead {
  readonly path: readonly string[];
  /** As an expression reads it: a percentage is its ratio. */
  readonly value: unknown;
}
/** What a choice went by: 数量 不小于 100, with values 120 不小于 100; null is unknown. */
interface ExplainedChoice {
  readonly condition: string;
  readonly values: string;
  readonly holds: boolean | null;
}
/** An aggregate: the rows it went over and what the first of them gave. */
interface ExplainedTotal {
  readonly words: string;
  readonly fn: AggregateNode['fn'];
  readonly length: number;
  readonly counted: number;
  readonly blank: number;
  readonly first: readonly string[];
  readonly result: string;
}
export interface Explanation {
  /** What the evaluator gives. */
  readonly value: unknown;
  readonly words: string;
  /** Lines that equal one another, without the result; none where they say no more than it. */
  readonly steps: readonly string[];
  /** What was read, in the order of the text; what a choice left out is not among it. */
  readonly reads: readonly ExplainedRead[];
  readonly choices: readonly ExplainedChoice[];
  readonly totals: readonly ExplainedTotal[];
  readonly dividedByZero: boolean;
  /** The limit that was exceeded. */
  readonly failure?: string;
}

const cut = (text: string): string =>
  text.length > MAX_LINE ? `${text.slice(0, MAX_LINE)}…` : text;

/** The branch a choice took; undefined for what is no choice, or was not needed. */
function branchOf(ast: Ast, told: Trace): Ast | undefined {
  if (!told.ran(ast)) return undefined;
  if (ast.kind === 'binary' && ast.op === '??') return told.ran(ast.right) ? ast.right : ast.left;
  if (ast.kind !== 'call') return undefined;
  if (ast.fn === 'if') return told.valueOf(ast.args[0]!) === true ? ast.args[1] : ast.args[2];
  if (ast.fn === 'coalesce') return ast.args.findLast((arg) => told.ran(arg));
  return ast.fn === 'switch' ? resultOf(ast, told) : undefined;
}
/** Of a switch with no result that fits nothing is left: it stays as it is. */
function resultOf({ args }: CallNode, told: Trace): Ast | undefined {
  const isResult = (at: number): boolean =>
    (at > 0 && at % 2 === 0) || (at === args.length - 1 && args.length % 2 === 0);
  return args.find((arg, at) => isResult(at) && told.ran(arg));
}
/** The tree with each choice as the branch it took. */
function taken(ast: Ast, told: Trace): Ast {
  const branch = branchOf(ast, told);
  return branch ? taken(branch, told) : mapParts(ast, (part) => taken(part, told));
}

/** Nodes that were needed, outside of aggregates, in the order of the text. */
const nodesOf = (ast: Ast, told: Trace): Ast[] => [
  ...(told.ran(ast) ? [ast] : []),
  ...(ast.kind === 'aggregate' ? [] : children(ast).flatMap((part) => nodesOf(part, told))),
];

const isLiteral = ({ kind }: Ast): boolean =>
  kind === 'number' || kind === 'text' || kind === 'boolean' || kind === 'null';
/** A value that is written out: a date by date('2026-01-31'), three days by days(3). */
const isWritten = (ast: Ast): boolean =>
  isLiteral(ast) || (ast.kind === 'call' && ast.args.length > 0 && ast.args.every(isLiteral));
const isCompound = (ast: Ast): boolean =>
  ast.kind !== 'path' && ast.kind !== 'aggregate' && !isWritten(ast) && children(ast).length > 0;

type Lists = readonly (readonly string[])[];
/** Where an expression is evaluated. */
interface Place {
  readonly scope: Scope;
  readonly ctx: Context;
  readonly env: CompileEnv | undefined;
  readonly lists: Lists;
}
class Explainer {
  private readonly lists: Lists;
  constructor(
    private readonly told: Trace,
    private readonly names: ExplanationNames,
    private readonly place: Place,
  ) {
    this.lists = place.lists;
  }

  /**
   * What a node gives; of one that an evaluation went past (the right side of false and ...) what it
   * would have given. Undefined beyond the limits.
   */
  valueOf(node: Ast): unknown {
    if (this.told.ran(node)) return this.told.valueOf(node);
    const { scope, ctx, env, lists } = this.place;
    const { value, failure } = trace(node, scope, ctx, env, lists);
    return failure === undefined ? value : undefined;
  }

  /** What is written in place of a node; undefined for one that is written as it is. */
  private standIn(node: Ast, also: ReadonlySet<Ast>): string | undefined {
    if (node.kind === 'number' && Number(node.value) >= 1_000)
      return this.names.plain(Number(node.value));
    const isNow = node.kind === 'call' && node.args.length === 0;
    const isRead = node.kind === 'path' || node.kind === 'aggregate';
    if (!isRead && !isNow && !also.has(node)) return undefined;
    const value = this.valueOf(node);
    if (value === undefined) return undefined;
    if (node.kind === 'path') return this.names.value(this.pathOf(node.path), value);
    return node.kind === 'aggregate' ? this.totalText(node, value) : this.names.plain(value);
  }
  /** Values in place of names; `also` are further nodes whose values stand for them. */
  line(ast: Ast, also: ReadonlySet<Ast> = new Set()): string {
    const stands = (node: Ast): string | undefined => this.standIn(node, also);
    return cut(toSentence(ast, this.names, { stands, brackets: ['(', ')'] }, this.lists));
  }
  words(ast: Ast): string {
    return cut(toSentence(ast, this.names, {}, this.lists));
  }
  /** A total of a column reads as the column does; a number of rows as a number. */
  totalText({ fn, item, path }: AggregateNode, value: unknown): string {
    return item === null && fn !== 'count' && fn !== 'exists'
      ? this.names.value(this.pathOf(path), value)
      : this.names.plain(value);
  }
  /** A row's name with its list before it, where there is such a name. */
  pathOf(path: readonly string[]): readonly string[] {
    const list = this.lists.find((each) => this.names.label([...each, ...path]) !== undefined);
    return list ? [...list, ...path] : path;
  }

  /** The calculation with values; where functions take calculated ones, again with those done. */
  steps(ast: Ast): string[] {
    const whole = taken(ast, this.told);
    if (isLiteral(whole) || !this.told.ran(whole)) return [];
    const first = this.line(whole);
    const inner = new Set(argumentsOf(whole).filter(isCompound));
    const isKnown = this.told.valueOf(whole) !== null;
    const second = inner.size > 0 && isKnown ? this.line(whole, inner) : first;
    return first === second ? [first] : [first, second];
  }

  choice(ast: Ast): ExplainedChoice[] {
    if (ast.kind !== 'call' || !this.told.ran(ast)) return [];
    const [condition] = ast.args;
    if (ast.fn === 'if') {
      const holds = this.told.valueOf(condition!);
      return [
        {
          condition: this.words(condition!),
          values: this.line(taken(condition!, this.told)),
          holds: typeof holds === 'boolean' ? holds : null,
        },
      ];
    }
    return ast.fn === 'switch' ? [this.match(ast)] : [];
  }
  private match(ast: CallNode): ExplainedChoice {
    const [value] = ast.args;
    const result = resultOf(ast, this.told);
    const at = result ? ast.args.indexOf(result) : -1;
    const isElse = at < 0 || at % 2 === 1;
    const found = isElse ? '都不等，取其他' : `等于 ${this.line(ast.args[at - 1]!)}`;
    return {
      condition: this.words(value!),
      values: `${this.line(value!)} ${found}`,
      holds: !isElse,
    };
  }

  total(ast: AggregateNode): ExplainedTotal[] {
    const rows = this.told.rowsOf(ast);
    if (!rows) return [];
    const { first, ...counts } = rows;
    const isCount = ast.fn === 'count' || ast.fn === 'exists';
    return [
      {
        ...counts,
        words: this.words(ast),
        fn: ast.fn,
        first: isCount ? [] : first.map((row) => cut(this.row(ast, row))),
        result: this.totalText(ast, this.told.valueOf(ast)),
      },
    ];
  }
  /** What a row gives: 2 × 800 = 1,600. */
  private row(ast: AggregateNode, { value, scope }: TracedRows['first'][number]): string {
    if (ast.item === null) return this.totalText(ast, value);
    const { ctx, env } = this.place;
    const inside = { ctx, env, scope, lists: [ast.path, ...this.lists] };
    const told = trace(ast.item, scope, ctx, env, inside.lists);
    const [line] = new Explainer(told, this.names, inside).steps(ast.item).slice(-1);
    const result = this.names.plain(value);
    return line === undefined || line === result ? result : `${line} = ${result}`;
  }

  isByZero(ast: Ast): boolean {
    if (ast.kind === 'binary' && (ast.op === '/' || ast.op === '%'))
      return this.told.ran(ast.right) && this.told.valueOf(ast.right) === 0;
    return ast.kind === 'call' && ast.fn === 'mod' && this.told.valueOf(ast.args[1]!) === 0;
  }
}

/** What functions of the tree are called with. */
const argumentsOf = (ast: Ast): Ast[] => [
  ...(ast.kind === 'call' ? ast.args : []),
  ...(ast.kind === 'aggregate' ? [] : children(ast).flatMap(argumentsOf)),
];

const pathsIn = (ast: Ast): Ast[] =>
  ast.kind === 'path' ? [ast] : ast.kind === 'aggregate' ? [] : children(ast).flatMap(pathsIn);
/** Names that were read, and those beside them in what was taken. */
function readsOf(whole: Ast, told: Trace, explainer: Explainer): ExplainedRead[] {
  const beside = new Set(pathsIn(taken(whole, told)));
  const found = new Map<string, ExplainedRead>();
  for (const node of pathsIn(whole))
    if (node.kind === 'path' && (told.ran(node) || beside.has(node)))
      found.set(node.path.join('.'), {
        path: node.path,
        value: explainer.valueOf(node),
      });
  return [...found.values()].slice(0, MAX_PARTS);
}

/**
 * Evaluates an expression and explains the result. Costs what an evaluation costs, and its texts
 * are bounded.
 */
export function explainResult(
  ast: Ast,
  names: ExplanationNames,
  scope: Scope,
  ctx: Context,
  env?: CompileEnv,
): Explanation {
  const told = trace(ast, scope, ctx, env);
  const explainer = new Explainer(told, names, { scope, ctx, env, lists: [] });
  const { ast: whole, value, failure } = told;
  const nodes = nodesOf(whole, told);
  const totals = nodes.filter((node) => node.kind === 'aggregate').slice(0, MAX_PARTS);
  return {
    value,
    words: explainer.words(whole),
    steps: failure === undefined ? explainer.steps(whole) : [],
    reads: readsOf(whole, told, explainer),
    choices: nodes.flatMap((node) => explainer.choice(node)).slice(0, MAX_PARTS),
    totals: totals.flatMap((node) => explainer.total(node)),
    dividedByZero: nodes.some((node) => explainer.isByZero(node)),
    ...(failure !== undefined && { failure }),
  };
}
