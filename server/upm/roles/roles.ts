import type { DataOf } from '../../../contract/index.ts';
import type { Database, Scope } from '../../kernel/index.ts';

/** The tenant's roles, by name. */
export const listRoles = (db: Database, scope: Scope): Promise<DataOf<'upm.role.listRoleByType'>> =>
  db.readTenant(scope, 'select id, code as "roleCode", name as "roleName" from upm.role where tenant_id = $1 order by name collate "zh-x-icu", id', [scope.tenant.id], { name: 'upm-roles' });

/** Where other services find the names of roles; see PEOPLE_LABELS. */
export const ROLE_LABELS = { table: 'upm.role', tenant: 'tenant_id', id: 'id', label: 'name' } as const;
