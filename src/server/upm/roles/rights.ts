import { FUNCTION_CODES, FUNCTIONS, isFunctionCode } from '../../../contract/index.ts';
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

/** The user who changes rights: their own session stays open. */
export type Actor = Pick<Context, 'userId' | 'session'>;

/** What a role allows: tenant_admin everything, regardless of its rows. */
export const functionsOf = ({
  code,
  functions,
}: Pick<RoleRow, 'code' | 'functions'>): readonly string[] =>
  code === ROLE_ADMIN ? FUNCTION_CODES : functions;

const titles = (codes: readonly string[]) =>
  codes.map((code) => (isFunctionCode(code) ? FUNCTIONS[code].title : code)).join('、');

/** Users cannot give or take functions they do not have themselves. */
export function requireOwnRights(session: Session, functions: readonly string[]): void {
  const beyond = session.isSuper
    ? []
    : functions.filter((code) => !session.functions.includes(code));
  if (beyond.length > 0) throw new AppError('GRANT_BEYOND', { names: titles(beyond) });
}

/**
 * Those of these people for whom a function of the role comes from no other role of theirs: their
 * rights change with it.
 */
const AFFECTED_SQL = `
  select u.id from unnest($2::text[]) as u(id)
  where exists (select from unnest($4::text[]) as f(code) where not exists (
    select from upm.user_role ur join upm.role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where ur.tenant_id = $1 and ur.user_id = u.id and ur.role_id <> $3
      and (r.code = $5 or exists (select from upm.role_function rf where rf.tenant_id = $1
        and rf.role_id = r.id and rf.function = f.code))))`;

/**
 * Ends the sessions of people whose rights change when they get or lose a role, or the role these
 * functions: a token never continues with other rights than it was issued for. The session of the
 * actor stays; users cannot raise their own rights.
 */
export async function endAffectedSessions(
  tx: TenantTx,
  actor: Actor,
  {
    roleId,
    userIds,
    functions,
  }: { roleId: string; userIds: readonly string[]; functions: readonly string[] },
): Promise<void> {
  if (userIds.length === 0 || functions.length === 0) return;
  const touched = await tx.query<{ id: string }>(AFFECTED_SQL, [
    tx.tenant.id,
    userIds,
    roleId,
    functions,
    ROLE_ADMIN,
  ]);
  await tx.query('select upm.end_sessions($1, u.id, $3) from unnest($2::text[]) as u(id)', [
    tx.tenant.id,
    touched.map(({ id }) => id),
    actor.session.id,
  ]);
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
