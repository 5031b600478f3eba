import {
  asValue,
  type Cell,
  type FieldModel,
  type RecordModel,
} from '../../src/runtime/models/index.ts';
import { keysOf } from '../../src/ui/parts/index.ts';
import { isRecord, rowsOf, textOf } from '../../src/values/index.ts';

/**
 * A list that can be put in order, whether its rows are records of a form or plain values of a
 * cell.
 */
export interface SortableRows {
  readonly items: readonly { key: string; value: unknown; faulty?: boolean }[];
  /** A row that should be shown, or -1. */
  readonly wanted: number;
  move(from: number, to: number): void;
  remove(index: number): void;
}

const nameFields = ['label', 'title', 'name'];
const isRow = (value: unknown): value is RecordModel =>
  (value as RecordModel | undefined)?.kind === 'record';
/** What a row is called when it is moved or removed. */
export function nameOf(value: unknown, index: number): string {
  if (isRow(value)) return value.title;
  const fields = nameFields.map((name) => (isRecord(value) ? value[name] : value));
  return fields.map(textOf).find(Boolean) ?? `第 ${index + 1} 行`;
}
/** Values by their own keys, or by their places where one is missing or used twice. */
function keyed(values: readonly unknown[]): { key: string; value: unknown }[] {
  const seen = new Set<string>();
  return values.map((value, index) => {
    const own = isRecord(value) ? textOf(value.id) || textOf(value.key) : textOf(value);
    const key = own && !seen.has(own) ? own : `#${index}`;
    seen.add(key);
    return { key, value };
  });
}

function cellRows(cell: Cell): SortableRows {
  const values = rowsOf(cell.value);
  const write = (change: (list: unknown[]) => void) => {
    const list = [...values];
    change(list);
    cell.set(list);
  };
  return {
    items: keyed(values),
    wanted: -1,
    move: (from, to) => write((list) => list.splice(to, 0, ...list.splice(from, 1))),
    remove: (index) => write((list) => list.splice(index, 1)),
  };
}
const fieldRows = (field: FieldModel): SortableRows => ({
  items: field.rows.map((row) => ({ key: row.key, value: row, faulty: row.hasErrors })),
  wanted: field.pendingFocusRow,
  move: (from, to) => field.moveRow(from, to),
  remove: (index) => field.removeRow(index),
});

/** Rows the widget may write itself; null for those of a source, whose order the page changes. */
export function ownRows(bound: unknown): SortableRows | null {
  const kind = isRecord(bound) ? bound['kind'] : undefined;
  if (kind !== 'field' && kind !== 'cell') return null;
  const model = asValue(bound);
  return model.kind === 'field' ? fieldRows(model) : cellRows(model);
}

/** An order that is shown until the page's data have it too. */
export interface ShownOrder {
  readonly of: readonly unknown[];
  readonly keys: readonly string[];
}

/** Rows of a source in the order they are shown in. */
export function givenRows(
  rows: readonly unknown[],
  keyProp: string,
  order: ShownOrder | null,
  setOrder: (keys: string[]) => void,
): SortableRows {
  const keys = keysOf(rows, keyProp);
  const byKey = new Map(keys.map((key, at) => [key, rows[at]]));
  const shown = order?.of === rows ? order.keys : keys;
  return {
    items: shown.map((key) => ({ key, value: byKey.get(key) })),
    wanted: -1,
    move(from, to) {
      const next = [...shown];
      next.splice(to, 0, ...next.splice(from, 1));
      setOrder(next);
    },
    remove() {},
  };
}
