import { args, pathArg } from '../schema.ts';
import { Stop, defineAction } from '../types.ts';

export const save = defineAction<{ form: string }>({
  name: 'save', title: '保存记录',
  args: args({ form: pathArg('对象表单', 'form') }),
  async run(context, args) {
    const form = context.form(args.form);
    const saved = await form.save();
    if (saved) return saved;
    form.focusFirstError();
    throw new Stop();
  },
});
