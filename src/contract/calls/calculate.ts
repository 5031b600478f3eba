import { Type } from 'typebox';
import { defineReading } from './call.ts';
import { MAX_FORMULA } from '../base/constants.ts';
import { Id, ObjectRef } from '../metadata/meta.ts';
import { closed } from '../base/closed.ts';

const path = '/bizmeta/v1/object/calculate/service';
const expression = Type.String({ minLength: 1, maxLength: MAX_FORMULA });
/** Places are characters of the expression, from 0; `end` is behind the last. */
const Fault = Type.Object({ start: Type.Integer(), end: Type.Integer(), msg: Type.String() });
/**
 * Everything an expression reads, as a flat tree: a formula comes before what that formula reads.
 */
const Read = Type.Object({
  id: Type.String(),
  parentId: Type.Union([Type.String(), Type.Null()]),
  path: Type.String(),
  title: Type.String(),
  type: Type.String(),
  formula: Type.Optional(Type.String()),
});

/** Expressions over an object's fields, evaluated by the server for the formula editor. */
export const calculateCalls = [
  defineReading({
    id: 'bizmeta.calculate.check',
    method: 'POST',
    path: `${path}/expressionCheck`,
    access: 'builder',
    summary: '表达式读作什么：结果的类型、中文、SQL、引用了哪些字段',
    body: Type.Object({ object: ObjectRef, expression }, closed),
    // `sql` is null when the expression is wrong, or when SQL cannot say it exactly: then
    // `sqlFault` says why.
    data: Type.Object({
      faults: Type.Array(Fault),
      type: Type.String(),
      sentence: Type.String(),
      sql: Type.Union([Type.String(), Type.Null()]),
      sqlFault: Type.Union([Type.String(), Type.Null()]),
      reads: Type.Array(Read),
    }),
  }),
  defineReading({
    id: 'bizmeta.calculate.calculate',
    method: 'POST',
    path: `${path}/calculate`,
    access: 'builder',
    summary: '表达式对一条记录算出什么：服务器算一次，数据库算一次',
    body: Type.Object({ object: ObjectRef, expression, id: Id }, closed),
    // As people read them; empty text is no value. `databaseText` is null when SQL cannot say the
    // expression exactly.
    data: Type.Object({
      value: Type.Unknown(),
      text: Type.String(),
      databaseValue: Type.Unknown(),
      databaseText: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
] as const;
