import type { FilterOperator } from '../../../contract/index.ts';
import type { Bind, Operand } from '../fields/index.ts';
import type { Column } from '../meta/table.ts';
import { narrowNothing, type Narrow } from './grams.ts';
import { joinedSql } from './joined.ts';

/** A condition in the expression language, checked: the same answer in SQL and in memory. */
export interface Where {
  /** Those it names. */
  readonly columns: readonly Column[];
  sql(alias: string, bind: Bind): string;
  test(record: Readonly<Record<string, unknown>>): boolean;
}

/** A filter after checking: columns instead of names, operands instead of values. */
export type Condition =
  | { kind: 'all' | 'any'; items: readonly Condition[] }
  | { kind: 'value'; column: Column; op: FilterOperator; operand: Operand }
  | { kind: 'fields'; left: Column; op: FieldOperator; right: Column }
  | { kind: 'expression'; where: Where };

/** Operators that may compare two fields. */
export const FIELD_OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const;
export type FieldOperator = (typeof FIELD_OPERATORS)[number];

const SIGNS: Record<FieldOperator, string> = {
  eq: '=',
  ne: 'IS DISTINCT FROM',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

/** The condition as SQL that holds for exactly the rows that match; `alias` is the table's. */
export function conditionSql(
  condition: Condition,
  alias: string,
  bind: Bind,
  narrow: Narrow = narrowNothing,
): string {
  switch (condition.kind) {
    case 'value':
      return valueSql(condition, alias, bind, narrow);
    case 'fields': {
      const { left, op, right } = condition;
      const compared = `${alias}.${left.sql} ${SIGNS[op]} ${alias}.${right.sql}`;
      return guarded(compared, [left, right], alias);
    }
    case 'expression':
      return condition.where.sql(alias, bind);
    default: {
      const items = condition.items.map((item) => conditionSql(item, alias, bind, narrow));
      return `(${items.join(condition.kind === 'all' ? ' AND ' : ' OR ')})`;
    }
  }
}

type ValueCondition = Extract<Condition, { kind: 'value' }>;

function valueSql(
  { column, op, operand }: ValueCondition,
  alias: string,
  bind: Bind,
  narrow: Narrow,
): string {
  if (column.join !== undefined)
    return guarded(joinedSql(op, column.join, alias, operand, bind), [column], alias);
  const sql = column.kind.filter.sql(op, `${alias}.${column.sql}`, operand, bind);
  const narrowed =
    operand.kind === 'one' ? narrow(sql, column, op, operand.value, bind, alias) : sql;
  return guarded(narrowed, [column], alias);
}

/** A condition on values holds only for records in which they may be read. */
export function guarded(condition: string, columns: readonly Column[], alias: string): string {
  const guards = columns.flatMap(({ guard }) => (guard ? [`${alias}.${guard}`] : []));
  return guards.length === 0 ? condition : `(${[...guards, condition].join(' AND ')})`;
}

/** Conditions that all hold, one by one. */
export const conjuncts = (condition: Condition | null): readonly Condition[] =>
  condition?.kind === 'all' ? condition.items.flatMap(conjuncts) : condition ? [condition] : [];

/** Every column the condition reads. */
export function readColumns(condition: Condition | null): readonly Column[] {
  if (condition === null) return [];
  switch (condition.kind) {
    case 'value':
      return [condition.column];
    case 'fields':
      return [condition.left, condition.right];
    case 'expression':
      return condition.where.columns;
    default:
      return condition.items.flatMap(readColumns);
  }
}

/** Columns the condition fixes to one value. */
export const fixedColumns = (condition: Condition | null): Column[] =>
  conjuncts(condition).flatMap((each) =>
    each.kind === 'value' && isFixing(each) && each.column.stored ? [each.column] : [],
  );

const isFixing = ({ op, operand, column }: ValueCondition): boolean =>
  column.join === undefined && operand.kind === 'one' && (op === 'eq' || op === 'me');

const TEXT_OPERATORS: readonly FilterOperator[] = ['contains', 'ncontains', 'starts', 'ends'];

/** Whether the condition reads texts, so that the number of matches cannot be estimated. */
export function readsTexts(condition: Condition | null): boolean {
  if (condition === null) return false;
  if (condition.kind === 'value') return TEXT_OPERATORS.includes(condition.op);
  return (
    condition.kind === 'expression' ||
    (condition.kind !== 'fields' && condition.items.some(readsTexts))
  );
}

function compared(order: number, op: FieldOperator): boolean {
  switch (op) {
    case 'eq':
      return order === 0;
    case 'ne':
      return order !== 0;
    case 'gt':
      return order > 0;
    case 'gte':
      return order >= 0;
    case 'lt':
      return order < 0;
    case 'lte':
      return order <= 0;
  }
}

/** Whether a record in its wire format matches: the same result as the SQL. */
export function matches(condition: Condition, record: Readonly<Record<string, unknown>>): boolean {
  switch (condition.kind) {
    case 'all':
      return condition.items.every((item) => matches(item, record));
    case 'any':
      return condition.items.some((item) => matches(item, record));
    case 'expression':
      return condition.where.test(record);
    case 'value': {
      const { column, op, operand } = condition;
      return column.kind.filter.test(op, cellOf(record, column), operand);
    }
    case 'fields':
      return fieldsMatch(condition, record);
  }
}

function fieldsMatch(
  { left, op, right }: Extract<Condition, { kind: 'fields' }>,
  record: Readonly<Record<string, unknown>>,
): boolean {
  const [a, b] = [cellOf(record, left), cellOf(record, right)];
  if (a === null || b === null) return op === 'ne' && a !== b;
  return compared(left.kind.filter.compare?.(a, b) ?? 0, op);
}
const cellOf = (record: Readonly<Record<string, unknown>>, { field }: Column) =>
  record[field.apiName] ?? null;
