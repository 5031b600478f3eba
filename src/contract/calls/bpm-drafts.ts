import { Type } from 'typebox';
import { FlowDraft, FlowVersion, SavedFlowDraft } from '../metadata/flow-templates.ts';
import { Id, oneOf } from '../metadata/meta.ts';
import { Choice, MAX_OPERATIONS, PageFault, PageNote, PageOperations } from '../metadata/pages.ts';
import { body, paging, requestId } from './bpm-shared.ts';
import { defineCall, defineReading } from './call.ts';

const draft = '/bpm/template/draft';
/** Versions there may be of one thing. */
const MOST = 1_000_000;
const draftVersion = Type.Integer({
  minimum: 0,
  maximum: MOST,
  description: 'of the draft the change was made from',
});
const choices = Type.Array(Choice, { maxItems: MAX_OPERATIONS });
const Published = Type.Object({ id: Id, version: Type.Integer(), hash: Type.String() });
const Side = Type.Union([
  Type.Integer({ minimum: 1, maximum: MOST }),
  oneOf(['draft', 'published'] as const),
]);

/** The draft all builders of a company share; a later save is merged, conflicts are EDIT_CONFLICT. */
export const bpmDraftCalls = [
  defineReading({
    id: 'bpm.template.draft.get',
    method: 'POST',
    path: `${draft}/get`,
    access: 'builder',
    summary: '流程模板的草稿；没有时就是现在的版本',
    body: body({ id: Id }),
    data: FlowDraft,
  }),
  defineCall({
    id: 'bpm.template.draft.save',
    method: 'POST',
    path: `${draft}/save`,
    bodySize: 'document',
    access: 'builder',
    inPages: 'acts',
    summary: '保存草稿：整个文档，或从 draftVersion 起的改动',
    body: body({
      id: Id,
      draftVersion,
      document: Type.Optional(Type.Unknown()),
      operations: Type.Optional(PageOperations),
      choices: Type.Optional(choices),
      requestId,
    }),
    data: SavedFlowDraft,
  }),
  defineCall({
    id: 'bpm.template.draft.resolve',
    method: 'POST',
    path: `${draft}/resolve`,
    bodySize: 'document',
    access: 'builder',
    inPages: 'acts',
    summary: '对草稿里的冲突逐个选择保留哪一个',
    body: body({ id: Id, draftVersion, choices, requestId }),
    data: FlowDraft,
  }),
  defineCall({
    id: 'bpm.template.draft.discard',
    method: 'POST',
    path: `${draft}/discard`,
    access: 'builder',
    inPages: 'acts',
    summary: '放弃草稿',
    body: body({ id: Id, draftVersion }),
    data: FlowDraft,
  }),
  /** Problems of a document that need the company: people who left, fields that are gone. */
  defineReading({
    id: 'bpm.template.draft.check',
    method: 'POST',
    path: `${draft}/check`,
    bodySize: 'document',
    access: 'builder',
    summary: '检查流程文档',
    body: body({ id: Id, document: Type.Optional(Type.Unknown()) }),
    data: Type.Array(PageFault),
  }),
  defineCall({
    id: 'bpm.template.publish',
    method: 'POST',
    path: '/bpm/template/publish',
    access: 'builder',
    inPages: 'rights',
    summary: '发布草稿，成为新的版本',
    operation: true,
    body: body({ id: Id, draftVersion, note: Type.Optional(PageNote), requestId }),
    data: Published,
  }),
  defineReading({
    id: 'bpm.template.history',
    method: 'POST',
    path: '/bpm/template/history',
    access: 'builder',
    summary: '流程模板的版本，新的在前',
    body: body({ id: Id, ...paging }),
    data: Type.Object({ records: Type.Array(FlowVersion), total: Type.Integer() }),
  }),
  defineReading({
    id: 'bpm.template.version',
    method: 'POST',
    path: '/bpm/template/version',
    access: 'builder',
    summary: '某一版的流程文档',
    body: body({ id: Id, version: Side }),
    data: Type.Object({ document: Type.Unknown() }),
  }),
  defineReading({
    id: 'bpm.template.compare',
    method: 'POST',
    path: '/bpm/template/compare',
    access: 'builder',
    summary: '两版之间的改动',
    body: body({ id: Id, from: Side, to: Side }),
    data: Type.Object({ operations: Type.Array(Type.Unknown()), words: Type.Array(Type.String()) }),
  }),
  /** The version becomes the draft. */
  defineCall({
    id: 'bpm.template.draft.restore',
    method: 'POST',
    path: `${draft}/restore`,
    access: 'builder',
    inPages: 'acts',
    summary: '把某一版取回为草稿',
    body: body({
      id: Id,
      version: Type.Integer({ minimum: 1, maximum: MOST }),
      draftVersion,
      requestId,
    }),
    data: FlowDraft,
  }),
] as const;
