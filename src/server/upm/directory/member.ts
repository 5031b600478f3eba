import type { DataOf, MemberRow, MemberState } from '../../../contract/index.ts';
import {
  AppError,
  isoSql,
  ROLE_ADMIN,
  type Database,
  type Scope,
  type Session,
  type TenantTx,
  type Tx,
} from '../../kernel/index.ts';
import { memberRowsSql } from './member-rows.ts';

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
 * These members, each once, locked; throws MEMBER_UNKNOWN when one is not of the company (any
 * more).
 */
export async function findMembers(tx: TenantTx, ids: readonly string[]): Promise<Member[]> {
  const wanted = [...new Set(ids)];
  const found = await tx.query<Member>(FIND, [tx.tenant.id, wanted]);
  if (found.length < wanted.length) throw new AppError('MEMBER_UNKNOWN');
  return found;
}

/** Only an administrator lays hands on one. */
export function checkMayChange(
  session: Pick<Session, 'isSuper'>,
  members: readonly Member[],
  deed: string,
): void {
  if (!session.isSuper && members.some(({ isAdmin }) => isAdmin))
    throw new AppError('MEMBER_ADMIN', { deed });
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

type Detail = DataOf<'upm.userOrg.detailUserInfo'>;
const MORE = `select ${isoSql('m.left_at')} as "leftAt",
  coalesce((select json_agg(json_build_object('id', d.id, 'title', d.title) order by d.sort, d.id)
    from upm.dept_owner o join upm.dept d on d.tenant_id = o.tenant_id and d.id = o.dept_id
    where o.tenant_id = $1 and o.user_id = $2), '[]') as leads
  from upm.member m where m.tenant_id = $1 and m.user_id = $2`;

/** All an administrator is shown of one member, also of one who has left; throws MEMBER_UNKNOWN. */
export async function memberDetail(db: Database, scope: Scope, userId: string): Promise<Detail> {
  const [[row], [more], [open]] = await Promise.all([
    db.readTenant<MemberRow>(
      scope,
      `${memberRowsSql('upm.member m')} where m.tenant_id = $1 and m.user_id = $2`,
      [scope.tenant.id, userId],
      { name: 'upm-member-row' },
    ),
    db.readTenant<Pick<Detail, 'leftAt' | 'leads'>>(scope, MORE, [scope.tenant.id, userId], {
      name: 'upm-member-more',
    }),
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
    deptIds: row.depts.map(({ id }) => id),
    roleIds: row.roles.map(({ id }) => id),
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
