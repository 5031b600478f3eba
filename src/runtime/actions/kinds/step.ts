import { Type } from 'typebox';
import { asList } from '../../models/guards.ts';
import { args, pathArg } from '../schema.ts';
import { defineAction } from '../types.ts';

type By = 'next' | 'previous';
export const step = defineAction<{ source: string; by: By }>({
  name: 'step',
  title: '看前后一条',
  group: 'record',
  args: args({
    source: pathArg('列表数据源', 'list'),
    by: Type.Unsafe<By>({
      type: 'string',
      enum: ['next', 'previous'],
      description: 'next 下一条，previous 上一条；到本页尽头时翻页',
    }),
  }),
  summarize: ({ source, by }) => `打开“${source}”的${by === 'next' ? '下' : '上'}一条记录`,
  async run(context, { source, by }) {
    await asList(context.resolve(source)).navigator.step(by === 'next' ? 1 : -1);
  },
});
