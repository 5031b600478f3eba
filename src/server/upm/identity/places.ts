import { startJobOf, type TenantRef, type Tx } from '../../kernel/index.ts';

/** The job that gives what names the place of an invitation to the person who answered it. */
export const TAKE_PLACE_JOB = 'upm.takePlace';
export interface TakePlacePayload {
  readonly from: string;
  readonly fromName: string;
  readonly to: string;
}

/**
 * Gives a place, with its departments, roles and duties, to the account of a person; what else
 * names it (records, settings, approvals) follows as a job.
 */
export async function movePlace(
  tx: Tx,
  tenant: TenantRef,
  place: string,
  userId: string,
): Promise<void> {
  const [known] = await tx.query<{ name: string }>(
    'select real_name as name from upm.member where tenant_id = $1 and user_id = $2',
    [tenant.id, place],
  );
  await tx.query('select upm.move_place($1, $2, $3)', [tenant.id, place, userId]);
  const fromName = known?.name ?? '';
  const payload: TakePlacePayload = { from: place, fromName, to: userId };
  await startJobOf(tx, tenant, {
    kind: TAKE_PLACE_JOB,
    title: `把“${fromName}”加入前名下的内容归到本人`,
    payload,
    total: 0,
    by: userId,
  });
}
