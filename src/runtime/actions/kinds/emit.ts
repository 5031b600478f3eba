import { Type } from 'typebox';
import { args } from '../schema.ts';
import { defineAction } from '../types.ts';

export const emit = defineAction<{ event: string; payload?: unknown }>({
  name: 'emit',
  title: '通知外层页面',
  group: 'page',
  args: args({
    event: Type.String({ description: '事件名' }),
    payload: Type.Optional(Type.Unknown({ description: '内容' })),
  }),
  summarize: ({ event }) => `通知外层页面“${event}”`,
  run: (context, { event, payload }) => context.emit(event, payload ?? null),
});
