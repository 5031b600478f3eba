import type { Kernel } from '../../kernel/index.ts';
import { deptDetail, deptsByIds } from './detail.ts';
import { addDept, deleteDept, updateDept } from './edit.ts';
import { ownersOf } from './owners.ts';
import { orgTree } from './tree.ts';

/** The tree of departments and who leads them. */
export function serveOrg({ db, routes }: Kernel): void {
  routes.route('upm.org.tree', ({ ids }, ctx) => orgTree(db, ctx, ids ?? []));
  routes.route('upm.org.addOrgGroup', (input, ctx) => db.withTenant(ctx, (tx) => addDept(tx, input)));
  routes.route('upm.org.updateOrgGroup', (input, ctx) => db.withTenant(ctx, (tx) => updateDept(tx, input)));
  routes.route('upm.org.deleteOrgGroup', ({ id }, ctx) => db.withTenant(ctx, (tx) => deleteDept(tx, id)));
  routes.route('upm.org.detailOrgGroup', ({ id }, ctx) => deptDetail(db, ctx, id));
  routes.route('upm.org.listOrgByIds', ({ ids }, ctx) => deptsByIds(db, ctx, ids));
  routes.route('upm.org.getOrgGroupOwnerById', async ({ id }, ctx) => (await ownersOf(db, ctx, [id]))[0]?.owners ?? []);
  routes.route('upm.org.getOrgGroupOwnerByIds', ({ ids }, ctx) => ownersOf(db, ctx, ids));
}
