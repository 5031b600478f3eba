import type { Kernel } from '../../kernel/index.ts';
import { deptTree } from '../org/depts.ts';
import { fillSearchKeys } from './fill-keys.ts';
import { countPeople, listAmong, listPeople, namesOf, peopleByIds } from './find.ts';

/** What choosing people, departments and roles asks. */
export function servePicker(kernel: Kernel): void {
  const { db, routes, log } = kernel;
  routes.route('upm.sysUser.listUserByDefault', (input, ctx) => listPeople(db, ctx, input));
  routes.route('upm.sysUser.countUser', async (input, ctx) => ({
    total: await countPeople(db, ctx, input),
  }));
  routes.route('upm.sysUser.listUserByIds', ({ ids }, ctx) => peopleByIds(db, ctx, ids));
  routes.route('upm.sysUser.listUserByCnd', (input, ctx) => namesOf(db, ctx, input));
  routes.route('upm.sysUser.listByIdsAndName', ({ ids, name }, ctx) =>
    listAmong(db, ctx, ids, name),
  );
  routes.route(
    'upm.userOrg.getUserByOrg',
    ({ orgId, active = true, size, afterId, afterName }, ctx) =>
      listPeople(db, ctx, {
        orgId,
        all: !active,
        ...(size !== undefined && { size }),
        ...(afterId !== undefined && { after: { id: afterId, realName: afterName ?? '' } }),
      }),
  );
  routes.route('upm.org.assignedTree', ({ ids }, ctx) => deptTree(db, ctx, ids));
  fillSearchKeys(kernel).catch((error: unknown) => log.warn({ err: error }, 'search keys'));
}
