import { asList } from '../../models/guards.ts';
import { args, pathArg } from '../schema.ts';
import { defineAction } from '../types.ts';

export const clearSelection = defineAction<{ source: string }>({
  name: 'clearSelection',
  title: '清除选择',
  group: 'data',
  args: args({ source: pathArg('列表数据源', 'list') }),
  summarize: ({ source }) => `清除“${source}”的选择`,
  run: (context, { source }) => asList(context.resolve(source)).clearSelection(),
});
