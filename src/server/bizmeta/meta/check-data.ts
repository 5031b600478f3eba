import { problem, FIELDS, type FieldDescribe, type Problem } from '../../../contract/index.ts';
import { TIME_LIMITS, type TenantTx } from '../../kernel/index.ts';
import { kindOf } from '../fields/index.ts';
import { addGin, alterType, dropGin, dropListIndexes, tableName, type TableRef } from './ddl.ts';
import type { TypeConversion } from './type-change.ts';

/**
 * Checks of the stored data before a change of their field: all of them read all records, deleted
 * ones too, since they can be restored.
 */

/** Values read at once when each has to be parsed. */
const BATCH = 5_000;
interface ColumnChange {
  readonly tx: TenantTx;
  readonly table: TableRef;
  readonly no: number;
}

async function exists(
  { tx, table, no }: ColumnChange,
  condition: string,
  values: unknown[] = [],
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM ${tableName(table)} WHERE ${condition.replaceAll('{f}', `f_${no}`)} LIMIT 1`,
    values,
  );
  return rows.length > 0;
}

export const anyValue = (column: ColumnChange): Promise<boolean> =>
  exists(column, '{f} IS NOT NULL');

/** Some living records share a value. */
export async function anyTwice({ tx, table, no }: ColumnChange): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM ${tableName(table)} WHERE f_${no} IS NOT NULL AND deleted_at IS NULL
      GROUP BY f_${no} HAVING count(*) > 1 LIMIT 1`,
  );
  return rows.length > 0;
}

/** The first of the options that some record holds. */
export async function usedOption(
  column: ColumnChange,
  type: FieldDescribe['type'],
  codes: readonly string[],
): Promise<string | undefined> {
  for (const code of codes) {
    if (
      await exists(column, type === 'multiSelect' ? '$1::text = ANY({f})' : '{f} = $1::text', [
        code,
      ])
    )
      return code;
  }
  return undefined;
}

/** Every distinct value of a text column is one the new type reads. */
async function allParse({ tx, table, no }: ColumnChange, to: FieldDescribe): Promise<boolean> {
  const column = `f_${no}`;
  for (let last: string | null = null; ;) {
    const rows: { value: string }[] = await tx.query<{ value: string }>(
      `SELECT DISTINCT ${column}::text AS value FROM ${tableName(table)} WHERE ${column} IS NOT NULL
        AND ($1::text IS NULL OR ${column}::text > $1) ORDER BY 1 LIMIT ${BATCH}`,
      [last],
    );
    if (!rows.every(({ value }) => kindOf(to).parse(value, to, () => undefined) !== undefined))
      return false;
    if (rows.length < BATCH) return true;
    last = rows.at(-1)!.value;
  }
}

async function replaceValues(
  { tx, table, no }: ColumnChange,
  replace: ReadonlyMap<string, string>,
): Promise<void> {
  await tx.ddl(alterType(table, no, 'text', `f_${no}::text`));
  await tx.run(
    `UPDATE ${tableName(table)} t SET f_${no} = m.new
      FROM unnest($1::text[], $2::text[]) m(old, new) WHERE t.f_${no} = m.old`,
    [[...replace.keys()], [...replace.values()]],
  );
}

/**
 * Changes a column's type when no value is lost by it; otherwise answers the problem, and the
 * caller rolls back.
 */
export async function changeColumn(
  column: ColumnChange,
  from: FieldDescribe,
  to: FieldDescribe,
  change: TypeConversion | undefined,
  at: string,
): Promise<Problem | undefined> {
  const refusal = refusalOf(from, to, at);
  await column.tx.ddl(dropListIndexes(column.table, column.no));
  if (!change) return (await anyValue(column)) ? refusal : emptied(column, to);
  await column.tx.patience(TIME_LIMITS.reshape);
  if (change.replace?.size) await replaceValues(column, change.replace);
  if (change.loses && (await exists(column, change.loses))) return refusal;
  if (change.parse && !(await allParse(column, to))) return refusal;
  await convertColumn(column, to, change.using.replaceAll('{f}', `f_${column.no}`));
  return undefined;
}

/** The index of the former type would not fit the new one. */
const convertColumn = ({ tx, table, no }: ColumnChange, to: FieldDescribe, using: string) =>
  tx.ddl(
    [
      dropGin(table, no),
      alterType(table, no, kindOf(to).column(to), using),
      ...(kindOf(to).index === 'gin' ? [addGin(table, no)] : []),
    ].join('; '),
  );

/** A column without values may change to any type. */
async function emptied(column: ColumnChange, to: FieldDescribe): Promise<undefined> {
  await convertColumn(column, to, `NULL::${kindOf(to).column(to)}`);
}

function refusalOf(from: FieldDescribe, to: FieldDescribe, at: string): Problem {
  if (from.type !== to.type)
    return problem(`${at}/type`, 'TYPE_CHANGE_LOSES', {
      label: to.label,
      from: FIELDS[from.type].title,
      to: FIELDS[to.type].title,
    });
  const path =
    from.maxLength !== to.maxLength
      ? 'maxLength'
      : from.precision !== to.precision
        ? 'precision'
        : 'scale';
  return problem(`${at}/${path}`, 'FIELD_SETTING', {
    label: to.label,
    why: '已有内容超出新的长度或位数',
  });
}
