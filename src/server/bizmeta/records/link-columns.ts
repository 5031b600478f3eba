import type { Column, ObjectTable } from '../meta/table.ts';
import type { RowLookup } from './change-links.ts';
import { subTables } from './rows.ts';

/** A field that points to records, by how its values are stored. */
export type LinkColumn =
  | { readonly kind: 'single'; readonly column: Column }
  | { readonly kind: 'pairs'; readonly column: Column & { join: string } }
  | ({ readonly kind: 'rows' } & RowLookup);

const isPairs = (column: Column): column is Column & { join: string } => column.join !== undefined;
const ownLink = ({ columns }: ObjectTable, fieldId: string): Column | undefined =>
  [...columns.values()].find(({ field, system }) => !system && field.id === fieldId);

/** The lookup of a sub-table's rows, by its field's id. */
export function rowLookupOf(table: ObjectTable, fieldId: string): RowLookup | undefined {
  for (const column of subTables(table)) {
    const inside = ownLink(column.rows, fieldId);
    if (inside) return { column, rows: column.rows, inside };
  }
  return undefined;
}

/** The lookup by its field's id; undefined when there is no such field any more. */
export function linkOf(table: ObjectTable, fieldId: string): LinkColumn | undefined {
  const column = ownLink(table, fieldId);
  if (column && isPairs(column)) return { kind: 'pairs', column };
  if (column?.field.refObject !== undefined) return { kind: 'single', column };
  const below = rowLookupOf(table, fieldId);
  return below && { kind: 'rows', ...below };
}
