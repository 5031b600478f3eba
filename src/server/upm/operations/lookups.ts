import {
  functionTitle,
  MEMBER_STATE_TITLES,
  ORG_ROOT_ID,
  type MemberState,
} from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import type { Thing } from '../../log/index.ts';

/** Shown for an id that is unknown in this company. */
const UNKNOWN = '不存在的';

/** Those asked for, in their order; unknown ones are named so. */
export function inOrder(kind: string, ids: readonly string[], found: readonly Thing[]): Thing[] {
  const byId = new Map(found.map((thing) => [thing.id, thing]));
  return [...new Set(ids)].map((id) => byId.get(id) ?? { kind, id, name: `${UNKNOWN}${kind}` });
}

interface MemberRow {
  id: string;
  name: string;
  state: MemberState;
  depts: string;
  roles: string;
  employeeNo: string;
  jobTitle: string;
  superior: string;
}
const MEMBERS = `select m.user_id as id, m.real_name as name, m.state,
    coalesce((select string_agg(d.title, '、' order by ud.is_main desc, d.sort, d.id)
      from upm.user_dept ud join upm.dept d on d.tenant_id = ud.tenant_id and d.id = ud.dept_id
      where ud.tenant_id = m.tenant_id and ud.user_id = m.user_id), '') as depts,
    coalesce((select string_agg(r.name, '、' order by r.sort, r.name) from upm.user_role ur
      join upm.role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      where ur.tenant_id = m.tenant_id and ur.user_id = m.user_id), '') as roles,
    coalesce(m.employee_no, '') as "employeeNo", m.job_title as "jobTitle",
    coalesce((select s.real_name from upm.member s where s.tenant_id = m.tenant_id
      and s.user_id = m.superior_id), '') as superior
  from upm.member m where m.tenant_id = $1 and m.user_id = any($2)`;

/** Members with what an administrator changes of them. */
export async function members(tx: TenantTx, ids: readonly string[]): Promise<Thing[]> {
  const rows = await tx.query<MemberRow>(MEMBERS, [tx.tenant.id, ids]);
  return inOrder(
    '成员',
    ids,
    rows.map((row) => ({
      kind: '成员',
      id: row.id,
      name: row.name,
      facts: {
        姓名: row.name,
        状态: MEMBER_STATE_TITLES[row.state],
        部门: row.depts,
        角色: row.roles,
        工号: row.employeeNo,
        职务: row.jobTitle,
        直接上级: row.superior,
      },
    })),
  );
}

interface DelegationRow {
  id: string;
  name: string;
  depts: string | null;
  functions: string[] | null;
}
const DELEGATIONS = `select m.user_id as id, m.real_name as name, g.functions,
    (select string_agg(d.title, '、' order by d.sort, d.id) from upm.delegation_dept gd
      join upm.dept d on d.tenant_id = gd.tenant_id and d.id = gd.dept_id
      where gd.tenant_id = m.tenant_id and gd.user_id = m.user_id) as depts
  from upm.member m left join upm.delegation g on g.tenant_id = m.tenant_id
    and g.user_id = m.user_id where m.tenant_id = $1 and m.user_id = any($2)`;

/** Members with what they manage as delegated administrators. */
export async function delegates(tx: TenantTx, ids: readonly string[]): Promise<Thing[]> {
  const rows = await tx.query<DelegationRow>(DELEGATIONS, [tx.tenant.id, ids]);
  return inOrder(
    '成员',
    ids,
    rows.map(({ id, name, depts, functions }) => ({
      kind: '成员',
      id,
      name,
      facts: { 管理范围: depts ?? '', 管理权限: functionTitles(functions ?? []) },
    })),
  );
}

interface DeptRow {
  id: string;
  title: string;
  parent: string | null;
  owners: string;
}
const DEPTS = `select d.id, d.title, p.title as parent,
    coalesce((select string_agg(m.real_name, '、' order by o.sort, m.user_id) from upm.dept_owner o
      join upm.member m on m.tenant_id = o.tenant_id and m.user_id = o.user_id
      where o.tenant_id = d.tenant_id and o.dept_id = d.id), '') as owners
  from upm.dept d left join upm.dept p on p.tenant_id = d.tenant_id and p.id = d.parent_id
    where d.tenant_id = $1 and d.id = any($2)`;
const TOP = '最上级';

/** Departments with what an administrator changes of them. */
export async function departments(tx: TenantTx, ids: readonly string[]): Promise<Thing[]> {
  const rows = await tx.query<DeptRow>(DEPTS, [tx.tenant.id, ids]);
  const found = rows.map(({ id, title, parent, owners }) => ({
    kind: '部门',
    id,
    name: title,
    facts: { 名称: title, 上级部门: parent ?? TOP, 负责人: owners },
  }));
  return inOrder('部门', ids, [...found, { kind: '部门', id: ORG_ROOT_ID, name: TOP }]);
}

interface RoleRow {
  id: string;
  name: string;
  about: string;
  groupName: string | null;
  functions: string[];
}
const ROLES = `select r.id, r.name, r.about, g.name as "groupName",
    array(select f.function from upm.role_function f where f.tenant_id = r.tenant_id
      and f.role_id = r.id order by 1) as functions
  from upm.role r left join upm.role_group g on g.tenant_id = r.tenant_id and g.id = r.group_id
    where r.tenant_id = $1 and r.id = any($2)`;
const NO_GROUP = '未分组';

const functionTitles = (codes: readonly string[]): string => codes.map(functionTitle).join('、');

/** Roles with what an administrator changes of them. */
export async function roles(tx: TenantTx, ids: readonly string[]): Promise<Thing[]> {
  const rows = await tx.query<RoleRow>(ROLES, [tx.tenant.id, ids]);
  return inOrder(
    '角色',
    ids,
    rows.map(({ id, name, about, groupName, functions }) => ({
      kind: '角色',
      id,
      name,
      facts: {
        名称: name,
        说明: about,
        角色组: groupName ?? NO_GROUP,
        权限: functionTitles(functions),
      },
    })),
  );
}

/** Roles or groups of roles: the two share one tree and one space of ids. */
export async function rolesOrGroups(tx: TenantTx, ids: readonly string[]): Promise<Thing[]> {
  const groups = await tx.query<{ id: string; name: string }>(
    'select id, name from upm.role_group where tenant_id = $1 and id = any($2)',
    [tx.tenant.id, ids],
  );
  const found = groups.map(({ id, name }) => ({ kind: '角色组', id, name, facts: { 名称: name } }));
  const others = ids.filter((id) => !groups.some((group) => group.id === id));
  return [...found, ...(await roles(tx, others))];
}

/** A thing without what may change of it: only named. */
export const named = ({ kind, id, name }: Thing): Thing => ({ kind, id, name });

/** Known by its name alone: it is not there yet, or was never made. */
export const byName = (kind: string, name: string): Thing => ({ kind, id: '', name: name.trim() });

/**
 * What a statement finds that was not there before: the id of something new. Empty before the work.
 */
export async function newest(
  tx: TenantTx,
  text: string,
  values: readonly unknown[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(text, [tx.tenant.id, ...values]);
  return rows.map(({ id }) => id);
}
