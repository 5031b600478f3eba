import type { PageScope } from '../../runtime/scope/index.ts';

let pages = 0;
const numbers = new WeakMap<PageScope, number>();
function pageNumber(scope: PageScope): number {
  if (!numbers.has(scope)) numbers.set(scope, ++pages);
  return numbers.get(scope)!;
}
/**
 * A DOM id of a node (its id, with a mark of its own in a row): unique on the page, the same at
 * every render.
 */
export function domIdOf(scope: PageScope, name: string, part?: string): string {
  const id = `p${pageNumber(scope)}-${name}`.replaceAll(/[^A-Za-z0-9_-]/g, '-');
  return part ? `${id}-${part}` : id;
}
