import type { FieldDescribe } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { kindOf } from '../fields/index.ts';
import { tableName, type TableRef } from './ddl.ts';
import { changeOf, type TypeConversion } from './type-change.ts';

/**
 * Values of a column that its new type could not hold, found before anything is changed. Deleted
 * records count: they can be restored.
 */

/** Different values that are read one by one; of more the rest is left to the change itself. */
const MAX_PARSED = 20_000;
const MAX_SHOWN_TEXT = 200;

export interface ColumnPlace {
  readonly tx: TenantTx;
  readonly table: TableRef;
  readonly no: number;
  /** SQL condition on the records that are looked at: all, when left out. */
  readonly among?: string;
  /** A sub-table's rows: what holds a value is the record with the row. */
  readonly isRows?: boolean;
}
interface LostValue {
  readonly value: string;
  readonly records: number;
  readonly recordId: string;
  /** Of no other value of the list. */
  readonly key: string;
}
export interface Losses {
  readonly values: readonly LostValue[];
  /** Different values, and records that hold one of them. */
  readonly total: number;
  readonly records: number;
  readonly more: boolean;
}

const NOTHING: Losses = { values: [], total: 0, records: 0, more: false };

/** Values the change would lose; a page of them, those most records hold first. */
export async function lossesOf(
  place: ColumnPlace,
  from: FieldDescribe,
  to: FieldDescribe,
  page: { size: number; offset: number },
): Promise<Losses> {
  const change = changeOf(from, to);
  if (change === null) return NOTHING;
  if (change?.parse === true) return parsed(place, change, to, page);
  // Without a conversion every value is lost; without a condition none is.
  const condition = change === undefined ? '{f} IS NOT NULL' : change.loses;
  return condition === undefined ? NOTHING : bySql(place, condition, page);
}

/** Without what a row of the query has beside it. */
const valueOf = ({ value, records, recordId, key }: LostValue): LostValue => ({
  value,
  records,
  recordId,
  key,
});
/** SQL of how many hold a value, and one of them. */
const heldSql = ({ isRows = false }: ColumnPlace): string =>
  `count(*)::integer AS records, min(${isRows ? 'parent_id' : 'id'}::text) AS "recordId",
    min(id::text) AS key`;

async function bySql(
  place: ColumnPlace,
  condition: string,
  { size, offset }: { size: number; offset: number },
): Promise<Losses> {
  const { tx, table, no, among = 'true' } = place;
  const column = `f_${no}`;
  const rows = await tx.query<LostValue & { total: number; all: number }>(
    `SELECT left(${column}::text, ${MAX_SHOWN_TEXT}) AS value, ${heldSql(place)},
      (count(*) OVER ())::integer AS total,
      (sum(count(*)) OVER ())::integer AS all
    FROM ${tableName(table)} WHERE ${column} IS NOT NULL AND ${among}
      AND (${condition.replaceAll('{f}', column)})
    GROUP BY ${column}::text ORDER BY count(*) DESC, 1, key LIMIT $1 OFFSET $2`,
    [size, offset],
  );
  return {
    values: rows.map(valueOf),
    total: rows[0]?.total ?? 0,
    records: rows[0]?.all ?? 0,
    more: false,
  };
}

async function parsed(
  place: ColumnPlace,
  { replace, loses }: TypeConversion,
  to: FieldDescribe,
  { size, offset }: { size: number; offset: number },
): Promise<Losses> {
  const { tx, table, no, among = 'true' } = place;
  const column = `f_${no}`;
  const tooMuch = loses === undefined ? 'false' : loses.replaceAll('{f}', column);
  const rows = await tx.query<LostValue & { lost: boolean }>(
    `SELECT ${column}::text AS value, ${heldSql(place)},
      coalesce(bool_or(${tooMuch}), false) AS lost
    FROM ${tableName(table)} WHERE ${column} IS NOT NULL AND ${among}
    GROUP BY ${column}::text ORDER BY count(*) DESC, 1 LIMIT ${MAX_PARSED + 1}`,
  );
  const isLost = (value: string): boolean =>
    kindOf(to).parse(replace?.get(value) ?? value, to, () => undefined) === undefined;
  const lost = rows
    .slice(0, MAX_PARSED)
    .filter((row) => row.lost || isLost(row.value))
    .map((row) => valueOf({ ...row, value: row.value.slice(0, MAX_SHOWN_TEXT) }));
  return {
    values: lost.slice(offset, offset + size),
    total: lost.length,
    records: lost.reduce((sum, each) => sum + each.records, 0),
    more: rows.length > MAX_PARSED,
  };
}
