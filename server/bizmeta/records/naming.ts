import type { FieldType } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Catalog, View } from '../meta/catalog.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { HOLDS_MANY } from '../query/labels.ts';
import { subTables } from './rows.ts';

/** Records whose fields, or whose sub-tables' rows, name a person or a department. Those in the recycle bin stay out of it, as everywhere. */

/** Which fields of the builder's are asked. */
export interface Asked { readonly types: readonly FieldType[]; readonly wanted?: (column: Column) => boolean }

/** An object with fields that may name somebody: its own, and those of its sub-tables' rows by the field that holds the rows. */
export interface Naming { readonly view: View; readonly own: readonly Column[]; readonly below: readonly { readonly column: Column; readonly rows: ObjectTable; readonly columns: readonly Column[] }[] }

/** Objects by name, that of a sub-table's rows being the one they belong to. */
const OBJECTS = `SELECT DISTINCT coalesce(p.api_name, o.api_name) AS name FROM bizmeta.field f JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
  LEFT JOIN bizmeta.field x ON x.tenant_id = o.tenant_id AND x.id = o.parent_field LEFT JOIN bizmeta.object p ON p.tenant_id = x.tenant_id AND p.id = x.object_id
  WHERE f.tenant_id = $1 AND f.type = ANY($2) AND f.removed_at IS NULL AND o.deleted_at IS NULL AND x.removed_at IS NULL ORDER BY 1`;

const columnsOf = (table: ObjectTable, { types, wanted }: Asked): Column[] =>
  [...table.columns.values()].filter((column) => !column.system && types.includes(column.field.type) && (wanted?.(column) ?? true));

/** Objects with such fields, one by one, each with its shape locked until the transaction ends. */
export async function* namingObjects(tx: TenantTx, catalog: Catalog, asked: Asked): AsyncGenerator<Naming> {
  for (const { name } of await tx.query<{ name: string }>(OBJECTS, [tx.tenant.id, asked.types])) {
    const view = await catalog.enter(tx, name);
    const own = columnsOf(view.table, asked);
    const below = subTables(view.table).map((column) => ({ column, rows: column.rows, columns: columnsOf(column.rows, asked) })).filter(({ columns }) => columns.length > 0);
    if (own.length + below.length > 0) yield { view, own, below };
  }
}

/** One of the columns of `alias` names `id`, a parameter of type text. */
export const namesSql = (columns: readonly Column[], alias: string, id: string): string =>
  columns.map(({ field, sql }) => (HOLDS_MANY.has(field.type) ? `${alias}.${sql} @> ARRAY[${id}]` : `${alias}.${sql} = ${id}`)).join(' OR ') || 'false';

/** Living records, as `r`, that name `id` themselves or in a row. */
export const namedSql = ({ view, own, below }: Naming, id: string): string =>
  `FROM ${view.table.name} r WHERE r.deleted_at IS NULL AND (${[namesSql(own, 'r', id), ...below.map(({ rows, columns }) => `r.id IN (SELECT w.parent_id FROM ${rows.name} w WHERE ${namesSql(columns, 'w', id)})`)].join(' OR ')})`;

/** How many records of all objects name `id`, each counted once; no further than to `cap`. */
export async function countNaming(tx: TenantTx, catalog: Catalog, asked: Asked, id: string, cap = Number.MAX_SAFE_INTEGER): Promise<number> {
  let total = 0;
  for await (const naming of namingObjects(tx, catalog, asked)) {
    const [counted] = await tx.query<{ n: number }>(`SELECT count(*) AS n FROM (SELECT ${namedSql(naming, '$1::text')} LIMIT $2) c`, [id, cap - total]);
    total += counted?.n ?? 0;
    if (total >= cap) break;
  }
  return total;
}
