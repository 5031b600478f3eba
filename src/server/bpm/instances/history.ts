import type {
  AttachmentRef,
  EventOp,
  FlowHistoryEntry,
  FlowVisit,
} from '../../../contract/index.ts';
import { fold, draftOf, type FlowEvent } from '../../../flow/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { nodeName, type Prepared } from '../prepared.ts';
import type { Difference } from './deed.ts';
import type { FieldRights } from './field-rights.ts';
import { itemId } from './rows.ts';

export interface EventRow {
  seq: number;
  op: EventOp;
  actor: string | null;
  on_behalf_of: string | null;
  item: number | null;
  node_id: string | null;
  target: string | null;
  user_ids: string[];
  opinion: string;
  signature: string | null;
  files: string[];
  diff: Difference[];
  events: FlowEvent[];
  at: Date;
}

/** All that was done in an instance, in its order. */
export const eventRows = (tx: TenantTx, instanceId: string): Promise<EventRow[]> =>
  tx.query<EventRow>(
    `select seq, op, actor, on_behalf_of, item, node_id, target, user_ids, opinion, signature, files, diff,
      events, at from bpm.flow_event where tenant_id = $1 and instance_id = $2 order by seq`,
    [tx.tenant.id, instanceId],
    { name: 'bpm-events' },
  );

const WORDS: Readonly<Record<EventOp, string>> = {
  start: '发起了流程',
  submit: '提交了流程',
  approve: '同意',
  reject: '拒绝',
  return: '退回',
  transfer: '转交',
  delegate: '委托',
  addSign: '加签',
  removeSign: '减签',
  withdraw: '撤回了流程',
  retract: '撤回了自己的审批',
  urge: '催办',
  cc: '抄送',
  comment: '评论',
  jump: '跳转',
  reassign: '改派',
  suspend: '暂停了流程',
  resume: '恢复了流程',
  cancel: '终止了流程',
  timeout: '超时',
  met: '条件已满足',
  performed: '自动执行',
  calledBack: '外部系统已答复',
  failed: '自动执行失败',
  childEnded: '子流程结束',
  migrate: '移到了新的版本',
};

function wordsOf(
  row: EventRow,
  prepared: Prepared,
  names: Readonly<Record<string, string>>,
): string {
  const people = row.user_ids.map((id) => names[id] ?? '已离开的成员').join('、');
  const parts = [
    WORDS[row.op],
    row.target === null ? '' : `到“${nodeName(prepared, row.target)}”`,
    people === '' ? '' : `给${people}`,
  ];
  return parts.join('');
}

/** When each item became active, by its number. */
function activations(rows: readonly EventRow[]): ReadonlyMap<number, Date> {
  const found = new Map<number, Date>();
  let items = 0;
  for (const { events, at } of rows)
    for (const event of events) {
      if (event.kind === 'asked') {
        items += 1;
        if (event.state === 'active') found.set(items, at);
      }
      if (event.kind === 'moved' && event.state === 'active' && !found.has(event.item))
        found.set(event.item, at);
    }
  return found;
}

const SECOND_MS = 1_000;

/** What the entries of a history are made with. */
export interface HistoryFacts {
  readonly instanceId: string;
  readonly prepared: Prepared;
  readonly rights: FieldRights;
  readonly names: Readonly<Record<string, string>>;
  readonly files: ReadonlyMap<string, AttachmentRef>;
}
interface EntryFacts extends HistoryFacts {
  readonly since: ReadonlyMap<number, Date>;
}

/** History as it is answered; differences of hidden fields are left out. */
export function historyOf(rows: readonly EventRow[], facts: HistoryFacts): FlowHistoryEntry[] {
  const since = activations(rows);
  return rows.map((row) => entryOf(row, { ...facts, since }));
}

function entryOf(row: EventRow, facts: EntryFacts): FlowHistoryEntry {
  const { prepared, rights } = facts;
  return {
    seq: row.seq,
    op: row.op,
    actor: row.actor,
    onBehalfOf: row.on_behalf_of,
    itemId: row.item === null ? null : itemId(facts.instanceId, row.item),
    nodeId: row.node_id,
    nodeName: row.node_id === null ? '' : nodeName(prepared, row.node_id),
    targetNodeId: row.target,
    userIds: row.user_ids,
    opinion: row.opinion,
    ...filesOf(row, facts),
    diff: row.diff.filter(({ field }) => (rights[field] ?? 'hidden') !== 'hidden'),
    words: wordsOf(row, prepared, facts.names),
    at: row.at.toISOString(),
    waited: secondsWaited(row, facts.since),
  };
}

const filesOf = (row: EventRow, { files }: HistoryFacts) => ({
  signature: row.signature === null ? null : (files.get(row.signature) ?? null),
  attachments: row.files.flatMap((id) => files.get(id) ?? []),
});

function secondsWaited({ item, at }: EventRow, since: EntryFacts['since']): number | null {
  const began = item === null ? undefined : since.get(item);
  return began ? Math.round((at.getTime() - began.getTime()) / SECOND_MS) : null;
}

/** The visits of an instance, and when each was entered and left. */
function timedVisits(starter: string, rows: readonly EventRow[]) {
  const entered: Date[] = [];
  const left = new Map<number, Date>();
  let state = draftOf(starter);
  for (const { events, at } of rows) {
    const before = state;
    state = events.reduce(fold, state);
    for (const visit of state.visits) {
      const was = before.visits[visit.id - 1];
      if (!was) entered.push(at);
      if (visit.state !== 'active' && (was === undefined || was.state === 'active'))
        left.set(visit.id, at);
      if (visit.state === 'active') left.delete(visit.id);
    }
  }
  return { visits: state.visits, entered, left };
}

/** Each entering of a node, with its times. */
export function visitsOf(
  prepared: Prepared,
  starter: string,
  rows: readonly EventRow[],
): FlowVisit[] {
  const { visits, entered, left } = timedVisits(starter, rows);
  return visits.map((visit) => ({
    visit: visit.id,
    nodeId: visit.step,
    nodeName: nodeName(prepared, visit.step),
    type: prepared.nodes.get(visit.step)?.type ?? ('approve' as const),
    state: visit.state,
    how: visit.how ?? null,
    round: visit.round,
    enteredAt: entered[visit.id - 1]!.toISOString(),
    leftAt: left.get(visit.id)?.toISOString() ?? null,
  }));
}
