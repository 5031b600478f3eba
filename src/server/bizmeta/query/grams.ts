import type { FilterOperator } from '../../../contract/index.ts';
import type { Bind } from '../fields/index.ts';
import { searchIndexes, textKey } from '../meta/list-index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';

/** Operators whose value occurs in the text unchanged. */
const WITHIN: readonly FilterOperator[] = ['contains', 'starts', 'ends'];

/**
 * Adds to a condition on a text one that a text index can serve, if there is such an index; else
 * returns it unchanged.
 */
export type Narrow = (
  sql: string,
  column: Column,
  op: FilterOperator,
  text: string,
  bind: Bind,
  alias: string,
) => string;

/** One ASCII character has no grams: an index cannot narrow it down. */
export const hasGrams = (text: string): boolean => [...text].length > 1 || text > '~';

/**
 * What an index for searching holds of a record: the grams of all the texts, and the initials of the
 * first, its title. Columns are SQL names; `at` is what precedes them.
 */
export function searchGrams(columns: readonly string[], at = ''): string {
  const texts = columns.map((sql) => `coalesce(${at}${sql}::text, '')`).join(" || E'\\n' || ");
  return `(bizmeta.grams(${texts}) || bizmeta.initials(coalesce(${at}${columns[0]!}::text, '')))`;
}

/**
 * Uses the text indexes of a table. The original condition stays, so the result is the same with
 * and without.
 */
export const narrowBy =
  (table: ObjectTable): Narrow =>
  (sql, column, op, text, bind, alias) => {
    if (!WITHIN.includes(op) || !hasGrams(text)) return sql;
    const searched = searchIndexes(table).find((held) => held.includes(column.sql));
    const grams = table.indexes.has(textKey(column))
      ? `bizmeta.grams(${alias}.${column.sql}::text)`
      : searched && searchGrams(searched, `${alias}.`);
    return grams ? `(${grams} @> bizmeta.grams(${bind(text)}::text) AND ${sql})` : sql;
  };

export const narrowNothing: Narrow = (sql) => sql;
