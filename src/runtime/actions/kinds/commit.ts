import { args, pathArg } from '../schema.ts';
import { defineAction } from '../types.ts';

export const commit = defineAction<{ form: string }>({
  name: 'commit',
  title: '记为已保存',
  group: 'form',
  args: args({ form: pathArg('表单', 'form') }),
  summarize: ({ form }) => `把表单“${form}”记为已保存`,
  run: (context, { form }) => context.form(form).markSaved(),
});
