import { AppError, ROLE_ADMIN, type Database, type Scope } from '../../kernel/index.ts';
import { FUNCTION_CODES, FUNCTIONS, isFunctionCode, type DataOf } from '../../../contract/index.ts';
import { isSystem, SYSTEM_ROLES } from './roles.ts';

/**
 * Groups every company has without a row: of its system roles, and of own roles without a group.
 */
const SYSTEM_GROUP = { id: 'system', name: '系统角色' } as const;
export const CUSTOM_GROUP = { id: 'custom', name: '自定义角色' } as const;
export const isFixedGroup = (id: string): boolean =>
  id === SYSTEM_GROUP.id || id === CUSTOM_GROUP.id;

type Node = DataOf<'upm.role.tree'>[number];
interface Role {
  id: string;
  code: string;
  name: string;
  group_id: string | null;
  version: number;
  members: number;
}
interface Group {
  id: string;
  name: string;
  version: number;
}

/** The ids with this one before another, or last when that is null or not among them. */
export function placed(ids: readonly string[], id: string, beforeId: string | null): string[] {
  const others = ids.filter((each) => each !== id);
  const at = beforeId === null ? -1 : others.indexOf(beforeId);
  return at < 0 ? [...others, id] : others.toSpliced(at, 0, id);
}

const names = (name: string) => ({ title: name, name, roleName: name });
const leaf = ({ id, code, name, version, members }: Role, parentId: string): Node => {
  const type = isSystem(code) ? ('system' as const) : ('custom' as const);
  const own = type === 'custom';
  return {
    id,
    parentId,
    ...names(name),
    roleCode: code,
    kind: 'role',
    type,
    fixed: !own,
    icon: 'user-group',
    draggable: own,
    droppable: false,
    menu: own,
    memberCount: members,
    version,
    children: [],
  };
};

/** Groups in their order with their roles; with ids, those roles and all roles of those groups. */
function roleTreeOf(
  groups: readonly Group[],
  roles: readonly Role[],
  ids: ReadonlySet<string>,
): Node[] {
  const homeOf = ({ code, group_id }: Role) =>
    isSystem(code) ? SYSTEM_GROUP.id : (group_id ?? CUSTOM_GROUP.id);
  const branch = ({ id, name, version }: Group, type: Node['type'], fixed: boolean): Node => {
    const children = roles
      .filter((role) => homeOf(role) === id && (ids.size === 0 || ids.has(id) || ids.has(role.id)))
      .map((role) => leaf(role, id));
    return {
      id,
      parentId: '',
      ...names(name),
      roleCode: '',
      kind: 'group',
      type,
      fixed,
      icon: 'folder',
      draggable: !fixed,
      droppable: type === 'custom',
      menu: type === 'custom',
      memberCount: children.reduce((sum, role) => sum + role.memberCount, 0),
      version,
      children,
    };
  };
  const all = [
    branch({ ...SYSTEM_GROUP, version: 0 }, 'system', true),
    branch({ ...CUSTOM_GROUP, version: 0 }, 'custom', true),
    ...groups.map((group) => branch(group, 'custom', false)),
  ];
  return ids.size === 0
    ? all
    : all.filter(({ id, children }) => children.length > 0 || ids.has(id));
}

const TREE = `select
  coalesce((select json_agg(json_build_object('id', id, 'name', name, 'version', version)
    order by sort, id) from upm.role_group where tenant_id = $1), '[]') as groups,
  coalesce((select json_agg(json_build_object('id', r.id, 'code', r.code, 'name', r.name,
    'group_id', r.group_id, 'version', r.version, 'members', coalesce(n.members, 0))
    order by array_position($2, r.code), r.sort, r.id)
    from upm.role r left join (select ur.role_id, count(*) as members from upm.user_role ur
      join upm.member m on m.tenant_id = ur.tenant_id and m.user_id = ur.user_id
      and m.state = 'active'
      where ur.tenant_id = $1 group by 1) n on n.role_id = r.id
        where r.tenant_id = $1), '[]') as roles`;

export async function roleTree(
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<Node[]> {
  const [row] = await db.readTenant<{ groups: Group[]; roles: Role[] }>(
    scope,
    TREE,
    [scope.tenant.id, SYSTEM_ROLES],
    { name: 'upm-role-tree' },
  );
  return roleTreeOf(row!.groups, row!.roles, new Set(ids));
}

interface Detail {
  id: string;
  code: string;
  name: string;
  about: string;
  version: number;
  groupId: string | null;
  groupName: string | null;
  functions: string[];
  members: number;
}
const DETAIL = `select r.id, r.code, r.name, r.about, r.version, r.group_id as "groupId",
    g.name as "groupName",
    array(select f.function from upm.role_function f where f.tenant_id = $1 and f.role_id = r.id
      order by 1) as functions,
    (select count(*)::integer from upm.user_role ur join upm.member m on m.tenant_id = ur.tenant_id
      and m.user_id = ur.user_id and m.state = 'active' where ur.tenant_id = $1
      and ur.role_id = r.id) as members
  from upm.role r left join upm.role_group g on g.tenant_id = r.tenant_id and g.id = r.group_id
    where r.tenant_id = $1 and r.id = $2`;

/** What a role is and allows. Throws ROLE_UNKNOWN. */
export async function roleDetail(
  db: Database,
  scope: Scope,
  id: string,
): Promise<DataOf<'upm.role.detailRole'>> {
  const [row] = await db.readTenant<Detail>(scope, DETAIL, [scope.tenant.id, id], {
    name: 'upm-role-detail',
  });
  if (!row) throw new AppError('ROLE_UNKNOWN');
  const system = isSystem(row.code);
  const home = system ? SYSTEM_GROUP : CUSTOM_GROUP;
  const codes = FUNCTION_CODES.filter(
    (code) => row.code === ROLE_ADMIN || row.functions.includes(code),
  );
  return {
    id: row.id,
    roleCode: row.code,
    roleName: row.name,
    about: row.about || aboutSystem(row.code),
    type: system ? 'system' : 'custom',
    groupId: row.groupId ?? home.id,
    groupName: row.groupName ?? home.name,
    functions: [...codes],
    granted: codes.filter(isFunctionCode).map((code) => ({
      code,
      title: FUNCTIONS[code].title,
      group: FUNCTIONS[code].group,
      about: FUNCTIONS[code].about,
    })),
    memberCount: row.members,
    version: row.version,
  };
}

const SYSTEM_ABOUT: Readonly<Record<string, string>> = {
  tenant_admin: '拥有全部权限。由主管理员任命和移除，主管理员在企业管理中转移',
  tenant_builder: '使用搭建中心搭建应用',
  tenant_user: '使用企业的应用，没有管理权限',
};
const aboutSystem = (code: string): string => SYSTEM_ABOUT[code] ?? '';
