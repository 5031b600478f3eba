import { Coalesced } from './coalesced.ts';
import type { Database } from './database/database.ts';
import { dueTopics } from './outbox-claim.ts';
import type { OutboxTopic } from './outbox.ts';

/** Delivers some of what is due of a topic; answers how many rows it took. */
export type DeliverTopic = () => Promise<number>;

/** Woken by notifications; polls anyway, since notifications can be lost and waits run out. */
const POLL_MS = 1_000;
const CHANNEL = 'huozi_outbox';

/**
 * Delivers what the outbox holds, in as many processes as there are: rows are claimed, so no two
 * deliver the same. A topic without a handler here is left to other processes.
 */
export class OutboxDrainer {
  readonly #db: Database;
  readonly #topics: Readonly<Partial<Record<OutboxTopic, DeliverTopic>>>;
  readonly #onError: (error: unknown) => void;
  readonly #running = new Map<OutboxTopic, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #unlisten: (() => void) | undefined;
  readonly #looking: Coalesced;
  #stopped = false;

  constructor(
    db: Database,
    topics: Readonly<Partial<Record<OutboxTopic, DeliverTopic>>>,
    onError: (error: unknown) => void,
  ) {
    this.#db = db.background;
    this.#topics = topics;
    this.#onError = onError;
    this.#looking = new Coalesced(() => this.#look(), onError);
  }

  start(): void {
    this.#unlisten = this.#db.listen(CHANNEL, () => this.wake());
    this.#timer = setInterval(() => this.wake(), POLL_MS).unref();
  }

  /** Takes nothing new; resolves when running deliveries have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    this.#unlisten?.();
    await this.#looking.stop();
    await Promise.all(this.#running.values());
  }

  /** Looks what is due, once at a time; news during a look are another look. */
  wake(): void {
    this.#looking.run();
  }

  async #look(): Promise<void> {
    // A topic that is slow keeps only itself waiting.
    const topics = Object.keys(this.#topics) as OutboxTopic[];
    for (const topic of await dueTopics(this.#db, topics))
      if (!this.#running.has(topic)) this.#run(topic);
  }

  #run(topic: OutboxTopic): void {
    const deliver = this.#topics[topic];
    if (!deliver || this.#stopped) return;
    this.#running.set(
      topic,
      this.#drain(deliver)
        .catch(this.#onError)
        .finally(() => {
          this.#running.delete(topic);
        }),
    );
  }

  async #drain(deliver: DeliverTopic): Promise<void> {
    while (!this.#stopped && (await deliver()) > 0);
  }
}
