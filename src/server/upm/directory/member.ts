import type { DataOf, MemberRow, MemberState } from '../../../contract/index.ts';
import {
  AppError,
  ROLE_ADMIN,
  type Database,
  type Scope,
  type TenantTx,
  type Tx,
} from '../../kernel/index.ts';
import { memberRowsSql } from './member-rows.ts';
import { delegateLocks, delegateOf, isManagedSql, requireManaged, type Viewer } from './scope.ts';
import { superiorsOf, type Superior } from './superiors.ts';

/** A member as changes work with them. */
export interface Member {
  id: string;
  realName: string;
  state: MemberState;
  version: number;
  isAdmin: boolean;
}

const FIND = `select m.user_id as id, m.real_name as "realName", m.state, m.version,
    exists (select from upm.user_role ur join upm.role r on r.tenant_id = ur.tenant_id
      and r.id = ur.role_id where ur.tenant_id = $1 and ur.user_id = m.user_id
      and r.code = '${ROLE_ADMIN}') as "isAdmin"
  from upm.member m where m.tenant_id = $1 and m.user_id = any($2) and m.state <> 'left'
    order by m.user_id for update`;

/**
 * These members, each once, locked, for something the caller does to them; throws MEMBER_UNKNOWN when
 * one is not of the company (any more) or outside of what they manage, MEMBER_OUTSIDE.
 */
export async function findMembers(
  tx: TenantTx,
  actor: Viewer,
  ids: readonly string[],
  deed: string,
): Promise<Member[]> {
  const wanted = [...new Set(ids)];
  const found = await tx.query<Member>(FIND, [tx.tenant.id, wanted]);
  if (found.length < wanted.length) throw new AppError('MEMBER_UNKNOWN');
  await requireManaged(tx, actor, found, deed);
  return found;
}

const IS_MAIN = `select from upm.user_role where tenant_id = $1 and user_id = $2 and is_main`;
export const isMainAdmin = async (tx: TenantTx, userId: string): Promise<boolean> =>
  (await tx.query(IS_MAIN, [tx.tenant.id, userId])).length > 0;

/** Only the main administrator lays hands on another one. */
export async function checkMayChange(
  tx: TenantTx,
  actor: Viewer,
  members: readonly Member[],
  deed: string,
): Promise<void> {
  if (!members.some(({ id, isAdmin }) => isAdmin && id !== actor.userId)) return;
  if (!(await isMainAdmin(tx, actor.userId))) throw new AppError('MEMBER_ADMIN', { deed });
}

type Lock = (row: { id: string; isAdmin: boolean }) => string;
/**
 * What the rows of a list with these members say to this viewer: why they may not change a member, ''
 * where they may.
 */
export async function lockOf(
  db: Database,
  viewer: Scope & Viewer,
  ids: readonly string[],
): Promise<Lock> {
  const delegate = delegateOf(viewer, 'user');
  if (delegate !== null) {
    const locks = await delegateLocks(db, viewer, delegate, ids);
    return ({ id }) => locks.get(id) ?? '';
  }
  const isMain =
    viewer.session.isSuper &&
    (await db.readTenant(viewer, IS_MAIN, [viewer.tenant.id, viewer.userId])).length > 0;
  return ({ id, isAdmin }) =>
    isAdmin && !isMain && id !== viewer.userId ? '管理员由主管理员管理' : '';
}

/** After a change at least one administrator has to remain. Call lockRoles before the change. */
export async function requireAdminLeft(tx: TenantTx): Promise<void> {
  const left = await tx.query(
    `select from upm.user_role ur join upm.role r on r.tenant_id = ur.tenant_id
    and r.id = ur.role_id and r.code = $2
    join upm.member m on m.tenant_id = ur.tenant_id and m.user_id = ur.user_id
      and m.state = 'active' where ur.tenant_id = $1 limit 1`,
    [tx.tenant.id, ROLE_ADMIN],
  );
  if (left.length === 0) throw new AppError('LAST_ADMIN');
}

/**
 * Room for so many more people, where the company's package says how many it may have; throws
 * MEMBERS_FULL.
 */
export async function requireSeats(tx: Tx, tenantId: string, more: number): Promise<void> {
  // Locked, so that two imports at once cannot both find the last seats free.
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [SEATS_LOCK, tenantId]);
  const [row] = await tx.query<{ max: number | null; n: number }>(
    `select t.max_members as max, (select count(*) from upm.member m where m.tenant_id = $1
      and m.state in ('active', 'invited')) as n from upm.tenant t where t.id = $1`,
    [tenantId],
  );
  if (row?.max != null && row.n + more > row.max)
    throw new AppError('MEMBERS_FULL', { max: row.max, count: row.n });
}
const SEATS_LOCK = 7330;

/** Subordinates whose names are shown with a member. */
const SHOWN_SUBORDINATES = 20;

type Detail = DataOf<'upm.userOrg.detailUserInfo'>;
type More = Pick<Detail, 'leads' | 'subordinateCount' | 'subordinateNames'>;
const MORE = `select coalesce((select json_agg(json_build_object('id', d.id, 'title', d.title) order by d.sort, d.id)
    from upm.dept_owner o join upm.dept d on d.tenant_id = o.tenant_id and d.id = o.dept_id
    where o.tenant_id = $1 and o.user_id = $2), '[]') as leads,
    coalesce(below.n, 0) as "subordinateCount", coalesce(below.names, '') as "subordinateNames"
  from upm.member m, lateral (select max(n)::integer as n, string_agg(name, '、' order by place) as names
    from (select s.real_name as name, count(*) over () as n,
        row_number() over (order by s.real_name collate "zh-x-icu", s.user_id) as place
      from upm.member s where s.tenant_id = $1 and s.superior_id = $2
      order by place limit ${SHOWN_SUBORDINATES}) shown) below
  where m.tenant_id = $1 and m.user_id = $2`;

/** The superiors of a person in one line; a single one is named beside the person already. */
const chainText = (superiors: readonly Superior[]): string =>
  superiors.length > 1 ? superiors.map(({ realName }) => realName).join(' → ') : '';

/** All an administrator is shown of one member, also of one who has left; throws MEMBER_UNKNOWN. */
export async function memberDetail(
  db: Database,
  scope: Scope & Viewer,
  userId: string,
): Promise<Detail> {
  const [lock, [row], [more], superiors, [open]] = await Promise.all([
    lockOf(db, scope, [userId]),
    db.readTenant<Omit<MemberRow, 'locked'>>(
      scope,
      `${memberRowsSql('upm.member m')} where m.tenant_id = $1 and m.user_id = $2
        and ${isManagedSql('m.user_id', 'members', '$3')}`,
      [scope.tenant.id, userId, delegateOf(scope, 'user')],
      { name: 'upm-member-row' },
    ),
    db.readTenant<More>(scope, MORE, [scope.tenant.id, userId], {
      name: 'upm-member-more',
    }),
    db.withTenant(scope, (tx) => superiorsOf(tx, userId)),
    db.asAnonymous<{ n: number }>(
      `select count(*) as n from upm.session where tenant_id = $1 and user_id = $2
        and expires_at > now()`,
      [scope.tenant.id, userId],
    ),
  ]);
  if (!row || !more) throw new AppError('MEMBER_UNKNOWN');
  return {
    ...row,
    ...more,
    locked: lock(row),
    joinedAt: row.state === 'invited' ? null : row.createdAt,
    deptIds: row.depts.map(({ id }) => id),
    roleIds: row.roles.map(({ id }) => id),
    chain: chainText(superiors),
    sessions: open?.n ?? 0,
  };
}

/** Departments of a user; empty for a user who is not a member. */
export function deptsOfMember(
  db: Database,
  scope: Scope,
  userId: string,
): Promise<DataOf<'upm.userOrg.listOrgByUserId'>> {
  return db.readTenant(
    scope,
    `select d.id, d.title, ud.is_main as "isMain" from upm.user_dept ud
    join upm.dept d on d.tenant_id = ud.tenant_id and d.id = ud.dept_id
    where ud.tenant_id = $1 and ud.user_id = $2 order by ud.is_main desc, d.sort, d.id`,
    [scope.tenant.id, userId],
    { name: 'upm-depts-of-member' },
  );
}
