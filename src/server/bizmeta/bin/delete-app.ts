import type { InputOf } from '../../../contract/index.ts';
import { AppError, type TenantTx } from '../../kernel/index.ts';
import { lockApp, objectsOf } from '../apps/rows.ts';
import { bumpVersion } from '../meta/changes.ts';
import { binObjects, usersOf, usersText } from '../meta/delete.ts';

/**
 * Puts an application and its objects into the bin; refused while a field of another application's
 * object refers to one of them, or when the name that was typed is not its own.
 */
export async function deleteApp(
  tx: TenantTx,
  userId: string,
  { id, name }: InputOf<'bizmeta.app.delete'>,
): Promise<null> {
  await bumpVersion(tx);
  const app = await lockApp(tx, id);
  if (name.trim() !== app.name) throw new AppError('APP_NAME_DIFFERS', { name: app.name });
  const objects = await objectsOf(tx, id);
  const users = await usersOf(
    tx,
    objects.map((object) => object.id),
  );
  if (users.length > 0)
    throw new AppError('APP_IN_USE', { name: app.name, users: usersText(users) });
  await binObjects(tx, objects, { userId, appId: id });
  await tx.run(
    `UPDATE bizmeta.app SET deleted_at = now(), deleted_by = $3, version = version + 1
      WHERE tenant_id = $1 AND id = $2::uuid`,
    [tx.tenant.id, id, userId],
  );
  return null;
}
