import type { Ast, AggregateName, BinaryOp, PathNode } from './ast.ts';
import { ExpressionError } from '../values/errors.ts';
import { findFunction, functionNames, type FunctionDefinition } from './functions.ts';
import { AGGREGATES, EXPRESSION_WORDS, LEVEL, OPERATOR_LEVEL, TRUTHS } from './grammar.ts';
import { tokenize, type Token } from './lexer.ts';
import {
  MAX_DEPTH,
  MAX_ITEMS,
  MAX_LITERAL_DIGITS,
  MAX_NODES,
  MAX_SOURCE,
} from '../values/limits.ts';
import { nearest } from '../values/nearest.ts';

export type ParseResult = { ok: true; ast: Ast } | { ok: false; errors: ExpressionError[] };

/** Names that give access to the machinery of JavaScript. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

class Parser {
  private at = 0;
  private nodes = 0;
  private depth = 0;
  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Ast {
    const ast = this.expression(0);
    const rest = this.peek();
    if (rest.kind !== 'end') throw this.unexpected(rest, '运算符或结尾');
    return ast;
  }

  private peek(ahead = 0): Token {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)]!;
  }
  private take(): Token {
    return this.tokens[this.at++] ?? this.tokens.at(-1)!;
  }
  private isSymbol(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'symbol' && token.text === text;
  }
  private word(ahead = 0): string {
    const token = this.peek(ahead);
    return token.kind === 'name' && !token.quoted ? token.text.toLowerCase() : '';
  }
  private expect(text: string): Token {
    return this.isSymbol(text) ? this.take() : this.fail(`${text}`);
  }
  private expectWord(word: string): Token {
    return this.word() === word ? this.take() : this.fail(word);
  }
  private fail(wanted: string): never {
    throw this.unexpected(this.peek(), wanted);
  }

  private unexpected(token: Token, wanted: string): ExpressionError {
    const seen =
      token.kind === 'end'
        ? '公式到此就结束了'
        : `却遇到 ${token.kind === 'text' ? `'${token.text}'` : token.text}`;
    return new ExpressionError(
      'unexpected',
      token.start,
      token.end,
      `这里应当是${/^[\x21-\x7e]/.test(wanted) ? ' ' : ''}${wanted}，${seen}`,
      /^[\x21-\x7e]+$/.test(wanted) ? wanted : undefined,
    );
  }

  private make<T extends Ast>(node: T): T {
    if (++this.nodes > MAX_NODES)
      throw new ExpressionError(
        'limit',
        node.start,
        node.end,
        `公式太长，最多 ${MAX_NODES} 个部分`,
      );
    return node;
  }

  private expression(min: number): Ast {
    if (++this.depth > MAX_DEPTH)
      throw new ExpressionError(
        'limit',
        this.peek().start,
        this.peek().end,
        `公式嵌套太深，最多 ${MAX_DEPTH} 层`,
      );
    let left = this.prefix(min);
    for (let more = this.infix(left, min); more !== null; more = this.infix(left, min)) left = more;
    this.depth--;
    return left;
  }

  private prefix(min: number): Ast {
    const token = this.peek();
    const isNot = this.word() === 'not';
    if (!isNot && !this.isSymbol('-')) return this.atom();
    if (isNot && min > LEVEL.not)
      throw new ExpressionError(
        'unexpected',
        token.start,
        token.end,
        '这里的 not 要放在括号里',
        '(not …)',
      );
    this.take();
    const arg = this.expression(isNot ? LEVEL.not : LEVEL.minus);
    return this.make({
      kind: 'unary',
      op: isNot ? 'not' : '-',
      arg,
      start: token.start,
      end: arg.end,
    });
  }

  /** One more operator after `left`, or null when none binds at least this strongly. */
  private infix(left: Ast, min: number): Ast | null {
    if (min <= LEVEL.compare) {
      const test = this.test(left);
      if (test !== null) return this.unchained(test);
    }
    const op = this.operator();
    if (op === null) return null;
    const level = OPERATOR_LEVEL[op];
    if (level < min) return null;
    this.take();
    const right = this.expression(op === '??' ? level : level + 1);
    const node = this.make({
      kind: 'binary',
      op,
      left,
      right,
      start: left.start,
      end: right.end,
    } as const);
    return level === LEVEL.compare ? this.unchained(node) : node;
  }

  private operator(): BinaryOp | null {
    const token = this.peek();
    const text = token.kind === 'symbol' ? token.text : this.word();
    return Object.hasOwn(OPERATOR_LEVEL, text) ? (text as BinaryOp) : null;
  }

  /** Refuses a < b < c, which would compare a yes or no with c. */
  private unchained(node: Ast): Ast {
    const token = this.peek();
    const op = this.operator();
    const isTest = ['is', 'in', 'between', 'not'].includes(this.word());
    if (isTest || (op !== null && OPERATOR_LEVEL[op] === LEVEL.compare))
      throw new ExpressionError(
        'unexpected',
        token.start,
        token.end,
        '比较不能连着写，请用 and 或 between 连接',
        'between … and …',
      );
    return node;
  }

  /** in, between, is null, and their negations. */
  private test(arg: Ast): Ast | null {
    if (this.word() === 'is') return this.isNull(arg);
    const not = this.word() === 'not';
    const word = this.word(not ? 1 : 0);
    if (word !== 'in' && word !== 'between') return not ? this.fail('运算符或结尾') : null;
    this.at += not ? 2 : 1;
    return word === 'in' ? this.inList(arg, not) : this.between(arg, not);
  }

  private isNull(arg: Ast): Ast {
    this.take();
    const not = this.word() === 'not';
    if (not) this.take();
    const end = this.expectWord('null').end;
    return this.make({ kind: 'isNull', not, arg, start: arg.start, end });
  }

  /**
   * `in (a, b)` is read too: those who know SQL write it so. Other brackets after `in` are just
   * brackets.
   */
  private inList(arg: Ast, not: boolean): Ast {
    const list =
      this.isSymbol('(') && this.isSqlList()
        ? this.listItems(')')
        : this.expression(LEVEL.compare + 1);
    return this.make({ kind: 'in', not, arg, list, start: arg.start, end: list.end });
  }

  /**
   * From an opening bracket: does it hold one literal, or a comma of its own? Looks ahead without
   * reading.
   */
  private isSqlList(): boolean {
    if (this.isSymbol(')', 2))
      return this.peek(1).kind === 'number' || this.peek(1).kind === 'text';
    let depth = 0;
    for (const token of this.tokens.slice(this.at)) {
      if (token.kind !== 'symbol') continue;
      if (token.text === '(' || token.text === '[') depth++;
      if ((token.text === ')' || token.text === ']') && --depth === 0) return false;
      if (token.text === ',' && depth === 1) return true;
    }
    return false;
  }

  private between(arg: Ast, not: boolean): Ast {
    const low = this.expression(LEVEL.compare + 1);
    this.expectWord('and');
    const high = this.expression(LEVEL.compare + 1);
    return this.make({ kind: 'between', not, arg, low, high, start: arg.start, end: high.end });
  }

  private atom(): Ast {
    const token = this.peek();
    const { start, end } = token;
    if (token.kind === 'number') return this.number(this.take());
    if (token.kind === 'text') {
      this.take();
      return this.make({ kind: 'text', value: token.text, start, end });
    }
    if (token.kind === 'name') return this.named(token);
    if (this.isSymbol('(')) return this.parenthesised();
    if (this.isSymbol('[')) return this.listItems(']');
    return this.fail('一个值');
  }

  private number(token: Token): Ast {
    const { text, start, end } = token;
    if (text.length > MAX_LITERAL_DIGITS)
      throw new ExpressionError('limit', start, end, `数字太长，最多 ${MAX_LITERAL_DIGITS} 位`);
    const whole = text.replace(/^0+(?=\d)/, '');
    return this.make({
      kind: 'number',
      value: whole.includes('.') ? whole.replace(/\.?0+$/, '') : whole,
      start,
      end,
    });
  }

  private parenthesised(): Ast {
    const start = this.take().start;
    const inner = this.expression(0);
    return { ...inner, start, end: this.expect(')').end };
  }

  private listItems(close: ']' | ')'): Ast {
    const start = this.take().start;
    const items: Ast[] = [];
    if (!this.isSymbol(close)) this.pushItem(items);
    while (this.isSymbol(',')) {
      this.take();
      this.pushItem(items);
    }
    return this.make({ kind: 'list', items, start, end: this.expect(close).end });
  }

  private pushItem(items: Ast[]): void {
    const { start, end } = this.peek();
    if (items.length >= MAX_ITEMS)
      throw new ExpressionError('limit', start, end, `列表太长，最多 ${MAX_ITEMS} 项`);
    items.push(this.expression(0));
  }

  private named(token: Token): Ast {
    const word = this.word();
    const { start, end } = token;
    if (this.isSymbol('(', 1) && !token.quoted && !EXPRESSION_WORDS.has(word)) return this.call();
    const truth = TRUTHS.get(word);
    if (truth !== undefined) {
      this.take();
      return this.make({ kind: 'boolean', value: truth, start, end });
    }
    if (word === 'null') {
      this.take();
      return this.make({ kind: 'null', start, end });
    }
    if (EXPRESSION_WORDS.has(word)) return this.fail('一个值');
    return this.path();
  }

  private path(): PathNode {
    const start = this.peek().start;
    const path = [this.segment()];
    while (this.isSymbol('.')) {
      this.take();
      path.push(this.segment());
    }
    return this.make({ kind: 'path', path, start, end: this.peek(-1).end });
  }

  private segment(): string {
    const token = this.peek();
    if (token.kind !== 'name') this.fail('名称');
    if (FORBIDDEN.has(token.text))
      throw new ExpressionError(
        'forbiddenName',
        token.start,
        token.end,
        `公式里不能使用名称 ${token.text}`,
      );
    if (token.text === '')
      throw new ExpressionError('unexpected', token.start, token.end, '名称不能为空');
    return this.take().text;
  }

  private call(): Ast {
    const name = this.take();
    const fn = findFunction(name.text);
    if (fn === undefined) {
      const near = nearest(name.text, functionNames());
      throw new ExpressionError(
        'unknownFunction',
        name.start,
        name.end,
        `没有名为 ${name.text} 的函数${near === undefined ? '' : `，是不是 ${near}`}`,
        near,
      );
    }
    this.take();
    const args: Ast[] = [];
    if (!this.isSymbol(')')) {
      this.pushItem(args);
      const aggregate = AGGREGATES.has(fn.name)
        ? this.aggregate(fn.name as AggregateName, name.start, args[0]!)
        : null;
      if (aggregate !== null) return aggregate;
    }
    while (this.isSymbol(',')) {
      this.take();
      this.pushItem(args);
    }
    const end = this.expect(')').end;
    this.checkCount(fn, args.length, name.start, end);
    return this.make({ kind: 'call', fn: fn.name, args, start: name.start, end });
  }

  /**
   * The rest of sum(lines.amount where …) or sum(… of lines where …) after its first argument; null
   * when it is sum(1, 2).
   */
  private aggregate(fn: AggregateName, start: number, first: Ast): Ast | null {
    const isOf = this.word() === 'of';
    const isWhere = this.word() === 'where';
    const isAlone = first.kind === 'path' && this.isSymbol(')');
    if (!isOf && !isWhere && !isAlone) return null;
    if (isWhere && first.kind !== 'path') throw noList(first, fn);
    if (isOf) this.take();
    const list = isOf ? this.path() : (first as PathNode);
    const hasWhere = this.word() === 'where';
    if (hasWhere) this.take();
    const where = hasWhere ? this.expression(0) : null;
    const end = this.expect(')').end;
    return this.make({
      kind: 'aggregate',
      fn,
      path: list.path,
      item: isOf ? first : null,
      where,
      start,
      end,
    });
  }

  private checkCount(fn: FunctionDefinition, given: number, start: number, end: number): void {
    const least = fn.least ?? fn.takes.length;
    const most = fn.rest ? MAX_ITEMS : fn.takes.length;
    if (given >= least && given <= most) return;
    const wanted = fn.rest ? `至少 ${least}` : least === most ? `${least}` : `${least} 到 ${most}`;
    throw new ExpressionError(
      'arguments',
      start,
      end,
      `${fn.name}（${fn.zh}）需要 ${wanted} 个参数，现在有 ${given} 个`,
      `${fn.name}(${fn.args.join(', ')})`,
    );
  }
}

/** Moves an error from a piece of a text to its place in the whole. */
const moved = (error: ExpressionError, by: number): ExpressionError =>
  by === 0
    ? error
    : new ExpressionError(error.code, error.start + by, error.end + by, error.message, error.hint);

/** `offset` is added to the positions of errors: where the source begins in a larger text. */
export function parse(source: string, offset = 0): ParseResult {
  try {
    if (source.length > MAX_SOURCE)
      throw new ExpressionError(
        'limit',
        MAX_SOURCE,
        source.length,
        `公式太长，最多 ${MAX_SOURCE} 个字符`,
      );
    return { ok: true, ast: new Parser(tokenize(source)).whole() };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { ok: false, errors: [moved(error, offset)] };
  }
}

const noList = ({ start, end }: Ast, fn: AggregateName): ExpressionError =>
  new ExpressionError(
    'unexpected',
    start,
    end,
    `where 前面应当是明细的名称，例如 ${fn}(明细.金额 where 条件)`,
  );
