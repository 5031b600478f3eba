import { randomBytes } from 'node:crypto';
import { v4 as uuid } from 'uuid';
import { AppError, hashToken, postMessages, type TenantTx } from '../../../kernel/index.ts';
import { paramOf } from '../../../system/index.ts';
import {
  contactText,
  countInvitations,
  freshAccount,
  invitationNotices,
} from '../../identity/invitations.ts';
import { inviteUrl } from '../../identity/invites.ts';
import { withoutOwnGain } from '../../directory/own-gain.ts';
import type { Viewer as Actor } from '../../directory/scope.ts';
import { checkNotLeaving } from '../offboarding.ts';
import { searchKeyOf } from '../../search-key.ts';
import type { ImportRow } from './check.ts';

const TOKEN_BYTES = 32;
/** A newcomer with the person behind them, and the secret of their link. */
interface Invited extends ImportRow {
  userId: string;
  token: string;
}

const mobileOf = ({ to }: ImportRow): string | null => ('mobile' in to ? to.mobile : null);
const emailOf = ({ to }: ImportRow): string | null => ('email' in to ? to.email : null);

const accountsOf = (tx: TenantTx, newcomers: readonly ImportRow[]): Promise<{ id: string }[]> =>
  tx.query(
    `select upm.person_to_invite(p.id, p.account, p.mobile, p.email) as id
    from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as p(id, account,
      mobile, email, place) order by p.place`,
    [
      newcomers.map(() => uuid()),
      newcomers.map(() => freshAccount()),
      newcomers.map(mobileOf),
      newcomers.map(emailOf),
    ],
  );

/**
 * The accounts of the contacts, as invitePerson finds or makes them; a person in two rows is
 * invited once.
 */
async function personsOf(
  tx: TenantTx,
  newcomers: readonly ImportRow[],
): Promise<{ people: Invited[]; idOfRow: ReadonlyMap<number, string> }> {
  const rows = await accountsOf(tx, newcomers);
  const found = new Map<string, Invited>();
  const idOfRow = new Map<number, string>();
  newcomers.forEach((newcomer, at) => {
    const userId = rows[at]?.id ?? '';
    if (found.has(userId)) return;
    idOfRow.set(newcomer.row, userId);
    found.set(userId, {
      ...newcomer,
      userId,
      token: randomBytes(TOKEN_BYTES).toString('base64url'),
    });
  });
  return { people: [...found.values()], idOfRow };
}

/** None of them is a member already by another contact. */
async function checkStrangers(tx: TenantTx, people: readonly Invited[]): Promise<void> {
  const [known] = await tx.query<{ id: string; state: string }>(
    `select user_id as id, state from upm.member where tenant_id = $1 and user_id = any($2)
      and state in ('active', 'off') limit 1`,
    [tx.tenant.id, people.map(({ userId }) => userId)],
  );
  const who = people.find(({ userId }) => userId === known?.id);
  if (known && who)
    throw new AppError(known.state === 'off' ? 'MEMBER_OFF' : 'MEMBER_ALREADY', {
      who: contactText(who.to),
    });
}

async function enrolAll(
  tx: TenantTx,
  people: readonly Invited[],
  roles: readonly string[],
): Promise<void> {
  const ids = people.map(({ userId }) => userId);
  await insertMembers(tx, ids, people);
  await tx.run(
    `insert into upm.user_role (tenant_id, user_id, role_id) select $1, p.id, r.id
      from unnest($2::text[]) as p(id) join upm.role r on r.tenant_id = $1 and r.code = any($3)
      on conflict do nothing`,
    [tx.tenant.id, ids, roles],
  );
  await insertDepts(tx, people);
}

async function insertMembers(
  tx: TenantTx,
  ids: readonly string[],
  people: readonly Invited[],
): Promise<void> {
  await tx.run(
    `insert into upm.member as m (tenant_id, user_id, real_name, search_key, state, employee_no,
      job_title)
    select $1, id, name, key, 'invited', employee_no, job_title
    from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) as p(id, name, key,
      employee_no, job_title)
    on conflict (tenant_id, user_id) do update
      set state = 'invited', real_name = excluded.real_name,
      search_key = excluded.search_key, version = m.version + 1,
      employee_no = coalesce(excluded.employee_no, m.employee_no), job_title = excluded.job_title`,
    [
      tx.tenant.id,
      ids,
      people.map(({ realName }) => realName),
      people.map(({ realName }) => searchKeyOf(realName)),
      people.map(({ employeeNo }) => employeeNo),
      people.map(({ jobTitle }) => jobTitle),
    ],
  );
}

async function insertDepts(tx: TenantTx, people: readonly Invited[]): Promise<void> {
  const places = people.flatMap(({ userId, deptIds }) =>
    deptIds.map((dept, at) => ({ userId, dept, main: at === 0 })),
  );
  await tx.run(
    `insert into upm.user_dept (tenant_id, user_id, dept_id, is_main) select $1, id, dept, main
      from unnest($2::text[], $3::text[], $4::boolean[]) as p(id, dept, main) on conflict do nothing`,
    [
      tx.tenant.id,
      places.map(({ userId }) => userId),
      places.map(({ dept }) => dept),
      places.map(({ main }) => main),
    ],
  );
}

/** Whom the newcomers report to: members, and one another. */
async function setSuperiors(
  tx: TenantTx,
  people: readonly Invited[],
  idOfRow: ReadonlyMap<number, string>,
): Promise<void> {
  const pairs = people.flatMap(({ userId, superior }) => {
    const id = superior && ('id' in superior ? superior.id : idOfRow.get(superior.row));
    return id && id !== userId ? [{ userId, id }] : [];
  });
  await tx.run(
    `update upm.member m set superior_id = p.superior
      from unnest($2::text[], $3::text[]) as p(id, superior)
      where m.tenant_id = $1 and m.user_id = p.id`,
    [tx.tenant.id, pairs.map(({ userId }) => userId), pairs.map(({ id }) => id)],
  );
}

/**
 * Asks many people to join as invitePerson asks one, in a handful of statements however many they
 * are. Answers their ids.
 */
export async function inviteAll(
  tx: TenantTx,
  publicUrl: string,
  actor: Actor,
  newcomers: readonly ImportRow[],
  roles: readonly string[],
): Promise<string[]> {
  const { people, idOfRow } = await personsOf(tx, newcomers);
  await checkStrangers(tx, people);
  await checkNotLeaving(
    tx,
    people.map(({ userId }) => userId),
  );
  await countInvitations(
    tx,
    people.map(({ to }) => to),
  );
  await enrolAll(tx, people, roles);
  await withoutOwnGain(tx, actor.session, () => setSuperiors(tx, people, idOfRow));
  const days = await paramOf(tx, 'invite.validDays');
  await tx.run(
    `insert into upm.invitation (tenant_id, user_id, link_hash, mobile, email, invited_by,
    expires_at)
    select $1, id, decode(hash, 'hex'), mobile, email, $6, now() + make_interval(days => $7)
      from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as p(id, hash, mobile, email)
    on conflict (tenant_id, user_id) do update
      set link_hash = excluded.link_hash, mobile = excluded.mobile, email = excluded.email,
      invited_by = excluded.invited_by, sent_at = now(), expires_at = excluded.expires_at`,
    [
      tx.tenant.id,
      people.map(({ userId }) => userId),
      people.map(({ token }) => hashToken(token).toString('hex')),
      people.map(mobileOf),
      people.map(emailOf),
      actor.userId,
      days,
    ],
  );
  const [facts] = await tx.query<{ company: string; inviter: string }>(
    `select t.name as company, m.real_name as inviter from upm.tenant t
      join upm.member m on m.tenant_id = t.id and m.user_id = $2 where t.id = $1`,
    [tx.tenant.id, actor.userId],
  );
  const { company = '', inviter = '' } = facts ?? {};
  await postMessages(
    tx,
    tx.tenant.id,
    people.map(({ to, token }) =>
      invitationNotices(to, { company, inviter, days, link: inviteUrl(publicUrl, token) }),
    ),
  );
  return people.map(({ userId }) => userId);
}
