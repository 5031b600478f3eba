import {
  FIELDS,
  TIME_ZONE,
  type AddressValues,
  type DataOf,
  type Labels,
  type RecordValues,
} from '../../../contract/index.ts';
import { scopeOf, type Scope } from '../../../expression/index.ts';
import type { RecordRules } from '../../../page/index.ts';
import { defaultNow } from '../../../values/index.ts';
import { SqlParameters } from '../../kernel/index.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { labelsOf } from '../query/labels.ts';
import { addressValue, ownText } from './address-value.ts';
import { recordsById } from './changes.ts';
import { rulesOf } from './conditions.ts';
import { labelsById } from './labels-by-id.ts';
import { labelSqlOf } from './read.ts';
import { requireOp } from './permitted.ts';
import { readReferred } from './referred.ts';
import { subTables } from './rows.ts';
import { seenTable, type WriteContext } from './write-context.ts';

/**
 * First values of new records that are no constants. Those that need only the person and the time
 * are the same for all records of a request; formulas are computed of what each record is given.
 */

/** Newest records of an object among which the person's last one is looked for. */
const LAST_AMONG = 1_000;
/** Who fills in a form without signing in is no member. */
const ANONYMOUS = '0';

type FirstValues = ReadonlyMap<string, unknown>;
const sourceOf = ({ field }: Column) => field.defaultFrom?.source;
const columnsWith = (table: ObjectTable): Column[] =>
  [...table.columns.values()].filter((column) => sourceOf(column) !== undefined);

/** New records with what their filling lookups begin with, before those fill in other fields. */
export async function withFirstLookups(
  writing: WriteContext,
  records: readonly RecordValues[],
  now: Date,
): Promise<readonly RecordValues[]> {
  const { table } = writing.view;
  const lookups = columnsWith(table).filter(({ field }) => field.fills !== undefined);
  if (lookups.length === 0) return records;
  const asked = Object.fromEntries(await askedValues(writing, table, lookups, now));
  return records.map((record) => ({ ...asked, ...record }));
}

/** The new records with first values for what they do not give. */
export async function withDefaults(
  writing: WriteContext,
  records: readonly RecordValues[],
  now: Date,
): Promise<readonly RecordValues[]> {
  const { table } = writing.view;
  const own = columnsWith(table);
  if (own.length === 0 && !subTables(table).some(({ rows }) => columnsWith(rows).length > 0))
    return records;
  const asked = await askedValues(writing, table, own, now);
  const given = records.map((record) => ({ ...Object.fromEntries(asked), ...record }));
  const filled = await rowsBegun(writing, given, now);
  return own.some(hasFormula) || formulaTables(table).length > 0
    ? formulasIn(writing, filled, { now })
    : filled;
}

/** Changes of records with first values in the rows they add. */
export async function withRowDefaults(
  writing: WriteContext,
  records: readonly RecordValues[],
): Promise<readonly RecordValues[]> {
  const now = new Date();
  const filled = await rowsBegun(writing, records, now);
  const adds = ({ field }: Column): boolean =>
    records.some((record) => {
      const list: unknown = record[field.apiName];
      return Array.isArray(list) && list.some(isNewRow);
    });
  if (!formulaTables(writing.view.table).some(adds)) return filled;
  const stored = await recordsById(
    writing,
    records.map(({ id }) => String(id)),
  );
  return formulasIn(writing, filled, { stored, now });
}
async function rowsBegun(
  writing: WriteContext,
  records: readonly RecordValues[],
  now: Date,
): Promise<readonly RecordValues[]> {
  let filled = records;
  for (const { field, rows } of subTables(writing.view.table)) {
    const columns = columnsWith(rows);
    if (columns.length === 0) continue;
    const asked = Object.fromEntries(await askedValues(writing, rows, columns, now));
    filled = filled.map((record) => {
      const list: unknown = record[field.apiName];
      return Array.isArray(list)
        ? {
            ...record,
            [field.apiName]: list.map((row) => (isNewRow(row) ? { ...asked, ...row } : row)),
          }
        : record;
    });
  }
  return filled;
}
const isNewRow = (row: unknown): row is RecordValues =>
  typeof row === 'object' &&
  row !== null &&
  !Array.isArray(row) &&
  ((row as RecordValues)['id'] ?? null) === null;

/** Values of the person and the moment, by field; without those there are none of. */
async function askedValues(
  writing: WriteContext,
  table: ObjectTable,
  columns: readonly Column[],
  now: Date,
): Promise<FirstValues> {
  const { tx, services, userId } = writing;
  const isMember = userId !== ANONYMOUS;
  const isAsked = (source: string): boolean =>
    isMember && columns.some((column) => sourceOf(column) === source);
  const dept = isAsked('dept') ? await services.mainDept(tx, userId) : null;
  const last = isAsked('last') ? await lastValues(writing, table, columns) : {};
  const valueOf = (column: Column): unknown => {
    const { field, kind } = column;
    const listed = (id: string | null): unknown =>
      FIELDS[field.type].many && id !== null ? [id] : id;
    switch (sourceOf(column)) {
      case 'now':
        return defaultNow(kind.type, now);
      case 'user':
        return isMember ? listed(userId) : null;
      case 'dept':
        return listed(dept);
      case 'last':
        return last[field.apiName];
      default:
        return undefined;
    }
  };
  return new Map(
    columns.flatMap((column) => {
      const value = valueOf(column) ?? null;
      return value === null ? [] : [[column.field.apiName, value] as const];
    }),
  );
}

/** What the address gives the fields that are open to it; records it names have to be there. */
async function valuesOfAddress(
  { tx, view }: WriteContext,
  columns: readonly Column[],
  address: AddressValues,
  now: Date,
): Promise<RecordValues> {
  const values: RecordValues = {};
  for (const column of columns) {
    const { apiName, refObject } = column.field;
    const text = sourceOf(column) === 'address' ? ownText(address, apiName) : undefined;
    const value = text === undefined ? undefined : addressValue(column, text, now);
    const target = refObject === undefined ? undefined : view.target(refObject);
    if (value === undefined || (refObject !== undefined && !target)) continue;
    const { values: bound, bind } = new SqlParameters();
    const missing =
      target !== undefined &&
      (
        await tx.query(
          `SELECT 1 FROM ${target.from(bind)} r WHERE r.id = ${bind(value)}::uuid
            AND r.deleted_at IS NULL`,
          bound,
        )
      ).length === 0;
    if (!missing) values[apiName] = value;
  }
  return values;
}

/**
 * What the person gave in these fields last, field by field, as far as they still read it: others
 * may have changed the value, or the record may be out of the person's sight by now. Columns of
 * sub-tables have no default of this kind.
 */
async function lastValues(
  writing: WriteContext,
  { name }: ObjectTable,
  columns: readonly Column[],
): Promise<RecordValues> {
  const seen = seenTable(writing);
  const wanted = columns.flatMap((column) => {
    const isLast = sourceOf(column) === 'last' && column.stored;
    return (isLast && seen.columns.get(column.field.apiName)) || [];
  });
  const cells = wanted.map(
    ({ kind, field, sql }) => `(SELECT ${kind.json?.(`r.${sql}`, field) ?? `r.${sql}`} FROM newest r
      WHERE r.${sql} IS NOT NULL ORDER BY r.created_at DESC, r.id DESC LIMIT 1) AS "${field.apiName}"`,
  );
  if (cells.length === 0) return {};
  const { values, bind } = new SqlParameters();
  const [found] = await writing.tx.query<{ last: RecordValues }>(
    `WITH newest AS (SELECT b.* FROM (SELECT id FROM ${name} WHERE deleted_at IS NULL
        ORDER BY created_at DESC, id DESC LIMIT ${LAST_AMONG}) n
        JOIN ${seen.reader ? seen.from(bind) : name} b ON b.id = n.id
        WHERE b.created_by = ${bind(writing.userId)})
      SELECT row_to_json(x) AS last FROM (SELECT ${cells.join(', ')}) x`,
    values,
  );
  return found?.last ?? {};
}

const hasFormula = (column: Column): boolean => sourceOf(column) === 'formula';
/** Sub-tables whose new rows begin with what formulas give. */
const formulaTables = (table: ObjectTable) =>
  subTables(table).filter(({ rows }) => columnsWith(rows).some(hasFormula));

/** Formulas of first values; with `stored` records, of their new rows only. */
async function formulasIn(
  { tx, view, userId }: WriteContext,
  records: readonly RecordValues[],
  { stored, now }: { stored?: ReadonlyMap<unknown, RecordValues>; now: Date },
): Promise<readonly RecordValues[]> {
  const whole = records.map((record) => ({ ...stored?.get(record['id']), ...record }));
  const referred = await readReferred(tx, view, whole);
  const rules = rulesOf(view.table);
  const person = scopeOf({ user: { id: userId } });
  const ctx = { now, timeZone: TIME_ZONE };
  return records.map((record, i) => {
    const around = rules.scope(whole[i]!, ctx, person, referred);
    const values = stored ? { ...record } : begun(rules, record, around);
    for (const { field } of formulaTables(view.table)) {
      const inside = rules.fields.get(field.apiName)?.rows;
      const list: unknown = values[field.apiName];
      if (!inside || !Array.isArray(list)) continue;
      values[field.apiName] = list.map((row: unknown) =>
        isNewRow(row) ? begun(inside, row, inside.scope(row, ctx, around, referred)) : row,
      );
    }
    return values;
  });
}
/** The values with those that formulas give in a scope over them. */
function begun(rules: RecordRules, given: RecordValues, scope: Scope): RecordValues {
  const values = { ...given };
  for (const [name, { logic }] of rules.fields) {
    if (!logic?.initial || Object.hasOwn(given, name)) continue;
    const value = scope.get([name]);
    if (value !== null && value !== undefined) values[name] = value;
  }
  return values;
}

/** The object, with the records its lookups name as the person sees them. */
export const withSeenTargets = ({ access, view }: WriteContext): ObjectCatalogEntry => ({
  ...view,
  target(apiName) {
    const target = view.target(apiName);
    return target && (access?.tableOf(target) ?? target);
  },
});

/** Whether the person may know of a column. */
function knows({ access, view: { table } }: WriteContext): (column: Column) => boolean {
  const known = access && new Set(access.describeOf(table).fields.map(({ apiName }) => apiName));
  return ({ field }) => known?.has(field.apiName) ?? true;
}

/**
 * What a form for a new record begins with, besides constants and formulas; `address` is where the
 * form was opened at.
 */
export async function firstValues(
  asked: WriteContext,
  address: AddressValues = {},
): Promise<DataOf<'bizmeta.record.defaults'>> {
  requireOp(asked, 'create');
  const { tx, services } = asked;
  const view = withSeenTargets(asked);
  const writing = { ...asked, view };
  const now = new Date();
  const isKnown = knows(asked);
  const own = columnsWith(view.table).filter(isKnown);
  const tables = subTables(view.table).filter(isKnown);
  const values = {
    ...Object.fromEntries(await askedValues(writing, view.table, own, now)),
    ...(await valuesOfAddress(writing, own, address, now)),
  };
  const rows: Record<string, RecordValues> = {};
  for (const { field, rows: table } of tables) {
    const first = await askedValues(writing, table, columnsWith(table), now);
    if (first.size > 0) rows[field.apiName] = Object.fromEntries(first);
  }
  const labels: Labels = {};
  const inRows = tables.flatMap(({ field, rows: table }) =>
    [...table.columns.values()].map((column) => [column, rows[field.apiName]] as const),
  );
  const holders = [...own.map((column) => [column, values] as const), ...inRows];
  for (const { kind } of labelsOf(holders.map(([column]) => column))) {
    const ids = holders
      .filter(([column]) => labelsOf([column])[0]?.kind === kind)
      .flatMap(([{ field }, from]) => [from?.[field.apiName] ?? []].flat());
    if (ids.length > 0)
      labels[kind] = await labelsById(tx, labelSqlOf(services, view), kind, {
        ids: ids as string[],
        isRecord: view.target(kind) !== undefined,
      });
  }
  return { values, rows, labels };
}
