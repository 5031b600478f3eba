import { AppError, type TenantTx } from '../../kernel/index.ts';
import { bumpVersion, recordChange } from './changes.ts';
import { RunningFlows } from './running-flows.ts';
import { noteForBuilders, notedOf } from './tell.ts';

const OWN_FIELDS =
  'SELECT x.id FROM bizmeta.field x WHERE x.tenant_id = $1 AND x.object_id = ANY($2::uuid[])';
/** Sources of rollups over records of some objects: they name them, and are no references. */
const COUNTED = `(position('.' in f.settings #>> '{rollup,via}') > 0
  AND split_part(f.settings #>> '{rollup,via}', '.', 1) = ANY(ARRAY(SELECT x.api_name
    FROM bizmeta.object x WHERE x.tenant_id = $1 AND x.id = ANY($2::uuid[]))))`;
/**
 * Fields of other objects that refer to some, or compute of their records; a sub-table's rows go
 * with their object.
 */
const USERS = `SELECT coalesce(p.label, o.label) AS label, coalesce(p.api_name, o.api_name) AS "apiName",
    f.label AS field
  FROM bizmeta.field f JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
    LEFT JOIN bizmeta.field pf ON pf.tenant_id = o.tenant_id AND pf.id = o.parent_field
    LEFT JOIN bizmeta.object p ON p.tenant_id = o.tenant_id AND p.id = pf.object_id
  WHERE f.tenant_id = $1 AND (f.ref_object = ANY($2::uuid[]) OR ${COUNTED}) AND f.removed_at IS NULL
    AND o.deleted_at IS NULL AND o.id <> ALL($2::uuid[])
    AND (o.parent_field IS NULL OR o.parent_field <> ALL(ARRAY(${OWN_FIELDS}))) ORDER BY o.no, f.ord
      LIMIT 20`;

export interface ReferringField {
  readonly label: string;
  readonly apiName: string;
  readonly field: string;
}
/** Fields outside of these objects that need one of them; twenty at most. */
export const usersOf = (tx: TenantTx, ids: readonly string[]): Promise<ReferringField[]> =>
  tx.query<ReferringField>(USERS, [tx.tenant.id, ids]);

const NAMED = 5;
/** Who refers to an object, in words. */
export const usersText = (users: readonly ReferringField[]): string =>
  users
    .slice(0, NAMED)
    .map(({ label, field }) => `${label}的“${field}”`)
    .join('、');

/** The objects and the rows of their sub-tables. */
const DELETE = `UPDATE bizmeta.object SET deleted_at = now(), deleted_by = $3, deleted_with = $4
  WHERE tenant_id = $1 AND deleted_at IS NULL AND (id = ANY($2::uuid[])
    OR parent_field = ANY(ARRAY(${OWN_FIELDS})))`;

interface Deletion {
  readonly userId: string;
  /** The application that is deleted with them. */
  readonly appId?: string;
}
interface ObjectHead {
  readonly id: string;
  readonly no: number;
  readonly api_name: string;
  readonly label: string;
  readonly app_id: string | null;
}

/**
 * Puts objects into the bin: they and their records are no longer accessible, and everything stays
 * until they are restored or purged. The caller has looked for fields that refer to them.
 */
export async function binObjects(
  tx: TenantTx,
  objects: readonly ObjectHead[],
  { userId, appId }: Deletion,
): Promise<void> {
  await lockShapes(tx, objects);
  const ids = objects.map(({ id }) => id);
  await tx.state.of(RunningFlows).requireNone(tx, ids);
  await recordChange(
    tx,
    objects.flatMap(({ id, api_name }) => [id, api_name]),
  );
  await tx.run(DELETE, [tx.tenant.id, ids, userId, appId ?? null]);
  noteForBuilders(tx, 'deleted', objects.map(notedOf));
}

/** Waits for writes of records of the objects, always in the same order. */
export async function lockShapes(tx: TenantTx, objects: readonly { no: number }[]): Promise<void> {
  for (const { no } of objects.toSorted((a, b) => a.no - b.no))
    await tx.query('SELECT pg_advisory_xact_lock(7301, $1)', [no]);
}

/** Deletes one object; refused with OBJECT_IN_USE while a field of another refers to it. */
export async function deleteObject(tx: TenantTx, userId: string, apiName: string): Promise<null> {
  await bumpVersion(tx);
  const [row] = await tx.query<ObjectHead>(
    `SELECT id, no, api_name, label, app_id FROM bizmeta.object WHERE tenant_id = $1 AND api_name = $2
      AND parent_field IS NULL AND deleted_at IS NULL`,
    [tx.tenant.id, apiName],
  );
  if (!row) throw new AppError('OBJECT_UNKNOWN', { name: apiName.slice(0, 60) });
  const users = await usersOf(tx, [row.id]);
  if (users.length > 0)
    throw new AppError('OBJECT_IN_USE', { label: row.label, users: usersText(users) });
  await binObjects(tx, [row], { userId });
  return null;
}
