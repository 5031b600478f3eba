import { createHash } from 'node:crypto';
import type { Bind } from '../fields/index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { isOrderable, isSearchable } from './needs.ts';

/** What an index of a key is made of, as CREATE INDEX says it behind its name. */

/** Text as SQL says it; backslashes mean themselves (standard_conforming_strings). */
const quoted = (text: string): string => `'${text.replaceAll(`'`, `''`)}'`;

/** An index has no parameters: what a sort key binds, the codes of options, is written out. */
const written: Bind = (value) => {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) {
    throw new TypeError('a sort key binds lists of texts only');
  }
  return value.length === 0 ? `'{}'` : `ARRAY[${value.map(quoted).join(', ')}]`;
};

function columnOf(table: ObjectTable, sql: string): Column | undefined {
  return [...table.columns.values()].find((column) => column.sql === sql && column.stored);
}

function orderParts(table: ObjectTable, columns: readonly string[]): string[] | undefined {
  const [last, ...fixed] = columns.map((sql) => columnOf(table, sql)).toReversed();
  if (!last?.kind.sort || !isOrderable(last) || fixed.includes(undefined)) return undefined;
  const key = last.kind.sort.sql(last.sql, last.field, written);
  return [...fixed.map((column) => column!.sql), `(${key})`, ...(last.sql === 'id' ? [] : ['id'])];
}

/** What the index of a key is made of; undefined when the table has no such column (any more). */
export function definitionOf(table: ObjectTable, key: string): string | undefined {
  const [kind, columns] = [key.slice(0, 2), key.slice(2).split(',')];
  if (kind === 't:') {
    const column = columnOf(table, columns[0]!);
    if (!column || !isSearchable(column)) return undefined;
    return `ON ${table.name} USING gin (bizmeta.grams(${column.sql}::text)) WHERE deleted_at IS NULL`;
  }
  const parts = orderParts(table, columns);
  return parts && `ON ${table.name} (${parts.join(', ')}) WHERE deleted_at IS NULL`;
}

/** The start of the names of all list indexes of a table. */
export const prefixOf = (no: number): string => `o_${no}_x_`;
/** Another definition is another index. */
export const indexName = (no: number, definition: string): string =>
  `${prefixOf(no)}${createHash('sha256').update(definition).digest('hex').slice(0, 12)}`;
