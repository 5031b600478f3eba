import type pg from 'pg';
import { READY_MS } from '../budgets.ts';
import { reachable } from './connections.ts';
import { newClient, type Connection, type ConnectionOfOne } from './servers.ts';

/**
 * Says whether the database answers and takes writes, on a connection that nothing else uses: what
 * requests do to the pools says nothing about it. Asked side by side it asks the database once.
 */
export class Readiness {
  readonly #connection: ConnectionOfOne;
  #client: pg.Client | undefined;
  #asking: Promise<void> | undefined;

  constructor(connection: Connection) {
    this.#connection = {
      ...reachable(connection, READY_MS),
      query_timeout: READY_MS,
      application_name: 'huozi-readiness',
    };
  }

  /** Resolves when the database is ready; rejects within twice READY_MS when it is not. */
  check(): Promise<void> {
    this.#asking ??= this.#check().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #check(): Promise<void> {
    const client = this.#client ?? (await this.#connect());
    try {
      const { rows } = await client.query<{ standby: boolean }>(
        'select pg_is_in_recovery() as standby',
      );
      if (rows[0]?.standby) throw new Error('the database is a standby and takes no writes');
    } catch (error) {
      this.#drop(client);
      throw error;
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = newClient(this.#connection);
    client.on('error', () => this.#drop(client));
    try {
      await client.connect();
    } catch (error) {
      this.#drop(client);
      throw error;
    }
    this.#client = client;
    return client;
  }

  /** The next question opens another connection. */
  #drop(client: pg.Client): void {
    if (this.#client === client) this.#client = undefined;
    client.end().catch(() => undefined);
  }
}
