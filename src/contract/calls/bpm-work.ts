import { Type } from 'typebox';
import { FlowRow, FlowRows, MAX_BATCH_ITEMS, Opinion, Picks } from '../metadata/flow-running.ts';
import { Id, oneOf, RecordValues } from '../metadata/meta.ts';
import { body, narrowing, nullable, ofStates, paging, requestId } from './bpm-shared.ts';
import { defineCall, defineReading } from './call.ts';

const work = '/bpm/work';
const Counts = Type.Object({
  todo: Type.Integer(),
  unread: Type.Integer({ description: 'of todo, not opened yet' }),
  cc: Type.Integer({ description: 'copies not read yet' }),
  owner: Type.Integer({ description: 'mine that run' }),
  draft: Type.Integer(),
  returned: Type.Integer({ description: 'mine that came back to me' }),
});
const Startable = Type.Object({
  id: Id,
  name: Type.String(),
  icon: Type.String(),
  category: Type.String(),
  objectApiName: Type.String(),
  objectLabel: Type.String(),
  isFavourite: Type.Boolean(),
  lastUsedAt: nullable(Type.String()),
});
const instanceIds = Type.Array(Id, { minItems: 1, maxItems: MAX_BATCH_ITEMS, uniqueItems: true });

/** The workflow centre: what one has to do, has started, has done, was copied. */
const listCalls = [
  defineReading({
    id: 'bpm.work.todo',
    method: 'POST',
    path: `${work}/todo`,
    access: 'member',
    summary: '待我处理的',
    body: body({
      ...narrowing,
      isUnread: Type.Optional(Type.Boolean({ description: 'only those not read yet' })),
      sort: Type.Optional(oneOf(['newest', 'oldest', 'due'] as const)),
    }),
    data: FlowRows,
  }),
  defineReading({
    id: 'bpm.work.owner',
    method: 'POST',
    path: `${work}/owner`,
    access: 'member',
    summary: '我发起的',
    body: body({ ...narrowing, ...ofStates }),
    data: FlowRows,
  }),
  defineReading({
    id: 'bpm.work.finished',
    method: 'POST',
    path: `${work}/finished`,
    access: 'member',
    summary: '我已处理的',
    body: body({ ...narrowing, ...ofStates }),
    data: FlowRows,
  }),
  defineReading({
    id: 'bpm.work.cc',
    method: 'POST',
    path: `${work}/cc`,
    access: 'member',
    summary: '抄送我的',
    body: body({
      ...narrowing,
      isUnread: Type.Optional(Type.Boolean({ description: 'only those not read yet' })),
    }),
    data: FlowRows,
  }),
  defineReading({
    id: 'bpm.work.viewDraft',
    method: 'POST',
    path: `${work}/viewDraft`,
    access: 'member',
    summary: '我的草稿',
    body: body(narrowing),
    data: FlowRows,
  }),
  defineReading({
    id: 'bpm.work.delete',
    method: 'POST',
    path: `${work}/delete`,
    access: 'member',
    summary: '我删除的，可以恢复',
    body: body(narrowing),
    data: FlowRows,
  }),
  /** Numbers of todo items by template, for grouping. */
  defineReading({
    id: 'bpm.work.groups',
    method: 'POST',
    path: `${work}/groups`,
    access: 'member',
    summary: '列表按流程模板分组的条数',
    body: body({ list: oneOf(['todo', 'owner', 'finished', 'cc'] as const) }),
    data: Type.Array(
      Type.Object({
        templateId: Id,
        name: Type.String(),
        count: Type.Integer(),
        unread: Type.Integer(),
      }),
    ),
  }),
  defineCall({
    id: 'bpm.work.dashboardCount',
    method: 'GET',
    path: `${work}/dashboard/count`,
    access: 'member',
    summary: '工作流各列表的条数',
    data: Counts,
  }),
  defineCall({
    id: 'bpm.work.flowCenterCount',
    method: 'GET',
    path: `${work}/flowCenter/dashboard/count`,
    access: 'member',
    summary: '各应用的待办数（curAppFlowCenterBadge）',
    data: Type.Object({
      todo: Type.Integer(),
      apps: Type.Array(Type.Object({ appId: nullable(Id), todo: Type.Integer() })),
    }),
  }),
  defineCall({
    id: 'bpm.work.todoTaskInfo',
    method: 'GET',
    path: `${work}/todoTaskInfo`,
    access: 'member',
    summary: '一项待办',
    query: Type.Object({ itemId: Id }),
    data: FlowRow,
  }),
] as const;

const doingCalls = [
  /** One opinion for many items; each is decided by itself and says how it went. */
  defineCall({
    id: 'bpm.work.approval',
    method: 'POST',
    path: `${work}/approval`,
    access: 'member',
    inPages: 'own',
    summary: '批量同意或拒绝',
    body: body({
      itemIds: instanceIds,
      op: oneOf(['approve', 'reject'] as const),
      opinion: Type.Optional(Opinion),
      requestId,
    }),
    data: Type.Object({
      done: Type.Integer(),
      results: Type.Array(
        Type.Object({
          itemId: Type.String(),
          ok: Type.Boolean(),
          reason: nullable(Type.String({ description: 'code of the error' })),
          msg: Type.String(),
        }),
      ),
    }),
  }),
  /** Marks items and copies as read; all of the list when no ids are given. */
  defineCall({
    id: 'bpm.work.mask',
    method: 'POST',
    path: `${work}/mask`,
    access: 'member',
    inPages: 'own',
    summary: '标为已读',
    body: body({ list: oneOf(['todo', 'cc'] as const), ids: Type.Optional(instanceIds) }),
    data: Type.Object({ marked: Type.Integer() }),
  }),
  defineReading({
    id: 'bpm.work.startList',
    method: 'POST',
    path: `${work}/startList`,
    access: 'member',
    summary: '可以发起的流程，按分类，以及最近使用的与收藏的',
    body: body({ query: Type.Optional(nullable(Type.String({ maxLength: 100 }))) }),
    data: Type.Object({
      categories: Type.Array(
        Type.Object({ name: Type.String(), templates: Type.Array(Startable) }),
      ),
      recents: Type.Array(Startable),
      favourites: Type.Array(Startable),
    }),
  }),
  defineCall({
    id: 'bpm.work.favourite',
    method: 'POST',
    path: `${work}/favourite`,
    access: 'member',
    inPages: 'acts',
    summary: '收藏流程，或取消收藏',
    body: body({ templateId: Id, on: Type.Boolean() }),
    data: Type.Object({ on: Type.Boolean() }),
  }),
  /**
   * Starts an instance with a new record, an existing one, or a saved draft (`instanceId`). `picks`
   * are people the starter chooses for nodes that ask him to.
   */
  defineCall({
    id: 'bpm.work.start',
    method: 'POST',
    path: `${work}/draftProcess/start`,
    bodySize: 'record',
    access: 'member',
    inPages: 'acts',
    summary: '发起流程',
    body: body({
      templateId: Type.Optional(Id),
      instanceId: Type.Optional(nullable(Id)),
      record: Type.Optional(RecordValues),
      recordId: Type.Optional(nullable(Id)),
      picks: Type.Optional(Picks),
      requestId,
    }),
    data: Type.Object({ instanceId: Id, recordId: nullable(Id) }),
  }),
  defineCall({
    id: 'bpm.work.saveDraft',
    method: 'POST',
    path: `${work}/draftProcess/save`,
    bodySize: 'record',
    access: 'member',
    inPages: 'acts',
    summary: '把填写的内容存为草稿',
    body: body({
      templateId: Type.Optional(Id),
      instanceId: Type.Optional(nullable(Id)),
      record: Type.Optional(RecordValues),
      recordId: Type.Optional(nullable(Id)),
      picks: Type.Optional(Picks),
      requestId,
    }),
    data: Type.Object({ instanceId: Id }),
  }),
  /** The starter's draft as it was saved, and who may still be chosen. */
  defineCall({
    id: 'bpm.work.draft',
    method: 'GET',
    path: `${work}/draftProcess/detail`,
    access: 'member',
    summary: '一份草稿',
    query: Type.Object({ instanceId: Id }),
    data: Type.Object({
      instanceId: Id,
      templateId: Id,
      objectApiName: Type.String(),
      recordId: nullable(Id),
      record: RecordValues,
      picks: Picks,
    }),
  }),
  /** Before the form is shown: what the starter may fill in, and whom he has to choose. */
  defineCall({
    id: 'bpm.work.startForm',
    method: 'GET',
    path: `${work}/startForm`,
    access: 'member',
    summary: '发起流程前要知道的',
    query: Type.Object({ templateId: Id }),
    data: Type.Object({
      templateId: Id,
      name: Type.String(),
      objectApiName: Type.String(),
      version: Type.Integer(),
      rights: Type.Record(Type.String(), Type.String()),
      picks: Type.Array(
        Type.Object({
          nodeId: Type.String(),
          name: Type.String(),
          limit: nullable(Type.Object({ userIds: Type.Array(Id) })),
          several: Type.Boolean(),
        }),
      ),
    }),
  }),
  /** Only drafts and instances that were withdrawn, rejected or cancelled; the starter can restore. */
  defineCall({
    id: 'bpm.work.remove',
    method: 'POST',
    path: `${work}/remove`,
    access: 'member',
    inPages: 'own',
    summary: '删除草稿或结束的流程',
    body: body({ instanceIds }),
    data: Type.Object({ removed: Type.Integer() }),
  }),
  defineCall({
    id: 'bpm.work.restore',
    method: 'POST',
    path: `${work}/restore`,
    access: 'member',
    inPages: 'own',
    summary: '恢复删除的流程',
    body: body({ instanceIds }),
    data: Type.Object({ restored: Type.Integer() }),
  }),
] as const;

/** What a leaving member leaves behind in approvals. */
const TRANSFER_KINDS = ['todo', 'templates', 'managers', 'candidates', 'substitutions'] as const;
const transferCalls = [
  defineCall({
    id: 'bpm.work.transferCount',
    method: 'POST',
    path: `${work}/transferWork/count`,
    access: 'can:user.leave',
    summary: '成员离职时流程里要交接的数量',
    body: body({ userId: Id }),
    data: Type.Array(
      Type.Object({ kind: oneOf(TRANSFER_KINDS), title: Type.String(), count: Type.Integer() }),
    ),
  }),
  defineCall({
    id: 'bpm.work.transferQuery',
    method: 'POST',
    path: `${work}/transferWork/query`,
    access: 'can:user.leave',
    summary: '成员离职时流程里要交接的内容',
    body: body({ userId: Id, kind: oneOf(TRANSFER_KINDS), ...paging }),
    data: Type.Object({
      records: Type.Array(
        Type.Object({ id: Type.String(), title: Type.String(), detail: Type.String() }),
      ),
      total: Type.Integer(),
    }),
  }),
  defineCall({
    id: 'bpm.work.transferUpdate',
    method: 'POST',
    path: `${work}/transferWork/update`,
    access: 'can:user.leave',
    summary: '把成员在流程里的工作交给别人',
    operation: true,
    body: body({
      userId: Id,
      toUserId: Id,
      kinds: Type.Optional(Type.Array(oneOf(TRANSFER_KINDS), { maxItems: 5, uniqueItems: true })),
      requestId,
    }),
    data: Type.Object({
      moved: Type.Array(Type.Object({ kind: oneOf(TRANSFER_KINDS), count: Type.Integer() })),
    }),
  }),
] as const;

export const bpmWorkCalls = [...listCalls, ...doingCalls, ...transferCalls] as const;
