import { ORG_ROOT_ID, type MemberState, type OrgNode } from '../../../contract/index.ts';
import { AppError, type Database, type Scope } from '../../kernel/index.ts';
import { isManagedSql } from '../directory/scope.ts';

interface DeptRow {
  id: string;
  parent: string | null;
  title: string;
  version: number;
  count: number;
  owners: string[];
}
interface Found {
  depts: DeptRow[];
  several: string[][];
  people: number;
}

/**
 * Departments in their order, with the people in each; who is in several is listed, since they
 * count once wherever they meet: besides the main one they have others.
 */
const TREE = `with placed as (select u.dept_id, u.user_id from upm.user_dept u
    join upm.member m on m.tenant_id = u.tenant_id and m.user_id = u.user_id and m.state = any($2)
    where u.tenant_id = $1 and ${isManagedSql('u.dept_id', 'depts', '$3')})
  select
  (select coalesce(json_agg(json_build_object('id', d.id, 'parent', d.parent_id, 'title', d.title,
    'version', d.version, 'count', coalesce(n.people, 0), 'owners', coalesce(o.ids, '[]'))
    order by d.sort, d.id), '[]')
    from upm.dept d
    left join (select dept_id, count(*)::integer as people from placed group by 1) n on n.dept_id = d.id
    left join (select dept_id, json_agg(user_id order by sort, user_id) as ids from upm.dept_owner
      where tenant_id = $1 group by 1) o on o.dept_id = d.id
    where d.tenant_id = $1 and ${isManagedSql('d.id', 'depts', '$3')}) as depts,
  (select coalesce(json_agg(s.depts), '[]')
    from (select json_agg(u.dept_id) as depts from placed u
    where u.user_id = any(array(select distinct user_id from upm.user_dept where tenant_id = $1
      and not is_main)) group by u.user_id) s) as several,
  (select count(*)::integer from upm.member where tenant_id = $1 and state = any($2)
    and ${isManagedSql('user_id', 'members', '$3')}) as people`;

/** Members who have not left: those of the administration's lists. */
const THERE: readonly MemberState[] = ['active', 'invited', 'off'];

/** Adds a number to a department and all above it. */
function climb(
  byId: ReadonlyMap<string, OrgNode>,
  from: string,
  seen: (node: OrgNode) => boolean,
): void {
  for (let node = byId.get(from); node && seen(node); node = byId.get(node.parentId));
}

/**
 * A member of several departments was counted in each: subtracts the surplus where two of them
 * meet.
 */
function countOnce(byId: ReadonlyMap<string, OrgNode>, depts: readonly string[]): void {
  const met = new Map<OrgNode, number>();
  for (const id of depts)
    climb(byId, id, (node) => {
      met.set(node, (met.get(node) ?? 0) + 1);
      return true;
    });
  for (const [node, times] of met) node.total -= times - 1;
}

/** People in no department: all but those in any, each once. Who left is in none. */
function homelessOf({ depts, several, people }: Found): number {
  const places = depts.reduce((sum, { count }) => sum + count, 0);
  return people - places + several.reduce((sum, each) => sum + each.length - 1, 0);
}

function build(found: Found, delegated: boolean): { root: OrgNode; byId: Map<string, OrgNode> } {
  const { depts, several, people } = found;
  const root: OrgNode = {
    id: ORG_ROOT_ID,
    draggable: false,
    menu: false,
    parentId: '',
    title: delegated ? '管理范围' : '全部',
    version: 0,
    count: homelessOf(found),
    total: 0,
    owners: [],
    children: [],
  };
  const byId = new Map<string, OrgNode>([[root.id, root]]);
  const shown = new Set(depts.map(({ id }) => id));
  for (const { id, parent, title, version, count, owners } of depts)
    byId.set(id, {
      id,
      // The tops of what a delegated administrator manages stay where they are.
      draggable: !delegated || (parent !== null && shown.has(parent)),
      menu: true,
      parentId: parent !== null && shown.has(parent) ? parent : root.id,
      title,
      version,
      count,
      total: 0,
      owners,
      children: [],
    });
  for (const { id, count } of depts) {
    const node = byId.get(id)!;
    byId.get(node.parentId)?.children.push(node);
    if (count > 0)
      climb(byId, id, (node) => {
        node.total += count;
        return true;
      });
  }
  for (const each of several) countOnce(byId, each);
  root.total = people;
  return { root, byId };
}

/** The subtrees of these departments, each once: one below another given one stays in its place. */
function picked(nodes: readonly OrgNode[], wanted: ReadonlySet<string>): OrgNode[] {
  return nodes.flatMap((node) => (wanted.has(node.id) ? [node] : picked(node.children, wanted)));
}

interface TreeRequest {
  /** Of whom is counted. */
  states?: readonly MemberState[];
  /** Only the departments this delegated administrator manages. */
  delegate?: string | null;
}

/**
 * The company's departments below a root, with how many people are in them; with ids only those and
 * what is below.
 */
export async function orgTree(
  db: Database,
  scope: Scope,
  ids: readonly string[],
  { states = THERE, delegate = null }: TreeRequest = {},
): Promise<OrgNode[]> {
  const [found] = await db.readTenant<Found>(scope, TREE, [scope.tenant.id, states, delegate], {
    name: 'upm-org-tree',
  });
  if (!found) throw new AppError('INTERNAL');
  const { root } = build(found, delegate !== null);
  const wanted = new Set(ids);
  return [
    wanted.size === 0 || wanted.has(root.id)
      ? root
      : { ...root, children: picked(root.children, wanted) },
  ];
}
