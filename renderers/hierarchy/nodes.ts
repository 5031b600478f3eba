import type { FieldDescribe, RecordValues } from '../../src/contract/index.ts';
import type { ListModel } from '../../src/runtime/models/index.ts';
import { formatValue, isEmpty } from '../../src/values/index.ts';

/** What is known of those below one record (or of the top ones, under the empty key). */
export interface Branch {
  /** Key of its group in the list; null while no group was answered for it. */
  group: string | null;
  fetched: boolean;
  count: number;
  records: RecordValues[];
  left: number;
  loading: boolean;
  failure: Error | null;
}
/** One box: a record, or the name of a parent that the conditions leave out (`record` null). */
export interface HierarchyNode {
  id: string;
  record: RecordValues | null;
  title: string;
  parent: HierarchyNode | null;
  level: number;
  branch: Branch | null;
}

export const TOP = '';
const fresh = (): Branch => ({
  group: null,
  fetched: false,
  count: 0,
  records: [],
  left: 0,
  loading: false,
  failure: null,
});
const keyOf = (parent: unknown): string => (isEmpty(parent) ? TOP : String(parent));

/**
 * The branches of a list grouped by the parent; records are placed by their value, saved or being
 * saved.
 */
export function branchesOf(list: ListModel, field: FieldDescribe): Map<string, Branch> {
  const branches = new Map<string, Branch>();
  const branch = (key: string): Branch => {
    const known = branches.get(key) ?? fresh();
    branches.set(key, known);
    return known;
  };
  let current: { key: string; branch: Branch } | null = null;
  for (const line of list.grouping.lines) {
    if (line.kind === 'group') {
      const key = keyOf(line.group.values[0]);
      current = { key, branch: branch(key) };
      Object.assign(current.branch, {
        group: line.key,
        fetched: line.open,
        count: current.branch.count + line.group.count,
      });
    } else if (!current) continue;
    else if (line.kind === 'more')
      Object.assign(current.branch, { left: line.left, loading: line.loading });
    else if (line.kind === 'failed') current.branch.failure = line.failure;
    else {
      const record = list.edits.shown(line.record);
      const key = keyOf(record[field.apiName]);
      const to = branch(key);
      to.records.push(record);
      if (key !== current.key) {
        current.branch.count -= 1;
        to.count += 1;
      }
    }
  }
  return branches;
}

/**
 * Parents excluded by the list's conditions whose records are not: they are at the top, by name.
 */
export function filteredOutParents(
  list: ListModel,
  field: FieldDescribe,
  branches: ReadonlyMap<string, Branch>,
): { id: string; title: string }[] {
  const inside = new Set(
    [...branches.values()].flatMap(({ records }) => records.map((record) => String(record['id']))),
  );
  return [...branches]
    .filter(([key, { count }]) => key !== TOP && count > 0 && !inside.has(key))
    .map(([id]) => ({ id, title: formatValue(field, id, list.labels) || '未知的上级' }));
}

/** True when `node` is the record itself or its descendant. */
export function isWithin(node: HierarchyNode | null, id: string): boolean {
  for (let up = node; up; up = up.parent) if (up.id === id) return true;
  return false;
}
