import { v7 as uuid } from 'uuid';
import { problem, type InputOf, type Problem } from '../../../contract/index.ts';
import { AppError, problemsError, type HasServerState, type TenantTx } from '../../kernel/index.ts';
import { accountOf, emailOf, mobileOf } from '../identity/contacts.ts';
import {
  contactText,
  invitePerson,
  resendInvitation,
  type Contact,
} from '../identity/invitations.ts';
import { decideRequests } from '../identity/join-requests.ts';
import { hashPassword, requireStrong } from '../identity/password.ts';
import { insertMember } from '../tenants/tenants.ts';
import { realNameOf } from '../names.ts';
import { checkNotLeaving } from './offboarding.ts';
import { requireSeats, findMembers } from '../directory/member.ts';
import { requireManaged, type Viewer as Actor } from '../directory/scope.ts';
import { setWork } from '../directory/work.ts';
import { lockRoles } from '../roles/roles.ts';
import { deptsOfNewcomer, rolesToGive } from './departments.ts';
import { searchKeyOf } from '../search-key.ts';
import { namesText, notifyAdmins } from './notify.ts';

/** A person to be invited, as typed. */
interface InviteRequest {
  readonly realName: string;
  readonly to: Contact;
  readonly deptIds: readonly string[];
}
interface InviteTarget {
  deptIds?: string[] | null | undefined;
  roleIds?: string[] | null | undefined;
  superiorId?: string | null | undefined;
}

/**
 * Who is invited already, to where the caller does not manage, stays as they are: throws MEMBER_ALREADY.
 */
async function requireOwnInvitee(
  tx: TenantTx,
  actor: Actor,
  id: string,
  realName: string,
  to: Contact,
): Promise<void> {
  try {
    await requireManaged(tx, actor, [{ id, realName }], '邀请');
  } catch (error) {
    if (error instanceof AppError && error.reason !== 'FORBIDDEN')
      throw new AppError('MEMBER_ALREADY', { who: contactText(to) });
    throw error;
  }
}

/**
 * Invites one person; a former member comes back under the name and to the departments given now.
 * Throws MEMBER_ALREADY, MEMBER_OFF.
 */
export async function inviteOne(
  tx: TenantTx,
  publicUrl: string,
  actor: Actor,
  { realName, to, deptIds }: InviteRequest,
  roles: readonly string[],
): Promise<string> {
  const { userId, again } = await invitePerson(tx, publicUrl, {
    realName,
    to,
    roles,
    deptIds,
    invitedBy: actor.userId,
  });
  await checkNotLeaving(tx, [userId]);
  const back = await tx.run(
    `update upm.member
      set state = 'invited', real_name = $3, search_key = $4, version = version + 1
      where tenant_id = $1 and user_id = $2 and state = 'left'`,
    [tx.tenant.id, userId, realName, searchKeyOf(realName)],
  );
  if (back > 0) {
    await tx.run(
      `insert into upm.user_role (tenant_id, user_id, role_id) select $1, $2, id from upm.role
        where tenant_id = $1 and code = any($3) on conflict do nothing`,
      [tx.tenant.id, userId, roles],
    );
    await tx.run(
      `insert into upm.user_dept (tenant_id, user_id, dept_id, is_main) select $1, $2, id, place = 1
        from unnest($3::text[]) with ordinality as d(id, place) on conflict do nothing`,
      [tx.tenant.id, userId, deptIds],
    );
  }
  await requireOwnInvitee(tx, actor, userId, realName, to);
  if (again) await requireSameInvitee(tx, userId, { realName, to, deptIds }, roles);
  return userId;
}

const SAME = `select from upm.member m where m.tenant_id = $1 and m.user_id = $2
  and m.real_name = $3
  and (cardinality($4::text[]) = 0 or $4 <@ array(select d.dept_id from upm.user_dept d
    where d.tenant_id = $1 and d.user_id = $2))
  and $5 <@ array(select r.code from upm.user_role ur join upm.role r
    on r.tenant_id = ur.tenant_id and r.id = ur.role_id where ur.tenant_id = $1
    and ur.user_id = $2)`;
/**
 * Who is invited already is asked once more, and changed in the list of members: another name,
 * department or role given now would be lost. Throws INVITED_ALREADY.
 */
async function requireSameInvitee(
  tx: TenantTx,
  userId: string,
  { realName, to, deptIds }: InviteRequest,
  roles: readonly string[],
): Promise<void> {
  const same = await tx.query(SAME, [tx.tenant.id, userId, realName, deptIds, roles]);
  if (same.length === 0) throw new AppError('INVITED_ALREADY', { who: contactText(to) });
}

/** How many of them have a place already. */
async function countPlaces(tx: TenantTx, contacts: readonly Contact[]): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `select count(*)::integer as n from upm.invitation where tenant_id = $1
      and (mobile = any($2) or lower(email) = any($2))`,
    [tx.tenant.id, contacts.map(contactText)],
  );
  return row?.n ?? 0;
}

/** Reads one person of a form, or says at their place what is wrong. */
function readInvitee(
  person: { realName: string; email?: string; mobile?: string },
  at: number,
  problems: Problem[],
): Omit<InviteRequest, 'deptIds'> | undefined {
  const path = `/people/${at}`;
  try {
    const realName = realNameOf(person.realName);
    return {
      realName,
      to:
        person.mobile === undefined
          ? { email: emailOf(person.email ?? '', `${path}/email`) }
          : { mobile: mobileOf(person.mobile, `${path}/mobile`) },
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problems.push(
      ...(error.errors.length > 0
        ? error.errors
        : [problem(`${path}/realName`, error.reason, error.params)]),
    );
    return undefined;
  }
}

/**
 * Asks several people to join, all or none; each gets a link of their own by mail or text message.
 */
export async function invitePeople(
  tx: TenantTx,
  publicUrl: string,
  actor: Actor,
  people: readonly { realName: string; email?: string; mobile?: string }[],
  { deptIds, roleIds, superiorId }: InviteTarget,
): Promise<{ userIds: string[] }> {
  await lockRoles(tx);
  const problems: Problem[] = [];
  const asked = people.flatMap((person, at) => readInvitee(person, at, problems) ?? []);
  if (problems.length > 0) throw problemsError(problems);
  const roles = await rolesToGive(tx, actor.session, roleIds ?? []);
  const depts = await deptsOfNewcomer(tx, actor, deptIds);
  const places = await countPlaces(
    tx,
    asked.map(({ to }) => to),
  );
  await requireSeats(tx, tx.tenant.id, asked.length - places);
  const userIds: string[] = [];
  for (const person of asked) {
    const id = await inviteOne(tx, publicUrl, actor, { ...person, deptIds: depts }, roles);
    await setWork(tx, actor.session, { id, realName: person.realName }, { superiorId });
    userIds.push(id);
  }
  await notifyAdmins(
    tx,
    actor,
    'user_add',
    `已邀请“${namesText(asked.map((person) => person.realName))}”加入企业`,
    { userIds },
  );
  return { userIds };
}

/** Lets applicants in or refuses them; the other administrators and those let in are notified. */
export async function decideApplications(
  tx: TenantTx,
  actor: Actor,
  ids: readonly string[],
  approve: boolean,
): Promise<{ count: number }> {
  const { count, applicants } = await decideRequests(tx, actor, ids, approve);
  const userIds = applicants.map(({ userId }) => userId);
  if (applicants.length > 0)
    await notifyAdmins(
      tx,
      actor,
      'user_add',
      `“${namesText(applicants.map(({ realName }) => realName))}”的加入申请${approve ? '已通过' : '没有通过'}`,
      { userIds, also: approve ? userIds : [] },
    );
  return { count };
}

/** Sends invitations that were not answered once more; answers how many went out. */
export async function remindInvited(
  tx: TenantTx,
  publicUrl: string,
  actor: Actor,
  userIds: readonly string[],
): Promise<{ count: number }> {
  let count = 0;
  for (const { id } of await findMembers(tx, actor, userIds, '再次邀请'))
    if (await resendInvitation(tx, publicUrl, id, actor.userId)) count += 1;
  return { count };
}

/**
 * The hash of a first password; made before the transaction, since it takes its time. Throws
 * PASSWORD_WEAK.
 */
export async function hashFirstPassword(server: HasServerState, password: string): Promise<string> {
  requireStrong(password);
  return hashPassword(server, password);
}

/**
 * Creates a company's own account for a person who cannot be invited. Throws VALUE_TAKEN when the
 * account name is taken.
 */
export async function createCompanyAccount(
  tx: TenantTx,
  actor: Actor,
  input: InputOf<'upm.userOrg.createUser'>,
  passwordHash: string,
): Promise<{ id: string }> {
  await lockRoles(tx);
  const realName = realNameOf(input.realName);
  const account = accountOf(input.account);
  const roles = await rolesToGive(tx, actor.session, input.roleIds ?? []);
  const deptIds = await deptsOfNewcomer(tx, actor, input.deptIds);
  await requireSeats(tx, tx.tenant.id, 1);
  const id = uuid();
  const [made] = await tx.query<{ free: boolean }>('select upm.new_account($1, $2, $3) as free', [
    id,
    account,
    passwordHash,
  ]);
  if (!made?.free)
    throw problemsError([problem('/account', 'VALUE_TAKEN', { label: '账号', value: account })]);
  await insertMember(tx, tx.tenant, id, { realName, roles, deptIds });
  await setWork(tx, actor.session, { id, realName }, input);
  await notifyAdmins(tx, actor, 'user_add', `新成员“${realName}”已加入企业`, { userIds: [id] });
  return { id };
}
