import { Type } from 'typebox';
import { QueryArg, withQuery, type Query } from '../query.ts';
import { args, kindArg } from '../schema.ts';
import { defineAction } from '../types.ts';

export const openUrl = defineAction<{ url: string; query?: Query; target?: 'window' | 'self' }>({
  name: 'open',
  title: '打开地址',
  group: 'page',
  args: args({
    url: kindArg('本站地址', { kind: 'address' }),
    query: Type.Optional(QueryArg),
    target: Type.Optional(
      Type.Unsafe<'window' | 'self'>({
        type: 'string',
        enum: ['window', 'self'],
        default: 'window',
        description: '新窗口或当前窗口',
      }),
    ),
  }),
  summarize: ({ url, target = 'window' }) =>
    `${target === 'window' ? '在新窗口打开' : '前往'} ${url}`,
  run: ({ ports }, { url, query, target = 'window' }) => ports.open(withQuery(url, query), target),
});
