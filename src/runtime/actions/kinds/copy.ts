import { Type } from 'typebox';
import { absoluteUrl } from '../../ports/address.ts';
import { args, kindArg } from '../schema.ts';
import { defineAction } from '../types.ts';

export const copy = defineAction<{ text?: string; address?: string }>({
  name: 'copy',
  title: '复制文字',
  group: 'people',
  args: args({
    text: Type.Optional(Type.String({ description: '文字' })),
    address: Type.Optional(
      kindArg('本站内的路径，以斜杠开头：复制它的完整网址，代替文字', { kind: 'address' }),
    ),
  }),
  summarize: ({ text, address }) => `复制“${address ?? text ?? ''}”`,
  async run({ ports }, { text, address }) {
    await navigator.clipboard.writeText(
      address === undefined ? (text ?? '') : absoluteUrl(address),
    );
    ports.toast('success', '已复制');
  },
});
