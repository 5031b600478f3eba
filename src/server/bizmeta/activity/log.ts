import {
  DEFAULT_PAGE_SIZE,
  OWNER_FIELDS,
  problem,
  type DataOf,
  type InputOf,
  type RecordValues,
} from '../../../contract/index.ts';
import { problemsError } from '../../kernel/index.ts';
import { enteredGuest, guestView, isClosed } from '../access/guest-view.ts';
import type { ObjectCatalogEntry } from '../meta/catalog.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { logName } from '../records/change-log.ts';
import { ChangeSources } from './sources.ts';
import {
  labelsOfValues,
  recordOf,
  requireRecordOp,
  unreadable,
  type ReadContext,
} from './read-context.ts';

type Entry = DataOf<'bizmeta.dataChangeLog.list'>['records'][number];
interface Row {
  version: number;
  op: Entry['op'];
  at: Date;
  by: string;
  diff: Record<string, [unknown, unknown]> | null;
}

/** Limited to one user ($2) or one field ($3, its column), if given. */
const WHERE =
  'record_id = $1::uuid AND ($2::text IS NULL OR by = $2) AND ($3::text IS NULL OR diff ? $3)';
const PAGE = (log: string) =>
  `SELECT version, op, at, by, diff FROM ${log} WHERE ${WHERE} ORDER BY version DESC LIMIT $4
    OFFSET $5`;

type ChangeLogQuery = InputOf<'bizmeta.dataChangeLog.list'>;
/**
 * A record's changes, newest first; the creation is the last. Removed fields are left out, and so
 * are changes of nothing else.
 */
export async function listChanges(
  reading: ReadContext,
  { object, recordId, userId, field, current = 1, size = DEFAULT_PAGE_SIZE }: ChangeLogQuery,
): Promise<DataOf<'bizmeta.dataChangeLog.list'>> {
  const { tx } = reading;
  const { view, record } = await loggedRecord(reading, object, recordId);
  const { table } = view;
  const log = logName(table.reader?.whole ?? table);
  const wanted = [record['id'], userId ?? null, field ? columnOf(table, field).sql : null];
  const [counted] = await tx.query<{ n: number }>(
    `SELECT count(*) AS n FROM ${log} WHERE ${WHERE}`,
    wanted,
  );
  const others = await tx.query<{ by: string }>(
    `SELECT DISTINCT by FROM ${log} WHERE record_id = $1::uuid ORDER BY by`,
    [record['id']],
  );
  const rows = await tx.query<Row>(PAGE(log), [...wanted, size, (current - 1) * size]);
  const hidden = await unreadable(tx, table, recordId);
  const columns = new Map(
    [...table.columns.values()]
      .filter((column) => isLogged(column) && !hidden.has(column.field.apiName))
      .map((column) => [column.sql, column]),
  );
  const sources = await tx.state.of(ChangeSources).of(tx, recordId);
  const only = (entry: Entry): Entry =>
    field ? { ...entry, diff: entry.diff.filter((each) => each.field === field) } : entry;
  const records = rows.map((row) => {
    const flow = sources.get(row.version);
    return only({ ...entryOf(row, columns), ...(flow && { flow }) });
  });
  const began = only(await creationEntry(reading, record, columns, log));
  const beginning = (!userId || began.userId === userId) && (!field || began.diff.length > 0);
  if (beginning && (current - 1) * size + rows.length === counted!.n && rows.length < size)
    records.push(began);
  const people = [...new Set([began.userId, ...others.map(({ by }) => by)])];
  const actor = table.columns.get('createdBy')!;
  return {
    records,
    people,
    total: counted!.n + Number(beginning),
    current,
    size,
    labels: await labelsOfValues(reading, view, [
      [actor, people],
      ...columnValues(records, table.columns),
    ]),
  };
}

/** The record, by one's own rights to its changes or as who is asked about it now. */
async function loggedRecord(
  reading: ReadContext,
  object: string,
  recordId: string,
): Promise<{ view: ObjectCatalogEntry; record: RecordValues }> {
  const { tx, catalog } = reading;
  try {
    const view = await catalog.enterObject(tx, object);
    const record = await recordOf(tx, view.table, recordId);
    await requireRecordOp(reading, view.table, recordId, 'changeLog');
    return { view, record };
  } catch (error) {
    const view = isClosed(error)
      ? await guestView(enteredGuest(tx, reading), object, recordId)
      : undefined;
    if (!view) throw error;
    return { view, record: await recordOf(tx, view.table, recordId) };
  }
}

/** Of the system's, who owns the record is changed by people. */
const isLogged = ({ system, field }: Column): boolean =>
  !system || OWNER_FIELDS.includes(field.apiName);

function columnOf(table: ObjectTable, name: string): Column {
  const column = table.columns.get(name);
  if (!column || !isLogged(column))
    throw problemsError([problem('/field', 'UNKNOWN_FIELD', { name: name.slice(0, 60) })]);
  return column;
}

function entryOf({ version, op, at, by, diff }: Row, columns: ReadonlyMap<string, Column>): Entry {
  const changes = Object.entries(diff ?? {}).flatMap(([sql, [old, now]]) => {
    const column = columns.get(sql);
    return column ? [{ column, old, now }] : [];
  });
  return { version, op, at: at.toISOString(), userId: by, diff: inFieldOrder(changes, columns) };
}

/** In the order of the fields; JSON does not preserve it. */
function inFieldOrder(
  changes: readonly { column: Column; old: unknown; now: unknown }[],
  columns: ReadonlyMap<string, Column>,
): Entry['diff'] {
  const places = new Map([...columns.keys()].map((sql, at) => [sql, at]));
  return changes
    .toSorted((a, b) => places.get(a.column.sql)! - places.get(b.column.sql)!)
    .map(({ column: { field }, old, now }) => ({
      field: field.apiName,
      label: field.label,
      type: field.type,
      old: old ?? null,
      new: now ?? null,
    }));
}

/** The record as created: today's values with every change undone. */
async function creationEntry(
  { tx }: ReadContext,
  record: RecordValues,
  columns: ReadonlyMap<string, Column>,
  log: string,
): Promise<Entry> {
  const firsts = await tx.query<{ key: string; old: unknown }>(
    `SELECT DISTINCT ON (d.key) d.key, d.value -> 0 AS old FROM ${log} l CROSS JOIN
      LATERAL jsonb_each(l.diff) d WHERE l.record_id = $1::uuid AND l.diff IS NOT NULL
      ORDER BY d.key, l.version`,
    [record['id']],
  );
  const first = new Map(firsts.map(({ key, old }) => [key, old]));
  const changes = [...columns.values()]
    .filter((column) => column.stored && !column.system)
    .map((column) => ({
      column,
      old: null,
      now: first.has(column.sql)
        ? (first.get(column.sql) ?? null)
        : (record[column.field.apiName] ?? null),
    }))
    .filter(({ now }) => now !== null);
  return {
    version: 1,
    op: 'create',
    at: String(record['createdAt']),
    userId: String(record['createdBy']),
    diff: inFieldOrder(changes, columns),
  };
}

function columnValues(
  entries: readonly Entry[],
  columns: ReadonlyMap<string, Column>,
): [Column, unknown][] {
  const actor = columns.get('createdBy')!;
  return entries.flatMap((entry): [Column, unknown][] => [
    [actor, entry.userId],
    ...entry.diff.flatMap(({ field, old, new: now }): [Column, unknown][] => {
      const column = columns.get(field);
      return column
        ? [
            [column, old],
            [column, now],
          ]
        : [];
    }),
  ]);
}
