import { Type } from 'typebox';
import { listAt } from '../list-at.ts';
import { args, pathArg } from '../schema.ts';
import { defineAction } from '../types.ts';

export const insert = defineAction<{
  target: string;
  value?: unknown;
  at?: number | null;
  focus?: string;
}>({
  name: 'insert',
  title: '插入一行',
  group: 'data',
  args: args({
    target: pathArg('列表字段或列表状态', 'field', 'cell'),
    value: Type.Optional(Type.Unknown({ description: '新行的值' })),
    at: Type.Optional(Type.Number({ description: '位置，从 0 起；留空为末尾' })),
    focus: Type.Optional(
      Type.String({ description: '新行里取得焦点的字段，接着就能输入；只用于列表字段' }),
    ),
  }),
  result: Type.Object({ index: Type.Integer({ description: '新行的位置，从 0 起' }) }),
  summarize: ({ target }) => `在“${target}”插入一行`,
  run(context, { target, value, at, focus }) {
    const list = listAt(context.resolve(target), target);
    const index = at ?? list.length;
    const row = list.insert(index, value);
    if (focus !== undefined && row?.hasField(focus)) row.field(focus).focus();
    return { index };
  },
});
