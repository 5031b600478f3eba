import {
  TIME_ZONE,
  type FieldDescribe,
  type Problem,
  type RecordValues,
} from '../../../contract/index.ts';
import { scopeOf } from '../../../expression/index.ts';
import {
  FormLogic,
  RecordRules,
  type EvaluatedForm,
  type ReadReferred,
} from '../../../page/index.ts';
import { readReferred } from './referred.ts';
import type { ObjectTable } from '../meta/table.ts';
import { rowsSql } from '../query/sql.ts';
import { emptyRequired, settleRow, targetColumns, type Ruled } from './object-rules.ts';
import type { Row } from './read-record.ts';
import { stopOnProblems, type WriteContext } from './write-context.ts';

/**
 * Rules and conditions a builder put on an object and its fields, checked on the whole record: as
 * given when it is new, merged with its stored values when it is changed. The same functions run in
 * the browser's form.
 */

interface Conditions {
  /** There is something to check. */
  readonly asks: boolean;
  readonly rules: RecordRules;
  /** The object's own rules; null where it has none. */
  readonly logic: FormLogic | null;
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
  const fields = describe.fields.map(loose);
  const { rules = [], validations = [] } = describe;
  const hasRules = rules.length + validations.length > 0;
  const conditions = {
    asks: hasRules || describe.fields.some(asks),
    rules: new RecordRules(fields),
    logic: hasRules ? new FormLogic({ rules, validations }, fields) : null,
  };
  known.set(describe, conditions);
  return conditions;
}
/** Rules of the object decide which fields of its records must be filled in. */
export const isRuled = (table: ObjectTable): boolean => conditionsOf(table).logic !== null;
/** The expressions of an object's records, compiled once a describe. */
export const rulesOf = (table: ObjectTable): RecordRules => conditionsOf(table).rules;

/** Records of a request: as they were given, completed by fills and defaults, and read. */
interface Batch {
  readonly given: readonly RecordValues[];
  readonly records: readonly RecordValues[];
  readonly rows: readonly Row[];
}

/**
 * New records, with the defaults of what they do not give; `begin` makes records of what is given.
 * Answers the rows as the rules leave them.
 */
export async function checkNew(
  writing: WriteContext,
  { given, records, rows }: Batch,
  begin: (given: readonly RecordValues[]) => Promise<readonly RecordValues[]>,
  problems: Problem[],
): Promise<readonly Row[]> {
  const { table } = writing.view;
  const { logic, asks: isAsked } = conditionsOf(table);
  stopOnProblems(problems);
  if (!isAsked) return rows;
  const defaults = defaultsOf(table);
  const whole = records.map((record) => ({ ...defaults, ...record }));
  const locks = logic && !writing.isCopy ? logic.targetsOf('readonly') : new Set<string>();
  // What a locked field has when the caller gives it no value.
  const bare = locks.size === 0 ? whole : await begin(given.map((each) => without(each, locks)));
  const ruled = rows.map((_, i): Ruled => ({
    given: given[i]!,
    whole: whole[i]!,
    before: { ...defaults, ...bare[i]! },
    isNew: true,
  }));
  return judge(writing, rows, ruled, problems);
}
const without = (record: RecordValues, names: ReadonlySet<string>): RecordValues =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)));
const defaultsOf = ({ describe }: ObjectTable): RecordValues =>
  Object.fromEntries(
    describe.fields.flatMap((field) =>
      field.defaultValue === undefined ? [] : [[field.apiName, field.defaultValue]],
    ),
  );

/** Changed records, which are locked, merged with their stored values. */
export async function checkChanged(
  writing: WriteContext,
  { given, records, rows }: Batch,
  problems: Problem[],
): Promise<readonly Row[]> {
  const { tx, view } = writing;
  stopOnProblems(problems);
  if (!conditionsOf(view.table).asks || rows.length === 0) return rows;
  const { text, values } = rowsSql(
    view.table,
    rows.map((row) => row.id),
  );
  const [found] = await tx.query<{ rows: RecordValues[] | null }>(text, values);
  const kept = new Map((found?.rows ?? []).map((record) => [record['id'], record]));
  const ruled = rows.map((row, i): Ruled | undefined => {
    const before = kept.get(row.id);
    if (!before || before['version'] !== records[i]!['version']) return undefined;
    return { given: given[i]!, whole: over(before, records[i]!), before, isNew: false };
  });
  return judge(writing, rows, ruled, problems);
}

/** The rows as the rules leave them; problems of what they and the fields' conditions refuse. */
async function judge(
  { tx, view, userId }: WriteContext,
  rows: readonly Row[],
  ruled: readonly (Ruled | undefined)[],
  problems: Problem[],
): Promise<readonly Row[]> {
  const { logic, rules } = conditionsOf(view.table);
  const columns = logic ? targetColumns(view.table, logic.targetsOf()) : [];
  const referred = await readReferred(
    tx,
    view,
    ruled.flatMap((each) => (each ? [each.whole] : [])),
  );
  const reading = readingOf(userId, referred);
  const fieldFaults = (values: RecordValues, at: string): Problem[] =>
    rules.check(values, reading.ctx, at, scopeOf({ user: reading.user }), referred);
  return rows.map((row, i) => {
    const record = ruled[i];
    if (!record) return row;
    if (!logic) {
      problems.push(...fieldFaults(record.whole, row.at));
      return row;
    }
    const state = logic.evaluate(record.whole, reading, record.before);
    const settled = settleRow(row, record, state, columns, problems);
    const { values } = settled;
    problems.push(
      ...emptyRequired(settled.row, state),
      ...fieldFaults(values, row.at).filter((each) => !isHidden(each, state, row.at)),
      ...logic.check({ ...state, values }, reading, row.at),
    );
    return settled.row;
  });
}
const readingOf = (userId: string, referred: ReadReferred) => ({
  ctx: { now: new Date(), timeZone: TIME_ZONE },
  user: { id: userId },
  referred,
});
/** What is not shown has no conditions. */
const isHidden = ({ path }: Problem, { hidden }: EvaluatedForm, at: string): boolean =>
  hidden.has(path.slice(at.length + 1).split('/')[0]!);

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
