import { Type } from 'typebox';
import { closed } from '../base/closed.ts';
import { MAX_BULK } from '../base/constants.ts';
import { FieldDescribe, Id, ObjectRef } from '../metadata/meta.ts';
import { defineCall, defineReading } from './call.ts';

const describe = '/bizmeta/v1/object/describe/service';
/** What the object designer asks about fields in use and removed ones. */
export const fieldCalls = [
  defineReading({
    id: 'bizmeta.describe.fieldUses',
    method: 'POST',
    path: `${describe}/findFieldUses`,
    access: 'builder',
    summary: '哪里用到一个字段',
    body: Type.Object({ apiName: ObjectRef, id: Id }, closed),
    // `text` names the first of them, empty when there are none.
    data: Type.Object({
      count: Type.Integer(),
      text: Type.String(),
      uses: Type.Array(Type.Object({ kind: Type.String(), title: Type.String() })),
    }),
  }),
  defineReading({
    id: 'bizmeta.describe.removedFields',
    method: 'POST',
    path: `${describe}/findRemovedFields`,
    access: 'builder',
    summary: '对象已删除的字段',
    body: Type.Object({ apiName: ObjectRef }, closed),
    // `field` is what an update takes to bring it back; `values` counts what records hold in it.
    data: Type.Object({
      fields: Type.Array(
        Type.Object({
          id: Id,
          label: Type.String(),
          type: Type.String(),
          typeTitle: Type.String(),
          removedAt: Type.String(),
          values: Type.Integer(),
          field: FieldDescribe,
        }),
      ),
      ids: Type.Array(Id),
      values: Type.Integer(),
    }),
  }),
  defineCall({
    id: 'bizmeta.describe.purgeFields',
    method: 'POST',
    path: `${describe}/purgeFields`,
    access: 'builder',
    inPages: 'acts',
    summary: '清除已删除的字段和它们的数据',
    body: Type.Object(
      { apiName: ObjectRef, ids: Type.Array(Id, { minItems: 1, maxItems: MAX_BULK }) },
      closed,
    ),
    data: Type.Object({ count: Type.Integer() }),
  }),
] as const;
