import { Type, type Static, type TSchema } from 'typebox';
import { Closed } from '../base/closed.ts';
import { MAX_LABEL, MAX_NAME } from '../base/constants.ts';
import {
  FLOW_NODES,
  FlowTemplateSettings,
  type FlowNodeType,
  type NestedFlowNode,
} from './flow.ts';
import { Id, OBJECT_KIND, oneOf } from './meta.ts';
import { PageConflict, PageFault } from './pages.ts';

/** Templates of approvals as those who build them change them. */
const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const NODE_TYPES = Object.keys(FLOW_NODES) as [FlowNodeType, ...FlowNodeType[]];

/** Templates of one company. */
export const MAX_FLOW_TEMPLATES = 1_000;
/** JSON nesting of 300 nodes, each in the `next` of another, some of them in branches. */
export const FLOW_NESTING = 1_000;

/** draft: not published yet; enabled: may be started; disabled: what runs goes on. */
export const TEMPLATE_STATES = ['draft', 'enabled', 'disabled'] as const;
export type TemplateState = (typeof TEMPLATE_STATES)[number];

export const TemplateName = Type.String({ minLength: 1, maxLength: MAX_LABEL });
export const FlowObject = Type.String({ minLength: 1, maxLength: MAX_NAME, ...OBJECT_KIND });

export const FlowTemplateRow = Type.Object({
  id: Id,
  name: Type.String(),
  icon: Type.String(),
  category: Type.String(),
  objectApiName: Type.String(),
  objectLabel: Type.String(),
  appId: nullable(Id),
  appName: Type.String(),
  state: oneOf(TEMPLATE_STATES),
  version: Type.Integer({ description: 'published; 0 for none' }),
  hasDraft: Type.Boolean(),
  running: Type.Integer({ description: 'instances that have not ended' }),
  updatedAt: Type.String(),
  updatedBy: Type.String({ description: 'name' }),
});
export type FlowTemplateRow = Static<typeof FlowTemplateRow>;

export const FlowTemplateInfo = Type.Object({
  ...FlowTemplateRow.properties,
  settings: FlowTemplateSettings,
  document: Type.Unknown({ description: 'flat document of the published version, else the draft' }),
  canManage: Type.Boolean(),
});
export type FlowTemplateInfo = Static<typeof FlowTemplateInfo>;

export const NestedNodes = Type.Unsafe<NestedFlowNode>({
  type: 'object',
  description: 'the first node, those that follow in `next` (docs/flow.md)',
});
export const TemplateInput = Closed({
  id: Type.Optional(Id),
  name: TemplateName,
  objectApiName: FlowObject,
  icon: Type.Optional(Type.String({ maxLength: 40 })),
  settings: Type.Optional({
    ...FlowTemplateSettings,
    description: 'left out: those of the published version; {}: none',
  }),
});
export type TemplateInput = Static<typeof TemplateInput>;

/** The draft of a template: the same members as a page's draft, so that one editor serves both. */
const draftHead = {
  key: Type.String({ description: 'id of the template' }),
  name: Type.String(),
  kind: oneOf(['own'] as const),
  draftVersion: Type.Integer(),
  baseRev: Type.Integer({ description: 'version it is a change of; 0: none yet' }),
  hasDraft: Type.Boolean(),
  operations: Type.Integer(),
  words: Type.Array(Type.String(), { description: 'differences to the published version' }),
  problems: Type.Array(PageFault),
  conflictWith: nullable(oneOf(['published'] as const)),
  conflicts: Type.Array(PageConflict),
  savedAt: nullable(Type.String()),
  savedBy: Type.String(),
  objectApiName: Type.String(),
  settings: FlowTemplateSettings,
};
export const FlowDraft = Type.Object({ ...draftHead, document: Type.Unknown() });
export type FlowDraft = Static<typeof FlowDraft>;
export const SavedFlowDraft = Type.Object({
  ...draftHead,
  merged: Type.Boolean(),
  document: Type.Optional(Type.Unknown()),
});
export type SavedFlowDraft = Static<typeof SavedFlowDraft>;

export const FlowVersion = Type.Object({
  version: Type.Integer(),
  hash: Type.String(),
  at: Type.String(),
  by: Type.String(),
  note: Type.String(),
  words: Type.Array(Type.String()),
  current: Type.Boolean(),
  running: Type.Integer({ description: 'instances that follow it and have not ended' }),
});
export type FlowVersion = Static<typeof FlowVersion>;

/** A node of a version without what follows it. */
export const FlowNodeRow = Type.Object({
  id: Type.String(),
  type: oneOf(NODE_TYPES),
  name: Type.String(),
  branchId: nullable(Type.String({ description: 'the branch it lies in' })),
  settings: Type.Unknown(),
});
export type FlowNodeRow = Static<typeof FlowNodeRow>;

const MESSAGE_CHANNELS = ['inapp', 'mail', 'sms'] as const;
/** What a template sends messages about. */
export const FLOW_MESSAGES = [
  'todo',
  'returned',
  'approved',
  'rejected',
  'cc',
  'urge',
  'timeout',
  'transfer',
  'comment',
  'withdrawn',
] as const;
export type FlowMessage = (typeof FLOW_MESSAGES)[number];
/** Which ways a message goes; what is not listed goes in-app only. */
export const MessageRule = Closed({
  event: oneOf(FLOW_MESSAGES),
  channels: Type.Array(oneOf(MESSAGE_CHANNELS), { maxItems: 3, uniqueItems: true }),
});
export type MessageRule = Static<typeof MessageRule>;
export const MessageRules = Type.Array(MessageRule, { maxItems: FLOW_MESSAGES.length });
