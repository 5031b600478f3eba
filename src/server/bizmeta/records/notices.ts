import { FIELDS, type MessageTypeCode } from '../../../contract/index.ts';
import { postMessages, type OutboxEvent } from '../../kernel/index.ts';
import { showsTitles } from '../access/message-titles.ts';
import type { Column, ObjectTable } from '../meta/table.ts';
import { recordText } from '../notice-text.ts';
import { HOLDS_MANY } from '../query/labels.ts';
import type { Row } from './read-record.ts';
import type { WriteContext } from './write-context.ts';

/**
 * Messages about records to the people their fields name: that they were assigned, and what others
 * do with such a record. The author of the change gets none. Sent with the transaction, one message
 * a person and kind for the whole request.
 */

/** People one request notifies at most; a request with more is an import. */
const MAX_TOLD = 1_000;

interface Named {
  readonly id: string;
  readonly title: string;
  readonly people: readonly string[];
}
export type NamedBefore = ReadonlyMap<string, Named>;

/** Fields of people whose builder has not switched their notices off. */
const tellingColumns = (table: ObjectTable): Column[] =>
  [...table.columns.values()].filter(
    ({ field, system, stored }) =>
      !system && stored && FIELDS[field.type].names === 'user' && field.noNotice !== true,
  );

/** The same of new records, and their owner, who gets a message when another person made them one. */
const tellingNew = (table: ObjectTable): Column[] => {
  const { owner, toldBy } = table.ownership ?? {};
  return [...tellingColumns(table), ...(owner && !toldBy ? [owner] : [])];
};

const peopleSql = (columns: readonly Column[]): string =>
  columns
    .map(({ field, sql }) =>
      HOLDS_MANY.has(field.type) ? `coalesce(r.${sql}, '{}')` : `ARRAY[r.${sql}]`,
    )
    .join(' || ');

async function namedIn(
  { tx, view: { table } }: WriteContext,
  ids: readonly string[],
  columns = tellingColumns(table),
) {
  const isTold = !table.title.system && (await showsTitles(tx, table));
  const rows = await tx.query<Named>(
    `SELECT r.id, ${isTold ? `coalesce(r.${table.title.sql}::text, '')` : "''"} AS title,
      ARRAY(SELECT DISTINCT p FROM unnest(${peopleSql(columns)}) p
        WHERE p IS NOT NULL) AS people
      FROM ${table.name} r WHERE r.id = ANY($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const isSilent = ({ notices, view }: WriteContext): boolean =>
  notices === 'none' || tellingColumns(view.table).length === 0;

/** The people these records name, before they change; empty where no message is sent. */
export const namedBefore = async (
  writing: WriteContext,
  ids: readonly string[],
): Promise<NamedBefore> => (isSilent(writing) ? new Map() : namedIn(writing, ids));

/** Whether one of these new values names anyone but the writer. */
function namesOthers(
  { view, userId }: WriteContext,
  rows: readonly Row[],
  columns = tellingColumns(view.table),
): boolean {
  return rows.some(({ cells }) =>
    columns.some((column) =>
      [cells.get(column) ?? []].flat().some((id) => id !== '' && id !== userId),
    ),
  );
}

/** Tells those whom new records name. */
export async function tellCreated(writing: WriteContext, rows: readonly Row[]): Promise<void> {
  const columns = tellingNew(writing.view.table);
  if (writing.notices === 'none' || !namesOthers(writing, rows, columns)) return;
  const named = await namedIn(
    writing,
    rows.map(({ id }) => id),
    columns,
  );
  await post(writing, [toldOf('bus_add', [...named.values()], ({ people }) => people)]);
}

/** Tells those whom changed records name now, and those they named before that they changed. */
export async function tellEdited(
  writing: WriteContext,
  rows: readonly Row[],
  before: NamedBefore,
): Promise<void> {
  const changed = rows.filter(({ cells }) => cells.size > 0);
  const known = [...before.values()].some(({ people }) =>
    people.some((id) => id !== writing.userId),
  );
  if (isSilent(writing) || (!known && !namesOthers(writing, changed))) return;
  const after = await namedIn(
    writing,
    changed.map(({ id }) => id),
  );
  const was = (id: string): readonly string[] => before.get(id)?.people ?? [];
  const records = [...after.values()];
  await post(writing, [
    toldOf('bus_mod_user', records, ({ id, people }) => people.filter((p) => !was(id).includes(p))),
    toldOf('bus_col_mod', records, ({ id, people }) => people.filter((p) => was(id).includes(p))),
  ]);
}

/** Tells who owns these records from now on. */
export async function tellOwner(
  writing: WriteContext,
  rows: readonly Row[],
  owner: string,
): Promise<void> {
  const { ownership } = writing.view.table;
  if (rows.length === 0 || owner === writing.userId || writing.notices === 'none') return;
  if (!ownership || ownership.toldBy?.field.noNotice === true) return;
  const named = await namedIn(
    writing,
    rows.map(({ id }) => id),
    [ownership.owner],
  );
  await post(writing, [toldOf('bus_mod_user', [...named.values()], ({ people }) => people)]);
}

/** Tells those whom deleted records name; `before` is what they named. */
export const tellDeleted = (writing: WriteContext, before: NamedBefore): Promise<void> =>
  post(writing, [toldOf('bus_del', [...before.values()], ({ people }) => people)]);

type RecordMessage = Extract<MessageTypeCode, `bus_${string}`>;
interface Told {
  readonly typeCode: RecordMessage;
  readonly byPerson: ReadonlyMap<string, readonly Named[]>;
}

function toldOf(
  typeCode: RecordMessage,
  records: readonly Named[],
  who: (record: Named) => readonly string[],
): Told {
  const byPerson = new Map<string, Named[]>();
  for (const record of records)
    for (const person of who(record)) {
      const known = byPerson.get(person);
      if (known) known.push(record);
      else byPerson.set(person, [record]);
    }
  return { typeCode, byPerson };
}

const DEEDS: Partial<Record<RecordMessage, (what: string) => string>> = {
  bus_add: (what) => `${what}已新建，其中指派了你`,
  bus_mod_user: (what) => `${what}指派给了你`,
  bus_col_mod: (what) => `与你有关的${what}被修改`,
  bus_del: (what) => `与你有关的${what}被删除`,
};

/** People who are notified of the same records share an event. */
async function post(writing: WriteContext, told: readonly Told[]): Promise<void> {
  const { tx, userId } = writing;
  const except = writing.notices === 'none' ? [] : (writing.notices?.except ?? []);
  const events = new Map<string, OutboxEvent & { topic: 'message' }>();
  let count = 0;
  for (const { typeCode, byPerson } of told)
    for (const [person, records] of byPerson) {
      if (person === userId || except.includes(person) || count >= MAX_TOLD) continue;
      count += 1;
      const key = JSON.stringify([typeCode, records.map(({ id }) => id)]);
      const known = events.get(key);
      const userIds = [...(known?.payload.userIds ?? []), person];
      const payload = known?.payload ?? messageOf(writing, typeCode, records);
      events.set(key, { topic: 'message', payload: { ...payload, userIds } });
    }
  if (events.size > 0) await postMessages(tx, tx.tenant.id, [...events.values()]);
}

function messageOf(
  { view: { table }, userId, notices }: WriteContext,
  typeCode: RecordMessage,
  records: readonly Named[],
): Omit<(OutboxEvent & { topic: 'message' })['payload'], 'userIds'> {
  const { label, apiName, id: objectId } = table.describe;
  const deed = DEEDS[typeCode] ?? ((what: string) => what);
  const [only] = records;
  const mergeKey = notices === 'none' ? undefined : notices?.mergeKey;
  const repeated =
    typeCode === 'bus_col_mod'
      ? {
          key: `${typeCode} ${only!.id}`,
          content: `${deed(recordText(label, only!.title))} {count} 次`,
        }
      : mergeKey !== undefined && typeCode === 'bus_add'
        ? { key: `${typeCode} ${mergeKey}`, content: deed(`{count} 条“${label}”记录`) }
        : undefined;
  if (records.length > 1)
    return {
      typeCode,
      content: deed(`${records.length} 条“${label}”记录`),
      handlerParams: { objectId },
      fromUserId: userId,
    };
  return {
    typeCode,
    content: deed(recordText(label, only!.title)),
    handlerParams: { object: apiName, id: only!.id },
    fromUserId: userId,
    ...(repeated && { merge: repeated }),
  };
}
