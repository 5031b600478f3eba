import { Type } from 'typebox';
import { args, kindArg } from '../schema.ts';
import { defineAction } from '../types.ts';

type Kind = 'success' | 'info' | 'warning' | 'error';

export const toast = defineAction<{
  kind?: Kind;
  text: string;
  link?: { text: string; to: string };
}>({
  name: 'toast',
  title: '提示',
  group: 'people',
  args: args({
    kind: Type.Optional(
      Type.Unsafe<Kind>({
        type: 'string',
        enum: ['success', 'info', 'warning', 'error'],
        default: 'info',
        description: '类型',
      }),
    ),
    text: Type.String({ description: '文字' }),
    link: Type.Optional(
      Type.Object(
        { text: Type.String(), to: kindArg('路径', { kind: 'address' }) },
        {
          additionalProperties: false,
          description: '文字之后的链接：to 是本入口内的路径，如 /app/1/customer/record/2',
        },
      ),
    ),
  }),
  summarize: ({ text }) => `提示“${text}”`,
  run: ({ ports }, { kind = 'info', text, link }) => ports.toast(kind, text, link),
});
