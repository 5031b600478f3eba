import { schemaOf, type TenantTx } from '../../kernel/index.ts';
import type { ObjectTable } from '../meta/table.ts';
import { bumpVersion, recordChange } from '../meta/changes.ts';
import { isSearchKey } from '../meta/list-index.ts';
import { definitionOf, indexName, prefixOf } from './definition.ts';
import type { Reason, WantedIndex } from './wanted.ts';

/**
 * Updates the registry of one object's list indexes (bizmeta.object_index) to the wanted and the
 * existing ones.
 */

type State = 'wanted' | 'building' | 'ready' | 'failed' | 'unwanted' | 'refused';
interface Row {
  readonly key: string;
  readonly definition: string;
  readonly state: State;
  readonly reason: Reason;
  /** Longer in its state than a failed one waits and an unwanted one is retained. */
  readonly old: boolean;
  /** Requested by lists recently. */
  readonly asked: boolean;
}

/** An unwanted index is retained this long: it is often wanted again the next day. */
const UNWANTED_RETENTION = `interval '7 days'`;
/** A failed build is retried after this time. */
const FAILED_RETRY_AFTER = `interval '1 day'`;
const ASKED_RETENTION = `interval '30 days'`;

const ROWS = `SELECT key, definition, state, reason,
  since < now() - CASE state WHEN 'failed' THEN ${FAILED_RETRY_AFTER} ELSE ${UNWANTED_RETENTION} END AS old,
  reason = 'asked' AND asked_at > now() - ${ASKED_RETENTION} AS asked
  FROM bizmeta.object_index WHERE tenant_id = $1 AND object_id = $2`;

/** Existing list indexes, by name; an invalid one is left from an interrupted build. */
const PRESENT = `SELECT c.relname AS name, i.indisvalid AS valid FROM pg_index i
  JOIN pg_class c ON c.oid = i.indexrelid
  WHERE i.indrelid = to_regclass($1) AND starts_with(c.relname, $2)`;

const PUT = `INSERT INTO bizmeta.object_index (tenant_id, object_id, key, definition, reason, rank,
  state)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (tenant_id, object_id, key) DO UPDATE
    SET definition = excluded.definition, rank = excluded.rank,
    since = now(), error = '', state = excluded.state,
    reason = CASE WHEN object_index.reason IN ('asked', 'chosen') THEN object_index.reason
      ELSE excluded.reason END`;

/** List indexes of a table by name, and whether each is valid. */
export async function presentIndexes(tx: TenantTx, no: number): Promise<Map<string, boolean>> {
  const rows = await tx.query<{ name: string; valid: boolean }>(PRESENT, [
    `${schemaOf(tx.tenant)}.o_${no}`,
    prefixOf(no),
  ]);
  return new Map(rows.map(({ name, valid }) => [name, valid]));
}

/** Stores the wanted indexes of an object; returns whether something has to be built or dropped. */
export async function register(
  tx: TenantTx,
  table: ObjectTable,
  wanted: readonly WantedIndex[],
): Promise<boolean> {
  const ids = [tx.tenant.id, table.describe.id];
  const rows = new Map((await tx.query<Row>(ROWS, ids)).map((row) => [row.key, row]));
  const present = await presentIndexes(tx, table.no);
  const kept = new Set<string>();
  for (const [rank, { key, reason }] of wanted.entries()) {
    const definition = definitionOf(table, key);
    if (definition === undefined) continue;
    kept.add(key);
    const state = wantedState(
      rows.get(key),
      definition,
      present.get(indexName(table.no, definition)),
    );
    if (state !== undefined) await tx.run(PUT, [...ids, key, definition, reason, rank, state]);
    // Until the new index for searching is there, the one before serves.
    if (isSearchKey(key) && (state ?? rows.get(key)?.state) !== 'ready')
      for (const row of rows.values())
        if (row.reason === 'search' && row.state === 'ready') kept.add(row.key);
  }
  await retireUnwanted(
    tx,
    table,
    [...rows.values()].filter((row) => !kept.has(row.key) && row.state !== 'refused'),
  );
  return publishReady(tx, table, present);
}

/** The state a wanted index gets; undefined when its row is unchanged. */
function wantedState(
  row: Row | undefined,
  definition: string,
  valid: boolean | undefined,
): State | undefined {
  const actual: State = valid === true ? 'ready' : 'wanted';
  if (!row || row.definition !== definition || row.state === 'unwanted') return actual;
  if (row.state === 'refused') return undefined;
  if (row.state === 'failed') return row.old ? 'wanted' : undefined;
  return row.state === 'ready' && valid !== true ? 'wanted' : undefined;
}

const OF_KEYS = 'WHERE tenant_id = $1 AND object_id = $2 AND key = ANY($3)';
const FORGET = `DELETE FROM bizmeta.object_index ${OF_KEYS}`;
const REST = `UPDATE bizmeta.object_index SET state = 'unwanted', since = now() ${OF_KEYS}`;

/**
 * Unwanted rows: those of a removed field are deleted immediately, others after the retention time.
 */
async function retireUnwanted(
  tx: TenantTx,
  table: ObjectTable,
  rows: readonly Row[],
): Promise<void> {
  const isOver = (row: Row): boolean =>
    row.state === 'unwanted' && row.old && !row.asked && row.reason !== 'chosen';
  const gone = rows.filter((row) => definitionOf(table, row.key) === undefined || isOver(row));
  const ids = [tx.tenant.id, table.describe.id];
  if (gone.length > 0) await tx.run(FORGET, [...ids, gone.map(({ key }) => key)]);
  const resting = rows.filter((row) => row.state !== 'unwanted' && !gone.includes(row));
  if (resting.length > 0) await tx.run(REST, [...ids, resting.map(({ key }) => key)]);
}

/**
 * Publishes indexes that became ready or no longer are, for lists to use; returns whether there is
 * work.
 */
async function publishReady(
  tx: TenantTx,
  table: ObjectTable,
  present: ReadonlyMap<string, boolean>,
): Promise<boolean> {
  const rows = await tx.query<Row>(ROWS, [tx.tenant.id, table.describe.id]);
  const ready = rows.filter(({ state }) => state === 'ready').map(({ key }) => key);
  if (ready.length !== table.indexes.size || ready.some((key) => !table.indexes.has(key))) {
    await bumpVersion(tx);
    await recordChange(tx, [table.describe.id]);
  }
  const used = rows.filter(({ state }) => state !== 'failed' && state !== 'refused');
  const names = new Set(used.map(({ definition }) => indexName(table.no, definition)));
  const isWanted = rows.some(({ state }) => state === 'wanted' || state === 'building');
  return isWanted || [...present.keys()].some((name) => !names.has(name));
}
