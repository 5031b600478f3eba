import { Coalesced } from '../coalesced.ts';
import type { Database } from '../database/database.ts';
import {
  runBatch,
  releaseJob,
  mustYield,
  scheduleRetry,
  claimJob,
  type ClaimedJob,
} from './claim.ts';
import type { JobKind } from './job.ts';

/** Woken by notifications; polls anyway, since notifications can be lost and waits run out. */
const POLL_MS = 2_000;
/** Jobs one process works at side by side: each takes one of its connections. */
const MAX_CONCURRENT = 2;
const CHANNEL = 'huozi_job';

/**
 * Runs long work piece by piece in any number of processes: one of them claims a job, and another
 * resumes it where it stopped if that process dies. Jobs of a kind this process does not know are
 * left to others. A job during which a process died runs alone, so that no other job is lost if it
 * kills this process too.
 */
export class JobRunner {
  readonly #db: Database;
  readonly #onError: (error: unknown, taken?: ClaimedJob) => void;
  readonly #kinds = new Map<string, JobKind<unknown>>();
  readonly #running = new Map<string, Promise<void>>();
  /** The suspect job that has not finished a piece yet. */
  #suspect: string | undefined;
  readonly #waiting = new Map<string, Set<() => void>>();
  #timer: NodeJS.Timeout | undefined;
  #unlisten: (() => void) | undefined;
  readonly #looking: Coalesced;
  #stopped = false;

  constructor(db: Database, onError: (error: unknown, taken?: ClaimedJob) => void) {
    this.#db = db.background;
    this.#onError = onError;
    this.#looking = new Coalesced(() => this.#look(), onError);
  }

  /** A service says how a kind is done, before the start. */
  define<P>(name: string, kind: JobKind<P>): void {
    this.#kinds.set(name, kind as JobKind<unknown>);
  }

  kinds(): ReadonlyMap<string, JobKind<unknown>> {
    return this.#kinds;
  }

  start(): void {
    this.#unlisten = this.#db.listen(CHANNEL, (payload) =>
      payload ? this.#ended(payload) : this.wake(),
    );
    this.#timer = setInterval(() => this.wake(), POLL_MS).unref();
    this.wake();
  }

  /**
   * Takes nothing new; resolves when the running batches have ended. The rest continues with the
   * next start, or in another process.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    this.#unlisten?.();
    await this.#looking.stop();
    await Promise.all(this.#running.values());
  }

  /** Resolves when the job has ended, in any process, or after so many milliseconds. */
  settled(id: string, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id) ?? new Set();
      const end = (): void => {
        clearTimeout(timer);
        waiting.delete(end);
        if (waiting.size === 0) this.#waiting.delete(id);
        resolve();
      };
      const timer = setTimeout(end, ms).unref();
      this.#waiting.set(id, waiting.add(end));
      this.wake();
    });
  }

  /** Looks what is due, once at a time; news during a look are another look. */
  wake(): void {
    this.#looking.run();
  }

  async #look(): Promise<void> {
    const kinds = [...this.#kinds.keys()];
    while (
      kinds.length > 0 &&
      !this.#stopped &&
      this.#suspect === undefined &&
      this.#running.size < MAX_CONCURRENT
    ) {
      const taken = await claimJob(this.#db, kinds, this.#running.size === 0);
      if (!taken) return;
      this.#run(taken);
    }
  }

  #run(taken: ClaimedJob): void {
    if (taken.isSuspect) this.#suspect = taken.id;
    const work = this.#work(taken)
      .catch((error: unknown) => this.#onError(error, taken))
      .finally(() => {
        this.#running.delete(taken.id);
        this.#clear(taken);
        this.wake();
      });
    this.#running.set(taken.id, work);
  }

  async #work(taken: ClaimedJob): Promise<void> {
    try {
      if (await this.#pieces(taken)) await releaseJob(this.#db, taken);
    } catch (error) {
      this.#onError(error, taken);
      await scheduleRetry(this.#db, taken, error);
    }
  }

  /**
   * Does pieces until the job ends or pauses; true when it stopped before that, for the end of the
   * process or another company.
   */
  async #pieces(taken: ClaimedJob): Promise<boolean> {
    const kind = this.#kinds.get(taken.kind);
    while (kind && !this.#stopped) {
      if (!(await runBatch(this.#db, taken, kind))) return false;
      this.#clear(taken);
      if (await mustYield(this.#db, taken, [...this.#kinds.keys()])) return true;
    }
    return true;
  }

  /** A job that finished a piece is no suspect any more: others may run beside it. */
  #clear({ id }: ClaimedJob): void {
    if (this.#suspect !== id) return;
    this.#suspect = undefined;
    this.wake();
  }

  #ended(id: string): void {
    for (const end of this.#waiting.get(id) ?? []) end();
  }
}
