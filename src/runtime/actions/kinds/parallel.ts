import { Type } from 'typebox';
import { args, stepsArg } from '../schema.ts';
import { Stop, defineAction } from '../types.ts';

export const parallel = defineAction<{ branches: readonly unknown[] }>({
  name: 'parallel',
  title: '同时进行',
  group: 'flow',
  args: args({
    branches: Type.Array(stepsArg('一组动作'), { description: '各组同时开始，都完成才继续' }),
  }),
  steps: ['branches'],
  async run(context, { branches }) {
    const done = await Promise.all(branches.map((steps) => context.run(steps)));
    if (done.includes(false)) throw new Stop();
  },
});
