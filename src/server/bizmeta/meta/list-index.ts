import type { Column, ObjectTable } from './column.ts';

/**
 * Indexes that serve lists of a large object, by key: `s:f_3` is the order by a column, `s:f_5,f_3`
 * that order among records with one value of another column, `t:f_2` the texts of a column, and
 * `q:f_2,f_7` what a search looks in, the title first. A table knows which of its own are ready.
 */
export const orderKey = (column: Column, fixed?: Column): string =>
  `s:${fixed ? `${fixed.sql},` : ''}${column.sql}`;
export const textKey = (column: Column): string => `t:${column.sql}`;
export const searchKey = (columns: readonly Column[]): string =>
  `q:${columns.map(({ sql }) => sql).join(',')}`;

/** The columns each ready index for searching holds; the first is the title it was made for. */
export const searchIndexes = ({ indexes }: ObjectTable): (readonly string[])[] =>
  [...indexes].filter(isSearchKey).map((key) => key.slice(2).split(','));
export const isSearchKey = (key: string): boolean => key.startsWith('q:');

/**
 * Whether the order by a column is served without sorting, at least among records with a value of
 * one of `fixed`.
 */
export function isOrderIndexed(
  table: ObjectTable,
  column: Column,
  fixed: readonly Column[],
): boolean {
  if (column.sql === 'created_at' || column.sql === 'id') return true;
  return [undefined, ...fixed].some((each) => table.indexes.has(orderKey(column, each)));
}
