import { Type } from 'typebox';
import { listAt } from '../list-at.ts';
import { args, pathArg } from '../schema.ts';
import { defineAction } from '../types.ts';

export const remove = defineAction<{ target: string; at: number }>({
  name: 'remove',
  title: '移除一行',
  group: 'data',
  args: args({
    target: pathArg('列表字段或列表状态', 'field', 'cell'),
    at: Type.Number({ description: '位置，从 0 起' }),
  }),
  summarize: ({ target, at }) => `移除“${target}”的第 ${at + 1} 行`,
  run: (context, { target, at }) => listAt(context.resolve(target), target).remove(at),
});
