import type { DataOf, InputOf } from '../../../contract/index.ts';
import {
  AppError,
  ROLE_ADMIN,
  ROLE_BUILDER,
  ROLE_USER,
  type Database,
  type Scope,
  type TenantTx,
} from '../../kernel/index.ts';

/**
 * Roles every company has. They are the same everywhere: neither renamed, moved, deleted nor given
 * other functions.
 */
export const SYSTEM_ROLES: readonly string[] = [ROLE_ADMIN, ROLE_BUILDER, ROLE_USER];
export const isSystem = (code: string): boolean => SYSTEM_ROLES.includes(code);

const LIST = `select id, code as "roleCode", name as "roleName", case when code = any($2)
  then 'system' else 'custom' end as type from upm.role
  where tenant_id = $1 and ($3::text is null or (code = any($2)) = ($3 = 'system'))
    order by name collate "zh-x-icu", id`;

/** The tenant's roles, by name. */
export const listRoles = (
  db: Database,
  scope: Scope,
  { type }: InputOf<'upm.role.listRoleByType'>,
): Promise<DataOf<'upm.role.listRoleByType'>> =>
  db.readTenant(scope, LIST, [scope.tenant.id, SYSTEM_ROLES, type ?? null], { name: 'upm-roles' });

/** Where other services find the names of roles; see PEOPLE_LABELS. */
export const ROLE_LABELS = {
  table: 'upm.role',
  tenant: 'tenant_id',
  id: 'id',
  label: 'name',
} as const;

/** Of the locks of a tenant, the one of its roles: see lockRoles. */
const ROLES_LOCK = 7310;
/**
 * One change of the tenant's roles at a time, so that names, order, guards and the last
 * administrator hold under races.
 */
export const lockRoles = (tx: TenantTx): Promise<unknown> =>
  tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [ROLES_LOCK, tx.tenant.id]);

export interface RoleRow {
  id: string;
  code: string;
  name: string;
  about: string;
  groupId: string | null;
  version: number;
  functions: string[];
}

/**
 * The current rows of these roles, in the given order; throws ROLE_UNKNOWN when one of them is not
 * of the tenant.
 */
export async function findRoles(tx: TenantTx, ids: readonly string[]): Promise<RoleRow[]> {
  const rows = await tx.query<RoleRow>(
    `
    select r.id, r.code, r.name, r.about, r.group_id as "groupId", r.version,
      array(select f.function from upm.role_function f where f.tenant_id = $1 and f.role_id = r.id
        order by 1) as functions
    from upm.role r where r.tenant_id = $1 and r.id = any($2) order by array_position($2, r.id)`,
    [tx.tenant.id, ids],
  );
  if (rows.length < new Set(ids).size) throw new AppError('ROLE_UNKNOWN');
  return rows;
}

export async function findRole(tx: TenantTx, id: string): Promise<RoleRow> {
  const [role] = await findRoles(tx, [id]);
  return role!;
}
