import type { Path } from '../model/model.ts';

/**
 * Where in the scope a path begins: params.id and state.tab by their second name, everything else
 * by its first.
 */
export const scopeKey = (path: Path): string =>
  (path[0] === 'params' || path[0] === 'state') && path[1] !== undefined
    ? `${path[0]}.${path[1]}`
    : (path[0] ?? '');

/**
 * Sorts names so that each comes after those it reads; names not in the map are ignored. A circle
 * is returned with its first name repeated at the end, and its names stay in the order all the
 * same.
 */
export function sortByReads(reads: ReadonlyMap<string, Iterable<string>>): {
  order: string[];
  cycles: string[][];
} {
  const order: string[] = [];
  const cycles: string[][] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const onTrail = new Set<string>();
  const visit = (name: string): void => {
    if (done.has(name)) return;
    if (onTrail.has(name)) {
      cycles.push([...trail.slice(trail.indexOf(name)), name]);
      return;
    }
    trail.push(name);
    onTrail.add(name);
    for (const read of reads.get(name) ?? []) if (reads.has(read)) visit(read);
    trail.pop();
    onTrail.delete(name);
    done.add(name);
    order.push(name);
  };
  for (const name of reads.keys()) visit(name);
  return { order, cycles };
}
