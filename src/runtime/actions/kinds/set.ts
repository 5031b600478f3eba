import { Type } from 'typebox';
import { args, named, pathArg } from '../schema.ts';
import { defineAction } from '../types.ts';

export const setValue = defineAction<{ target: string; value?: unknown }>({
  name: 'set',
  title: '设置值',
  args: args({
    target: pathArg('状态、字段或列表的筛选、搜索等', 'cell', 'field'),
    value: Type.Optional(
      Type.Unknown({
        description: '新值；留空为清空',
        ...named({ kind: 'assigned', path: 'target' }),
      }),
    ),
  }),
  summarize: ({ target, value }) => `把“${target}”设为 ${JSON.stringify(value ?? null)}`,
  run: (context, { target, value }) => context.write(target, value ?? null),
});
