import { Type } from 'typebox';
import { args, kindArg, namedValues, recordResult } from '../schema.ts';
import { defineAction } from '../types.ts';

export const editRecord = defineAction<{
  object: string;
  id: string;
  version?: number;
  values: Record<string, unknown>;
}>({
  name: 'edit',
  title: '修改记录',
  group: 'record',
  writes: true,
  args: args({
    object: kindArg('对象名', { kind: 'object' }),
    id: Type.String({ description: '记录编号' }),
    version: Type.Optional(
      Type.Integer({ description: '记录的版本；同一组动作刚写过的记录可以不写' }),
    ),
    values: namedValues('要改的字段：{字段名: 值}', { kind: 'values', of: ['object'] }),
  }),
  result: recordResult,
  run: (context, { object, id, version, values }) =>
    context.record([{ do: 'edit', object, id, version, values }])[0],
});
