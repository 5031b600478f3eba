import { isObject, own } from '../../document/index.ts';

/** What `#` or `#/…` leads to in a schema; undefined for any other address, and where nothing is. */
export function definitionAt(root: unknown, ref: string): unknown {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  let found = root;
  for (const key of ref.slice(2).split('/').map(decoded)) {
    if (Array.isArray(found)) found = /^\d+$/.test(key) ? found[Number(key)] : undefined;
    else found = isObject(found) ? own(found, key) : undefined;
  }
  return found;
}
const decoded = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');
