import {
  holdsRows,
  namesRecord,
  problem,
  TIME_ZONE,
  typesWhere,
  type Explained,
  type FieldDescribe,
  type FieldType,
  type InputOf,
  type RecordValues,
  type Rollup,
} from '../../../contract/index.ts';
import { dependencies, ExpressionError, parse, type Scope } from '../../../expression/index.ts';
import {
  bareExplanation,
  calculated,
  computedSource,
  explainField,
  expressionWords,
  fillOf,
  RecordRules,
  resultText,
  roundingNotes,
  totalLine,
  totalNotes,
  withTotalAsStep,
  type ExplainedRecord,
} from '../../../page/index.ts';
import { isEmpty, textOf, type LabelSource } from '../../../values/index.ts';
import { AppError, problemsError, type TenantTx } from '../../kernel/index.ts';
import { labelsOfValues, recordOf, type ReadContext } from '../activity/read-context.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import { ROWS, rollupSource } from '../meta/computed.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { fieldsSql } from '../query/sql.ts';
import { readReferred } from '../records/referred.ts';
import { contributorsTo, type Contributors } from './contributors.ts';

type Input = InputOf<'bizmeta.record.explain'>;
const GONE = '公式引用的内容已不存在';
const unknown = (name: string): AppError =>
  problemsError([problem('/field', 'UNKNOWN_FIELD', { name: name.slice(0, 60) })]);

/** The field that is asked about: of the record, or of a row of one of its sub-tables. */
interface Asked {
  readonly column: Column;
  readonly fields: readonly FieldDescribe[];
  readonly around: readonly FieldDescribe[];
  /** The sub-table and the place of the row in it. */
  readonly row?: { readonly table: string; readonly at: number };
  readonly values: RecordValues;
}
const fieldsOf = (table: ObjectTable): FieldDescribe[] =>
  [...table.columns.values()].filter(({ system }) => !system).map(({ field }) => field);

function askedOf(table: ObjectTable, record: RecordValues, { field, row }: Input): Asked {
  const [name = '', inside] = field.split('.');
  const column = table.columns.get(name);
  if (!column || column.system) throw unknown(field);
  if (inside === undefined) return { column, fields: fieldsOf(table), around: [], values: record };
  return askedInRow(table, column, record, { inside, field, row });
}

/** A column of a sub-table, in one of its rows. */
function askedInRow(
  table: ObjectTable,
  column: Column,
  record: RecordValues,
  { inside, field, row }: Pick<Input, 'field' | 'row'> & { readonly inside: string },
): Asked {
  const name = column.field.apiName;
  const below = column.rows?.columns.get(inside);
  const rows = (record[name] ?? []) as RecordValues[];
  const at = rows.findIndex(({ id }) => id === row);
  if (!column.rows || !below || below.system || at < 0) throw unknown(field);
  const fields = fieldsOf(column.rows);
  const around = fieldsOf(table);
  return { column: below, fields, around, row: { table: name, at }, values: rows[at]! };
}

/** What the expression reads that the field's value comes from. */
function pathsOf(field: FieldDescribe): string[][] {
  const source = computedSource(field) ?? (field.rollup && rollupSource(field.rollup));
  const parsed = parse(source ?? '');
  return parsed.ok ? dependencies(parsed.ast) : [];
}
/** First names the value comes from that are the record's own. */
function ownNamesRead({ column: { field }, fields, around, row }: Asked): string[] {
  const isOfRow = (name: string): boolean =>
    row !== undefined && fields.some(({ apiName }) => apiName === name);
  const filling = (row ? [] : fields).filter(({ fills }) =>
    fills?.some(({ to }) => to === field.apiName),
  );
  const names = [...pathsOf(field).map(([name = '']) => name), ...filling.map((f) => f.apiName)];
  const own = row ? around : fields;
  return names.filter((name) => !isOfRow(name) && own.some(({ apiName }) => apiName === name));
}

/** Whether the value comes from fields of the record that its reader sees nowhere, or in places. */
function readsHidden({ reader, columns }: ObjectTable, { column: { field } }: Asked): boolean {
  const filling = [...(reader?.whole.columns.values() ?? [])].filter((column) =>
    column.field.fills?.some(({ to }) => to === field.apiName),
  );
  const names = [
    ...pathsOf(field).map(([name = '']) => name),
    ...filling.map((column) => column.field.apiName),
  ];
  return names.some((name) => {
    const seen = columns.get(name);
    return reader?.whole.columns.has(name) === true && (!seen || seen.guard !== undefined);
  });
}

/** Whether a member may read records of the object: it is in use, and its application is open. */
async function isOpen({ tx, catalog }: ReadContext, object: string): Promise<boolean> {
  try {
    await catalog.enterObject(tx, object);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
/** Lookups whose records the field's value is read from, in the record or in its rows. */
function lookupsRead({ column, fields, around }: Asked): FieldDescribe[] {
  const lookups = [...fields, ...around]
    .flatMap((field) => [field, ...((field.fields ?? []) as FieldDescribe[])])
    .filter(({ type }) => namesRecord(type));
  const read = pathsOf(column.field);
  return lookups.filter(
    ({ apiName, fills }) =>
      fills?.some(({ to }) => to === column.field.apiName) ||
      read.some((path) => path.slice(0, -1).includes(apiName)),
  );
}

/** What an explanation says of a value that comes from what its reader may not read. */
const withheld = ({ label, result, words }: Explained, why: string): Explained => ({
  ...bareExplanation(label, result, words),
  notes: [why],
});

/** Names of what the record's lookups and people are. */
async function labelsFor(
  reading: ReadContext,
  view: ObjectCatalogEntry,
  { fields, around, values }: Asked,
  record: RecordValues,
): Promise<LabelSource> {
  const columns = (table: ObjectTable | undefined, of: RecordValues): [Column, unknown][] =>
    [...(table?.columns.values() ?? [])]
      .filter(({ field }) => [...fields, ...around].includes(field) && !holdsRows(field.type))
      .map((column) => [column, of[column.field.apiName]]);
  const rows = [...view.table.columns.values()].flatMap((column) =>
    column.rows ? columns(column.rows, values) : [],
  );
  return labelsOfValues(reading, view, [...columns(view.table, record), ...rows]);
}

/** The value that a lookup filled in, as the record it names has it now. */
async function filledFrom(
  { tx }: ReadContext,
  view: ObjectCatalogEntry,
  { column, fields, values }: Asked,
): Promise<((path: readonly string[]) => unknown) | undefined> {
  const filled = fillOf(column.field, fields);
  if (!filled) return undefined;
  const { lookup, fill } = filled;
  const target = view.target(lookup.refObject ?? '');
  const from = target?.columns.get(fill.from);
  const id = values[lookup.apiName];
  if (!target || !from || typeof id !== 'string') return undefined;
  const found = await valueIn(tx, target, id, from);
  return ([name, inside]) => (name === lookup.apiName && inside === fill.from ? found : undefined);
}

async function valueIn(
  tx: TenantTx,
  table: ObjectTable,
  id: string,
  column: Column,
): Promise<unknown> {
  const { text, values } = fieldsSql(table, [id], [column]);
  const [answer] = await tx.query<{ rows: RecordValues[] | null }>(text, values);
  return answer?.rows?.[0]?.[column.field.apiName] ?? null;
}

async function scopeFor(
  reading: ReadContext,
  view: ObjectCatalogEntry,
  asked: Asked,
  record: RecordValues,
  ctx: ExplainedRecord['ctx'],
): Promise<Scope> {
  const referred = await readReferred(reading.tx, view, [record]);
  const rules = new RecordRules(view.table.describe.fields);
  const whole = rules.scope(record, ctx, undefined, referred);
  const scope = asked.row ? whole.rows!([asked.row.table])![asked.row.at]! : whole;
  const filled = await filledFrom(reading, view, asked);
  return filled ? { ...scope, get: (path) => filled(path) ?? scope.get(path) } : scope;
}

/** The type of a field whose value is rows. */
const [ROWS_TYPE] = typesWhere(({ rows }) => rows) as [FieldType];
/** A rollup over records in words: its rows are those of the other object. */
function rollupWords(asked: Rollup, other: ObjectTable, context: ExplainedRecord): string {
  const { label, fields } = other.describe;
  const list: FieldDescribe = {
    id: ROWS,
    apiName: ROWS,
    label,
    type: ROWS_TYPE,
    order: 0,
    fields: fields as NonNullable<FieldDescribe['fields']>,
  };
  const around = { ...context, fields: [list, ...context.fields] };
  const words = expressionWords(rollupSource(asked), around);
  return asked.fn === 'count' ? words : `${label}的${words}`;
}
/** The records it goes over, with the first of them. */
function rollupTotal(
  { fn, field }: Rollup,
  other: ObjectTable,
  { count, isMore, blank, first }: Contributors,
  result: string,
  labels: LabelSource,
): Explained['totals'][number] {
  const { label, apiName } = other.describe;
  const read = other.columns.get(field ?? '')?.field;
  const texts = first.map((each) => (read ? calculated(read, each[read.apiName], labels) : ''));
  const unit = `条${label}`;
  const isSaid = fn !== 'count' && !isMore;
  return {
    words: '',
    count,
    isMore,
    unit,
    line: isSaid ? totalLine(fn, texts, { counted: count, blank, result }) : '',
    items: first.map((each, at) => {
      const title = textOf(each[other.label.field.apiName]);
      return { text: texts[at] ?? '', from: { object: apiName, id: String(each['id']), title } };
    }),
    notes: fn === 'count' ? [] : totalNotes(unit, { blank }),
  };
}

/** A rollup over the records of another object. */
async function explainRecords(
  reading: ReadContext,
  view: ObjectCatalogEntry,
  { column: { field }, values: record }: Asked,
  context: ExplainedRecord,
): Promise<Explained> {
  const rollup = field.rollup as Rollup;
  const [object = ''] = rollup.via.split('.');
  const other = view.table.find(object);
  const { labels } = context;
  const value = record[field.apiName];
  const result = resultText(field, value, labels);
  const words = other ? rollupWords(rollup, other, context) : '';
  const told = bareExplanation(field.label, result, words);
  if (!other) return withheld(told, GONE);
  if (!(await isOpen(reading, object)))
    return withheld(told, `“${other.describe.label}”没有向你开放，这里只说明算法`);
  const id = String(record['id']);
  const found = await contributorsTo(reading.tx, view.table, other, rollup, id);
  if (!found) return withheld(told, GONE);
  return withTotalAsStep({
    ...told,
    totals: [rollupTotal(rollup, other, found, calculated(field, value, labels), labels)],
    notes: isEmpty(value) ? ['没有可以汇总的记录'] : roundingNotes(value, result),
  });
}

async function contextOf(
  reading: ReadContext,
  view: ObjectCatalogEntry,
  asked: Asked,
  record: RecordValues,
): Promise<ExplainedRecord> {
  const ctx = { now: new Date(), timeZone: TIME_ZONE };
  return {
    fields: asked.fields,
    around: asked.around,
    scope: await scopeFor(reading, view, asked, record, ctx),
    ctx,
    labels: await labelsFor(reading, view, asked, record),
    fieldOf: (object, name) => view.target(object)?.columns.get(name)?.field,
  };
}

/** How a value of a record came about, with what its reader may read of it. */
export async function explainRecord(
  reading: ReadContext,
  input: Input,
  shows: (table: ObjectTable) => (name: string) => boolean,
): Promise<Explained> {
  const view = await reading.catalog.enterObject(reading.tx, input.object);
  const isShown = shows(view.table);
  const record = await recordOf(reading.tx, view.table, input.id);
  if (!isShown(input.field.split('.')[0] ?? '')) throw unknown(input.field);
  const asked = askedOf(view.table, record, input);
  const context = await contextOf(reading, view, asked, record);
  const explained = await explainedOf(reading, view, asked, context);
  if (!explained) throw unknown(input.field);
  if (readsHidden(view.table, asked))
    return withheld({ ...explained, words: '' }, '用到了你不能查看的字段');
  if (!ownNamesRead(asked).every(isShown))
    return withheld({ ...explained, words: '' }, '用到了这个视图没有显示的字段');
  for (const lookup of lookupsRead(asked))
    if (!(await isOpen(reading, lookup.refObject ?? '')))
      return withheld(explained, `「${lookup.label}」的记录没有向你开放，这里只说明算法`);
  return explained;
}

async function explainedOf(
  reading: ReadContext,
  view: ObjectCatalogEntry,
  asked: Asked,
  context: ExplainedRecord,
): Promise<Explained | null> {
  const { field } = asked.column;
  try {
    return field.rollup?.via.includes('.')
      ? await explainRecords(reading, view, asked, context)
      : explainField(field, context);
  } catch (error) {
    // A field that a formula reads was removed since: its value is unknown.
    if (error instanceof ExpressionError) return null;
    throw error;
  }
}
