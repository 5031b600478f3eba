import { isObject, own } from '../base/json.ts';
import type { Schema } from './types.ts';

/** As deep as a schema is looked through. */
const MAX_DEPTH = 64;

/**
 * Definitions by every name a $ref may use; TypeBox puts them at the cyclic schema, not always at
 * the root.
 */
const definitionsOf = new WeakMap<Schema, Map<string, Schema>>();
export function definitions(root: Schema): Map<string, Schema> {
  let found = definitionsOf.get(root);
  if (!found) {
    found = new Map();
    collect(root, found, 0);
    definitionsOf.set(root, found);
  }
  return found;
}
function collect(schema: unknown, found: Map<string, Schema>, depth: number): void {
  if (depth > MAX_DEPTH || typeof schema !== 'object' || schema === null) return;
  for (const part of ['$defs', 'definitions']) {
    const defs = own(schema, part);
    for (const [name, def] of Object.entries(isObject(defs) ? defs : {})) {
      for (const ref of [`#/${part}/${name}`, name]) found.set(ref, def as Schema);
    }
  }
  for (const [key, inner] of Object.entries(schema))
    if (key !== 'default' && key !== 'examples' && key !== 'const' && key !== 'enum')
      collect(inner, found, depth + 1);
}
