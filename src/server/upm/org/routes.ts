import { isAuthorized, type DataOf } from '../../../contract/index.ts';
import type { Context, Kernel } from '../../kernel/index.ts';
import { delegatesOf, type Delegate } from '../delegations/edit.ts';
import { delegateOf, requireManagedDepts } from '../directory/scope.ts';
import { findDept } from './changes.ts';
import { deptDetail, deptsByIds } from './detail.ts';
import { addDept, deleteDept, blockersOf, updateDept } from './edit.ts';
import { ownersOf } from './owners.ts';
import { orgTree } from './tree.ts';

/** Places one answer names; a department named in more is named in too many to go through. */
const MAX_USES = 50;

/** What keeps a department from being deleted, with addresses for those who may open them. */
async function usesFor({ db }: Kernel, ctx: Context, id: string): Promise<DataOf<'upm.org.uses'>> {
  const { below, people, uses, delegates } = await db.withTenant(ctx, async (tx) => {
    await findDept(tx, id);
    await requireManagedDepts(tx, ctx, 'org', [id]);
    return { ...(await blockersOf(tx, id)), delegates: await delegatesOf(tx, id) };
  });
  const names = (chosen: readonly Delegate[]) => chosen.map(({ realName }) => realName).join('、');
  const isBuilder = isAuthorized('builder', ctx.session);
  return {
    free: below + people + uses.length === 0,
    below,
    people,
    delegates: names(delegates),
    ending: names(delegates.filter(({ ends }) => ends)),
    count: uses.length,
    uses: uses.slice(0, MAX_USES).map(({ title, records = null, link = null }) => ({
      title,
      records,
      link: isBuilder ? link : null,
    })),
  };
}

/** The tree of departments and who leads them. */
export function serveOrg(kernel: Kernel): void {
  const { db, routes } = kernel;
  routes.route('upm.org.tree', ({ ids, active, managed }, ctx) =>
    orgTree(db, ctx, ids ?? [], {
      ...(active && { states: ['active'] }),
      delegate: managed ? delegateOf(ctx, managed === 'members' ? 'user' : 'org') : null,
    }),
  );
  routes.route('upm.org.addOrgGroup', (input, ctx) =>
    db.withTenant(ctx, (tx) => addDept(tx, ctx, input)),
  );
  routes.route('upm.org.updateOrgGroup', (input, ctx) =>
    db.withTenant(ctx, (tx) => updateDept(tx, ctx, input)),
  );
  routes.route('upm.org.deleteOrgGroup', ({ id }, ctx) =>
    db.withTenant(ctx, (tx) => deleteDept(tx, ctx, id)),
  );
  routes.route('upm.org.uses', ({ id }, ctx) => usesFor(kernel, ctx, id));
  routes.route('upm.org.detailOrgGroup', ({ id }, ctx) => deptDetail(db, ctx, id));
  routes.route('upm.org.listOrgByIds', ({ ids }, ctx) => deptsByIds(db, ctx, ids));
  routes.route(
    'upm.org.getOrgGroupOwnerById',
    async ({ id }, ctx) => (await ownersOf(db, ctx, [id]))[0]?.owners ?? [],
  );
  routes.route('upm.org.getOrgGroupOwnerByIds', ({ ids }, ctx) => ownersOf(db, ctx, ids));
}
