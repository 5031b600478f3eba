import type { Database, Logger } from '../../kernel/index.ts';

/**
 * Number of describe changes after which the metadata tables are analysed: PostgreSQL itself waits
 * for a tenth of the rows.
 */
const CHANGES = 50;
/** Minimum interval: ANALYZE reads a sample of every table. */
const PAUSE_MS = 60_000;
/** Several processes may be due at once; one is enough. */
const ANALYSE = `SELECT pg_try_advisory_xact_lock(7310) AS mine`;
const TABLES = 'bizmeta.catalog, bizmeta.object, bizmeta.field, bizmeta.catalog_change';

/**
 * Keeps the statistics of the metadata current while a company is being set up, ahead of
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
   * Counts a committed change; after CHANGES of them the tables are analysed, in the background.
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

  /** Resolves when no analysis is running. */
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
