import { DELEGABLE_CODES, isAuthorized, problem } from '../../../contract/index.ts';
import {
  AppError,
  problemsError,
  type Context,
  type Database,
  type Scope,
  type TenantTx,
} from '../../kernel/index.ts';

/**
 * Where a caller manages people and departments: everywhere by a function, in some departments by a
 * delegation (upm.delegation). What lies outside looks absent; see docs/decisions/0027.
 */

/** Who asks, with what they may. */
export type Viewer = Pick<Context, 'userId' | 'session'>;

/**
 * The caller as a delegated administrator, whose delegation limits a statement; null for who manages
 * the whole company. Statements take it as a parameter: see isManagedSql.
 */
export const delegateOf = ({ userId, session }: Viewer, what: 'user' | 'org'): string | null =>
  isAuthorized(`can:${what}.manage`, session) ? null : userId;

/** SQL that holds for a member, or a department, within reach of the delegate in this parameter. */
export const isManagedSql = (id: string, what: 'members' | 'depts', delegate: string): string =>
  `(${delegate}::text is null or ${id} in (select upm.managed_${what}(${delegate}::text)))`;

const HELD = `select functions from upm.delegation where tenant_id = $1 and user_id = $2 for share`;
/**
 * Keeps the delegation as the session found it until the transaction ends: once it is withdrawn or
 * narrowed, nothing done by it is stored. Throws FORBIDDEN.
 */
export async function holdDelegation(tx: TenantTx, { userId, session }: Viewer): Promise<void> {
  const [held] = await tx.query<{ functions: string[] }>(HELD, [tx.tenant.id, userId]);
  const used = DELEGABLE_CODES.filter((code) => session.functions.includes(code));
  if (!held || used.some((code) => !held.functions.includes(code))) throw new AppError('FORBIDDEN');
}

/** Why a delegated administrator may not change a member they see. */
type Lock = '' | 'self' | 'manager' | 'delegate' | 'outside';
const LOCK_TEXT: Readonly<Record<Lock, string>> = {
  '': '',
  self: '是你自己',
  manager: '有企业的成员管理权限',
  delegate: '是管理范围不小于你的子管理员',
  outside: '还在你管理范围以外的部门任职',
};
/** Functions of roles whose holders manage people of the whole company. */
const PEOPLE_FUNCTIONS = `('user.manage', 'org.manage', 'role.manage')`;
const IN = (dept: string) => `${dept} in (select id from managed)`;
/**
 * Of members $3 those the delegate $2 sees, and why not to be changed: who manages people of the whole
 * company, whose delegation is not strictly narrower, who works outside as well.
 */
const LOCKS = `with managed as materialized (select upm.managed_depts($2) as id)
  select m.user_id as id, case
    when m.user_id = $2 then 'self'
    when exists (select from upm.user_role ur
      join upm.role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      left join upm.role_function f on f.tenant_id = ur.tenant_id and f.role_id = ur.role_id
      where ur.tenant_id = $1 and ur.user_id = m.user_id
        and (r.code = 'tenant_admin' or f.function in ${PEOPLE_FUNCTIONS})) then 'manager'
    when exists (select from upm.delegation o where o.tenant_id = $1 and o.user_id = m.user_id)
      and (exists (select from upm.delegation_dept o where o.tenant_id = $1
          and o.user_id = m.user_id and not ${IN('o.dept_id')})
        or not exists (select from managed where id not in (select upm.managed_depts(m.user_id))))
      then 'delegate'
    when exists (select from upm.user_dept u where u.tenant_id = $1 and u.user_id = m.user_id
        and not ${IN('u.dept_id')})
      or m.state = 'left' and exists (select from upm.dept d where d.tenant_id = $1
        and d.id = any(m.left_dept_ids) and not ${IN('d.id')}) then 'outside'
    else '' end as lock
  from upm.member m where m.tenant_id = $1 and m.user_id = any($3)
    and m.user_id in (select upm.managed_members($2))`;

interface Seen {
  id: string;
  lock: Lock;
}

/** Why a delegated administrator may not change these members, by id; '' for whom they may. */
export async function delegateLocks(
  db: Database,
  viewer: Scope & Viewer,
  delegate: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const seen = await db.readTenant<Seen>(viewer, LOCKS, [viewer.tenant.id, delegate, ids], {
    name: 'upm-delegate-locks',
  });
  return new Map(
    seen.map(({ id, lock }) => [id, LOCK_TEXT[lock] && `${LOCK_TEXT[lock]}，由管理员管理`]),
  );
}

/**
 * The caller may change these members. Call it after they are locked, so that no one moves out
 * meanwhile. Throws MEMBER_UNKNOWN where one is outside, MEMBER_OUTSIDE where one is not theirs alone.
 */
export async function requireManaged(
  tx: TenantTx,
  actor: Viewer,
  members: readonly { id: string; realName: string }[],
  deed: string,
): Promise<void> {
  const delegate = delegateOf(actor, 'user');
  if (delegate === null) return;
  await holdDelegation(tx, actor);
  const ids = members.map(({ id }) => id);
  const seen = await tx.query<Seen>(LOCKS, [tx.tenant.id, delegate, ids]);
  if (seen.length < new Set(ids).size) throw new AppError('MEMBER_UNKNOWN');
  const locked = seen.find(({ lock }) => lock !== '');
  if (locked)
    throw new AppError('MEMBER_OUTSIDE', {
      name: members.find(({ id }) => id === locked.id)?.realName ?? '',
      why: LOCK_TEXT[locked.lock],
      deed,
    });
}

const UNSEEN = `select from unnest($1::text[]) as u(id)
  where not ${isManagedSql('id', 'members', '$2')} limit 1`;
/**
 * The caller sees these members among those they manage, whether or not they may change them. Throws
 * MEMBER_UNKNOWN.
 */
export async function requireSeen(
  tx: TenantTx,
  actor: Viewer,
  what: 'user' | 'org',
  userIds: readonly string[],
): Promise<void> {
  const unseen = await tx.query(UNSEEN, [userIds, delegateOf(actor, what)]);
  if (unseen.length > 0) throw new AppError('MEMBER_UNKNOWN');
}

const OUTSIDE = `select from unnest($1::text[]) as u(id)
  where id not in (select upm.managed_depts($2)) limit 1`;
/** The caller manages these departments, or people in them. Throws DEPT_UNKNOWN. */
export async function requireManagedDepts(
  tx: TenantTx,
  actor: Viewer,
  what: 'user' | 'org',
  deptIds: readonly string[],
): Promise<void> {
  const delegate = delegateOf(actor, what);
  if (delegate === null) return;
  await holdDelegation(tx, actor);
  const outside = await tx.query(OUTSIDE, [deptIds, delegate]);
  if (outside.length > 0) throw new AppError('DEPT_UNKNOWN');
}

/** A delegated administrator puts people into departments of theirs, never into none. */
export function requireSomeDept(actor: Viewer, deptIds: readonly string[]): void {
  if (delegateOf(actor, 'user') !== null && deptIds.length === 0)
    throw problemsError([problem('/deptIds', 'SCOPE_DEPT_NEEDED')]);
}
