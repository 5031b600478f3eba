import { Type } from 'typebox';
import { listAt } from '../list-at.ts';
import { args, pathArg } from '../schema.ts';
import { defineAction } from '../types.ts';

export const move = defineAction<{ target: string; from: number; to: number }>({
  name: 'move',
  title: '移动一行',
  group: 'data',
  args: args({
    target: pathArg('列表字段或列表状态', 'field', 'cell'),
    from: Type.Number({ description: '原位置' }),
    to: Type.Number({ description: '新位置' }),
  }),
  summarize: ({ target, from, to }) => `把“${target}”的第 ${from + 1} 行移到第 ${to + 1} 行`,
  run: (context, { target, from, to }) => listAt(context.resolve(target), target).move(from, to),
});
