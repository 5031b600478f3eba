import type { AggregateNode, Ast, BinaryOp, CallNode } from './ast.ts';
import { findFunction } from './functions.ts';
import { levelOf, sideLevels } from './print.ts';
import { LEVEL } from './parser.ts';

/** Names for a sentence. A path without a label is used itself. */
export interface SentenceNames {
  label(path: readonly string[]): string | undefined;
  /** The label of an option: what the text `value` compared with the path means. */
  option?(path: readonly string[], value: string): string | undefined;
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

class SentenceWriter {
  constructor(
    private readonly names: SentenceNames,
    private readonly lists: readonly (readonly string[])[] = [],
  ) {}

  at(ast: Ast, min: number, beside?: Ast): string {
    const words = this.node(ast, beside);
    return levelOf(ast) < min ? `（${words}）` : words;
  }

  private node(ast: Ast, beside: Ast | undefined): string {
    const tight = LEVEL.compare + 1;
    switch (ast.kind) {
      case 'number':
        return ast.value;
      case 'text':
        return this.text(ast.value, beside);
      case 'boolean':
        return ast.value ? '是' : '否';
      case 'null':
        return '空值';
      case 'path':
        return this.path(ast.path);
      case 'list':
        return ast.items.map((item) => this.at(item, 0, beside)).join('、') || '空列表';
      case 'unary':
        return ast.op === 'not' ? this.negated(ast.arg) : `−${this.at(ast.arg, LEVEL.minus)}`;
      case 'binary':
        return this.binary(ast);
      case 'in':
        return `${this.at(ast.arg, tight)} ${ast.not ? '不是' : '是'} ${this.at(ast.list, tight, ast.arg)} 之一`;
      case 'between':
        return `${this.at(ast.arg, tight)} ${ast.not ? '不在' : '在'} ${this.at(ast.low, tight)} 到 ${this.at(ast.high, tight)} 之间`;
      case 'isNull':
        return `${this.at(ast.arg, tight)} ${ast.not ? '不为空' : '为空'}`;
      case 'call':
        return this.call(ast);
      case 'aggregate':
        return this.aggregate(ast);
    }
  }

  /** Operators whose negation has a word of its own. */
  private negated(arg: Ast): string {
    const words = arg.kind === 'call' ? NEGATED[arg.fn] : undefined;
    if (arg.kind !== 'call' || words === undefined) return `并非（${this.at(arg, 0)}）`;
    const tight = LEVEL.compare + 1;
    return words.replace(/\{(\d)\}/g, (_, at: string) => {
      const part = arg.args[Number(at)];
      return part ? this.at(part, tight, arg.args[0] === part ? undefined : arg.args[0]) : '';
    });
  }

  private binary(ast: Ast & { kind: 'binary' }): string {
    const [left, right] = sideLevels(ast);
    return `${this.at(ast.left, left, ast.right)}${WORDS[ast.op]}${this.at(ast.right, right, ast.left)}`;
  }

  private text(value: string, beside: Ast | undefined): string {
    const option = beside?.kind === 'path' ? this.names.option?.(beside.path, value) : undefined;
    return `“${option ?? value}”`;
  }

  /** Names in an aggregate may be the row's: they are looked up below the list first. */
  private path(path: readonly string[]): string {
    for (const list of this.lists) {
      const label = this.names.label([...list, ...path]);
      if (label !== undefined) return label;
    }
    return this.names.label(path) ?? path.join('.');
  }

  private call(ast: CallNode): string {
    const fn = findFunction(ast.fn)!;
    const isDate =
      (fn.name === 'date' || fn.name === 'datetime') &&
      ast.args[0]!.kind === 'text' &&
      ast.args.length === 1;
    if (isDate) return (ast.args[0] as Ast & { kind: 'text' }).value;
    if (fn.say !== undefined)
      return fn.say
        .replace(
          /\{(\d)\}/g,
          (_, at: string) => ` ${this.at(ast.args[Number(at)]!, LEVEL.compare)} `,
        )
        .trim()
        .replace(/ {2,}/g, ' ');
    return `${fn.zh}（${ast.args.map((arg) => this.at(arg, 0)).join('，')}）`;
  }

  private aggregate({ fn, path, item, where }: AggregateNode): string {
    const lists = path.map((_, at) => path.slice(0, path.length - at));
    const inner = new SentenceWriter(this.names, [...lists, ...this.lists]);
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
export const toSentence = (ast: Ast, names: SentenceNames): string =>
  new SentenceWriter(names).at(ast, 0);
