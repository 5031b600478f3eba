import type {
  Import,
  ImportBlank,
  ImportMode,
  ImportProblem,
  ImportState,
} from '../../../contract/index.ts';
import { IMPORT_HOURS } from '../../../contract/index.ts';
import { AppError, isoSql, type TenantTx } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';

/** What is stored of imports (sql/0481_record-imports.sql). */

export interface StoredImport {
  readonly id: string;
  /** The object's name as it is now. */
  readonly object: string;
  readonly file_name: string;
  readonly titles: string[];
  readonly fields: (string | null)[] | null;
  readonly mode: ImportMode;
  readonly key: string | null;
  readonly blank: ImportBlank;
  readonly state: ImportState;
  readonly valid_only: boolean;
  readonly jobFailed: boolean;
}

export interface ImportRow {
  readonly n: number;
  readonly cells: string[];
  readonly record_id: string | null;
  readonly version: number | null;
  readonly is_new: boolean | null;
}

/** What a job works at is finished, however late it has become meanwhile. */
const IN_TIME = `(i.created_at > now() - make_interval(hours => ${IMPORT_HOURS})
  OR i.state IN ('checking', 'writing', 'undoing'))`;

/** An import of this person; IMPORT_UNKNOWN for another's, or one that is too old. */
export async function findImport(
  tx: TenantTx,
  id: string,
  userId: string,
  lock = true,
): Promise<StoredImport> {
  if (!isUuid(id)) throw new AppError('IMPORT_UNKNOWN');
  const [found] = await tx.query<StoredImport>(
    `SELECT i.id, o.api_name AS object, i.file_name, i.titles, i.fields, i.mode, i.key, i.blank,
        i.state, i.valid_only, coalesce((SELECT j.state = 'failed' FROM kernel.job j
          WHERE j.tenant_id = i.tenant_id AND j.id = i.job), false) AS "jobFailed"
      FROM bizmeta.record_import i
      JOIN bizmeta.object o ON o.tenant_id = i.tenant_id AND o.id = i.object_id
      WHERE i.tenant_id = $1 AND i.id = $2::uuid AND i.created_by = $3 AND o.deleted_at IS NULL
        AND ${IN_TIME} ${lock ? 'FOR UPDATE OF i' : ''}`,
    [tx.tenant.id, id, userId],
  );
  if (!found) throw new AppError('IMPORT_UNKNOWN');
  return found;
}

interface NewImport {
  readonly id: string;
  readonly objectId: string;
  readonly fileName: string;
  readonly titles: readonly string[];
  readonly rows: readonly { readonly number: number; readonly cells: readonly string[] }[];
  readonly userId: string;
}

/** Rows of one statement. */
const BATCH = 1_000;

export async function storeImport(tx: TenantTx, made: NewImport): Promise<void> {
  const { id, objectId, fileName, titles, rows, userId } = made;
  await tx.run(
    `INSERT INTO bizmeta.record_import (tenant_id, id, object_id, file_name, titles, created_by)
      VALUES ($1, $2, $3, $4, $5, $6)`,
    [tx.tenant.id, id, objectId, fileName, titles, userId],
  );
  for (let at = 0; at < rows.length; at += BATCH)
    await tx.run(
      `INSERT INTO bizmeta.record_import_row (tenant_id, import_id, n, cells)
        SELECT $1, $2::uuid, r.number, ARRAY(SELECT json_array_elements_text(r.cells))
        FROM json_to_recordset($3::json) r(number integer, cells json)`,
      [tx.tenant.id, id, JSON.stringify(rows.slice(at, at + BATCH))],
    );
}

/** Rows after a number, of a kind; `where` is SQL over the row `r`. */
export const rowsAfter = (
  tx: TenantTx,
  id: string,
  { after, most, where = 'true' }: { after: number; most: number; where?: string },
): Promise<ImportRow[]> =>
  tx.query<ImportRow>(
    `SELECT r.n, r.cells, r.record_id, r.version, r.is_new FROM bizmeta.record_import_row r
      WHERE r.tenant_id = $1 AND r.import_id = $2::uuid AND r.n > $3 AND ${where}
      ORDER BY r.n LIMIT $4`,
    [tx.tenant.id, id, after, most],
  );

/** The first earlier rows of the file that have the same text in a column, by the text. */
export async function earlierRows(
  tx: TenantTx,
  id: string,
  { at, texts, before }: { at: number; texts: readonly string[]; before: number },
): Promise<ReadonlyMap<string, number>> {
  if (texts.length === 0) return new Map();
  const found = await tx.query<{ text: string; n: number }>(
    `SELECT r.cells[$3] AS text, min(r.n)::integer AS n FROM bizmeta.record_import_row r
      WHERE r.tenant_id = $1 AND r.import_id = $2::uuid AND r.cells[$3] = ANY($4) AND r.n < $5
      GROUP BY 1`,
    [tx.tenant.id, id, at + 1, texts, before],
  );
  return new Map(found.map(({ text, n }) => [text, n]));
}

/** What came of a row. */
export interface Outcome {
  readonly n: number;
  readonly isNew: boolean | null;
  readonly problems: readonly Omit<ImportProblem, 'row'>[];
  readonly record?: { readonly id: string; readonly version: number };
}

export async function storeOutcomes(
  tx: TenantTx,
  id: string,
  outcomes: readonly Outcome[],
): Promise<void> {
  const rows = outcomes.map(({ n, isNew, problems, record }) => ({
    n,
    isNew,
    problems: problems.length > 0 ? problems : null,
    record: record?.id ?? null,
    version: record?.version ?? null,
  }));
  await tx.run(
    `UPDATE bizmeta.record_import_row r SET problems = nullif(o.problems, 'null'::jsonb), is_new = o."isNew",
        record_id = o.record, version = o.version
      FROM jsonb_to_recordset($3::jsonb) o(n integer, "isNew" boolean, problems jsonb, record uuid,
        version integer)
      WHERE r.tenant_id = $1 AND r.import_id = $2::uuid AND r.n = o.n`,
    [tx.tenant.id, id, JSON.stringify(rows)],
  );
}

/** Forgets what a check found before another one. */
export const resetRows = (tx: TenantTx, id: string): Promise<number> =>
  tx.run(
    `UPDATE bizmeta.record_import_row SET problems = NULL, is_new = NULL
      WHERE tenant_id = $1 AND import_id = $2::uuid`,
    [tx.tenant.id, id],
  );

/** Rows that an undo has dealt with; those it left say why. */
export const storeUndone = (
  tx: TenantTx,
  id: string,
  undone: readonly { n: number; why: string }[],
): Promise<number> =>
  tx.run(
    `UPDATE bizmeta.record_import_row r SET undone = u.why = '', problems = CASE WHEN u.why <> ''
        THEN jsonb_build_array(jsonb_build_object('column', '', 'value', '', 'message', u.why)) END
      FROM jsonb_to_recordset($3::jsonb) u(n integer, why text)
      WHERE r.tenant_id = $1 AND r.import_id = $2::uuid AND r.n = u.n`,
    [tx.tenant.id, id, JSON.stringify(undone)],
  );

const STATE = `SELECT i.id AS "importId", i.file_name AS "fileName", i.state,
    coalesce(j.done, 0) AS done, coalesce(j.total, 0) AS total, ${isoSql('i.created_at')} AS at,
    CASE WHEN i.failed <> '' THEN i.failed WHEN j.state = 'failed' THEN j.error ELSE '' END AS failed,
    c.valid, c.invalid, c.creates, c.updates, c.left, coalesce(c.problems, 0) AS "problemCount",
    i.state = 'done' AND c.written > 0 AS "canUndo"
  FROM bizmeta.record_import i
  LEFT JOIN kernel.job j ON j.tenant_id = i.tenant_id AND j.id = i.job
  CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE r.problems IS NULL)::integer AS valid,
      count(*) FILTER (WHERE r.problems IS NOT NULL)::integer AS invalid,
      count(*) FILTER (WHERE r.is_new AND (r.problems IS NULL OR r.record_id IS NOT NULL))::integer
        AS creates,
      count(*) FILTER (WHERE NOT r.is_new AND (r.problems IS NULL OR r.record_id IS NOT NULL))::integer
        AS updates,
      count(*) FILTER (WHERE r.record_id IS NOT NULL AND NOT r.undone)::integer AS left,
      count(*) FILTER (WHERE r.record_id IS NOT NULL)::integer AS written,
      sum(jsonb_array_length(r.problems))::integer AS problems
    FROM bizmeta.record_import_row r WHERE r.tenant_id = i.tenant_id AND r.import_id = i.id) c
  WHERE i.tenant_id = $1 AND i.created_by = $2 AND ${IN_TIME}`;

type Listed = Omit<Import, 'problems'>;
export async function importState(
  tx: TenantTx,
  userId: string,
  id: string,
  most: number,
): Promise<Import> {
  const [found] = isUuid(id)
    ? await tx.query<Listed>(`${STATE} AND i.id = $3::uuid`, [tx.tenant.id, userId, id])
    : [];
  if (!found) throw new AppError('IMPORT_UNKNOWN');
  const problems = await tx.query<ImportProblem>(
    `SELECT r.n AS row, p.column, p.value, p.message FROM bizmeta.record_import_row r
      CROSS JOIN LATERAL jsonb_to_recordset(r.problems) p("column" text, value text, message text)
      WHERE r.tenant_id = $1 AND r.import_id = $2::uuid ORDER BY r.n LIMIT $3`,
    [tx.tenant.id, id, most],
  );
  return { ...found, problems };
}

/** A person's imports of an object, the newest first; those that only were uploaded are not among them. */
export const importsOf = (
  tx: TenantTx,
  userId: string,
  objectId: string,
  most: number,
): Promise<Listed[]> =>
  tx.query<Listed>(
    `${STATE} AND i.object_id = $3::uuid AND i.state IN ('writing', 'done', 'undoing', 'undone')
      ORDER BY i.created_at DESC LIMIT $4`,
    [tx.tenant.id, userId, objectId, most],
  );

/** Rows that are not in order, with their cells and all that is wrong. */
export const refusedRows = (
  tx: TenantTx,
  id: string,
): Promise<{ cells: string[]; problems: { column: string; message: string }[] }[]> =>
  tx.query(
    `SELECT r.cells, r.problems FROM bizmeta.record_import_row r
      WHERE r.tenant_id = $1 AND r.import_id = $2::uuid AND r.problems IS NOT NULL ORDER BY r.n`,
    [tx.tenant.id, id],
  );
