import { isObject, own } from '../../document/index.ts';

/**
 * What `#` or `#/…` leads to in a schema; undefined for any other address, and where nothing is. An
 * address is the fragment of a URI: percent signs are decoded first, as rjsf does.
 */
export function definitionAt(root: unknown, ref: string): unknown {
  if (ref === '#') return root;
  const pointer = ref.startsWith('#/') ? decodedUri(ref.slice(2)) : undefined;
  if (pointer === undefined) return undefined;
  let found = root;
  for (const key of pointer.split('/').map(unescaped)) {
    if (Array.isArray(found)) found = /^\d+$/.test(key) ? found[Number(key)] : undefined;
    else found = isObject(found) ? own(found, key) : undefined;
  }
  return found;
}
function decodedUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
const unescaped = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');
