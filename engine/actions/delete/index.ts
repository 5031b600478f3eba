import { Type } from 'typebox';
import { args } from '../schema.ts';
import { defineAction } from '../types.ts';

export const deleteRecords = defineAction<{ object: string; ids: readonly string[] }>({
  name: 'delete', title: '删除记录',
  args: args({ object: Type.String({ description: '对象名' }), ids: Type.Array(Type.String(), { description: '记录编号' }) }),
  async run(context, { object, ids }) {
    const answer = await context.call('bizmeta.record.bulkDelete', { object, ids, requestId: crypto.randomUUID() }) as { count: number };
    return { count: answer.count, ids };
  },
});
