import { args, pathArg } from '../schema.ts';
import { defineAction } from '../types.ts';

export const reset = defineAction<{ form: string }>({
  name: 'reset',
  title: '还原表单',
  group: 'form',
  args: args({ form: pathArg('表单', 'form') }),
  summarize: ({ form }) => `还原表单“${form}”`,
  run: (context, { form }) => context.form(form).reset(),
});
