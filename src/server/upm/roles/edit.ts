import { v7 as uuid } from 'uuid';
import { MAX_ROLE_GROUPS, MAX_ROLES, problem, type InputOf } from '../../../contract/index.ts';
import { AppError, problemsError, type TenantTx } from '../../kernel/index.ts';
import { announceRights } from '../session/renew.ts';
import { aboutRole, requireOwnRights, notifyMembers, type Actor } from './rights.ts';
import { findRole, isSystem, lockRoles, type RoleRow } from './roles.ts';
import { RoleUsages, summarizeUsages } from '../usages.ts';
import { CUSTOM_GROUP, isFixedGroup, placed } from './tree.ts';

type Saved = { id: string; version: number };
type Update = InputOf<'upm.roleMenu.update'>;

const WHAT = { role: '角色名称', group: '角色组名称' } as const;
type Kind = keyof typeof WHAT;

/** The name without blanks around it; refused when empty, or taken by another of the same kind. */
async function nameOf(
  tx: TenantTx,
  kind: Kind,
  title: string,
  self: string | null,
): Promise<string> {
  const name = title.trim();
  if (!name) throw problemsError([problem('/title', 'NAME_EMPTY', { what: WHAT[kind] })]);
  const table = kind === 'role' ? 'upm.role' : 'upm.role_group';
  const taken = await tx.query(
    `select from ${table} where tenant_id = $1 and lower(name) = lower($2)
      and ($3::text is null or id <> $3)`,
    [tx.tenant.id, name, self],
  );
  if (taken.length > 0)
    throw problemsError([problem('/title', 'NAME_TAKEN', { what: WHAT[kind], name })]);
  return name;
}

interface GroupRow {
  id: string;
  name: string;
  version: number;
}
async function findGroup(tx: TenantTx, id: string): Promise<GroupRow | undefined> {
  const [group] = await tx.query<GroupRow>(
    'select id, name, version from upm.role_group where tenant_id = $1 and id = $2',
    [tx.tenant.id, id],
  );
  return group;
}

/** The group a role is put into; null for the fixed group of custom roles. */
async function destination(tx: TenantTx, parentId: string): Promise<string | null> {
  if (parentId === CUSTOM_GROUP.id) return null;
  if (isFixedGroup(parentId)) throw new AppError('ROLE_FIXED', { name: '系统角色' });
  if (!(await findGroup(tx, parentId))) throw new AppError('ROLE_UNKNOWN');
  return parentId;
}

async function setFunctions(
  tx: TenantTx,
  roleId: string,
  functions: readonly string[],
): Promise<void> {
  await tx.run(
    'delete from upm.role_function where tenant_id = $1 and role_id = $2 and function <> all($3)',
    [tx.tenant.id, roleId, functions],
  );
  await tx.run(
    `insert into upm.role_function (tenant_id, role_id, function) select $1, $2, f
      from unnest($3::text[]) as f on conflict do nothing`,
    [tx.tenant.id, roleId, functions],
  );
}

/** Throws TOO_MANY when the company has as many as it may. */
async function requireRoom(tx: TenantTx, kind: Kind): Promise<void> {
  const table = kind === 'role' ? 'upm.role' : 'upm.role_group';
  const max = kind === 'role' ? MAX_ROLES : MAX_ROLE_GROUPS;
  const [row] = await tx.query<{ n: number }>(
    `select count(*) as n from ${table} where tenant_id = $1`,
    [tx.tenant.id],
  );
  if (row!.n >= max) throw problemsError([problem('', 'TOO_MANY', { max, count: row!.n + 1 })]);
}

async function saveRole(
  tx: TenantTx,
  actor: Actor,
  { title, parentId = CUSTOM_GROUP.id, about = '', functions = [] }: InputOf<'upm.roleMenu.save'>,
): Promise<Saved> {
  requireOwnRights(actor.session, functions);
  await requireRoom(tx, 'role');
  const [name, groupId] = [await nameOf(tx, 'role', title, null), await destination(tx, parentId)];
  const id = uuid();
  await tx.run(
    `insert into upm.role (tenant_id, id, code, name, about, group_id, sort)
    select $1, $2, $2, $3, $4, $5, coalesce(max(sort), 0) + 1 from upm.role where tenant_id = $1`,
    [tx.tenant.id, id, name, about.trim(), groupId],
  );
  await setFunctions(tx, id, functions);
  return { id, version: 1 };
}

async function saveGroup(tx: TenantTx, title: string): Promise<Saved> {
  await requireRoom(tx, 'group');
  const [id, name] = [uuid(), await nameOf(tx, 'group', title, null)];
  await tx.run(
    `insert into upm.role_group (tenant_id, id, name, sort)
      select $1, $2, $3, coalesce(max(sort), 0) + 1 from upm.role_group where tenant_id = $1`,
    [tx.tenant.id, id, name],
  );
  return { id, version: 1 };
}

/**
 * Makes a role, or a group of roles. Throws NAME_EMPTY, NAME_TAKEN, GRANT_BEYOND, ROLE_UNKNOWN (the
 * group), TOO_MANY.
 */
export async function saveRoleMenu(
  tx: TenantTx,
  actor: Actor,
  input: InputOf<'upm.roleMenu.save'>,
): Promise<Saved> {
  await lockRoles(tx);
  return input.kind === 'group' ? saveGroup(tx, input.title) : saveRole(tx, actor, input);
}

const order = async (
  tx: TenantTx,
  table: 'upm.role' | 'upm.role_group',
  ids: readonly string[],
): Promise<unknown> =>
  tx.run(
    `update ${table} t set sort = o.at from unnest($2::text[]) with ordinality as o(id, at)
      where t.tenant_id = $1 and t.id = o.id`,
    [tx.tenant.id, ids],
  );

/**
 * A change of place neither checks the version nor makes a new one: it overwrites no user's text.
 */
function nextVersion(
  row: { version: number },
  { version, title, about, functions }: Update,
): number {
  if (title === undefined && about === undefined && functions === undefined) return row.version;
  if (version === undefined)
    throw problemsError([problem('/version', 'REQUIRED', { label: '版本' })]);
  if (version !== row.version) throw new AppError('STALE_VERSION', {}, { current: row });
  return row.version + 1;
}

async function updateGroup(tx: TenantTx, group: GroupRow, input: Update): Promise<Saved> {
  const { title, beforeId } = input;
  const version = nextVersion(group, input);
  if (input.parentId) throw new AppError('ROLE_GROUP_NESTED');
  const name = title === undefined ? group.name : await nameOf(tx, 'group', title, group.id);
  if (beforeId !== undefined) {
    const rows = await tx.query<{ id: string }>(
      'select id from upm.role_group where tenant_id = $1 order by sort, id',
      [tx.tenant.id],
    );
    await order(
      tx,
      'upm.role_group',
      placed(
        rows.map(({ id }) => id),
        group.id,
        beforeId,
      ),
    );
  }
  await tx.run(
    'update upm.role_group set name = $3, version = $4 where tenant_id = $1 and id = $2',
    [tx.tenant.id, group.id, name, version],
  );
  return { id: group.id, version };
}

/** Puts a role into a group, before one of the roles there or at their end. */
async function moveRole(
  tx: TenantTx,
  role: RoleRow,
  { parentId, beforeId }: Update,
): Promise<void> {
  if (parentId === undefined && beforeId === undefined) return;
  const groupId =
    parentId === undefined ? role.groupId : await destination(tx, parentId ?? CUSTOM_GROUP.id);
  const rows = await tx.query<{ id: string }>(
    `select id from upm.role where tenant_id = $1 and group_id is not distinct from $2
      order by sort, id`,
    [tx.tenant.id, groupId],
  );
  await tx.run('update upm.role set group_id = $3 where tenant_id = $1 and id = $2', [
    tx.tenant.id,
    role.id,
    groupId,
  ]);
  await order(
    tx,
    'upm.role',
    placed(
      rows.map(({ id }) => id),
      role.id,
      beforeId ?? null,
    ),
  );
}

/**
 * Sets the functions of the role; users cannot add or take what they do not have. The sessions of
 * its holders go on with the new ones.
 */
async function changeFunctions(
  tx: TenantTx,
  actor: Actor,
  role: RoleRow,
  functions: readonly string[] | undefined,
  members: readonly string[],
): Promise<boolean> {
  const wanted: readonly string[] = functions ?? role.functions;
  const changed = [
    ...wanted.filter((code) => !role.functions.includes(code)),
    ...role.functions.filter((code) => !wanted.includes(code)),
  ];
  if (changed.length === 0) return false;
  requireOwnRights(actor.session, changed);
  await setFunctions(tx, role.id, wanted);
  await announceRights(tx, members);
  return true;
}

async function updateRole(
  tx: TenantTx,
  actor: Actor,
  role: RoleRow,
  input: Update,
): Promise<Saved> {
  if (isSystem(role.code)) throw new AppError('ROLE_FIXED', { name: role.name });
  const version = nextVersion(role, input);
  const name =
    input.title === undefined ? role.name : await nameOf(tx, 'role', input.title, role.id);
  await tx.run(
    'update upm.role set name = $3, about = $4, version = $5 where tenant_id = $1 and id = $2',
    [tx.tenant.id, role.id, name, input.about?.trim() ?? role.about, version],
  );
  await moveRole(tx, role, input);
  const members = (
    await tx.query<{ id: string }>(
      'select user_id as id from upm.user_role where tenant_id = $1 and role_id = $2',
      [tx.tenant.id, role.id],
    )
  ).map(({ id }) => id);
  const regranted = await changeFunctions(tx, actor, role, input.functions, members);
  if (regranted || name !== role.name)
    await notifyMembers(tx, actor, {
      userIds: members,
      typeCode: 'role_mod',
      content: regranted ? `角色“${name}”的权限有变化` : `角色“${role.name}”改名为“${name}”`,
      handlerParams: aboutRole({ id: role.id, name }),
    });
  return { id: role.id, version };
}

/**
 * Changes what is given of a role or a group. Throws STALE_VERSION, ROLE_FIXED, ROLE_UNKNOWN,
 * NAME_TAKEN, GRANT_BEYOND.
 */
export async function updateRoleMenu(tx: TenantTx, actor: Actor, input: Update): Promise<Saved> {
  await lockRoles(tx);
  if (isFixedGroup(input.id)) throw new AppError('ROLE_FIXED', { name: '固定的角色组' });
  const group = await findGroup(tx, input.id);
  return group
    ? updateGroup(tx, group, input)
    : updateRole(tx, actor, await findRole(tx, input.id), input);
}

async function deleteGroup(tx: TenantTx, { id, name }: GroupRow): Promise<void> {
  const inside = await tx.query(
    'select from upm.role where tenant_id = $1 and group_id = $2 limit 1',
    [tx.tenant.id, id],
  );
  if (inside.length > 0) throw new AppError('ROLE_GROUP_IN_USE', { name });
  await tx.run('delete from upm.role_group where tenant_id = $1 and id = $2', [tx.tenant.id, id]);
}

/** A role with members, or used by a work group or elsewhere, stays. */
async function deleteRole(tx: TenantTx, actor: Actor, role: RoleRow): Promise<void> {
  if (isSystem(role.code)) throw new AppError('ROLE_FIXED', { name: role.name });
  requireOwnRights(actor.session, role.functions);
  const [used] = await tx.query<{ members: number; groups: string[] }>(
    `
    select (select count(*)::integer from upm.user_role where tenant_id = $1
      and role_id = $2) as members,
      array(select g.name from upm.work_group_member w
        join upm.work_group g on g.tenant_id = w.tenant_id and g.id = w.group_id
        where w.tenant_id = $1 and w.role_id = $2 order by g.name limit 5) as groups`,
    [tx.tenant.id, role.id],
  );
  if (used!.members > 0)
    throw new AppError('ROLE_IN_USE', { name: role.name, users: ` ${used!.members} 名成员` });
  if (used!.groups.length > 0)
    throw new AppError('ROLE_IN_USE', {
      name: role.name,
      users: `工作组${used!.groups.map((name) => `“${name}”`).join('、')}`,
    });
  const uses = await tx.state.of(RoleUsages).of(tx, role.id);
  if (uses.length > 0)
    throw new AppError('ROLE_IN_USE', { name: role.name, users: summarizeUsages(uses) });
  await tx.run('delete from upm.role where tenant_id = $1 and id = $2', [tx.tenant.id, role.id]);
}

/**
 * Deletes an empty group, or a role without members. Throws ROLE_UNKNOWN, ROLE_FIXED, ROLE_IN_USE,
 * ROLE_GROUP_IN_USE.
 */
export async function deleteRoleMenu(
  tx: TenantTx,
  actor: Actor,
  id: string,
): Promise<{ deleted: number }> {
  await lockRoles(tx);
  if (isFixedGroup(id)) throw new AppError('ROLE_FIXED', { name: '固定的角色组' });
  const group = await findGroup(tx, id);
  if (group) await deleteGroup(tx, group);
  else await deleteRole(tx, actor, await findRole(tx, id));
  return { deleted: 1 };
}
