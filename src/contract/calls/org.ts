import { Type, type Static } from 'typebox';
import { defineCall, defineReading } from './call.ts';
import { Id, oneOf } from '../metadata/meta.ts';
import { MAX_DEPT_TITLE, MAX_DEPT_OWNERS } from '../company/org.ts';
import { closed } from '../base/closed.ts';

/** Departments asked for by id at once. */
const MAX_IDS = 1_000;
const Ids = Type.Array(Id, { maxItems: MAX_IDS });
const Title = Type.String({
  maxLength: MAX_DEPT_TITLE * 4,
  description: `1 to ${MAX_DEPT_TITLE} characters`,
});
const ParentId = Type.Union([Id, Type.Null()], { description: '-1 or null for the top' });
const BeforeId = Type.Union([Id, Type.Null()], {
  description: 'the sibling it then stands before; null for the end',
});
const Owners = Type.Union([Type.Array(Id, { maxItems: MAX_DEPT_OWNERS }), Type.Null()], {
  description: 'null for nobody',
});

const Owner = Type.Object({ id: Id, realName: Type.String(), headImgUrl: Type.String() });
export type DeptOwner = Static<typeof Owner>;
/**
 * A department of the tree; `count` are the people in it, `total` those below it as well, each
 * once. The root -1 is the company.
 */
export interface OrgNode {
  id: string;
  draggable: boolean;
  menu: boolean;
  parentId: string;
  title: string;
  version: number;
  count: number;
  total: number;
  owners: string[];
  children: OrgNode[];
}
const OrgNode = Type.Cyclic(
  {
    OrgNode: Type.Object({
      id: Type.String(),
      draggable: Type.Boolean({ description: 'false for the root' }),
      menu: Type.Boolean(),
      parentId: Type.String(),
      title: Type.String(),
      version: Type.Integer(),
      count: Type.Integer(),
      total: Type.Integer(),
      owners: Type.Array(Type.String()),
      children: Type.Array(Type.Ref('OrgNode')),
    }),
  },
  'OrgNode',
);
const Place = Type.Object({ id: Id, title: Type.String() });
const DeptDetail = Type.Object({
  id: Id,
  parentId: Type.String(),
  title: Type.String(),
  path: Type.Array(Place, { description: 'from the top, itself last' }),
  pathText: Type.String(),
  version: Type.Integer(),
  owners: Type.Array(Owner),
  ownerIds: Type.Array(Id),
  count: Type.Integer(),
  total: Type.Integer(),
  active: Type.Integer({ description: 'of count those who have joined and are not switched off' }),
  activeTotal: Type.Integer({ description: 'the same of total' }),
  children: Type.Integer(),
  createdAt: Type.String(),
});
export type DeptDetail = Static<typeof DeptDetail>;
const Changed = Type.Object({ id: Id, version: Type.Integer() });
/** Where a department was before it was moved, as an input that moves it back. */
const Moved = Type.Object({
  title: Type.String(),
  into: Type.String({ description: 'the title of the new parent, empty for the top' }),
  back: Type.Object({
    id: Id,
    parentId: Type.Union([Id, Type.Null()]),
    beforeId: Type.Union([Id, Type.Null()]),
  }),
});

export const orgCalls = [
  defineReading({
    id: 'upm.org.tree',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/org/tree',
    access: 'member',
    summary: '组织树',
    body: Type.Object(
      {
        ids: Type.Optional(Ids),
        active: Type.Optional(
          Type.Boolean({ description: 'count who has joined and is not switched off only' }),
        ),
        /** Only departments whose members, or which themselves, the caller manages. */
        managed: Type.Optional(oneOf(['members', 'departments'] as const)),
      },
      closed,
    ),
    data: Type.Unsafe<OrgNode[]>(Type.Array(OrgNode)),
  }),
  defineCall({
    id: 'upm.org.addOrgGroup',
    method: 'POST',
    path: '/upm/org/addOrgGroup',
    access: 'can:org.edit',
    operation: true,
    summary: '新建部门',
    body: Type.Object(
      {
        title: Title,
        parentId: Type.Optional(ParentId),
        beforeId: Type.Optional(BeforeId),
        ownerIds: Type.Optional(Owners),
      },
      closed,
    ),
    data: Changed,
  }),
  /**
   * Only given parts change; with `version` only if there was no concurrent change. With `parentId`
   * or `beforeId` it is moved, with all that is below it.
   */
  defineCall({
    id: 'upm.org.updateOrgGroup',
    method: 'POST',
    path: '/upm/org/updateOrgGroup',
    access: 'can:org.view',
    operation: true,
    summary: '修改或移动部门',
    body: Type.Object(
      {
        id: Id,
        version: Type.Optional(Type.Integer()),
        title: Type.Optional(Title),
        parentId: Type.Optional(ParentId),
        beforeId: Type.Optional(BeforeId),
        ownerIds: Type.Optional(Owners),
      },
      closed,
    ),
    data: Type.Object({
      id: Id,
      version: Type.Integer(),
      moved: Type.Union([Type.Null(), Moved]),
    }),
  }),
  defineCall({
    id: 'upm.org.deleteOrgGroup',
    method: 'POST',
    path: '/upm/org/deleteOrgGroup',
    access: 'can:org.edit',
    operation: true,
    summary: '删除部门',
    body: Type.Object({ id: Id }, closed),
    data: Type.Object({ id: Id }),
  }),
  /**
   * What keeps a department from being deleted: those below it, its people, and what names it (the
   * first 50 of `count`). `free`: nothing does. A link leads where it can be changed.
   */
  defineCall({
    id: 'upm.org.uses',
    method: 'GET',
    path: '/upm/org/uses',
    access: 'can:org.edit',
    summary: '部门被哪里使用',
    query: Type.Object({ id: Id }),
    data: Type.Object({
      free: Type.Boolean(),
      below: Type.Integer(),
      people: Type.Integer(),
      delegates: Type.String({ description: 'delegated administrators who manage it by name' }),
      ending: Type.String({ description: 'those of them who manage nothing else' }),
      count: Type.Integer(),
      uses: Type.Array(
        Type.Object({
          title: Type.String(),
          records: Type.Union([Type.Integer(), Type.Null()]),
          link: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
    }),
  }),
  defineCall({
    id: 'upm.org.detailOrgGroup',
    method: 'GET',
    path: '/upm/org/detailOrgGroup',
    access: 'member',
    summary: '部门详情',
    query: Type.Object({ id: Id }),
    data: DeptDetail,
  }),
  /** In the order requested; unknown ids are left out. */
  defineReading({
    id: 'upm.org.listOrgByIds',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/org/listOrgByIds',
    access: 'member',
    summary: '按编号取部门',
    body: Type.Object({ ids: Ids }, closed),
    data: Type.Array(
      Type.Object({
        id: Id,
        title: Type.String(),
        parentId: Type.String(),
        pathText: Type.String(),
      }),
    ),
  }),
  defineCall({
    id: 'upm.org.getOrgGroupOwnerById',
    method: 'GET',
    path: '/upm/org/getOrgGroupOwnerById',
    access: 'member',
    summary: '部门负责人',
    query: Type.Object({ id: Id }),
    data: Type.Array(Owner),
  }),
  defineReading({
    id: 'upm.org.getOrgGroupOwnerByIds',
    method: 'POST',
    bodySize: 'list',
    path: '/upm/org/getOrgGroupOwnerByIds',
    access: 'member',
    summary: '多个部门的负责人',
    body: Type.Object({ ids: Ids }, closed),
    data: Type.Array(Type.Object({ id: Id, owners: Type.Array(Owner) })),
  }),
] as const;
