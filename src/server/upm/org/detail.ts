import { ORG_ROOT_ID, type DataOf, type DeptDetail } from '../../../contract/index.ts';
import { AppError, isoSql, type Database, type Scope } from '../../kernel/index.ts';
import { ownersOf } from './owners.ts';

/** Every department asked for, with the way to it from the top. */
const PATHS = `with recursive line(of, id, parent, title, level) as (
  select id, id, parent_id, title, 0 from upm.dept where tenant_id = $1 and id = any($2)
  union all select l.of, d.id, d.parent_id, d.title, l.level + 1 from upm.dept d
    join line l on d.id = l.parent where d.tenant_id = $1)
  select of as id, json_agg(json_build_object('id', id, 'title', title) order by level desc) as path
    from line group by of order by array_position($2, of)`;

interface Path {
  id: string;
  path: { id: string; title: string }[];
}
const SEPARATOR = ' / ';
const textOf = ({ path }: Path): string => path.map(({ title }) => title).join(SEPARATOR);

const pathsOf = (db: Database, scope: Scope, ids: readonly string[]): Promise<Path[]> =>
  db.readTenant<Path>(scope, PATHS, [scope.tenant.id, ids], { name: 'upm-dept-paths' });

/** Departments by id, in the order asked for. */
export async function deptsByIds(
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<DataOf<'upm.org.listOrgByIds'>> {
  const found = await pathsOf(db, scope, ids);
  return found.map((each) => ({
    id: each.id,
    title: each.path.at(-1)?.title ?? '',
    parentId: each.path.at(-2)?.id ?? ORG_ROOT_ID,
    pathText: textOf(each),
  }));
}

const FACTS = `with recursive below(id) as (
  select id from upm.dept where tenant_id = $1 and id = $2 union select d.id from upm.dept d
    join below b on d.parent_id = b.id where d.tenant_id = $1)
  select d.version, ${isoSql('d.created_at')} as "createdAt",
    (select count(*) from upm.user_dept where tenant_id = $1 and dept_id = $2) as count,
    (select count(distinct user_id) from upm.user_dept where tenant_id = $1
      and dept_id in (select id from below)) as total,
    (select count(*) from upm.user_dept u join upm.member m on m.tenant_id = u.tenant_id
      and m.user_id = u.user_id and m.state = 'active' where u.tenant_id = $1
      and u.dept_id = $2) as active,
    (select count(distinct u.user_id) from upm.user_dept u join upm.member m
      on m.tenant_id = u.tenant_id and m.user_id = u.user_id and m.state = 'active'
      where u.tenant_id = $1 and u.dept_id in (select id from below)) as "activeTotal",
    (select count(*) from upm.dept where tenant_id = $1 and parent_id = $2) as children
  from upm.dept d where d.tenant_id = $1 and d.id = $2`;

type Facts = Pick<
  DeptDetail,
  'version' | 'createdAt' | 'count' | 'total' | 'active' | 'activeTotal' | 'children'
>;

/**
 * One department with its way from the top, its leaders and how many people it has; throws
 * DEPT_UNKNOWN.
 */
export async function deptDetail(db: Database, scope: Scope, id: string): Promise<DeptDetail> {
  const [[facts], [path], [led]] = await Promise.all([
    db.readTenant<Facts>(scope, FACTS, [scope.tenant.id, id], { name: 'upm-dept-facts' }),
    pathsOf(db, scope, [id]),
    ownersOf(db, scope, [id]),
  ]);
  if (!facts || !path) throw new AppError('DEPT_UNKNOWN');
  const owners = led?.owners ?? [];
  return {
    id,
    parentId: path.path.at(-2)?.id ?? ORG_ROOT_ID,
    title: path.path.at(-1)?.title ?? '',
    path: path.path,
    pathText: textOf(path),
    owners,
    ownerIds: owners.map((each) => each.id),
    ...facts,
  };
}
