import { isDeepStrictEqual } from 'node:util';
import {
  problem,
  type Problem,
  type RecordOp,
  type RecordValues,
} from '../../../contract/index.ts';
import { AppError, SqlParameters } from '../../kernel/index.ts';
import type { PersonAccess } from '../access/person-access.ts';
import type { Reach } from '../access/rights.ts';
import { isUuid } from '../fields/values.ts';
import type { ObjectTable } from '../meta/table.ts';
import { rowsSql } from '../query/sql.ts';
import { stopOnProblems, type WriteContext } from './write-context.ts';

/** What a person may write, record by record (docs/permission.md). */

/** Refuses an operation that the person may do with no record of the object: NO_ACCESS. */
export function requireOp(
  { access, view: { table } }: Pick<WriteContext, 'access' | 'view'>,
  op: RecordOp,
): void {
  if (access && !access.has(table.describe.apiName, op))
    throw new AppError('NO_ACCESS', { label: table.describe.label });
}

/** The access of a person who may not do everything with the object. */
const limits = ({ access, view: { table } }: WriteContext): PersonAccess | undefined =>
  access && !access.isOpen(table.describe.apiName) ? access : undefined;

/**
 * Refuses records that are not visible as if they were not there (RECORD_UNKNOWN), and visible ones
 * with which the person may not do this (RECORD_FORBIDDEN). `at` is the path of an id.
 */
export async function requireRecords(
  writing: WriteContext,
  op: RecordOp,
  ids: readonly string[],
  at: (i: number) => string,
): Promise<void> {
  requireOp(writing, op);
  const access = limits(writing);
  if (!access) return;
  const whole = writing.view.table;
  const { values, bind } = new SqlParameters();
  const rows = { whole, alias: 'r', bind };
  const found = await writing.tx.query<{ id: string; visible: boolean; allowed: boolean }>(
    `SELECT r.id, ${access.visibleSql(rows)} AS visible, ${access.allowedSql(op, rows)} AS allowed
      FROM ${whole.name} r WHERE r.id = ANY(${bind(ids.filter(isUuid))}::uuid[])`,
    values,
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  stopOnProblems(
    ids.flatMap((id, i): Problem[] => {
      const row = byId.get(id.toLowerCase());
      if (!row?.visible) return [problem(at(i), 'RECORD_UNKNOWN')];
      return row.allowed ? [] : [problem(at(i), 'RECORD_FORBIDDEN')];
    }),
  );
}

/** The fields a person may write in one record, and what it holds as they see it. */
interface WrittenRecord {
  readonly fields: ReadonlySet<string>;
  readonly allowed: boolean;
  readonly stored: RecordValues;
}

/**
 * What the person may write of these changes. Fields they may not write are left out where they have
 * the value that is stored, as forms send it, and refused otherwise.
 */
export async function permittedChanges(
  writing: WriteContext,
  asked: readonly RecordValues[],
): Promise<readonly RecordValues[]> {
  requireOp(writing, 'edit');
  const access = limits(writing);
  if (!access) return asked;
  const records = await writtenRecords(writing, access, asked);
  const problems: Problem[] = [];
  const changes = asked.map((record, i) => {
    const at = `/records/${i}`;
    const { id } = record;
    if (!isUuid(id)) return record;
    const found = records.get(id.toLowerCase());
    if (!found) problems.push(problem(`${at}/id`, 'RECORD_UNKNOWN'));
    else if (!found.allowed) problems.push(problem(`${at}/id`, 'RECORD_FORBIDDEN'));
    else return permittedChange(writing, access, { record, at, ...found }, problems);
    return record;
  });
  stopOnProblems(problems);
  return changes;
}

function permittedChange(
  { view: { table: whole } }: WriteContext,
  access: PersonAccess,
  { record, at, fields, stored }: WrittenRecord & { record: RecordValues; at: string },
  problems: Problem[],
): RecordValues {
  const seen = access.tableOf(whole);
  const filled = lockedFills(whole, record);
  const keep = ([name, value]: [string, unknown]): boolean => {
    const column = whole.columns.get(name);
    if (!column || column.system || fields.has(name)) return true;
    if (!seen.columns.has(name)) problems.push(problem(`${at}/${name}`, 'UNKNOWN_FIELD', { name }));
    else if (!filled.has(name) && !isDeepStrictEqual(value ?? null, stored[name] ?? null))
      problems.push(problem(`${at}/${name}`, 'FIELD_FORBIDDEN', { label: column.field.label }));
    return false;
  };
  return Object.fromEntries(Object.entries(record).filter(keep));
}

/** Fields that only a lookup which is written fills in: the server does it again. */
const lockedFills = (whole: ObjectTable, record: RecordValues): ReadonlySet<string> =>
  new Set(
    Object.keys(record).flatMap((name) =>
      (whole.columns.get(name)?.field.fills ?? []).flatMap(({ to, locked }) =>
        locked ? [to] : [],
      ),
    ),
  );

/** The visible ones of the records, by id. */
async function writtenRecords(
  { tx, view: { table: whole } }: WriteContext,
  access: PersonAccess,
  asked: readonly RecordValues[],
): Promise<ReadonlyMap<string, WrittenRecord>> {
  const ids = asked.flatMap(({ id }) => (isUuid(id) ? [id] : []));
  const [reads, writes] = [access.reachesTo(whole), access.writesTo(whole, 'edit')];
  const { values, bind } = new SqlParameters();
  const bits = (reaches: readonly Reach[]): string =>
    `ARRAY[${reaches.map((reach) => `(${access.reachSql(reach, { whole, alias: 'r', bind })}) IS TRUE`).join(', ')}]::boolean[]`;
  const found = await tx.query<{ id: string; reads: boolean[]; writes: boolean[] }>(
    `SELECT r.id, ${bits(reads)} AS reads, ${bits(writes)} AS writes FROM ${whole.name} r
      WHERE r.id = ANY(${bind(ids)}::uuid[]) AND r.deleted_at IS NULL`,
    values,
  );
  const stored = await storedRecords(tx, access.tableOf(whole), ids);
  return new Map(
    found
      .filter((row) => row.reads.some(Boolean))
      .map((row) => {
        const read = fieldsIn(reads, row.reads);
        const written = [...fieldsIn(writes, row.writes)].filter((name) => read.has(name));
        return [
          row.id,
          {
            fields: new Set(written),
            allowed: row.writes.some(Boolean),
            stored: stored.get(row.id) ?? {},
          },
        ];
      }),
  );
}

const fieldsIn = (reaches: readonly Reach[], holds: readonly boolean[]): ReadonlySet<string> =>
  new Set(reaches.flatMap(({ fields }, i) => (holds[i] ? [...fields] : [])));

async function storedRecords(
  tx: WriteContext['tx'],
  table: ObjectTable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RecordValues>> {
  const { text, values } = rowsSql(table, ids);
  const [found] = await tx.query<{ rows: (RecordValues & { id: string })[] | null }>(text, values);
  return new Map((found?.rows ?? []).map((record) => [record.id, record]));
}

/** Refuses fields of new records that the person may not write. */
export function permitNew(writing: WriteContext, given: readonly RecordValues[]): void {
  requireOp(writing, 'create');
  const access = limits(writing);
  if (!access) return;
  const whole = writing.view.table;
  const seen = access.tableOf(whole).columns;
  const written = new Set(access.writesTo(whole, 'create').flatMap(({ fields }) => [...fields]));
  const problems = given.flatMap((record, i) =>
    Object.entries(record).flatMap(([name, value]): Problem[] => {
      const column = whole.columns.get(name);
      if (!column || column.system || written.has(name)) return [];
      if (value === null || value === undefined || lockedFills(whole, record).has(name)) return [];
      const at = `/records/${i}/${name}`;
      return seen.has(name)
        ? [problem(at, 'FIELD_FORBIDDEN', { label: column.field.label })]
        : [problem(at, 'UNKNOWN_FIELD', { name })];
    }),
  );
  stopOnProblems(problems);
}

/** Refuses new records, already written, that are in no scope the person may create in. */
export async function requireCreated(writing: WriteContext, ids: readonly string[]): Promise<void> {
  const access = limits(writing);
  if (!access) return;
  const whole = writing.view.table;
  const { values, bind } = new SqlParameters();
  const allowed = access.allowedSql('create', { whole, alias: 'r', bind });
  if (allowed === 'true') return;
  const found = await writing.tx.query<{ id: string }>(
    `SELECT r.id FROM ${whole.name} r
      WHERE r.id = ANY(${bind(ids)}::uuid[]) AND (${allowed}) IS NOT TRUE`,
    values,
  );
  const outside = new Set(found.map(({ id }) => id));
  stopOnProblems(
    ids.flatMap((id, i) => (outside.has(id) ? [problem(`/records/${i}`, 'RECORD_FORBIDDEN')] : [])),
  );
}
