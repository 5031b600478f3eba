import { Type, type Static } from 'typebox';
import { closed } from '../base/closed.ts';
import { BIN_DAYS } from '../base/constants.ts';
import { oneOf } from '../base/one-of.ts';
import { Id } from '../metadata/meta.ts';
import { defineCall, defineReading } from './call.ts';

const Kind = oneOf(['app', 'object'] as const);
export type BinKind = Static<typeof Kind>;
const thing = { kind: Kind, id: Id };

const approvals = {
  /** Templates of approvals, which go with it. */
  flows: Type.Integer(),
  /** Approvals that have ended, which stay to be read. */
  ended: Type.Integer(),
};
/** What an application or an object holds, as a builder sees it before it is deleted. */
export const BinContents = Type.Object({
  name: Type.String(),
  objects: Type.Array(
    Type.Object({
      label: Type.String(),
      apiName: Type.String(),
      records: Type.Integer(),
      /** There are more records than were counted. */
      more: Type.Boolean(),
      views: Type.Integer(),
      forms: Type.Integer(),
      pages: Type.Integer(),
      ...approvals,
    }),
  ),
  records: Type.Integer(),
  more: Type.Boolean(),
  views: Type.Integer(),
  forms: Type.Integer(),
  pages: Type.Integer(),
  ...approvals,
  /** Fields of other objects that refer to it: it cannot be deleted while there are any. */
  users: Type.Array(Type.Object({ text: Type.String(), apiName: Type.String() })),
});
export type BinContents = Static<typeof BinContents>;

export const BinRow = Type.Object({
  ...thing,
  name: Type.String(),
  icon: Type.String(),
  style: Type.String(),
  /** Of an object: its application. */
  appName: Type.String(),
  objects: Type.Array(Type.String()),
  deletedAt: Type.String(),
  deletedBy: Type.String(),
  purgeAt: Type.String(),
});
export type BinRow = Static<typeof BinRow>;

/** The bin of applications and objects: what is deleted can be taken back for a while. */
export const binCalls = [
  defineReading({
    id: 'bizmeta.bin.contents',
    method: 'POST',
    path: '/bizmeta/v1/bin/contents',
    access: 'builder',
    summary: '删除应用或对象会带走什么',
    body: Type.Object(thing, closed),
    data: BinContents,
  }),
  defineReading({
    id: 'bizmeta.bin.list',
    method: 'POST',
    path: '/bizmeta/v1/bin/list',
    access: 'builder',
    summary: `回收站里的应用和对象，保留 ${BIN_DAYS} 天`,
    body: Type.Object({}, closed),
    data: Type.Array(BinRow),
  }),
  defineCall({
    id: 'bizmeta.bin.restore',
    method: 'POST',
    path: '/bizmeta/v1/bin/restore',
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '从回收站恢复',
    body: Type.Object(thing, closed),
    data: Type.Object({ name: Type.String() }),
  }),
  defineCall({
    id: 'bizmeta.bin.purge',
    method: 'POST',
    path: '/bizmeta/v1/bin/purge',
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '从回收站彻底删除；不能再恢复',
    body: Type.Object(thing, closed),
    data: Type.Null(),
  }),
  defineCall({
    id: 'bizmeta.bin.empty',
    method: 'POST',
    path: '/bizmeta/v1/bin/empty',
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '清空回收站；不能再恢复',
    body: Type.Object({}, closed),
    data: Type.Object({ count: Type.Integer() }),
  }),
] as const;
