import type { Export, ExportFormat } from '../../../contract/index.ts';
import { isoSql, type TenantTx } from '../../kernel/index.ts';

/** What is stored of exports (sql/0480_record-exports.sql). */

export interface ExportRow {
  readonly id: string;
  /** The object's name as it is now. */
  readonly object: string;
  readonly format: ExportFormat;
  readonly columns: string[];
  readonly file_name: string;
}

/** An export that goes on; undefined when it has ended, or its object is in the bin. */
export async function exportToMake(tx: TenantTx, id: string): Promise<ExportRow | undefined> {
  const [row] = await tx.query<ExportRow>(
    `SELECT e.id, o.api_name AS object, e.format, e.columns, e.file_name
      FROM bizmeta.record_export e
      JOIN bizmeta.object o ON o.tenant_id = e.tenant_id AND o.id = e.object_id
      WHERE e.tenant_id = $1 AND e.id = $2::uuid AND e.file_id IS NULL AND e.failed = ''
        AND o.deleted_at IS NULL`,
    [tx.tenant.id, id],
  );
  return row;
}

/** Exports of a person that are still being made. */
export async function openExports(tx: TenantTx, userId: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM bizmeta.record_export e
      JOIN kernel.job j ON j.tenant_id = e.tenant_id AND j.id = e.job
      WHERE e.tenant_id = $1 AND e.created_by = $2 AND j.state = 'waiting'`,
    [tx.tenant.id, userId],
  );
  return row!.n;
}

export interface Page {
  readonly n: number;
  readonly ids: string[];
}
/** The next pages whose records are not read yet. */
export const nextPages = (tx: TenantTx, id: string, most: number): Promise<Page[]> =>
  tx.query<Page>(
    `SELECT n, ids FROM bizmeta.record_export_page
      WHERE tenant_id = $1 AND export_id = $2::uuid AND cells IS NULL ORDER BY n LIMIT $3`,
    [tx.tenant.id, id, most],
  );

export async function storePage(
  tx: TenantTx,
  id: string,
  { n, cells }: { n: number; cells: unknown },
): Promise<void> {
  await tx.run(
    `UPDATE bizmeta.record_export_page SET cells = $4, ids = NULL
      WHERE tenant_id = $1 AND export_id = $2::uuid AND n = $3`,
    [tx.tenant.id, id, n, JSON.stringify(cells)],
  );
}

export async function* pagesOf<T>(tx: TenantTx, id: string): AsyncGenerator<T> {
  for (let n = 0; ; n += 1) {
    const [page] = await tx.query<{ cells: T }>(
      `SELECT cells FROM bizmeta.record_export_page
        WHERE tenant_id = $1 AND export_id = $2::uuid AND n = $3`,
      [tx.tenant.id, id, n],
    );
    if (!page) return;
    yield page.cells;
  }
}

/** The export has its file, or why it has none; its cells are needed no more. */
export async function endExport(
  tx: TenantTx,
  id: string,
  {
    fileId = null,
    size = null,
    failed = '',
  }: { fileId?: string | null; size?: number | null; failed?: string },
): Promise<void> {
  const key = [tx.tenant.id, id];
  await tx.run(
    'DELETE FROM bizmeta.record_export_page WHERE tenant_id = $1 AND export_id = $2::uuid',
    key,
  );
  await tx.run(
    `UPDATE bizmeta.record_export SET file_id = $3, file_size = $4, failed = $5
      WHERE tenant_id = $1 AND id = $2::uuid`,
    [...key, fileId, size, failed],
  );
}

interface ListedRow extends Omit<Export, 'size'> {
  readonly bytes: string | null;
}
/** A person's exports of an object, the newest first. */
export const exportsOf = (
  tx: TenantTx,
  userId: string,
  objectId: string,
  most: number,
): Promise<ListedRow[]> =>
  tx.query<ListedRow>(
    `SELECT e.id, e.file_name AS "fileName", j.done, e.total, ${isoSql('e.created_at')} AS at,
        CASE WHEN e.failed <> '' THEN 'failed' ELSE j.state END AS state,
        CASE WHEN e.failed <> '' THEN e.failed ELSE j.error END AS error,
        f.id AS "fileId", e.file_size AS bytes
      FROM bizmeta.record_export e
      JOIN kernel.job j ON j.tenant_id = e.tenant_id AND j.id = e.job
      LEFT JOIN storage.file f ON f.tenant_id = e.tenant_id AND f.id = e.file_id
      WHERE e.tenant_id = $1 AND e.created_by = $2 AND e.object_id = $3::uuid
      ORDER BY e.created_at DESC LIMIT $4`,
    [tx.tenant.id, userId, objectId, most],
  );
