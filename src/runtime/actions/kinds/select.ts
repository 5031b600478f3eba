import { Type } from 'typebox';
import { asList } from '../../models/guards.ts';
import { args, pathArg } from '../schema.ts';
import { defineAction } from '../types.ts';

type Mode = 'replace' | 'add' | 'toggle';
export const selectRecords = defineAction<{ source: string; ids: readonly string[]; mode?: Mode }>({
  name: 'select',
  title: '选择记录',
  group: 'data',
  args: args({
    source: pathArg('列表数据源', 'list'),
    ids: Type.Array(Type.String(), { description: '记录编号' }),
    mode: Type.Optional(
      Type.Unsafe<Mode>({
        type: 'string',
        enum: ['replace', 'add', 'toggle'],
        default: 'replace',
        description: 'replace 只选这些；add 再选上这些；toggle 已选的取消，未选的选上',
      }),
    ),
  }),
  summarize: ({ source, ids }) => `在“${source}”中选择 ${ids.length} 条记录`,
  run(context, { source, ids, mode = 'replace' }) {
    const list = asList(context.resolve(source));
    if (mode === 'replace') list.clearSelection();
    const known = new Set(list.selection);
    list.select(mode === 'toggle' ? ids.filter((id) => !known.has(id)) : ids, true);
    if (mode === 'toggle')
      list.select(
        ids.filter((id) => known.has(id)),
        false,
      );
  },
});
