import type {
  BatchResult,
  Checkpoint,
  Database,
  Job,
  JobKind,
  TenantTx,
} from '../../kernel/index.ts';
import { Busy } from '../indexes/index.ts';
import { tableName } from '../meta/ddl.ts';
import type { ChangePayload } from '../meta/type-changes.ts';
import { buildIndexes } from './build.ts';
import { convertRecords, type Conversion } from './convert.ts';
import { convertWritten, stoppedByLoss } from './follow.ts';
import { swap, type SwapParts } from './swap.ts';
import { changeById, stopChange, workOf, type ChangeWork } from './work.ts';

/** Records of one transaction: who writes one of them waits for it. */
const BATCH = 2_000;
/** So few records that were written meanwhile are converted when the columns change places. */
const FEW = 500;
const PAUSE_S = 1;
const DELETED = '对象或字段已被删除；恢复之后可以继续';

const END: BatchResult = { did: 0, place: null };
const next = (stage: string, did = 0): BatchResult => ({ did, place: { stage } });

/**
 * Changes the type of a field: all records are converted into the column beside it (`fill`), then
 * those written meanwhile (`follow`), indexes are built (`build`), and the columns change places
 * (`swap`). An undo begins with those written since the change.
 */
export class TypeChanger implements JobKind<ChangePayload> {
  readonly access = 'builder' as const;
  readonly #db: Database;
  readonly #parts: SwapParts;

  constructor(db: Database, parts: SwapParts) {
    this.#db = db;
    this.#parts = parts;
  }

  async runBatch(tx: TenantTx, job: Job<ChangePayload>): Promise<BatchResult> {
    const { change: id, follows } = job.payload;
    const stage = job.place?.['stage'] ?? (follows ? 'follow' : 'fill');
    if (stage === 'swap') return swap(tx, id, job.createdBy, this.#parts);
    // A build holds no lock that cancelling would wait for.
    const change = await changeById(tx, id, stage === 'build' ? '' : 'FOR SHARE');
    if (change?.state !== 'running') return END;
    const work = await workOf(tx, change);
    if (!work) {
      await stopChange(tx, id, DELETED);
      return END;
    }
    if (stage === 'build') return this.#build(tx, work);
    return stage === 'fill' ? fill(tx, work, job.place) : follow(tx, work);
  }

  async #build(tx: TenantTx, work: ChangeWork): Promise<BatchResult> {
    const built = await buildIndexes(this.#db, tx, work);
    if (built instanceof Busy) return { ...next('build'), pause: built.pause };
    if (built === undefined) return next('swap');
    await stopChange(tx, work.change.id, built);
    return END;
  }
}

interface FoundRow {
  readonly id: string;
  readonly has: boolean;
}

/** The next records in the order of their ids, up to the first that someone else has locked. */
async function fill(
  tx: TenantTx,
  conversion: Conversion,
  place: Checkpoint | null,
): Promise<BatchResult> {
  const { table, own, beside } = conversion;
  const after = place?.['after'] ?? null;
  const rows = await tx.query<FoundRow>(
    `SELECT id, (f_${own} IS NOT NULL OR f_${beside} IS NOT NULL) AS has FROM ${tableName(table)}
      WHERE $1::uuid IS NULL OR id > $1::uuid ORDER BY id LIMIT ${BATCH}`,
    [after],
  );
  if (rows.length === 0) return next('follow');
  const ids = rows.flatMap(({ id, has }) => (has ? id : []));
  const done = new Set(ids.length > 0 ? await convertRecords(tx, conversion, ids) : []);
  const locked = rows.findIndex(({ id, has }) => has && !done.has(id));
  const did = locked < 0 ? rows.length : locked;
  const last = did === 0 ? after : rows[did - 1]!.id;
  return {
    did,
    place: { stage: 'fill', after: last },
    ...(did === 0 && { pause: PAUSE_S }),
  };
}

/** Records written meanwhile, until few are left; then what could not be converted is looked at. */
async function follow(tx: TenantTx, work: ChangeWork): Promise<BatchResult> {
  const { seen, done } = await convertWritten(tx, work, BATCH);
  if (seen >= FEW || done < seen)
    return { ...next('follow'), ...(done < seen && { pause: PAUSE_S }) };
  return (await stoppedByLoss(tx, work)) ? END : next('build');
}
