import { Type } from 'typebox';
import { defineCall, defineReading } from './call.ts';
import { MAX_PAGE_SIZE } from '../base/constants.ts';
import {
  MAX_INVITED,
  MAX_RESOURCE_INTRO,
  RESOURCE_STATES,
  RESOURCE_VISIBILITIES,
} from '../company/industry.ts';
import { Id, oneOf } from '../metadata/meta.ts';
import { closed } from '../base/closed.ts';

const Version = Type.Integer({ minimum: 1 });
const fields = {
  title: Type.String({ maxLength: 200 }),
  intro: Type.Optional(Type.Union([Type.String({ maxLength: MAX_RESOURCE_INTRO }), Type.Null()])),
  /** an item of the dictionary resourceCategory */
  category: Type.String({ minLength: 1, maxLength: 40 }),
  visibility: oneOf(RESOURCE_VISIBILITIES),
  /** companies that see it, when it is for those invited: then it must not be empty */
  invited: Type.Optional(
    Type.Union([Type.Array(Id, { maxItems: MAX_INVITED, uniqueItems: true }), Type.Null()]),
  ),
};
/** `own`: of one's own company; `invited` is returned to it alone. */
const Resource = Type.Object({
  id: Id,
  title: Type.String(),
  intro: Type.String(),
  category: Type.String(),
  visibility: oneOf(RESOURCE_VISIBILITIES),
  invited: Type.Array(Id),
  status: oneOf(RESOURCE_STATES),
  own: Type.Boolean(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  listedAt: Type.Union([Type.String(), Type.Null()]),
  version: Type.Integer(),
});
const Written = Type.Object({ id: Id, version: Type.Integer() });
const byId = Type.Object({ id: Id });

export const industryCalls = [
  defineCall({
    id: 'upm.industryResource.create',
    method: 'POST',
    path: '/upm/industryResource/create',
    access: 'can:company.manage',
    operation: true,
    summary: '新建行业资源草稿',
    body: Type.Object(fields, closed),
    data: Written,
  }),
  defineCall({
    id: 'upm.industryResource.update',
    method: 'POST',
    path: '/upm/industryResource/update',
    access: 'can:company.manage',
    inPages: 'rights',
    operation: true,
    summary: '修改行业资源，或改变它的状态：提交审核、上架、下架',
    body: Type.Object(
      {
        id: Id,
        version: Version,
        ...Type.Partial(Type.Object(fields)).properties,
        status: Type.Optional(oneOf(RESOURCE_STATES)),
      },
      closed,
    ),
    data: Written,
  }),
  defineCall({
    id: 'upm.industryResource.remove',
    method: 'POST',
    path: '/upm/industryResource/remove',
    access: 'can:company.manage',
    operation: true,
    summary: '删除行业资源',
    body: Type.Object({ id: Id }, closed),
    data: Type.Null(),
  }),
  defineReading({
    id: 'upm.industryResource.pages',
    method: 'POST',
    path: '/upm/industryResource/pages',
    access: 'member',
    summary: '行业资源：own 本企业的，listed 其他企业上架的',
    body: Type.Object(
      {
        scope: oneOf(['own', 'listed'] as const),
        search: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
        category: Type.Optional(Type.Union([Type.String({ maxLength: 40 }), Type.Null()])),
        status: Type.Optional(Type.Union([oneOf(RESOURCE_STATES), Type.Null()])),
        current: Type.Optional(
          Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()]),
        ),
        size: Type.Optional(
          Type.Union([Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE }), Type.Null()]),
        ),
      },
      closed,
    ),
    data: Type.Object({
      records: Type.Array(Resource),
      total: Type.Integer(),
      current: Type.Integer(),
      size: Type.Integer(),
    }),
  }),
  defineCall({
    id: 'upm.industryResource.detail',
    method: 'GET',
    path: '/upm/industryResource/detail',
    access: 'member',
    summary: '一项行业资源',
    query: byId,
    data: Resource,
  }),
  defineCall({
    id: 'upm.industryResource.detailProvider',
    method: 'GET',
    path: '/upm/industryResource/detailProvider',
    access: 'member',
    summary: '一项行业资源是哪家企业提供的',
    query: byId,
    data: Type.Object({
      tenantId: Id,
      name: Type.String(),
      region: Type.String(),
      regionName: Type.String(),
      listed: Type.Integer(),
    }),
  }),
] as const;
