import { useState } from 'react';
import { asValue, bindKind, sourceOf } from '../../src/runtime/models/index.ts';
import type { NodeHandle } from '../../src/view/kit/index.ts';
import { textOf } from '../../src/values/index.ts';
import type { JsonEditorProps } from './index.ts';

function written(value: unknown): string {
  if (value === null || value === undefined) return '';
  try {
    return JSON.stringify(value, null, 2);
  } catch {
    return '';
  }
}
const read = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
};
const plain = (value: unknown): string => JSON.stringify(value) ?? '';

export interface JsonText {
  text: string;
  change(text: string): void;
  /** Nothing can be written here. */
  fixed: boolean;
}
/**
 * The text beside what is bound. Data follow once the text is whole; what comes from elsewhere
 * replaces what says otherwise.
 */
export function useJsonText(node: NodeHandle<JsonEditorProps>): JsonText {
  const source = bindKind(node.bound) === 'source' ? sourceOf(node.bound) : null;
  const bound = source ? null : asValue(node.bound);
  const given = source ? source.data : bound!.value;
  const isData =
    source !== null || node.props.as === 'data' || (typeof given === 'object' && given !== null);
  const now = isData ? written(given) : textOf(given);
  const [text, setText] = useState(now);
  const [seen, setSeen] = useState(now);
  if (seen !== now) {
    setSeen(now);
    const own = isData ? read(text) : null;
    if (isData ? own === null || plain(own.value) !== plain(given) : text !== now) setText(now);
  }
  const change = (next: string): void => {
    setText(next);
    const data = isData ? (next.trim() === '' ? { value: null } : read(next)) : { value: next };
    if (!data || !bound) return;
    bound.set(data.value ?? (bound.kind === 'field' ? undefined : null));
    // What is bound may not take it (a machine refuses what is no document): then it still says
    // what it said, and the text stays.
    if (!isData || plain(bound.value ?? null) === plain(data.value))
      setSeen(isData ? written(data.value) : next);
    if (node.handles('change')) void node.emit('change', { value: data.value });
  };
  return { text, change, fixed: source !== null };
}
