import { AppError, type TenantTx } from '../../kernel/index.ts';
import { isUuid } from '../templates/rows.ts';

/** What may be deleted: what never ran to an approval, or was taken back. */
const REMOVABLE = `('draft', 'withdrawn', 'rejected', 'cancelled', 'terminated')`;

/**
 * Whether others go on seeing an instance: what was submitted and decided on stays with the
 * record and with those who look after approvals, though who started it has deleted it from their own
 * lists.
 */
export const stays = (alias: string): string =>
  `(${alias}.deleted_at is null or ${alias}.status not in ('draft', 'withdrawn'))`;

/** Deletes one's own instances from one's lists, all or none; they can be restored. */
export async function removeInstances(
  tx: TenantTx,
  userId: string,
  ids: readonly string[],
): Promise<{ removed: number }> {
  const known = ids.filter(isUuid);
  const rows = await tx.query<{ id: string; removable: boolean }>(
    `select id, status in ${REMOVABLE} as removable from bpm.flow_instance where tenant_id = $1
      and starter_id = $2 and id = any($3::uuid[]) and deleted_at is null order by id for update`,
    [tx.tenant.id, userId, known],
  );
  if (rows.length < ids.length) throw new AppError('FLOW_UNKNOWN');
  if (rows.some(({ removable }) => !removable)) throw new AppError('FLOW_NOT_REMOVABLE');
  const removed = await tx.run(
    `update bpm.flow_instance set deleted_at = now() where tenant_id = $1 and id = any($2::uuid[])`,
    [tx.tenant.id, known],
  );
  return { removed };
}

export async function restoreInstances(
  tx: TenantTx,
  userId: string,
  ids: readonly string[],
): Promise<{ restored: number }> {
  const restored = await tx.run(
    `update bpm.flow_instance set deleted_at = null where tenant_id = $1 and starter_id = $2
      and id = any($3::uuid[]) and deleted_at is not null`,
    [tx.tenant.id, userId, ids.filter(isUuid)],
  );
  if (restored < ids.length) throw new AppError('FLOW_UNKNOWN');
  return { restored };
}
