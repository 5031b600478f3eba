import {
  DELEGABLE,
  DELEGABLE_CODES,
  functionTitle,
  isAuthorized,
  type DataOf,
  type Delegation,
} from '../../../contract/index.ts';
import { isoSql, type Database, type Scope } from '../../kernel/index.ts';
import { delegateOf, type Viewer } from '../directory/scope.ts';

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

type Listed = DataOf<'upm.delegation.list'>;

const groupOf = (title: string, family: string): Listed['catalogue'][number] => ({
  id: `group:${family}`,
  title,
  about: '',
  children: DELEGABLE_CODES.filter((code) => code.startsWith(family)).map((id) => ({
    id,
    ...DELEGABLE[id],
  })),
});

/** The delegated administrators, the earliest first, and what there is to delegate. */
export async function delegations(db: Database, scope: Scope): Promise<Listed> {
  const rows = await db.readTenant<Row>(scope, LIST, [scope.tenant.id], {
    name: 'upm-delegations',
  });
  return {
    delegations: rows.map(({ depts, ...row }) => ({
      ...row,
      scope: depts.join('、'),
      functionNames: row.functions.map(functionTitle).join('、'),
    })),
    catalogue: [groupOf('成员', 'user.'), groupOf('部门', 'org.')],
  };
}

/** What the caller may do with members and departments, and where. */
export async function ownScope(
  db: Database,
  viewer: Scope & Viewer,
): Promise<DataOf<'upm.delegation.mine'>> {
  const rows = await db.readTenant<{ id: string }>(
    viewer,
    'select dept_id as id from upm.delegation_dept where tenant_id = $1 and user_id = $2',
    [viewer.tenant.id, viewer.userId],
    { name: 'upm-own-scope' },
  );
  const ids = rows.map(({ id }) => id);
  return {
    may: DELEGABLE_CODES.filter((code) => isAuthorized(`can:${code}`, viewer.session)),
    members: delegateOf(viewer, 'user') === null ? [] : ids,
    departments: delegateOf(viewer, 'org') === null ? [] : ids,
  };
}
