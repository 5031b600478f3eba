import { Type } from 'typebox';
import { QueryArg, withQuery, type Query } from '../query.ts';
import { args, kindArg } from '../schema.ts';
import { defineAction } from '../types.ts';

export const navigate = defineAction<{ to: string; query?: Query; replace?: boolean }>({
  name: 'navigate',
  title: '前往页面',
  group: 'page',
  args: args({
    to: kindArg('路径，以斜杠开头', { kind: 'address' }),
    query: Type.Optional(QueryArg),
    replace: Type.Optional(Type.Boolean({ description: '不留下返回的一步' })),
  }),
  summarize: ({ to }) => `前往 ${to}`,
  run: ({ ports }, { to, query, replace = false }) =>
    ports.navigate(withQuery(to, query), { replace }),
});
