import type { RecordValues } from '../../contract/index.ts';
import { equalData } from './equal.ts';
import type { OwnedField, OwnedRecord } from './owner.ts';

/** A field that was changed here and by others, who were quicker. */
export interface Clash {
  readonly field: OwnedField;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Values that are empty on the wire and here are the same. */
const same = (a: unknown, b: unknown): boolean => equalData(a ?? null, b ?? null);
const isRow = (value: unknown): value is RecordValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of a record that both changed; rows of a list are the same by their id. */
export function clashesIn(record: OwnedRecord, theirs: RecordValues): Clash[] {
  return record.fieldNames.flatMap((name) => {
    const field = record.instantiatedField(name);
    if (!field?.dirty || !Object.hasOwn(theirs, name)) return [];
    const value = theirs[name];
    const rows = Array.isArray(value) ? value.filter(isRow) : [];
    if (field.rows.length > 0 && rows.some((row) => row['id'] !== undefined))
      return field.rows.flatMap((row) => {
        const id = row.loaded['id'];
        const other = id === undefined ? undefined : rows.find((each) => each['id'] === id);
        return other ? clashesIn(row, other) : [];
      });
    if (same(value, record.initialOf(name)) || same(value, field.value)) return [];
    return [{ field, mine: field.value, theirs: value }];
  });
}

/** Fields that only others changed: they are taken over as they are. */
export const takenOver = (record: OwnedRecord, theirs: RecordValues): OwnedField[] =>
  record.fieldNames.flatMap((name) => {
    if (!Object.hasOwn(theirs, name) || same(theirs[name], record.initialOf(name))) return [];
    const field = record.field(name);
    return field.dirty || field.spec.derived || !field.visible ? [] : [field];
  });
