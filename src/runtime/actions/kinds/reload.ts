import { args, pathArg } from '../schema.ts';
import { defineAction } from '../types.ts';

interface Reloadable {
  reload(): Promise<void>;
}
function reloadable(model: unknown, path: string): Reloadable {
  if (typeof model === 'object' && model !== null && 'reload' in model) return model as Reloadable;
  throw new TypeError(`“${path}”不能重新加载`);
}

export const reload = defineAction<{ source: string }>({
  name: 'reload',
  title: '重新加载',
  group: 'data',
  args: args({ source: pathArg('数据源或表单', 'source', 'list', 'describe', 'form') }),
  summarize: ({ source }) => `重新加载“${source}”`,
  run: (context, { source }) => reloadable(context.resolve(source), source).reload(),
});
