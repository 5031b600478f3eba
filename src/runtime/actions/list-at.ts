import { asValue } from '../models/guards.ts';
import type { RecordValues } from '../../contract/index.ts';
import type { RecordModel } from '../models/types.ts';

/** A list that steps change: the rows of a list field, or the array in a cell or a field. */
export interface EditableList {
  readonly length: number;
  /** The new row, when rows are records of a form. */
  insert(at: number, value: unknown): RecordModel | undefined;
  remove(at: number): void;
  move(from: number, to: number): void;
}

export function listAt(model: unknown, path: string): EditableList {
  const holder = asValue(model);
  if (
    holder.kind === 'field' &&
    holder.schema.type === 'array' &&
    (holder.input === 'rows' || holder.input === 'subTable')
  ) {
    return {
      length: holder.rows.length,
      remove: (at) => holder.removeRow(at),
      move: (from, to) => holder.moveRow(from, to),
      insert: (at, value) => holder.insertRow(at, (value ?? {}) as RecordValues),
    };
  }
  const items = holder.value ?? [];
  if (!Array.isArray(items)) throw new TypeError(`“${path}”不是列表`);
  return {
    length: items.length,
    insert: (at, value) => void holder.set(items.toSpliced(at, 0, value)),
    remove: (at) => holder.set(items.toSpliced(at, 1)),
    move: (from, to) => holder.set(items.toSpliced(from, 1).toSpliced(to, 0, items[from])),
  };
}
