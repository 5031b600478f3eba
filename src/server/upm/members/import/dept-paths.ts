import type { TenantTx } from '../../../kernel/index.ts';
import { delegateOf, isManagedSql, type Viewer as Actor } from '../../directory/scope.ts';

/**
 * Between the departments of a path, as it is written; read with any spaces, and with > as well.
 */
const SEPARATOR = ' / ';
const SEPARATORS = /[/＞>]/;

interface Row {
  id: string;
  parent: string | null;
  title: string;
  managed: boolean;
}
const key = (parts: readonly string[]): string =>
  parts.map((part) => part.trim().toLowerCase()).join('/');

/** The way from the top to every department of the caller's, in the order of the tree. */
function pathsOf(rows: readonly Row[]): { id: string; path: string[] }[] {
  const below = new Map<string | null, Row[]>();
  for (const row of rows) below.set(row.parent, [...(below.get(row.parent) ?? []), row]);
  const walk = (parent: string | null, above: string[]): { id: string; path: string[] }[] =>
    (below.get(parent) ?? []).flatMap((row) => [
      ...(row.managed ? [{ id: row.id, path: [...above, row.title] }] : []),
      ...walk(row.id, [...above, row.title]),
    ]);
  return walk(null, []);
}

const ALL = `select id, parent_id as parent, title, ${isManagedSql('id', 'depts', '$2')} as managed
  from upm.dept where tenant_id = $1 order by sort, id`;
const deptsFor = (tx: TenantTx, actor: Actor): Promise<Row[]> =>
  tx.query<Row>(ALL, [tx.tenant.id, delegateOf(actor, 'user')]);

/** Every department the caller manages as it is written in a file. */
export async function deptPaths(tx: TenantTx, actor: Actor): Promise<string[]> {
  return pathsOf(await deptsFor(tx, actor)).map(({ path }) => path.join(SEPARATOR));
}

export type DeptFinder = (text: string) => { id: string; why: '' } | { id: ''; why: string };

/** Finds departments by their whole path, or by their name alone when only one has it. */
export async function deptFinder(tx: TenantTx, actor: Actor): Promise<DeptFinder> {
  const paths = pathsOf(await deptsFor(tx, actor));
  const byPath = new Map(paths.map(({ id, path }) => [key(path), id]));
  const byTitle = new Map<string, string[]>();
  for (const { id, path } of paths)
    byTitle.set(key(path.slice(-1)), [...(byTitle.get(key(path.slice(-1))) ?? []), id]);
  return (text) => {
    const asked = key(text.split(SEPARATORS));
    const id = byPath.get(asked);
    if (id) return { id, why: '' };
    const named = byTitle.get(asked) ?? [];
    if (named.length === 1) return { id: named[0]!, why: '' };
    return {
      id: '',
      why:
        named.length > 1 ? `有 ${named.length} 个部门叫这个名称，请写出完整路径` : '没有这个部门',
    };
  };
}
