import {
  PARAMS,
  type ParamDefinition,
  type ParamKey,
  type ParamValue,
} from '../../../contract/index.ts';
import type { TenantTx, Tx } from '../../kernel/index.ts';

/**
 * Another process hears of a change after so many milliseconds at most; the one that made it, at
 * once.
 */
const FRESH_MS = 10_000;
/** Companies one process remembers; the one remembered first goes first. */
const MAX_REMEMBERED = 5_000;

interface Remembered {
  readonly at: number;
  readonly values: ReadonlyMap<string, unknown>;
}
const remembered = new Map<string, Remembered>();

/** A value that was kept under other bounds is held within today's. */
export function settled<K extends ParamKey>(key: K, kept: unknown): ParamValue<K> {
  const definition: ParamDefinition = PARAMS[key];
  if (typeof kept !== typeof definition.default) return definition.default as ParamValue<K>;
  if (typeof kept !== 'number') return kept as ParamValue<K>;
  return Math.min(definition.max ?? kept, Math.max(definition.min ?? kept, kept)) as ParamValue<K>;
}

async function valuesOf(tx: Tx, tenantId: string): Promise<ReadonlyMap<string, unknown>> {
  const known = remembered.get(tenantId);
  if (known && Date.now() - known.at < FRESH_MS) return known.values;
  const rows = await tx.query<{ key: string; value: unknown }>(
    'select key, value from system.param where tenant_id = $1',
    [tenantId],
    { name: 'system-params' },
  );
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  remembered.delete(tenantId);
  remembered.set(tenantId, { at: Date.now(), values });
  if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
  return values;
}

export const forgetParams = (tenantId: string): void => {
  remembered.delete(tenantId);
};

/**
 * The value a company has set for a known parameter, else its default. Costs nothing when asked
 * again within seconds.
 */
export const paramOf = <K extends ParamKey>(tx: TenantTx, key: K): Promise<ParamValue<K>> =>
  paramAtGate(tx, tx.tenant.id, key);

/** The same where no tenant has been entered yet (sign-in): the tenant is named. */
export async function paramAtGate<K extends ParamKey>(
  tx: Tx,
  tenantId: string,
  key: K,
): Promise<ParamValue<K>> {
  return settled(key, (await valuesOf(tx, tenantId)).get(key));
}
