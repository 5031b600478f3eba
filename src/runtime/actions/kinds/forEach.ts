import { Type } from 'typebox';
import { MAX_LOOP } from '../../scope/limits.ts';
import { args, stepsArg } from '../schema.ts';
import { Stop, defineAction } from '../types.ts';

export const forEach = defineAction<{ items: readonly unknown[]; as?: string; steps: unknown }>({
  name: 'forEach',
  title: '逐项进行',
  group: 'flow',
  args: args({
    items: Type.Array(Type.Unknown(), { description: `列表，最多 ${MAX_LOOP} 项` }),
    as: Type.Optional(Type.String({ description: '每一项的名称，默认 item' })),
    steps: stepsArg('对每一项做的动作'),
  }),
  steps: ['steps'],
  async run(context, { items, as = 'item', steps }) {
    if ((items ?? []).length > MAX_LOOP)
      throw new RangeError(`逐项进行最多 ${MAX_LOOP} 项，现在有 ${items.length} 项`);
    for (const [index, item] of (items ?? []).entries()) {
      if (!(await context.run(steps, { [as]: item, [`${as}_index`]: index }))) throw new Stop();
    }
  },
});
