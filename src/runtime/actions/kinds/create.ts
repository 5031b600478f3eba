import { Type } from 'typebox';
import { args, kindArg, namedValues, recordResult } from '../schema.ts';
import { defineAction } from '../types.ts';

export const createRecord = defineAction<{ object: string; values?: Record<string, unknown> }>({
  name: 'create',
  title: '新建记录',
  group: 'record',
  writes: true,
  args: args({
    object: kindArg('对象名', { kind: 'object' }),
    values: Type.Optional(
      namedValues('字段的值：{字段名: 值}', { kind: 'values', of: ['object'] }),
    ),
  }),
  result: recordResult,
  run: (context, { object, values = {} }) => context.record([{ do: 'create', object, values }])[0],
});
