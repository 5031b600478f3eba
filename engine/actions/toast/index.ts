import { Type } from 'typebox';
import { args } from '../schema.ts';
import { defineAction } from '../types.ts';

type Kind = 'success' | 'info' | 'warning' | 'error';

export const toast = defineAction<{ kind?: Kind; text: string }>({
  name: 'toast', title: '提示',
  args: args({ kind: Type.Optional(Type.Unsafe<Kind>({ type: 'string', enum: ['success', 'info', 'warning', 'error'], default: 'info', description: '类型' })), text: Type.String({ description: '文字' }) }),
  says: ({ text }) => `提示“${text}”`,
  run: ({ ports }, { kind = 'info', text }) => ports.toast(kind, text),
});
