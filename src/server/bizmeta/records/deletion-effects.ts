import type { TenantTx } from '../../kernel/index.ts';
import { newIds } from './ids.ts';

/** What the deletion of a record did to others; see bizmeta.deletion_effect. */
export interface Effect {
  readonly kind: 'record' | 'link' | 'row';
  readonly cause_object: string;
  readonly cause: string;
  readonly object_id: string;
  readonly field_id: string;
  /** The record, or the sub-table's row. */
  readonly record_id: string;
  readonly place: number | null;
  readonly kept: unknown;
}

/** Stores what one deletion did, under an id of its own. */
export async function storeEffects(tx: TenantTx, effects: readonly Effect[]): Promise<void> {
  if (effects.length === 0) return;
  await tx.run(
    `INSERT INTO bizmeta.deletion_effect (tenant_id, deletion, kind, cause_object, cause, object_id,
      field_id, record_id, place, kept)
    SELECT $1, $2::uuid, e.* FROM json_to_recordset($3::json) e(kind text, cause_object uuid,
      cause uuid, object_id uuid, field_id uuid, record_id uuid, place integer, kept jsonb)
    ON CONFLICT DO NOTHING`,
    [tx.tenant.id, newIds(1)[0], JSON.stringify(effects)],
  );
}

/** What the deletion of these records did to others, at most so many. */
export const effectsOf = (
  tx: TenantTx,
  kind: Effect['kind'],
  causes: readonly string[],
  most: number,
): Promise<Effect[]> =>
  tx.query<Effect>(
    `SELECT kind, cause_object, cause, object_id, field_id, record_id, place, kept
    FROM bizmeta.deletion_effect WHERE tenant_id = $1 AND cause = ANY($2::uuid[]) AND kind = $3
    ORDER BY object_id, record_id LIMIT $4::integer`,
    [tx.tenant.id, causes, kind, most],
  );

/**
 * Forgets what deletions of records that are back did, and that deletions took them along. What other
 * deletions emptied in them stays noted: it is filled when those come back.
 */
export const dropEffectsOfRestored = (tx: TenantTx, ids: readonly string[]): Promise<number> =>
  tx.run(
    `DELETE FROM bizmeta.deletion_effect WHERE tenant_id = $1
      AND (cause = ANY($2::uuid[]) OR (record_id = ANY($2::uuid[]) AND kind = 'record'))`,
    [tx.tenant.id, ids],
  );

/**
 * Forgets all that deletions of records, or rows, that are gone for good did, and what deletions did
 * to them.
 */
export const dropEffectsOfPurged = (tx: TenantTx, ids: readonly string[]): Promise<number> =>
  tx.run(
    `DELETE FROM bizmeta.deletion_effect WHERE tenant_id = $1
      AND (cause = ANY($2::uuid[]) OR record_id = ANY($2::uuid[]))`,
    [tx.tenant.id, ids],
  );
