import { Type } from 'typebox';
import { args, named, pathArg, pathsArg } from '../schema.ts';
import { defineAction } from '../types.ts';

type SetArgs = { target: string; value?: unknown } | { cells: Readonly<Record<string, unknown>> };
const entriesOf = (given: SetArgs): [string, unknown][] =>
  'cells' in given ? Object.entries(given.cells) : [[given.target, given.value ?? null]];

/** One place, whose path may be a formula, or several at once, whose paths are written out. */
export const setValue = defineAction<SetArgs>({
  name: 'set',
  title: '设置值',
  group: 'data',
  args: args({
    target: Type.Optional(pathArg('状态、字段或列表的筛选、搜索等', 'cell', 'field')),
    value: Type.Optional(
      Type.Unknown({
        description: '新值；留空为清空',
        ...named({ kind: 'assigned', path: 'target' }),
      }),
    ),
    cells: Type.Optional(pathsArg('同时写入几处：{路径: 新值}', 2, 'cell', 'field')),
  }),
  summarize: (given) =>
    entriesOf(given)
      .map(([path, value]) => `把“${path}”设为 ${JSON.stringify(value ?? null)}`)
      .join('，'),
  run: (context, given) => context.write(entriesOf(given)),
});
