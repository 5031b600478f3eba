import { ORG_ROOT_ID, type DeptNode } from '../../../contract/index.ts';
import type { Database, Scope } from '../../kernel/index.ts';

interface Row {
  id: string;
  parent_id: string | null;
  title: string;
}

/**
 * Departments below their parents, in their order; a department whose parent is unknown is at the
 * top.
 */
function treeOf(rows: readonly Row[]): DeptNode[] {
  const nodes = new Map(
    rows.map(({ id, parent_id, title }) => [
      id,
      { id, parentId: parent_id ?? ORG_ROOT_ID, title, children: [] } as DeptNode,
    ]),
  );
  const top: DeptNode[] = [];
  for (const node of nodes.values()) (nodes.get(node.parentId)?.children ?? top).push(node);
  return top;
}

/**
 * The subtrees of the given departments, each once: one that lies below another given one is left
 * in its place.
 */
function pick(top: readonly DeptNode[], ids: ReadonlySet<string>): DeptNode[] {
  return top.flatMap((node) => (ids.has(node.id) ? [node] : pick(node.children, ids)));
}

/**
 * The department tree under the synthetic root 全部; with ids, only those departments and what lies
 * below them.
 */
export async function deptTree(
  db: Database,
  scope: Scope,
  ids: readonly string[],
): Promise<DeptNode[]> {
  const rows = await db.readTenant<Row>(
    scope,
    'select id, parent_id, title from upm.dept where tenant_id = $1 order by sort, id',
    [scope.tenant.id],
    { name: 'upm-depts' },
  );
  const all = treeOf(rows);
  const wanted = new Set(ids);
  const children = wanted.size === 0 || wanted.has(ORG_ROOT_ID) ? all : pick(all, wanted);
  return [{ id: ORG_ROOT_ID, parentId: '', title: '全部', children }];
}
