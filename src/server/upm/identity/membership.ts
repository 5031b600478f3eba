import {
  AppError,
  hashToken,
  postMessage,
  ROLE_USER,
  type TenantRef,
  type Tx,
} from '../../kernel/index.ts';
import { adminIds } from '../directory/admins.ts';
import { requireSeats } from '../directory/member.ts';
import { insertMember } from '../tenants/tenants.ts';
import { contactText, type Contact } from './invitations.ts';
import { movePlace } from './places.ts';

type InviteState = 'valid' | 'stopped' | 'expired' | 'unknown';

/**
 * What an invitation leads to: a company's own link, or the link of one person: `userId` is the
 * invited member, for the holder of `contact`.
 */
export interface ResolvedInvite {
  readonly tenant: TenantRef;
  readonly company: string;
  readonly inviter: string;
  readonly state: InviteState;
  /** Who comes by it has to be let in: of a company's link only. */
  readonly approval: boolean;
  readonly deptId: string | null;
  readonly userId: string | null;
  readonly contact: Contact | null;
  readonly realName: string;
  /** The account that holds the contact and can sign in already; null: a new person. */
  readonly personId: string | null;
}

interface Row {
  tenant_id: string;
  no: number;
  region: string;
  company: string;
  inviter: string | null;
  state: InviteState;
  approval: boolean;
  dept_id: string | null;
  user_id: string | null;
  mobile: string | null;
  email: string | null;
  real_name: string | null;
  person_id: string | null;
}

const FIND_INVITE_SQL = `
  select l.*, t.no, t.region, t.name as company, (select real_name from upm.member m
    where m.tenant_id = l.tenant_id and m.user_id = l.invited_by) as inviter,
    (select real_name from upm.member m where m.tenant_id = l.tenant_id
      and m.user_id = l.user_id) as real_name,
    (select u.id from upm.app_user u where u.state <> 'invited'
      and (u.mobile = l.mobile or lower(u.email) = lower(l.email))) as person_id
  from (
    select tenant_id, approval, dept_id, null as user_id, null as mobile, null as email,
      created_by as invited_by,
      case when status = 'off' then 'stopped' when expires_at <= now() then 'expired'
        else 'valid' end as state
    from upm.invite where token_hash = $1
    union all
    select tenant_id, false, null, user_id, mobile, email, invited_by, case when expires_at <= now()
      then 'expired' else 'valid' end
    from upm.invitation where link_hash = $1) l
  join upm.tenant t on t.id = l.tenant_id and t.state = 'active'`;

function resolvedInviteOf(row: Row): ResolvedInvite {
  const contact =
    row.mobile !== null ? { mobile: row.mobile } : row.email !== null ? { email: row.email } : null;
  return {
    tenant: { id: row.tenant_id, no: row.no, region: row.region },
    company: row.company,
    inviter: row.inviter ?? '',
    state: row.state,
    approval: row.approval,
    deptId: row.dept_id,
    userId: row.user_id,
    contact,
    realName: row.real_name ?? '',
    personId: row.person_id,
  };
}

/** What a link opens, still or not; nothing for one that was never ours or has been answered. */
export async function findInvite(
  tx: Tx,
  link: string | Buffer,
): Promise<ResolvedInvite | undefined> {
  const [row] = await tx.query<Row>(FIND_INVITE_SQL, [
    typeof link === 'string' ? hashToken(link) : link,
  ]);
  return row && resolvedInviteOf(row);
}

/** The same for one that is to be used now: throws INVITE_INVALID. */
export async function requireValidInvite(tx: Tx, link: string): Promise<ResolvedInvite> {
  const invited = await findInvite(tx, link);
  if (invited?.state !== 'valid') throw new AppError('INVITE_INVALID');
  return invited;
}

/**
 * Adds a member under the anonymous role: by the company's link, or as the invited member.
 * Simultaneous requests are serialized (requireSeats locks the company's seats), so its last seat
 * is given once.
 */
export async function addMember(
  tx: Tx,
  { tenant, deptId }: Pick<ResolvedInvite, 'tenant' | 'deptId'>,
  userId: string,
  realName: string,
): Promise<void> {
  await requireOwnPassword(tx, tenant.id, userId);
  await requireSeats(tx, tenant.id, 0);
  await claimOwnInvitations(tx, tenant, userId);
  const [member] = await tx.query<{ state: string }>(
    'select state from upm.member where tenant_id = $1 and user_id = $2',
    [tenant.id, userId],
  );
  if (member?.state === 'active') throw new AppError('MEMBER_ALREADY', { who: '你' });
  if (member?.state === 'off') throw new AppError('MEMBER_OFF', { who: '你' });
  if (member?.state !== 'invited') await requireSeats(tx, tenant.id, 1);
  if (!member)
    await insertMember(tx, tenant, userId, {
      realName,
      roles: [ROLE_USER],
      deptIds: deptId === null ? [] : [deptId],
    });
  else await activateMember(tx, tenant.id, userId, member.state === 'left' ? deptId : null);
  await tx.run('delete from upm.invitation where tenant_id = $1 and user_id = $2', [
    tenant.id,
    userId,
  ]);
  await tx.run(
    `update upm.join_request set state = 'approved', decided_at = now() where tenant_id = $1
      and user_id = $2 and state = 'waiting'`,
    [tenant.id, userId],
  );
  await notifyAdminsOfNewMember(tx, tenant.id, userId);
}

/**
 * Whose password another company has set would let that company in as well. Throws PASSWORD_GIVEN.
 */
export async function requireOwnPassword(tx: Tx, tenantId: string, userId: string): Promise<void> {
  const [person] = await tx.query<{ by: string | null }>(
    'select password_of as by from upm.app_user where id = $1',
    [userId],
  );
  if (person?.by != null && person.by !== tenantId) throw new AppError('PASSWORD_GIVEN');
}

/** Activates an invited or former member; a former one starts without their earlier rights. */
export async function activateMember(
  tx: Tx,
  tenantId: string,
  userId: string,
  deptId: string | null,
): Promise<void> {
  await tx.run(
    `update upm.member set state = 'active', left_at = null, heir_id = null,
      created_at = now(), version = version + 1 where tenant_id = $1 and user_id = $2`,
    [tenantId, userId],
  );
  await tx.run(
    `insert into upm.user_role (tenant_id, user_id, role_id) select $1, $2, id from upm.role
    where tenant_id = $1 and code = $3
    and not exists (select from upm.user_role where tenant_id = $1 and user_id = $2)`,
    [tenantId, userId, ROLE_USER],
  );
  if (deptId !== null)
    await tx.run(
      `insert into upm.user_dept (tenant_id, user_id, dept_id) values ($1, $2, $3)
        on conflict do nothing`,
      [tenantId, userId, deptId],
    );
}

/**
 * Moves an invited member (departments, roles and duties) to the account of the person who answered
 * the same link under another name. An invitation for a contact that belongs to another account is
 * not moved.
 */
export async function claimInvitedMember(
  tx: Tx,
  invited: Pick<ResolvedInvite, 'tenant' | 'userId' | 'personId'>,
  userId: string,
): Promise<void> {
  const { tenant, userId: kept, personId } = invited;
  if (kept === null || kept === userId) return;
  const free = await tx.query(`select from upm.app_user where id = $1 and state = 'invited'`, [
    kept,
  ]);
  if (free.length === 0 || (personId !== null && personId !== userId))
    throw new AppError('INVITE_INVALID');
  await movePlace(tx, tenant, kept, userId);
}

/**
 * Invitations of this company to the person's own number or address become theirs, by whichever
 * link they came.
 */
async function claimOwnInvitations(tx: Tx, tenant: TenantRef, userId: string): Promise<void> {
  const places = await tx.query<{ id: string }>(
    `
    select i.user_id as id from upm.invitation i
    join upm.app_user u on u.id = $2 and (i.mobile = u.mobile or lower(i.email) = lower(u.email))
    join upm.app_user place on place.id = i.user_id and place.state = 'invited'
    where i.tenant_id = $1 and i.user_id <> $2`,
    [tenant.id, userId],
  );
  for (const { id } of places)
    await claimInvitedMember(tx, { tenant, userId: id, personId: userId }, userId);
}

async function notifyAdminsOfNewMember(tx: Tx, tenantId: string, userId: string): Promise<void> {
  const userIds = (await adminIds(tx, tenantId)).filter((id) => id !== userId);
  if (userIds.length === 0) return;
  const [joined] = await tx.query<{ name: string }>(
    'select real_name as name from upm.member where tenant_id = $1 and user_id = $2',
    [tenantId, userId],
  );
  await postMessage(tx, tenantId, 'message', {
    userIds,
    typeCode: 'user_add',
    content: `${joined?.name ?? ''}通过邀请加入了企业`,
    handlerParams: { id: userId },
    fromUserId: userId,
  });
}

/** Who an invitation went to, as the person who holds its link is shown it. */
export const invitedContactText = ({ contact }: ResolvedInvite): string =>
  contact === null ? '' : contactText(contact);
