import { Usages, type FindUsages } from '../usages.ts';

const inWorkGroups: FindUsages = async (tx, deptId) => {
  const groups = await tx.query<{ name: string }>(
    `select g.name from upm.work_group_member m join upm.work_group g on g.tenant_id = m.tenant_id
      and g.id = m.group_id where m.tenant_id = $1 and m.dept_id = $2 order by g.name`,
    [tx.tenant.id, deptId],
  );
  return groups.map(({ name }) => ({ title: `工作组“${name}”的成员` }));
};
const inInvites: FindUsages = async (tx, deptId) => {
  const links = await tx.query(
    `select from upm.invite where tenant_id = $1 and dept_id = $2 and status = 'on'
      and expires_at > now() limit 1`,
    [tx.tenant.id, deptId],
  );
  return links.map(() => ({ title: '企业邀请链接' }));
};

/** A referenced department is not deleted. */
export class DeptUsages extends Usages {
  constructor() {
    super([inWorkGroups, inInvites]);
  }
}
