import type { Column, ObjectTable } from '../meta/table.ts';
import { columnNamed } from '../query/related.ts';

const RELATED = /^x_(f_\d+)_(f_\d+|[a-z_]+)$/;

/** The column of a name in the database, or of one through a lookup (x_f_3_f_7). */
export function columnBySql(table: ObjectTable, sql: string): Column | undefined {
  const { owner, dept } = table.ownership ?? {};
  const own = [owner, dept, ...table.columns.values()].find((column) => column?.sql === sql);
  if (own) return own;
  const [, lookupSql = '', fieldSql = ''] = RELATED.exec(sql) ?? [];
  const lookup = [...table.columns.values()].find((column) => column.sql === lookupSql);
  const target = table.find(lookup?.field.refObject ?? '');
  const column = [...(target?.columns.values() ?? [])].find((each) => each.sql === fieldSql);
  return lookup && column
    ? columnNamed(table, `${lookup.field.apiName}.${column.field.apiName}`)
    : undefined;
}
