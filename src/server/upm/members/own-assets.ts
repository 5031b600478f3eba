import type { TenantTx } from '../../kernel/index.ts';
import type { Usage } from '../usages.ts';
import type { AssetKind } from './reassignment.ts';

/** What upm itself stores as owned by a member: so little that one batch moves it all. */

export const ledDepts: AssetKind = {
  key: 'upm.dept',
  title: '负责的部门',
  find: (tx: TenantTx, userId) =>
    tx.query<Usage>(
      `select d.title from upm.dept_owner o join upm.dept d on d.tenant_id = o.tenant_id
        and d.id = o.dept_id where o.tenant_id = $1 and o.user_id = $2 order by d.sort, d.id`,
      [tx.tenant.id, userId],
    ),
  async transfer(tx, { from, to }) {
    const values = [tx.tenant.id, from];
    await tx.run(
      `update upm.dept d set version = version + 1 from upm.dept_owner o where d.tenant_id = $1
        and o.tenant_id = $1 and o.dept_id = d.id and o.user_id = $2`,
      values,
    );
    const shared = await tx.run(
      `delete from upm.dept_owner o where tenant_id = $1 and user_id = $2
        and exists (select from upm.dept_owner b where b.tenant_id = $1 and b.dept_id = o.dept_id
        and b.user_id = $3)`,
      [...values, to],
    );
    return {
      did:
        shared +
        (await tx.run(
          'update upm.dept_owner set user_id = $3 where tenant_id = $1 and user_id = $2',
          [...values, to],
        )),
      place: null,
    };
  },
};

export const ownedGroups: AssetKind = {
  key: 'upm.workGroup',
  title: '负责的工作组',
  find: (tx, userId) =>
    tx.query<Usage>(
      'select name as title from upm.work_group where tenant_id = $1 and owner_id = $2 order by name',
      [tx.tenant.id, userId],
    ),
  transfer: async (tx, { from, to }) => ({
    did: await tx.run(
      `update upm.work_group set owner_id = $3, version = version + 1 where tenant_id = $1
        and owner_id = $2`,
      [tx.tenant.id, from, to],
    ),
    place: null,
  }),
};
