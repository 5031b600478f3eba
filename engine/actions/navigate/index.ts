import { Type } from 'typebox';
import { args } from '../schema.ts';
import { defineAction } from '../types.ts';

export const navigate = defineAction<{ to: string; replace?: boolean }>({
  name: 'navigate', title: '前往页面',
  args: args({ to: Type.String({ description: '路径，以斜杠开头' }), replace: Type.Optional(Type.Boolean({ description: '不留下返回的一步' })) }),
  says: ({ to }) => `前往 ${to}`,
  run: ({ ports }, { to, replace = false }) => ports.navigate(to, { replace }),
});
