import {
  DEFAULT_PAGE_SIZE,
  ORG_ROOT_ID,
  type DataOf,
  type InputOf,
  type MemberOrder,
  type MemberRow,
  type MemberState,
} from '../../../contract/index.ts';
import { AppError, likeText, type Database, type Scope } from '../../kernel/index.ts';
import { lockOf } from '../directory/member.ts';
import { delegateOf, isManagedSql, type Viewer } from '../directory/scope.ts';
import { COLLEAGUE, memberRowsSql, orderSql } from '../directory/member-rows.ts';
import { searchText } from '../search-key.ts';

/** Most people returned at once for several departments; more are read by pages. */
const MAX_ANSWERED = 5_000;
const orNull = <T>(list: readonly T[] | undefined): readonly T[] | null =>
  list?.length ? list : null;

/** Which members a question is about; null or left out asks for all. */
interface ListRequest {
  deptIds?: readonly string[] | undefined;
  /** With the departments below those given. */
  below?: boolean;
  roleIds?: readonly string[] | undefined;
  userIds?: readonly string[] | undefined;
  states: readonly MemberState[];
  /** Only who leads a department. */
  leads?: boolean | undefined;
  search?: string | undefined;
  /** The search looks at employee number, account, mobile number and e-mail address too. */
  contacts?: boolean;
  /** Only whom this delegated administrator manages. */
  delegate?: string | null;
  /** By name when left out. */
  sort?: { field: MemberOrder; dir: 'asc' | 'desc' } | undefined;
}

const BELOW = `with recursive below(id) as (
  select id from upm.dept where tenant_id = $1 and id = any($2)
    and ${isManagedSql('id', 'depts', '$10')} union select d.id from upm.dept d
    join below b on d.parent_id = b.id where d.tenant_id = $1 and $3)`;
const IN_CONTACTS = `or lower(m.employee_no) like $8 or exists (select from upm.member_person p where p.tenant_id = $1
  and p.user_id = m.user_id and (lower(p.account) like $8 or p.mobile like $8
  or lower(p.email) like $8))`;
/**
 * Holds for the members asked for, without the places of who joined as another; the search finds a
 * part of the name, of its pinyin and of its initials.
 */
const where = (contacts: boolean): string => `m.tenant_id = $1 and m.state = any($6)
  and m.joined_as is null
  and ($2::text[] is null or exists (select from upm.user_dept ud where ud.tenant_id = $1
    and ud.user_id = m.user_id and ud.dept_id in (select id from below)))
  and ($4::text[] is null or exists (select from upm.user_role ur where ur.tenant_id = $1
    and ur.user_id = m.user_id and ur.role_id = any($4)))
  and ($5::text[] is null or m.user_id = any($5))
  and ${isManagedSql('m.user_id', 'members', '$10')}
  and (not $9 or exists (select from upm.dept_owner o where o.tenant_id = $1
    and o.user_id = m.user_id))
  and ($7 = '' or m.search_key like $7 or lower(m.real_name) like $8 ${contacts ? IN_CONTACTS : ''})`;

function valuesOf(scope: Scope, asked: ListRequest): unknown[] {
  const { deptIds, below = true, roleIds, userIds, states, leads = false, search = '' } = asked;
  const wanted = deptIds?.includes(ORG_ROOT_ID) ? undefined : deptIds;
  const typed = search.trim().toLowerCase();
  return [
    scope.tenant.id,
    orNull(wanted),
    below,
    orNull(roleIds),
    orNull(userIds),
    states,
    typed && `%${likeText(searchText(typed))}%`,
    `%${likeText(typed)}%`,
    leads,
    asked.delegate ?? null,
  ];
}

interface Page {
  current: number;
  size: number;
}
const pageOf = ({
  current = 1,
  size = DEFAULT_PAGE_SIZE,
}: {
  current?: number | undefined;
  size?: number | undefined;
}): Page => ({ current, size });

/** One page of members, counted whole. `select` reads them as `m`. */
async function page<R extends object>(
  db: Database,
  scope: Scope,
  asked: ListRequest,
  { current, size }: Page,
  select: (from: string) => string,
): Promise<{ records: R[]; total: number; current: number; size: number }> {
  const values = valuesOf(scope, asked);
  const [found] = await db.readTenant<{ total: number; records: R[] }>(
    scope,
    pageSql(asked, select),
    [...values, size, (current - 1) * size],
  );
  return { records: found?.records ?? [], total: found?.total ?? 0, current, size };
}

function pageSql(asked: ListRequest, select: (from: string) => string): string {
  const searched = (asked.search ?? '').trim() !== '';
  const matching = `upm.member m where ${where(searched && asked.contacts === true)}`;
  // A search scans all members: once for the count and the page. Otherwise the page comes from the
  // name index, and the count needs no names.
  const hit = searched
    ? `, hit as materialized (select m.tenant_id, m.user_id, m.real_name, m.created_at
      from ${matching})`
    : '';
  const from = searched ? 'hit m' : matching;
  return `${BELOW}${hit}, turned as (select user_id, row_number() over () as place
    from (select m.user_id from ${from} ${orderSql(asked.sort)} limit $11 offset $12) o)
    select (select count(*) from ${from}) as total, (select coalesce(json_agg(row_to_json(x)), '[]')
      from (${select(`turned t join upm.member m on m.tenant_id = $1 and m.user_id = t.user_id`)}
      order by t.place) x) as records`;
}

const THERE: readonly MemberState[] = ['active', 'invited', 'off'];

type Row = Omit<MemberRow, 'locked'>;
/** A page of rows as this viewer sees them. */
async function pageOfMembers(
  db: Database,
  viewer: Scope & Viewer,
  asked: ListRequest,
  paging: Page,
): Promise<DataOf<'upm.userOrg.orgUserPageList'>> {
  const limited = { ...asked, delegate: delegateOf(viewer, 'user') };
  const found = await page<Row>(db, viewer, limited, paging, memberRowsSql);
  const lock = await lockOf(
    db,
    viewer,
    found.records.map(({ id }) => id),
  );
  return { ...found, records: found.records.map((row) => ({ ...row, locked: lock(row) })) };
}

type MemberFilters = InputOf<'upm.userOrg.exportUser'>;
/** Of the company itself, without its departments: members without a department. */
const isHomeless = ({ orgId = ORG_ROOT_ID, below = true }: MemberFilters): boolean =>
  orgId === ORG_ROOT_ID && !below;

/** What the list of member management asks for; without a state those who have not left. */
async function requestOf(db: Database, scope: Scope, input: MemberFilters): Promise<ListRequest> {
  const {
    search,
    state,
    roleId,
    leads,
    sort: [sort] = [],
    orgId = ORG_ROOT_ID,
    below = true,
  } = input;
  const asked: ListRequest = {
    states: state ? [state] : THERE,
    roleIds: roleId ? [roleId] : undefined,
    leads,
    search,
    contacts: true,
    sort,
  };
  if (!isHomeless(input)) return { ...asked, deptIds: [orgId], below };
  const ids = await db.readTenant<{ id: string }>(
    scope,
    `select m.user_id as id from upm.member m where m.tenant_id = $1
      and not exists (select from upm.user_dept u where u.tenant_id = $1 and u.user_id = m.user_id)`,
    [scope.tenant.id],
  );
  return { ...asked, userIds: ids.length > 0 ? ids.map(({ id }) => id) : [''] };
}

/** Members of a department for member management. */
export async function memberPage(
  db: Database,
  scope: Scope & Viewer,
  input: InputOf<'upm.userOrg.orgUserPageList'>,
): Promise<DataOf<'upm.userOrg.orgUserPageList'>> {
  return pageOfMembers(db, scope, await requestOf(db, scope, input), pageOf(input));
}

/** Ids of the members such a list has on all its pages, in its order. Throws TOO_MANY. */
export async function memberIds(
  db: Database,
  scope: Scope & Viewer,
  input: MemberFilters,
  max: number,
): Promise<string[]> {
  const { records, total } = await page<{ id: string }>(
    db,
    scope,
    { ...(await requestOf(db, scope, input)), delegate: delegateOf(scope, 'user') },
    { current: 1, size: max },
    (from) => `select m.user_id as id from ${from}`,
  );
  if (total > max) throw new AppError('TOO_MANY', { max, count: total });
  return records.map(({ id }) => id);
}

/** Members by departments (with those below), roles and ids. */
export function userPage(
  db: Database,
  scope: Scope & Viewer,
  { name, deptIds, roleIds, userIds, states, ...paging }: InputOf<'upm.sysUser.userPageList'>,
): Promise<DataOf<'upm.sysUser.userPageList'>> {
  return pageOfMembers(
    db,
    scope,
    {
      deptIds,
      roleIds,
      userIds,
      states: states?.length ? states : THERE,
      search: name,
      contacts: true,
    },
    pageOf(paging),
  );
}

const colleagueSql = (from: string): string => `select ${COLLEAGUE} from ${from}`;
/** The same for every member: active people, and nothing of how to reach them. */
export function colleaguePage(
  db: Database,
  scope: Scope,
  { name, deptIds, roleIds, userIds, ...paging }: InputOf<'upm.userOrg.pageUserOrgByCnd'>,
): Promise<DataOf<'upm.userOrg.pageUserOrgByCnd'>> {
  return page(
    db,
    scope,
    { deptIds, roleIds, userIds, states: ['active'], search: name },
    pageOf(paging),
    colleagueSql,
  );
}

/** Active members of these departments, not of those below. Throws TOO_MANY. */
export async function colleaguesOf(
  db: Database,
  scope: Scope,
  orgIds: readonly string[],
): Promise<DataOf<'upm.userOrg.getUserByOrgIds'>> {
  const { records, total } = await page<DataOf<'upm.userOrg.getUserByOrgIds'>[number]>(
    db,
    scope,
    { deptIds: orgIds, below: false, states: ['active'] },
    { current: 1, size: MAX_ANSWERED },
    colleagueSql,
  );
  if (total > MAX_ANSWERED) throw new AppError('TOO_MANY', { max: MAX_ANSWERED, count: total });
  return records;
}

/** People who were invited and have not joined. */
export async function invitedMembers(db: Database, viewer: Scope & Viewer): Promise<MemberRow[]> {
  return (
    await pageOfMembers(db, viewer, { states: ['invited'] }, { current: 1, size: MAX_ANSWERED })
  ).records;
}

/** The company's active members when it is in this region, else empty. */
export async function regionMembers(
  db: Database,
  scope: Scope,
  code: string,
): Promise<DataOf<'upm.region.getUserByRegionCode'>> {
  if (code !== scope.tenant.region) return [];
  return (
    await page<DataOf<'upm.region.getUserByRegionCode'>[number]>(
      db,
      scope,
      { states: ['active'] },
      { current: 1, size: MAX_ANSWERED },
      colleagueSql,
    )
  ).records;
}
