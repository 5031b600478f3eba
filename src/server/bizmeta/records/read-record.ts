import {
  isComputed,
  missingField,
  problem,
  type Problem,
  type RecordValues,
} from '../../../contract/index.ts';
import { isEmpty, type DbValue, type Refuse } from '../fields/index.ts';
import type { Column, ObjectTable } from '../meta/table.ts';

/** Reading stops after this many problems; more would not help. */
export const MAX_PROBLEMS = 100;

/**
 * A record's columns with the values to write; its path in the request; for a sub-table's row, its
 * position.
 */
export interface Row {
  readonly at: string;
  readonly id: string;
  readonly cells: ReadonlyMap<Column, DbValue | null>;
  readonly place?: { readonly parentId: string; readonly ord: number };
}

const step = (key: string) => `/${key.slice(0, 60).replaceAll('~', '~0').replaceAll('/', '~1')}`;

interface Reading {
  table: ObjectTable;
  at: string;
  problems: Problem[];
  cells: Map<Column, DbValue | null>;
  /** Required fields may be empty: rules of the object decide it for the whole record. */
  isLoose: boolean;
}

/** Reads one value into a record's cells. */
export function readCell(
  column: Column,
  value: unknown,
  { at, problems, cells, isLoose }: Omit<Reading, 'table'>,
): void {
  const { field, kind } = column;
  const path = `${at}/${field.apiName}`;
  if (isComputed(field.type)) {
    if (value !== undefined) problems.push(problem(path, 'READONLY_FIELD', { name: field.label }));
    return;
  }
  if (isEmpty(value) || kind.isEmpty?.(value)) {
    if (field.required && !isLoose) problems.push(missingField(path, field));
    else cells.set(column, null);
    return;
  }
  const parsed = kind.parse(value, field, refuseAt(path, problems));
  if (parsed !== undefined) cells.set(column, parsed);
}

const refuseAt =
  (path: string, problems: Problem[]): Refuse =>
  (reason, params) => {
    problems.push(problem(path, reason, params));
    return undefined;
  };

function readKeys(
  record: RecordValues,
  keys: readonly string[],
  reading: Reading,
  given?: Column,
): void {
  for (const key of Object.keys(record)) {
    const column = reading.table.columns.get(key);
    if (keys.includes(key)) continue;
    if (!column)
      reading.problems.push(
        problem(`${reading.at}${step(key)}`, 'UNKNOWN_FIELD', { name: key.slice(0, 60) }),
      );
    else if (column.system && column !== given)
      reading.problems.push(
        problem(`${reading.at}/${key}`, 'READONLY_FIELD', { name: column.field.label }),
      );
    else readCell(column, record[key], reading);
  }
}

/**
 * A new record: every field the describe has, with defaults for what is not given, and its owner if
 * one is given.
 */
export function readNew(
  table: ObjectTable,
  record: RecordValues,
  at: string,
  problems: Problem[],
  isLoose = false,
): ReadonlyMap<Column, DbValue | null> {
  const reading: Reading = { table, at, problems, cells: new Map(), isLoose };
  readKeys(record, [], reading, table.ownership?.owner);
  for (const column of table.columns.values()) {
    if (!column.system && !Object.hasOwn(record, column.field.apiName))
      readCell(column, column.field.defaultValue, reading);
  }
  return reading.cells;
}

/** A change: the fields that are given, besides the keys id and version. */
export function readChange(
  table: ObjectTable,
  record: RecordValues,
  at: string,
  problems: Problem[],
  isLoose = false,
): ReadonlyMap<Column, DbValue | null> {
  const reading: Reading = { table, at, problems, cells: new Map(), isLoose };
  readKeys(record, ['id', 'version'], reading);
  return reading.cells;
}
