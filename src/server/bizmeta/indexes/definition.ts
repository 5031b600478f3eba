import { createHash } from 'node:crypto';
import type { Bind } from '../fields/index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { searchGrams } from '../query/grams.ts';
import { isOrderable, isSearchable } from './needs.ts';

/** The definition of a key's index, as the part of CREATE INDEX after its name. */

/** A quoted SQL text; backslashes are literal (standard_conforming_strings). */
const quoted = (text: string): string => `'${text.replaceAll(`'`, `''`)}'`;

/**
 * An index has no parameters: values a sort key binds, the codes of options, are written as
 * literals.
 */
const written: Bind = (value) => {
  if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) {
    throw new TypeError('a sort key binds lists of texts only');
  }
  return value.length === 0 ? `'{}'` : `ARRAY[${value.map(quoted).join(', ')}]`;
};

function columnOf(table: ObjectTable, sql: string): Column | undefined {
  const { owner, dept } = table.ownership ?? {};
  return [owner, dept, ...table.columns.values()].find(
    (column) => column?.sql === sql && column.stored,
  );
}

function orderParts(table: ObjectTable, columns: readonly string[]): string[] | undefined {
  const [last, ...fixed] = columns.map((sql) => columnOf(table, sql)).toReversed();
  if (!last?.kind.sort || !isOrderable(last) || fixed.includes(undefined)) return undefined;
  const key = last.kind.sort.sql(last.sql, last.field, written);
  return [...fixed.map((column) => column!.sql), `(${key})`, ...(last.sql === 'id' ? [] : ['id'])];
}

/** The definition of a key's index; undefined when the table no longer has the column. */
export function definitionOf(table: ObjectTable, key: string): string | undefined {
  const [kind, columns] = [key.slice(0, 2), key.slice(2).split(',')];
  if (kind === 't:') {
    const column = columnOf(table, columns[0]!);
    if (!column || !isSearchable(column)) return undefined;
    return `ON ${table.name} USING gin (bizmeta.grams(${column.sql}::text)) WHERE deleted_at IS NULL`;
  }
  if (kind === 'q:') {
    const fits = columns.every((sql) => {
      const column = columnOf(table, sql);
      return column !== undefined && isSearchable(column);
    });
    return fits
      ? `ON ${table.name} USING gin (${searchGrams(columns)}) WHERE deleted_at IS NULL`
      : undefined;
  }
  const parts = orderParts(table, columns);
  return parts && `ON ${table.name} (${parts.join(', ')}) WHERE deleted_at IS NULL`;
}

/** The start of the names of all list indexes of a table. */
export const prefixOf = (no: number): string => `o_${no}_x_`;
/** A changed definition gets another name. */
export const indexName = (no: number, definition: string): string =>
  `${prefixOf(no)}${createHash('sha256').update(definition).digest('hex').slice(0, 12)}`;
