import { AppError, type TenantTx } from '../../kernel/index.ts';
import { bumpVersion, recordChange } from './changes.ts';

const OWN_FIELDS = 'SELECT x.id FROM bizmeta.field x WHERE x.tenant_id = $1 AND x.object_id = $2';
/** Who refers to an object: object and field by their labels. */
const USERS = `SELECT o.label || '的“' || f.label || '”' AS name FROM bizmeta.field f
  JOIN bizmeta.object o ON o.tenant_id = f.tenant_id AND o.id = f.object_id
  WHERE f.tenant_id = $1 AND f.ref_object = $2 AND f.removed_at IS NULL AND o.deleted_at IS NULL
    AND o.id <> $2
    AND (o.parent_field IS NULL OR o.parent_field <> ALL(ARRAY(${OWN_FIELDS}))) ORDER BY o.no, f.ord
      LIMIT 5`;

/** The object and the rows of its sub-tables. */
const DELETE = `UPDATE bizmeta.object SET deleted_at = now() WHERE tenant_id = $1
  AND id = ANY(ARRAY(
  SELECT $2::uuid UNION SELECT o.id FROM bizmeta.object o WHERE o.tenant_id = $1
    AND o.parent_field = ANY(ARRAY(${OWN_FIELDS}))))`;

/**
 * Takes an object out of use: it and its records are no longer accessible and its name is free; the
 * table stays. Refused with OBJECT_IN_USE while a field of another object refers to it.
 */
export async function deleteObject(tx: TenantTx, apiName: string): Promise<void> {
  await bumpVersion(tx);
  const [row] = await tx.query<{ id: string; no: number; label: string }>(
    `SELECT id, no, label FROM bizmeta.object WHERE tenant_id = $1 AND api_name = $2
      AND parent_field IS NULL AND deleted_at IS NULL`,
    [tx.tenant.id, apiName],
  );
  if (!row) throw new AppError('OBJECT_UNKNOWN', { name: apiName.slice(0, 60) });
  const users = await tx.query<{ name: string }>(USERS, [tx.tenant.id, row.id]);
  if (users.length > 0)
    throw new AppError('OBJECT_IN_USE', {
      label: row.label,
      users: users.map((user) => user.name).join('、'),
    });
  await tx.query('SELECT pg_advisory_xact_lock(7301, $1)', [row.no]);
  await recordChange(tx, [row.id, apiName]);
  await tx.run(DELETE, [tx.tenant.id, row.id]);
}
