import {
  PARAMS,
  type ParamDefinition,
  type ParamKey,
  type ParamValue,
} from '../../../contract/index.ts';
import type { TenantTx, Tx } from '../../kernel/index.ts';

/**
 * Another process sees a change after so many milliseconds at most; the one that made it, at once.
 */
const CACHE_MS = 10_000;
/** Companies one server remembers; the one remembered first goes first. */
const MAX_CACHED = 5_000;

interface CachedValues {
  readonly at: number;
  readonly values: ReadonlyMap<string, unknown>;
}

/** Values companies have set, as one server last read them. */
export class ParamCache {
  readonly #byTenant = new Map<string, CachedValues>();

  /** Undefined when they were read too long ago, or not at all. */
  fresh(tenantId: string): ReadonlyMap<string, unknown> | undefined {
    const known = this.#byTenant.get(tenantId);
    return known && Date.now() - known.at < CACHE_MS ? known.values : undefined;
  }

  store(tenantId: string, values: ReadonlyMap<string, unknown>): void {
    this.#byTenant.delete(tenantId);
    this.#byTenant.set(tenantId, { at: Date.now(), values });
    if (this.#byTenant.size > MAX_CACHED)
      this.#byTenant.delete(this.#byTenant.keys().next().value!);
  }

  invalidate(tenantId: string): void {
    this.#byTenant.delete(tenantId);
  }
}

/** A value that was stored under other bounds is clamped to today's. */
export function withinBounds<K extends ParamKey>(key: K, kept: unknown): ParamValue<K> {
  const definition: ParamDefinition = PARAMS[key];
  if (typeof kept !== typeof definition.default) return definition.default as ParamValue<K>;
  if (typeof kept !== 'number') return kept as ParamValue<K>;
  return Math.min(definition.max ?? kept, Math.max(definition.min ?? kept, kept)) as ParamValue<K>;
}

async function valuesOf(tx: Tx, tenantId: string): Promise<ReadonlyMap<string, unknown>> {
  const cache = tx.state.of(ParamCache);
  const known = cache.fresh(tenantId);
  if (known) return known;
  const rows = await tx.query<{ key: string; value: unknown }>(
    'select key, value from system.param where tenant_id = $1',
    [tenantId],
    { name: 'system-params' },
  );
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  cache.store(tenantId, values);
  return values;
}

/**
 * The value a company has set for a known parameter, else its default. Costs nothing when asked
 * again within seconds.
 */
export const paramOf = <K extends ParamKey>(tx: TenantTx, key: K): Promise<ParamValue<K>> =>
  paramAsAnonymous(tx, tx.tenant.id, key);

/** The same where no tenant has been entered yet (sign-in): the tenant is named. */
export async function paramAsAnonymous<K extends ParamKey>(
  tx: Tx,
  tenantId: string,
  key: K,
): Promise<ParamValue<K>> {
  return withinBounds(key, (await valuesOf(tx, tenantId)).get(key));
}
