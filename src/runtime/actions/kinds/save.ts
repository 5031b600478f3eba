import { args, pathArg } from '../schema.ts';
import { Stop, defineAction } from '../types.ts';

export const save = defineAction<{ form: string }>({
  name: 'save',
  title: '保存记录',
  group: 'form',
  args: args({ form: pathArg('对象表单', 'form') }),
  summarize: ({ form }) => `保存表单“${form}”`,
  // A rehearsal of the record itself: what the save would write, as the server sees it.
  dryRun(context, args) {
    const form = context.form(args.form);
    const object = form.describe?.apiName;
    if (!object) return;
    const version = form.loaded['version'];
    context.record([
      form.id === undefined
        ? { do: 'create', object, values: form.values() }
        : {
            do: 'edit',
            object,
            id: form.id,
            version: typeof version === 'number' ? version : undefined,
            values: form.changes(),
          },
    ]);
  },
  async run(context, args) {
    const form = context.form(args.form);
    const saved = await form.save();
    if (saved) return saved;
    form.focusFirstError();
    throw new Stop();
  },
});
