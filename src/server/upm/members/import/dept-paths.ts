import type { TenantTx } from '../../../kernel/index.ts';

/**
 * Between the departments of a path, as it is written; read with any spaces, and with > as well.
 */
const SEPARATOR = ' / ';
const SEPARATORS = /[/＞>]/;

interface Row {
  id: string;
  parent: string | null;
  title: string;
}
const key = (parts: readonly string[]): string =>
  parts.map((part) => part.trim().toLowerCase()).join('/');

/** The way to every department from the top, in the order of the tree. */
function pathsOf(rows: readonly Row[]): { id: string; path: string[] }[] {
  const below = new Map<string | null, Row[]>();
  for (const row of rows) below.set(row.parent, [...(below.get(row.parent) ?? []), row]);
  const walk = (parent: string | null, above: string[]): { id: string; path: string[] }[] =>
    (below.get(parent) ?? []).flatMap((row) => [
      { id: row.id, path: [...above, row.title] },
      ...walk(row.id, [...above, row.title]),
    ]);
  return walk(null, []);
}

const ALL =
  'select id, parent_id as parent, title from upm.dept where tenant_id = $1 order by sort, id';

/** Every department as it is written in a file. */
export async function deptPaths(tx: TenantTx): Promise<string[]> {
  return pathsOf(await tx.query<Row>(ALL, [tx.tenant.id])).map(({ path }) => path.join(SEPARATOR));
}

export type DeptFinder = (text: string) => { id: string; why: '' } | { id: ''; why: string };

/** Finds departments by their whole path, or by their name alone when only one has it. */
export async function deptFinder(tx: TenantTx): Promise<DeptFinder> {
  const paths = pathsOf(await tx.query<Row>(ALL, [tx.tenant.id]));
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
