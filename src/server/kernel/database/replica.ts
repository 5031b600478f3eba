import type pg from 'pg';
import { REPLICA_LAG_MS, REPLICA_REST_MS } from '../budgets.ts';
import { send, type Connections } from './connections.ts';
import { isLost } from './pg-errors.ts';

/** How far what was acknowledged reaches at this moment in the primary's log. */
export const POSITION_SQL = 'select pg_current_wal_flush_lsn()::text as position';
/** Null at a replica that was promoted: it is a database of its own then. */
const REACHED_SQL = `select case when pg_is_in_recovery()
  then pg_last_wal_replay_lsn() >= $1::pg_lsn end as reached`;
const ASK_AGAIN_MS = 10;
/** A replica ends a statement whose rows its primary removes, and sessions whose locks it takes. */
const CONFLICTS = new Set(['40001', '40P01', '57014', '55P03']);

const isConflict = (error: unknown): boolean =>
  /recovery/.test(String((error as Error | null)?.message)) &&
  CONFLICTS.has(String((error as { code?: unknown } | null)?.code));

/**
 * A streaming replica, asked only when it has everything the primary had when the read began: no
 * one reads what is older than their own writes, or a right that was taken away.
 */
export class Replica {
  readonly connections: Connections;
  #restsUntil = 0;

  constructor(connections: Connections) {
    this.connections = connections;
  }

  /** Whether it is worth asking the primary for its position. */
  get isAvailable(): boolean {
    return Date.now() >= this.#restsUntil;
  }

  /** Undefined where the primary has to answer: the replica is too far behind, or out of order. */
  async read<T>(
    position: string,
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await this.connections.lend(async (client) =>
        (await reaches(client, position)) ? work(client) : undefined,
      );
    } catch (error) {
      if (!isLost(error) && !isConflict(error)) throw error;
      if (isLost(error)) this.#restsUntil = Date.now() + REPLICA_REST_MS;
      return undefined;
    }
  }
}

async function reaches(client: pg.PoolClient, position: string): Promise<boolean> {
  for (const until = Date.now() + REPLICA_LAG_MS; ;) {
    const { rows } = await send<{ reached: boolean | null }>(client, {
      text: REACHED_SQL,
      values: [position],
    });
    const reached = rows[0]?.reached;
    if (reached === true) return true;
    if (reached !== false || Date.now() >= until) return false;
    await new Promise((resolve) => {
      setTimeout(resolve, ASK_AGAIN_MS);
    });
  }
}
