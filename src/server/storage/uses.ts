import type { AttachmentRef } from '../../contract/index.ts';
import type { TenantTx } from '../kernel/index.ts';
import { FileReaders, type UsedAt, type UseKind } from './readers.ts';

/** A place that uses a file; see storage.file_use. */
export interface FileUsage {
  readonly fileId: string;
  readonly kind: UseKind | 'page';
  /** The record's id, the page's key, the approval's id. */
  readonly item: string;
  /** Number of the table whose column holds the file. */
  readonly tableNo?: number;
}

/**
 * Who begins or ends uses locks the files first, in a statement of its own: the one after it sees
 * what the other wrote. Else a file whose last use ends while another begins is taken for unused.
 */
const LOCK_SQL = `select from storage.file where tenant_id = $1 and id = any($2) order by id
  for key share`;
const LOCK_USED_SQL = `select from storage.file where tenant_id = $1 and id in (
    select file_id from storage.file_use where tenant_id = $1 and kind = 'record' and`;

const RECORD_SQL = `with given as (
    select * from json_to_recordset($2::json) g("fileId" text, kind text, item text,
      "tableNo" integer)
  ), locked as (
    select id from storage.file where tenant_id = $1
      and id in (select "fileId" from given) for key share
  ), marked as (
    update storage.file set attached = true where tenant_id = $1 and not attached
      and id in (select id from locked)
  )
  insert into storage.file_use (tenant_id, file_id, kind, item, table_no)
  select $1, "fileId", kind, item, "tableNo" from given join locked on id = "fileId"
    on conflict do nothing`;

/**
 * Keeps that files are used, in the transaction that uses them; those that do not exist are passed
 * over.
 */
export async function recordUsages(tx: TenantTx, uses: readonly FileUsage[]): Promise<void> {
  if (uses.length === 0) return;
  await tx.runTogether([
    { text: LOCK_SQL, values: [tx.tenant.id, uses.map(({ fileId }) => fileId)] },
    { text: RECORD_SQL, values: [tx.tenant.id, JSON.stringify(uses)] },
  ]);
}

/** Uses of a file that are looked at: copies of one record may all use it. */
const MAX_USES = 100;
/**
 * Of a file `f`: the places that show it to those who see them, and whether it is everybody's: only
 * what is in a page or a setting of the company is.
 */
export const USES = `coalesce((select json_agg(json_build_object('kind', u.kind, 'item', u.item,
      'tableNo', u.table_no)) from (select kind, item, table_no from storage.file_use
        where tenant_id = $1 and file_id = f.id and kind in ('record', 'approval')
        limit ${MAX_USES}) u), '[]') as uses,
    exists (select from storage.file_use where tenant_id = $1 and file_id = f.id
      and kind in ('page', 'setting')) as "isPublic"`;

/** The columns of USES. */
export interface Used {
  readonly uses: readonly UsedAt[];
  readonly isPublic: boolean;
}

interface AttachableRow extends AttachmentRef, Used {
  readonly isOwn: boolean;
}

/**
 * Those of the files that a person may put somewhere: their own, and those they can read where they
 * are attached already. Others read as if they did not exist. They stay until the transaction ends.
 */
export async function attachable(
  tx: TenantTx,
  userId: string,
  ids: readonly string[],
): Promise<AttachmentRef[]> {
  const rows = await tx.query<AttachableRow>(
    `select f.id as "fileId", name, size, mime, created_by = $3 as "isOwn", ${USES}
      from storage.file f where tenant_id = $1 and id = any($2) and (attached or created_by = $3)
      order by id for key share`,
    [tx.tenant.id, ids, userId],
  );
  const readers = tx.state.of(FileReaders);
  const found: AttachmentRef[] = [];
  for (const { isOwn, uses, isPublic, ...file } of rows) {
    const isOpen = isOwn || isPublic;
    if (isOpen || (await readers.inOneOf(tx, file.fileId, uses))) found.push(file);
  }
  return found;
}

const FILE_ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Keeps that a document of JSON names files, wherever in it: a page that shows a stored picture.
 */
export async function recordDocumentUsages(
  tx: TenantTx,
  userId: string,
  document: unknown,
  use: Omit<FileUsage, 'fileId'>,
): Promise<void> {
  const ids = [...new Set(JSON.stringify(document).match(FILE_ID) ?? [])];
  if (ids.length === 0) return;
  const files = await attachable(tx, userId, ids);
  await recordUsages(
    tx,
    files.map(({ fileId }) => ({ ...use, fileId })),
  );
}

/**
 * Copies the uses by a table's records to another's, whose records have ids made of the same seed:
 * `md5(seed || id)`.
 */
export async function copyRecordUsages(
  tx: TenantTx,
  seed: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  await tx.run(
    `insert into storage.file_use (tenant_id, file_id, kind, item, table_no)
      select tenant_id, file_id, kind, md5($2 || item)::uuid::text, $4 from storage.file_use
      where tenant_id = $1 and kind = 'record' and table_no = $3 on conflict do nothing`,
    [tx.tenant.id, seed, from, to],
  );
}

/**
 * Ends the uses by the records of tables that are deleted for good. Files nothing else uses are then
 * removed by the sweep.
 */
export async function dropRecordUsages(tx: TenantTx, tables: readonly number[]): Promise<void> {
  await tx.run(`${LOCK_USED_SQL} table_no = any($2::integer[])) order by id for update`, [
    tx.tenant.id,
    tables,
  ]);
  await tx.run(
    `with gone as (
        delete from storage.file_use where tenant_id = $1 and kind = 'record'
          and table_no = any($2::integer[]) returning file_id
      )
      update storage.file f set attached = false where tenant_id = $1
        and id in (select file_id from gone) and not exists (
          select from storage.file_use u where u.tenant_id = f.tenant_id and u.file_id = f.id
            and not (u.kind = 'record' and u.table_no = any($2::integer[])))`,
    [tx.tenant.id, tables],
  );
}

/** Files that are used by these records alone: what deleting the records for good will free. */
export async function filesOfRecordsAlone(
  tx: TenantTx,
  ids: readonly string[],
): Promise<{ files: number; bytes: number }> {
  const [row] = await tx.query<{ files: number; bytes: string }>(
    `select count(*)::integer as files, coalesce(sum(f.size), 0) as bytes from storage.file f
      where f.tenant_id = $1 and f.id in (select u.file_id from storage.file_use u
          where u.tenant_id = $1 and u.kind = 'record' and u.item = any($2::text[]))
        and not exists (select from storage.file_use u where u.tenant_id = $1 and u.file_id = f.id
          and not (u.kind = 'record' and u.item = any($2::text[])))`,
    [tx.tenant.id, ids],
  );
  return { files: row?.files ?? 0, bytes: Number(row?.bytes ?? 0) };
}

/** The same for records of one table that are deleted for good. */
export async function dropUsagesOfRecords(tx: TenantTx, ids: readonly string[]): Promise<void> {
  await tx.run(`${LOCK_USED_SQL} item = any($2::text[])) order by id for update`, [
    tx.tenant.id,
    ids,
  ]);
  await tx.run(
    `with gone as (
        delete from storage.file_use where tenant_id = $1 and kind = 'record'
          and item = any($2::text[]) returning file_id
      )
      update storage.file f set attached = false where tenant_id = $1
        and id in (select file_id from gone) and not exists (
          select from storage.file_use u where u.tenant_id = f.tenant_id and u.file_id = f.id
            and not (u.kind = 'record' and u.item = any($2::text[])))`,
    [tx.tenant.id, ids],
  );
}
