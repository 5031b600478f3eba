import type { RecordValues } from '../../contract/index.ts';
import { EMPTY_TEXT, formatValue, textOf, type LabelStore } from '../../values/index.ts';
import { equalData } from './equal.ts';
import type { OwnedField, OwnedRecord } from './owner.ts';

/**
 * What was changed here and by others, who were quicker: a field, or a row that one side removed and
 * the other changed (`row` here, `rowId` there).
 */
export interface Clash {
  readonly key: string;
  readonly label: string;
  readonly field: OwnedField;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly base: unknown;
  readonly row?: OwnedRecord;
  readonly rowId?: unknown;
}

/** Values that are empty on the wire and here are the same. */
const same = (a: unknown, b: unknown): boolean => equalData(a ?? null, b ?? null);
const isRow = (value: unknown): value is RecordValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const rowsIn = (value: unknown): RecordValues[] =>
  Array.isArray(value) ? value.filter(isRow) : [];
const hasIds = (rows: readonly RecordValues[]): boolean =>
  rows.some((row) => row['id'] !== undefined);

/** Fields of a record that both changed; rows of a list are the same by their id. */
export function clashesIn(record: OwnedRecord, theirs: RecordValues): Clash[] {
  return record.fieldNames.flatMap((name) => {
    const field = record.instantiatedField(name);
    if (!field?.dirty || !Object.hasOwn(theirs, name)) return [];
    const [value, base] = [theirs[name], record.initialOf(name)];
    if (field.spec.rows && hasIds([...rowsIn(value), ...rowsIn(base)]))
      return rowClashes(field, rowsIn(base), rowsIn(value));
    if (same(value, base) || same(value, field.value)) return [];
    const { path: key, fullName: label } = field;
    return [{ key, label, field, mine: field.value, theirs: value, base }];
  });
}

function rowClashes(
  field: OwnedField,
  base: readonly RecordValues[],
  theirs: readonly RecordValues[],
): Clash[] {
  const find = (rows: readonly RecordValues[], id: unknown) => rows.find((row) => row['id'] === id);
  const here = field.rows.flatMap((row): Clash[] => {
    const id = row.loaded['id'];
    if (id === undefined) return [];
    const other = find(theirs, id);
    if (other) return clashesIn(row, other);
    if (!row.dirty) return [];
    const label = `${field.fullName} › ${row.title}`;
    const mine = row.wholeValues();
    return [
      {
        key: `${field.path}#${textOf(id)}`,
        label,
        field,
        mine,
        theirs: null,
        base: row.loaded,
        row,
      },
    ];
  });
  const gone = base.flatMap((row): Clash[] => {
    const id = row['id'];
    const other = find(theirs, id);
    const isHere = field.rows.some((each) => each.loaded['id'] === id);
    if (isHere || !other || !changedIn(field, row, other)) return [];
    const label = `${field.fullName} › 第 ${theirs.indexOf(other) + 1} 行`;
    return [
      {
        key: `${field.path}#${textOf(id)}`,
        label,
        field,
        mine: null,
        theirs: other,
        base: row,
        rowId: id,
      },
    ];
  });
  return [...here, ...gone];
}
const changedIn = ({ spec }: OwnedField, before: RecordValues, now: RecordValues): boolean =>
  (spec.rows?.names ?? []).some(
    (name) => spec.rows?.get(name)?.derived !== true && !same(before[name], now[name]),
  );

/** A side of a clash in words. */
export function clashText(
  { field, row, rowId }: Clash,
  value: unknown,
  labels: LabelStore,
): string {
  if (row === undefined && rowId === undefined)
    return (
      (field.describe ? formatValue(field.describe, value, labels) : textOf(value)) || EMPTY_TEXT
    );
  if (!isRow(value)) return '删除这一行';
  const parts = (field.describe?.fields ?? []).flatMap((column) => {
    const text = formatValue(column, value[column.apiName], labels);
    return text ? [`${column.label} ${text}`] : [];
  });
  return parts.join('，') || '这一行';
}

/** Fields that only others changed: they are taken over as they are. */
export const takenOver = (record: OwnedRecord, theirs: RecordValues): OwnedField[] =>
  record.fieldNames.flatMap((name) => {
    if (!Object.hasOwn(theirs, name) || same(theirs[name], record.initialOf(name))) return [];
    const field = record.field(name);
    return field.dirty || field.spec.derived || !field.visible ? [] : [field];
  });
