import type pg from 'pg';
import { CONNECT_MS } from '../budgets.ts';
import { reachable } from './connections.ts';
import { newClient, type Connection, type ConnectionOfOne } from './servers.ts';

/**
 * Receives the payloads of a channel; null when something may have been missed (the connection was
 * lost and is back).
 */
export type NotifyHandler = (payload: string | null) => void;

/** Waits between tries to connect, in milliseconds; the last one holds for all that follow. */
const RETRY_MS = [200, 1_000, 5_000];
/** A channel's name becomes part of a statement. */
const CHANNEL = /^[a-z_]{1,60}$/;

/**
 * One connection that listens to notifications of all processes on this database and reconnects
 * when it breaks.
 */
export class Listener {
  readonly #connection: ConnectionOfOne;
  readonly #onError: ((error: Error) => void) | undefined;
  readonly #subscribers = new Map<string, Set<NotifyHandler>>();
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #tries = 0;
  #stopped = false;
  /** The statements of the one connection, one after the other. */
  #lastStatement: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection, onError?: (error: Error) => void) {
    this.#connection = {
      ...reachable(connection),
      query_timeout: CONNECT_MS,
      application_name: 'huozi-listener',
    };
    this.#onError = onError;
  }

  /**
   * Returns the function that unsubscribes. Notifications sent before the connection is open are
   * not received: read the state once.
   */
  listen(channel: string, hear: NotifyHandler): () => void {
    if (!CHANNEL.test(channel)) throw new RangeError(`no name of a channel: ${channel}`);
    const known = this.#subscribers.get(channel);
    if (known) known.add(hear);
    else this.#subscribers.set(channel, new Set([hear]));
    if (!this.#client) void this.#connect();
    else if (!known) this.#subscribe(channel).catch((error: Error) => this.#reconnect(error));
    return () => {
      this.#subscribers.get(channel)?.delete(hear);
    };
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    if (this.#stopped) return;
    const client = newClient(this.#connection);
    this.#client = client;
    client.on('error', (error) => this.#reconnect(error, client));
    client.on('end', () => this.#reconnect(undefined, client));
    client.on('notification', ({ channel, payload }) => this.#dispatch(channel, payload ?? ''));
    try {
      this.#lastStatement = client.connect();
      for (const channel of [...this.#subscribers.keys()]) await this.#subscribe(channel);
      this.#tries = 0;
      for (const channel of this.#subscribers.keys()) this.#dispatch(channel, null);
    } catch (error) {
      this.#reconnect(error as Error, client);
    }
  }

  #subscribe(channel: string): Promise<unknown> {
    const client = this.#client;
    this.#lastStatement = this.#lastStatement.then(() => client?.query(`listen ${channel}`));
    return this.#lastStatement;
  }

  /** Reconnects after a while; events of a connection that was already replaced are ignored. */
  #reconnect(error: Error | undefined, client = this.#client): void {
    if (this.#stopped || client !== this.#client) return;
    this.#client = undefined;
    if (error) this.#onError?.(error);
    void client?.end().catch(() => undefined);
    const wait = RETRY_MS[Math.min(this.#tries, RETRY_MS.length - 1)]!;
    this.#tries += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      void this.#connect();
    }, wait);
    this.#retry.unref();
  }

  #dispatch(channel: string, payload: string | null): void {
    for (const hear of this.#subscribers.get(channel) ?? []) {
      try {
        hear(payload);
      } catch (error) {
        // Thrown into the socket it would end the process.
        this.#onError?.(error as Error);
      }
    }
  }
}
