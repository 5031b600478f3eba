import type { AttachmentRef, FlowCall, FlowDetail, FlowItem } from '../../../contract/index.ts';
import { AppError, type QueryOptions, type Values } from '../../kernel/index.ts';
import { PEOPLE_LABELS } from '../../upm/index.ts';
import { isUuid } from '../templates/rows.ts';
import type { EventRow } from './history.ts';
import { INSTANCE_COLUMNS, itemId, ONE_INSTANCE, type InstanceRow } from './rows.ts';

/** An instance with all that is stored beside it. */
export interface Opened {
  readonly row: InstanceRow;
  readonly events: readonly EventRow[];
  readonly items: readonly FlowItem[];
  /** Who got a copy, and the node that sent it. */
  readonly cc: readonly (FlowDetail['cc'][number] & { readonly nodeId: string | null })[];
  readonly children: FlowDetail['children'];
  readonly calls: readonly StoredCall[];
  /** Files and signatures of its opinions by id. */
  readonly files: ReadonlyMap<string, AttachmentRef>;
  /** Names of all people in it by id. */
  readonly names: Readonly<Record<string, string>>;
  /** The version its template has now. */
  readonly latest: number;
}

/** A request of the instance; times are texts in JSON. */
interface StoredCall {
  readonly visit: number;
  readonly node_id: string;
  readonly state: FlowCall['state'];
  readonly tries: number;
  readonly status: number | null;
  readonly error: string;
  readonly created_at: string;
  readonly sent_at: string | null;
  readonly answered_at: string | null;
}
interface StoredItem {
  no: number;
  visit: number;
  node_id: string;
  user_id: string;
  on_behalf_of: string | null;
  role: FlowItem['role'];
  state: FlowItem['state'];
  why: string;
  created_at: string;
  read_at: string | null;
  ended_at: string | null;
}
interface Stored extends InstanceRow {
  events: (Omit<EventRow, 'at'> & { at: string })[];
  items: StoredItem[];
  copies: { user_id: string; node_id: string | null; at: string; read_at: string | null }[];
  children: FlowDetail['children'];
  calls: StoredCall[];
  files: AttachmentRef[];
  names: Record<string, string>;
  latest: number;
}

const rowsOf = (columns: string, table: string, order: string): string =>
  `(select coalesce(json_agg(x order by ${order}), '[]') from (select ${columns} from ${table}
    where tenant_id = $1 and instance_id = $2) x)`;

const ITEM_COLUMNS = `no, visit, node_id, user_id, on_behalf_of, role, state, why, created_at, read_at,
  ended_at`;
const CALL_COLUMNS =
  'visit, node_id, state, tries, status, error, created_at, sent_at, answered_at';

/** One statement for all of it: a person who opens an instance waits for each. */
const OPENED = `with event as materialized (select seq, op, actor, on_behalf_of, item, node_id, target, user_ids,
    opinion, signature, files, diff, events, at from bpm.flow_event where tenant_id = $1 and instance_id = $2)
  select ${INSTANCE_COLUMNS}, t.version as latest,
  (select coalesce(json_agg(e order by seq), '[]') from event e) as events,
  ${rowsOf(ITEM_COLUMNS, 'bpm.flow_item', 'x.no')} as items,
  ${rowsOf('user_id, node_id, at, read_at', 'bpm.flow_cc', 'x.at, x.user_id')} as copies,
  ${rowsOf(CALL_COLUMNS, 'bpm.flow_call', 'x.visit')} as calls,
  (select coalesce(json_agg(json_build_object('instanceId', k.id, 'title', k.title, 'state', k.status)
    order by k.created_at, k.id), '[]') from bpm.flow_instance k
    where k.tenant_id = $1 and k.parent_id = $2) as children,
  (select coalesce(json_agg(json_build_object('fileId', f.id, 'name', f.name, 'size', f.size, 'mime', f.mime)), '[]')
    from storage.file f where f.tenant_id = $1
      and f.id in (select unnest(files || signature) from event)) as files,
  (select coalesce(json_object_agg(m.${PEOPLE_LABELS.id}, m.${PEOPLE_LABELS.label}), '{}') from ${PEOPLE_LABELS.table} m
    where m.${PEOPLE_LABELS.tenant} = $1 and m.${PEOPLE_LABELS.id} in (select i.starter_id
      union select user_id from bpm.flow_item where tenant_id = $1 and instance_id = $2
      union select user_id from bpm.flow_cc where tenant_id = $1 and instance_id = $2
      union select s ->> 'user' from jsonb_array_elements(i.state -> 'seats') s
      union select unnest(user_ids || actor || on_behalf_of) from event)) as names
  ${ONE_INSTANCE}`;

/** How a reading statement is asked: alone, or in a transaction. */
export interface Reader {
  readonly tenant: { readonly id: string };
  query<R extends object>(text: string, values: Values, options: QueryOptions): Promise<R[]>;
}

export const isoTime = (text: string): string => new Date(text).toISOString();
export const isoTimeOrNull = (text: string | null): string | null =>
  text === null ? null : isoTime(text);

const itemOf = (instanceId: string, row: StoredItem): FlowItem => ({
  id: itemId(instanceId, row.no),
  nodeId: row.node_id,
  visit: row.visit,
  userId: row.user_id,
  onBehalfOf: row.on_behalf_of,
  role: row.role,
  state: row.state,
  why: row.why,
  createdAt: isoTime(row.created_at),
  readAt: isoTimeOrNull(row.read_at),
  endedAt: isoTimeOrNull(row.ended_at),
});

async function storedInstance(reader: Reader, id: string): Promise<Stored> {
  const [row] = isUuid(id)
    ? await reader.query<Stored>(OPENED, [reader.tenant.id, id], { name: 'bpm-opened' })
    : [];
  if (!row) throw new AppError('FLOW_UNKNOWN');
  return row;
}

/** An instance, no matter who asks; FLOW_UNKNOWN when there is none. */
export async function openedInstance(reader: Reader, id: string): Promise<Opened> {
  const row = await storedInstance(reader, id);
  return {
    row,
    events: row.events.map((event) => ({ ...event, at: new Date(event.at) })),
    items: row.items.map((item) => itemOf(id, item)),
    cc: row.copies.map(({ user_id: userId, node_id: nodeId, at, read_at }) => ({
      userId,
      nodeId,
      at: isoTime(at),
      readAt: isoTimeOrNull(read_at),
    })),
    calls: row.calls,
    children: row.children,
    files: new Map(row.files.map((file) => [file.fileId, file])),
    names: row.names,
    latest: row.latest,
  };
}
