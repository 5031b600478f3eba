import { Type } from 'typebox';
import { asFailure, CANCELLED, type Problem } from '../../../contract/index.ts';
import { applyActionErrors } from '../action-errors.ts';
import { args, callArg, named, pathArg } from '../schema.ts';
import { Stop, defineAction } from '../types.ts';

export const call = defineAction<{
  id: string;
  input?: Record<string, unknown>;
  form?: string;
  at?: string;
  problems?: string;
}>({
  name: 'call',
  title: '调用接口',
  group: 'data',
  args: args({
    id: callArg('接口编号，如 bizmeta.app.save', 'data'),
    input: Type.Optional(
      Type.Unknown({ description: '参数', ...named({ kind: 'input', call: 'id' }) }),
    ),
    form: Type.Optional(pathArg('出错时，问题落到这个表单的字段上', 'form')),
    at: Type.Optional(Type.String({ description: '表单的值在参数里的位置，如 /describe' })),
    problems: Type.Optional(pathArg('出错时，各处的问题写到这里；成功时写入空的列表', 'cell')),
  }),
  summarize: ({ id }) => `调用接口 ${id}`,
  async run(context, { id, input, form, at = '', problems }) {
    const say = (found: readonly Problem[]): void => {
      if (problems !== undefined) context.write([[problems, found]]);
    };
    try {
      const answer = await context.call(id, input ?? {});
      say([]);
      return answer;
    } catch (failure) {
      say(asFailure(failure).problems);
      // A user who chose not to wait for it sees no failure message.
      if (asFailure(failure).reason === CANCELLED) throw new Stop();
      if (form === undefined || !applyActionErrors(context.form(form), failure, at)) throw failure;
      throw new Stop();
    }
  },
});
