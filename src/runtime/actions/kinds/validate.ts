import { args, pathArg } from '../schema.ts';
import { Stop, defineAction } from '../types.ts';

export const validate = defineAction<{ form: string }>({
  name: 'validate',
  title: '检查表单',
  group: 'form',
  args: args({ form: pathArg('表单', 'form') }),
  summarize: ({ form }) => `检查表单“${form}”`,
  async run(context, args) {
    const form = context.form(args.form);
    if (await form.validate()) return;
    form.focusFirstError();
    throw new Stop();
  },
});
