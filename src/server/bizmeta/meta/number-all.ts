import { isDeepStrictEqual } from 'node:util';
import { problem, type FieldDescribe, type Problem } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import {
  carryCounter,
  codePattern,
  missingValues,
  raiseCounter,
  takeCodes,
  type Values,
} from '../../system/index.ts';
import { mainDeptTitles } from '../../upm/index.ts';
import { tableName, type PhysicalField, type TableRef } from './ddl.ts';
import type { SchemaDraft } from './draft.ts';
import { numberingOf } from './number-rules.ts';

/** Records numbered at a time: a statement of a second or so. */
const BATCH = 5_000;
interface Old {
  id: string;
  created_at: Date;
  created_by: string;
  [column: string]: unknown;
}

/**
 * Numbers the existing records in the order they were created, as if the field had always been
 * there.
 */
export async function numberAll(
  tx: TenantTx,
  place: TableRef,
  fields: readonly PhysicalField[],
  { field, no }: PhysicalField,
  at: string,
): Promise<Problem | undefined> {
  const rule = await numberingOf(tx, field);
  const held = fields.filter((each) =>
    rule.segments.some(
      (segment) => segment.kind === 'field' && segment.field === each.field.apiName,
    ),
  );
  await tx.run(
    `DECLARE numbering CURSOR FOR
      SELECT id, created_at,
      created_by${held.map((each) => `, f_${each.no}::text AS f_${each.no}`).join('')}
      FROM ${tableName(place)} ORDER BY created_at, id`,
  );
  for (;;) {
    const rows = await tx.query<Old>(`FETCH ${BATCH} FROM numbering`);
    if (rows.length === 0) break;
    const depts = rule.segments.some(({ kind }) => kind === 'dept')
      ? await mainDeptTitles(tx, [...new Set(rows.map((row) => row.created_by))])
      : new Map<string, string>();
    const values = rows.map((row): Values => ({
      dept: depts.get(row.created_by) ?? '',
      ...Object.fromEntries(
        held.map((each) => [each.field.apiName, row[`f_${each.no}`] as string | null]),
      ),
    }));
    const short = values
      .map((each) => missingValues(rule.segments, each)[0])
      .find((name) => name !== undefined);
    if (short !== undefined)
      return problem(`${at}/numberRule`, 'FIELD_SETTING', {
        label: field.label,
        why: `已有记录没有“${labelOf(held, short)}”，不能据此编号`,
      });
    const codes = await takeCodes(
      tx,
      rule,
      values,
      rows.map((row) => row.created_at),
    );
    await tx.run(
      `UPDATE ${tableName(place)} t SET f_${no} = n.code
        FROM unnest($1::uuid[], $2::text[]) n(id, code) WHERE n.id = t.id`,
      [rows.map((row) => row.id), codes],
    );
  }
  await tx.run('CLOSE numbering');
  return undefined;
}

const labelOf = (fields: readonly PhysicalField[], apiName: string): string =>
  fields.find(({ field }) => field.apiName === apiName)?.field.label ?? apiName;

/**
 * Existing numbers of another rule that match the new format are not given again: the counter
 * continues after the highest.
 */
export async function advanceCounterPastExisting(
  tx: TenantTx,
  place: TableRef,
  field: FieldDescribe,
  no: number,
): Promise<void> {
  const rule = await numberingOf(tx, field);
  const [found] = await tx.query<{ most: string | null }>(
    `SELECT max(substring(f_${no} FROM $1)::bigint) AS most FROM ${tableName(place)}`,
    [codePattern(rule.segments, new Date())],
  );
  if (found?.most) await raiseCounter(tx, rule, Number(found.most));
}

/** Whether its values are made by a rule. */
export const isNumbered = ({ type }: Pick<FieldDescribe, 'type'>): boolean => type === 'autoNumber';

/** Numbers of a changed rule continue from the last one, so that none is given twice. */
export async function followRules(
  tx: TenantTx,
  place: TableRef,
  draft: SchemaDraft,
): Promise<void> {
  for (const { field, previous } of draft.fields) {
    if (
      !previous ||
      !isNumbered(field) ||
      isDeepStrictEqual(previous.settings.numberRule, field.numberRule)
    )
      continue;
    const [from, to] = [previous.settings.numberRule?.reset, field.numberRule?.reset];
    if (from && to && from !== to) await carryCounter(tx, field.id, from, to);
    await advanceCounterPastExisting(tx, place, field, previous.no);
  }
}
