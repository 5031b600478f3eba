import { problem, type FieldDescribe, type Problem } from '../../../contract/index.ts';
import { TIME_LIMITS, type TenantTx } from '../../kernel/index.ts';
import { kindOf } from '../fields/index.ts';
import { alterType, dropListIndexes, tableName, type Place } from './ddl.ts';
import type { Change } from './type-change.ts';

/**
 * What the records say about a change of their field: everything here reads all of them, deleted
 * ones too, since they can be restored.
 */

/** Values read at once when each has to be parsed. */
const BATCH = 5_000;
interface Spot {
  readonly tx: TenantTx;
  readonly place: Place;
  readonly no: number;
}

async function exists(
  { tx, place, no }: Spot,
  condition: string,
  values: unknown[] = [],
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM ${tableName(place)} WHERE ${condition.replaceAll('{f}', `f_${no}`)} LIMIT 1`,
    values,
  );
  return rows.length > 0;
}

export const anyValue = (spot: Spot): Promise<boolean> => exists(spot, '{f} IS NOT NULL');

/** Some living records share a value. */
export async function anyTwice({ tx, place, no }: Spot): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM ${tableName(place)} WHERE f_${no} IS NOT NULL AND deleted_at IS NULL
      GROUP BY f_${no} HAVING count(*) > 1 LIMIT 1`,
  );
  return rows.length > 0;
}

/** The first of the options that some record holds. */
export async function usedOption(
  spot: Spot,
  type: FieldDescribe['type'],
  codes: readonly string[],
): Promise<string | undefined> {
  for (const code of codes) {
    if (
      await exists(spot, type === 'multiSelect' ? '$1::text = ANY({f})' : '{f} = $1::text', [code])
    )
      return code;
  }
  return undefined;
}

/** Every distinct value of a text column is one the new type reads. */
async function allParse({ tx, place, no }: Spot, to: FieldDescribe): Promise<boolean> {
  const column = `f_${no}`;
  for (let last: string | null = null; ;) {
    const rows: { value: string }[] = await tx.query<{ value: string }>(
      `SELECT DISTINCT ${column}::text AS value FROM ${tableName(place)} WHERE ${column} IS NOT NULL
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
  { tx, place, no }: Spot,
  replace: ReadonlyMap<string, string>,
): Promise<void> {
  await tx.ddl(alterType(place, no, 'text', `f_${no}::text`));
  await tx.run(
    `UPDATE ${tableName(place)} t SET f_${no} = m.new
      FROM unnest($1::text[], $2::text[]) m(old, new) WHERE t.f_${no} = m.old`,
    [[...replace.keys()], [...replace.values()]],
  );
}

/**
 * Changes a column's type when no value is lost by it; otherwise answers the problem, and the
 * caller rolls back.
 */
export async function changeColumn(
  spot: Spot,
  from: FieldDescribe,
  to: FieldDescribe,
  change: Change | undefined,
  at: string,
): Promise<Problem | undefined> {
  const refusal = refusalOf(from, to, at);
  await spot.tx.ddl(dropListIndexes(spot.place, spot.no));
  if (!change) return (await anyValue(spot)) ? refusal : emptied(spot, to);
  await spot.tx.patience(TIME_LIMITS.reshape);
  if (change.replace?.size) await replaceValues(spot, change.replace);
  if (change.loses && (await exists(spot, change.loses))) return refusal;
  if (change.parse && !(await allParse(spot, to))) return refusal;
  await spot.tx.ddl(
    alterType(
      spot.place,
      spot.no,
      kindOf(to).column(to),
      change.using.replaceAll('{f}', `f_${spot.no}`),
    ),
  );
  return undefined;
}

/** A column nobody has filled may become anything. */
async function emptied({ tx, place, no }: Spot, to: FieldDescribe): Promise<undefined> {
  await tx.ddl(alterType(place, no, kindOf(to).column(to), `NULL::${kindOf(to).column(to)}`));
}

function refusalOf(from: FieldDescribe, to: FieldDescribe, at: string): Problem {
  if (from.type !== to.type)
    return problem(`${at}/type`, 'TYPE_CHANGE_LOSES', {
      label: to.label,
      from: kindOf(from).title,
      to: kindOf(to).title,
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
