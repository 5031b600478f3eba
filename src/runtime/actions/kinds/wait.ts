import { Type } from 'typebox';
import { MAX_WAIT_MS } from '../../scope/limits.ts';
import { args } from '../schema.ts';
import { Stop, defineAction } from '../types.ts';

export const wait = defineAction<{ ms: number }>({
  name: 'wait',
  title: '等待',
  group: 'flow',
  args: args({
    ms: Type.Number({ description: `毫秒，最多 ${MAX_WAIT_MS}`, minimum: 0, maximum: MAX_WAIT_MS }),
  }),
  summarize: ({ ms }) => `等待 ${ms} 毫秒`,
  run({ signal }, { ms }) {
    if (!(ms >= 0 && ms <= MAX_WAIT_MS))
      throw new RangeError(`等待须在 0 至 ${MAX_WAIT_MS} 毫秒之间`);
    return new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer);
          reject(new Stop());
        },
        { once: true },
      );
    });
  },
});
