import type {
  AggregateNode,
  Ast,
  BetweenNode,
  BinaryNode,
  CallNode,
  InNode,
} from '../language/ast.ts';
import { children, joinedParts } from '../language/ast.ts';
import { withTotals, type IsList } from '../language/lists.ts';
import { HUNDREDTH, isPercentIn, type IsPercent } from '../language/percent.ts';
import { aggregate, type RowObserver } from './aggregate.ts';
import { arithmetic, minusMoment, plus } from './arithmetic.ts';
import { findFunction, type ArgType } from '../language/functions.ts';
import { LIBRARY } from '../library/index.ts';
import { joinedOf, shown } from '../library/text.ts';
import { MAX_COUNT, MAX_FILLED, MAX_STEPS } from '../values/limits.ts';
import {
  add,
  divide,
  isNum,
  multiply,
  readNumber,
  remainder,
  subtract,
  toDouble,
  wholeWithin,
} from '../values/number.ts';
import { isText } from './is-text.ts';
import { and, coalesce, comparison, isBool, minus, not, or } from './logic.ts';
import { spendOn, type CompiledNode, type Evaluation } from './run.ts';
import { read, type Scope } from '../values/scope.ts';
import type { TemplatePart } from '../language/template.ts';
import { isList, type Type } from '../values/types.ts';
import { compareText, compareValues, type Context } from '../values/value.ts';

/** One evaluation. Throws an ExpressionError of code `limit` only; any values give a result. */
export type Closure = (scope: Scope, ctx: Context) => unknown;
/**
 * Known types of names. A text whose type is known is never taken for a date, even if it looks like
 * one.
 */
export interface CompileEnv {
  typeOf(path: readonly string[]): Type | undefined;
  /**
   * Whether the name's number is a percentage, stored as the number before the sign: it is read as
   * the ratio. Undefined for an unknown name; columns of rows are named below their list.
   */
  isPercent?: IsPercent;
  /** Lists of rows that functions may go over: sum(lines.qty * lines.price, lines.qty > 0). */
  isRows?: IsList;
}

/** Sees what an evaluation computes: each node outside of aggregates, each row that counts in one. */
export interface Observer {
  node(ast: Ast, run: CompiledNode): CompiledNode;
  rows(ast: AggregateNode): RowObserver;
}

const ratio = (value: unknown): unknown => (isNum(value) ? multiply(value, HUNDREDTH) : value);

class Compiler {
  constructor(
    private readonly env: CompileEnv | undefined,
    private readonly lists: readonly (readonly string[])[] = [],
    private readonly observer?: Observer,
  ) {}

  run(ast: Ast): CompiledNode {
    const run = this.made(ast);
    return this.observer ? this.observer.node(ast, run) : run;
  }
  private made(ast: Ast): CompiledNode {
    switch (ast.kind) {
      case 'number':
        return constant(readNumber(ast.value));
      case 'text':
      case 'boolean':
        return constant(ast.value);
      case 'null':
        return constant(null);
      case 'path':
        return this.name(ast.path);
      case 'list': {
        const items = ast.items.map((item) => this.run(item));
        return (scope, ctx) => items.map((item) => item(scope, ctx));
      }
      case 'unary':
        return ast.op === 'not' ? not(this.run(ast.arg)) : minus(this.run(ast.arg));
      case 'binary':
        return this.binary(ast);
      case 'in':
        return this.inList(ast);
      case 'between':
        return this.between(ast);
      case 'isNull': {
        const arg = this.run(ast.arg);
        const is = !ast.not;
        return (scope, ctx) => (arg(scope, ctx) === null) === is;
      }
      case 'call':
        return this.call(ast);
      case 'aggregate':
        return this.aggregate(ast);
    }
  }

  private name(path: readonly string[]): CompiledNode {
    return this.isPercent(path)
      ? (scope) => ratio(read(scope, path))
      : (scope) => read(scope, path);
  }
  private isPercent(path: readonly string[]): boolean {
    return isPercentIn(path, this.lists, this.env?.isPercent);
  }

  /** Both sides are known to be text: date-times get no special treatment. */
  private isText(...asts: readonly Ast[]): boolean {
    const { env } = this;
    return env !== undefined && asts.every((ast) => isText(ast, (path) => env.typeOf(path)));
  }
  private order(a: Ast, b: Ast): (a: unknown, b: unknown, ctx: Context) => number | null {
    return this.isText(a, b)
      ? (x, y, ctx) =>
          typeof x === 'string' && typeof y === 'string'
            ? compareText(x, y)
            : compareValues(x, y, ctx)
      : compareValues;
  }

  private binary(ast: BinaryNode): CompiledNode {
    if (ast.op === '&') return this.join(ast, joinedParts(ast));
    const left = this.run(ast.left);
    const right = this.run(ast.right);
    switch (ast.op) {
      case 'and':
        return and(left, right);
      case 'or':
        return or(left, right);
      case '??':
        return coalesce(left, right);
      case '+':
        return arithmetic(left, right, add, plus);
      case '-':
        return arithmetic(left, right, subtract, minusMoment);
      case '*':
        return arithmetic(left, right, multiply);
      case '/':
        return arithmetic(left, right, divide);
      case '%':
        return arithmetic(left, right, remainder);
      default:
        return comparison(ast.op, left, right, this.order(ast.left, ast.right));
    }
  }

  /** Joins texts; known text is used unchanged. */
  private join(ast: Ast, parts: readonly Ast[]): CompiledNode {
    const runs = parts.map((part) => this.run(part));
    const areText = parts.map((part) => this.isText(part));
    return (scope, ctx) =>
      counted(joinedOf(runs.map((run, i) => shown(run(scope, ctx), ctx, areText[i]))), ctx, ast);
  }

  /**
   * True when an item is equal; unknown when one is null, or the value is; false for an empty list,
   * for any value.
   */
  private inList(ast: InNode): CompiledNode {
    const [arg, list] = [this.run(ast.arg), this.run(ast.list)];
    const elements = ast.list.kind === 'list' ? ast.list.items : [ast.list];
    const compare =
      ast.list.kind === 'list' ? this.order(ast.arg, elements[0] ?? ast.arg) : this.listOrder(ast);
    const isIn = (value: unknown, items: readonly unknown[], ctx: Context): boolean | null => {
      let answer: boolean | null = false;
      for (const item of items) {
        const order = compare(value, item ?? null, ctx);
        if (order === 0) return true;
        if (order === null && (value === null || item === null || item === undefined))
          answer = null;
      }
      return answer;
    };
    return (scope, ctx) => {
      const items = list(scope, ctx);
      spendOn(ctx, [items], ast);
      const answer = Array.isArray(items) ? isIn(arg(scope, ctx), items, ctx) : null;
      return answer === null ? null : answer !== ast.not;
    };
  }
  private listOrder(ast: InNode): typeof compareValues {
    const type = ast.list.kind === 'path' ? this.env?.typeOf(ast.list.path) : undefined;
    const ofText = type !== undefined && isList(type) && type.list === 'text';
    return ofText && this.isText(ast.arg) ? this.order(ast.arg, ast.arg) : compareValues;
  }

  private between(ast: BetweenNode): CompiledNode {
    const [arg, low, high] = [this.run(ast.arg), this.run(ast.low), this.run(ast.high)];
    const [toLow, toHigh] = [this.order(ast.arg, ast.low), this.order(ast.arg, ast.high)];
    return (scope, ctx) => {
      const value = arg(scope, ctx);
      const [down, up] = [toLow(value, low(scope, ctx), ctx), toHigh(value, high(scope, ctx), ctx)];
      const answer =
        (down !== null && down < 0) || (up !== null && up > 0)
          ? false
          : down === null || up === null
            ? null
            : true;
      return answer === null ? null : answer !== ast.not;
    };
  }

  private call(ast: CallNode): CompiledNode {
    const args = ast.args.map((arg) => this.run(arg));
    switch (ast.fn) {
      case 'if':
        return (scope, ctx) => (args[0]!(scope, ctx) === true ? args[1]! : args[2]!)(scope, ctx);
      case 'switch':
        return this.choose(ast, args);
      case 'coalesce':
        return (scope, ctx) => firstGiven(args, scope, ctx);
      case 'isEmpty':
        return (scope, ctx) => isEmpty(args[0]!(scope, ctx));
      case 'concat':
        return this.join(ast, ast.args);
      case 'text':
        return this.shown(ast, args[0]!);
      default:
        return this.library(ast, args);
    }
  }

  private choose(ast: CallNode, args: readonly CompiledNode[]): CompiledNode {
    const hasElse = args.length % 2 === 0;
    const pairs = hasElse ? args.length - 1 : args.length;
    const orders = ast.args.map((arg) => this.order(ast.args[0]!, arg));
    return (scope, ctx) => {
      const value = args[0]!(scope, ctx);
      for (let i = 1; i < pairs; i += 2)
        if (orders[i]!(value, args[i]!(scope, ctx), ctx) === 0) return args[i + 1]!(scope, ctx);
      return hasElse ? args.at(-1)!(scope, ctx) : null;
    };
  }

  /** text() of null is null. */
  private shown(ast: CallNode, arg: CompiledNode): CompiledNode {
    const isText = this.isText(ast.args[0]!);
    return (scope, ctx) => {
      const value = arg(scope, ctx);
      return value === null ? null : counted(shown(value, ctx, isText), ctx, ast);
    };
  }

  private library(ast: CallNode, args: readonly CompiledNode[]): CompiledNode {
    const fn = findFunction(ast.fn)!;
    const implementation = LIBRARY[fn.name]!;
    if (fn.takesNull)
      return (scope, ctx) => {
        const values = args.map((arg) => arg(scope, ctx));
        spendOn(ctx, values, ast);
        return implementation(values, ctx);
      };
    const guards = args.map((_, i) => GUARDS[fn.takes[Math.min(i, fn.takes.length - 1)]!]);
    const run: CompiledNode = (scope, ctx) => {
      const values: unknown[] = [];
      for (let i = 0; i < args.length; i++) {
        const value = guards[i]!(args[i]!(scope, ctx));
        if (value === null) return null;
        values.push(value);
      }
      spendOn(ctx, values, ast);
      return counted(implementation(values, ctx), ctx, ast);
    };
    return !fn.clock && ast.args.length > 0 && ast.args.every(isLiteral) ? folded(run) : run;
  }

  private aggregate(ast: AggregateNode): CompiledNode {
    const inner = new Compiler(this.env, [ast.path, ...this.lists]);
    const combine = LIBRARY[ast.fn]!;
    return aggregate(
      ast,
      ast.item === null ? null : inner.run(ast.item),
      ast.where === null ? null : inner.run(ast.where),
      ast.item === null && this.isPercent(ast.path)
        ? (values, ctx) => combine(values.map(ratio), ctx)
        : combine,
      this.observer?.rows(ast),
    );
  }
}

const isLiteral = ({ kind }: Ast): boolean =>
  kind === 'number' || kind === 'text' || kind === 'boolean' || kind === 'null';
const constant =
  (value: unknown): CompiledNode =>
  () =>
    value;
/** A new value; its length is charged as steps. */
function counted<T>(value: T, ctx: Evaluation, place: Ast): T {
  spendOn(ctx, [value], place);
  return value;
}
/** A call of literals only: computed once. */
function folded(run: CompiledNode): CompiledNode {
  const value = run({ get: () => undefined }, { now: new Date(0), timeZone: 'UTC' });
  return constant(value);
}
function firstGiven(args: readonly CompiledNode[], scope: Scope, ctx: Evaluation): unknown {
  for (const arg of args) {
    const value = arg(scope, ctx);
    if (value !== null) return value;
  }
  return null;
}
const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

const asText = (value: unknown): unknown => (typeof value === 'string' ? value : null);
const GUARDS: Record<ArgType, (value: unknown) => unknown> = {
  text: asText,
  moment: asText,
  unit: asText,
  number: (value) => (isNum(value) ? value : null),
  int: (value) => (isNum(value) ? wholeWithin(value, MAX_COUNT) : null),
  boolean: isBool,
  list: (value) => (Array.isArray(value) ? value : null),
  any: (value) => value ?? null,
};

/**
 * Leaving the language: an exact decimal becomes the nearest number (the same one for up to 15
 * digits).
 */
export function leave(value: unknown): unknown {
  if (isNum(value)) return toDouble(value);
  return Array.isArray(value) && value.some((item) => typeof item === 'object')
    ? value.map(leave)
    : value;
}

const repeats = (ast: Ast): boolean => ast.kind === 'aggregate' || children(ast).some(repeats);
function toClosure(
  run: CompiledNode,
  needsBudget: boolean,
  finish: (value: unknown, ctx: Context) => unknown,
): Closure {
  if (!needsBudget) return (scope, ctx) => finish(run(scope, ctx), ctx);
  return (scope, { now, timeZone }) => {
    const ctx = { now, timeZone, steps: MAX_STEPS };
    return finish(run(scope, ctx), ctx);
  };
}

/**
 * Makes a function of an expression. Null means unknown or missing; a number is returned as the
 * nearest JavaScript number; dates and date-times as text (2026-01-31, 2026-01-31T08:00:00.000Z),
 * durations as Duration.
 */
export function compile(ast: Ast, env?: CompileEnv): Closure {
  const whole = env?.isRows ? withTotals(ast, env.isRows) : ast;
  return compileObserved(whole, env, []);
}
/** The same of a tree with its totals; `lists` are those whose rows it is computed in. */
export function compileObserved(
  whole: Ast,
  env: CompileEnv | undefined,
  lists: readonly (readonly string[])[],
  observer?: Observer,
): Closure {
  return toClosure(new Compiler(env, lists, observer).run(whole), repeats(whole), leave);
}

/**
 * Makes a function of a text with holes; null in a hole is empty. The text is cut off at
 * MAX_FILLED.
 */
export function compileTemplate(
  parts: readonly TemplatePart[],
  env?: CompileEnv,
): (scope: Scope, ctx: Context) => string {
  const closures = parts.map((part) => (typeof part === 'string' ? () => part : hole(part, env)));
  return (scope, ctx) => {
    let text = '';
    for (const closure of closures) {
      text += closure(scope, ctx);
      if (text.length > MAX_FILLED) return text.slice(0, MAX_FILLED);
    }
    return text;
  };
}
function hole(ast: Ast, env: CompileEnv | undefined): (scope: Scope, ctx: Context) => string {
  const isText = ast.kind === 'path' && env?.typeOf(ast.path) === 'text';
  return toClosure(
    new Compiler(env).run(ast),
    repeats(ast),
    (value, ctx) => shown(value, ctx, isText) ?? '',
  ) as (scope: Scope, ctx: Context) => string;
}
