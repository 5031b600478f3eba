import {
  isPercent,
  type FieldDescribe,
  type FilterGroup,
  type FilterLeaf,
  type FilterNode,
  type FilterOperator,
} from '../../contract/index.ts';
import { parse, type Ast } from '../../expression/index.ts';
import { fromRatio } from '../numbers/ratio.ts';
import { conditionOperators, eachNumber } from './operators.ts';

type Fields = ReadonlyMap<string, FieldDescribe>;
type Binary = Ast & { kind: 'binary' };

/** The constant value of a node; undefined for anything computed. */
function constant(ast: Ast): string | number | boolean | undefined {
  if (ast.kind === 'text' || ast.kind === 'boolean') return ast.value;
  if (ast.kind === 'number') return Number(ast.value);
  if (ast.kind === 'unary' && ast.op === '-' && ast.arg.kind === 'number')
    return -Number(ast.arg.value);
  return ast.kind === 'call' && ast.fn === 'date' && ast.args[0]?.kind === 'text'
    ? ast.args[0].value
    : undefined;
}
const nameOf = (ast: Ast): string | undefined =>
  ast.kind === 'path' && ast.path.length === 1 ? ast.path[0] : undefined;
const isPerson = (ast: Ast): boolean => ast.kind === 'path' && ast.path.join('.') === 'user.id';
const isToday = (ast: Ast): boolean => ast.kind === 'call' && ast.fn === 'today';

const COMPARE: Partial<Record<Binary['op'], FilterOperator>> = {
  '=': 'eq',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
};
const CALLS: Readonly<Record<string, readonly [FilterOperator, FilterOperator | undefined]>> = {
  contains: ['contains', 'ncontains'],
  startsWith: ['starts', undefined],
  endsWith: ['ends', undefined],
  isEmpty: ['empty', 'nempty'],
};

function leafOf(
  field: string | undefined,
  op: FilterOperator | undefined,
  value?: unknown,
): FilterLeaf | undefined {
  return field === undefined || op === undefined
    ? undefined
    : { field, op, ...(value !== undefined && { value }) };
}
function callLeaf(ast: Ast, negated: boolean): FilterLeaf | undefined {
  if (ast.kind !== 'call') return undefined;
  const op = CALLS[ast.fn]?.[negated ? 1 : 0];
  const value = ast.args[1] && constant(ast.args[1]);
  return ast.fn === 'isEmpty'
    ? leafOf(nameOf(ast.args[0]!), op)
    : value === undefined
      ? undefined
      : leafOf(nameOf(ast.args[0]!), op, value);
}
function compareLeaf(ast: Binary): FilterLeaf | undefined {
  if (ast.op === '=' && isPerson(ast.right)) return leafOf(nameOf(ast.left), 'me');
  if (ast.op === '=' && isToday(ast.right)) return leafOf(nameOf(ast.left), 'today');
  const value = constant(ast.right);
  return value === undefined ? undefined : leafOf(nameOf(ast.left), COMPARE[ast.op], value);
}
/** 'a' in kinds, or several of them on the same field. */
function member(ast: Ast): { field: string; value: unknown } | undefined {
  if (ast.kind !== 'in' || ast.not) return undefined;
  const [field, value] = [nameOf(ast.list), constant(ast.arg)];
  return field === undefined || value === undefined ? undefined : { field, value };
}
const spread = (ast: Ast, op: 'and' | 'or'): Ast[] =>
  ast.kind === 'binary' && ast.op === op
    ? [...spread(ast.left, op), ...spread(ast.right, op)]
    : [ast];
function membersLeaf(ast: Ast, by: 'and' | 'or', op: FilterOperator): FilterLeaf | undefined {
  const members = spread(ast, by).map(member);
  const [first] = members;
  return first && members.every((each) => each?.field === first.field)
    ? leafOf(
        first.field,
        op,
        members.map((each) => each!.value),
      )
    : undefined;
}
function inLeaf(ast: Ast & { kind: 'in' }): FilterLeaf | undefined {
  if (ast.list.kind !== 'list') return membersLeaf(ast, 'or', 'hasAny');
  const values = ast.list.items.map(constant);
  return values.length > 0 && values.every((value) => value !== undefined)
    ? leafOf(nameOf(ast.arg), ast.not ? 'nin' : 'in', values)
    : undefined;
}

function leaf(ast: Ast): FilterLeaf | undefined {
  switch (ast.kind) {
    case 'binary':
      return compareLeaf(ast);
    case 'in':
      return inLeaf(ast);
    case 'call':
      return callLeaf(ast, false);
    case 'between': {
      const values = [constant(ast.low), constant(ast.high)];
      return ast.not || values.includes(undefined)
        ? undefined
        : leafOf(nameOf(ast.arg), 'between', values);
    }
    case 'unary':
      return ast.op === 'not'
        ? (callLeaf(ast.arg, true) ?? membersLeaf(ast.arg, 'or', 'hasNone'))
        : undefined;
    default:
      return undefined;
  }
}
/** A leaf the condition builder could have made: of an existing field, with an offered operator. */
const isOffered = ({ field, op }: FilterLeaf, fields: Fields): boolean => {
  const known = fields.get(field);
  return known !== undefined && conditionOperators(known).includes(op);
};

/** With the value a person types: 5 for the 0.05 an expression compares a percentage with. */
function asTyped(found: FilterLeaf, fields: Fields): FilterLeaf {
  const field = fields.get(found.field);
  return field && isPercent(field) && found.value !== undefined
    ? { ...found, value: eachNumber(found.value, fromRatio) }
    : found;
}

function node(ast: Ast, fields: Fields): FilterNode | undefined {
  if (ast.kind === 'binary' && (ast.op === 'and' || ast.op === 'or')) {
    const several = membersLeaf(ast, ast.op, ast.op === 'or' ? 'hasAny' : 'hasAll');
    return several && isOffered(several, fields)
      ? asTyped(several, fields)
      : group(ast, ast.op, fields);
  }
  const found = leaf(ast);
  return found && isOffered(found, fields) ? asTyped(found, fields) : undefined;
}
function group(ast: Ast, op: 'and' | 'or', fields: Fields): FilterGroup | undefined {
  const items = spread(ast, op).map((each) => node(each, fields));
  return items.every((each) => each !== undefined) ? { op, items } : undefined;
}

/**
 * An expression as conditions of field, operator and value; null when it contains anything else. An
 * empty one has no conditions.
 */
export function conditionOf(source: string, fields: readonly FieldDescribe[]): FilterGroup | null {
  if (source.trim() === '') return { op: 'and', items: [] };
  const parsed = parse(source);
  if (!parsed.ok) return null;
  const found = node(parsed.ast, new Map(fields.map((field) => [field.apiName, field])));
  if (!found) return null;
  return 'items' in found ? found : { op: 'and', items: [found] };
}
