import { ORG_ROOT_ID, type InputOf } from '../../../contract/index.ts';
import type { Thing, Wording } from '../../log/index.ts';
import {
  byName,
  delegates,
  departments,
  inOrder,
  members,
  named,
  newest,
  roles,
  rolesOrGroups,
} from './lookups.ts';

type MovedOrChanged = { parentId?: unknown; beforeId?: unknown };
const moves = ({ parentId, beforeId }: MovedOrChanged): boolean =>
  parentId !== undefined || beforeId !== undefined;

const addDept: Wording<InputOf<'upm.org.addOrgGroup'>> = {
  deed: () => '新建部门',
  things: async ({ tx, input: { title, parentId }, done }) => {
    if (!done) return [byName('部门', title)];
    const parent = parentId === ORG_ROOT_ID ? null : (parentId ?? null);
    return departments(
      tx,
      await newest(
        tx,
        `select id from upm.dept where tenant_id = $1 and parent_id is not distinct from $2
          order by created_at desc, id desc limit 1`,
        [parent],
      ),
    );
  },
};

function deptDeed(input: InputOf<'upm.org.updateOrgGroup'>): string {
  const others = [
    ...(input.title === undefined ? [] : ['部门改名']),
    ...(input.ownerIds === undefined ? [] : ['设置部门负责人']),
  ];
  if (moves(input)) return others.length > 0 ? '修改并移动部门' : '移动部门';
  return others.length === 1 ? others[0]! : '修改部门';
}

const saveRole: Wording<InputOf<'upm.roleMenu.save'>> = {
  deed: ({ kind }) => (kind === 'role' ? '新建角色' : '新建角色组'),
  things: async ({ tx, input: { kind, title }, done }) => {
    if (!done) return [byName(kind === 'role' ? '角色' : '角色组', title)];
    const table = kind === 'role' ? 'upm.role' : 'upm.role_group';
    return rolesOrGroups(
      tx,
      await newest(tx, `select id from ${table} where tenant_id = $1 and lower(name) = lower($2)`, [
        title.trim(),
      ]),
    );
  },
};

const isGroup = (before: readonly Thing[]): boolean => before[0]?.kind === '角色组';

function roleDeed(input: InputOf<'upm.roleMenu.update'>, before: readonly Thing[]): string {
  const what = isGroup(before) ? '角色组' : '角色';
  const changes = [input.title, input.about, input.functions].filter(
    (value) => value !== undefined,
  ).length;
  if (moves(input)) return changes > 0 ? `修改并移动${what}` : `移动${what}`;
  if (changes === 1 && input.functions) return '修改角色权限';
  return changes === 1 && input.title !== undefined ? `${what}改名` : `修改${what}`;
}

const rolesOfPeople = <I>(
  deed: string,
  of: (input: I) => { userIds: readonly string[]; roleIds: readonly string[] },
): Wording<I> => ({
  deed: () => deed,
  things: async ({ tx, input }) => {
    const { userIds, roleIds } = of(input);
    return [...(await members(tx, userIds)), ...(await roles(tx, roleIds)).map(named)];
  },
});

interface GroupRow {
  id: string;
  name: string;
  about: string;
  owner: string;
  members: string;
  models: number;
}
const GROUP = `select g.id, g.name, g.about, o.real_name as owner,
    (select count(*) from upm.work_group_instance i where i.tenant_id = g.tenant_id
      and i.group_id = g.id)::integer as models,
    coalesce((select string_agg(coalesce(m.real_name, d.title, r.name), '、'
      order by coalesce(m.real_name, d.title, r.name)) from upm.work_group_member w
      left join upm.member m on m.tenant_id = w.tenant_id and m.user_id = w.user_id left
        join upm.dept d on d.tenant_id = w.tenant_id and d.id = w.dept_id
      left join upm.role r on r.tenant_id = w.tenant_id and r.id = w.role_id
        where w.tenant_id = g.tenant_id and w.group_id = g.id), '') as members
  from upm.work_group g join upm.member o on o.tenant_id = g.tenant_id and o.user_id = g.owner_id
    where g.tenant_id = $1`;

const groupOf = ({ id, name, about, owner, members: people, models }: GroupRow): Thing => ({
  kind: '工作组',
  id,
  name,
  facts: { 名称: name, 说明: about, 负责人: owner, 成员: people, 应用与对象: `${models} 个` },
});

const createGroup: Wording<InputOf<'busmodel.workGroup.create'>> = {
  deed: () => '新建工作组',
  things: async ({ tx, input: { name }, done }) => {
    if (!done) return [byName('工作组', name)];
    return (
      await tx.query<GroupRow>(`${GROUP} and lower(g.name) = lower($2)`, [
        tx.tenant.id,
        name.trim(),
      ])
    ).map(groupOf);
  },
};

const renovateGroup: Wording<InputOf<'busmodel.workGroup.renovate'>> = {
  deed: ({ deleted }) => (deleted ? '删除工作组' : '修改工作组'),
  things: async ({ tx, input: { id, deleted }, done }) => {
    if (deleted && done) return [];
    return inOrder(
      '工作组',
      [id],
      (await tx.query<GroupRow>(`${GROUP} and g.id = $2`, [tx.tenant.id, id])).map(groupOf),
    );
  },
};

const ofDelegate = <I extends { id: string }>(deed: string): Wording<I> => ({
  deed: () => deed,
  things: ({ tx, input: { id } }) => delegates(tx, [id]),
});

export const structureWordings = {
  'upm.org.addOrgGroup': addDept,
  'upm.org.updateOrgGroup': {
    deed: deptDeed,
    things: ({ tx, input: { id } }) => departments(tx, [id]),
  } satisfies Wording<InputOf<'upm.org.updateOrgGroup'>>,
  'upm.org.deleteOrgGroup': {
    deed: () => '删除部门',
    // What was deleted is named as it was before.
    things: async ({ tx, input: { id }, done }) => (done ? [] : departments(tx, [id])),
  } satisfies Wording<InputOf<'upm.org.deleteOrgGroup'>>,
  'upm.roleMenu.save': saveRole,
  'upm.roleMenu.update': {
    deed: roleDeed,
    things: ({ tx, input: { id } }) => rolesOrGroups(tx, [id]),
  } satisfies Wording<InputOf<'upm.roleMenu.update'>>,
  'upm.roleMenu.delete': {
    deed: (_input, before) => (isGroup(before) ? '删除角色组' : '删除角色'),
    things: async ({ tx, input: { id }, done }) => (done ? [] : rolesOrGroups(tx, [id])),
  } satisfies Wording<InputOf<'upm.roleMenu.delete'>>,
  'upm.userRole.addRoleForSeveralUser': rolesOfPeople<
    InputOf<'upm.userRole.addRoleForSeveralUser'>
  >('给成员分配角色', ({ userIds, roleId }) => ({ userIds, roleIds: [roleId] })),
  'upm.userRole.deleteUserRole': rolesOfPeople<InputOf<'upm.userRole.deleteUserRole'>>(
    '从角色移出成员',
    ({ userIds, roleId }) => ({ userIds, roleIds: [roleId] }),
  ),
  'upm.userRole.removeUserRole': rolesOfPeople<InputOf<'upm.userRole.removeUserRole'>>(
    '收回成员的角色',
    ({ userId, roleIds }) => ({ userIds: [userId], roleIds }),
  ),
  'upm.delegation.appoint': {
    deed: () => '任命子管理员',
    things: ({ tx, input: { userIds } }) => delegates(tx, userIds),
  } satisfies Wording<InputOf<'upm.delegation.appoint'>>,
  'upm.delegation.update': ofDelegate<InputOf<'upm.delegation.update'>>('修改子管理员'),
  'upm.delegation.withdraw': ofDelegate<InputOf<'upm.delegation.withdraw'>>('撤销子管理员'),
  'busmodel.workGroup.create': createGroup,
  'busmodel.workGroup.renovate': renovateGroup,
};
