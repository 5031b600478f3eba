import type { Kernel } from '../../kernel/index.ts';
import { listRoles } from './roles.ts';

/** Roles, their members and functions. */
export function serveRoles({ db, routes }: Kernel): void {
  routes.route('upm.role.listRoleByType', (_input, ctx) => listRoles(db, ctx));
}
