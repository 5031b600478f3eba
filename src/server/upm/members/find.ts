import {
  MAX_MEMBERS,
  MAX_PEOPLE_FOUND,
  ORG_ROOT_ID,
  type DataOf,
  type InputOf,
  type PickedPerson,
} from '../../../contract/index.ts';
import {
  likeText,
  SqlParameters,
  type Database,
  type Scope,
  type TenantTx,
} from '../../kernel/index.ts';
import { DEPT_NAME } from '../directory/member-rows.ts';
import { searchText } from '../search-key.ts';

/** How names are ordered: the phone book's order, the same as the index member_phone_book. */
const NAME_ORDER_SQL = `m.real_name collate "zh-x-icu"`;

/**
 * The people to list: only those of the limits (people, departments with their sub-departments,
 * roles), then narrowed by name, department and role.
 */
export interface PeopleQuery {
  name?: string;
  userIds?: readonly string[];
  deptIds?: readonly string[];
  roleIds?: readonly string[];
  limitType?: 'include' | 'exclude';
  orgId?: string;
  roleId?: string;
  size?: number;
  after?: { id: string; realName: string };
  /** Includes those who have left. */
  all?: boolean;
}

/** People of these departments and those below them. */
const ofDepts = (ids: string): string => `m.user_id in (
  with recursive below as (
    select id from upm.dept where tenant_id = $1 and id = any(${ids}::text[])
    union select d.id from upm.dept d join below on d.parent_id = below.id where d.tenant_id = $1
  ) select ud.user_id from upm.user_dept ud join below on below.id = ud.dept_id
    where ud.tenant_id = $1)`;
const ofRoles = (ids: string): string =>
  `m.user_id in (select ur.user_id from upm.user_role ur where ur.tenant_id = $1
    and ur.role_id = any(${ids}::text[]))`;

function limitSql(ask: PeopleQuery, writing: SqlParameters): string[] {
  const { userIds = [], deptIds = [], roleIds = [] } = ask;
  const among = [
    ...(userIds.length > 0 ? [`m.user_id = any(${writing.bind(userIds)}::text[])`] : []),
    ...(deptIds.length > 0 && !deptIds.includes(ORG_ROOT_ID)
      ? [ofDepts(writing.bind(deptIds))]
      : []),
    ...(deptIds.includes(ORG_ROOT_ID) ? ['true'] : []),
    ...(roleIds.length > 0 ? [ofRoles(writing.bind(roleIds))] : []),
  ];
  return among.length === 0
    ? []
    : [`${ask.limitType === 'exclude' ? 'not ' : ''}(${among.join(' or ')})`];
}

/**
 * Typed text against the search key: Chinese anywhere in the name, letters and digits at the
 * beginning of a part. A name that was written without its key is found by itself. `first` is true
 * of those whose name begins so.
 */
function nameSql(text: string, writing: SqlParameters): { where: string; first: string } {
  const inner = /^[\x20-\x7e]*$/.test(text) ? ` ${likeText(text)}` : likeText(text);
  const starts = `m.search_key like ${writing.bind(`%|${likeText(text)}%`)}`;
  return {
    where: `(${starts} or m.search_key like ${writing.bind(`%${inner}%`)}
      or (m.search_key = '' and m.real_name ilike ${writing.bind(`%${likeText(text)}%`)}))`,
    first: starts,
  };
}

type NameMatch = ReturnType<typeof nameSql> | null;

/**
 * Behind the last person of the page before: by the phone book, of a search those first whose name
 * begins so.
 */
function afterSql(
  { id, realName }: { id: string; realName: string },
  named: NameMatch,
  writing: SqlParameters,
): string {
  const [name, last] = [writing.bind(realName), writing.bind(id)];
  if (!named) return `(${NAME_ORDER_SQL}, m.user_id) > (${name}, ${last})`;
  const wasFirst = `coalesce((select ${named.first} from upm.member m where m.tenant_id = $1
    and m.user_id = ${last}), true)`;
  return `(not (${named.first}), ${NAME_ORDER_SQL}, m.user_id) > (not ${wasFirst}, ${name}, ${last})`;
}

/**
 * Conditions for every way of listing people: what is not asked for is not in them, so that each
 * has a plan of its own.
 */
function peopleConditions(
  ask: PeopleQuery,
  writing: SqlParameters,
): { where: string; named: NameMatch } {
  const text = searchText(ask.name ?? '');
  const named = text === '' ? null : nameSql(text, writing);
  const where = [
    'm.tenant_id = $1',
    ask.all ? 'm.joined_as is null' : `m.state = 'active'`,
    ...limitSql(ask, writing),
    ...(named ? [named.where] : []),
    ...(ask.orgId !== undefined && ask.orgId !== ORG_ROOT_ID
      ? [ofDepts(writing.bind([ask.orgId]))]
      : []),
    ...(ask.roleId === undefined ? [] : [ofRoles(writing.bind([ask.roleId]))]),
    ...(ask.after ? [afterSql(ask.after, named, writing)] : []),
  ];
  return { where: where.join('\n and '), named };
}

export async function listPeople(
  db: Database,
  scope: Scope,
  ask: PeopleQuery,
): Promise<PickedPerson[]> {
  const writing = new SqlParameters(scope.tenant.id);
  const { where, named } = peopleConditions(ask, writing);
  const text = `select m.user_id as id, m.real_name as "realName", m.head_img_url as "headImgUrl",
    ${DEPT_NAME} as "deptName"
    from upm.member m where ${where}
      order by ${named ? `${named.first} desc, ` : ''}${NAME_ORDER_SQL}, m.user_id
      limit ${writing.bind(Math.min(ask.size ?? MAX_PEOPLE_FOUND, MAX_MEMBERS))}`;
  return db.readTenant(scope, text, writing.values);
}

/** How many the same question finds in all. */
export async function countPeople(
  db: Database,
  scope: Scope,
  ask: Omit<PeopleQuery, 'size' | 'after'>,
): Promise<number> {
  const writing = new SqlParameters(scope.tenant.id);
  const [row] = await db.readTenant<{ total: number }>(
    scope,
    `select count(*)::integer as total from upm.member m
      where ${peopleConditions(ask, writing).where}`,
    writing.values,
  );
  return row?.total ?? 0;
}

/** The people of these ids by name; empty without ids. */
export async function listAmong(
  db: Database,
  scope: Scope,
  ids: readonly string[],
  name = '',
): Promise<PickedPerson[]> {
  return listPeople(db, scope, { userIds: ids.length === 0 ? [''] : ids, name, size: MAX_MEMBERS });
}

/**
 * Members by id in the given order, also those who have left: old records still name them. Unknown
 * ids are left out.
 */
export async function peopleByIds(
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<PickedPerson[]> {
  return db.readTenant(
    scope,
    `
    select m.user_id as id, m.real_name as "realName", m.head_img_url as "headImgUrl",
      ${DEPT_NAME} as "deptName"
    from upm.member m where m.tenant_id = $1 and m.user_id = any($2)
      order by array_position($2, m.user_id)`,
    [scope.tenant.id, ids],
    { name: 'upm-people-by-ids' },
  );
}

/**
 * What the departments of people are called, of several the main one; who is of none is left out.
 */
export async function mainDeptTitles(
  tx: TenantTx,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; title: string }>(
    `select m.user_id as id, ${DEPT_NAME} as title from upm.member m where m.tenant_id = $1
      and m.user_id = any($2)`,
    [tx.tenant.id, userIds],
  );
  return new Map(rows.flatMap(({ id, title }) => (title === '' ? [] : [[id, title]])));
}

/** The departments of people, of several the main one; who is of none is left out. */
export async function mainDeptsOf(
  tx: TenantTx,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ user: string; dept: string }>(
    `select distinct on (ud.user_id) ud.user_id as user, d.id as dept from upm.user_dept ud
      join upm.dept d on d.tenant_id = ud.tenant_id and d.id = ud.dept_id
      where ud.tenant_id = $1 and ud.user_id = any($2)
      order by ud.user_id, ud.is_main desc, d.sort`,
    [tx.tenant.id, userIds],
  );
  return new Map(rows.map(({ user, dept }) => [user, dept]));
}

/** The department of a person, of several the main one; null when there is none. */
export const mainDeptOf = async (tx: TenantTx, userId: string): Promise<string | null> =>
  (await mainDeptsOf(tx, [userId])).get(userId) ?? null;

/** Names of departments, roles and people, each in the order asked for, in one statement. */
export async function namesOf(
  db: Database,
  scope: Scope,
  { deptIds = [], roleIds = [], userIds = [] }: InputOf<'upm.sysUser.listUserByCnd'>,
): Promise<DataOf<'upm.sysUser.listUserByCnd'>> {
  const [row] = await db.readTenant<DataOf<'upm.sysUser.listUserByCnd'>>(
    scope,
    `select
    coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'title', d.title)
      order by array_position($2::text[], d.id)) from upm.dept d where d.tenant_id = $1
      and d.id = any($2)), '[]') as depts,
    coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'title', r.name, 'roleName', r.name)
      order by array_position($3::text[], r.id)) from upm.role r where r.tenant_id = $1
      and r.id = any($3)), '[]') as roles,
    coalesce((select jsonb_agg(jsonb_build_object('id', m.user_id, 'realName', m.real_name,
      'headImgUrl', m.head_img_url, 'deptName', ${DEPT_NAME})
      order by array_position($4::text[], m.user_id))
      from upm.member m where m.tenant_id = $1 and m.user_id = any($4)), '[]') as users`,
    [scope.tenant.id, deptIds, roleIds, userIds],
    { name: 'upm-names-of' },
  );
  return row ?? { depts: [], roles: [], users: [] };
}

/**
 * Where other services find the labels of people and departments: they join these under the
 * tenant's role, and row-level security keeps other tenants' rows out. Keyed by (tenant, id).
 */
export const PEOPLE_LABELS = {
  table: 'upm.member',
  tenant: 'tenant_id',
  id: 'user_id',
  label: 'real_name',
} as const;
export const DEPT_LABELS = {
  table: 'upm.dept',
  tenant: 'tenant_id',
  id: 'id',
  label: 'title',
} as const;
