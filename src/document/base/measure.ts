import { isObject } from './json.ts';
import { MAX_DEPTH, MAX_DOCUMENT_LENGTH, MAX_VALUE_DEPTH } from './limits.ts';

/** A nested document adds three levels a node (slots, slot, list); values and outline are below. */
const MAX_JSON_DEPTH = MAX_DEPTH * 4 + MAX_VALUE_DEPTH + 16;

/** Characters a value takes as JSON, without the values in it. */
function ownLength(value: unknown): number {
  if (Array.isArray(value)) return 2 + value.length;
  if (isObject(value)) return Object.keys(value).reduce((sum, key) => sum + key.length + 4, 2);
  return typeof value === 'string' ? value.length + 2 : 5;
}
function valuesIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

/**
 * Why a document is too large or too deep to be checked, or undefined. Walks with a stack of its
 * own, so that no JSON can overflow ours; stops as soon as a limit is exceeded.
 */
export function tooLarge(raw: unknown): string | undefined {
  let length = 0;
  const stack: { value: unknown; depth: number }[] = [{ value: raw, depth: 0 }];
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value, depth } = item;
    if (depth > MAX_JSON_DEPTH) return `嵌套超过 ${MAX_JSON_DEPTH} 层`;
    length += ownLength(value);
    for (const each of valuesIn(value)) stack.push({ value: each, depth: depth + 1 });
    if (length > MAX_DOCUMENT_LENGTH) return `文档超过 ${MAX_DOCUMENT_LENGTH} 个字符`;
  }
  return undefined;
}
