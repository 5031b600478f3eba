import {
  FLOW_OPS,
  type DataOf,
  type FlowDetail,
  type FlowForm,
  type FlowOp,
  type OfferedOp,
  type RecordValues,
} from '../../../contract/index.ts';
import {
  decide,
  isLiveItem,
  shownStatus,
  type Command,
  type HumanOp,
  type HumanSettings,
  type Item,
} from '../../../flow/index.ts';
import type { Context } from '../../kernel/index.ts';
import type { Parts } from '../parts.ts';
import { notifyLists } from './messages.ts';
import { openedInstance, type Opened, type Reader } from './opened.ts';
import { seenAlready, seenInstance, type Seen } from './access.ts';
import { callsOf } from './calls.ts';
import { shownRecord, type FieldRights } from './field-rights.ts';
import { historyOf, visitsOf } from './history.ts';
import { isOpen, itemId, lastApproval, type InstanceRow } from './rows.ts';
import { goesByOwnRights, shownTo } from './shown.ts';
import type { Doing } from './start.ts';
import { candidatesOf, nodeName, nodeSettings, asksPeople, type Prepared } from '../prepared.ts';

const OFFERED: readonly {
  op: FlowOp;
  core: HumanOp;
  button: string;
  label: string;
  when?: 'before' | 'after';
}[] = [
  { op: 'approve', core: 'approve', button: 'approve', label: '同意' },
  { op: 'reject', core: 'reject', button: 'reject', label: '拒绝' },
  { op: 'return', core: 'return', button: 'return', label: '退回' },
  { op: 'transfer', core: 'transfer', button: 'transfer', label: '转交' },
  { op: 'delegate', core: 'delegate', button: 'delegate', label: '委托' },
  { op: 'addSign', core: 'addBefore', button: 'addSignBefore', label: '前加签', when: 'before' },
  { op: 'addSign', core: 'addAfter', button: 'addSignAfter', label: '后加签', when: 'after' },
];
const LABELS: Partial<Record<FlowOp, string>> = {
  submit: '重新提交',
  withdraw: '撤回',
  retract: '撤回我的审批',
  urge: '催办',
  cc: '抄送',
  comment: '评论',
  jump: '跳转',
  reassign: '改派',
  suspend: '暂停',
  resume: '恢复',
  cancel: '终止',
};

const plain = (op: FlowOp): OfferedOp => ({
  key: op,
  op,
  label: LABELS[op] ?? op,
  needOpinion: ['jump', 'reassign', 'suspend', 'resume', 'cancel'].includes(op),
  needSignature: false,
  needAttachment: false,
});

/** What may be done with one's own item, as its node's buttons say. */
function ofItem({ row, prepared, item, node }: Seen): OfferedOp[] {
  const own = item === null ? undefined : row.state.items[item - 1];
  if (!own || node === null || row.status === 'suspended') return [];
  if (own.role === 'start') return [plain('submit')];
  const step = prepared.model.steps.get(node);
  if (!step || !asksPeople(step)) return [];
  const { ops } = step.settings as HumanSettings;
  const buttons = (nodeSettings(prepared, node)['buttons'] ?? {}) as Buttons;
  return OFFERED.flatMap((offer): OfferedOp[] => {
    const demand = ops[offer.core];
    const isOffered = demand && (offer.op !== 'addSign' || maySign(row, own, offer.when));
    return isOffered ? [offered(offer, demand, buttons)] : [];
  });
}

type Offer = (typeof OFFERED)[number];
type Buttons = Record<string, { label?: string }>;

/** Others may sign once before and once after an item; a delegate adds no one. */
const maySign = ({ state }: InstanceRow, own: Item, when: Offer['when']): boolean =>
  own.role !== 'delegate' && !state.items.some((each) => each.of === own.id && each.role === when);

const offered = (
  { op, label, button, when }: Offer,
  demand: NonNullable<HumanSettings['ops'][HumanOp]>,
  buttons: Buttons,
): OfferedOp => ({
  key: when === undefined ? op : `${op}.${when}`,
  op,
  label: buttons[button]?.label ?? label,
  ...(when && { when }),
  needOpinion: demand.opinion ?? false,
  needSignature: demand.signature ?? false,
  needAttachment: demand.attachment ?? false,
});

/** Whether a command would be carried out now: the core is asked, nothing is done. */
function isPossible({ prepared, row }: Seen, command: Command): boolean {
  return decide(prepared.model, row.state, command).kind !== 'refused';
}

/** What the reader may do with the whole instance. */
function ofInstance(seen: Seen, userId: string, now: number): OfferedOp[] {
  const { row, isManager } = seen;
  const by = { user: userId, isManager };
  const lastOwn = lastApproval(row.state, userId);
  const asked: readonly (readonly [FlowOp, Command | undefined])[] = [
    ['withdraw', { kind: 'withdraw', by, now }],
    ['retract', lastOwn && { kind: 'retract', by, item: lastOwn.id, now }],
    ['urge', { kind: 'urge', by, now }],
    ['suspend', { kind: 'suspend', by, now }],
    ['resume', { kind: 'resume', by, now }],
    ['cancel', { kind: 'cancel', by, now }],
  ];
  const possible = asked.flatMap(([op, command]) =>
    command && isPossible(seen, command) ? [plain(op)] : [],
  );
  const managed: FlowOp[] = [
    ...(jumpTargets(seen, userId, now).length > 0 ? (['jump'] as const) : []),
    ...(reassignable(seen).length > 0 ? (['reassign'] as const) : []),
  ];
  const talk: FlowOp[] = row.status === 'draft' || seen.role === 'reader' ? [] : ['cc', 'comment'];
  const restart: FlowOp[] =
    row.status === 'withdrawn' && row.starter_id === userId ? ['submit'] : [];
  return [...restart.map(plain), ...possible, ...managed.map(plain), ...talk.map(plain)];
}

/** Nodes the reader's item may be returned to. */
function returnTargets(seen: Seen, userId: string, now: number) {
  const { row, prepared, item } = seen;
  if (item === null || row.state.items[item - 1]!.role === 'start') return [];
  const brings = { hasOpinion: true, isSigned: true, hasFiles: true };
  const by = { user: userId, isManager: false };
  const passed = new Set(row.state.visits.map(({ step }) => step));
  return [...passed]
    .filter((to) => isPossible(seen, { kind: 'return', by, item, to, brings, now }))
    .map((to) => namedNode(prepared, to));
}

const namedNode = (prepared: Prepared, nodeId: string) => ({
  nodeId,
  name: nodeName(prepared, nodeId),
});

/** Nodes a manager may move it to, while it is at one place only. */
function jumpTargets(seen: Seen, userId: string, now: number) {
  const { row, prepared, isManager } = seen;
  const active = row.state.visits.filter(({ state, open }) => state === 'active' && open === 0);
  if (!isManager || active.length !== 1 || row.status !== 'running') return [];
  const [{ id: visit, step }] = active as [(typeof active)[number]];
  const by = { user: userId, isManager };
  return [...prepared.model.steps.keys()]
    .filter((to) => to !== step && isPossible(seen, { kind: 'jump', by, visit, to, now }))
    .map((to) => namedNode(prepared, to));
}

/** What others are asked for, which a manager may give to someone else. */
function reassignable(
  { row, prepared, isManager }: Seen,
  names: Opened['names'] = {},
): FlowDetail['reassignable'] {
  if (!isManager || row.status !== 'running') return [];
  return row.state.items
    .filter((item) => isLiveItem(item) && item.role !== 'start')
    .map(({ id, user, visit }) => ({
      itemId: itemId(row.id, id),
      userId: user,
      name: `${names[user] ?? ''}（${nodeName(prepared, row.state.visits[visit - 1]!.step)}）`,
    }));
}

/** Nodes to come whose people the one who decides chooses. */
const picksOf = ({ prepared, row, item }: Seen) =>
  item === null
    ? []
    : [...prepared.model.steps.values()]
        .filter(
          (step) =>
            asksPeople(step) &&
            candidatesOf(prepared, step.id).some(({ strategy }) => strategy === 34) &&
            !row.state.visits.some((visit) => visit.step === step.id),
        )
        .map(({ id }) => namedNode(prepared, id));

const returnModeOf = ({ prepared, node }: Seen): FlowDetail['returnMode'] =>
  (node === null ? undefined : (nodeSettings(prepared, node)['returnMode'] as 'replay')) ??
  'choose';

/** Whether the reader has something of it he has not looked at; who views as another leaves no trace. */
function isNews({ ctx }: Pick<Doing, 'ctx'>, { role }: Seen, { items, cc }: Opened): boolean {
  if (ctx.session.viewedBy) return false;
  const isUnread = ({ userId, readAt }: { userId: string; readAt: string | null }): boolean =>
    userId === ctx.userId && readAt === null;
  return role === 'assignee'
    ? items.some((item) => item.state === 'active' && isUnread(item))
    : cc.some(isUnread);
}

const READ_ITEM = `update bpm.flow_item set read_at = now() where tenant_id = $1 and instance_id = $2
  and user_id = $3 and state = 'active' and read_at is null`;
const READ_COPY = `update bpm.flow_cc set read_at = now() where tenant_id = $1 and instance_id = $2
  and user_id = $3 and read_at is null`;

/** The first look at an item or a copy is remembered; answers the instance with it. */
async function noteRead({ tx, ctx }: Doing, { role }: Seen, { row }: Opened): Promise<Opened> {
  const text = role === 'assignee' ? READ_ITEM : READ_COPY;
  await tx.runTogether([{ text, values: [tx.tenant.id, row.id, ctx.userId] }]);
  await notifyLists(tx, [ctx.userId]);
  return openedInstance(tx, row.id);
}

function offeredTo(seen: Seen, userId: string, now: number): OfferedOp[] {
  const { row } = seen;
  if (row.is_past) return [];
  const offered = [
    ...ofItem(seen),
    ...(isOpen(row.status) || row.seq > 0 ? ofInstance(seen, userId, now) : []),
  ];
  return offered.toSorted((a, b) => FLOW_OPS.indexOf(a.op) - FLOW_OPS.indexOf(b.op));
}

const peopleOf = ({ items, cc, names }: Opened) => ({
  items: [...items],
  waitingFor: items.filter(({ state }) => state === 'active').map(({ userId }) => userId),
  cc: cc.map(({ userId, at, readAt }) => ({ userId, at, readAt })),
  labels: { user: names },
});

const ownFacts = (row: InstanceRow) => ({
  instanceId: row.id,
  templateId: row.template_id,
  templateName: row.template_name,
  version: row.version_no,
  title: row.title,
  code: row.code,
  state: shownStatus(row.state),
  objectApiName: row.object_name,
  recordId: row.record_id,
  starterId: row.starter_id,
  starterDeptId: row.starter_dept,
  createdAt: row.created_at.toISOString(),
  startedAt: row.started_at?.toISOString() ?? null,
  endedAt: row.ended_at?.toISOString() ?? null,
  parentId: row.parent_id,
});

function detailOf(opened: Opened, seen: Seen, rights: FieldRights, userId: string): FlowDetail {
  const { row, prepared } = seen;
  const { events, files, names } = opened;
  const now = Date.now();
  return {
    ...ownFacts(row),
    ...peopleOf(opened),
    latestVersion: opened.latest,
    itemId: seen.item === null ? null : itemId(row.id, seen.item),
    role: seen.role,
    offered: offeredTo(seen, userId, now),
    returnTargets: returnTargets(seen, userId, now),
    jumpTargets: jumpTargets(seen, userId, now),
    reassignable: reassignable(seen, names),
    returnMode: returnModeOf(seen),
    picks: picksOf(seen),
    visits: visitsOf(prepared, row.starter_id, events),
    calls: callsOf(opened, seen),
    events: historyOf(events, { instanceId: row.id, prepared, rights, names, files }),
    children: opened.children,
  };
}

/** All that the page of an instance shows. */
async function instanceDetail(doing: Doing, id: string): Promise<FlowDetail> {
  const { tx, ctx } = doing;
  const opened = await openedInstance(tx, id);
  const seen = await seenInstance(doing, id, opened.row);
  const shown = isNews(doing, seen, opened) ? await noteRead(doing, seen, opened) : opened;
  return detailOf(shown, seen, (await shownTo(doing, seen)).plain, ctx.userId);
}

/** The same in one reading statement, where it shows nothing of the record and nothing is new. */
export async function openInstance(parts: Parts, ctx: Context, id: string): Promise<FlowDetail> {
  const { db } = parts;
  const query: Reader['query'] = (text, values, options) =>
    db.readTenant(ctx, text, values, options);
  const opened = await openedInstance({ tenant: ctx.tenant, query }, id);
  const seen = seenAlready({ parts, ctx }, opened);
  const isPlain = opened.events.every(({ diff }) => diff.length === 0);
  if (seen && isPlain && !isNews({ ctx }, seen, opened))
    return detailOf(opened, seen, {}, ctx.userId);
  return db.withTenant(ctx, (tx) => instanceDetail({ tx, parts, ctx }, id));
}

/** The history alone. */
export async function instanceHistory(
  doing: Doing,
  id: string,
): Promise<DataOf<'bpm.process.history'>> {
  const { events, labels } = await instanceDetail(doing, id);
  return { events, labels };
}

/** What happened at one node. */
export async function nodeDetail(
  doing: Doing,
  { instanceId, nodeId }: { instanceId: string; nodeId: string },
): Promise<Omit<DataOf<'bpm.node.detail'>, 'node'> & { prepared: Prepared }> {
  const detail = await instanceDetail(doing, instanceId);
  const { prepared } = await seenInstance(doing, instanceId);
  return {
    prepared,
    visits: detail.visits.filter((visit) => visit.nodeId === nodeId),
    items: detail.items.filter((item) => item.nodeId === nodeId),
    events: detail.events.filter((event) => event.nodeId === nodeId),
    labels: detail.labels,
  };
}

/** Of a template whose people decide on the record as it was when it was submitted. */
const ofSubmitted = ({ prepared }: Seen): boolean => prepared.settings.dataMode === 'snapshot';

/**
 * Whether the person is shown the record as it was: when it was submitted, where the template says
 * so, or when the instance ended.
 */
const goesBySnapshot = (seen: Seen): boolean =>
  seen.row.snapshot !== null &&
  (seen.row.is_past ||
    (!goesByOwnRights(seen) &&
      (!isOpen(seen.row.status) || (ofSubmitted(seen) && seen.role !== 'starter'))));

const versionIn = (record: RecordValues | null): number | null =>
  typeof record?.['version'] === 'number' ? record['version'] : null;

/** The record as it is now; undefined where there is none, or its object is gone. */
const liveRecord = async (
  { tx, parts }: Doing,
  { record_id, is_past, object_name }: Seen['row'],
  shows: (name: string) => boolean,
) =>
  record_id === null || is_past
    ? undefined
    : parts.records.readWithLabels(tx, object_name, record_id, shows);

/** The record as the reader's node shows it. */
export async function instanceForm(doing: Doing, id: string): Promise<FlowForm> {
  const { tx, parts } = doing;
  const seen = await seenInstance(doing, id);
  const { row } = seen;
  const { describe, rights, own } = await shownTo(doing, seen);
  const shows = (name: string): boolean => rights[name] !== 'hidden';
  const found = own ?? (await liveRecord(doing, row, shows));
  const isSnapshot = own === undefined && goesBySnapshot(seen);
  const record = isSnapshot ? row.snapshot : (found?.record ?? row.form ?? row.snapshot);
  const shown = record && shownRecord(record, rights);
  // Names of what the copy refers to, not of what the record refers to by now.
  const labels =
    isSnapshot && shown && !row.is_past
      ? await parts.records.labels(tx, row.object_name, shown)
      : found?.labels;
  return {
    describe,
    record: shown,
    labels: labels ?? {},
    rights: Object.fromEntries(Object.entries(rights).filter(([, right]) => right !== 'hidden')),
    recordId: row.record_id,
    version: versionIn(record),
    isSnapshot,
    isFinal: isSnapshot && !ofSubmitted(seen),
  };
}
