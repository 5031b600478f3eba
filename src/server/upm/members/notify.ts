import { postMessage, ROLE_ADMIN, type TenantTx } from '../../kernel/index.ts';

/** Who changes people, and what they may. */
export interface Actor {
  readonly userId: string;
}

type MemberEvent = 'user_add' | 'user_mod' | 'user_del';

/**
 * Notifies the administrators, and the members concerned (`also`), of a change to members; the
 * actor is left out unless `self` is set, for a result that came later.
 */
export async function notifyAdmins(
  tx: TenantTx,
  hand: Actor,
  typeCode: MemberEvent,
  content: string,
  {
    userIds = [],
    also = [],
    self = false,
  }: { userIds?: readonly string[]; also?: readonly string[]; self?: boolean } = {},
): Promise<void> {
  const wanted = new Set([...(await activeAdmins(tx)), ...also]);
  if (self) wanted.add(hand.userId);
  else wanted.delete(hand.userId);
  if (wanted.size > 0)
    await postMessage(tx, tx.tenant.id, 'message', {
      userIds: [...wanted],
      typeCode,
      content,
      handlerParams: { userIds: userIds.slice(0, MAX_NAMED) },
      fromUserId: hand.userId,
    });
}
async function activeAdmins(tx: TenantTx): Promise<string[]> {
  const admins = await tx.query<{ id: string }>(
    `select ur.user_id as id from upm.user_role ur join upm.role r on r.tenant_id = ur.tenant_id
    and r.id = ur.role_id and r.code = $2
    join upm.member m on m.tenant_id = ur.tenant_id and m.user_id = ur.user_id
      and m.state = 'active' where ur.tenant_id = $1`,
    [tx.tenant.id, ROLE_ADMIN],
  );
  return admins.map(({ id }) => id);
}

/** People a message names by id. */
const MAX_NAMED = 100;

/** 张三、李四、王五等 12 人. */
export function namesText(names: readonly string[]): string {
  const SAID = 3;
  return names.length <= SAID
    ? names.join('、')
    : `${names.slice(0, SAID).join('、')}等 ${names.length} 人`;
}
