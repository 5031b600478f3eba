import { Type } from 'typebox';
import { args } from '../schema.ts';
import { Stop, defineAction } from '../types.ts';

export const confirm = defineAction<{
  text: string;
  title?: string;
  ok?: string;
  cancel?: string;
  danger?: boolean;
  goOn?: boolean;
}>({
  name: 'confirm',
  title: '询问',
  group: 'people',
  args: args({
    text: Type.String({ description: '问题' }),
    title: Type.Optional(Type.String({ description: '标题', default: '提示' })),
    ok: Type.Optional(Type.String({ description: '同意的按钮', default: '确定' })),
    cancel: Type.Optional(Type.String({ description: '不同意的按钮', default: '取消' })),
    danger: Type.Optional(Type.Boolean({ description: '同意后不能撤销', default: false })),
    goOn: Type.Optional(
      Type.Boolean({ description: '不同意也继续，由后面的步骤看结果', default: false }),
    ),
  }),
  result: Type.Boolean(),
  summarize: ({ text }) => `询问“${text}”`,
  async run(
    { ports },
    { text, title = '提示', ok = '确定', cancel, danger = false, goOn = false },
  ) {
    const agreed = await ports.confirm({
      title,
      text,
      ok,
      ...(cancel !== undefined && { cancel }),
      danger,
    });
    if (!agreed && !goOn) throw new Stop();
    return agreed;
  },
});
