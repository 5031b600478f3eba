import { createHmac, timingSafeEqual } from 'node:crypto';
import { sharedKey, type Database } from '../../kernel/index.ts';
import type { ObjectTable } from '../meta/table.ts';
import type { QueryScope } from './query-scope.ts';
import type { SortStep } from './sort-step.ts';

/**
 * A cursor is `<mac>.<mark>`: the position of a page's last record. The mark is base64 of [sort
 * values..., id], which the next page's query compares with; the mac proves that this installation
 * issued the mark to this company for this order and query scope. A forged mark could reveal the
 * positions of records in an order whose values are not shown.
 */
export type CursorValues = readonly (string | null)[];

const MAC_BYTES = 16;

/** Signs and reads cursors of one company. */
export interface CursorSeal {
  sign(order: string, mark: string): string;
  /** The mark, or undefined when the cursor was not issued for this order. */
  open(order: string, cursor: string): string | undefined;
}

/** Cursors of the installation: all processes accept each other's. */
export class Cursors {
  constructor(private readonly key: Buffer) {}
  static async open(db: Database): Promise<Cursors> {
    return new Cursors(await sharedKey(db, 'cursor'));
  }

  of(tenantId: string): CursorSeal {
    const mac = (order: string, mark: string): Buffer =>
      createHmac('sha256', this.key)
        .update(JSON.stringify([tenantId, order, mark]))
        .digest()
        .subarray(0, MAC_BYTES);
    return {
      sign: (order, mark) => `${mac(order, mark).toString('base64url')}.${mark}`,
      open: (order, cursor) => {
        const dot = cursor.indexOf('.');
        const given = Buffer.from(cursor.slice(0, Math.max(dot, 0)), 'base64url');
        const mark = cursor.slice(dot + 1);
        return given.length === MAC_BYTES && timingSafeEqual(given, mac(order, mark))
          ? mark
          : undefined;
      },
    };
  }
}

/** Identifies the order a cursor belongs to: the table, its sort keys, and the query scope. */
export function orderOf(
  table: ObjectTable,
  sort: readonly SortStep[],
  queryScope: QueryScope | undefined,
): string {
  return JSON.stringify([
    table.no,
    ...sort.map((step) => [step.column.sql, step.desc]),
    queryScope?.name ?? null,
  ]);
}

/** The values of a mark as text, or undefined when it does not fit this order. */
export function readMark(mark: string, sort: readonly SortStep[]): CursorValues | undefined {
  const texts = parseTexts(Buffer.from(mark, 'base64').toString('utf8'));
  if (!texts || texts.length !== sort.length) return undefined;
  const fits = texts.every((text, i) =>
    text === null ? !sort[i]!.column.notNull : sort[i]!.key.shape.test(text),
  );
  return fits ? texts : undefined;
}

function parseTexts(text: string): CursorValues | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((each) => each === null || typeof each === 'string')
      ? value
      : undefined;
  } catch {
    return undefined;
  }
}
