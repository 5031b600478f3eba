import { Type } from 'typebox';
import { closed } from '../base/closed.ts';
import { DescribeInput, Id, oneOf } from '../metadata/meta.ts';
import { defineReading } from './call.ts';

/**
 * One change of stored records. `lock`: `write`, the object cannot be written while it lasts;
 * `all`, it cannot be read either; `none`, no one waits. `lost`: values the new field cannot hold;
 * with any the change is refused.
 */
const PlannedChange = Type.Object({
  field: Type.String({ description: 'id of the field; of a column, that of the column' }),
  label: Type.String(),
  text: Type.String(),
  records: Type.Integer(),
  unit: Type.String({ description: 'what is counted: records, or rows of a sub-table' }),
  lock: oneOf(['none', 'write', 'all'] as const),
  lockText: Type.String(),
  seconds: Type.Integer(),
  lost: Type.Integer(),
  /** Made in the background, beside the work with the records. */
  later: Type.Boolean(),
  /** With `acceptLoss` of the update the values that are lost may be left out. */
  acceptable: Type.Boolean(),
  /** There are more values than are looked at before: the change itself looks at all. */
  more: Type.Boolean(),
});

const MAX_PAGE = 200;

/** What a change of an object does to its records, before it is made. */
export const schemaPlanCalls = [
  defineReading({
    id: 'bizmeta.describe.plan',
    method: 'POST',
    bodySize: 'describe',
    path: '/bizmeta/v1/object/describe/service/planDescribe',
    access: 'builder',
    summary: '修改对象会怎样改动已有记录：记录数、占用多久、会丢失的值',
    body: Type.Object({ describe: DescribeInput }, closed),
    data: Type.Object({
      rows: Type.Integer(),
      /** Worth asking for: values would be lost, or people wait noticeably. */
      asks: Type.Boolean(),
      lost: Type.Integer(),
      /** Fields whose lost values have to be accepted; null where some change cannot be made. */
      accept: Type.Union([Type.Array(Id), Type.Null()]),
      text: Type.String(),
      changes: Type.Array(PlannedChange),
    }),
  }),
  defineReading({
    id: 'bizmeta.describe.lostValues',
    method: 'POST',
    bodySize: 'describe',
    path: '/bizmeta/v1/object/describe/service/lostValues',
    access: 'builder',
    summary: '修改字段时会丢失的值，各有多少条记录',
    body: Type.Object(
      {
        describe: DescribeInput,
        field: Id,
        current: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
        size: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE })),
      },
      closed,
    ),
    data: Type.Object({
      values: Type.Array(
        Type.Object({ value: Type.String(), records: Type.Integer(), recordId: Id, key: Id }),
      ),
      total: Type.Integer(),
      more: Type.Boolean(),
    }),
  }),
];
