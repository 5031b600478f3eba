import { args } from '../schema.ts';
import { defineAction } from '../types.ts';

export const back = defineAction<object>({
  name: 'back',
  title: '返回',
  group: 'page',
  args: args({}),
  summarize: () => '返回上一页',
  run: ({ ports }) => ports.back(),
});
