import { Type } from 'typebox';
import { args } from '../schema.ts';
import { defineAction } from '../types.ts';

export const focus = defineAction<{ target: string }>({
  name: 'focus',
  title: '移到焦点',
  args: args({ target: Type.String({ description: '字段路径或节点编号' }) }),
  summarize: ({ target }) => `把焦点移到“${target}”`,
  run: (context, { target }) => context.focus(target),
});
