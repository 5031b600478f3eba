import { args, kindArg } from '../schema.ts';
import { defineAction } from '../types.ts';

export const focus = defineAction<{ target: string }>({
  name: 'focus',
  title: '移到焦点',
  group: 'page',
  args: args({ target: kindArg('字段路径或节点编号', { kind: 'target' }) }),
  summarize: ({ target }) => `把焦点移到“${target}”`,
  run: (context, { target }) => context.focus(target),
});
