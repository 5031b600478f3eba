import { functionTitle, type Delegation } from '../../../contract/index.ts';
import { isoSql, type Database, type Scope } from '../../kernel/index.ts';

const LIST = `select m.user_id as id, m.real_name as "realName", m.head_img_url as "headImgUrl",
    m.state, g.version, g.functions, ${isoSql('g.created_at')} as "createdAt",
    coalesce((select a.real_name from upm.member a where a.tenant_id = g.tenant_id
      and a.user_id = g.appointed_by), '') as "appointedBy",
    array(select d.id from upm.delegation_dept gd join upm.dept d on d.tenant_id = gd.tenant_id
      and d.id = gd.dept_id where gd.tenant_id = g.tenant_id and gd.user_id = g.user_id
      order by d.sort, d.id) as "deptIds",
    array(select d.title from upm.delegation_dept gd join upm.dept d on d.tenant_id = gd.tenant_id
      and d.id = gd.dept_id where gd.tenant_id = g.tenant_id and gd.user_id = g.user_id
      order by d.sort, d.id) as depts
  from upm.delegation g
  join upm.member m on m.tenant_id = g.tenant_id and m.user_id = g.user_id
  where g.tenant_id = $1 order by g.created_at, m.user_id`;

type Row = Omit<Delegation, 'scope' | 'functionNames'> & { depts: string[] };

/** The delegated administrators, the earliest first. */
export async function delegations(db: Database, scope: Scope): Promise<Delegation[]> {
  const rows = await db.readTenant<Row>(scope, LIST, [scope.tenant.id], {
    name: 'upm-delegations',
  });
  return rows.map(({ depts, ...row }) => ({
    ...row,
    scope: depts.join('、'),
    functionNames: row.functions.map(functionTitle).join('、'),
  }));
}
