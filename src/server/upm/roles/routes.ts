import type { Kernel } from '../../kernel/index.ts';
import { userAuths } from './auths.ts';
import { deleteRoleMenu, saveRoleMenu, updateRoleMenu } from './edit.ts';
import { addRoleMembers, removeRoleMembers, removeRolesOf } from './members.ts';
import { pageOfRole, roleUsers, userRoles } from './role-members.ts';
import { listRoles } from './roles.ts';
import { roleDetail, roleTree } from './tree.ts';

/** Roles, their members and functions. */
export function serveRoles({ db, routes }: Kernel): void {
  routes.readRoute('upm.role.tree', ({ ids }, ctx) => roleTree(db, ctx, ids));
  routes.readRoute('upm.role.detailRole', ({ id }, ctx) => roleDetail(db, ctx, id));
  routes.readRoute('upm.role.listRoleByType', (input, ctx) => listRoles(db, ctx, input));
  routes.route('upm.roleMenu.save', (input, ctx) =>
    db.withTenant(ctx, (tx) => saveRoleMenu(tx, ctx, input)),
  );
  routes.route('upm.roleMenu.update', (input, ctx) =>
    db.withTenant(ctx, (tx) => updateRoleMenu(tx, ctx, input)),
  );
  routes.route('upm.roleMenu.delete', ({ id }, ctx) =>
    db.withTenant(ctx, (tx) => deleteRoleMenu(tx, ctx, id)),
  );
  routes.route('upm.userRole.addRoleForSeveralUser', (input, ctx) =>
    db.withTenant(ctx, (tx) => addRoleMembers(tx, ctx, input)),
  );
  routes.route('upm.userRole.deleteUserRole', (input, ctx) =>
    db.withTenant(ctx, (tx) => removeRoleMembers(tx, ctx, input)),
  );
  routes.route('upm.userRole.removeUserRole', (input, ctx) =>
    db.withTenant(ctx, (tx) => removeRolesOf(tx, ctx, input)),
  );
  routes.readRoute('upm.userRole.listRoleUsers', ({ ids }, ctx) => roleUsers(db, ctx, ids));
  routes.readRoute('upm.userRole.listUserRoleByCnd', (input, ctx) => userRoles(db, ctx, input));
  routes.route('upm.userRole.pageUserRoleList', (input, ctx) => pageOfRole(db, ctx, input));
  routes.route('upm.functionAuth.userAuths', (_input, { session }) => userAuths(session));
}
