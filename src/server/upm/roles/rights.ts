import {
  FUNCTION_CODES,
  functionTitle,
  isAuthorized,
  type Access,
} from '../../../contract/index.ts';
import {
  AppError,
  postMessage,
  ROLE_ADMIN,
  type Context,
  type MessageEvent,
  type Session,
  type TenantTx,
} from '../../kernel/index.ts';
import type { RoleRow } from './roles.ts';

/** The user who changes rights. */
export type Actor = Pick<Context, 'userId' | 'session'>;

/** What a role allows: tenant_admin everything, regardless of its rows. */
export const functionsOf = ({
  code,
  functions,
}: Pick<RoleRow, 'code' | 'functions'>): readonly string[] =>
  code === ROLE_ADMIN ? FUNCTION_CODES : functions;

const titles = (codes: readonly string[]) => codes.map(functionTitle).join('、');

/** Users cannot give or take functions they do not have themselves. */
export function requireOwnRights(session: Session, functions: readonly string[]): void {
  const beyond = session.isSuper
    ? []
    : functions.filter((code) => !session.functions.includes(code));
  if (beyond.length > 0) throw new AppError('GRANT_BEYOND', { names: titles(beyond) });
}

/** No one changes the account of a member who may do what they themselves may not. */
export async function requireNotAbove(
  tx: TenantTx,
  session: Session,
  member: { id: string; realName: string },
  deed: string,
): Promise<void> {
  const rows = await tx.query<{ function: string }>(
    `select rf.function from upm.user_role ur
      join upm.role_function rf on rf.tenant_id = ur.tenant_id and rf.role_id = ur.role_id
      where ur.tenant_id = $1 and ur.user_id = $2
      union select unnest(functions) from upm.delegation where tenant_id = $1 and user_id = $2
      order by 1`,
    [tx.tenant.id, member.id],
  );
  const beyond = rows
    .map((row) => row.function)
    .filter((code) => !isAuthorized(`can:${code}` as Access, session));
  if (beyond.length > 0)
    throw new AppError('MEMBER_ABOVE', { name: member.realName, names: titles(beyond), deed });
}

/** People named in one message event. */
const MEMBERS_PER_MESSAGE = 1_000;

/** Notifies members of a change to a role of theirs; the actor is left out. */
export async function notifyMembers(
  tx: TenantTx,
  actor: Actor,
  { userIds, ...event }: MessageEvent,
): Promise<void> {
  const others = userIds.filter((id) => id !== actor.userId);
  for (let at = 0; at < others.length; at += MEMBERS_PER_MESSAGE) {
    await postMessage(tx, tx.tenant.id, 'message', {
      ...event,
      userIds: others.slice(at, at + MEMBERS_PER_MESSAGE),
      fromUserId: actor.userId,
    });
  }
}

export const aboutRole = (role: Pick<RoleRow, 'id' | 'name'>): Record<string, string> => ({
  roleId: role.id,
  roleName: role.name,
});
