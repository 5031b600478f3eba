import { Type } from 'typebox';
import { closed } from '../base/closed.ts';
import { DescribeInput, Id, ObjectRef, oneOf } from '../metadata/meta.ts';
import { defineCall, defineReading } from './call.ts';

const change = '/bizmeta/v1/typeChange';
const ofChange = { id: Id };
const MAX_PAGE = 200;

/** A value the new type cannot hold, and how many records hold it. */
const Lost = Type.Object({ value: Type.String(), records: Type.Integer() });

/**
 * A change of a field's type in the background. `running`: values are being converted; `stopped`: it
 * waits for the builder, `error` says why; `done`: the field has its new type, and the old values are
 * there until `until`. `back`: it is being undone.
 */
const TypeChange = Type.Object({
  id: Id,
  field: Id,
  label: Type.String(),
  unit: Type.String({ description: 'what is counted: records, or rows of a sub-table' }),
  text: Type.String({ description: 'from which type to which' }),
  state: oneOf(['running', 'stopped', 'done'] as const),
  stateText: Type.String(),
  back: Type.Boolean(),
  done: Type.Integer(),
  total: Type.Integer(),
  /** Records whose value is left out of the new type. */
  lost: Type.Integer(),
  error: Type.String(),
  by: Type.String(),
  at: Type.String(),
  until: Type.Union([Type.String(), Type.Null()]),
});

/** Changes of a field's type that go on beside the work with its records, and can be undone. */
export const typeChangeCalls = [
  defineReading({
    id: 'bizmeta.typeChange.list',
    method: 'POST',
    path: `${change}/list`,
    access: 'builder',
    summary: '对象正在进行和可以撤销的字段类型更改',
    body: Type.Object({ apiName: ObjectRef }, closed),
    data: Type.Object({ changes: Type.Array(TypeChange), working: Type.Boolean() }),
  }),
  defineReading({
    id: 'bizmeta.typeChange.lost',
    method: 'POST',
    path: `${change}/lost`,
    access: 'builder',
    summary: '一次类型更改没有换过去的值，各有多少条记录',
    body: Type.Object(
      {
        ...ofChange,
        current: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
        size: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE })),
      },
      closed,
    ),
    data: Type.Object({ values: Type.Array(Lost), total: Type.Integer() }),
  }),
  /** One line a record, so that each value can be found and typed in again. */
  defineReading({
    id: 'bizmeta.typeChange.lostFile',
    method: 'POST',
    path: `${change}/lostFile`,
    access: 'builder',
    answer: 'raw',
    summary: '下载没有换过去的值',
    body: Type.Object(ofChange, closed),
    data: Type.Unknown(),
  }),
  /** The same before the change is made. */
  defineReading({
    id: 'bizmeta.describe.lostFile',
    method: 'POST',
    bodySize: 'describe',
    path: '/bizmeta/v1/object/describe/service/lostFile',
    access: 'builder',
    answer: 'raw',
    summary: '下载修改字段时会丢失的值',
    body: Type.Object({ describe: DescribeInput, field: Id }, closed),
    data: Type.Unknown(),
  }),
  /** Of a stopped change; `accept`: what cannot be converted is left out. */
  defineCall({
    id: 'bizmeta.typeChange.resume',
    method: 'POST',
    path: `${change}/resume`,
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '继续停下的类型更改',
    body: Type.Object({ ...ofChange, accept: Type.Optional(Type.Boolean()) }, closed),
    data: Type.Object({ job: Id }),
  }),
  defineCall({
    id: 'bizmeta.typeChange.cancel',
    method: 'POST',
    path: `${change}/cancel`,
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '取消还没有完成的类型更改',
    body: Type.Object(ofChange, closed),
    data: Type.Null(),
  }),
  defineReading({
    id: 'bizmeta.typeChange.undoPlan',
    method: 'POST',
    path: `${change}/undoPlan`,
    access: 'builder',
    summary: '撤销类型更改会怎样：之后写入的值里哪些换不回去',
    body: Type.Object(ofChange, closed),
    data: Type.Object({
      text: Type.String(),
      /** Records whose value was written since. */
      written: Type.Integer(),
      lost: Type.Integer(),
      values: Type.Array(Lost),
    }),
  }),
  defineCall({
    id: 'bizmeta.typeChange.undo',
    method: 'POST',
    path: `${change}/undo`,
    access: 'builder',
    inPages: 'acts',
    operation: true,
    summary: '撤销类型更改',
    body: Type.Object({ ...ofChange, accept: Type.Optional(Type.Boolean()) }, closed),
    data: Type.Object({ job: Id }),
  }),
];
