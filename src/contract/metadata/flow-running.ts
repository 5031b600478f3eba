import { Type, type Static, type TSchema } from 'typebox';
import { Closed } from '../base/closed.ts';
import { MAX_COMMENT } from '../base/constants.ts';
import { FLOW_FIELD_RIGHTS, FLOW_NODES, FLOW_STATES, type FlowNodeType } from './flow.ts';
import { Id, Labels, ObjectDescribe, oneOf, RecordValues } from './meta.ts';

/**
 * Running approvals as calls answer them. Times are ISO 8601; an item's id is its instance's and its
 * number, `instance.number`. People and departments are ids, their names are in `labels` by `user`
 * and `dept`.
 */
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const NODE_TYPES = Object.keys(FLOW_NODES) as [FlowNodeType, ...FlowNodeType[]];

/** Files of one opinion, and people one operation names. */
const MAX_OPINION_FILES = 20;
const MAX_NAMED_PEOPLE = 50;
/** Items that are decided at once. */
export const MAX_BATCH_ITEMS = 100;

const ITEM_STATES = [
  'wait',
  'active',
  'hold',
  'approved',
  'rejected',
  'returned',
  'transferred',
  'removed',
  'timeout',
  'cancelled',
] as const;
/** Why an item is there: a seat of the node, added before or after one, delegated, or the starter's. */
const ITEM_ROLES = ['main', 'before', 'after', 'delegate', 'start'] as const;

/** What `bpm.process.operate` does. */
export const FLOW_OPS = [
  'submit',
  'approve',
  'reject',
  'return',
  'transfer',
  'delegate',
  'addSign',
  'removeSign',
  'withdraw',
  'retract',
  'urge',
  'cc',
  'comment',
  'jump',
  'reassign',
  'suspend',
  'resume',
  'cancel',
] as const;
export type FlowOp = (typeof FLOW_OPS)[number];
/** What events of history say was done: an operation, or what time and other instances do. */
const EVENT_OPS = [
  ...FLOW_OPS,
  'start',
  'timeout',
  'met',
  'performed',
  'calledBack',
  'failed',
  'childEnded',
  'migrate',
] as const;
export type EventOp = (typeof EVENT_OPS)[number];

/**
 * One line of a list: something to do (todo, finished), a copy (cc), or an instance (owner, drafts,
 * deleted, administration), which has no `itemId`.
 */
export const FlowRow = Type.Object({
  id: Type.String({ description: 'of the item or the copy; of an instance its id' }),
  instanceId: Id,
  templateId: Id,
  templateName: Type.String(),
  nodeId: nullable(Type.String()),
  nodeName: Type.String(),
  itemId: nullable(Type.String()),
  title: Type.String(),
  code: Type.String({ description: 'number of the instance by its code rule; may be empty' }),
  summary: Type.Array(Type.Object({ label: Type.String(), text: Type.String() }), {
    description: 'up to three fields of the record in words',
  }),
  objectApiName: Type.String(),
  recordId: nullable(Id),
  /** Of the item, or of the instance in lists of instances. */
  state: Type.String(),
  instanceState: oneOf(FLOW_STATES),
  /** How the item was ended by its owner, in the list of what is finished. */
  op: nullable(Type.String()),
  starterId: Id,
  /** Whom it waits for, up to five. */
  waitingFor: Type.Array(Id),
  isRead: Type.Boolean(),
  isUrged: Type.Boolean(),
  isBehind: Type.Boolean({ description: 'follows an older version than the published one' }),
  createdAt: Type.String({ description: 'of the item or copy; of an instance its submission' }),
  endedAt: nullable(Type.String()),
  dueAt: nullable(Type.String({ description: 'when its next time-out comes' })),
});
export type FlowRow = Static<typeof FlowRow>;

export const FlowRows = Type.Object({
  records: Type.Array(FlowRow),
  total: Type.Integer({ description: 'exact up to 1,000' }),
  labels: Labels,
});
export type FlowRows = Static<typeof FlowRows>;

export const FlowItem = Type.Object({
  id: Type.String(),
  nodeId: Type.String(),
  visit: Type.Integer({ description: 'which entering of the node it belongs to' }),
  userId: Id,
  /** In whose place: who was substituted for, or whom it was delegated or transferred from. */
  onBehalfOf: nullable(Id),
  role: oneOf(ITEM_ROLES),
  state: oneOf(ITEM_STATES),
  /** Why this person was asked: 部门负责人 · 销售部. */
  why: Type.String(),
  createdAt: Type.String(),
  readAt: nullable(Type.String()),
  endedAt: nullable(Type.String()),
});
export type FlowItem = Static<typeof FlowItem>;

const OpinionFile = Type.Object({
  fileId: Id,
  name: Type.String({ maxLength: 1_000 }),
  size: Type.Integer(),
  mime: Type.String({ maxLength: 255 }),
});
/** What was done; events that followed from it are not listed. */
export const FlowHistoryEntry = Type.Object({
  seq: Type.Integer(),
  op: oneOf(EVENT_OPS),
  actor: nullable(Id),
  onBehalfOf: nullable(Id),
  itemId: nullable(Type.String()),
  nodeId: nullable(Type.String()),
  nodeName: Type.String(),
  targetNodeId: nullable(Type.String()),
  userIds: Type.Array(Id),
  opinion: Type.String(),
  signature: nullable(OpinionFile),
  attachments: Type.Array(OpinionFile),
  /** What was changed of the record with it, as far as the reader may see it. */
  diff: Type.Array(
    Type.Object({
      field: Type.String(),
      label: Type.String(),
      old: Type.Unknown(),
      new: Type.Unknown(),
    }),
  ),
  words: Type.String({ description: 'what happened, in a sentence' }),
  at: Type.String(),
  /** From the previous step of the same item to this one, in seconds. */
  waited: nullable(Type.Integer()),
});
export type FlowHistoryEntry = Static<typeof FlowHistoryEntry>;

/** One entering of a node. */
export const FlowVisit = Type.Object({
  visit: Type.Integer(),
  nodeId: Type.String(),
  nodeName: Type.String(),
  type: oneOf(NODE_TYPES),
  state: oneOf(['active', 'done', 'cancelled']),
  how: nullable(Type.String()),
  round: Type.Integer(),
  enteredAt: Type.String(),
  leftAt: nullable(Type.String()),
});
export type FlowVisit = Static<typeof FlowVisit>;

/** An operation the reader may do now, and what it needs. */
export const OfferedOp = Type.Object({
  key: Type.String({
    description: 'the operation, and where it has one its moment: addSign.before',
  }),
  op: oneOf(FLOW_OPS),
  label: Type.String(),
  when: Type.Optional(oneOf(['before', 'after'])),
  needOpinion: Type.Boolean(),
  needSignature: Type.Boolean(),
  needAttachment: Type.Boolean(),
});
export type OfferedOp = Static<typeof OfferedOp>;
const Target = Type.Object({ nodeId: Type.String(), name: Type.String() });

/** A request of a trigger to an address outside. */
const CALL_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const;
export const FlowCall = Type.Object({
  visit: Type.Integer(),
  nodeId: Type.String(),
  nodeName: Type.String(),
  state: oneOf(CALL_STATES),
  tries: Type.Integer(),
  /** What the other side answered last; for those who manage the instance, as is `error`. */
  status: nullable(Type.Integer()),
  error: Type.String(),
  createdAt: Type.String(),
  sentAt: nullable(Type.String()),
  answeredAt: nullable(Type.String({ description: 'when the other side called back' })),
  /** Until when it is waited for; null when it is not. */
  waitsUntil: nullable(Type.String()),
});
export type FlowCall = Static<typeof FlowCall>;

export const FlowDetail = Type.Object({
  instanceId: Id,
  templateId: Id,
  templateName: Type.String(),
  version: Type.Integer({ description: 'of the template it follows' }),
  latestVersion: Type.Integer(),
  title: Type.String(),
  code: Type.String(),
  state: oneOf(FLOW_STATES),
  objectApiName: Type.String(),
  recordId: nullable(Id),
  starterId: Id,
  starterDeptId: nullable(Id),
  createdAt: Type.String(),
  startedAt: nullable(Type.String()),
  endedAt: nullable(Type.String()),
  /** The reader's own open item. */
  itemId: nullable(Type.String()),
  /** Why the reader may see it: starter, assignee, cc, manager, reader of the record. */
  role: oneOf(['assignee', 'starter', 'cc', 'handled', 'manager', 'reader']),
  offered: Type.Array(OfferedOp),
  returnTargets: Type.Array(Target),
  jumpTargets: Type.Array(Target),
  /** What a manager may give to another: who is asked, and where. */
  reassignable: Type.Array(Type.Object({ itemId: Type.String(), userId: Id, name: Type.String() })),
  returnMode: oneOf(['replay', 'jumpBack', 'choose']),
  /** Nodes whose people the one who decides has to choose. */
  picks: Type.Array(Target),
  items: Type.Array(FlowItem),
  waitingFor: Type.Array(Id, { description: 'who has something to do now' }),
  visits: Type.Array(FlowVisit),
  calls: Type.Array(FlowCall),
  events: Type.Array(FlowHistoryEntry),
  cc: Type.Array(Type.Object({ userId: Id, at: Type.String(), readAt: nullable(Type.String()) })),
  children: Type.Array(
    Type.Object({ instanceId: Id, title: Type.String(), state: oneOf(FLOW_STATES) }),
  ),
  parentId: nullable(Id),
  labels: Labels,
});
export type FlowDetail = Static<typeof FlowDetail>;

/** The record as the reader's node shows it; fields that are hidden are in neither part. */
export const FlowForm = Type.Object({
  describe: ObjectDescribe,
  record: nullable(RecordValues),
  labels: Labels,
  rights: Type.Record(Type.String(), oneOf(FLOW_FIELD_RIGHTS)),
  recordId: nullable(Id),
  version: nullable(Type.Integer()),
  isSnapshot: Type.Boolean({ description: 'the record as it was, not as it is' }),
  isFinal: Type.Boolean({ description: 'a snapshot of the end, not of the submission' }),
});
export type FlowForm = Static<typeof FlowForm>;

/** A step of the way to come, or of a trial. */
export const FlowStep = Type.Object({
  nodeId: Type.String(),
  nodeName: Type.String(),
  type: oneOf(NODE_TYPES),
  branchId: Type.Optional(Type.String()),
  state: oneOf(['done', 'active', 'expected', 'skipped']),
  how: nullable(Type.String()),
  people: Type.Array(Type.Object({ userId: Id, why: Type.String(), onBehalfOf: nullable(Id) })),
  /** It depends on something that may still change; the sentence says on what. */
  isCertain: Type.Boolean(),
  note: Type.String(),
  at: nullable(
    Type.String({ description: 'when it was or is expected to be left, a fork to be entered' }),
  ),
});
export type FlowStep = Static<typeof FlowStep>;
/**
 * The version an instance follows, drawn for those who take part: what nodes are and are called,
 * and whom the forecast names at them. Conditions and settings are the builders'.
 */
export const FlowDrawing = Type.Object({
  /** A parent before what is in it; the first is the flow itself. */
  nodes: Type.Array(
    Type.Object({
      id: Type.String(),
      parentId: nullable(Type.String()),
      kind: oneOf([...NODE_TYPES, 'flow', 'branch']),
      title: Type.String(),
      lines: Type.Array(Type.String(), { description: 'names of the people at it' }),
    }),
  ),
  passed: Type.Array(Type.String(), {
    description: 'nodes and branches it went through or is at, in order',
  }),
  at: Type.Array(Type.String(), { description: 'nodes it is at' }),
  waiting: Type.Array(
    Type.Object({
      id: Type.String(),
      text: Type.String({ description: 'who has to do something' }),
    }),
  ),
});
export type FlowDrawing = Static<typeof FlowDrawing>;
export const FlowForecast = Type.Object({
  steps: Type.Array(FlowStep),
  result: nullable(oneOf(FLOW_STATES)),
  endsAt: nullable(Type.String()),
  labels: Labels,
});
export type FlowForecast = Static<typeof FlowForecast>;

export const Opinion = Type.String({ maxLength: MAX_COMMENT });
export const NodeRef = Type.String({ minLength: 1, maxLength: 40 });
/** People the starter or an approver chose for nodes. */
export const Picks = Type.Record(
  NodeRef,
  Type.Array(Id, { minItems: 1, maxItems: MAX_NAMED_PEOPLE, uniqueItems: true }),
  { maxProperties: 50 },
);
/** A file that was uploaded: its id, or what the upload answered. */
const FileGiven = Type.Union([Id, OpinionFile]);
/** An operation over an item or a whole instance; the item's instance need not be named. */
export const FlowOperation = Closed({
  itemId: Type.Optional(nullable(Id)),
  instanceId: Type.Optional(nullable(Id)),
  op: oneOf(FLOW_OPS),
  opinion: Type.Optional(Opinion),
  signature: Type.Optional(nullable(FileGiven)),
  attachments: Type.Optional(
    nullable(Type.Array(FileGiven, { maxItems: MAX_OPINION_FILES, uniqueItems: true })),
  ),
  targetNodeId: Type.Optional(nullable(NodeRef)),
  /** Of `jump`: which part of the instance goes there; may be left out while there is only one. */
  visit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  userIds: Type.Optional(
    nullable(Type.Array(Id, { minItems: 1, maxItems: MAX_NAMED_PEOPLE, uniqueItems: true })),
  ),
  when: Type.Optional(nullable(oneOf(['before', 'after']))),
  mode: Type.Optional(nullable(oneOf(['replay', 'jumpBack']))),
  /** Changes of the record, of fields the node lets one write. */
  values: Type.Optional(nullable(RecordValues)),
  picks: Type.Optional(nullable(Picks)),
  requestId: Type.Optional(Id),
});
export type FlowOperation = Static<typeof FlowOperation>;
export const Operated = Type.Object({
  state: oneOf(FLOW_STATES),
  instanceId: Id,
  /** The next thing the same person has to do in this instance. */
  itemId: nullable(Type.String()),
});
export type Operated = Static<typeof Operated>;
