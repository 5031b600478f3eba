import { Type } from 'typebox';
import { closed } from '../base/closed.ts';
import {
  BULK_UNDO_HOURS,
  MAX_BULK,
  MAX_BULK_FIELDS,
  MAX_COPIES,
  MAX_PATH_NAME,
} from '../base/constants.ts';
import { Id, OBJECT_KIND } from '../metadata/meta.ts';
import { defineCall, defineReading } from './call.ts';

const ofObject = Type.Object({
  object: Type.String({ maxLength: MAX_PATH_NAME, ...OBJECT_KIND }),
});
const ids = Type.Array(Id, { minItems: 1, maxItems: MAX_BULK });
const requestId = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }));

/** What is done with many records of a list at once. */
export const bulkCalls = [
  defineCall({
    id: 'bizmeta.record.bulkSet',
    method: 'POST',
    bodySize: 'records',
    path: '/bizmeta/v1/object/{object}/action/UpdateDataField',
    access: 'member',
    inPages: 'acts',
    operation: true,
    recordValues: ['changes'],
    summary: '把许多记录的几个字段改成同样的值',
    params: ofObject,
    body: Type.Object(
      {
        ids,
        changes: Type.Array(
          Type.Object(
            {
              field: Type.String({ maxLength: MAX_PATH_NAME }),
              value: Type.Optional(Type.Unknown({ description: 'left out or null: emptied' })),
            },
            closed,
          ),
          { minItems: 1, maxItems: MAX_BULK_FIELDS },
        ),
        requestId,
      },
      closed,
    ),
    data: Type.Object({
      count: Type.Integer(),
      gone: Type.Integer({ description: 'records that were deleted meanwhile' }),
      undo: Type.String({ description: `undoes it by undoBulk, for ${BULK_UNDO_HOURS} hours` }),
    }),
  }),
  defineCall({
    id: 'bizmeta.record.undoBulk',
    method: 'POST',
    path: '/bizmeta/v1/object/{object}/action/UndoBulk',
    access: 'member',
    inPages: 'acts',
    operation: true,
    summary: '撤销自己的一次批量修改：之后没有再改过的字段恢复原值，后台进行',
    params: ofObject,
    body: Type.Object({ id: Id }, closed),
    data: Type.Object({ job: Id }),
  }),
  defineReading({
    id: 'bizmeta.record.bulkUndo',
    method: 'POST',
    path: '/bizmeta/v1/object/{object}/controller/BulkUndo',
    access: 'member',
    summary: '撤销批量修改的结果：恢复了多少，哪些没有恢复及原因',
    params: ofObject,
    body: Type.Object({ id: Id }, closed),
    data: Type.Object({
      restored: Type.Integer(),
      skippedCount: Type.Integer(),
      skipped: Type.Array(Type.Object({ id: Id, title: Type.String(), why: Type.String() })),
    }),
  }),
  defineReading({
    id: 'bizmeta.record.bulkChanges',
    method: 'POST',
    path: '/bizmeta/v1/object/{object}/controller/BulkChanges',
    access: 'member',
    summary: `自己在 ${BULK_UNDO_HOURS} 小时内的批量修改，最近的在前`,
    params: ofObject,
    body: Type.Object({}, closed),
    data: Type.Array(
      Type.Object({
        id: Id,
        count: Type.Integer(),
        fields: Type.String({ description: 'labels of the fields it changed' }),
        at: Type.String(),
        undo: Type.Union([Id, Type.Null()], { description: 'the job that undoes it' }),
      }),
    ),
  }),
  defineCall({
    id: 'bizmeta.record.transfer',
    method: 'POST',
    path: '/bizmeta/v1/object/{object}/action/Transfer',
    access: 'member',
    inPages: 'acts',
    operation: true,
    summary: '转移负责人：许多记录换一个负责人，所属部门随之改变',
    params: ofObject,
    body: Type.Object({ ids, owner: Id, requestId }, closed),
    data: Type.Object({ count: Type.Integer() }),
  }),
  defineCall({
    id: 'bizmeta.record.copy',
    method: 'POST',
    path: '/bizmeta/v1/object/{object}/action/Copy',
    access: 'member',
    inPages: 'acts',
    operation: true,
    summary: '复制记录，连同明细',
    params: ofObject,
    body: Type.Object(
      { ids: Type.Array(Id, { minItems: 1, maxItems: MAX_COPIES }), requestId },
      closed,
    ),
    data: Type.Object({ count: Type.Integer(), ids: Type.Array(Id) }),
  }),
] as const;
