import { MAX_SEARCHED_TEXT } from '../../../contract/index.ts';
import { textFilter } from '../fields/filters/text.ts';
import { conjuncts, fixedColumns, type Condition } from '../query/conditions.ts';
import type { ListPlan } from '../query/plan.ts';
import { searchedColumns } from '../query/search.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { orderKey, searchKey, textKey } from '../meta/list-index.ts';

/** The shape of a list: its conditions, its order, its search. */
export type ListShape = Pick<ListPlan, 'table' | 'where' | 'sort' | 'search'>;

/**
 * Longest text with an index for its order: at four bytes a character it fits in an entry of a
 * b-tree, which refuses more.
 */
const MAX_ORDERED_TEXT = 600;

const isText = (column: Column): boolean => column.kind.filter === textFilter;
/** Numbers made by a rule are always short: a unique index holds them already. */
const lengthOf = ({ field }: Column): number =>
  field.maxLength ?? (field.type === 'autoNumber' ? 0 : Infinity);
const fits = (column: Column): boolean =>
  column.stored &&
  column.join === undefined &&
  (!isText(column) || lengthOf(column) <= MAX_ORDERED_TEXT);

/** A text whose characters an index can hold. */
export const isSearchable = (column: Column): boolean =>
  column.stored && !column.system && isText(column) && lengthOf(column) <= MAX_SEARCHED_TEXT;
/**
 * The key of the index for searching an object; undefined where an index cannot hold what is
 * searched, and where a view hides some of it.
 */
export function searchKeyOf(table: ObjectTable): string | undefined {
  const columns = searchedColumns(table);
  const isWhole = columns.length === 1 + (table.describe.searchFields?.length ?? 0);
  return isWhole && columns.every(isSearchable) ? searchKey(columns) : undefined;
}
/** A column whose order an index can hold. */
export const isOrderable = (column: Column): boolean =>
  fits(column) && column.kind.sort !== undefined;

/** Orders served by the table's own indexes. */
const HAS_OWN = ['created_at', 'id'];

function orderKeys({ where, sort }: ListShape): string[] {
  const first = sort[0]?.column;
  if (!first || !isOrderable(first)) return [];
  const [fixed] = fixedColumns(where).filter(
    (column) => column !== first && column.sql !== 'id' && fits(column),
  );
  if (fixed) return [orderKey(first, fixed)];
  return HAS_OWN.includes(first.sql) ? [] : [orderKey(first)];
}

/** Operators that leave some records only, by values of a column. */
const PICKS = ['eq', 'in', 'me'];
const TEXT_PARTS = ['contains', 'starts', 'ends'];
const BOUNDS = ['gt', 'gte', 'lt', 'lte'];

/** Keys that serve one condition, which must hold; `first` is what the list goes by. */
function conditionKeys(condition: Condition, first: Column): string[] {
  if (condition.kind !== 'value') return [];
  const { column, op } = condition;
  // The records of the other object come first, then those that name one of them.
  if (column.related) return PICKS.includes(op) ? pickedKeys(column.related.by, first) : [];
  if (!column.stored || column.join !== undefined) return [];
  if (op === 'in') return pickedKeys(column, first);
  if (TEXT_PARTS.includes(op)) return isSearchable(column) ? [textKey(column)] : [];
  return isRange(condition) && isOrderable(column) && !HAS_OWN.includes(column.sql)
    ? [orderKey(column)]
    : [];
}

const isRange = ({ op, operand }: Extract<Condition, { kind: 'value' }>): boolean =>
  operand.kind === 'range' || operand.kind === 'span' || BOUNDS.includes(op);

/** The order among records with one of a few values. */
const pickedKeys = (column: Column, first: Column): string[] =>
  isOrderable(first) && column.sql !== first.sql && column.sql !== 'id' && fits(column)
    ? [orderKey(first, column)]
    : [];

/** The keys of the indexes that would serve a list, the most useful first. */
export function needsOf(looked: ListShape): string[] {
  const { table, where, search } = looked;
  const searched = search === undefined ? undefined : searchKeyOf(table);
  return [
    ...new Set([
      ...orderKeys(looked),
      ...(searched === undefined ? [] : [searched]),
      ...conjuncts(where).flatMap((each) => conditionKeys(each, looked.sort[0]!.column)),
    ]),
  ];
}
