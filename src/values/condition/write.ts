import {
  isPercent,
  type FieldDescribe,
  type FilterGroup,
  type FilterLeaf,
  type FilterNode,
} from '../../contract/index.ts';
import { writeName } from '../../expression/index.ts';
import { plainNumber } from '../numbers/numbers.ts';
import { toRatio } from '../numbers/ratio.ts';
import { eachNumber, literalKind, type LiteralKind } from './operators.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** The value as it is written; undefined when it does not fit the kind. */
function literal(value: unknown, kind: LiteralKind): string | undefined {
  if (kind === 'number')
    return typeof value === 'number' && Number.isFinite(value) ? plainNumber(value) : undefined;
  if (kind === 'boolean') return typeof value === 'boolean' ? String(value) : undefined;
  if (typeof value !== 'string' || value === '') return undefined;
  return kind === 'date' ? `date(${quoted(value)})` : quoted(value);
}
const literals = (values: unknown, kind: LiteralKind): string[] | undefined => {
  const written = Array.isArray(values) ? values.map((value) => literal(value, kind)) : [];
  return written.length > 0 && written.every((each) => each !== undefined) ? written : undefined;
};

const COMPARE: Partial<Record<FilterLeaf['op'], string>> = {
  eq: '=',
  ne: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};
const CALLS: Partial<Record<FilterLeaf['op'], string>> = {
  contains: 'contains',
  ncontains: 'not contains',
  starts: 'startsWith',
  ends: 'endsWith',
};

const joined = (parts: readonly string[], by: 'and' | 'or'): string =>
  parts.length === 1 ? parts[0]! : `(${parts.join(` ${by} `)})`;

/** Operators without a value. */
const ALONE: Partial<Record<FilterLeaf['op'], (path: string) => string>> = {
  empty: (path) => `isEmpty(${path})`,
  nempty: (path) => `not isEmpty(${path})`,
  today: (path) => `${path} = today()`,
  me: (path) => `${path} = user.id`,
};
const each = (path: string, values: readonly string[]): string[] =>
  values.map((value) => `${value} in ${path}`);
/** Operators with a list of values. */
const LISTS: Partial<
  Record<FilterLeaf['op'], (path: string, values: readonly string[]) => string | undefined>
> = {
  between: (path, values) =>
    values.length === 2 ? `${path} between ${values[0]} and ${values[1]}` : undefined,
  in: (path, values) => `${path} in [${values.join(', ')}]`,
  nin: (path, values) => `${path} not in [${values.join(', ')}]`,
  hasAny: (path, values) => joined(each(path, values), 'or'),
  hasAll: (path, values) => joined(each(path, values), 'and'),
  hasNone: (path, values) => `not (${each(path, values).join(' or ')})`,
};

/** One condition as an expression; undefined while it has no value yet. */
function leafText(
  { field: name, op, value: given }: FilterLeaf,
  field: FieldDescribe | undefined,
): string | undefined {
  if (!field) return undefined;
  const [path, kind] = [writeName(name, 0), literalKind(field)];
  const value = isPercent(field) ? eachNumber(given, toRatio) : given;
  const one = literal(value, kind);
  if (COMPARE[op] !== undefined) return one && `${path} ${COMPARE[op]} ${one}`;
  if (CALLS[op] !== undefined) return one && `${CALLS[op]}(${path}, ${one})`;
  const many = literals(value, kind);
  return ALONE[op]?.(path) ?? (many && LISTS[op]?.(path, many));
}

/**
 * Conditions as an expression over the fields' names. One without a value yet is left out; the text
 * is empty when none is whole. `conditionOf` reads it back.
 */
export function conditionText(group: FilterGroup, fields: readonly FieldDescribe[]): string {
  const byName = new Map(fields.map((field) => [field.apiName, field]));
  const parts = (node: FilterNode): string[] => {
    if (!('items' in node)) {
      const text = leafText(node, byName.get(node.field));
      return text === undefined ? [] : [text];
    }
    const inside = node.items.flatMap(parts);
    return inside.length === 0 ? [] : [joined(inside, node.op)];
  };
  return group.items.flatMap(parts).join(` ${group.op} `);
}
