/**
 * The tree of an expression. Plain data: it may be stored as JSON. `start` and `end` are UTF-16
 * offsets into the source.
 */

interface Span {
  start: number;
  end: number;
}
export type BinaryOp =
  | 'or'
  | 'and'
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '??'
  | '&'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';
export type AggregateName = 'sum' | 'count' | 'min' | 'max' | 'avg' | 'exists';

/** `value` of a number is its decimal text without needless zeros: exact, at any length. */
interface NumberNode extends Span {
  kind: 'number';
  value: string;
}
interface TextNode extends Span {
  kind: 'text';
  value: string;
}
interface BooleanNode extends Span {
  kind: 'boolean';
  value: boolean;
}
interface NullNode extends Span {
  kind: 'null';
}
export interface PathNode extends Span {
  kind: 'path';
  path: string[];
}
interface ListNode extends Span {
  kind: 'list';
  items: Ast[];
}
export interface UnaryNode extends Span {
  kind: 'unary';
  op: '-' | 'not';
  arg: Ast;
}
export interface BinaryNode extends Span {
  kind: 'binary';
  op: BinaryOp;
  left: Ast;
  right: Ast;
}
export interface InNode extends Span {
  kind: 'in';
  not: boolean;
  arg: Ast;
  list: Ast;
}
export interface BetweenNode extends Span {
  kind: 'between';
  not: boolean;
  arg: Ast;
  low: Ast;
  high: Ast;
}
interface IsNullNode extends Span {
  kind: 'isNull';
  not: boolean;
  arg: Ast;
}
/** `fn` is the English name, as in FUNCTIONS. */
export interface CallNode extends Span {
  kind: 'call';
  fn: string;
  args: Ast[];
}
/**
 * sum(lines.amount where qty > 0): `path` leads into or to a list, `item` is null. sum(qty * price
 * of lines where qty > 0): `path` leads to the list, `item` is calculated for each row. Names in
 * `item` and `where` are read from the row first, then from the surrounding scope.
 */
export interface AggregateNode extends Span {
  kind: 'aggregate';
  fn: AggregateName;
  path: string[];
  item: Ast | null;
  where: Ast | null;
}

export type Ast =
  | NumberNode
  | TextNode
  | BooleanNode
  | NullNode
  | PathNode
  | ListNode
  | UnaryNode
  | BinaryNode
  | InNode
  | BetweenNode
  | IsNullNode
  | CallNode
  | AggregateNode;

/** A function for every kind of node; `More`: what it is given beside the node. */
export type NodeHandlers<Result, More extends readonly unknown[] = []> = {
  readonly [Kind in Ast['kind']]: (ast: Extract<Ast, { kind: Kind }>, ...more: More) => Result;
};
/** The handler of a node's kind. */
export const handlerOf = <Result, More extends readonly unknown[]>(
  handlers: NodeHandlers<Result, More>,
  { kind }: Ast,
): ((ast: Ast, ...more: More) => Result) => handlers[kind] as (ast: Ast, ...more: More) => Result;

/** The nodes directly below. */
export function children(ast: Ast): readonly Ast[] {
  switch (ast.kind) {
    case 'list':
      return ast.items;
    case 'unary':
    case 'isNull':
      return [ast.arg];
    case 'binary':
      return [ast.left, ast.right];
    case 'in':
      return [ast.arg, ast.list];
    case 'between':
      return [ast.arg, ast.low, ast.high];
    case 'call':
      return ast.args;
    case 'aggregate':
      return [ast.item, ast.where].filter((node) => node !== null);
    default:
      return [];
  }
}

/** What a & b & c joins, from left to right: one text is made of all of them. */
export function joinedParts(ast: BinaryNode): Ast[] {
  const parts: Ast[] = [];
  let at: Ast = ast;
  for (; at.kind === 'binary' && at.op === '&'; at = at.left) parts.push(at.right);
  return [...parts, at].reverse();
}

/** Nodes of the whole tree. */
export const size = (ast: Ast): number =>
  children(ast).reduce((sum, child) => sum + size(child), 1);
