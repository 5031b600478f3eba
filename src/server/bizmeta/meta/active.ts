import type { InputOf } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { bumpVersion, recordChange } from './changes.ts';
import { noteForBuilders, notedOf } from './tell.ts';

/** Takes an object out of use, with all its records, or back into it. */
export async function setObjectActive(
  tx: TenantTx,
  userId: string,
  { apiName, active }: InputOf<'bizmeta.describe.active'>,
): Promise<null> {
  await bumpVersion(tx);
  const [row] = await tx.query<{ id: string; label: string; app_id: string | null }>(
    `UPDATE bizmeta.object SET active = $3, version = version + 1, updated_at = now(),
      updated_by = $4 WHERE tenant_id = $1 AND api_name = $2 AND parent_field IS NULL
      AND deleted_at IS NULL RETURNING id, label, app_id`,
    [tx.tenant.id, apiName, active, userId],
  );
  if (!row) throw new AppError('OBJECT_UNKNOWN', { name: apiName.slice(0, 60) });
  await recordChange(tx, [row.id, apiName]);
  noteForBuilders(tx, active ? 'opened' : 'stopped', [notedOf({ ...row, api_name: apiName })]);
  return null;
}
