import type { FieldType } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Catalog, ObjectCatalogEntry } from '../meta/catalog.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { HOLDS_MANY } from '../query/labels.ts';
import { subTables } from './rows.ts';

/**
 * Records whose fields, or whose sub-tables' rows, name a person or a department. Deleted ones are
 * ignored, as everywhere.
 */

/** Selects the builder's fields. */
export interface MemberFieldQuery {
  readonly types: readonly FieldType[];
  /** Whether who owns a record, or for which department, counts: then every object is looked into. */
  readonly owners?: 'owner' | 'dept';
  readonly wanted?: (column: Column) => boolean;
}

/**
 * An object with fields that may name a user: its own, and those of its sub-tables' rows by the
 * field that holds the rows.
 */
export interface Naming {
  readonly view: ObjectCatalogEntry;
  readonly own: readonly Column[];
  readonly below: readonly {
    readonly column: Column;
    readonly rows: ObjectTable;
    readonly columns: readonly Column[];
  }[];
}

/** Objects by name, that of a sub-table's rows being the one they belong to. */
const OBJECTS = `SELECT DISTINCT coalesce(p.api_name, o.api_name) AS name FROM bizmeta.field f
  JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
  LEFT JOIN bizmeta.field x ON x.tenant_id = o.tenant_id AND x.id = o.parent_field LEFT
    JOIN bizmeta.object p ON p.tenant_id = x.tenant_id AND p.id = x.object_id
  WHERE f.tenant_id = $1 AND f.type = ANY($2) AND f.removed_at IS NULL AND o.deleted_at IS NULL
    AND x.removed_at IS NULL ORDER BY 1`;

const ALL_OBJECTS = `SELECT o.api_name AS name FROM bizmeta.object o
  WHERE o.tenant_id = $1 AND o.parent_field IS NULL AND o.deleted_at IS NULL ORDER BY 1`;

const columnsOf = (table: ObjectTable, { types, wanted }: MemberFieldQuery): Column[] =>
  [...table.columns.values()].filter(
    (column) => !column.system && types.includes(column.field.type) && (wanted?.(column) ?? true),
  );

/** Names of the objects with fields of these types, in a stable order. */
export const objectsNaming = async (
  tx: TenantTx,
  { types, owners }: MemberFieldQuery,
): Promise<string[]> =>
  (owners
    ? await tx.query<{ name: string }>(ALL_OBJECTS, [tx.tenant.id])
    : await tx.query<{ name: string }>(OBJECTS, [tx.tenant.id, types])
  ).map(({ name }) => name);

/**
 * The object's selected fields, its shape locked until the transaction ends; undefined when there
 * are none.
 */
export async function namingOf(
  tx: TenantTx,
  catalog: Catalog,
  asked: MemberFieldQuery,
  name: string,
): Promise<Naming | undefined> {
  const view = await catalog.enterWhole(tx, name);
  const owner = asked.owners && view.table.ownership?.[asked.owners];
  const own = [...columnsOf(view.table, asked), ...(owner ? [owner] : [])];
  const below = subTables(view.table)
    .map((column) => ({ column, rows: column.rows, columns: columnsOf(column.rows, asked) }))
    .filter(({ columns }) => columns.length > 0);
  return own.length + below.length > 0 ? { view, own, below } : undefined;
}

/** Objects with such fields, one by one. */
async function* namingObjects(
  tx: TenantTx,
  catalog: Catalog,
  asked: MemberFieldQuery,
): AsyncGenerator<Naming> {
  for (const name of await objectsNaming(tx, asked)) {
    const naming = await namingOf(tx, catalog, asked, name);
    if (naming) yield naming;
  }
}

/** One of the columns of `alias` names `id`, a parameter of type text. */
export const namesSql = (columns: readonly Column[], alias: string, id: string): string =>
  columns
    .map(({ field, sql }) =>
      HOLDS_MANY.has(field.type) ? `${alias}.${sql} @> ARRAY[${id}]` : `${alias}.${sql} = ${id}`,
    )
    .join(' OR ') || 'false';

const rowsNaming = (rows: ObjectTable, columns: readonly Column[], id: string): string =>
  `r.id IN (SELECT w.parent_id FROM ${rows.name} w WHERE ${namesSql(columns, 'w', id)})`;

/** Records, not deleted, as `r`, that name `id` themselves or in a row. */
export const namedSql = ({ view, own, below }: Naming, id: string): string =>
  `FROM ${view.table.name} r WHERE r.deleted_at IS NULL
    AND (${[namesSql(own, 'r', id), ...below.map(({ rows, columns }) => rowsNaming(rows, columns, id))].join(' OR ')})`;

/**
 * How many records of each object name `id`, each counted once, of objects with any; counted up to
 * `cap`.
 */
export async function recordsNaming(
  tx: TenantTx,
  catalog: Catalog,
  asked: MemberFieldQuery,
  id: string,
  cap: number,
): Promise<{ label: string; records: number }[]> {
  const found = [];
  for await (const naming of namingObjects(tx, catalog, asked)) {
    const [counted] = await tx.query<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT ${namedSql(naming, '$1::text')} LIMIT $2) c`,
      [id, cap],
    );
    if (counted?.n) found.push({ label: naming.view.table.describe.label, records: counted.n });
  }
  return found;
}

interface FieldNaming {
  readonly object: ObjectTable['describe'];
  readonly label: string;
  readonly records: number;
}
/** The same per field: the object, the field and how many records name `id`. */
export async function fieldsNaming(
  tx: TenantTx,
  catalog: Catalog,
  asked: MemberFieldQuery,
  id: string,
  cap: number,
): Promise<FieldNaming[]> {
  const found: FieldNaming[] = [];
  for await (const naming of namingObjects(tx, catalog, asked)) {
    const {
      view: {
        table: { describe },
      },
      own,
      below,
    } = naming;
    const places = [
      ...own.map((column) => ({
        label: column.field.label,
        sql: namesSql([column], 'r', '$1::text'),
      })),
      ...below.flatMap(({ column, rows, columns }) =>
        columns.map((inner) => ({
          label: `${column.field.label}／${inner.field.label}`,
          sql: rowsNaming(rows, [inner], '$1::text'),
        })),
      ),
    ];
    const counts = places.map(({ sql }) => `count(*) FILTER (WHERE ${sql})`).join(', ');
    const [counted] = await tx.query<{ counts: number[] }>(
      `SELECT ARRAY[${counts}]::integer[] AS counts
        FROM (SELECT r.* ${namedSql(naming, '$1::text')} LIMIT $2) r`,
      [id, cap],
    );
    places.forEach(({ label }, at) => {
      const records = counted?.counts[at] ?? 0;
      if (records > 0) found.push({ object: describe, label, records });
    });
  }
  return found;
}
