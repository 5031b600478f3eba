import { withTotals } from '../language/lists.ts';
import type { AggregateNode, Ast } from '../language/ast.ts';
import { compileObserved, leave, type CompileEnv, type Observer } from './compile.ts';
import { ExpressionError } from '../values/errors.ts';
import type { Scope } from '../values/scope.ts';
import type { Context } from '../values/value.ts';

/** Rows of an aggregate in a trace: the first that count. */
const MAX_TRACED_ROWS = 5;

/** What an aggregate went over. */
export interface TracedRows {
  /** All rows of its list, those that count, and those of them without a value. */
  length: number;
  counted: number;
  blank: number;
  readonly first: { readonly value: unknown; readonly scope: Scope }[];
}
/** One evaluation, with what each part of the expression gave. */
export interface Trace {
  /** The tree that was evaluated: with totals as such. */
  readonly ast: Ast;
  /** What compile's closure gives; null with a failure. */
  readonly value: unknown;
  /** The limit that was exceeded, in words. */
  readonly failure?: string;
  /** Whether the node was needed: of a choice only what was chosen is. */
  ran(node: Ast): boolean;
  valueOf(node: Ast): unknown;
  rowsOf(node: AggregateNode): TracedRows | undefined;
}

class Recorder implements Observer {
  readonly values = new Map<Ast, unknown>();
  readonly totals = new Map<AggregateNode, TracedRows>();

  readonly node: Observer['node'] = (ast, run) => (scope, ctx) => {
    const value = run(scope, ctx);
    this.values.set(ast, value);
    return value;
  };
  readonly rows: Observer['rows'] = (ast) => {
    const seen: TracedRows = { length: 0, counted: 0, blank: 0, first: [] };
    return {
      all: (length) => {
        seen.length = length;
        this.totals.set(ast, seen);
      },
      one: (value, scope) => {
        seen.counted += 1;
        if (value === null) seen.blank += 1;
        if (seen.first.length < MAX_TRACED_ROWS)
          seen.first.push({ value: leave(value), scope: scope() });
      },
    };
  };
}

/** What an evaluation gives; the words of a limit it exceeds. */
function outcomeOf(evaluate: () => unknown): Pick<Trace, 'value' | 'failure'> {
  try {
    return { value: evaluate() ?? null };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { value: null, failure: error.message };
  }
}

/**
 * Evaluates an expression and keeps what its parts gave: the evaluator itself runs, observed, with
 * its limits. `lists` are those whose rows the expression is computed in.
 */
export function trace(
  ast: Ast,
  scope: Scope,
  ctx: Context,
  env?: CompileEnv,
  lists: readonly (readonly string[])[] = [],
): Trace {
  const whole = env?.isRows ? withTotals(ast, env.isRows) : ast;
  const recorder = new Recorder();
  const { values, totals } = recorder;
  return {
    ast: whole,
    ...outcomeOf(() => compileObserved(whole, env, lists, recorder)(scope, ctx)),
    ran: (node) => values.has(node),
    valueOf: (node) => leave(values.get(node) ?? null),
    rowsOf: (node) => totals.get(node),
  };
}
