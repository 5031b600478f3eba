import type { Kernel } from '../../kernel/index.ts';
import { deptTree } from '../org/depts.ts';
import { peopleByIds, searchPeople } from './people.ts';

/** What choosing people, departments and roles asks. */
export function servePicker({ db, routes }: Kernel): void {
  routes.route('upm.sysUser.listUserByDefault', (input, ctx) => searchPeople(db, ctx, input));
  routes.route('upm.sysUser.listUserByIds', ({ ids }, ctx) => peopleByIds(db, ctx, ids));
  routes.route('upm.org.assignedTree', ({ ids }, ctx) => deptTree(db, ctx, ids));
}
