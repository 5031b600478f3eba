import { Type } from 'typebox';
import { args, kindArg } from '../schema.ts';
import { defineAction } from '../types.ts';

export const restore = defineAction<{ object: string; ids: readonly string[] }>({
  name: 'restore',
  title: '撤销删除',
  group: 'record',
  args: args({
    object: kindArg('对象名', { kind: 'object' }),
    ids: Type.Array(Type.String(), { description: '记录编号' }),
  }),
  summarize: ({ object, ids }) => `恢复 ${object} 的 ${ids.length} 条记录`,
  run: (context, { object, ids }) =>
    context.call('bizmeta.record.restore', { object, ids, requestId: crypto.randomUUID() }),
});
