import { Type } from 'typebox';
import { defineCall, defineReading } from './call.ts';
import { MAX_LABEL } from '../base/constants.ts';
import { Filter, Id, ObjectRef } from '../metadata/meta.ts';
import { CustomView, ViewGroup, ViewInput, ViewPatch, viewParts } from '../metadata/views.ts';
import { closed } from '../base/closed.ts';

const none = Type.Null();
const version = Type.Integer({ minimum: 1 });
const requestId = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }));
const name = Type.String({ maxLength: MAX_LABEL * 4 });
const ids = Type.Array(Id, { minItems: 1, maxItems: 500 });
const views = '/bizmeta/v1/customView';

/**
 * Views of an object. Each change names the version it was made from; a stale one is refused with
 * the current view.
 */
const customViewCalls = [
  defineReading({
    id: 'bizmeta.customView.list',
    method: 'POST',
    path: `${views}/list`,
    access: 'member',
    summary: '对象的视图',
    body: Type.Object({ object: ObjectRef, groupId: Type.Optional(Id) }, closed),
    data: Type.Object({
      views: Type.Array(CustomView),
      groups: Type.Array(ViewGroup),
      onlyViews: Type.Boolean({ description: 'the list by itself is not offered' }),
    }),
  }),
  defineReading({
    id: 'bizmeta.customView.detail',
    method: 'POST',
    path: `${views}/detail`,
    access: 'member',
    summary: '视图',
    body: Type.Object({ id: Id }, closed),
    data: CustomView,
  }),
  defineCall({
    id: 'bizmeta.customView.create',
    method: 'POST',
    bodySize: 'list',
    path: `${views}/create`,
    access: 'member',
    inPages: 'acts',
    summary: '新建视图',
    body: Type.Object(
      {
        object: ObjectRef,
        appId: Type.Optional(Type.Union([Id, Type.Null()])),
        view: ViewInput,
        copyOf: Type.Optional(Id),
        requestId,
      },
      closed,
    ),
    data: CustomView,
  }),
  defineCall({
    id: 'bizmeta.customView.update',
    method: 'POST',
    bodySize: 'list',
    path: `${views}/update`,
    access: 'member',
    inPages: 'acts',
    summary: '修改视图',
    body: Type.Object({ id: Id, version, ...ViewPatch }, closed),
    data: CustomView,
  }),
  defineCall({
    id: 'bizmeta.customView.updateName',
    method: 'POST',
    path: `${views}/updateName`,
    access: 'member',
    inPages: 'acts',
    summary: '视图改名',
    body: Type.Object({ id: Id, version, name }, closed),
    data: CustomView,
  }),
  defineCall({
    id: 'bizmeta.customView.updateLayout',
    method: 'POST',
    bodySize: 'list',
    path: `${views}/layout/update`,
    access: 'member',
    inPages: 'acts',
    summary: '修改视图的布局',
    body: Type.Object(
      {
        id: Id,
        version,
        kindConfig: Type.Optional(viewParts.kindConfig),
        rowHeight: Type.Optional(viewParts.rowHeight),
        pageSize: Type.Optional(viewParts.pageSize),
      },
      closed,
    ),
    data: CustomView,
  }),
  defineCall({
    id: 'bizmeta.customView.updateShowFields',
    method: 'POST',
    bodySize: 'list',
    path: `${views}/updateShowFields`,
    access: 'member',
    inPages: 'acts',
    summary: '修改视图显示的字段',
    body: Type.Object({ id: Id, version, showFields: viewParts.showFields }, closed),
    data: CustomView,
  }),
  defineCall({
    id: 'bizmeta.customView.updateDataFilter',
    method: 'POST',
    bodySize: 'list',
    path: `${views}/updateDataFilter`,
    access: 'member',
    inPages: 'acts',
    summary: '修改视图的筛选与排序',
    body: Type.Object(
      { id: Id, version, dataFilter: viewParts.dataFilter, sort: Type.Optional(viewParts.sort) },
      closed,
    ),
    data: CustomView,
  }),
  defineCall({
    id: 'bizmeta.customView.updateGroups',
    method: 'POST',
    path: `${views}/updateGroups`,
    access: 'member',
    inPages: 'acts',
    summary: '修改视图的分组',
    body: Type.Object({ id: Id, version, groupBy: viewParts.groupBy }, closed),
    data: CustomView,
  }),
  defineCall({
    id: 'bizmeta.customView.delete',
    method: 'POST',
    path: `${views}/delete`,
    access: 'member',
    inPages: 'acts',
    summary: '删除视图',
    body: Type.Object({ id: Id, version: Type.Optional(version) }, closed),
    data: none,
  }),
  defineCall({
    id: 'bizmeta.customView.sort',
    method: 'POST',
    path: `${views}/sort`,
    access: 'member',
    inPages: 'acts',
    summary: '视图排序',
    body: Type.Object({ object: ObjectRef, ids }, closed),
    data: none,
  }),
  defineCall({
    id: 'bizmeta.customView.saveGroup',
    method: 'POST',
    path: `${views}/group/save`,
    access: 'builder',
    inPages: 'acts',
    summary: '保存视图分组；不给编号就新建一个',
    body: Type.Object(
      { object: ObjectRef, id: Type.Optional(Type.Union([Id, Type.Null()])), name },
      closed,
    ),
    data: ViewGroup,
  }),
  defineCall({
    id: 'bizmeta.customView.deleteGroup',
    method: 'POST',
    path: `${views}/group/delete`,
    access: 'builder',
    inPages: 'acts',
    summary: '删除视图分组，其中的视图留下',
    body: Type.Object({ id: Id }, closed),
    data: none,
  }),
  defineCall({
    id: 'bizmeta.customView.sortGroups',
    method: 'POST',
    path: `${views}/group/sort`,
    access: 'builder',
    inPages: 'acts',
    summary: '视图分组排序',
    body: Type.Object({ object: ObjectRef, ids }, closed),
    data: none,
  }),
] as const;

const FilterView = Type.Object({
  id: Id,
  object: Type.String(),
  viewId: Type.Union([Id, Type.Null()]),
  name: Type.String(),
  filter: Type.Union([Filter, Type.Null()]),
  pinned: Type.Boolean(),
  order: Type.Integer(),
  version: Type.Integer(),
});
const filters = '/bizmeta/v1/filterView';
/** Filters a user saves for later; only their owner sees them. */
const filterViewCalls = [
  defineReading({
    id: 'bizmeta.filterView.list',
    method: 'POST',
    path: `${filters}/list`,
    access: 'member',
    summary: '我的筛选',
    body: Type.Object(
      { object: ObjectRef, viewId: Type.Optional(Type.Union([Id, Type.Null()])) },
      closed,
    ),
    data: Type.Array(FilterView),
  }),
  defineCall({
    id: 'bizmeta.filterView.create',
    method: 'POST',
    bodySize: 'list',
    path: `${filters}/create`,
    access: 'member',
    inPages: 'acts',
    summary: '保存筛选',
    body: Type.Object(
      {
        object: ObjectRef,
        viewId: Type.Optional(Type.Union([Id, Type.Null()])),
        name,
        filter: Filter,
        pinned: Type.Optional(Type.Boolean()),
        requestId,
      },
      closed,
    ),
    data: FilterView,
  }),
  defineCall({
    id: 'bizmeta.filterView.update',
    method: 'POST',
    bodySize: 'list',
    path: `${filters}/update`,
    access: 'member',
    inPages: 'acts',
    summary: '修改筛选',
    body: Type.Object(
      {
        id: Id,
        version,
        name: Type.Optional(name),
        filter: Type.Optional(Filter),
        pinned: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
    data: FilterView,
  }),
  defineCall({
    id: 'bizmeta.filterView.delete',
    method: 'POST',
    path: `${filters}/delete`,
    access: 'member',
    inPages: 'acts',
    summary: '删除筛选',
    body: Type.Object({ id: Id }, closed),
    data: none,
  }),
  defineCall({
    id: 'bizmeta.filterView.sort',
    method: 'POST',
    path: `${filters}/sort`,
    access: 'member',
    inPages: 'acts',
    summary: '筛选排序',
    body: Type.Object({ object: ObjectRef, ids }, closed),
    data: none,
  }),
] as const;

export const viewCalls = [...customViewCalls, ...filterViewCalls] as const;
