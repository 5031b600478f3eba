import { Type } from 'typebox';
import { args } from '../schema.ts';
import { defineAction } from '../types.ts';

export const copy = defineAction<{ text: string }>({
  name: 'copy', title: '复制文字',
  args: args({ text: Type.String({ description: '文字' }) }),
  says: ({ text }) => `复制“${text}”`,
  async run({ ports }, { text }) {
    await navigator.clipboard.writeText(text);
    ports.toast('success', '已复制');
  },
});
