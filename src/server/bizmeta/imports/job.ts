import {
  AppError,
  startJob,
  type BatchResult,
  type Job,
  type JobKind,
  type TenantTx,
} from '../../kernel/index.ts';
import { builderIds } from '../../upm/index.ts';
import type { People } from '../access/people.ts';
import type { Catalog } from '../meta/catalog.ts';
import { requireOp } from '../records/permitted.ts';
import type { DeletionContext } from '../records/remove.ts';
import type { ServicePorts } from '../records/service-ports.ts';
import { readRows, type MappedColumn } from './read.ts';
import {
  findImport,
  rowsAfter,
  storeOutcomes,
  storeUndone,
  type ImportRow,
  type Outcome,
  type StoredImport,
} from './rows.ts';
import { mappedColumns } from './mapping.ts';
import { refusedAll, undoRows } from './undo.ts';
import { inSavepoint, writeRows } from './write.ts';

/** The kind of job that checks, writes and takes back imports. */
export const IMPORT_JOB = 'bizmeta.import';
/** Rows of one transaction. */
const BATCH = 200;
const SERVER_FAULT = 500;

type Work = 'check' | 'write' | 'undo';
interface Importing {
  readonly importId: string;
  readonly work: Work;
}

const STATES = {
  check: { going: 'checking', ended: 'checked', title: '核对要导入的' },
  write: { going: 'writing', ended: 'done', title: '导入' },
  undo: { going: 'undoing', ended: 'undone', title: '撤销导入的' },
} as const;

/** Begins a piece of work with an import that is locked. */
export async function startWork(
  tx: TenantTx,
  {
    id,
    label,
    work,
    total,
    by,
  }: { id: string; label: string; work: Work; total: number; by: string },
): Promise<void> {
  const job = await startJob<Importing>(tx, {
    kind: IMPORT_JOB,
    title: `${STATES[work].title}${label}`,
    payload: { importId: id, work },
    total,
    by,
  });
  await setState(tx, id, STATES[work].going, job);
}

const setState = (tx: TenantTx, id: string, state: string, job?: string): Promise<number> =>
  tx.run(
    `UPDATE bizmeta.record_import SET state = $3, job = coalesce($4, job),
        failed = CASE WHEN $4::text IS NULL OR $3 = 'undoing' THEN failed ELSE '' END,
        written_at = CASE WHEN $3 = 'done' THEN now() ELSE written_at END
      WHERE tenant_id = $1 AND id = $2::uuid`,
    [tx.tenant.id, id, state, job ?? null],
  );
const setFailed = (tx: TenantTx, id: string, why: string): Promise<number> =>
  tx.run('UPDATE bizmeta.record_import SET failed = $3 WHERE tenant_id = $1 AND id = $2::uuid', [
    tx.tenant.id,
    id,
    why,
  ]);

interface ImportParts {
  readonly catalog: Catalog;
  readonly people: People;
  readonly services: ServicePorts;
}

/** Works through the rows of an import, some at a time, with the rights the person has by then. */
export class Importer implements JobKind<Importing> {
  readonly access = 'admin' as const;
  constructor(private readonly parts: ImportParts) {}

  async runBatch(tx: TenantTx, job: Job<Importing>): Promise<BatchResult> {
    const { work } = job.payload;
    const given = await this.#given(tx, job);
    if (!given || given.state !== STATES[work].going) return { did: 0, place: null };
    await tx.run('SAVEPOINT batch');
    try {
      return await this.#next(tx, given, job);
    } catch (error) {
      if (!(error instanceof AppError) || error.code >= SERVER_FAULT) throw error;
      await tx.run('ROLLBACK TO SAVEPOINT batch');
      await refused(tx, given, job, error.message);
      return { did: 0, place: null };
    }
  }

  async #given(tx: TenantTx, { payload, createdBy }: Job<Importing>) {
    try {
      return await findImport(tx, payload.importId, createdBy);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  async #next(tx: TenantTx, given: StoredImport, job: Job<Importing>): Promise<BatchResult> {
    const { work } = job.payload;
    const after = Number(job.place?.['after'] ?? 0);
    const rows = await rowsAfter(tx, given.id, { after, most: BATCH, where: ROWS_OF[work] });
    if (rows.length === 0) {
      await setState(tx, given.id, STATES[work].ended);
      return { did: 0, place: null };
    }
    const writing = await this.#writing(tx, given, job.createdBy);
    const goesOn = await workAt(writing, { given, rows }, job);
    return { did: rows.length, place: goesOn ? { after: rows.at(-1)!.n } : null };
  }

  async #writing(tx: TenantTx, given: StoredImport, userId: string): Promise<DeletionContext> {
    const { catalog, people, services } = this.parts;
    const view = await catalog.enterWhole(tx, given.object);
    const isBuilder = (await builderIds(tx)).includes(userId);
    const access = isBuilder ? null : await people.accessOfMember(tx, userId);
    const notices = { mergeKey: `import ${given.id}`, except: [] };
    const writing = { tx, catalog, view, userId, services, access, notices };
    requireOp(writing, 'import');
    return writing;
  }
}

interface ImportBatch {
  readonly given: StoredImport;
  readonly rows: ImportRow[];
}

/** Does the work with these rows; answers whether those that follow are worked at too. */
async function workAt(
  writing: DeletionContext,
  { given, rows }: ImportBatch,
  { payload, createdBy }: Job<Importing>,
): Promise<boolean> {
  const { tx } = writing;
  if (payload.work === 'undo') {
    await storeUndone(tx, given.id, await undone(writing, rows));
    return true;
  }
  const mapped = mappedColumns(given, writing);
  if (payload.work === 'write') return written(writing, { given, rows }, mapped, createdBy);
  await storeOutcomes(tx, given.id, await rehearsed(writing, given, mapped, rows));
  return true;
}

/** An import of all rows that is refused one by now is taken back. */
async function written(
  writing: DeletionContext,
  { given, rows }: ImportBatch,
  mapped: MappedColumn[],
  by: string,
): Promise<boolean> {
  const { tx } = writing;
  const read = await readRows(writing, given, mapped, rows);
  const outcomes = await writeRows({ writing, mapped, rows, read }, false);
  await storeOutcomes(tx, given.id, outcomes);
  const wrong = outcomes.find(({ problems }) => problems.length > 0);
  if (!wrong || given.valid_only) return true;
  const why = wrong.problems[0]!.message;
  await setFailed(tx, given.id, `第 ${wrong.n} 行没有写入（${why}），因此没有导入任何一行`);
  const { label } = writing.view.table.describe;
  await startWork(tx, { id: given.id, label, work: 'undo', total: 0, by });
  return false;
}

/**
 * What keeps all rows from being worked at ends the work with its sentence: a check has found
 * nothing, and an import of all rows is taken back.
 */
async function refused(
  tx: TenantTx,
  { id, file_name: label, valid_only: validOnly }: StoredImport,
  { payload: { work }, createdBy: by }: Job<Importing>,
  why: string,
): Promise<void> {
  await setFailed(tx, id, why);
  if (work === 'write' && !validOnly)
    await startWork(tx, { id, label, work: 'undo', total: 0, by });
  else await setState(tx, id, work === 'check' ? 'uploaded' : STATES[work].ended);
}

/** Rows each kind of work is about. */
const ROWS_OF: Record<Work, string> = {
  check: 'true',
  write: 'r.problems IS NULL AND r.record_id IS NULL',
  undo: 'r.record_id IS NOT NULL AND NOT r.undone',
};

/** What would come of rows; nothing of it is written. */
async function rehearsed(
  writing: DeletionContext,
  given: StoredImport,
  mapped: MappedColumn[],
  rows: ImportRow[],
): Promise<Outcome[]> {
  const { tx } = writing;
  const silent = { ...writing, notices: 'none' as const };
  const read = await readRows(silent, given, mapped, rows);
  await tx.run('SAVEPOINT rehearsal');
  const outcomes = await writeRows({ writing: silent, mapped, rows, read }, true);
  await tx.run('ROLLBACK TO SAVEPOINT rehearsal');
  return outcomes;
}

async function undone(writing: DeletionContext, rows: ImportRow[]) {
  const tried = await inSavepoint(writing.tx, () => undoRows(writing, rows));
  return 'done' in tried ? tried.done : refusedAll(rows, tried.error);
}
