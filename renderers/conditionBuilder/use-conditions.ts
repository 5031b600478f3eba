import { useState } from 'react';
import type { FieldDescribe, FilterGroup, FilterNode } from '../../src/contract/index.ts';
import {
  conditionOf,
  conditionText,
  asGroup,
  incomplete,
  isGroup,
  isRecord,
  pruneFilter,
  textOf,
} from '../../src/values/index.ts';

/** Storage format of conditions: as text to compare, parsed and serialized. */
export interface ConditionFormat {
  text(value: unknown): string;
  read(text: string, fields: readonly FieldDescribe[]): FilterGroup | null;
  write(group: FilterGroup, fields: readonly FieldDescribe[]): string;
  value(text: string): unknown;
}

const asExpression: ConditionFormat = {
  text: textOf,
  read: conditionOf,
  write: conditionText,
  value: (text) => (text === '' ? undefined : text),
};
/** Conditions that are whole; the rest is not asked for yet. */
const whole = (node: FilterNode): FilterNode | null =>
  isGroup(node)
    ? { op: node.op, items: node.items.map(whole).filter((item) => item !== null) }
    : incomplete(node)
      ? null
      : node;
const asFilter: ConditionFormat = {
  text: (value) => (isRecord(value) ? JSON.stringify(value) : ''),
  read: (text) => asGroup(text === '' ? null : (JSON.parse(text) as FilterNode)),
  write: (group) => {
    const kept = pruneFilter(whole(group));
    return kept ? JSON.stringify(kept) : '';
  },
  value: (text) => (text === '' ? undefined : (JSON.parse(text) as unknown)),
};
export const conditionFormatOf = (kept: unknown): ConditionFormat =>
  kept === 'filter' ? asFilter : asExpression;

/**
 * The conditions being edited: one without a value is not stored, and stays here. A new value from
 * outside replaces them.
 */
export function useConditions(
  keeping: ConditionFormat,
  text: string,
  fields: readonly FieldDescribe[],
  write: (text: string) => void,
) {
  const [kept, setKept] = useState(() => ({ text, fields, group: keeping.read(text, fields) }));
  let { group } = kept;
  if (kept.text !== text || kept.fields !== fields) {
    // The same text with other fields (one was added to the form) keeps what is half done.
    group =
      kept.text === text && kept.group !== null && keeping.write(kept.group, fields) === text
        ? kept.group
        : keeping.read(text, fields);
    setKept({ text, fields, group });
  }
  const change = (next: FilterGroup): void => {
    const written = keeping.write(next, fields);
    setKept({ text: written, fields, group: next });
    if (written !== text) write(written);
  };
  return { group, change };
}
