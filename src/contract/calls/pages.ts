import { Type } from 'typebox';
import { defineCall, defineReading } from './call.ts';
import { MAX_PAGE_SIZE, MAX_PATH_NAME } from '../base/constants.ts';
import { oneOf } from '../metadata/meta.ts';
import { ServedDocument } from '../metadata/page-grant.ts';
import {
  Choice,
  MAX_OPERATIONS,
  PAGE_STATES,
  PageDraft,
  PageNote,
  PageOperations,
  PageRequestId as requestId,
  PageRevision,
  PageRow,
  PageSide,
  PageTitle,
  Published,
  SavedDraft,
} from '../metadata/pages.ts';
import { closed } from '../base/closed.ts';

const page = '/bizmeta/v1/page';
const params = Type.Object({ pageKey: Type.String({ maxLength: MAX_PATH_NAME }) });
const draftVersion = Type.Integer({
  minimum: 0,
  description: 'of the draft the change was made from',
});
const choices = Type.Array(Choice, { maxItems: MAX_OPERATIONS });
const note = Type.Optional(PageNote);
const rev = Type.Integer({ minimum: 1 });
const paging = {
  current: Type.Optional(Type.Integer({ minimum: 1 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
};
const paged = { total: Type.Integer(), current: Type.Integer(), size: Type.Integer() };

/** Pages as they are served, and the builders' list of all of them. */
const readingCalls = [
  defineCall({
    id: 'bizmeta.page.schema',
    method: 'GET',
    path: `${page}/{pageKey}/schema`,
    access: 'anonymous',
    summary: '页面配置（登录前的页面只限 passport.* 与 error.*）；block.x@3 是区块的第 3 版',
    params,
    data: ServedDocument,
  }),
  defineReading({
    id: 'bizmeta.page.list',
    method: 'POST',
    path: `${page}/list`,
    access: 'builder',
    summary: '页面列表',
    body: Type.Object(
      {
        query: Type.Optional(Type.String({ maxLength: 100 })),
        state: Type.Optional(Type.Union([oneOf(PAGE_STATES), Type.Null()])),
        ...paging,
      },
      closed,
    ),
    data: Type.Object({ records: Type.Array(PageRow), ...paged }),
  }),
  defineCall({
    id: 'bizmeta.page.usages',
    method: 'GET',
    path: `${page}/{pageKey}/usages`,
    access: 'builder',
    summary: '哪些页面用到这个页面或区块',
    params,
    data: Type.Array(
      Type.Object({
        key: Type.String(),
        title: Type.String(),
        nodes: Type.Array(Type.String()),
        pinned: Type.Optional(Type.Integer({ description: 'revision of the block it keeps to' })),
      }),
    ),
  }),
] as const;

/**
 * The draft all builders of a company share. A later save is merged; conflicts are returned as
 * PAGE_CONFLICT and neither side is stored.
 */
const draftCalls = [
  defineReading({
    id: 'bizmeta.page.draft.get',
    method: 'POST',
    path: `${page}/{pageKey}/draft/get`,
    access: 'builder',
    summary: '页面草稿；没有时就是现在的页面',
    params,
    body: Type.Object({}, closed),
    data: PageDraft,
  }),
  defineCall({
    id: 'bizmeta.page.draft.save',
    method: 'POST',
    bodySize: 'document',
    path: `${page}/{pageKey}/draft/save`,
    access: 'builder',
    inPages: 'rights',
    summary: '保存草稿：整个页面，或从 draftVersion 起的改动',
    params,
    body: Type.Object(
      {
        draftVersion,
        document: Type.Optional(Type.Unknown()),
        operations: Type.Optional(PageOperations),
        choices: Type.Optional(choices),
        requestId,
      },
      closed,
    ),
    data: SavedDraft,
  }),
  defineCall({
    id: 'bizmeta.page.draft.resolve',
    method: 'POST',
    bodySize: 'document',
    path: `${page}/{pageKey}/draft/resolve`,
    access: 'builder',
    inPages: 'rights',
    summary: '对草稿里的冲突逐个选择保留哪一个',
    params,
    body: Type.Object({ draftVersion, choices, requestId }, closed),
    data: PageDraft,
  }),
  defineCall({
    id: 'bizmeta.page.draft.discard',
    method: 'POST',
    path: `${page}/{pageKey}/draft/discard`,
    access: 'builder',
    inPages: 'rights',
    summary: '放弃草稿',
    params,
    body: Type.Object({ draftVersion }, closed),
    data: PageDraft,
  }),
] as const;

const publishedCalls = [
  defineCall({
    id: 'bizmeta.page.publish',
    method: 'POST',
    path: `${page}/{pageKey}/publish`,
    access: 'builder',
    inPages: 'rights',
    summary: '发布草稿，成为新的一版',
    params,
    body: Type.Object({ draftVersion, note, requestId }, closed),
    data: Published,
  }),
  defineReading({
    id: 'bizmeta.page.history',
    method: 'POST',
    path: `${page}/{pageKey}/history`,
    access: 'builder',
    summary: '发布历史，新的在前',
    params,
    body: Type.Object(paging, closed),
    data: Type.Object({ records: Type.Array(PageRevision), ...paged }),
  }),
  defineReading({
    id: 'bizmeta.page.revision',
    method: 'POST',
    path: `${page}/{pageKey}/revision`,
    access: 'builder',
    summary: '某一版页面',
    params,
    body: Type.Object({ rev: PageSide }, closed),
    data: Type.Object({ document: Type.Unknown() }),
  }),
  defineReading({
    id: 'bizmeta.page.compare',
    method: 'POST',
    path: `${page}/{pageKey}/compare`,
    access: 'builder',
    summary: '两版之间的改动',
    params,
    body: Type.Object({ from: PageSide, to: PageSide }, closed),
    data: Type.Object({ operations: Type.Array(Type.Unknown()), words: Type.Array(Type.String()) }),
  }),
  defineCall({
    id: 'bizmeta.page.restore',
    method: 'POST',
    path: `${page}/{pageKey}/restore`,
    access: 'builder',
    inPages: 'rights',
    summary: '恢复到某一版，成为新的一版；其中已有不成立之处的，放入草稿待修改',
    params,
    body: Type.Object({ rev, note, requestId }, closed),
    data: Type.Object({
      ...Published.properties,
      toMend: Type.Optional(
        Type.Integer({
          description: 'places that no longer hold; the revision is in the draft and is not served',
        }),
      ),
    }),
  }),
  defineCall({
    id: 'bizmeta.page.reset',
    method: 'POST',
    path: `${page}/{pageKey}/reset`,
    access: 'builder',
    inPages: 'rights',
    summary: '恢复系统页面，本企业的改动留在历史里',
    params,
    body: Type.Object({ note }, closed),
    data: Published,
  }),
  defineCall({
    id: 'bizmeta.page.create',
    method: 'POST',
    path: `${page}/create`,
    access: 'builder',
    inPages: 'rights',
    summary: '新建页面（草稿），可从另一个页面复制',
    body: Type.Object(
      {
        key: Type.String({ maxLength: 200 }),
        title: PageTitle,
        from: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
        requestId,
      },
      closed,
    ),
    data: Type.Object({ key: Type.String() }),
  }),
  defineCall({
    id: 'bizmeta.page.remove',
    method: 'POST',
    path: `${page}/{pageKey}/remove`,
    access: 'builder',
    inPages: 'rights',
    summary: '删除自建页面；还有页面用到时不能删除',
    params,
    body: Type.Object({}, closed),
    data: Type.Null(),
  }),
] as const;

export const pageCalls = [...readingCalls, ...draftCalls, ...publishedCalls] as const;
