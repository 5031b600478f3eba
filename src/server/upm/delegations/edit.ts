import {
  DELEGABLE_CODES,
  MAX_DELEGATIONS,
  problem,
  type InputOf,
} from '../../../contract/index.ts';
import { AppError, problemsError, ROLE_ADMIN, type TenantTx } from '../../kernel/index.ts';
import { lockRoles } from '../roles/roles.ts';
import { notifyMembers, type Actor } from '../roles/rights.ts';
import { announceRights } from '../session/renew.ts';

/** Departments, locked against being deleted meanwhile. Throws DEPT_UNKNOWN. */
async function checkDepts(tx: TenantTx, deptIds: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(deptIds)];
  const found = await tx.query(
    'select from upm.dept where tenant_id = $1 and id = any($2) for key share',
    [tx.tenant.id, wanted],
  );
  if (found.length < wanted.length) throw problemsError([problem('/deptIds', 'DEPT_UNKNOWN')]);
  return wanted;
}

/** Without what lies below another one: that is managed with it. */
const OUTERMOST = `with recursive above(of, id) as (
    select id, parent_id from upm.dept where tenant_id = $1 and id = any($2)
    union select a.of, d.parent_id from above a join upm.dept d on d.tenant_id = $1 and d.id = a.id)
  select id from unnest($2::text[]) as w(id)
    where not exists (select from above a where a.of = w.id and a.id = any($2))`;

async function setDepts(tx: TenantTx, userIds: readonly string[], deptIds: readonly string[]) {
  const wanted = await checkDepts(tx, deptIds);
  const outermost = (await tx.query<{ id: string }>(OUTERMOST, [tx.tenant.id, wanted])).map(
    ({ id }) => id,
  );
  await tx.run(
    `delete from upm.delegation_dept where tenant_id = $1 and user_id = any($2)
      and dept_id <> all($3)`,
    [tx.tenant.id, userIds, outermost],
  );
  await tx.run(
    `insert into upm.delegation_dept (tenant_id, user_id, dept_id) select $1, u.id, d.id
      from unnest($2::text[]) as u(id), unnest($3::text[]) as d(id) on conflict do nothing`,
    [tx.tenant.id, userIds, outermost],
  );
}

const inOrder = (functions: readonly string[]): string[] =>
  DELEGABLE_CODES.filter((code) => functions.includes(code));

interface Candidate {
  id: string;
  name: string;
  isAdmin: boolean;
  taken: boolean;
}
const CANDIDATES = `select m.user_id as id, m.real_name as name,
    exists (select from upm.user_role ur join upm.role r on r.tenant_id = ur.tenant_id
      and r.id = ur.role_id and r.code = $3 where ur.tenant_id = $1
      and ur.user_id = m.user_id) as "isAdmin",
    exists (select from upm.delegation d where d.tenant_id = $1 and d.user_id = m.user_id) as taken
  from upm.member m where m.tenant_id = $1 and m.user_id = any($2) and m.state = 'active'
  order by m.user_id for update`;

/** Active members without a delegation who do not manage everything already. */
async function checkCandidates(tx: TenantTx, userIds: readonly string[]): Promise<void> {
  const found = await tx.query<Candidate>(CANDIDATES, [tx.tenant.id, userIds, ROLE_ADMIN]);
  const missing = userIds.length - found.length;
  if (missing > 0)
    throw problemsError([problem('/userIds', 'ROLE_MEMBERS_UNKNOWN', { count: missing })]);
  const admin = found.find(({ isAdmin }) => isAdmin);
  if (admin) throw problemsError([problem('/userIds', 'DELEGATION_ADMIN', { name: admin.name })]);
  const taken = found.find((each) => each.taken);
  if (taken) throw problemsError([problem('/userIds', 'DELEGATION_TAKEN', { name: taken.name })]);
  const [row] = await tx.query<{ n: number }>(
    'select count(*) as n from upm.delegation where tenant_id = $1',
    [tx.tenant.id],
  );
  if ((row?.n ?? 0) + userIds.length > MAX_DELEGATIONS)
    throw new AppError('DELEGATIONS_FULL', { max: MAX_DELEGATIONS });
}

/** The members hear of it, and their open sessions go on with what they may now. */
async function announce(
  tx: TenantTx,
  actor: Actor,
  userIds: readonly string[],
  typeCode: 'role_add' | 'role_mod' | 'role_del',
  content: string,
): Promise<void> {
  await announceRights(tx, userIds);
  await notifyMembers(tx, actor, {
    userIds: [...userIds],
    typeCode,
    content,
    handlerParams: { roleName: '子管理员' },
  });
}

/**
 * Makes members delegated administrators, each with a delegation of their own. Throws DEPT_UNKNOWN,
 * ROLE_MEMBERS_UNKNOWN, DELEGATION_ADMIN, DELEGATION_TAKEN, DELEGATIONS_FULL.
 */
export async function appoint(
  tx: TenantTx,
  actor: Actor,
  { userIds, deptIds, functions }: InputOf<'upm.delegation.appoint'>,
): Promise<{ appointed: number }> {
  await lockRoles(tx);
  const wanted = [...new Set(userIds)];
  await checkCandidates(tx, wanted);
  await tx.run(
    `insert into upm.delegation (tenant_id, user_id, functions, appointed_by)
      select $1, id, $3, $4 from unnest($2::text[]) as u(id)`,
    [tx.tenant.id, wanted, inOrder(functions), actor.userId],
  );
  await setDepts(tx, wanted, deptIds);
  await announce(
    tx,
    actor,
    wanted,
    'role_add',
    '你已被任命为子管理员，可以在系统管理中管理成员与部门',
  );
  return { appointed: wanted.length };
}

interface Held {
  version: number;
  functions: string[];
}
/** Throws DELEGATION_UNKNOWN. */
async function findDelegation(tx: TenantTx, id: string): Promise<Held> {
  const [held] = await tx.query<Held>(
    `select version, functions from upm.delegation where tenant_id = $1 and user_id = $2
      for update`,
    [tx.tenant.id, id],
  );
  if (!held) throw new AppError('DELEGATION_UNKNOWN');
  return held;
}

/** Changes departments and functions. Throws DELEGATION_UNKNOWN, STALE_VERSION, DEPT_UNKNOWN. */
export async function update(
  tx: TenantTx,
  actor: Actor,
  { id, version, deptIds, functions }: InputOf<'upm.delegation.update'>,
): Promise<{ id: string; version: number }> {
  await lockRoles(tx);
  const held = await findDelegation(tx, id);
  if (held.version !== version) throw new AppError('STALE_VERSION', {}, { current: held });
  await tx.run(
    `update upm.delegation set functions = $3, version = version + 1 where tenant_id = $1
      and user_id = $2`,
    [tx.tenant.id, id, inOrder(functions)],
  );
  await setDepts(tx, [id], deptIds);
  await announce(tx, actor, [id], 'role_mod', '你作为子管理员的管理范围或权限已修改');
  return { id, version: version + 1 };
}

/** Ends a delegation. Throws DELEGATION_UNKNOWN. */
export async function withdraw(tx: TenantTx, actor: Actor, id: string): Promise<{ id: string }> {
  await lockRoles(tx);
  await findDelegation(tx, id);
  await tx.run('delete from upm.delegation where tenant_id = $1 and user_id = $2', [
    tx.tenant.id,
    id,
  ]);
  await announce(tx, actor, [id], 'role_del', '你不再是子管理员');
  return { id };
}

/** Who manages a department by name; `ends`: and nothing else. */
export interface Delegate {
  id: string;
  realName: string;
  ends: boolean;
}
const DELEGATES = `select g.user_id as id, m.real_name as "realName",
    not exists (select from upm.delegation_dept o where o.tenant_id = $1
      and o.user_id = g.user_id and o.dept_id <> $2) as ends
  from upm.delegation_dept g join upm.member m on m.tenant_id = g.tenant_id
    and m.user_id = g.user_id
  where g.tenant_id = $1 and g.dept_id = $2 order by m.real_name collate "zh-x-icu", m.user_id`;
export const delegatesOf = (tx: TenantTx, deptId: string): Promise<Delegate[]> =>
  tx.query<Delegate>(DELEGATES, [tx.tenant.id, deptId]);

/**
 * Before a department is deleted: its delegated administrators lose it, and are none any more where it
 * was all they had.
 */
export async function loseDept(
  tx: TenantTx,
  actor: Actor,
  { id, title }: { id: string; title: string },
): Promise<void> {
  const delegates = await delegatesOf(tx, id);
  const idsOf = (chosen: readonly Delegate[]) => chosen.map((delegate) => delegate.id);
  const [ending, others] = [
    idsOf(delegates.filter(({ ends }) => ends)),
    idsOf(delegates.filter(({ ends }) => !ends)),
  ];
  await tx.run('delete from upm.delegation where tenant_id = $1 and user_id = any($2)', [
    tx.tenant.id,
    ending,
  ]);
  await announce(tx, actor, ending, 'role_del', `部门“${title}”已删除，你不再是子管理员`);
  await announce(tx, actor, others, 'role_mod', `部门“${title}”已删除，不再属于你的管理范围`);
}
