import type { NumberRule } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { numberText, periodOf } from '../fields/autoNumber/rule.ts';
import { escapeLike } from '../fields/filters/text.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import type { Row } from './read-record.ts';

/** Gives new records their automatic numbers, in the batch's order. */
export async function assignNumbers(tx: TenantTx, table: ObjectTable, rows: readonly Row[], now: Date): Promise<Row[]> {
  let numbered = [...rows];
  for (const column of table.columns.values()) {
    if (column.field.type !== 'autoNumber' || rows.length === 0) continue;
    const rule = column.field.numberRule ?? {};
    const last = await take(tx, table, column, rule, rows.length, now);
    numbered = numbered.map((row, i) => ({ ...row, cells: new Map([...row.cells, [column, numberText(rule, now, last - rows.length + 1 + i)]]) }));
  }
  return numbered;
}

const KEY = 'tenant_id = $1 AND field_id = $2 AND period = $3';

/**
 * Takes numbers from the period's counter and answers the last of them. The counter's row stays locked until the
 * transaction ends: a record that is not kept gives its number back, and those that wait come after it.
 */
async function take(tx: TenantTx, table: ObjectTable, column: Column, rule: NumberRule, count: number, now: Date): Promise<number> {
  const key = [tx.tenant.id, column.field.id, periodOf(rule, now)];
  const [taken] = await tx.query<{ value: string | number }>(`UPDATE bizmeta.counter SET value = value + $4 WHERE ${KEY} RETURNING value`, [...key, count]);
  if (taken) return Number(taken.value);
  const first = Math.max((rule.start ?? 1) - 1, await highest(tx, table, column, rule, now));
  const [begun] = await tx.query<{ value: string | number }>(
    `INSERT INTO bizmeta.counter AS c (tenant_id, field_id, period, value) VALUES ($1, $2, $3, $4::bigint + $5) ON CONFLICT (tenant_id, field_id, period) DO UPDATE SET value = c.value + $5 RETURNING value`, [...key, first, count]);
  return Number(begun!.value);
}

/** The highest counter among the numbers of this look that are there: of records made before the field was, or under another rule. */
async function highest(tx: TenantTx, table: ObjectTable, column: Column, rule: NumberRule, now: Date): Promise<number> {
  const stem = numberText({ ...rule, digits: 1 }, now, 0).slice(0, -1);
  const [found] = await tx.query<{ most: string | null }>(`SELECT max(substr(${column.sql}, $2::integer)::numeric) AS most FROM ${table.name}
    WHERE ${column.sql} LIKE $1 AND substr(${column.sql}, $2::integer) ~ '^[0-9]{1,15}$'`, [`${escapeLike(stem)}%`, stem.length + 1]);
  return Number(found?.most ?? 0);
}
