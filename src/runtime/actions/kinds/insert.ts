import { Type } from 'typebox';
import { isRecord } from '../../../values/index.ts';
import { listAt } from '../list-at.ts';
import { args, pathArg } from '../schema.ts';
import { defineAction } from '../types.ts';

/** As the server takes names of what has none yet (isProvisional of the contract). */
const withKey = (value: unknown, keyName: string) => ({
  ...(isRecord(value) && value),
  [keyName]: `_${crypto.randomUUID().slice(0, 8)}`,
});

export const insert = defineAction<{
  target: string;
  value?: unknown;
  keyName?: string;
  at?: number | null;
  focus?: string;
}>({
  name: 'insert',
  title: '插入一行',
  group: 'data',
  args: args({
    target: pathArg('列表字段或列表状态', 'field', 'cell'),
    value: Type.Optional(Type.Unknown({ description: '新行的值' })),
    keyName: Type.Optional(
      Type.String({ description: '新行的这个属性得到一个独有的值，别处用它指这一行' }),
    ),
    at: Type.Optional(Type.Number({ description: '位置，从 0 起；留空为末尾' })),
    focus: Type.Optional(
      Type.String({ description: '新行里取得焦点的字段，接着就能输入；只用于列表字段' }),
    ),
  }),
  result: Type.Object({ index: Type.Integer({ description: '新行的位置，从 0 起' }) }),
  summarize: ({ target }) => `在“${target}”插入一行`,
  run(context, { target, value, keyName, at, focus }) {
    const list = listAt(context.resolve(target), target);
    const index = at ?? list.length;
    const row = list.insert(index, keyName === undefined ? value : withKey(value, keyName));
    if (focus !== undefined && row?.hasField(focus)) row.field(focus).focus();
    return { index };
  },
});
