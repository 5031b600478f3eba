import { Type, type Static } from 'typebox';
import { Closed } from '../base/closed.ts';
import { MAX_AUDIENCE, MAX_FIELDS, MAX_LABEL } from '../base/constants.ts';
import { Id, oneOf } from './meta.ts';

/**
 * A template of an approval as its author writes it. What the kinds of nodes and their settings mean
 * is docs/flow.md; settings that are left out have the default that is named there.
 */

/** Nodes of one template. */
export const MAX_FLOW_NODES = 300;
const MAX_CANDIDATES = 20;
const MAX_TIMEOUTS = 5;
const MAX_BRANCHES = 20;
const MAX_EXPRESSION = 2_000;
const NAME = 100;

const Expression = Type.String({ minLength: 1, maxLength: MAX_EXPRESSION });
const NodeId = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,39}$' });
const FieldName = Type.String({ minLength: 1, maxLength: NAME });
const Ids = Type.Array(Id, { maxItems: MAX_AUDIENCE, uniqueItems: true });

/** Ways to find the people of a node; the codes are those of Yudao, from 70 on our own. */
export const STRATEGIES = {
  role: 10,
  deptMembers: 20,
  deptLeader: 21,
  title: 22,
  leaders: 23,
  users: 30,
  approverPicks: 34,
  starterPicks: 35,
  starter: 36,
  starterDeptLeader: 37,
  starterLeaders: 38,
  workGroup: 40,
  userField: 50,
  deptFieldLeader: 51,
  expression: 60,
  recordOwner: 71,
  relatedOwner: 72,
  previousLeader: 73,
} as const;
type StrategyName = keyof typeof STRATEGIES;
export type StrategyCode = (typeof STRATEGIES)[StrategyName];

/**
 * People to ask. `param` by strategy: ids of roles, departments, users or work groups (10, 20, 21,
 * 30, 40, and 35 to choose among); titles of members (22); the number of levels (23, 37, 38);
 * fields (50, 51, and the lookup of 72); an expression that gives users or departments (60).
 */
export const Candidate = Closed({
  strategy: Type.Unsafe<StrategyCode>({ type: 'integer', enum: Object.values(STRATEGIES) }),
  param: Type.Optional(
    Type.Array(Type.Union([Type.String({ maxLength: MAX_EXPRESSION }), Type.Integer()]), {
      maxItems: MAX_AUDIENCE,
    }),
  ),
});
export type Candidate = Static<typeof Candidate>;
const Candidates = Type.Array(Candidate, { maxItems: MAX_CANDIDATES });

/** How many of the people asked have to agree; `first`: the first answer decides, either way. */
const FLOW_COUNTS = ['any', 'all', 'sequential', 'ratio', 'random', 'first'] as const;

/** An amount of time; `workHours` and `workDays` go by the company's calendar. */
export const FlowDuration = Closed({
  amount: Type.Integer({ minimum: 1, maximum: 100_000 }),
  unit: oneOf(['minutes', 'hours', 'days', 'workHours', 'workDays']),
});
export type FlowDuration = Static<typeof FlowDuration>;

/** `escalate` gives it to the leader of who is late; to managers where there is none. */
const TIMEOUT_ACTIONS = [
  'remind',
  'approve',
  'reject',
  'transfer',
  'escalate',
  'notifyManagers',
] as const;
const Timeout = Closed({
  after: FlowDuration,
  action: oneOf(TIMEOUT_ACTIONS),
  /** How often `remind` is repeated, at the same distance. */
  times: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  /** Whom `transfer` gives it to. */
  to: Type.Optional(Candidates),
});

/** What a person may do at a node beside nothing at all. */
export const HUMAN_OPS = [
  'approve',
  'reject',
  'return',
  'transfer',
  'delegate',
  'addSignBefore',
  'addSignAfter',
] as const;
const Button = Closed({
  enabled: Type.Optional(Type.Boolean()),
  label: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
  needOpinion: Type.Optional(Type.Boolean()),
  needSignature: Type.Optional(Type.Boolean()),
  needAttachment: Type.Optional(Type.Boolean()),
});
const Buttons = Type.Unsafe<Partial<Record<(typeof HUMAN_OPS)[number], Static<typeof Button>>>>(
  Closed(Object.fromEntries(HUMAN_OPS.map((op) => [op, Type.Optional(Button)]))),
);

/** What may be done with a field of the record at a node; `*` is for those not listed. */
export const FLOW_FIELD_RIGHTS = ['hidden', 'read', 'write', 'required'] as const;
export type FlowFieldRight = (typeof FLOW_FIELD_RIGHTS)[number];
const FieldRights = Type.Record(FieldName, oneOf(FLOW_FIELD_RIGHTS), {
  maxProperties: MAX_FIELDS + 1,
});

const human = {
  candidates: Type.Optional(Candidates),
  multi: Type.Optional(oneOf(FLOW_COUNTS)),
  /** Share of those asked that has to agree, of `ratio`. */
  ratio: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
  returnTargets: Type.Optional(
    Type.Union([
      oneOf(['any', 'previous', 'starter']),
      Type.Array(NodeId, { minItems: 1, maxItems: MAX_FLOW_NODES }),
    ]),
  ),
  returnMode: Type.Optional(oneOf(['replay', 'jumpBack', 'choose'])),
  /** When no one is found: as the whole template says unless given. */
  emptyApprover: Type.Optional(
    Type.Union([oneOf(['approve', 'reject', 'toManagers']), Closed({ users: Ids })]),
  ),
  starterIsApprover: Type.Optional(oneOf(['self', 'skip', 'toLeader'])),
  timeouts: Type.Optional(Type.Array(Timeout, { maxItems: MAX_TIMEOUTS })),
  skipWhen: Type.Optional(Expression),
  fieldPerms: Type.Optional(FieldRights),
  buttons: Type.Optional(Buttons),
};

/** Values for fields of a record, each an expression. */
const Values = Type.Record(FieldName, Expression, { maxProperties: MAX_FIELDS });
/** Longest address a trigger asks. */
export const MAX_ADDRESS = 1_000;
const Fields = Type.Array(FieldName, { maxItems: MAX_FIELDS, uniqueItems: true });
const Trigger = Type.Union([
  Closed({ action: oneOf(['update']), values: Values }),
  Closed({ action: oneOf(['create']), objectApiName: FieldName, values: Values }),
  Closed({
    action: oneOf(['message']),
    to: Candidates,
    title: Type.String({ maxLength: 200 }),
    content: Type.Optional(Type.String({ maxLength: MAX_EXPRESSION })),
  }),
  Closed({
    action: oneOf(['http']),
    url: Type.String({ maxLength: MAX_ADDRESS }),
    /** Fields of the record that are sent; none when left out. */
    fields: Type.Optional(Fields),
    /** Goes on only when the other side calls back. */
    waits: Type.Optional(Type.Boolean()),
    /** Fields the other side may write when it calls back; none when left out. */
    answers: Type.Optional(Fields),
    /** How long it is waited for, and what happens then. */
    timeout: Type.Optional(FlowDuration),
    onTimeout: Type.Optional(oneOf(['stop', 'continue', 'reject'])),
  }),
]);

/** Settings of a node by its type. */
export const FLOW_NODES = {
  start: Closed({ fieldPerms: Type.Optional(FieldRights) }),
  approve: Closed({
    ...human,
    /** Decided without asking people. */
    auto: Type.Optional(oneOf(['approve', 'reject'])),
    onReject: Type.Optional(Type.Union([oneOf(['end', 'toStarter']), Closed({ node: NodeId })])),
  }),
  handle: Closed(human),
  cc: Closed({ candidates: Type.Optional(Candidates) }),
  condition: Closed({}),
  parallel: Closed({}),
  inclusive: Closed({}),
  router: Closed({
    routes: Type.Optional(
      Type.Array(Closed({ id: NodeId, when: Expression, to: NodeId }), { maxItems: MAX_BRANCHES }),
    ),
  }),
  subProcess: Closed({
    templateId: Type.Optional(Id),
    /** Goes on when all processes it starts have ended. */
    waits: Type.Optional(Type.Boolean()),
    onReject: Type.Optional(oneOf(['reject', 'continue'])),
    /** One process for each row of this sub-table. */
    each: Type.Optional(FieldName),
    starter: Type.Optional(Candidates),
    values: Type.Optional(Values),
  }),
  delay: Closed({
    for: Type.Optional(FlowDuration),
    /** Until the day or moment in this field. */
    until: Type.Optional(FieldName),
  }),
  wait: Closed({ when: Type.Optional(Expression), timeout: Type.Optional(FlowDuration) }),
  trigger: Closed({
    do: Type.Optional(Trigger),
    onFailure: Type.Optional(oneOf(['stop', 'continue'])),
  }),
  end: Closed({ result: Type.Optional(oneOf(['approved', 'rejected'])) }),
} as const;
export type FlowNodeType = keyof typeof FLOW_NODES;
export type FlowNodeSettings = { [K in FlowNodeType]: Static<(typeof FLOW_NODES)[K]> };
export const FLOW_NODE_TITLES: Readonly<Record<FlowNodeType, string>> = {
  start: '发起',
  approve: '审批',
  handle: '办理',
  cc: '抄送',
  condition: '条件分支',
  parallel: '并行分支',
  inclusive: '包容分支',
  router: '路由',
  subProcess: '子流程',
  delay: '延时',
  wait: '等待条件',
  trigger: '触发器',
  end: '结束',
};

/** A branch in the nested form that clients write: one without `next` is passed through. */
export interface NestedBranch {
  readonly id: string;
  readonly name?: string;
  readonly when?: string;
  readonly default?: boolean;
  readonly next?: NestedFlowNode;
}
/**
 * A node in the nested form: its settings beside id, type and name, the node that follows in `next`,
 * branches of branching nodes.
 */
export interface NestedFlowNode {
  readonly id: string;
  readonly type: FlowNodeType;
  readonly name?: string;
  readonly branches?: readonly NestedBranch[];
  readonly next?: NestedFlowNode;
  readonly [setting: string]: unknown;
}

/** Settings of a whole template. */
export const FlowTemplateSettings = Closed({
  /** Who may start it; everyone when left out. */
  initiators: Type.Optional(
    Closed({
      userIds: Type.Optional(Ids),
      deptIds: Type.Optional(Ids),
      roleIds: Type.Optional(Ids),
      workGroupIds: Type.Optional(Ids),
    }),
  ),
  /** Who looks after its instances, beside administrators. */
  managers: Type.Optional(Ids),
  allowWithdraw: Type.Optional(oneOf(['never', 'untilFirstApproval', 'anytime'])),
  urge: Type.Optional(
    Type.Union([
      Type.Null(),
      Closed({
        minGapMin: Type.Integer({ minimum: 1, maximum: 10_000 }),
        maxTimes: Type.Integer({ minimum: 1, maximum: 100 }),
      }),
    ]),
  ),
  /** Whether who approved before in the same round is asked again. */
  dedupe: Type.Optional(oneOf(['none', 'once', 'consecutive'])),
  emptyApprover: Type.Optional(
    Type.Union([oneOf(['approve', 'reject', 'toManagers']), Closed({ users: Ids })]),
  ),
  starterIsApprover: Type.Optional(oneOf(['self', 'skip', 'toLeader'])),
  /** Title of an instance: text with {{expressions}} over the record. */
  titleTemplate: Type.Optional(Type.String({ maxLength: 500 })),
  summaryFields: Type.Optional(Type.Array(FieldName, { maxItems: 3, uniqueItems: true })),
  /** Code rule of instance numbers. */
  codeRule: Type.Optional(Type.String({ maxLength: NAME })),
  /** The record may be changed only through the approval while it runs; true when left out. */
  lockRecord: Type.Optional(Type.Boolean()),
  /** Whether approvers see the record as it was submitted or as it is. */
  dataMode: Type.Optional(oneOf(['latest', 'snapshot'])),
  category: Type.Optional(Type.String({ maxLength: MAX_LABEL })),
});
export type FlowTemplateSettings = Static<typeof FlowTemplateSettings>;

export {
  FLOW_STATE_OPTIONS,
  FLOW_STATES,
  flowStateTitle,
  type FlowStatus,
} from '../base/flow-states.ts';
