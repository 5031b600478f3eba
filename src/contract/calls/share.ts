import { MAX_SHARED_AT_ONCE } from '../base/constants.ts';
import { Type } from 'typebox';
import { closed } from '../base/closed.ts';
import { MAX_PAGE_SIZE } from '../base/constants.ts';
import { oneOf } from '../base/one-of.ts';
import { Id, ObjectRef } from '../metadata/meta.ts';
import {
  MAX_SHARE_NOTE,
  ReceivedShare,
  RecordShare,
  SHARE_LEVELS,
  ShareSubjects,
} from '../metadata/share.ts';
import { defineCall, defineReading } from './call.ts';

const shares = '/bizmeta/v1/share';
const orNull = Type.Union([Type.String(), Type.Null()]);

/** Sharing of single records (docs/permission.md). */
export const shareCalls = [
  /** For who may share the record, its owner, and builders. */
  defineReading({
    id: 'bizmeta.share.list',
    method: 'POST',
    path: `${shares}/list`,
    access: 'member',
    summary: '一条记录分享给了谁',
    body: Type.Object({ objectApiName: ObjectRef, recordId: Id }, closed),
    data: Type.Object({
      shares: Type.Array(RecordShare),
      /** What the person may give; none when they only see the shares. */
      levels: Type.Array(oneOf(SHARE_LEVELS)),
      /** When what the person has of the record ends, and so what they give. */
      until: orNull,
    }),
  }),
  /** A share with the same subject takes the place of the one before. All records or none. */
  defineCall({
    id: 'bizmeta.share.save',
    method: 'POST',
    bodySize: 'list',
    path: `${shares}/save`,
    access: 'member',
    inPages: 'acts',
    operation: true,
    recordValues: ['note'],
    summary: '分享记录',
    body: Type.Object(
      {
        objectApiName: ObjectRef,
        recordIds: Type.Array(Id, { minItems: 1, maxItems: MAX_SHARED_AT_ONCE }),
        subjects: ShareSubjects,
        level: oneOf(SHARE_LEVELS),
        expiresAt: Type.Optional(
          Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
            description: 'a moment, or a day to its end; left out: never',
          }),
        ),
        note: Type.Optional(Type.String({ maxLength: MAX_SHARE_NOTE })),
      },
      closed,
    ),
    data: Type.Object({ count: Type.Integer() }),
  }),
  defineCall({
    id: 'bizmeta.share.remove',
    method: 'POST',
    path: `${shares}/remove`,
    access: 'member',
    inPages: 'acts',
    operation: true,
    summary: '取消分享',
    body: Type.Object(
      { ids: Type.Array(Id, { minItems: 1, maxItems: MAX_SHARED_AT_ONCE }) },
      closed,
    ),
    data: Type.Object({ count: Type.Integer() }),
  }),
  /** The newest first. */
  defineReading({
    id: 'bizmeta.share.mine',
    method: 'POST',
    path: `${shares}/mine`,
    access: 'member',
    summary: '分享给我的记录',
    body: Type.Object(
      {
        current: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
        size: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
      },
      closed,
    ),
    data: Type.Object({
      records: Type.Array(ReceivedShare),
      total: Type.Integer(),
      current: Type.Integer(),
      size: Type.Integer(),
    }),
  }),
] as const;
