import {
  STRATEGIES,
  type InputOf,
  type Operated,
  type RecordValues,
} from '../../../contract/index.ts';
import { shownStatus, type Actor, type Brought, type Command } from '../../../flow/index.ts';
import { AppError } from '../../kernel/index.ts';
import { attachable } from '../../storage/index.ts';
import { activeAmong } from '../people/candidates.ts';
import { keepFiles } from '../people/files.ts';
import { seenInstance, type Seen } from './access.ts';
import { askedOf, type Asked } from './asked.ts';
import type { Deed } from './deed.ts';
import { Consequences } from './effects.ts';
import { hasRequired, requireFilled, requireWritable } from './field-rights.ts';
import { FlowRun } from './flow-run.ts';
import { placedAt } from './places.ts';
import { itemId, lastApproval, lockInstance, readItemId } from './rows.ts';
import { shownTo, writableTo, writerRights } from './shown.ts';
import { requirePicks, startProcess, type Doing } from './start.ts';
import { describeInstance } from './titles.ts';
import { writeRecord, type Written } from './write.ts';

/** Operations by which someone answers what he was asked. */
const DECIDING = ['approve', 'reject', 'return', 'transfer', 'delegate', 'addSign'];

interface Operating {
  readonly doing: Doing;
  readonly run: FlowRun;
  readonly seen: Seen;
  readonly asked: Asked;
  readonly item: number | null;
}

const brings = ({ opinion, signature, attachments }: Asked): Brought => ({
  hasOpinion: (opinion ?? '').trim() !== '',
  isSigned: signature !== undefined,
  hasFiles: (attachments ?? []).length > 0,
});

function needed<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new AppError('FLOW_TARGET_NEEDED', { what });
  return value;
}

/** Which part of the instance a jump moves: the one there is, unless it is named. */
function visitOf({ run, asked }: Operating): number {
  if (asked.visit !== undefined) return asked.visit;
  const { visits } = run.row.state;
  const active = visits.filter(({ state, open }) => state === 'active' && open === 0);
  if (active.length !== 1) throw new AppError('FLOW_TARGET_NEEDED', { what: '要跳转的节点' });
  return active[0]!.id;
}

const firstUser = ({ asked }: Operating): string => needed(asked.userIds?.[0], '人员');
const ownItem = ({ item }: Operating): number => needed(item, '待办');

type Unstamped<C> = C extends unknown ? Omit<C, 'now' | 'request'> : never;
type Made = Unstamped<Command>;
type Make = (operating: Operating, by: Actor) => Made;

const COMMANDS: Readonly<Record<Asked['op'], Make>> = {
  submit: (_, by) => ({ kind: 'submit', by }),
  approve: (at, by) => ({ kind: 'approve', by, item: ownItem(at), brings: brings(at.asked) }),
  reject: (at, by) => ({ kind: 'reject', by, item: ownItem(at), brings: brings(at.asked) }),
  return: (at, by) => ({
    kind: 'return',
    by,
    item: ownItem(at),
    to: at.asked.targetNodeId ?? at.run.prepared.model.start,
    brings: brings(at.asked),
    ...(at.asked.mode && { mode: at.asked.mode }),
  }),
  transfer: (at, by) => ({
    kind: 'transfer',
    by,
    item: ownItem(at),
    to: firstUser(at),
    brings: brings(at.asked),
  }),
  delegate: (at, by) => ({
    kind: 'delegate',
    by,
    item: ownItem(at),
    to: firstUser(at),
    brings: brings(at.asked),
  }),
  addSign: (at, by) => ({
    kind: at.asked.when === 'after' ? 'addAfter' : 'addBefore',
    by,
    item: ownItem(at),
    users: needed(at.asked.userIds, '加签的人'),
    brings: brings(at.asked),
  }),
  removeSign: (at, by) => ({ kind: 'removeAdded', by, item: ownItem(at) }),
  withdraw: (at, by) =>
    at.asked.itemId === undefined
      ? { kind: 'withdraw', by }
      : { kind: 'retract', by, item: ownItem(at) },
  retract: (at, by) => ({ kind: 'retract', by, item: ownItem(at) }),
  urge: (_, by) => ({ kind: 'urge', by }),
  cc: (at, by) => ({ kind: 'copy', by, users: needed(at.asked.userIds, '抄送的人') }),
  comment: (_, by) => ({ kind: 'comment', by }),
  jump: (at, by) => ({
    kind: 'jump',
    by,
    visit: visitOf(at),
    to: needed(at.asked.targetNodeId, '要跳转到的节点'),
  }),
  reassign: (at, by) => ({ kind: 'reassign', by, item: ownItem(at), to: firstUser(at) }),
  suspend: (_, by) => ({ kind: 'suspend', by }),
  resume: (_, by) => ({ kind: 'resume', by }),
  cancel: (_, by) => ({ kind: 'cancel', by }),
};

/** Why managers do something to another's approval is always said. */
const NEED_REASON = ['jump', 'reassign', 'suspend', 'resume', 'cancel'];

/**
 * The item an operation is about; when none is named, the person's own open one, or to take an
 * approval back the last they gave.
 */
function itemOf({ row, item }: Seen, asked: Asked, userId: string): number | null {
  if (asked.itemId === undefined && asked.op === 'retract')
    return lastApproval(row.state, userId)?.id ?? null;
  if (asked.itemId === undefined) return DECIDING.includes(asked.op) ? item : null;
  const { instanceId, no } = readItemId(asked.itemId);
  if (instanceId !== row.id) throw new AppError('FLOW_ITEM_GONE');
  return no;
}

/** Who only may read the record has no say in its approval. */
function requirePart({ op }: Asked, { role }: Seen): void {
  if (role === 'reader' && (op === 'cc' || op === 'comment'))
    throw new AppError('FLOW_OPERATION_CLOSED');
}

function requireReason({ op, opinion }: Asked, { isManager }: Seen): void {
  if (NEED_REASON.includes(op) && isManager && (opinion ?? '').trim() === '')
    throw new AppError('FLOW_OPINION_REQUIRED');
}

/** Refuses people who do not work here. */
async function requireMembers({ tx }: Doing, userIds: readonly string[] = []): Promise<void> {
  const active = await activeAmong(tx, userIds);
  if (userIds.some((id) => !active.has(id))) throw new AppError('FLOW_NOBODY');
}

/** Files of an opinion are those the person may use. */
async function requireFiles({ tx, ctx }: Doing, instanceId: string, asked: Asked): Promise<void> {
  const ids = [...(asked.attachments ?? []), ...(asked.signature ? [asked.signature] : [])];
  if (ids.length === 0) return;
  const found = await attachable(tx, ctx.userId, ids);
  if (found.length < new Set(ids).size) throw new AppError('FILE_UNKNOWN');
  await keepFiles(tx, instanceId, ids);
}

const NOTHING_WRITTEN = { diff: [], recordVersion: null } as const;

/** What an operation writes of the record, and whether it has to be filled in. */
function writingOf({ run, seen, asked }: Operating) {
  const values = (asked.values ?? {}) as RecordValues;
  const isWriting = Object.keys(values).length > 0;
  const isFilling = asked.op === 'approve' || asked.op === 'submit';
  const isAsked = seen.role === 'assignee';
  return {
    values,
    isWriting,
    mayWrite: isAsked && (isFilling || DECIDING.includes(asked.op)),
    demands: isFilling && isAsked && hasRequired(run.prepared, seen.node),
  };
}

/** Checks what was changed of the record, and what has to be filled in, and writes it. */
async function writeValues(operating: Operating): Promise<Written | typeof NOTHING_WRITTEN> {
  const { run, seen, doing } = operating;
  const { row } = run;
  const { records } = doing.parts;
  const { values, isWriting, mayWrite, demands } = writingOf(operating);
  if (row.record_id === null || (!isWriting && !demands)) return NOTHING_WRITTEN;
  if (isWriting && !mayWrite) throw new AppError('FLOW_OPERATION_CLOSED');
  const describe = await records.describe(doing.tx, row.object_name);
  const rights = await writableTo(doing, seen);
  requireWritable(describe, rights, values);
  const before = (await records.read(doing.tx, row.object_name, row.record_id)) ?? {};
  if (demands) requireFilled(describe, rights, { ...before, ...values });
  if (!isWriting) return NOTHING_WRITTEN;
  const writer = { userId: doing.ctx.userId, ...writerRights(seen) };
  return placedAt('/values', writeRecord(run, writer, values, before));
}

/** People the one who decides chooses for nodes to come. */
async function takePicks({ run, asked, seen }: Operating): Promise<void> {
  if (!asked.picks) return;
  const isDeciding = DECIDING.includes(asked.op) || asked.op === 'submit';
  if (!isDeciding || seen.role !== 'assignee') throw new AppError('FLOW_OPERATION_CLOSED');
  const by = asked.op === 'submit' ? STRATEGIES.starterPicks : STRATEGIES.approverPicks;
  await requirePicks(run.tx, run.prepared, asked.picks, [by]);
  Object.assign(run.row.picks, asked.picks);
}

/** A copy shows what its sender is shown. */
async function copiedFields({ doing, seen, asked }: Operating): Promise<Partial<Deed>> {
  if (asked.op !== 'cc') return {};
  const { plain } = await shownTo(doing, seen);
  return { copied: Object.keys(plain).filter((name) => plain[name] !== 'hidden') };
}

function deedOf(operating: Operating, more: Partial<Deed>): Deed {
  const { asked, doing, run, item } = operating;
  const { state } = run.row;
  const { signature = null, attachments: files = [] } = asked;
  const visit = item === null ? undefined : state.items[item - 1]?.visit;
  return {
    op: asked.op === 'withdraw' && asked.itemId !== undefined ? 'retract' : asked.op,
    actor: doing.ctx.userId,
    item,
    nodeId: visit === undefined ? null : (state.visits[visit - 1]?.step ?? null),
    target: asked.targetNodeId ?? null,
    userIds: asked.userIds ?? [],
    opinion: (asked.opinion ?? '').trim(),
    signature,
    files,
    ip: doing.ctx.ip,
    ...more,
  };
}

/** Does an operation, with all that follows, in the caller's transaction. */
export async function operate(
  doing: Doing,
  given: InputOf<'bpm.process.operate'>,
): Promise<Operated> {
  const { tx, parts, ctx } = doing;
  const asked = askedOf(given);
  const instanceId =
    asked.itemId === undefined ? asked.instanceId : readItemId(asked.itemId).instanceId;
  const row = await lockInstance(tx, needed(instanceId, '流程'));
  const seen = await seenInstance(doing, row.id, row);
  if (row.deleted_at !== null) throw new AppError('FLOW_DELETED');
  if (asked.op === 'submit' && ['draft', 'withdrawn'].includes(row.status))
    return restarted(doing, asked, row.id);
  requirePart(asked, seen);
  requireReason(asked, seen);
  await requireMembers(doing, asked.userIds);
  await requireFiles(doing, row.id, asked);
  const run = await FlowRun.of(tx, parts, row);
  const operating: Operating = { doing, run, seen, asked, item: itemOf(seen, asked, ctx.userId) };
  await takePicks(operating);
  const by: Actor = { user: ctx.userId, isManager: seen.isManager };
  const made = COMMANDS[asked.op](operating, by);
  const written = { ...(await writeValues(operating)), ...(await copiedFields(operating)) };
  if (asked.op === 'submit') await describeInstance(run);
  const consequences = new Consequences();
  const request =
    asked.requestId === undefined ? {} : { request: `${ctx.userId} ${asked.requestId}` };
  const command = { ...made, now: run.now.getTime(), ...request } as Command;
  await consequences.carryOut(run, command, deedOf(operating, written));
  await consequences.finish();
  return operatedOf(run, ctx.userId);
}

const operatedOf = ({ row }: FlowRun, userId: string): Operated => {
  const next = row.state.items.find(({ user, state }) => user === userId && state === 'active');
  return {
    state: shownStatus(row.state),
    instanceId: row.id,
    itemId: next ? itemId(row.id, next.id) : null,
  };
};

async function restarted(
  doing: Doing,
  { values, picks }: Asked,
  instanceId: string,
): Promise<Operated> {
  await startProcess(doing, {
    instanceId,
    ...(values && { record: values }),
    ...(picks && { picks }),
  });
  const row = await lockInstance(doing.tx, instanceId);
  return { state: row.status, instanceId, itemId: null };
}
