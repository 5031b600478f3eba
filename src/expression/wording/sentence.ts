import {
  handlerOf,
  type AggregateNode,
  type Ast,
  type BinaryOp,
  type CallNode,
  type NodeHandlers,
} from '../language/ast.ts';
import { findFunction } from '../language/functions.ts';
import { functionText } from './function-texts.ts';
import { levelOf, sideLevels } from '../language/print.ts';
import { LEVEL } from '../language/grammar.ts';

/** Names for a sentence. A path without a label is used itself. */
export interface SentenceNames {
  label(path: readonly string[]): string | undefined;
  /** The label of an option: what the text `value` compared with the path means. */
  option?(path: readonly string[], value: string): string | undefined;
  /** How a number compared with the path is said: 5 % for 0.05 of a percentage. */
  number?(path: readonly string[], value: string): string | undefined;
}

const WORDS: Record<BinaryOp, string> = {
  or: '，或者 ',
  and: '，并且 ',
  '=': ' 等于 ',
  '!=': ' 不等于 ',
  '<': ' 小于 ',
  '<=': ' 不大于 ',
  '>': ' 大于 ',
  '>=': ' 不小于 ',
  '??': '，为空时取 ',
  '&': ' 接上 ',
  '+': ' + ',
  '-': ' − ',
  '*': ' × ',
  '/': ' ÷ ',
  '%': ' 除后余下 ',
};
const NEGATED: Readonly<Record<string, string>> = {
  isEmpty: '{0} 有内容',
  contains: '{0} 不包含 {1}',
  startsWith: '{0} 开头不是 {1}',
  endsWith: '{0} 结尾不是 {1}',
};
const TOTALS: Record<AggregateNode['fn'], string> = {
  sum: '之和',
  count: '的个数',
  min: '的最小值',
  max: '的最大值',
  avg: '的平均值',
  exists: '',
};

/** How a sentence is written where it is no plain one. */
export interface SentenceStyle {
  /** Words in place of a node's own: its value, say. */
  stands?(ast: Ast): string | undefined;
  brackets?: readonly [open: string, close: string];
}

/** Sides of a comparison: one inside another gets brackets. */
const TIGHT = LEVEL.compare + 1;

class SentenceWriter {
  constructor(
    private readonly names: SentenceNames,
    private readonly lists: readonly (readonly string[])[] = [],
    private readonly style: SentenceStyle = {},
  ) {}

  at(ast: Ast, min: number, beside?: Ast): string {
    const instead = this.style.stands?.(ast);
    // A negative number behind a sign of its own is read wrongly without brackets.
    if (instead !== undefined)
      return min > LEVEL.add && instead.startsWith('-') ? this.inBrackets(instead) : instead;
    const words = handlerOf(this.nodes, ast)(ast, beside);
    return levelOf(ast) < min ? this.inBrackets(words) : words;
  }
  private inBrackets(words: string): string {
    const [open, close] = this.style.brackets ?? ['（', '）'];
    return `${open}${words}${close}`;
  }

  private readonly nodes: NodeHandlers<string, [beside: Ast | undefined]> = {
    number: ({ value }, beside) => this.number(value, beside),
    text: ({ value }, beside) => this.text(value, beside),
    boolean: ({ value }) => (value ? '是' : '否'),
    null: () => '空值',
    path: ({ path }) => this.path(path),
    list: ({ items }, beside) =>
      items.map((item) => this.at(item, 0, beside)).join('、') || '空列表',
    unary: ({ op, arg }) => (op === 'not' ? this.negated(arg) : `−${this.at(arg, LEVEL.minus)}`),
    binary: (ast) => this.binary(ast),
    in: ({ arg, not, list }) =>
      `${this.at(arg, TIGHT)} ${not ? '不是' : '是'} ${this.at(list, TIGHT, arg)} 之一`,
    between: ({ arg, not, low, high }) =>
      `${this.at(arg, TIGHT)} ${not ? '不在' : '在'} ${this.at(low, TIGHT, arg)} 到 ${this.at(high, TIGHT, arg)} 之间`,
    isNull: ({ arg, not }) => `${this.at(arg, TIGHT)} ${not ? '不为空' : '为空'}`,
    call: (ast) => this.call(ast),
    aggregate: (ast) => this.aggregate(ast),
  };

  /** Operators whose negation has a word of its own. */
  private negated(arg: Ast): string {
    const words = arg.kind === 'call' ? NEGATED[arg.fn] : undefined;
    if (arg.kind !== 'call' || words === undefined)
      return `并非${this.inBrackets(this.at(arg, 0))}`;
    return words.replace(/\{(\d)\}/g, (_, at: string) => {
      const part = arg.args[Number(at)];
      return part ? this.at(part, TIGHT, arg.args[0] === part ? undefined : arg.args[0]) : '';
    });
  }

  private binary(ast: Ast & { kind: 'binary' }): string {
    const [left, right] = sideLevels(ast);
    const compares = levelOf(ast) === LEVEL.compare;
    const say = (part: Ast, level: number, beside: Ast): string =>
      this.at(part, level, compares || part.kind === 'text' ? beside : undefined);
    return `${say(ast.left, left, ast.right)}${WORDS[ast.op]}${say(ast.right, right, ast.left)}`;
  }

  private text(value: string, beside: Ast | undefined): string {
    const option =
      beside?.kind === 'path' ? this.names.option?.(this.known(beside.path), value) : undefined;
    return `“${option ?? value}”`;
  }

  private number(value: string, beside: Ast | undefined): string {
    return (
      (beside?.kind === 'path' && this.names.number?.(this.known(beside.path), value)) || value
    );
  }

  /** Names in an aggregate may be the row's: they are looked up below the list first. */
  private known(path: readonly string[]): readonly string[] {
    const list = this.lists.find((each) => this.names.label([...each, ...path]) !== undefined);
    return list ? [...list, ...path] : path;
  }
  private path(path: readonly string[]): string {
    return this.names.label(this.known(path)) ?? path.join('.');
  }

  private call(ast: CallNode): string {
    const fn = findFunction(ast.fn)!;
    const isDate =
      (fn.name === 'date' || fn.name === 'datetime') &&
      ast.args[0]!.kind === 'text' &&
      ast.args.length === 1;
    if (isDate) return (ast.args[0] as Ast & { kind: 'text' }).value;
    const say = functionText(fn.name)?.say;
    if (say !== undefined)
      return say
        .replace(
          /\{(\d)\}/g,
          (_, at: string) => ` ${this.at(ast.args[Number(at)]!, LEVEL.compare)} `,
        )
        .trim()
        .replace(/ {2,}/g, ' ');
    return `${fn.zh}${this.inBrackets(ast.args.map((arg) => this.at(arg, 0)).join('，'))}`;
  }

  private aggregate({ fn, path, item, where }: AggregateNode): string {
    const lists = path.map((_, at) => path.slice(0, path.length - at));
    const inner = new SentenceWriter(this.names, [...lists, ...this.lists], this.style);
    const what =
      item === null
        ? this.path(path)
        : `${this.path(path)} 各行的 ${inner.at(item, LEVEL.compare)}`;
    if (fn === 'exists')
      return where === null ? `${what} 不为空` : `有 ${what} 满足 ${inner.at(where, 0)}`;
    return `${what}${where === null ? '' : `（其中 ${inner.at(where, 0)}）`}${TOTALS[fn]}`;
  }
}

/** The expression as a Chinese sentence, for users who do not read formulas. */
export const toSentence = (
  ast: Ast,
  names: SentenceNames,
  style?: SentenceStyle,
  lists?: readonly (readonly string[])[],
): string => new SentenceWriter(names, lists, style).at(ast, 0);
