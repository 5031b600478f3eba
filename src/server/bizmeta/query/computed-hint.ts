import { isComputedColumn, type Column } from '../meta/table.ts';
import { readColumns } from './conditions.ts';
import type { ListPlan } from './plan.ts';

/** Most fields that are named of one use. */
const MOST_NAMED = 5;

/**
 * What in a list is computed for every record, for who waited for it in vain: the fields it shows
 * and those it filters, sorts, groups or sums by, as far as the reader may know them. Empty without
 * any.
 */
export function computedHint({ table, columns, where, sort, grouping }: ListPlan): string {
  // A view may filter and sort by fields it does not show its readers.
  const isNamed = (column: Column): boolean =>
    isComputedColumn(column) && table.columns.has(column.field.apiName);
  const uses: readonly (readonly [string, readonly Column[]])[] = [
    ['筛选', readColumns(where)],
    ['排序', sort.map(({ column }) => column)],
    ['分组', (grouping?.levels ?? []).map(({ column }) => column)],
    ['合计', (grouping?.sums ?? []).map(({ column }) => column)],
    ['显示', columns],
  ];
  const said = uses.flatMap(([use, used]) => {
    const labels = new Set(used.filter(isNamed).map(({ field }) => `“${field.label}”`));
    const named = [...labels].slice(0, MOST_NAMED).join('、');
    return labels.size === 0 ? [] : [`${use}${named}${labels.size > MOST_NAMED ? '等' : ''}`];
  });
  return said.length === 0 ? '' : `；它用到了现算的字段（${said.join('，')}），不用它们会快`;
}
