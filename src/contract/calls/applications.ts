import { Type, type Static } from 'typebox';
import { closed } from '../base/closed.ts';
import { MAX_APPS, MAX_NAV_ENTRIES } from '../base/constants.ts';
import { oneOf } from '../base/one-of.ts';
import { RECORD_OPS } from '../base/record-ops.ts';
import { Id, NameRef } from '../metadata/meta.ts';
import { defineCall, defineReading } from './call.ts';

/**
 * `draft`: only builders see it; `open`: the company uses it; `off`: taken out of use, with all its
 * records.
 */
const APP_STATES = ['draft', 'open', 'off'] as const;
export type AppState = (typeof APP_STATES)[number];

const NavKind = oneOf(['group', 'object', 'page', 'link'] as const);
const navEntry = {
  key: Type.String(),
  kind: NavKind,
  title: Type.String(),
  icon: Type.String(),
  /** Where it leads inside the application; empty for groups and links. */
  path: Type.String(),
  /** The address of a link: http or https. */
  url: Type.String(),
  apiName: Type.String(),
};
const NavLeaf = Type.Object(navEntry);
/** An entry of an application's menu; a group holds others. */
export const NavEntry = Type.Object({ ...navEntry, items: Type.Array(NavLeaf) });
export type NavEntry = Static<typeof NavEntry>;

const app = {
  id: Id,
  name: Type.String(),
  style: Type.String(),
  description: Type.String(),
  domain: Type.String(),
  domainActive: Type.Boolean(),
  order: Type.Integer(),
  /** Not `state`: expressions over applications name the page's own state. */
  status: oneOf(APP_STATES),
  version: Type.Integer(),
};
/**
 * `style` is JSON text of {icon, color, iconColor} (specification, section 3); `domain` the name in
 * /x/<domain>, empty for none. `objects` are those its menu shows, in the menu's order; where all are
 * asked for, those that can be opened.
 */
export const App = Type.Object({
  ...app,
  objects: Type.Array(
    Type.Object({
      id: Id,
      apiName: Type.String(),
      label: Type.String(),
      icon: Type.String(),
      ops: Type.Optional(Type.Array(oneOf(RECORD_OPS))),
    }),
  ),
  menu: Type.Array(NavEntry),
});
export type App = Static<typeof App>;

/** A line of the menu as it is designed: hidden objects are among them. */
const NavRow = Type.Object({
  id: Type.String(),
  parentId: Type.Union([Type.String(), Type.Null()]),
  kind: NavKind,
  title: Type.String(),
  icon: Type.String(),
  hidden: Type.Boolean(),
  url: Type.String(),
  page: Type.String(),
  apiName: Type.String(),
  /** Only groups take others into them. */
  droppable: Type.Boolean(),
  isLeaf: Type.Boolean(),
});
export type NavRow = Static<typeof NavRow>;
/** An application as builders look after it. */
export const AppDetail = Type.Object({
  ...app,
  objects: Type.Array(
    Type.Object({
      id: Id,
      apiName: Type.String(),
      label: Type.String(),
      icon: Type.String(),
      description: Type.String(),
      version: Type.Integer(),
      active: Type.Boolean(),
      hidden: Type.Boolean(),
      fieldCount: Type.Integer(),
    }),
  ),
  navigation: Type.Array(NavRow),
  /** How many people of the company can use it once it is open. */
  members: Type.Integer(),
});
export type AppDetail = Static<typeof AppDetail>;

const AppDomain = Type.String({ maxLength: 30 });
const AppName = Type.String({ minLength: 1, maxLength: 50 });
const version = Type.Optional(
  Type.Integer({ description: 'the version it was read at; another one is answered with 409' }),
);
const settings = {
  description: Type.Optional(Type.String({ maxLength: 200 })),
  style: Type.Optional(Type.String({ maxLength: 500 })),
  domain: Type.Optional(AppDomain),
};
const EntryKey = Type.String({ minLength: 1, maxLength: 80 });

export const appCalls = [
  defineReading({
    id: 'bizmeta.app.list',
    method: 'POST',
    path: '/bizmeta/v1/application/list',
    access: 'member',
    summary: '我的应用',
    body: Type.Object({
      includeProjectAuth: Type.Optional(
        Type.Boolean({ description: 'with what the person may do with records of each object' }),
      ),
      describeListScope: Type.Optional(
        Type.Literal('include_all_obj', {
          description: 'objects that the menu hides too, and to builders those out of use',
        }),
      ),
    }),
    data: Type.Array(App),
  }),
  defineCall({
    id: 'bizmeta.app.get',
    method: 'GET',
    path: '/bizmeta/v1/application/getApp/{id}',
    access: 'member',
    summary: '应用',
    params: Type.Object({ id: Id }),
    data: App,
  }),
  defineReading({
    id: 'bizmeta.app.detail',
    method: 'POST',
    path: '/bizmeta/v1/application/detail',
    access: 'builder',
    summary: '应用的设置、对象和菜单',
    body: Type.Object({ id: Id }, closed),
    data: AppDetail,
  }),
  defineCall({
    id: 'bizmeta.app.save',
    method: 'POST',
    path: '/bizmeta/v1/application/save',
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '新建应用；新应用是草稿，开放后成员才看得到',
    body: Type.Object({ name: AppName, ...settings }, closed),
    data: Type.Object({ id: Id }),
  }),
  defineCall({
    id: 'bizmeta.app.update',
    method: 'POST',
    path: '/bizmeta/v1/application/update',
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '修改应用',
    body: Type.Object({ id: Id, name: AppName, ...settings, version }, closed),
    data: Type.Null(),
  }),
  defineCall({
    id: 'bizmeta.app.sort',
    method: 'POST',
    path: '/bizmeta/v1/application/update/sort',
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '调整应用的顺序；没有给出的排在后面',
    body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: MAX_APPS }) }, closed),
    data: Type.Null(),
  }),
  defineCall({
    id: 'bizmeta.app.active',
    method: 'POST',
    path: '/bizmeta/v1/application/active',
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '开放或停用应用',
    body: Type.Object({ id: Id, active: Type.Boolean(), version }, closed),
    data: Type.Null(),
  }),
  defineCall({
    id: 'bizmeta.app.domainUpdate',
    method: 'POST',
    path: '/bizmeta/v1/application/domain/update',
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '修改应用的访问地址',
    body: Type.Object({ id: Id, domain: AppDomain, version }, closed),
    data: Type.Null(),
  }),
  defineCall({
    id: 'bizmeta.app.domainStatus',
    method: 'POST',
    path: '/bizmeta/v1/application/domain/status',
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '启用或停用应用的访问地址',
    body: Type.Object({ id: Id, active: Type.Boolean(), version }, closed),
    data: Type.Null(),
  }),
  defineCall({
    id: 'bizmeta.app.navigation',
    method: 'POST',
    path: '/bizmeta/v1/application/update/navigation',
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: `修改应用的菜单；最多 ${MAX_NAV_ENTRIES} 项`,
    body: Type.Object(
      {
        id: Id,
        do: oneOf(['add', 'set', 'move', 'remove'] as const),
        /** Of the entry to change, move or remove. */
        key: Type.Optional(EntryKey),
        kind: Type.Optional(oneOf(['group', 'page', 'link'] as const)),
        title: Type.Optional(Type.String({ maxLength: 50 })),
        icon: Type.Optional(Type.String({ maxLength: 40 })),
        url: Type.Optional(Type.String({ maxLength: 1_000 })),
        /** Key of one of the company's own pages. */
        page: Type.Optional(NameRef),
        hidden: Type.Optional(Type.Boolean()),
        parentKey: Type.Optional(Type.Union([EntryKey, Type.Null()])),
        /** Left out or null: at the end. */
        beforeKey: Type.Optional(Type.Union([EntryKey, Type.Null()])),
        version,
      },
      closed,
    ),
    data: Type.Object({ key: Type.String(), version: Type.Integer() }),
  }),
  defineCall({
    id: 'bizmeta.app.delete',
    method: 'POST',
    path: '/bizmeta/v1/application/delete',
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '删除应用；它和里面的对象放进回收站',
    body: Type.Object(
      {
        id: Id,
        name: Type.String({ maxLength: 100, description: 'its name, typed by who deletes it' }),
      },
      closed,
    ),
    data: Type.Null(),
  }),
  defineCall({
    id: 'bizmeta.app.copy',
    method: 'POST',
    path: '/bizmeta/v1/object/describe/service/copyApp',
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '复制应用；副本是草稿',
    body: Type.Object(
      {
        id: Id,
        name: Type.Optional(AppName),
        withRecords: Type.Optional(Type.Boolean()),
        requestId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      },
      closed,
    ),
    data: Type.Object({
      id: Id,
      name: Type.String(),
      records: Type.Integer(),
      /** Labels of computed fields that read what is not copied and were left out. */
      left: Type.Array(Type.String()),
    }),
  }),
  defineReading({
    id: 'bizmeta.template.list',
    method: 'POST',
    path: '/bizmeta/v1/application/template/list',
    access: 'builder',
    summary: '应用模板',
    body: Type.Object({}, closed),
    data: Type.Array(
      Type.Object({
        key: Type.String(),
        name: Type.String(),
        description: Type.String(),
        style: Type.String(),
        /** A name an application made of it can have now. */
        appName: Type.String(),
        /** Labels of its objects. */
        objects: Type.Array(Type.String()),
      }),
    ),
  }),
  defineCall({
    id: 'bizmeta.template.create',
    method: 'POST',
    path: '/bizmeta/v1/application/template/createApp',
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '用模板新建应用；新应用是草稿',
    body: Type.Object(
      {
        key: Type.String({ maxLength: 40 }),
        name: AppName,
        withRecords: Type.Optional(Type.Boolean()),
        requestId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      },
      closed,
    ),
    data: Type.Object({ id: Id, records: Type.Integer() }),
  }),
  defineReading({
    id: 'bizmeta.app.idByDomain',
    method: 'POST',
    path: '/bizmeta/v1/application/getAppIdByDomain',
    access: 'member',
    summary: '按访问地址找应用',
    body: Type.Object({ domain: AppDomain }, closed),
    data: Type.Object({ id: Type.Union([Id, Type.Null()]) }),
  }),
] as const;
