import {
  handlerOf,
  type AggregateNode,
  type Ast,
  type BetweenNode,
  type BinaryNode,
  type BinaryOp,
  type CallNode,
  type InNode,
  type NodeHandlers,
  type UnaryNode,
} from '../language/ast.ts';
import { arithmeticType } from './arithmetic-type.ts';
import { readMoment } from '../values/calendar.ts';
import { costOf, type Cost, type TextOf } from './cost.ts';
import { withTotals, type IsList } from '../language/lists.ts';
import { unique } from './dependencies.ts';
import { ExpressionError, type ErrorCode } from '../values/errors.ts';
import {
  findFunction,
  readUnit,
  UNITS,
  type ArgType,
  type FunctionDefinition,
} from '../language/functions.ts';
import { nearest } from '../values/nearest.ts';
import {
  common,
  comparable,
  fits,
  isList,
  isLoose,
  isMoment,
  isRecord,
  member,
  typeName,
  type Type,
} from '../values/types.ts';

/** Comparisons of values that need no order. */
const EQUALITY: ReadonlySet<BinaryOp | 'in' | 'between'> = new Set(['=', '!=', 'in']);
const isUnordered = (type: Type): boolean => type === 'boolean' || typeof type === 'object';

/**
 * The known names. A path leads through a list only to what a row's reference leads to
 * (lines.product.price); the type of a list of records is {list: {fields}}.
 */
export interface CheckEnv {
  typeOf(path: readonly string[]): Type | undefined;
  /** Lists of rows that functions may go over: sum(lines.qty * lines.price, lines.qty > 0). */
  isRows?: IsList;
  /** Names below a path, for "did you mean"; [] gives the names one can start with. */
  names(path: readonly string[]): readonly string[];
  /** Limit of the estimated cost of an evaluation (values/limits.ts); unlimited unless given. */
  most?: Cost;
  /** For `most`: the characters of a name's text, where it is not of the usual length. */
  textOf?: TextOf;
}
/** `dependencies` are full paths, those of an aggregate's rows below their list: lines.qty. */
export interface CheckResult {
  type: Type;
  errors: ExpressionError[];
  dependencies: string[][];
}

/** Rows that names are read from first, inside an aggregate. */
interface Row {
  list: readonly string[];
  type: Type;
  outer: Row | null;
}
interface Found {
  type: Type;
  at: readonly string[];
}

class Checker {
  readonly errors: ExpressionError[] = [];
  readonly found: string[][] = [];
  constructor(private readonly env: CheckEnv) {}

  private report(code: ErrorCode, { start, end }: Ast, message: string, hint?: string): 'any' {
    this.errors.push(new ExpressionError(code, start, end, message, hint));
    return 'any';
  }
  private want(ast: Ast, row: Row | null, wanted: Type, what: string): void {
    const type = this.type(ast, row);
    if (!fits(type, wanted))
      this.report('type', ast, `${what}应当是${typeName(wanted)}，这里是${typeName(type)}`);
  }

  type(ast: Ast, row: Row | null): Type {
    return handlerOf(this.types, ast)(ast, row);
  }
  private readonly types: NodeHandlers<Type, [row: Row | null]> = {
    number: () => 'number',
    text: () => 'text',
    boolean: () => 'boolean',
    null: () => 'null',
    path: (ast, row) => this.path(ast, ast.path, row),
    list: (ast, row) => ({ list: common(ast.items.map((item) => this.type(item, row))) }),
    unary: (ast, row) => this.unary(ast, row),
    binary: (ast, row) => this.binary(ast, row),
    in: (ast, row) => this.inList(ast, row),
    between: (ast, row) => this.between(ast, row),
    isNull: (ast, row) => {
      this.type(ast.arg, row);
      return 'boolean';
    },
    call: (ast, row) => this.call(ast, row),
    aggregate: (ast, row) => this.aggregate(ast, row),
  };

  /** Where a path leads: into a row first, then outside. Undefined when it leads nowhere. */
  private look(path: readonly string[], row: Row | null): Found | undefined {
    for (let at = row; at !== null; at = at.outer) {
      if (member(at.type, path[0]!) === undefined) continue;
      if (at.type === 'any' && this.env.typeOf(path) !== undefined) continue;
      const type = this.below(at.list, at.type, path);
      return type === undefined ? undefined : { type, at: [...at.list, ...path] };
    }
    const type = this.env.typeOf(path);
    return type === undefined ? undefined : { type, at: path };
  }

  /** The type at a path in each row of a list: a part of the row, or what it refers to. */
  private below(list: readonly string[], element: Type, path: readonly string[]): Type | undefined {
    const own = path.reduce<Type | undefined>(
      (type, name) => (type === undefined ? undefined : member(type, name)),
      element,
    );
    return own ?? (path.length > 1 ? this.env.typeOf([...list, ...path]) : undefined);
  }

  private path(ast: Ast, path: readonly string[], row: Row | null): Type {
    const found = this.look(path, row);
    if (found === undefined) return this.unknown(ast, path, row);
    this.found.push([...found.at]);
    return found.type;
  }

  /** How many names of a path that leads nowhere are known. */
  private knownNames(path: readonly string[], row: Row | null): number {
    let known = 0;
    while (known < path.length - 1 && this.look(path.slice(0, known + 1), row) !== undefined)
      known++;
    return known;
  }
  private unknown(ast: Ast, path: readonly string[], row: Row | null): Type {
    const known = this.knownNames(path, row);
    const before = path.slice(0, known);
    const above = known === 0 ? undefined : this.look(before, row)?.type;
    if (above !== undefined && isList(above))
      return this.report(
        'unknownName',
        ast,
        `${before.join('.')} 是明细列表，取其中的值要用 求和、计数 等函数`,
        `sum(${path.join('.')})`,
      );
    const near = nearest(path[known]!, this.candidates(before, above, row));
    return this.report(
      'unknownName',
      ast,
      `没有名为 ${path.slice(0, known + 1).join('.')} 的数据${near === undefined ? '' : `，是不是 ${[...before, near].join('.')}`}`,
      near,
    );
  }
  private candidates(
    before: readonly string[],
    above: Type | undefined,
    row: Row | null,
  ): string[] {
    const inRows: string[] = [];
    if (before.length === 0)
      for (let at = row; at !== null; at = at.outer)
        if (isRecord(at.type)) inRows.push(...Object.keys(at.type.fields));
    return [
      ...inRows,
      ...(above !== undefined && isRecord(above) ? Object.keys(above.fields) : []),
      ...this.env.names(before),
    ];
  }

  private unary({ op, arg }: UnaryNode, row: Row | null): Type {
    const type = op === 'not' ? 'boolean' : 'number';
    this.want(arg, row, type, op === 'not' ? 'not 后面' : '负号后面');
    return type;
  }
  private binary(ast: BinaryNode, row: Row | null): Type {
    if (ast.op === 'and' || ast.op === 'or') {
      this.want(ast.left, row, 'boolean', `${ast.op} 的左边`);
      this.want(ast.right, row, 'boolean', `${ast.op} 的右边`);
      return 'boolean';
    }
    const [left, right] = [this.type(ast.left, row), this.type(ast.right, row)];
    if (ast.op === '??') return common([left, right]);
    if (ast.op === '&') return this.joined(ast, left, right);
    return ['+', '-', '*', '/', '%'].includes(ast.op)
      ? this.arithmetic(ast, left, right)
      : this.compare(ast, ast.op, left, right, ast.left, ast.right);
  }
  private joined(ast: BinaryNode, left: Type, right: Type): Type {
    if (isRecord(left) || isRecord(right))
      this.report('type', ast, '记录不能接成文本，请写明取哪一项');
    return 'text';
  }

  private arithmetic(ast: BinaryNode, left: Type, right: Type): Type {
    const type = arithmeticType(ast.op, left, right);
    if (type !== undefined) return type;
    const isText = ast.op === '+' && (left === 'text' || right === 'text');
    const isDays = isMoment(left) && right === 'number';
    return this.report(
      'type',
      ast,
      `${typeName(left)}和${typeName(right)}不能用 ${ast.op} 计算${isText ? '，连接文本请用 &' : isDays ? '，加减天数请用 天数()' : ''}`,
      isText ? '&' : isDays ? 'days(…)' : undefined,
    );
  }

  private compare(
    ast: Ast,
    op: BinaryOp | 'in' | 'between',
    left: Type,
    right: Type,
    leftAst: Ast,
    rightAst: Ast,
  ): Type {
    if (!comparable(left, right)) {
      const text = [leftAst, rightAst].find((side) => side.kind === 'text') as
        | (Ast & { kind: 'text' })
        | undefined;
      const needsDate = text !== undefined && (isMoment(left) || isMoment(right));
      this.report(
        'type',
        ast,
        `${typeName(left)}不能和${typeName(right)}比较${needsDate ? '，日期要用 日期() 写' : ''}`,
        needsDate ? `date('${text.value}')` : undefined,
      );
    } else if (!EQUALITY.has(op) && [left, right].some(isUnordered))
      this.report(
        'type',
        ast,
        `${typeName(left === 'any' || left === 'null' ? right : left)}不能比较大小`,
      );
    return 'boolean';
  }

  private inList(ast: InNode, row: Row | null): Type {
    const arg = this.type(ast.arg, row);
    if (ast.list.kind === 'list')
      for (const item of ast.list.items)
        this.compare(item, 'in', arg, this.type(item, row), ast.arg, item);
    else {
      const list = this.type(ast.list, row);
      if (isList(list)) this.compare(ast, 'in', arg, list.list, ast.arg, ast.list);
      else if (!isLoose(list))
        this.report('type', ast.list, `in 后面应当是列表，这里是${typeName(list)}`, '[a, b]');
    }
    return 'boolean';
  }
  private between(ast: BetweenNode, row: Row | null): Type {
    const arg = this.type(ast.arg, row);
    for (const bound of [ast.low, ast.high])
      this.compare(bound, 'between', arg, this.type(bound, row), ast.arg, bound);
    return 'boolean';
  }

  private call(ast: CallNode, row: Row | null): Type {
    const fn = findFunction(ast.fn);
    if (fn === undefined) return this.report('unknownFunction', ast, `没有名为 ${ast.fn} 的函数`);
    const types = ast.args.map((arg) => this.type(arg, row));
    if (ast.fn === 'exists' && ast.args.length > 1)
      return this.report('arguments', ast, '存在 的第一个参数应当是明细', '存在(明细, 条件)');
    ast.args.forEach((arg, at) => this.argument(fn, arg, at, types[at]!));
    this.special(ast, types);
    return typeof fn.gives === 'function' ? fn.gives(types) : fn.gives;
  }

  private argument(fn: FunctionDefinition, arg: Ast, at: number, type: Type): void {
    const wanted = fn.takes[Math.min(at, fn.takes.length - 1)]!;
    const isBadUnit = wanted === 'unit' && arg.kind === 'text' && readUnit(arg.value) === undefined;
    if (isBadUnit)
      this.report(
        'arguments',
        arg,
        `没有单位 ${arg.value}，可以用 ${UNITS.join('、')}`,
        nearest(arg.value, UNITS),
      );
    else if (!accepts(wanted, type))
      this.report(
        'type',
        arg,
        `${fn.name}（${fn.zh}）的第 ${at + 1} 个参数应当是${argName(wanted)}，这里是${typeName(type)}`,
      );
    if (wanted === 'any' && isRecord(type) && fn.name !== 'isEmpty' && fn.group !== '逻辑')
      this.report('type', arg, `${fn.name}（${fn.zh}）不能用于记录，请写明取哪一项`);
  }

  /** Checks beyond the table of functions. */
  private special(ast: CallNode, types: readonly Type[]): void {
    const [first] = ast.args;
    if (ast.fn === 'switch')
      for (let i = 1; i < types.length - (types.length % 2 === 0 ? 1 : 0); i += 2)
        this.compare(ast.args[i]!, '=', types[0]!, types[i]!, first!, ast.args[i]!);
    if (ast.fn === 'sum' || ast.fn === 'avg')
      ast.args.forEach((arg, i) => this.summable(arg, types[i]!));
    if (ast.fn !== 'date' && ast.fn !== 'datetime') return;
    if (
      first?.kind === 'text' &&
      readMoment(first.value, 'UTC')?.kind !== (ast.fn === 'date' ? 'date' : 'dateTime')
    )
      this.report(
        'arguments',
        first,
        `${first.value} 不是${ast.fn === 'date' ? '日期' : '日期时间'}`,
        ast.fn === 'date' ? "date('2026-01-31')" : "datetime('2026-01-31 08:00')",
      );
  }
  private summable(ast: Ast, type: Type): void {
    const of = isList(type) ? type.list : type;
    if (!fits(of, 'number'))
      this.report('type', ast, `求和与平均值只用于数字，这里是${typeName(of)}`);
  }

  private aggregate(ast: AggregateNode, row: Row | null): Type {
    const found = this.list(ast, row);
    if (found === null)
      return this.report(
        'unknownName',
        ast,
        `没有名为 ${ast.path.join('.')} 的明细`,
        nearest(ast.path[0]!, this.candidates([], undefined, row)),
      );
    const inner: Row = { list: found.at, type: found.element, outer: row };
    const rest = ast.path.slice(found.length);
    const type = ast.item !== null ? this.type(ast.item, inner) : this.column(ast, found, rest);
    this.found.push(ast.item === null ? [...found.at, ...rest] : [...found.at]);
    if (ast.where !== null) this.want(ast.where, inner, 'boolean', 'where 后面');
    this.eachRow(ast, type, ast.item !== null || rest.length > 0);
    if (ast.fn === 'exists') return 'boolean';
    return ast.fn === 'min' || ast.fn === 'max' ? type : 'number';
  }
  /** What an aggregate reads from each row: one value, of a type it can aggregate. */
  private eachRow(ast: AggregateNode, type: Type, isOfRow: boolean): void {
    if (ast.fn === 'sum' || ast.fn === 'avg') this.summable(ast, type);
    if (isList(type) || (isRecord(type) && isOfRow))
      this.report(
        'type',
        ast.item ?? ast,
        `${ast.fn} 要的是每一行的一个值，这里是${typeName(type)}`,
      );
    else if (isRecord(type) && (ast.fn === 'min' || ast.fn === 'max'))
      this.report('type', ast, '记录不能比较大小，请写明取哪一项');
  }

  /** The type at the rest of the path, in each row of a list. */
  private column(
    ast: AggregateNode,
    { at, element }: { at: readonly string[]; element: Type },
    rest: readonly string[],
  ): Type {
    const type = this.below(at, element, rest);
    if (type !== undefined) return type;
    const near = isRecord(element) ? nearest(rest[0]!, Object.keys(element.fields)) : undefined;
    return this.report(
      'unknownName',
      ast,
      `明细里没有名为 ${rest.join('.')} 的数据${near === undefined ? '' : `，是不是 ${near}`}`,
      near,
    );
  }

  /** The list an aggregate's path leads into; a single value counts as a list of it. */
  private list(
    ast: AggregateNode,
    row: Row | null,
  ): { at: readonly string[]; element: Type; length: number } | null {
    for (let length = ast.path.length; length > 0; length--) {
      const found = this.look(ast.path.slice(0, length), row);
      if (found === undefined) continue;
      if (isList(found.type)) return { at: found.at, element: found.type.list, length };
      if (isLoose(found.type)) return { at: found.at, element: 'any', length };
      return length === ast.path.length && ast.item === null && ast.where === null
        ? { at: found.at, element: found.type, length }
        : null;
    }
    return null;
  }
}

const argName = (wanted: ArgType): string => {
  if (wanted === 'moment') return `${typeName('date')}或${typeName('dateTime')}`;
  if (wanted === 'unit') return '单位的名称';
  if (wanted === 'list') return typeName({ list: 'any' });
  return typeName(wanted === 'int' ? 'number' : wanted);
};

/** Whether a value of the type may be given for such an argument. */
function accepts(wanted: ArgType, type: Type): boolean {
  if (wanted === 'any' || isLoose(type)) return true;
  if (wanted === 'moment') return isMoment(type);
  if (wanted === 'list') return isList(type);
  return type === (wanted === 'int' ? 'number' : wanted === 'unit' ? 'text' : wanted);
}

/** Refuses expressions whose evaluation would take too long even for little data. */
function checkCost(
  ast: Ast,
  most: Cost,
  textOf: TextOf | undefined,
  errors: ExpressionError[],
): void {
  const { steps, text } = costOf(ast, textOf);
  if (text > most.text)
    errors.push(
      new ExpressionError(
        'limit',
        ast.start,
        ast.end,
        '公式会拼出太长的文本',
        '减少替换和连接的层数',
      ),
    );
  if (steps > most.steps)
    errors.push(
      new ExpressionError(
        'limit',
        ast.start,
        ast.end,
        '公式要算的步骤太多',
        '减少统计的层数，或把条件拆开',
      ),
    );
}

/**
 * Types an expression, finds every unknown name and every value of a wrong type, and lists what it
 * reads.
 */
export function check(ast: Ast, env: CheckEnv): CheckResult {
  const checker = new Checker(env);
  const whole = env.isRows ? withTotals(ast, env.isRows) : ast;
  const type = checker.type(whole, null);
  if (env.most !== undefined) checkCost(whole, env.most, env.textOf, checker.errors);
  return { type, errors: checker.errors, dependencies: unique(checker.found) };
}
