import type { Database, Logger } from '../../kernel/index.ts';

/**
 * Changes of describes after which the tables of metadata are analysed: PostgreSQL itself waits for
 * a tenth of the rows.
 */
const CHANGES = 50;
/** No more often than this: ANALYZE reads a sample of every table. */
const PAUSE_MS = 60_000;
/** Several processes may be due at once; one is enough. */
const ANALYSE = `SELECT pg_try_advisory_xact_lock(7310) AS mine`;
const TABLES = 'bizmeta.catalog, bizmeta.object, bizmeta.field, bizmeta.catalog_change';

/**
 * Keeps the statistics of the metadata near the truth while a company is being set up, ahead of
 * autovacuum.
 */
export class Statistics {
  readonly #db: Database;
  readonly #log: Logger;
  #changes = 0;
  #last = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
  }

  /**
   * Counts a change that was committed; every so many of them the tables are analysed, behind the
   * answer.
   */
  noteChange(): void {
    this.#changes += 1;
    if (this.#changes < CHANGES || Date.now() - this.#last < PAUSE_MS) return;
    this.#changes = 0;
    this.#last = Date.now();
    this.#running = this.#analyse().catch((err: unknown) => {
      this.#log.warn({ err }, 'the metadata could not be analysed');
    });
  }

  /** Resolves when nothing runs any more. */
  whenIdle(): Promise<void> {
    return this.#running;
  }

  #analyse(): Promise<void> {
    return this.#db.background.withOwner(async (tx) => {
      const [lock] = await tx.query<{ mine: boolean }>(ANALYSE);
      if (lock?.mine) await tx.query(`ANALYZE ${TABLES}`);
    });
  }
}
