import type { FilterOperator } from '../../../contract/index.ts';
import type { Bind } from '../fields/index.ts';
import { textKey } from '../meta/list-index.ts';
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
const hasGrams = (text: string): boolean => [...text].length > 1 || text > '~';

/**
 * Uses the text indexes of a table. The original condition stays, so the result is the same with
 * and without.
 */
export const narrowBy =
  (table: ObjectTable): Narrow =>
  (sql, column, op, text, bind, alias) => {
    if (!WITHIN.includes(op) || !table.indexes.has(textKey(column)) || !hasGrams(text)) return sql;
    return `(bizmeta.grams(${alias}.${column.sql}::text) @> bizmeta.grams(${bind(text)}::text) AND ${sql})`;
  };

export const narrowNothing: Narrow = (sql) => sql;
