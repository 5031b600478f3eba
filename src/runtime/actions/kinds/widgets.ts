import { Type } from 'typebox';
import { args } from '../schema.ts';
import { defineAction } from '../types.ts';

export const widgets = defineAction<object>({
  name: 'widgets',
  title: '列出组件',
  group: 'designer',
  args: args({}),
  result: Type.Array(
    Type.Object({ key: Type.String(), title: Type.String(), widgets: Type.Array(Type.Unknown()) }),
  ),
  summarize: () => '列出所有组件',
  run: ({ ports }) => ports.widgets?.list() ?? [],
});
