import { createHash } from 'node:crypto';
import type { ObjectTable } from '../meta/table.ts';
import type { SortStep } from './sort-step.ts';

/**
 * A cursor is `<signature>.<base64 of [sort values..., id]>`: where the last record of a page stands. It is not a secret
 * and grants nothing: its values are parameters of the same query, checked for their shape.
 */
export type CursorValues = readonly (string | null)[];

/** Names the order a cursor belongs to. */
export function signatureOf(table: ObjectTable, sort: readonly SortStep[]): string {
  const order = [table.no, ...sort.map((step) => `${step.column.sql}:${step.desc}`)].join(' ');
  return createHash('sha256').update(order).digest('hex').slice(0, 12);
}

/** The values of a cursor as text, or undefined when it is not one of this order's. */
export function readCursor(cursor: string, signature: string, sort: readonly SortStep[]): CursorValues | undefined {
  const dot = cursor.indexOf('.');
  if (dot < 0 || cursor.slice(0, dot) !== signature) return undefined;
  const values = parseList(Buffer.from(cursor.slice(dot + 1), 'base64').toString('utf8'));
  if (!values || values.length !== sort.length) return undefined;
  const texts = values.map((value) => (value === null ? null : String(value)));
  const fits = texts.every((text, i) => (text === null ? !sort[i]!.column.notNull : sort[i]!.key.shape.test(text)));
  return fits ? texts : undefined;
}

function parseList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((each) => each === null || ['string', 'number', 'boolean'].includes(typeof each)) ? value : undefined;
  } catch {
    return undefined;
  }
}
