import type { TenantTx } from '../../kernel/index.ts';

/**
 * Number of catalogue versions whose changes are stored, per company; a process that is further
 * behind reloads everything.
 */
const KEPT_VERSIONS = 500;

/** Transactions that changed metadata: the metadata they read is not committed yet. */
const changed = new WeakSet<TenantTx>();
export const hasChanged = (tx: TenantTx): boolean => changed.has(tx);

const BUMP = `INSERT INTO bizmeta.catalog AS c (tenant_id) VALUES ($1)
  ON CONFLICT (tenant_id) DO UPDATE SET version = c.version + 1`;

/**
 * Every change of a tenant's metadata locks this row, so changes are serialized. Until
 * `recordChange` stores what was touched, the new version concerns every object.
 */
export async function bumpVersion(tx: TenantTx): Promise<void> {
  changed.add(tx);
  await tx.run(BUMP, [tx.tenant.id]);
}

/** Waits for other changes of the tenant's metadata, without making one. */
export const lockCatalogue = (tx: TenantTx): Promise<object[]> =>
  tx.query('SELECT FROM bizmeta.catalog WHERE tenant_id = $1 FOR UPDATE', [tx.tenant.id]);

const RECORD = `INSERT INTO bizmeta.catalog_change AS l (tenant_id, version, touched)
  SELECT c.tenant_id, c.version, $2::text[] FROM bizmeta.catalog c WHERE c.tenant_id = $1
  ON CONFLICT (tenant_id, version) DO UPDATE SET touched = l.touched || excluded.touched`;
const TRIM = `DELETE FROM bizmeta.catalog_change WHERE tenant_id = $1
  AND version <= (SELECT version FROM bizmeta.catalog WHERE tenant_id = $1) - $2::bigint`;

/**
 * Stores which objects the version made by `bumpVersion` has touched: ids and names, old and new.
 */
export async function recordChange(tx: TenantTx, touched: readonly string[]): Promise<void> {
  await tx.run(RECORD, [tx.tenant.id, touched]);
  await tx.run(TRIM, [tx.tenant.id, KEPT_VERSIONS]);
}

/** What has changed after one version of a catalogue, up to another. */
export interface Changes {
  readonly since: number;
  readonly version: number;
  /** Ids and names of objects; undefined when it may be any object. */
  readonly touched: ReadonlySet<string> | undefined;
}

type RowsOf = (text: string, values: readonly unknown[]) => Promise<ChangesRow[]>;
interface ChangesRow {
  version: number;
  known: number;
  touched: string[] | null;
}

const SINCE = `SELECT c.version, (SELECT count(*) FROM recent) AS known, (SELECT json_agg(x)
  FROM recent, unnest(recent.touched) x) AS touched
  FROM bizmeta.catalog c WHERE c.tenant_id = current_setting('huozi.tenant')`;
const CHANGES = `WITH recent AS MATERIALIZED (SELECT l.touched FROM bizmeta.catalog_change l
    WHERE l.tenant_id = current_setting('huozi.tenant') AND l.version > $1::bigint
      LIMIT ${KEPT_VERSIONS}) ${SINCE}`;

/**
 * Reads what has changed since a version; if any version in between is missing, anything may have
 * changed.
 */
export async function changesSince(rowsOf: RowsOf, since: number): Promise<Changes> {
  const [row] = await rowsOf(CHANGES, [since]);
  const version = row?.version ?? 0;
  const isWhole = row !== undefined && version >= since && row.known === version - since;
  return { since, version, touched: isWhole ? new Set(row.touched) : undefined };
}
