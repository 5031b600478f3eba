import { v7 as uuid } from 'uuid';
import {
  BULK_UNDO_HOURS,
  type DataOf,
  type InputOf,
  type RecordValues,
} from '../../../contract/index.ts';
import {
  AppError,
  isoSql,
  startJob,
  type BatchResult,
  type Job,
  type JobKind,
  type TenantTx,
} from '../../kernel/index.ts';
import type { People } from '../access/people.ts';
import type { Catalog } from '../meta/catalog.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { fieldsSql } from '../query/sql.ts';
import { isUuid } from '../fields/values.ts';
import { logName } from './change-log.ts';
import { editRecords, lockRows, type Versioned } from './edit.ts';
import { sameWire, wholeRecords } from './edit-versions.ts';
import { requireOp, requireRecords } from './permitted.ts';
import type { ServicePorts } from './service-ports.ts';
import { seenTable, type WriteContext } from './write-context.ts';

/** Undoing a change of many records: as far as they still have the values it gave them. */

/** The kind of job that undoes a bulk change. */
export const BULK_UNDO_JOB = 'bizmeta.bulkUndo';
/** Records of one transaction. */
const BATCH = 500;
/** Skipped records one answer lists. */
const MOST_LISTED = 200;

/** Of a bulk change: it cannot be undone any more. */
const TOO_LATE = `created_at < now() - make_interval(hours => ${BULK_UNDO_HOURS})`;
const GONE = '已被删除，或不能再查看';

/** Of a bulk change: its undo has not come to its end. */
const BEING_UNDONE = `EXISTS (SELECT FROM kernel.job j WHERE j.tenant_id = bulk_change.tenant_id
  AND j.id = bulk_change.undo_job::text AND j.state <> 'done')`;

/** Notes a bulk change so that it can be undone, and forgets those it is too late for. */
export async function noteBulkChange(
  { tx, view: { table }, userId }: WriteContext,
  columns: readonly Column[],
  records: readonly Versioned[],
): Promise<string> {
  const id = uuid();
  await tx.run(
    `DELETE FROM bizmeta.bulk_change WHERE tenant_id = $1 AND ${TOO_LATE} AND NOT ${BEING_UNDONE}`,
    [tx.tenant.id],
  );
  await tx.run(
    `INSERT INTO bizmeta.bulk_change (tenant_id, id, object_id, columns, records, versions, created_by)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      tx.tenant.id,
      id,
      table.describe.id,
      columns.map(({ sql }) => sql),
      records.map((record) => record.id),
      records.map(({ version }) => version),
      userId,
    ],
  );
  return id;
}

interface BulkChange {
  columns: string[];
  records: string[];
  versions: number[];
  undo_job: string | null;
  restored: number;
  skipped: Skipped[];
  object: string;
}
interface Skipped {
  readonly id: string;
  readonly why: string;
}

/**
 * The change of this person; BULK_CHANGE_UNKNOWN when it is another's, or too old to begin undoing
 * it.
 */
async function changeOf(
  tx: TenantTx,
  id: string,
  userId: string,
  lock = false,
): Promise<BulkChange> {
  if (!isUuid(id)) throw new AppError('BULK_CHANGE_UNKNOWN');
  const [change] = await tx.query<BulkChange>(
    `SELECT c.columns, c.records, c.versions, c.undo_job, c.restored, c.skipped,
      o.api_name AS object FROM bizmeta.bulk_change c
      JOIN bizmeta.object o ON o.tenant_id = c.tenant_id AND o.id = c.object_id
      WHERE c.tenant_id = $1 AND c.id = $2::uuid AND c.created_by = $3 AND o.deleted_at IS NULL
        AND (c.undo_job IS NOT NULL OR NOT c.${TOO_LATE})
      ${lock ? 'FOR UPDATE OF c' : ''}`,
    [tx.tenant.id, id, userId],
  );
  if (!change) throw new AppError('BULK_CHANGE_UNKNOWN');
  return change;
}

/** Who undoes, as the job needs it: what they may do is read again with every piece. */
interface Undoing {
  readonly change: string;
  readonly isBuilder: boolean;
}

/** Begins to undo a bulk change; once, however often it is asked. */
export async function undoBulkChange(
  writing: WriteContext,
  { id, object }: InputOf<'bizmeta.record.undoBulk'>,
  isBuilder: boolean,
): Promise<DataOf<'bizmeta.record.undoBulk'>> {
  requireOp(writing, 'bulk');
  const { tx, userId, view } = writing;
  const change = await changeOf(tx, id, userId, true);
  if (change.object !== object) throw new AppError('BULK_CHANGE_UNKNOWN');
  if (change.undo_job) return { job: change.undo_job };
  const job = await startJob<Undoing>(tx, {
    kind: BULK_UNDO_JOB,
    title: `撤销对${view.table.describe.label}的批量修改`,
    payload: { change: id, isBuilder },
    total: change.records.length,
    by: userId,
  });
  await tx.run(
    'UPDATE bizmeta.bulk_change SET undo_job = $3::uuid WHERE tenant_id = $1 AND id = $2::uuid',
    [tx.tenant.id, id, job],
  );
  return { job };
}

/** What an undo has done so far, with the records it left as they are and why. */
export async function bulkUndoState(
  writing: WriteContext,
  { id }: InputOf<'bizmeta.record.bulkUndo'>,
): Promise<DataOf<'bizmeta.record.bulkUndo'>> {
  const { tx, userId } = writing;
  const { restored, skipped } = await changeOf(tx, id, userId);
  const listed = skipped.slice(0, MOST_LISTED);
  const titles = await titlesOf(
    tx,
    seenTable(writing),
    listed.map((each) => each.id),
  );
  return {
    restored,
    skippedCount: skipped.length,
    skipped: listed.map((each) => {
      const title = titles.get(each.id);
      return { ...each, title: typeof title === 'string' ? title : '' };
    }),
  };
}

async function titlesOf(
  tx: TenantTx,
  table: ObjectTable,
  ids: readonly string[],
): Promise<ReadonlyMap<unknown, unknown>> {
  const { text, values } = fieldsSql(table, ids, [table.title]);
  const [found] = await tx.query<{ rows: RecordValues[] | null }>(text, values);
  const title = table.title.field.apiName;
  return new Map((found?.rows ?? []).map((row) => [row['id'], row[title]]));
}

const MOST_CHANGES = 50;
/** The person's changes of the object that can be undone, or are being undone. */
export async function bulkChanges(
  writing: WriteContext,
): Promise<DataOf<'bizmeta.record.bulkChanges'>> {
  requireOp(writing, 'bulk');
  const { tx, userId, view } = writing;
  const found = await tx.query<{
    id: string;
    columns: string[];
    count: number;
    at: string;
    undo: string | null;
  }>(
    `SELECT id, columns, cardinality(records) AS count, ${isoSql('created_at')} AS at,
        undo_job AS undo FROM bizmeta.bulk_change
      WHERE tenant_id = $1 AND created_by = $2 AND object_id = $3::uuid AND NOT ${TOO_LATE}
      ORDER BY created_at DESC LIMIT ${MOST_CHANGES}`,
    [tx.tenant.id, userId, view.table.describe.id],
  );
  const seen = [...seenTable(writing).columns.values()];
  return found.map(({ columns, ...change }) => ({
    ...change,
    fields: seen
      .flatMap(({ sql, field, system }) => (!system && columns.includes(sql) ? [field.label] : []))
      .join('、'),
  }));
}

interface UndoParts {
  readonly catalog: Catalog;
  readonly people: People;
  readonly services: ServicePorts;
}
export class BulkUndoer implements JobKind<Undoing> {
  readonly access = 'builder' as const;
  constructor(private readonly parts: UndoParts) {}

  async runBatch(
    tx: TenantTx,
    { payload, place, createdBy: userId }: Job<Undoing>,
  ): Promise<BatchResult> {
    const { catalog, people, services } = this.parts;
    const change = await changeOf(tx, payload.change, userId, true);
    const view = await catalog.enterWhole(tx, change.object);
    const access = payload.isBuilder ? null : await people.accessOfMember(tx, userId);
    const from = Number(place?.['from'] ?? 0);
    const records = change.records
      .slice(from, from + BATCH)
      .map((id, i): Versioned => ({ id, version: change.versions[from + i]! }));
    const undo = new BatchUndo({ tx, view, userId, services, access }, change.columns);
    await undo.run(records);
    await tx.run(
      `UPDATE bizmeta.bulk_change SET restored = restored + $3, skipped = skipped || $4::jsonb
        WHERE tenant_id = $1 AND id = $2::uuid`,
      [tx.tenant.id, payload.change, undo.restored, JSON.stringify(undo.skipped)],
    );
    const next = from + records.length;
    return { did: records.length, place: next < change.records.length ? { from: next } : null };
  }
}

type Diff = Readonly<Record<string, readonly [unknown, unknown]>>;

/** Undoes the change of some of the records, as far as they still have what it gave them. */
export class BatchUndo {
  restored = 0;
  readonly skipped: Skipped[] = [];
  private readonly columns: readonly Column[];

  /** `op` is what changed them: undoing it takes the same right. */
  constructor(
    private readonly writing: WriteContext,
    columns: readonly string[],
    private readonly op: 'bulk' | 'import' = 'bulk',
  ) {
    this.columns = [...seenTable(writing).columns.values()].filter(
      ({ sql, system }) => !system && columns.includes(sql),
    );
  }

  async run(records: readonly Versioned[]): Promise<void> {
    const { tx, view } = this.writing;
    const ids = records.map(({ id }) => id);
    await lockRows(tx, view.table, ids, 'edit');
    const diffs = await this.diffs(records);
    const now = await wholeRecords(tx, seenTable(this.writing), ids);
    const edits = ids.flatMap((id) => this.undone(id, diffs.get(id), now.get(id)));
    await this.write(await this.allowed(edits));
  }

  private async diffs(records: readonly Versioned[]): Promise<ReadonlyMap<string, Diff>> {
    const found = await this.writing.tx.query<{ id: string; diff: Diff }>(
      `SELECT l.record_id AS id, l.diff FROM ${logName(this.writing.view.table)} l
        JOIN json_to_recordset($1::json) e(id uuid, version integer)
        ON l.record_id = e.id AND l.version = e.version WHERE l.diff IS NOT NULL`,
      [JSON.stringify(records)],
    );
    return new Map(found.map(({ id, diff }) => [id, diff]));
  }

  /** The edit that gives a record back what it had, as far as it still has what it was given. */
  private undone(
    id: string,
    diff: Diff | undefined,
    now: RecordValues | undefined,
  ): RecordValues[] {
    if (!now) {
      this.skipped.push({ id, why: GONE });
      return [];
    }
    const { edit, others } = this.compared(diff ?? {}, now);
    if (others.length > 0)
      this.skipped.push({ id, why: `${others.join('')}之后又被改过，保留现在的内容` });
    return Object.keys(edit).length > 0 ? [{ ...edit, id, version: now['version'] }] : [];
  }

  /** What the columns had that are as they were given; the names of those changed since. */
  private compared(diff: Diff, now: RecordValues): { edit: RecordValues; others: string[] } {
    const edit: RecordValues = {};
    const others: string[] = [];
    for (const { sql, field } of this.columns) {
      const change = diff[sql];
      if (!change) continue;
      const [before, given] = change;
      if (sameWire(now[field.apiName], given)) edit[field.apiName] = before;
      else others.push(`「${field.label}」`);
    }
    return { edit, others };
  }

  /** Those the person may still change in bulk. */
  private async allowed(edits: readonly RecordValues[]): Promise<readonly RecordValues[]> {
    const ids = edits.map(({ id }) => String(id));
    return this.without(edits, () =>
      requireRecords(this.writing, this.op, ids, (i) => `/records/${i}/id`),
    );
  }
  /** What the record's rules, or the person's rights, refuse by now is left as it is. */
  private async write(edits: readonly RecordValues[]): Promise<void> {
    let rest = edits;
    while (rest.length > 0) {
      const tried = rest;
      rest = await this.without(tried, () => editRecords(this.writing, tried));
      if (rest.length < tried.length) continue;
      this.restored += tried.length;
      return;
    }
  }
  /** The edits but for those the work refuses, before it has written anything. */
  private async without(
    edits: readonly RecordValues[],
    work: () => Promise<unknown>,
  ): Promise<readonly RecordValues[]> {
    try {
      await work();
      return edits;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const refused = this.skipRefused(edits, error);
      if (refused.length === 0) throw error;
      return edits.filter((edit) => !refused.includes(edit));
    }
  }
  /** The edits an error is about: those its problems name, or all of them. */
  private skipRefused(edits: readonly RecordValues[], error: AppError): readonly RecordValues[] {
    const why = new Map(
      error.errors.map(({ path, msg }) => [Number(path.split('/')[2] ?? NaN), msg]),
    );
    const refused = edits.filter((_, i) => why.size === 0 || why.has(i));
    for (const edit of refused)
      this.skipped.push({
        id: String(edit['id']),
        why: why.get(edits.indexOf(edit)) ?? error.message,
      });
    return refused;
  }
}
