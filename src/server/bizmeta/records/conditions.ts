import {
  TIME_ZONE,
  type FieldDescribe,
  type Problem,
  type RecordValues,
} from '../../../contract/index.ts';
import { scopeOf } from '../../../expression/index.ts';
import { RecordRules, type ReadReferred } from '../../../page/index.ts';
import { readReferred } from './referred.ts';
import type { ObjectTable } from '../meta/table.ts';
import { rowsSql } from '../query/sql.ts';
import type { Row } from './read-record.ts';
import type { WriteContext } from './write-context.ts';

/**
 * Conditions a builder put on fields, checked on the whole record: as given when it is new, merged
 * with its stored values when it is changed. The same functions run in the browser's form.
 */

interface Conditions {
  readonly asks: boolean;
  readonly rules: RecordRules;
}
const known = new WeakMap<object, Conditions>();

const asks = (field: Pick<FieldDescribe, 'requiredWhen' | 'rules' | 'fields'>): boolean =>
  Boolean(field.requiredWhen || field.rules?.length || field.fields?.some(asks));
/**
 * Required fields are checked with the value; checked here again, a record from before the rule
 * could not be changed.
 */
const loose = (field: FieldDescribe): FieldDescribe => ({
  ...field,
  required: false,
  ...(field.fields && { fields: field.fields.map((each) => ({ ...each, required: false })) }),
});

function conditionsOf({ describe }: ObjectTable): Conditions {
  const made = known.get(describe);
  if (made) return made;
  const conditions = {
    asks: describe.fields.some(asks),
    rules: new RecordRules(describe.fields.map(loose)),
  };
  known.set(describe, conditions);
  return conditions;
}
/** The expressions of an object's records, compiled once a describe. */
export const rulesOf = (table: ObjectTable): RecordRules => conditionsOf(table).rules;

/** New records, with the defaults of what they do not give. */
export async function checkNew(
  { tx, view, userId }: WriteContext,
  records: readonly RecordValues[],
  problems: Problem[],
): Promise<void> {
  const conditions = conditionsOf(view.table);
  if (!conditions.asks) return;
  const defaults = Object.fromEntries(
    view.table.describe.fields.flatMap((field) =>
      field.defaultValue === undefined ? [] : [[field.apiName, field.defaultValue]],
    ),
  );
  const whole = records.map((record) => ({ ...defaults, ...record }));
  const referred = await readReferred(tx, view, whole);
  whole.forEach((record, i) =>
    problems.push(...ask(conditions, record, userId, `/records/${i}`, referred)),
  );
}

/** Changed records, merged with their stored values. */
export async function checkChanged(
  { tx, view, userId }: WriteContext,
  rows: readonly Row[],
  records: readonly RecordValues[],
  problems: Problem[],
): Promise<void> {
  const conditions = conditionsOf(view.table);
  if (!conditions.asks || rows.length === 0) return;
  const { text, values } = rowsSql(
    view.table,
    rows.map((row) => row.id),
  );
  const [found] = await tx.query<{ rows: RecordValues[] | null }>(text, values);
  const kept = new Map((found?.rows ?? []).map((record) => [record['id'], record]));
  const whole = rows.map((row, i) => over(kept.get(row.id) ?? {}, records[i]!));
  const referred = await readReferred(tx, view, whole);
  rows.forEach((row, i) => problems.push(...ask(conditions, whole[i]!, userId, row.at, referred)));
}

const ask = (
  { rules }: Conditions,
  values: RecordValues,
  userId: string,
  path: string,
  referred: ReadReferred,
): Problem[] =>
  rules.check(
    values,
    { now: new Date(), timeZone: TIME_ZONE },
    path,
    scopeOf({ user: { id: userId } }),
    referred,
  );

type Bag = Record<string, unknown>;
const isRows = (value: unknown): value is Bag[] =>
  Array.isArray(value) &&
  value.every((each) => typeof each === 'object' && each !== null && !Array.isArray(each));

/** A record with a change applied; rows are merged by their id. */
function over(kept: RecordValues, change: RecordValues): RecordValues {
  const laid: RecordValues = { ...kept, ...change };
  for (const [name, value] of Object.entries(change)) {
    const was = kept[name];
    if (!isRows(value) || !isRows(was)) continue;
    const byId = new Map(was.map((row) => [row['id'], row]));
    laid[name] = value.map((row) => ({ ...byId.get(row['id']), ...row }));
  }
  return laid;
}
