import { Type } from 'typebox';
import { args } from '../schema.ts';
import { defineAction } from '../types.ts';

export const widgets = defineAction<{ all?: boolean }>({
  name: 'widgets',
  title: '列出组件',
  group: 'designer',
  args: args({
    all: Type.Optional(
      Type.Boolean({ description: '连同只用于平台自己的页面的组件', default: false }),
    ),
  }),
  result: Type.Array(
    Type.Object({ key: Type.String(), title: Type.String(), widgets: Type.Array(Type.Unknown()) }),
  ),
  summarize: () => '列出组件',
  run: ({ ports }, { all = false }) => ports.widgets?.list(all) ?? [],
});
