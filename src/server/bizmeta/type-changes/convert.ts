import type { FieldDescribe } from '../../../contract/index.ts';
import { allCodes } from '../../../values/index.ts';
import { SqlParameters, type Bind, type TenantTx } from '../../kernel/index.ts';
import { kindOf } from '../fields/index.ts';
import { tableName, type TableRef } from '../meta/ddl.ts';
import { lostName } from '../meta/swap-ddl.ts';
import { changeOf, type TypeConversion } from '../meta/type-change.ts';

/**
 * Converting values of a field's own column into the column beside it, some records at a time. Work
 * with the records goes on: who writes one holds its lock, and a record that is locked is left for
 * later, so that no one waits for another in a circle.
 */

/** One direction of a change. `own` and `beside` are the numbers of the columns. */
export interface Conversion {
  readonly table: TableRef;
  readonly own: number;
  readonly beside: number;
  readonly from: FieldDescribe;
  readonly to: FieldDescribe;
  readonly back: boolean;
}

/** Longest text of a value that is noted as lost; the column has it whole. */
const MAX_LOST_TEXT = 2_000;

interface LockedRow {
  readonly id: string;
  readonly value: string | null;
}

/** Converts records as far as no one else has them locked; answers the ids of those it did. */
export async function convertRecords(
  tx: TenantTx,
  conversion: Conversion,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { table, own } = conversion;
  const locked = await tx.query<LockedRow>(
    `SELECT id, f_${own}::text AS value FROM ${tableName(table)} WHERE id = ANY($1::uuid[])
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`,
    [ids],
  );
  const done = locked.map(({ id }) => id);
  if (done.length === 0) return done;
  await writeValues(tx, conversion, done, locked);
  await noteLost(tx, conversion, done);
  return done;
}

async function writeValues(
  tx: TenantTx,
  { table, own, beside, from, to }: Conversion,
  ids: readonly string[],
  rows: readonly LockedRow[],
): Promise<void> {
  const change = changeOf(from, to);
  const parameters = new SqlParameters();
  const some = `id = ANY(${parameters.bind(ids)}::uuid[])`;
  const column = `f_${own}`;
  const value = change ? valueSql(change, { from, to, column, rows }, parameters) : 'NULL';
  await tx.run(
    `UPDATE ${tableName(table)} SET f_${beside} = ${value}
      WHERE ${some} AND (${column} IS NOT NULL OR f_${beside} IS NOT NULL)`,
    parameters.values,
  );
}

interface Reading {
  readonly from: FieldDescribe;
  readonly to: FieldDescribe;
  readonly column: string;
  readonly rows: readonly LockedRow[];
}

/** SQL of the converted value; null for one that the new type cannot hold. */
function valueSql(change: TypeConversion, reading: Reading, { bind }: SqlParameters): string {
  const { column } = reading;
  const { using, replace } = change;
  const codes = replace?.size ? JSON.stringify(Object.fromEntries(replace)) : undefined;
  const read =
    codes === undefined ? column : `coalesce(${bind(codes)}::jsonb ->> ${column}, ${column})`;
  const lost = [`${column} IS NULL`, ...lostSql(change, reading, read, bind)].join(' OR ');
  return `CASE WHEN ${lost} THEN NULL ELSE ${using.replaceAll('{f}', `(${read})`)} END`;
}

/** SQL conditions that hold for values the new type cannot hold; `read` is the replaced value. */
function lostSql(
  { parse, loses, replace }: TypeConversion,
  { from, to, column, rows }: Reading,
  read: string,
  bind: Bind,
): string[] {
  const conditions: string[] = [];
  if (parse) {
    const values = new Set(rows.flatMap((row) => row.value ?? []));
    const unread = [...values].filter(
      (text) => kindOf(to).parse(replace?.get(text) ?? text, to, () => undefined) === undefined,
    );
    conditions.push(`${column}::text = ANY(${bind(unread)}::text[])`);
  }
  if (loses !== undefined) conditions.push(`(${loses.replaceAll('{f}', `(${read})`)})`);
  const gone = goneOptions(from, to);
  if (gone.length > 0) {
    const codes = `${bind(gone)}::text[]`;
    const isList = kindOf(from).column(from).endsWith('[]');
    conditions.push(isList ? `${column} && ${codes}` : `${column} = ANY(${codes})`);
  }
  return conditions;
}

function goneOptions(from: FieldDescribe, to: FieldDescribe): string[] {
  if (!from.options || !to.options) return [];
  const left = new Set(allCodes(to.options));
  return allCodes(from.options).filter((code) => !left.has(code));
}

/** A value of the one column without one in the other is lost. */
async function noteLost(
  tx: TenantTx,
  { table, own, beside, back }: Conversion,
  ids: readonly string[],
): Promise<void> {
  const lost = lostName(table, beside);
  await tx.run(`DELETE FROM ${lost} WHERE back = $2 AND id = ANY($1::uuid[])`, [ids, back]);
  await tx.run(
    `INSERT INTO ${lost} (id, back, value)
      SELECT id, $2, left(f_${own}::text, ${MAX_LOST_TEXT}) FROM ${tableName(table)}
      WHERE id = ANY($1::uuid[]) AND f_${own} IS NOT NULL AND f_${beside} IS NULL`,
    [ids, back],
  );
}
