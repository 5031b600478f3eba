import { Type } from 'typebox';
import { defineCall, defineReading } from './call.ts';
import { Id, oneOf } from '../metadata/meta.ts';
import { closed } from '../base/closed.ts';

const NAME_MAX = 50;
const ABOUT_MAX = 200;
/** A group is named by its parts; groups of more people name a department or a role. */
const MAX_PARTS = 500;
const MAX_INSTANCES = 100;
const PAGE_MAX = 100;
const text = (max: number) => Type.String({ maxLength: max });
const ids = Type.Array(Id, { maxItems: MAX_PARTS });
const paging = {
  current: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX })),
};
const pageOf = <T extends Parameters<typeof Type.Array>[0]>(record: T) =>
  Type.Object({
    records: Type.Array(record),
    total: Type.Integer(),
    current: Type.Integer(),
    size: Type.Integer(),
  });

/** People by themselves, departments with those below them, and roles. */
const members = Type.Object(
  { userIds: Type.Optional(ids), deptIds: Type.Optional(ids), roleIds: Type.Optional(ids) },
  closed,
);
/** Applications and objects the group works on, by their ids. */
const modelIds = Type.Array(Id, { maxItems: MAX_INSTANCES });
const settings = {
  about: Type.Optional(text(ABOUT_MAX)),
  ownerId: Type.Optional(Id),
  members: Type.Optional(members),
  modelIds: Type.Optional(modelIds),
};

/** An application or object a group works on; `gone` when it was deleted meanwhile. */
const Instance = Type.Object({
  id: Id,
  kind: oneOf(['app', 'object'] as const),
  modelId: Id,
  name: Type.String(),
  groupId: Id,
  groupName: Type.String(),
  state: oneOf(['active', 'gone'] as const),
});
const Named = Type.Array(Type.Object({ id: Id, name: Type.String() }));
const line = {
  id: Id,
  name: Type.String(),
  about: Type.String(),
  ownerId: Id,
  ownerName: Type.String(),
  version: Type.Integer(),
  updatedAt: Type.String(),
};
const Saved = Type.Object({ id: Id, version: Type.Integer() });

export const busmodelCalls = [
  defineCall({
    id: 'busmodel.workGroup.checkName',
    method: 'POST',
    path: '/busmodel/workGroup/checkName',
    access: 'can:workGroup.manage',
    summary: '工作组名称是否可用',
    body: Type.Object({ name: text(NAME_MAX), id: Type.Optional(Id) }, closed),
    data: Type.Object({ available: Type.Boolean() }),
  }),
  defineCall({
    id: 'busmodel.workGroup.create',
    method: 'POST',
    bodySize: 'list',
    path: '/busmodel/workGroup/create',
    access: 'can:workGroup.manage',
    operation: true,
    summary: '新建工作组',
    body: Type.Object({ name: text(NAME_MAX), ...settings }, closed),
    data: Saved,
  }),
  /** Only given parts change; `deleted` deletes the group. */
  defineCall({
    id: 'busmodel.workGroup.renovate',
    method: 'POST',
    bodySize: 'list',
    path: '/busmodel/workGroup/renovate',
    access: 'can:workGroup.manage',
    operation: true,
    summary: '修改或删除工作组',
    body: Type.Object(
      {
        id: Id,
        version: Type.Integer(),
        name: Type.Optional(text(NAME_MAX)),
        ...settings,
        deleted: Type.Optional(Type.Literal(true)),
      },
      closed,
    ),
    data: Saved,
  }),
  /** All groups for users who manage them, else those the user leads or belongs to. */
  defineReading({
    id: 'busmodel.workGroup.list',
    method: 'POST',
    path: '/busmodel/workGroup/list',
    access: 'member',
    summary: '工作组列表',
    body: Type.Object({ keyword: Type.Optional(text(100)), ...paging }, closed),
    data: pageOf(
      Type.Object({
        ...line,
        userCount: Type.Integer(),
        deptCount: Type.Integer(),
        roleCount: Type.Integer(),
        instanceCount: Type.Integer(),
      }),
    ),
  }),
  defineReading({
    id: 'busmodel.workGroup.detail',
    method: 'POST',
    path: '/busmodel/workGroup/detail',
    access: 'member',
    summary: '工作组详情',
    body: Type.Object({ id: Id }, closed),
    data: Type.Object({
      ...line,
      users: Named,
      depts: Named,
      roles: Named,
      instances: Type.Array(Instance),
      userIds: ids,
      deptIds: ids,
      roleIds: ids,
      modelIds,
    }),
  }),
  defineReading({
    id: 'busmodel.instance.list',
    method: 'POST',
    path: '/busmodel/instance/list',
    access: 'member',
    summary: '工作组的业务实例',
    body: Type.Object({ groupId: Type.Optional(Id), ...paging }, closed),
    data: pageOf(Instance),
  }),
  defineReading({
    id: 'busmodel.instance.detail',
    method: 'POST',
    path: '/busmodel/instance/detail',
    access: 'member',
    summary: '业务实例详情',
    body: Type.Object({ id: Id }, closed),
    data: Instance,
  }),
] as const;
