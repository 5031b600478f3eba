import { shownStatus, type FlowEvent, type FlowState, type Item } from '../../../flow/index.ts';
import type { TenantTx, Writing } from '../../kernel/index.ts';
import type { Found } from '../people/candidates.ts';
import type { Deed } from './deed.ts';
import type { InstanceRow } from './rows.ts';

/** Whom a node asked and why, by node and person; and whose work a person does meanwhile. */
export interface Reasons {
  readonly whys: ReadonlyMap<string, Found>;
  readonly substituted: ReadonlyMap<string, string>;
}
export const reasonKey = (node: string, user: string): string => `${node} ${user}`;

const isEnded = ({ state }: Item): boolean => !['wait', 'active', 'hold'].includes(state);

interface StoredItem {
  no: number;
  visit: number;
  node_id: string;
  user_id: string;
  on_behalf_of: string | null;
  role: string;
  state: string;
  why: string;
  ended: boolean;
}

const ADDED: Readonly<Record<string, string>> = {
  before: '前加签',
  after: '后加签',
  delegate: '委托',
  start: '退回修改',
};

function storedItem(state: FlowState, item: Item, reasons: Reasons): StoredItem {
  const node = state.visits[item.visit - 1]!.step;
  const key = reasonKey(node, item.user);
  const seatUser = handedOverBy(state, item);
  const isHandedOver = seatUser !== null;
  const askedFor = item.role === 'delegate' ? delegatorOf(state, item) : seatUser;
  return {
    no: item.id,
    visit: item.visit,
    node_id: node,
    user_id: item.user,
    on_behalf_of: reasons.substituted.get(key) ?? askedFor,
    role: item.role,
    state: item.state,
    why: ADDED[item.role] ?? (isHandedOver ? '转交' : (reasons.whys.get(key)?.why ?? '')),
    ended: isEnded(item),
  };
}

const delegatorOf = (state: FlowState, { of }: Item): string | null =>
  of === null ? null : (state.items[of - 1]?.user ?? null);

/** Who was asked first, of an item that has been handed over. */
function handedOverBy(state: FlowState, { role, seat, user }: Item): string | null {
  const asked = seat === null ? undefined : state.seats[seat - 1];
  return role === 'main' && asked !== undefined && asked.user !== user ? asked.user : null;
}

/** What lists read of items: new ones, and those whose state is another than before. */
function itemWritings(
  { tenant }: TenantTx,
  row: InstanceRow,
  before: FlowState,
  reasons: Reasons,
  now: Date,
): Writing[] {
  const { state } = row;
  const changed = state.items.filter((item, i) => {
    const old = before.items[i];
    return old !== undefined && old.state !== item.state;
  });
  const added = state.items
    .slice(before.items.length)
    .map((each) => storedItem(state, each, reasons));
  return [
    ...(changed.length > 0 ? [changedItems(tenant.id, row, changed, now)] : []),
    ...(added.length > 0 ? [addedItems(tenant.id, row, added, now)] : []),
  ];
}

function changedItems(
  tenantId: string,
  row: InstanceRow,
  changed: readonly Item[],
  now: Date,
): Writing {
  const states = changed.map((each) => ({ no: each.id, state: each.state, ended: isEnded(each) }));
  return {
    name: 'bpm-items-changed',
    text: `update bpm.flow_item f set state = g.state,
      created_at = case when f.state = 'wait' and g.state = 'active' then $3 else f.created_at end,
      ended_at = case when g.ended then $3 end,
      due_at = case when g.ended then null else f.due_at end
      from json_to_recordset($4::json) g(no integer, state text, ended boolean)
      where f.tenant_id = $1 and f.instance_id = $2 and f.no = g.no`,
    values: [tenantId, row.id, now, JSON.stringify(states)],
  };
}

const addedItems = (
  tenantId: string,
  row: InstanceRow,
  added: readonly StoredItem[],
  now: Date,
): Writing => ({
  name: 'bpm-items-added',
  text: `insert into bpm.flow_item (tenant_id, instance_id, template_id, no, visit, node_id, user_id, on_behalf_of,
      role, state, why, created_at, ended_at)
      select $1, $2, $3, g.no, g.visit, g.node_id, g.user_id, g.on_behalf_of, g.role, g.state, g.why, $4,
        case when g.ended then $4::timestamptz end
      from json_to_recordset($5::json) g(no integer, visit integer, node_id text, user_id text,
        on_behalf_of text, role text, state text, why text, ended boolean)`,
  values: [tenantId, row.id, row.template_id, now, JSON.stringify(added)],
});

function timerWritings({ tenant }: TenantTx, row: InstanceRow, before: FlowState): Writing[] {
  const { timers } = row.state;
  const added = timers.filter(
    ({ state }, i) => state === 'live' && before.timers[i]?.state !== 'live',
  );
  const gone = timers.filter(
    ({ state }, i) => state !== 'live' && before.timers[i]?.state === 'live',
  );
  if (added.length + gone.length === 0) return [];
  return [
    ...(gone.length > 0 ? [goneTimers(tenant.id, row, gone)] : []),
    ...(added.length > 0 ? [addedTimers(tenant.id, row, added)] : []),
    {
      text: `update bpm.flow_item f set due_at = (select min(t.due_at) from bpm.flow_timer t
        where t.tenant_id = $1 and t.instance_id = $2 and t.visit = f.visit)
        where f.tenant_id = $1 and f.instance_id = $2 and f.state in ('active', 'wait', 'hold')`,
      values: [tenant.id, row.id],
    },
  ];
}

const goneTimers = (tenantId: string, row: InstanceRow, gone: FlowState['timers']): Writing => ({
  text: 'delete from bpm.flow_timer where tenant_id = $1 and instance_id = $2 and no = any($3)',
  values: [tenantId, row.id, gone.map(({ id }) => id)],
});

const addedTimers = (tenantId: string, row: InstanceRow, added: FlowState['timers']): Writing => ({
  text: `insert into bpm.flow_timer (tenant_id, instance_id, no, visit, due_at)
    select $1, $2, g.no, g.visit, to_timestamp(g.at / 1000.0)
    from json_to_recordset($3::json) g(no integer, visit integer, at double precision)`,
  values: [
    tenantId,
    row.id,
    JSON.stringify(added.map(({ id, visit, at }) => ({ no: id, visit, at }))),
  ],
});

type Copied = Extract<FlowEvent, { kind: 'copied' }>;
const copiesIn = (events: readonly FlowEvent[]): Copied[] =>
  events.flatMap((event) => (event.kind === 'copied' ? [event] : []));

/** A second copy to the same person adds to what the first shows; a node's rights go before it. */
const copyWriting = (
  tenantId: string,
  row: InstanceRow,
  { visit, users }: Copied,
  copied: readonly string[],
  now: Date,
): Writing => ({
  text: `insert into bpm.flow_cc as c (tenant_id, instance_id, template_id, user_id, node_id, at, fields)
    select $1, $2, $3, unnest($4::text[]), $5, $6, $7::text[]
    on conflict (tenant_id, instance_id, user_id) do update set at = excluded.at, read_at = null,
      node_id = coalesce(excluded.node_id, c.node_id),
      fields = array(select unnest(c.fields) union select unnest(excluded.fields))`,
  values: [
    tenantId,
    row.id,
    row.template_id,
    users,
    visit === null ? null : row.state.visits[visit - 1]!.step,
    now,
    visit === null ? copied : null,
  ],
});

const eventWriting = (
  tenantId: string,
  row: InstanceRow,
  deed: Deed,
  events: readonly FlowEvent[],
  now: Date,
): Writing => ({
  name: 'bpm-event',
  text: `insert into bpm.flow_event (tenant_id, instance_id, seq, op, actor, on_behalf_of, item, node_id, target,
      user_ids, opinion, signature, files, diff, record_version, ip, events, at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
  values: [
    tenantId,
    row.id,
    row.seq,
    deed.op,
    deed.actor,
    deed.onBehalfOf ?? null,
    deed.item ?? null,
    deed.nodeId ?? null,
    deed.target ?? null,
    deed.userIds ?? [],
    deed.opinion ?? '',
    deed.signature ?? null,
    deed.files ?? [],
    JSON.stringify(deed.diff ?? []),
    deed.recordVersion ?? null,
    deed.ip ?? '',
    JSON.stringify(events),
    now,
  ],
});

/** Most people a list shows an instance is waiting for. */
const MAX_WAITING = 5;

/** What an operation writes, and whom it was copied to. */
export interface Storing {
  readonly writings: readonly Writing[];
  readonly copiedTo: readonly string[];
}

/** Those who are asked see in their lists that they were urged. */
const urgedWriting = ({ tenant }: TenantTx, row: InstanceRow, now: Date): Writing => ({
  text: `update bpm.flow_item set urged_at = $3
    where tenant_id = $1 and instance_id = $2 and state = 'active'`,
  values: [tenant.id, row.id, now],
});

/**
 * What writes an operation's events and all that lists read of them. `row` has the state they led
 * to.
 */
export async function storing(
  tx: TenantTx,
  row: InstanceRow,
  before: FlowState,
  events: readonly FlowEvent[],
  deed: Deed,
  reasons: Reasons,
  now: Date,
): Promise<Storing> {
  const copies = copiesIn(events);
  const timers = timerWritings(tx, row, before);
  row.seq += 1;
  const writings = [
    eventWriting(tx.tenant.id, row, deed, events, now),
    ...itemWritings(tx, row, before, reasons, now),
    ...(events.some(({ kind }) => kind === 'urged') ? [urgedWriting(tx, row, now)] : []),
    ...timers,
    ...copies.map((each) => copyWriting(tx.tenant.id, row, each, deed.copied ?? [], now)),
  ];
  return { writings, copiedTo: copies.flatMap(({ users }) => users) };
}

/** The columns of an instance that follow from its state. */
function takeState(row: InstanceRow, now: Date): void {
  row.status = shownStatus(row.state);
  const active = row.state.items.filter(({ state }) => state === 'active');
  row.waiting = [...new Set(active.map(({ user }) => user))].slice(0, MAX_WAITING);
  const isOver = !['draft', 'running', 'suspended'].includes(row.state.status);
  row.ended_at = isOver ? (row.ended_at ?? now) : null;
  if (row.state.round > 0) row.started_at ??= now;
}

/** The instance itself, written once for all operations of a transaction. */
export function instanceWriting({ tenant }: TenantTx, row: InstanceRow, now: Date): Writing {
  takeState(row, now);
  return {
    name: 'bpm-instance-update',
    text: `update bpm.flow_instance set status = $3, state = $4, seq = $5, waiting = $6, started_at = $7, ended_at = $8,
      title = $9, code = $10, summary = $11, record_id = $12, snapshot = $13, picks = $14, version_no = $15,
      form = $16, starter_dept = $17, made_record = $18, updated_at = $19 where tenant_id = $1 and id = $2`,
    values: [
      tenant.id,
      row.id,
      row.status,
      JSON.stringify(row.state),
      row.seq,
      row.waiting,
      row.started_at,
      row.ended_at,
      row.title,
      row.code,
      JSON.stringify(row.summary),
      row.record_id,
      row.snapshot && JSON.stringify(row.snapshot),
      JSON.stringify(row.picks),
      row.version_no,
      row.form && JSON.stringify(row.form),
      row.starter_dept,
      row.made_record,
      now,
    ],
  };
}
