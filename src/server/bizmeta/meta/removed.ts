import { FIELDS, type DataOf, type DescribeInput } from '../../../contract/index.ts';
import { AppError, schemaOf, type TenantTx } from '../../kernel/index.ts';
import { isUuid } from '../fields/values.ts';
import { bumpVersion, recordChange } from './changes.ts';
import { countValues, dropValues, stopBuilding, tableName, type Leftover } from './ddl.ts';
import { endAllChanges, endChanges } from './type-changes.ts';
import {
  fieldOf,
  LOAD_ROWS_OF,
  REF_NAME,
  rowObjects,
  type FieldRow,
  type LoadedObjects,
  type RowObjects,
} from './store.ts';

/**
 * Fields that were removed: their columns and values stay until they are cleared on purpose, and an
 * update that names one by its id brings it back.
 */

interface RemovedRow extends FieldRow {
  removed_at: Date | string;
}
interface Owner {
  id: string;
  no: number;
  api_name: string;
}
/** Most that are listed: the newest. */
const MAX_LISTED = 200;

const OWNER = `SELECT id, no, api_name FROM bizmeta.object WHERE tenant_id = $1 AND api_name = $2
  AND parent_field IS NULL AND deleted_at IS NULL`;
const REMOVED = `SELECT f.id, f.no, f.api_name, f.label, f.type, f.required, f.is_unique, f.ref_object,
  ${REF_NAME} AS ref_name, f.settings, f.ord, f.removed_at
  FROM bizmeta.field f WHERE f.tenant_id = $1 AND f.object_id = $2 AND f.removed_at IS NOT NULL
    AND ($3::uuid[] IS NULL OR f.id = ANY($3::uuid[]))
  ORDER BY f.removed_at DESC, f.no DESC LIMIT ${MAX_LISTED}`;

async function ownerOf(tx: TenantTx, apiName: string): Promise<Owner> {
  const [owner] = await tx.query<Owner>(OWNER, [tx.tenant.id, apiName]);
  if (!owner) throw new AppError('OBJECT_UNKNOWN', { name: apiName.slice(0, 60) });
  return owner;
}
async function removedRows(
  tx: TenantTx,
  owner: Owner,
  ids: readonly string[] | null,
): Promise<{ rows: RemovedRow[]; below: RowObjects }> {
  const rows = await tx.query<RemovedRow>(REMOVED, [tx.tenant.id, owner.id, ids]);
  const [loaded] =
    rows.length === 0
      ? []
      : await tx.query<LoadedObjects>(LOAD_ROWS_OF, [rows.map(({ id }) => id)]);
  return { rows, below: rowObjects(loaded?.objects ?? []) };
}
const leftoverOf = (row: RemovedRow, below: RowObjects): Leftover => ({
  field: fieldOf(row, below),
  no: row.no,
  rowsNo: below.get(row.id)?.no,
});

export async function removedFields(
  tx: TenantTx,
  apiName: string,
): Promise<DataOf<'bizmeta.describe.removedFields'>> {
  const owner = await ownerOf(tx, apiName);
  const { rows, below } = await removedRows(tx, owner, null);
  const table = { schema: schemaOf(tx.tenant), no: owner.no };
  const counts = rows.map((row) => countValues(table, leftoverOf(row, below)));
  const [counted] =
    rows.length === 0
      ? []
      : await tx.query<Record<string, number>>(
          `SELECT ${counts.map((sql, i) => `${sql} AS c${i}`).join(', ')} FROM ${tableName(table)}
            WHERE deleted_at IS NULL`,
        );
  const fields = rows.map((row, i) => ({
    id: row.id,
    label: row.label,
    type: row.type,
    typeTitle: FIELDS[row.type].title,
    removedAt: new Date(row.removed_at).toISOString(),
    values: Number(counted?.[`c${i}`] ?? 0),
    field: fieldOf(row, below),
  }));
  return {
    fields,
    ids: rows.map(({ id }) => id),
    values: fields.reduce((sum, { values }) => sum + values, 0),
  };
}

/**
 * Loads an object for an update that may name removed fields by their ids: these are the object's
 * again. Their names are parked: the update gives them theirs, or is refused when another field has
 * it now.
 */
export async function bringBack<T extends { row: { id: string } }>(
  tx: TenantTx,
  { fields }: DescribeInput,
  load: () => Promise<T>,
): Promise<T> {
  const found = await load();
  const ids = fields.flatMap(({ id, removed }) =>
    id !== undefined && removed !== true && isUuid(id) ? [id] : [],
  );
  const back = await tx.query(
    `UPDATE bizmeta.field SET removed_at = NULL, api_name = '~' || id WHERE tenant_id = $1
      AND object_id = $2 AND id = ANY($3::uuid[]) AND removed_at IS NOT NULL RETURNING id`,
    [tx.tenant.id, found.row.id, ids],
  );
  return back.length > 0 ? load() : found;
}

/** Clears removed fields with their data, for good; answers how many there were. */
export async function purgeFields(
  tx: TenantTx,
  apiName: string,
  ids: readonly string[],
): Promise<{ count: number }> {
  await bumpVersion(tx);
  const owner = await ownerOf(tx, apiName);
  await tx.query('SELECT pg_advisory_xact_lock(7301, $1)', [owner.no]);
  const { rows, below } = await removedRows(tx, owner, ids.filter(isUuid));
  const table = { schema: schemaOf(tx.tenant), no: owner.no };
  const gone = rows.map(({ id }) => id);
  await endChanges(tx, table, gone);
  await endAllChanges(tx, [...below.values()]);
  const ddl = rows.flatMap((row) => dropValues(table, leftoverOf(row, below)));
  if (ddl.length > 0) await tx.ddl([stopBuilding(table), ...ddl].join('; '));
  await tx.run(
    `UPDATE bizmeta.object SET deleted_at = now() WHERE tenant_id = $1
      AND parent_field = ANY($2::uuid[])`,
    [tx.tenant.id, gone],
  );
  await tx.run(`DELETE FROM bizmeta.field WHERE tenant_id = $1 AND id = ANY($2::uuid[])`, [
    tx.tenant.id,
    gone,
  ]);
  await recordChange(tx, [owner.id, owner.api_name]);
  return { count: rows.length };
}
