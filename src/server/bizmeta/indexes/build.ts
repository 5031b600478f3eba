import {
  isSnapshotHeld,
  schemaOf,
  type Database,
  type JobKind,
  type BatchResult,
  type TenantRef,
  type TenantTx,
  type Tx,
} from '../../kernel/index.ts';
import { bumpVersion, recordChange } from '../meta/changes.ts';
import { indexName } from './definition.ts';
import { presentIndexes } from './registry.ts';

/**
 * Builds and drops the list indexes of a tenant, one a batch, without blocking reads and writes.
 */

export const INDEX_JOB = 'bizmeta.indexes';
/** Waiting for a lock blocks no one, but after this time the builder gives up and retries later. */
const LOCK_TIMEOUT = '60s';
/** Enough to sort a million keys; one index is built at a time in a database. */
const MEMORY = '128MB';
/** Any constant: key of the lock that allows one build at a time in the database. */
const BUILD_LOCK = [7304, 0] as const;
const TRY_BUILD_LOCK = 'SELECT pg_try_advisory_lock($1, $2) AS mine, pg_backend_pid() AS pid';
const SETTINGS = `SET lock_timeout = '${LOCK_TIMEOUT}'; SET maintenance_work_mem = '${MEMORY}'; SET statement_timeout = 0`;
/** Seconds until the next try: after another build, a backup, someone else's long transaction. */
const BUSY_S = 5;
const BACKUP_S = 30;
const LOCKED_S = 60;
const LOCK_NOT_AVAILABLE = '55P03';
const MAX_ERROR = 300;

interface Next {
  readonly objectId: string;
  readonly no: number;
  readonly key: string;
  readonly definition: string;
  readonly state: string;
}
interface Orphan {
  readonly drop: string;
}

const REGISTERED = `FROM bizmeta.object_index i JOIN bizmeta.object o ON o.tenant_id = i.tenant_id
  AND o.id = i.object_id`;
const NEXT = `SELECT i.object_id AS "objectId", o.no, i.key, i.definition, i.state ${REGISTERED}
  WHERE i.tenant_id = $1 AND i.state IN ('wanted', 'building') AND o.deleted_at IS NULL
  ORDER BY i.rank, o.no LIMIT 1`;
const NAMED = `SELECT o.no, i.definition ${REGISTERED} WHERE i.tenant_id = $1
  AND i.state NOT IN ('failed', 'refused')`;
const SET_STATE = `UPDATE bizmeta.object_index SET state = $5, error = $6, since = now()
  WHERE tenant_id = $1 AND object_id = $2 AND key = $3 AND definition = $4`;
/** How long the building took, and of how many records: the next ones are estimated by it. */
const SET_TIME = `UPDATE bizmeta.object_index SET built_ms = $5,
  built_rows = (SELECT greatest(reltuples, 0) FROM pg_class WHERE oid = to_regclass($6))
  WHERE tenant_id = $1 AND object_id = $2 AND key = $3 AND definition = $4`;
/** Every list index of the tenant. */
const ALL = `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relkind = 'i' AND c.relname ~ '^o_[0-9]+_x_'`;

/**
 * Data or definition refuse the index (data, integrity, no such thing, no room, too large); other
 * errors are transient.
 */
const isPermanent = (error: unknown): boolean =>
  /^(22|23|42|53|54)/.test(String((error as { code?: unknown }).code));

/** It cannot be built now; `pause`: seconds until the next try. */
export class Busy {
  readonly pause: number;

  constructor(pause: number) {
    this.pause = pause;
  }
}

/** Thrown by work that would wait until the end of a backup. */
class BackupRuns extends Error {
  override readonly name = 'BackupRuns';
}

/**
 * An index is not ready while a backup has a snapshot from before it: what builds one asks first,
 * in the work given to `buildOutside`.
 */
export async function requireNoBackup(owner: Tx): Promise<void> {
  if (await isSnapshotHeld(owner)) throw new BackupRuns();
}

export class IndexBuilder implements JobKind<null> {
  readonly access = 'builder' as const;
  readonly #db: Database;
  #backend: number | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** One index; the batch's transaction only waits for it, and holds nothing but the job. */
  async runBatch(tx: TenantTx): Promise<BatchResult> {
    const next = await nextOf(tx);
    if (!next) return { did: 0, place: null };
    const done = 'drop' in next ? await this.#drop(tx, next.drop) : await this.#build(tx, next);
    return done instanceof Busy ? { did: 0, place: {}, pause: done.pause } : { did: 1, place: {} };
  }

  /** Cancels the current build; it restarts with the next start. */
  async stop(): Promise<void> {
    const pid = this.#backend;
    if (pid !== undefined)
      await this.#db.asOwner((tx) => tx.query('SELECT pg_cancel_backend($1)', [pid]));
  }

  async #build(tx: TenantTx, next: Next): Promise<Busy | undefined> {
    const { tenant } = tx;
    const values = [tenant.id, next.objectId, next.key, next.definition];
    const name = indexName(next.no, next.definition);
    const valid = (await presentIndexes(tx, next.no)).get(name);
    const mark =
      (state: string, error = '') =>
      (to: TenantTx) =>
        to.run(SET_STATE, [...values, state, error]);
    if (valid !== true) {
      // A batch of its own, so that others see the state `building` before the build ends.
      if (next.state === 'wanted') {
        await mark('building')(tx);
        return undefined;
      }
      const make = (owner: Tx): Promise<void> =>
        create(owner, tenant, name, next.definition, valid === false);
      const began = performance.now();
      const failed = await this.#outside(tx, make);
      if (failed instanceof Busy) return failed;
      const table = `${schemaOf(tenant)}.o_${next.no}`;
      if (!failed)
        await tx.run(SET_TIME, [...values, Math.round(performance.now() - began), table]);
      if (failed) {
        await mark('failed', failed.message.slice(0, MAX_ERROR))(tx);
        return undefined;
      }
    }
    if ((await mark('ready')(tx)) > 0) {
      await bumpVersion(tx);
      await recordChange(tx, [next.objectId]);
    }
    return undefined;
  }

  async #drop(tx: TenantTx, name: string): Promise<Busy | undefined> {
    const failed = await this.#outside(tx, (owner) => drop(owner, tx.tenant, name));
    return failed instanceof Busy ? failed : undefined;
  }

  #outside(tx: TenantTx, work: (owner: Tx) => Promise<unknown>): Promise<Error | Busy | undefined> {
    return buildOutside(this.#db, tx, work, (backend) => {
      this.#backend = backend;
    });
  }
}

/**
 * Runs outside the transaction, which waits, as the tables' owner, one build at a time in the
 * database. Returns a permanent error, or that it has to wait; throws a transient one. `onBackend`
 * learns which connection builds, and that it has ended.
 */
export async function buildOutside(
  db: Database,
  tx: TenantTx,
  work: (owner: Tx) => Promise<unknown>,
  onBackend: (pid: number | undefined) => void,
): Promise<Error | Busy | undefined> {
  await disableIdleTimeout(tx);
  return db.asOwner(async (owner) => {
    // Does not wait: a waiting statement would itself block the build it waits for.
    const [turn] = await owner.query<{ mine: boolean; pid: number }>(TRY_BUILD_LOCK, BUILD_LOCK);
    if (!turn?.mine) return new Busy(BUSY_S);
    onBackend(turn.pid);
    try {
      await owner.run(SETTINGS);
      await work(owner);
      return undefined;
    } catch (error) {
      if (error instanceof BackupRuns) return new Busy(BACKUP_S);
      if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return new Busy(LOCKED_S);
      if (!isPermanent(error)) throw error;
      return error as Error;
    } finally {
      onBackend(undefined);
      await releaseBuildLock(owner);
    }
  });
}

/**
 * Keeps the waiting transaction open for any duration. It has to be a statement without parameters:
 * the one before it holds its snapshot until the next, and an index is not ready while any
 * transaction has a snapshot from before it.
 */
const disableIdleTimeout = (tx: TenantTx): Promise<number> =>
  tx.run('SET LOCAL idle_in_transaction_session_timeout = 0');

/** A broken connection has released the lock already. */
async function releaseBuildLock(owner: Tx): Promise<void> {
  try {
    await owner.run('RESET lock_timeout; RESET maintenance_work_mem; RESET statement_timeout');
    await owner.query('SELECT pg_advisory_unlock($1, $2)', BUILD_LOCK);
  } catch {
    // The pool discards the connection.
  }
}

const drop = (owner: Tx, tenant: TenantRef, name: string): Promise<number> =>
  owner.run(`DROP INDEX CONCURRENTLY IF EXISTS "${schemaOf(tenant)}"."${name}"`);

async function create(
  owner: Tx,
  tenant: TenantRef,
  name: string,
  definition: string,
  isBroken: boolean,
): Promise<void> {
  await requireNoBackup(owner);
  if (isBroken) await drop(owner, tenant, name);
  await owner.run(`CREATE INDEX CONCURRENTLY IF NOT EXISTS "${name}" ${definition}`);
}

/** The next index to build, otherwise one to drop. */
async function nextOf(tx: TenantTx): Promise<Next | Orphan | undefined> {
  const [next] = await tx.query<Next>(NEXT, [tx.tenant.id]);
  if (next) return next;
  const named = await tx.query<{ no: number; definition: string }>(NAMED, [tx.tenant.id]);
  const names = new Set(named.map(({ no, definition }) => indexName(no, definition)));
  const all = await tx.query<{ name: string }>(ALL, [schemaOf(tx.tenant)]);
  const orphan = all.find(({ name }) => !names.has(name));
  return orphan && { drop: orphan.name };
}
