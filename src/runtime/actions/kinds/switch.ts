import { Type } from 'typebox';
import { equalData } from '../../models/equal.ts';
import { args, stepsArg } from '../schema.ts';
import { Stop, defineAction } from '../types.ts';

export const switchOn = defineAction<{
  value: unknown;
  cases: readonly { is: unknown; steps: unknown }[];
  else?: unknown;
}>({
  name: 'switch',
  title: '按值选择',
  group: 'flow',
  args: args({
    value: Type.Unknown({ description: '要比较的值' }),
    cases: Type.Array(
      Type.Object(
        { is: Type.Unknown({ description: '等于这个值时' }), steps: stepsArg('进行的动作') },
        { additionalProperties: false },
      ),
      { description: '各种情况' },
    ),
    else: Type.Optional(stepsArg('都不等于时')),
  }),
  steps: ['cases', 'else'],
  chooses: true,
  async run(context, { value, cases, else: otherwise }) {
    const found = cases.find((each) => equalData(each.is, value));
    const steps = found ? found.steps : otherwise;
    if (steps !== undefined && !(await context.run(steps))) throw new Stop();
  },
});
