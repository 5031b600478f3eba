import { Type, type Static } from 'typebox';
import { closed } from '../base/closed.ts';
import {
  BIN_DAYS,
  MAX_BULK,
  MAX_PATH_NAME,
  MAX_PURGED,
  MAX_SEARCH_TEXT,
} from '../base/constants.ts';
import { Id, OBJECT_KIND } from '../metadata/meta.ts';
import { defineCall, defineReading } from './call.ts';

const ofObject = Type.Object({
  object: Type.String({ maxLength: MAX_PATH_NAME, ...OBJECT_KIND }),
});
const orNull = <T extends Parameters<typeof Type.Optional>[0]>(schema: T) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
/** Days of the platform's time zone, both included. */
const Day = orNull(Type.String({ format: 'date' }));
const path = '/bizmeta/v1/object/{object}/bin';

/** Records of one object that a deletion, or taking one back, moves besides those named. */
const Along = Type.Object({ object: Type.String(), label: Type.String(), count: Type.Integer() });
export type Along = Static<typeof Along>;

/** A deleted record. `along`: records that were deleted with it; `because`: what it went with. */
export const BinnedRecord = Type.Object({
  id: Id,
  title: Type.String(),
  deletedAt: Type.String(),
  deletedBy: Type.String(),
  deletedByName: Type.String(),
  purgeAt: Type.String(),
  along: Type.Integer(),
  because: Type.String(),
});
export type BinnedRecord = Static<typeof BinnedRecord>;

/** The bin of an object's records: what is deleted can be taken back for a while. */
export const recordBinCalls = [
  defineReading({
    id: 'bizmeta.record.deletion',
    method: 'POST',
    bodySize: 'list',
    path: '/bizmeta/v1/object/{object}/controller/Deletion',
    access: 'member',
    summary: '删除记录会牵动什么；不能删除时说明原因',
    params: ofObject,
    body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: MAX_BULK }) }, closed),
    // `ids`: those that are still there; `gone`: how many are not. `text` says what else is touched
    // in a sentence, empty when nothing is.
    data: Type.Object({
      ids: Type.Array(Id),
      gone: Type.Integer(),
      along: Type.Array(Along),
      emptied: Type.Array(
        Type.Object({ label: Type.String(), field: Type.String(), count: Type.Integer() }),
      ),
      text: Type.String(),
    }),
  }),
  defineReading({
    id: 'bizmeta.recordBin.list',
    method: 'POST',
    path: `${path}/list`,
    access: 'member',
    summary: `回收站里的记录，保留 ${BIN_DAYS} 天；最近删除的在前`,
    params: ofObject,
    body: Type.Object(
      {
        search: orNull(Type.String({ maxLength: MAX_SEARCH_TEXT })),
        deletedBy: orNull(Id),
        from: Day,
        to: Day,
        cursor: orNull(Type.String({ maxLength: 100 })),
        size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      },
      closed,
    ),
    // A search looks through a part of a large bin at a time: a page may hold fewer than `size`
    // and still have a `next`.
    data: Type.Object({
      label: Type.String(),
      records: Type.Array(BinnedRecord),
      next: Type.Union([Type.String(), Type.Null()]),
      previous: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
  defineReading({
    id: 'bizmeta.recordBin.check',
    method: 'POST',
    bodySize: 'list',
    path: `${path}/check`,
    access: 'member',
    summary: '恢复记录会一起恢复什么，有什么妨碍；不写入',
    params: ofObject,
    body: Type.Object(
      {
        ids: Type.Array(Id, { minItems: 1, maxItems: MAX_BULK }),
        alone: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
    // `along` is counted whether or not they come back too.
    data: Type.Object({
      along: Type.Integer(),
      problems: Type.Array(Type.Object({ id: Id, title: Type.String(), text: Type.String() })),
    }),
  }),
  defineReading({
    id: 'bizmeta.recordBin.contents',
    method: 'POST',
    bodySize: 'list',
    path: `${path}/contents`,
    access: 'builder',
    summary: '彻底删除记录会释放多少',
    params: ofObject,
    body: Type.Object(
      { ids: orNull(Type.Array(Id, { minItems: 1, maxItems: MAX_PURGED })) },
      closed,
    ),
    // `more`: there are more than were counted; `size` of the files nothing else uses, as text.
    data: Type.Object({
      records: Type.Integer(),
      files: Type.Integer(),
      size: Type.String(),
      more: Type.Boolean(),
    }),
  }),
  defineCall({
    id: 'bizmeta.recordBin.purge',
    method: 'POST',
    bodySize: 'list',
    path: `${path}/purge`,
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '彻底删除回收站里的记录；不能再恢复',
    params: ofObject,
    body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: MAX_PURGED }) }, closed),
    data: Type.Object({ count: Type.Integer() }),
  }),
  defineCall({
    id: 'bizmeta.recordBin.empty',
    method: 'POST',
    path: `${path}/empty`,
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '清空对象的记录回收站；不能再恢复',
    params: ofObject,
    body: Type.Object({}, closed),
    // What one call does not reach goes in the background: `more`.
    data: Type.Object({ count: Type.Integer(), more: Type.Boolean() }),
  }),
  defineReading({
    id: 'bizmeta.recordBin.objects',
    method: 'POST',
    path: '/bizmeta/v1/bin/records',
    access: 'builder',
    summary: '哪些对象的回收站里有记录',
    body: Type.Object({}, closed),
    data: Type.Array(
      Type.Object({
        apiName: Type.String(),
        label: Type.String(),
        icon: Type.String(),
        appName: Type.String(),
        records: Type.Integer(),
        more: Type.Boolean(),
      }),
    ),
  }),
] as const;
