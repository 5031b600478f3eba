import { DEFAULT_PAGE_SIZE, type DataOf, type InputOf, type RecordValues } from '../../../contract/index.ts';
import type { Column } from '../meta/table.ts';
import { logName } from '../records/change-log.ts';
import { labelsOfValues, recordOf, type Reading } from './reading.ts';

type Entry = DataOf<'bizmeta.dataChangeLog.list'>['records'][number];
interface Row { version: number; op: Entry['op']; at: Date; by: string; diff: Record<string, [unknown, unknown]> | null }

const PAGE = (log: string) => `SELECT version, op, at, by, diff FROM ${log} WHERE record_id = $1::uuid ORDER BY version DESC LIMIT $2 OFFSET $3`;

/** A record's changes, the newest first; its making is the last. Fields that are gone are left out, and with them changes of nothing else. */
export async function listChanges(reading: Reading, { object, recordId, current = 1, size = DEFAULT_PAGE_SIZE }: InputOf<'bizmeta.dataChangeLog.list'>): Promise<DataOf<'bizmeta.dataChangeLog.list'>> {
  const { tx, catalog } = reading;
  const view = await catalog.enter(tx, object);
  const record = await recordOf(tx, view.table, recordId);
  const id = String(record['id']);
  const [counted] = await tx.query<{ n: number }>(`SELECT count(*) AS n FROM ${logName(view.table)} WHERE record_id = $1::uuid`, [id]);
  const total = counted!.n + 1;
  const rows = await tx.query<Row>(PAGE(logName(view.table)), [id, size, (current - 1) * size]);
  const columns = new Map([...view.table.columns.values()].filter((column) => !column.system).map((column) => [column.sql, column]));
  const records = rows.map((row) => entryOf(row, columns));
  if ((current - 1) * size + rows.length === counted!.n && rows.length < size) records.push(await making(reading, record, columns, logName(view.table)));
  return { records, total, current, size, labels: await labelsOfValues(reading, view, columnValues(records, view.table.columns)) };
}

function entryOf({ version, op, at, by, diff }: Row, columns: ReadonlyMap<string, Column>): Entry {
  const changes = Object.entries(diff ?? {}).flatMap(([sql, [old, now]]) => {
    const column = columns.get(sql);
    return column ? [{ column, old, now }] : [];
  });
  return { version, op, at: at.toISOString(), userId: by, diff: inOrder(changes, columns) };
}

/** In the order of the fields, which is not the order JSON keeps. */
function inOrder(changes: readonly { column: Column; old: unknown; now: unknown }[], columns: ReadonlyMap<string, Column>): Entry['diff'] {
  const places = new Map([...columns.keys()].map((sql, at) => [sql, at]));
  return changes.toSorted((a, b) => places.get(a.column.sql)! - places.get(b.column.sql)!)
    .map(({ column: { field }, old, now }) => ({ field: field.apiName, label: field.label, type: field.type, old: old ?? null, new: now ?? null }));
}

/** How the record began: today's values with every change taken back. */
async function making({ tx }: Reading, record: RecordValues, columns: ReadonlyMap<string, Column>, log: string): Promise<Entry> {
  const firsts = await tx.query<{ key: string; old: unknown }>(`SELECT DISTINCT ON (d.key) d.key, d.value -> 0 AS old FROM ${log} l CROSS JOIN LATERAL jsonb_each(l.diff) d WHERE l.record_id = $1::uuid AND l.diff IS NOT NULL ORDER BY d.key, l.version`, [record['id']]);
  const first = new Map(firsts.map(({ key, old }) => [key, old]));
  const changes = [...columns.values()].filter((column) => column.stored)
    .map((column) => ({ column, old: null, now: first.has(column.sql) ? first.get(column.sql) ?? null : record[column.field.apiName] ?? null })).filter(({ now }) => now !== null);
  return { version: 1, op: 'create', at: String(record['createdAt']), userId: String(record['createdBy']), diff: inOrder(changes, columns) };
}

function columnValues(entries: readonly Entry[], columns: ReadonlyMap<string, Column>): [Column, unknown][] {
  const actor = columns.get('createdBy')!;
  return entries.flatMap((entry): [Column, unknown][] => [[actor, entry.userId], ...entry.diff.flatMap(({ field, old, new: now }): [Column, unknown][] => {
    const column = columns.get(field);
    return column ? [[column, old], [column, now]] : [];
  })]);
}
