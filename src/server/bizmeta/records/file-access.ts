import {
  AppError,
  SqlParameters,
  type Bind,
  type Context,
  type Database,
  type TenantTx,
} from '../../kernel/index.ts';
import type { UsedAt } from '../../storage/index.ts';
import type { People } from '../access/people.ts';
import { guestOfRecord } from '../access/record-guests.ts';
import type { Catalog, Query } from '../meta/catalog.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { guarded } from '../query/conditions.ts';

interface Readers {
  readonly db: Database;
  readonly catalog: Catalog;
  readonly people: People;
}

const OBJECT = `SELECT coalesce(p.api_name, o.api_name) AS name FROM bizmeta.object o
  LEFT JOIN bizmeta.field f ON f.tenant_id = o.tenant_id AND f.id = o.parent_field
  LEFT JOIN bizmeta.object p ON p.tenant_id = o.tenant_id AND p.id = f.object_id
  WHERE o.tenant_id = current_setting('huozi.tenant') AND o.no = $1 AND o.deleted_at IS NULL`;

/** The object whose record, or row of a sub-table, is stored in a table. */
async function objectOf(query: Query, tableNo: number | null): Promise<string | undefined> {
  const [object] = await query<{ name: string }>(OBJECT, [tableNo]);
  return object?.name;
}

const queryAs =
  (db: Database, asker: Context | TenantTx): Query =>
  (text, values) =>
    'query' in asker ? asker.query(text, values) : db.readTenant(asker, text, values);

/** Whether the person sees one of the records that use a file, and the field it is in. */
export async function readsFile(
  readers: Readers,
  asker: Context | TenantTx,
  fileId: string,
  uses: readonly UsedAt[],
): Promise<boolean> {
  const query = queryAs(readers.db, asker);
  // Who may do everything sees deleted records too. For others an open object is the whole table,
  // of an application in use.
  if ((await readers.people.accessOf(asker, query)) === null) return true;
  for (const tableNo of new Set(uses.map((use) => use.tableNo))) {
    const table = await seenTable(readers, asker, query, tableNo);
    const ids = uses.filter((use) => use.tableNo === tableNo).map(({ item }) => item);
    if (table && (await holdsFile(query, table, ids, fileId))) return true;
    if (await showsFile(readers, asker, query, { tableNo, ids, fileId })) return true;
  }
  return false;
}

/** The same of who is asked about a record now: of the fields they are shown. */
async function showsFile(
  { db, catalog }: Readers,
  asker: Context | TenantTx,
  query: Query,
  { tableNo, ids, fileId }: { tableNo: number | null; ids: readonly string[]; fileId: string },
): Promise<boolean> {
  const object = await objectOf(query, tableNo);
  if (object === undefined) return false;
  for (const recordId of ids) {
    const guest = await guestOfRecord(db, asker, query, { object, recordId });
    if (!guest) continue;
    const { table } = await wholeTable(catalog, asker, object);
    if (await holdsFile(query, table, [recordId], fileId, (name) => guest.shows(name))) return true;
  }
  return false;
}

const wholeTable = (
  catalog: Catalog,
  asker: Context | TenantTx,
  name: string,
): ReturnType<Catalog['wholeView']> =>
  'query' in asker ? catalog.enterAnyObject(asker, name) : catalog.wholeView(asker, name);

async function seenTable(
  { catalog }: Readers,
  asker: Context | TenantTx,
  query: Query,
  tableNo: number | null,
): Promise<ObjectTable | undefined> {
  const object = await objectOf(query, tableNo);
  try {
    if (object === undefined) return undefined;
    if ('query' in asker) return (await catalog.enterObject(asker, object)).table;
    const view = await catalog.view(asker, object);
    // It may have been taken out of use, or changed, since it was cached.
    const isCurrent = await catalog.isCurrent(asker, view);
    return (isCurrent ? view : await catalog.view(asker, object)).table;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

async function holdsFile(
  query: Query,
  table: ObjectTable,
  ids: readonly string[],
  fileId: string,
  shows?: (field: string) => boolean,
): Promise<boolean> {
  const { values, bind } = new SqlParameters();
  const holding = holdingSql(table, fileId, bind, shows);
  if (holding.length === 0) return false;
  const found = await query(
    `SELECT FROM ${table.from(bind)} r WHERE r.id = ANY(${bind(ids)}::uuid[])
      AND r.deleted_at IS NULL AND (${holding.join(' OR ')}) LIMIT 1`,
    values,
  );
  return found.length > 0;
}

/** Conditions of a record `r`: one of its fields, or of its sub-tables' columns, names the file. */
function holdingSql(
  table: ObjectTable,
  fileId: string,
  bind: Bind,
  shows: (field: string) => boolean = () => true,
): string[] {
  const named = bind(fileId);
  return [...table.columns.values()].flatMap((column): string[] => {
    if (!shows(column.field.apiName)) return [];
    if (column.kind.files) return [namesFile('r', column, named)];
    const rows = column.rows && rowNamesFile(column.rows, named);
    return rows === undefined ? [] : [guarded(rows, [column], 'r')];
  });
}

/** The same of the rows of a sub-table; undefined when none of its columns has files. */
function rowNamesFile({ name, columns }: ObjectTable, file: string): string | undefined {
  const having = [...columns.values()].filter(({ kind }) => kind.files);
  if (having.length === 0) return undefined;
  return `EXISTS (SELECT FROM ${name} w WHERE w.parent_id = r.id
      AND (${having.map((each) => namesFile('w', each, file)).join(' OR ')}))`;
}

/** By its id alone: a file's name is its uploader's to choose, and may be the id of another. */
const namesFile = (alias: string, { sql }: Column, file: string): string =>
  `jsonb_path_exists(${alias}.${sql}, '$.fileId ? (@ == $id)',
    jsonb_build_object('id', ${file}::text))`;
