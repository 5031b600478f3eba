import { Type } from 'typebox';
import { closed } from '../base/closed.ts';
import { MAX_SEARCH_TEXT } from '../base/constants.ts';
import { Id, ObjectRef } from '../metadata/meta.ts';
import { defineReading } from './call.ts';

const FoundRecord = Type.Object({
  id: Id,
  title: Type.String(),
  /** The field that matched, when it is not the title. */
  field: Type.Union([Type.String(), Type.Null()]),
  fieldLabel: Type.String(),
  /** The part of its text around what matched. */
  value: Type.String(),
});

export const searchCalls = [
  defineReading({
    id: 'bizmeta.search',
    method: 'POST',
    path: '/bizmeta/v1/object/search',
    access: 'member',
    summary: '在各个对象的记录里搜索',
    body: Type.Object(
      {
        text: Type.String({ maxLength: MAX_SEARCH_TEXT }),
        object: Type.Optional(ObjectRef),
        appId: Type.Optional(Id),
        after: Type.Optional(
          Type.Union([Type.String({ maxLength: 64 }), Type.Null()], {
            description: 'the answer’s `next`: searches on from there',
          }),
        ),
      },
      closed,
    ),
    data: Type.Object({
      groups: Type.Array(
        Type.Object({
          object: Type.String(),
          label: Type.String(),
          icon: Type.String(),
          appId: Id,
          records: Type.Array(FoundRecord),
          more: Type.Boolean({ description: 'the object has more records that match' }),
        }),
      ),
      searched: Type.Integer({ description: 'objects searched by this request' }),
      objects: Type.Integer({ description: 'objects there are to search' }),
      slow: Type.Array(Type.String(), {
        description: 'labels of objects that were left out because they took too long',
      }),
      next: Type.Union([Type.String(), Type.Null()], {
        description: 'where to search on; null when every object was searched',
      }),
    }),
  }),
] as const;
