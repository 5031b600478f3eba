import { schemaOf, type TenantTx } from '../../kernel/index.ts';
import { dropUsagesOfRecords } from '../../storage/index.ts';
import type { ObjectTable } from '../meta/table.ts';
import { logName } from '../records/change-log.ts';
import { dropEffectsOfPurged } from '../records/deletion-effects.ts';

interface Physical {
  readonly no: number;
  readonly table_no: number;
  readonly many: boolean;
}

/** Fields that point to an object, whatever their state: their values are in the tables. */
const POINTING = `SELECT f.no, o.no AS table_no,
    to_regclass(format('%I.%I', $3::text, 'l_' || f.no)) IS NOT NULL AS many
  FROM bizmeta.field f JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
  WHERE f.tenant_id = $1 AND f.ref_object = $2::uuid
    AND to_regclass(format('%I.%I', $3::text, 'o_' || o.no)) IS NOT NULL ORDER BY o.no, f.no`;
/** Tables of the rows of an object's sub-tables, removed ones among them. */
const ROW_TABLES = `SELECT o.no FROM bizmeta.object o JOIN bizmeta.field x
    ON x.tenant_id = o.tenant_id AND x.id = o.parent_field
  WHERE o.tenant_id = $1 AND x.object_id = $2::uuid
    AND to_regclass(format('%I.%I', $3::text, 'o_' || o.no)) IS NOT NULL ORDER BY o.no`;

/**
 * Deletes records of the bin for good, with their rows, history, comments, shares, submissions and
 * uses of files; what still names them, in the bin or in removed fields, names nothing then. Answers how many
 * there were. The caller has locked them.
 */
export async function purgeRecords(
  tx: TenantTx,
  table: ObjectTable,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const object = [tx.tenant.id, table.describe.id];
  await dropPointers(tx, [...object, schemaOf(tx.tenant)], ids);
  await dropEffectsOfPurged(tx, [...ids, ...(await dropRows(tx, object, ids))]);
  for (const text of BESIDE) await tx.run(text, [...object, ids]);
  await tx.run(`DELETE FROM ${logName(table)} WHERE record_id = ANY($1::uuid[])`, [ids]);
  await dropUsagesOfRecords(tx, ids);
  return tx.run(`DELETE FROM ${table.name} WHERE id = ANY($1::uuid[])`, [ids]);
}

/** What is stored of records in tables of all objects. */
const BESIDE = [
  `DELETE FROM bizmeta.record_share WHERE tenant_id = $1 AND object_id = $2::uuid
    AND record_id = ANY($3::uuid[])`,
  `DELETE FROM bizmeta.comment WHERE tenant_id = $1 AND object_id = $2::uuid
    AND record_id = ANY($3::uuid[])`,
  `DELETE FROM bizmeta.form_submission WHERE tenant_id = $1 AND record_id = ANY($3::uuid[])
    AND form_id IN (SELECT id FROM bizmeta.smart_form WHERE tenant_id = $1
      AND object_id = $2::uuid)`,
];

/** Deletes the rows of the records' sub-tables; answers their ids. */
async function dropRows(
  tx: TenantTx,
  object: readonly unknown[],
  ids: readonly string[],
): Promise<string[]> {
  const schema = schemaOf(tx.tenant);
  const gone: string[] = [];
  for (const { no } of await tx.query<{ no: number }>(ROW_TABLES, [...object, schema])) {
    const rows = await tx.query<{ id: string }>(
      `DELETE FROM "${schema}"."o_${no}" WHERE parent_id = ANY($1::uuid[]) RETURNING id`,
      [ids],
    );
    gone.push(...rows.map(({ id }) => id));
  }
  return gone;
}

/** Nothing in use points to a record of the bin; foreign keys of the rest would keep it. */
async function dropPointers(
  tx: TenantTx,
  values: readonly unknown[],
  ids: readonly string[],
): Promise<void> {
  const schema = schemaOf(tx.tenant);
  for (const { no, table_no, many } of await tx.query<Physical>(POINTING, values)) {
    await tx.query('SELECT pg_advisory_xact_lock_shared(7301, $1)', [table_no]);
    await tx.run(
      many
        ? `DELETE FROM "${schema}"."l_${no}" WHERE to_id = ANY($1::uuid[])`
        : `UPDATE "${schema}"."o_${table_no}" SET f_${no} = NULL WHERE f_${no} = ANY($1::uuid[])`,
      [ids],
    );
  }
}

/** The oldest records of the bin, deleted before a moment, locked; those in use are passed over. */
export const lockOldest = async (
  tx: TenantTx,
  table: ObjectTable,
  before: string,
  most: number,
): Promise<string[]> =>
  (
    await tx.query<{ id: string }>(
      `SELECT id FROM ${table.name} WHERE deleted_at IS NOT NULL AND deleted_at < $1::timestamptz
        ORDER BY deleted_at, id LIMIT ${most} FOR UPDATE SKIP LOCKED`,
      [before],
    )
  ).map(({ id }) => id);
