import { isDeepStrictEqual } from 'node:util';
import {
  isComputed,
  missingField,
  problem,
  type FieldDescribe,
  type Problem,
  type RecordValues,
} from '../../../contract/index.ts';
import { isEmpty, type EvaluatedForm } from '../../../page/index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { readCell, type Row } from './read-record.ts';

/**
 * What the rules of an object make of a record that is written. A value for a field they hide is
 * left out of a new record; any other change of what they hide or lock is refused, so that no
 * import loses a value silently.
 */

/** A record of a request: as the caller gave it, as it would be, and without what is locked. */
export interface Ruled {
  readonly given: RecordValues;
  readonly whole: RecordValues;
  readonly before: RecordValues;
  readonly isNew: boolean;
}

const same = (a: unknown, b: unknown): boolean =>
  (isEmpty(a) && isEmpty(b)) || isDeepStrictEqual(a, b);

/** The value the field has by the rules. */
function settledValue(
  name: string,
  { isNew, before }: Ruled,
  { values, hidden, ruled }: EvaluatedForm,
): unknown {
  if (!hidden.has(name) || ruled.has(name)) return values[name] ?? null;
  return isNew ? null : (before[name] ?? null);
}

function settledValues(
  record: Ruled,
  settled: EvaluatedForm,
  columns: readonly Column[],
): RecordValues {
  const values: RecordValues = { ...settled.values };
  for (const { field } of columns)
    values[field.apiName] = settledValue(field.apiName, record, settled);
  return values;
}

/** Why the caller may not give the value it gave. */
function refusal(
  { apiName, label }: FieldDescribe,
  { given, whole, isNew }: Ruled,
  { hidden, readonly }: EvaluatedForm,
  at: string,
): Problem[] {
  if (!Object.hasOwn(given, apiName) || (isNew && isEmpty(whole[apiName]))) return [];
  const how = readonly.has(apiName) ? '锁定' : hidden.has(apiName) && !isNew ? '隐藏' : undefined;
  return how === undefined ? [] : [problem(`${at}/${apiName}`, 'FIELD_LOCKED', { label, how })];
}

/**
 * The row with the values the rules give, and the record with them; problems for what may not be
 * given. `columns` are the fields that rules do something to.
 */
export function settleRow(
  row: Row,
  record: Ruled,
  settled: EvaluatedForm,
  columns: readonly Column[],
  problems: Problem[],
): { row: Row; values: RecordValues } {
  const cells = new Map(row.cells);
  const values = settledValues(record, settled, columns);
  for (const column of columns) {
    const { field } = column;
    const name = field.apiName;
    const now = values[name];
    if (same(now, record.whole[name])) continue;
    problems.push(...refusal(field, record, settled, row.at));
    if (!record.isNew && same(now, record.before[name])) cells.delete(column);
    else readCell(column, now, { at: row.at, problems, cells, isLoose: true });
  }
  return { row: { ...row, cells }, values };
}

/** Required fields that are shown and empty. */
export const emptyRequired = ({ at, cells }: Row, { hidden }: EvaluatedForm): Problem[] =>
  [...cells].flatMap(([{ field }, value]) =>
    field.required && value === null && !hidden.has(field.apiName)
      ? [missingField(`${at}/${field.apiName}`, field)]
      : [],
  );

/** Columns of the fields that rules do something to; what is computed is not written. */
export const targetColumns = (table: ObjectTable, targets: ReadonlySet<string>): Column[] =>
  [...table.columns.values()].filter(
    ({ field, system }) => !system && !isComputed(field.type) && targets.has(field.apiName),
  );
