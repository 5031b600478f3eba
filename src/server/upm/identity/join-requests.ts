import { v7 as uuid } from 'uuid';
import type { DataOf } from '../../../contract/index.ts';
import {
  AppError,
  isoSql,
  postMessages,
  ROLE_USER,
  type Database,
  type OutboxEvent,
  type Scope,
  type TenantTx,
  type Tx,
} from '../../kernel/index.ts';
import { requireSeats } from '../directory/member.ts';
import { delegateOf, holdDelegation, isManagedSql, type Viewer } from '../directory/scope.ts';
import { shownName } from '../names.ts';
import { insertMember } from '../tenants/tenants.ts';
import { masked } from './contacts.ts';
import { activateMember, requireOwnPassword, type ResolvedInvite } from './membership.ts';
import { movePlace } from './places.ts';
import { TextMessages } from './text-messages.ts';

/** Applications one company looks at, and one person has open, at a time. */
const MAX_WAITING = 500;
const MAX_OF_PERSON = 10;
/** Times one person is refused by one company before the link is closed to them. */
const MAX_REFUSED = 3;
const MAX_LISTED = 200;

/**
 * Has this person to be let in? Not who was asked in person: then the company has decided already.
 */
export async function mustApply(
  tx: Tx,
  { tenant, approval }: Pick<ResolvedInvite, 'tenant' | 'approval'>,
  userId: string,
): Promise<boolean> {
  if (!approval) return false;
  const asked = await tx.query(
    `select from upm.invitation i join upm.app_user u on u.id = $2
      and (i.mobile = u.mobile or lower(i.email) = lower(u.email))
      where i.tenant_id = $1 and i.expires_at > now()`,
    [tenant.id, userId],
  );
  return asked.length === 0;
}

interface Standing {
  member: string | null;
  waiting: boolean;
  all: number;
  own: number;
  refused: number;
}
const STANDING = `select (select state from upm.member where tenant_id = $1
    and user_id = $2) as member,
  exists (select from upm.join_request where tenant_id = $1 and user_id = $2
    and state = 'waiting') as waiting,
  (select count(*)::integer from upm.join_request where tenant_id = $1
    and state = 'waiting') as all,
  (select count(*)::integer from upm.join_request where user_id = $2 and state = 'waiting') as own,
  (select count(*)::integer from upm.join_request where tenant_id = $1 and user_id = $2
    and state = 'refused') as refused`;

/**
 * Applies to join, under the anonymous role; who decides about it is notified. Who has applied already
 * waits on. Throws MEMBER_ALREADY, MEMBER_OFF, PASSWORD_GIVEN, JOIN_REFUSED, TOO_FREQUENT.
 */
export async function apply(
  tx: Tx,
  { tenant, deptId }: Pick<ResolvedInvite, 'tenant' | 'deptId'>,
  userId: string,
  realName: string,
): Promise<void> {
  await requireOwnPassword(tx, tenant.id, userId);
  const [row] = await tx.query<Standing>(STANDING, [tenant.id, userId]);
  const { member, waiting, all, own, refused } = row!;
  if (member === 'active') throw new AppError('MEMBER_ALREADY', { who: '你' });
  if (member === 'off') throw new AppError('MEMBER_OFF', { who: '你' });
  if (waiting) return;
  if (refused >= MAX_REFUSED) throw new AppError('JOIN_REFUSED');
  if (all >= MAX_WAITING || own >= MAX_OF_PERSON) throw new AppError('TOO_FREQUENT');
  await tx.run(
    `insert into upm.join_request (tenant_id, id, user_id, real_name, mobile, email, dept_id)
      select $1, $3, $2, $4, mobile, email, $5 from upm.app_user where id = $2
      on conflict do nothing`,
    [tenant.id, userId, uuid(), realName, deptId],
  );
  const deciding = await tx.query<{ id: string }>('select upm.who_admits($1, $2) as id', [
    tenant.id,
    deptId,
  ]);
  await postMessages(tx, tenant.id, [
    {
      topic: 'message',
      payload: {
        userIds: deciding.map(({ id }) => id),
        typeCode: 'user_add',
        content: `${realName}通过邀请链接申请加入企业，等待审核`,
        handlerParams: {},
        fromUserId: userId,
      },
    },
  ]);
}

/** Those who wait to be let in, the earliest first. */
export async function waitingRequests(
  db: Database,
  scope: Scope & Viewer,
): Promise<DataOf<'upm.joinRequest.list'>> {
  interface Row {
    id: string;
    realName: string;
    contact: string;
    deptName: string;
    createdAt: string;
    total: number;
  }
  const rows = await db.readTenant<Row>(
    scope,
    `select r.id, r.real_name as "realName", coalesce(r.mobile, r.email, '') as contact,
      coalesce(d.title, '') as "deptName", ${isoSql('r.created_at')} as "createdAt",
      count(*) over ()::integer as total
    from upm.join_request r
      left join upm.dept d on d.tenant_id = r.tenant_id and d.id = r.dept_id
    where r.tenant_id = $1 and r.state = 'waiting' and ${isManagedSql('r.dept_id', 'depts', '$2')}
    order by r.created_at, r.id limit ${MAX_LISTED}`,
    [scope.tenant.id, delegateOf(scope, 'user')],
    { name: 'upm-join-requests' },
  );
  return {
    total: rows[0]?.total ?? 0,
    requests: rows.map(({ total: _total, contact, ...row }) => ({
      ...row,
      contact: contact && masked(contact),
    })),
  };
}

interface Applicant {
  id: string;
  userId: string;
  realName: string;
  mobile: string | null;
  email: string | null;
  deptId: string | null;
  member: string | null;
}
const DECIDE = `update upm.join_request r set state = $3, decided_by = $4, decided_at = now()
  where tenant_id = $1 and id = any($2) and state = 'waiting'
    and ${isManagedSql('r.dept_id', 'depts', '$5')}
  returning r.id, r.user_id as "userId", r.real_name as "realName", r.mobile, r.email,
    r.dept_id as "deptId", (select m.state from upm.member m where m.tenant_id = r.tenant_id
      and m.user_id = r.user_id) as member`;

/** Places of invitations that went to where the applicant is reached. */
const OWN_PLACES = `select i.user_id as id from upm.invitation i where i.tenant_id = $1
  and i.user_id <> $2 and (i.mobile = $3 or lower(i.email) = lower($4)) and upm.is_place(i.user_id)`;

/** As if they had answered the invitations that went to them: these become theirs. */
async function letIn(tx: TenantTx, applicant: Applicant): Promise<void> {
  const { userId, realName, deptId, mobile, email } = applicant;
  const key = [tx.tenant.id, userId];
  for (const { id } of await tx.query<{ id: string }>(OWN_PLACES, [...key, mobile, email]))
    await movePlace(tx, tx.tenant, id, userId);
  const [row] = await tx.query<{ state: string }>(
    'select state from upm.member where tenant_id = $1 and user_id = $2',
    key,
  );
  if (row?.state === 'off')
    throw new AppError('MEMBER_STATE', { name: realName, state: '已停用', deed: '再次加入' });
  if (row?.state !== 'invited') await requireSeats(tx, tx.tenant.id, 1);
  if (!row)
    await insertMember(tx, tx.tenant, userId, {
      realName,
      roles: [ROLE_USER],
      deptIds: deptId === null ? [] : [deptId],
    });
  else await activateMember(tx, tx.tenant.id, userId, row.state === 'left' ? deptId : null);
  await tx.run('delete from upm.invitation where tenant_id = $1 and user_id = $2', key);
}

/** The answer, to where the applicant is reached; `byText`: text messages for it can leave. */
function answerTo(
  { mobile, email }: Applicant,
  { company, approved, byText }: { company: string; approved: boolean; byText: boolean },
): OutboxEvent[] {
  const answer = approved ? '已通过，现在可以登录' : '没有通过';
  if (mobile !== null && (byText || email === null))
    return [
      {
        topic: 'sms',
        payload: { mobile, template: 'joinAnswer', params: { company, answer } },
      },
    ];
  if (email === null) return [];
  const text = `你加入“${company}”的申请${answer}。`;
  return [{ topic: 'mail', payload: { to: email, subject: '加入企业的申请', text } }];
}

/**
 * Lets applicants in or refuses them, and tells them; who was decided about already, or applied to
 * where the caller does not manage, is passed over. Who is a member by now gets no answer.
 * Throws MEMBERS_FULL, MEMBER_STATE.
 */
export async function decideRequests(
  tx: TenantTx,
  actor: Viewer,
  ids: readonly string[],
  approve: boolean,
): Promise<{ count: number; applicants: Applicant[] }> {
  const delegate = delegateOf(actor, 'user');
  if (delegate !== null) await holdDelegation(tx, actor);
  const decided = await tx.query<Applicant>(DECIDE, [
    tx.tenant.id,
    ids,
    approve ? 'approved' : 'refused',
    actor.userId,
    delegate,
  ]);
  const [row] = await tx.query<{ name: string }>('select name from upm.tenant where id = $1', [
    tx.tenant.id,
  ]);
  const applicants = decided.filter(({ member }) => member !== 'active');
  if (approve) for (const applicant of applicants) await letIn(tx, applicant);
  const byText = await tx.state.of(TextMessages).canSend(tx, 'joinAnswer');
  const about = { company: shownName(row?.name ?? ''), approved: approve, byText };
  await postMessages(
    tx,
    tx.tenant.id,
    applicants.flatMap((applicant) => answerTo(applicant, about)),
  );
  return { count: decided.length, applicants };
}

/** Applications that were decided about stay so long: they count how often one was refused. */
const KEPT_DAYS = 90;
/** Deletes old applications. Run periodically by the server. */
export const purgeJoinRequests = (db: Database): Promise<number> =>
  db.withAnonymousTx((tx) =>
    tx.run('delete from upm.join_request where created_at < now() - make_interval(days => $1)', [
      KEPT_DAYS,
    ]),
  );
