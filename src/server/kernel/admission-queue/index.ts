import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Database } from '../database/database.ts';
import { sharedKey } from '../shared-key.ts';
import { AdmissionQueue } from './queue.ts';

/**
 * Threads libuv has for files, names, compression and hashing unless UV_THREADPOOL_SIZE says
 * otherwise; so many of them stay free of hashing.
 */
const THREAD_POOL_SIZE = 4;
const RESERVED_THREADS = 2;
/**
 * Beside those whose work is costly at the moment: some are asking the database before or after it.
 */
const EXTRA_SLOTS = 2;

/**
 * How much costly work runs at once for a number of cores and pool threads: more than there are
 * cores is no faster, and two threads of the pool stay free. On two cores one at a time was no
 * better for other users (bench/storm.mjs: list latency 121 to 162 ms at p95, with two 113 ms) and
 * took twice as long.
 */
export const costlyAtOnce = (cores: number, pool = THREAD_POOL_SIZE): number =>
  Math.max(1, Math.min(cores, pool - RESERVED_THREADS));

export const COSTLY_AT_ONCE = costlyAtOnce(
  availableParallelism(),
  Number(process.env['UV_THREADPOOL_SIZE']) || THREAD_POOL_SIZE,
);

const queueWith = (key: Buffer): AdmissionQueue =>
  new AdmissionQueue({ atOnce: COSTLY_AT_ONCE + EXTRA_SLOTS, key });
/** The queue of this process; every process of the installation can read its tokens. */
export const openAdmissionQueue = async (db: Database): Promise<AdmissionQueue> =>
  queueWith(await sharedKey(db, 'line'));
/** A queue whose tokens no other process can read. */
export const ownAdmissionQueue = (): AdmissionQueue => queueWith(randomBytes(32));
