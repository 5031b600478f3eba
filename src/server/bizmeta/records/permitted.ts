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
import type { ScopeRows } from '../access/scope-sql.ts';
import { isUuid } from '../fields/values.ts';
import { shownColumn, type Column, type ObjectTable } from '../meta/table.ts';
import { shownRowsSql } from '../query/sql.ts';
import { stopOnProblems, type WriteContext } from './write-context.ts';

/** What a person may write, record by record (docs/permission.md). */

/** Refuses an operation that the person may do with no record of the object: NO_ACCESS. */
export function requireOp(
  { access, view: { table } }: Pick<WriteContext, 'access' | 'view'>,
  op: RecordOp,
): void {
  if (!access) return;
  const { apiName, label } = table.describe;
  const isSeen = op === 'create' || access.has(apiName, 'view');
  if (!isSeen || !access.has(apiName, op)) throw new AppError('NO_ACCESS', { label });
}

/** Refuses what is done to all records of an object at once, where the person may not reach all. */
export function requireEvery(writing: WriteContext, op: RecordOp): void {
  requireOp(writing, op);
  const access = limits(writing);
  const rows = { whole: writing.view.table, alias: 'r', bind: () => '' };
  if (access && (access.visibleSql(rows) !== 'true' || access.allowedSql(op, rows) !== 'true'))
    throw new AppError('NO_ACCESS', { label: writing.view.table.describe.label });
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
      FROM ${whole.name} r WHERE r.id = ANY(${bind(ids.filter(isUuid))}::uuid[])
      ORDER BY r.id FOR UPDATE OF r`,
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

/** The fields a person may write and read in one record, and what it holds as they see it. */
interface WrittenRecord {
  readonly fields: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
  readonly allowed: boolean;
  /** The record may be handed to another owner. */
  readonly transfers: boolean;
  readonly stored: RecordValues;
}

/** Whether a record of the request gives a column the value the edit was made from. */
type IsBase = (index: number, column: Column) => boolean;

/**
 * What the person may write of these changes. Fields they may not write are left out where they have
 * the value that is stored, or was, as forms send it, and refused otherwise.
 */
export async function permittedChanges(
  writing: WriteContext,
  asked: readonly RecordValues[],
  isBase: IsBase,
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
    else
      return permittedChange(
        writing,
        access,
        { record, at, ...found, isBase: (column) => isBase(i, column) },
        problems,
      );
    return record;
  });
  stopOnProblems(problems);
  return changes;
}

interface Asked {
  readonly record: RecordValues;
  readonly at: string;
  isBase(column: Column): boolean;
}
function permittedChange(
  { view: { table: whole } }: WriteContext,
  access: PersonAccess,
  { record, at, fields, read, stored, transfers, isBase }: WrittenRecord & Asked,
  problems: Problem[],
): RecordValues {
  const seen = access.tableOf(whole);
  const filled = lockedFills(whole, record);
  const keep = ([name, value]: [string, unknown]): boolean => {
    const column = whole.columns.get(name);
    if (!column || column.system) return true;
    const isOwner = column === whole.ownership?.toldBy;
    if (fields.has(name) && (transfers || !isOwner)) return true;
    if (!shownColumn(seen, name))
      problems.push(problem(`${at}/${name}`, 'UNKNOWN_FIELD', { name }));
    else if (
      !filled.has(name) &&
      !isDeepStrictEqual(value ?? null, stored[name] ?? null) &&
      !(read.has(name) && isBase(column))
    )
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
  const rows = { whole, alias: 'r', bind };
  const found = await tx.query<{
    id: string;
    reads: boolean[];
    writes: boolean[];
    transfers: boolean | null;
  }>(
    `SELECT r.id, ${access.allowedSql('transferOwner', rows)} AS transfers, ${bitsSql(access, reads, rows)} AS reads,
      ${bitsSql(access, writes, { ...rows, op: 'edit' })} AS writes FROM ${whole.name} r
      WHERE r.id = ANY(${bind(ids)}::uuid[]) AND r.deleted_at IS NULL
      ORDER BY r.id FOR NO KEY UPDATE OF r`,
    values,
  );
  const stored = await storedRecords(tx, access.tableOf(whole), ids);
  const fieldsOf = onceForEach((held) => {
    const read = fieldsIn(reads, held.slice(0, reads.length));
    const written = [...fieldsIn(writes, held.slice(reads.length))];
    return { read, fields: new Set(written.filter((name) => read.has(name))) };
  });
  return new Map(
    found
      .filter((row) => row.reads.some(Boolean))
      .map((row) => {
        return [
          row.id,
          {
            ...fieldsOf([...row.reads, ...row.writes]),
            allowed: row.writes.some(Boolean),
            transfers: row.transfers === true,
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
  const { text, values } = shownRowsSql(table, ids);
  const [found] = await tx.query<{ rows: (RecordValues & { id: string })[] | null }>(text, values);
  return new Map((found?.rows ?? []).map((record) => [record.id, record]));
}

/** Refuses fields of new records that the person may write in none. */
export function permitNew(writing: WriteContext, given: readonly RecordValues[]): void {
  requireOp(writing, 'create');
  const access = limits(writing);
  if (!access) return;
  const whole = writing.view.table;
  const written = new Set(access.writesTo(whole, 'create').flatMap(({ fields }) => [...fields]));
  const others = unwrittenColumns(whole, written);
  stopOnProblems(given.flatMap((record, i) => unwritten(writing, access, { record, i, others })));
}

/** The columns of an object that are not among the fields the person may write. */
const unwrittenColumns = (whole: ObjectTable, written: ReadonlySet<string>): readonly Column[] =>
  [...whole.columns.values()].filter(({ system, field }) => !system && !written.has(field.apiName));

/** Problems of the values of a new record in columns that the person may not write. */
function unwritten(
  { view: { table: whole } }: WriteContext,
  access: PersonAccess,
  { record, i, others }: { record: RecordValues; i: number; others: readonly Column[] },
): Problem[] {
  const given = others.filter(({ field }) => Object.hasOwn(record, field.apiName));
  if (given.length === 0) return [];
  const seen = access.tableOf(whole);
  const filled = lockedFills(whole, record);
  return given.flatMap(({ field: { apiName: name, label } }): Problem[] => {
    if (filled.has(name)) return [];
    const at = `/records/${i}/${name}`;
    if (!shownColumn(seen, name)) return [problem(at, 'UNKNOWN_FIELD', { name })];
    const value = record[name];
    if (value === null || value === undefined) return [];
    return [problem(at, 'FIELD_FORBIDDEN', { label })];
  });
}

/**
 * Refuses new records, already written, that are in no scope the person may create in, and values
 * of theirs that no grant with such a scope writes.
 */
export async function requireCreated(
  writing: WriteContext,
  given: readonly RecordValues[],
  ids: readonly string[],
): Promise<void> {
  const access = limits(writing);
  if (!access) return;
  const whole = writing.view.table;
  const reaches = access.writesTo(whole, 'create');
  const { values, bind } = new SqlParameters();
  const found = await writing.tx.query<{ id: string; holds: boolean[] }>(
    `SELECT r.id, ${bitsSql(access, reaches, { whole, alias: 'r', bind, op: 'create' })} AS holds
      FROM ${whole.name} r WHERE r.id = ANY(${bind(ids)}::uuid[])`,
    values,
  );
  const holds = new Map(found.map((row) => [row.id, row.holds]));
  const othersOf = onceForEach((held) => unwrittenColumns(whole, fieldsIn(reaches, held)));
  stopOnProblems(
    ids.flatMap((id, i): Problem[] => {
      const held = holds.get(id) ?? [];
      if (!held.some(Boolean)) return [problem(`/records/${i}`, 'RECORD_FORBIDDEN')];
      return unwritten(writing, access, { record: given[i] ?? {}, i, others: othersOf(held) });
    }),
  );
}

/** Refuses imported records, already written, that are in no scope the person may import in. */
export async function requireImported(
  writing: WriteContext,
  ids: readonly string[],
  at: (i: number) => string,
): Promise<void> {
  requireOp(writing, 'import');
  const access = limits(writing);
  if (!access || ids.length === 0) return;
  const whole = writing.view.table;
  const { values, bind } = new SqlParameters();
  const allowed = access.allowedSql('import', { whole, alias: 'r', bind });
  const found = await writing.tx.query<{ id: string }>(
    `SELECT r.id FROM ${whole.name} r WHERE r.id = ANY(${bind(ids)}::uuid[]) AND ${allowed}`,
    values,
  );
  const held = new Set(found.map(({ id }) => id));
  stopOnProblems(
    ids.flatMap((id, i) => (held.has(id) ? [] : [problem(at(i), 'RECORD_FORBIDDEN')])),
  );
}

/** Thousands of records are in few combinations of scopes: each is computed once. */
function onceForEach<T>(work: (held: readonly boolean[]) => T): (held: readonly boolean[]) => T {
  const done = new Map<string, T>();
  return (held) => {
    const key = held.join();
    const known = done.get(key);
    if (known !== undefined) return known;
    const made = work(held);
    done.set(key, made);
    return made;
  };
}

/** SQL of an array that says of each reach whether it contains a row. */
const bitsSql = (access: PersonAccess, reaches: readonly Reach[], rows: ScopeRows): string =>
  `ARRAY[${reaches.map((reach) => `(${access.reachSql(reach, rows)}) IS TRUE`).join(', ')}]::boolean[]`;
