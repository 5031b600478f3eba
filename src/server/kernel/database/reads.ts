import pg from 'pg';
import type { PiggybackQuery } from '../tenant.ts';
import { withTimeout, send } from './connections.ts';
import { EnteringQuery, type TenantEntry } from './tenant-query.ts';
import type { QueryOptions, Values } from './tenant-tx.ts';

/** Distinct prepared statements one connection keeps before further ones travel unnamed. */
const MAX_PREPARED = 500;

/** A table changed its shape under a prepared statement; the text is still right. */
const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && /cached plan/.test(error.message);

/**
 * Single reads under a tenant's role, each in one message; remembers what every connection has
 * prepared.
 */
export class Reads {
  readonly #prepared = new WeakMap<pg.PoolClient, Set<string>>();
  readonly #riders = new WeakMap<pg.PoolClient, string>();

  async run<R extends object>(
    client: pg.PoolClient,
    entrance: TenantEntry,
    text: string,
    values: Values,
    options: QueryOptions,
  ): Promise<R[]> {
    const config = { text, values: values as unknown[] };
    const rider = await this.#seated(client, entrance.piggyback);
    try {
      return await enterAndRead<R>(
        client,
        { ...entrance, piggyback: rider },
        { ...config, ...this.#named(client, options) },
      );
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      await query(client, entrance.piggyback);
      return enterAndRead<R>(client, { ...entrance, piggyback: undefined }, config);
    }
  }

  /**
   * The piggyback query if it can travel with a query. On a connection that has not prepared it yet
   * it is sent on its own first.
   */
  async #seated(
    client: pg.PoolClient,
    rider: PiggybackQuery | undefined,
  ): Promise<PiggybackQuery | undefined> {
    if (!rider?.pending) return undefined;
    if (this.#riders.get(client) === rider.name) return rider;
    await query(client, rider, rider.name);
    this.#riders.set(client, rider.name);
    return undefined;
  }

  #named(client: pg.PoolClient, { name }: QueryOptions): { name?: string } {
    if (!name) return {};
    const known = this.#prepared.get(client) ?? new Set<string>();
    this.#prepared.set(client, known);
    if (!known.has(name) && known.size >= MAX_PREPARED) return {};
    known.add(name);
    return { name };
  }
}

function enterAndRead<R extends object>(
  client: pg.PoolClient,
  entrance: TenantEntry,
  config: pg.QueryConfig,
): Promise<R[]> {
  return withTimeout(
    client,
    new Promise((resolve, reject) => {
      client.query(
        new EnteringQuery(entrance, config, (error, result) =>
          error ? reject(error) : resolve(result.rows as R[]),
        ),
      );
    }),
  );
}

/** Sends a piggyback query on its own. */
async function query(
  client: pg.PoolClient,
  rider: PiggybackQuery | undefined,
  name?: string,
): Promise<void> {
  if (!rider?.pending) return;
  const statement = {
    text: rider.text,
    values: [...rider.values],
    rowMode: 'array',
    ...(name !== undefined && { name }),
  };
  const { rows } = await send(client, statement);
  rider.onResult((rows as unknown as [string | null][])[0]?.[0] ?? null);
}
