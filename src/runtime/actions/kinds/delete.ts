import { Type } from 'typebox';
import { args, kindArg } from '../schema.ts';
import { defineAction } from '../types.ts';

export const deleteRecords = defineAction<{ object: string; ids?: readonly string[] }>({
  name: 'delete',
  title: '删除记录',
  group: 'record',
  writes: true,
  args: args({
    object: kindArg('对象名', { kind: 'object' }),
    ids: Type.Array(Type.String(), { description: '记录编号' }),
  }),
  result: Type.Object({ count: Type.Integer(), ids: Type.Array(Type.String()) }),
  run(context, { object, ids = [] }) {
    context.record(ids.map((id) => ({ do: 'delete', object, id })));
    return { count: ids.length, ids };
  },
});
