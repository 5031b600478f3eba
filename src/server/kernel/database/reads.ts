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
  readonly #preparedPiggyback = new WeakMap<pg.PoolClient, string>();

  async run<R extends object>(
    client: pg.PoolClient,
    entrance: TenantEntry,
    text: string,
    values: Values,
    options: QueryOptions,
  ): Promise<R[]> {
    const config = { text, values: values as unknown[] };
    const piggyback = entrance.isPooled
      ? pendingOf(entrance.piggyback)
      : await this.#preparePiggyback(client, entrance.piggyback);
    try {
      return await enterAndRead<R>(
        client,
        { ...entrance, piggyback },
        { ...config, ...(!entrance.isPooled && this.#named(client, options)) },
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
  async #preparePiggyback(
    client: pg.PoolClient,
    piggyback: PiggybackQuery | undefined,
  ): Promise<PiggybackQuery | undefined> {
    if (!piggyback?.pending) return undefined;
    if (this.#preparedPiggyback.get(client) === piggyback.name) return piggyback;
    await query(client, piggyback, piggyback.name);
    this.#preparedPiggyback.set(client, piggyback.name);
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

const pendingOf = (piggyback: PiggybackQuery | undefined): PiggybackQuery | undefined =>
  piggyback?.pending ? piggyback : undefined;

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
  piggyback: PiggybackQuery | undefined,
  name?: string,
): Promise<void> {
  if (!piggyback?.pending) return;
  const statement = {
    text: piggyback.text,
    values: [...piggyback.values],
    rowMode: 'array',
    ...(name !== undefined && { name }),
  };
  const { rows } = await send(client, statement);
  piggyback.onResult((rows as unknown as [string | null][])[0]?.[0] ?? null);
}
