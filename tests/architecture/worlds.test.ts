import { afterAll, describe, expect, it } from 'vitest';
import { copyTree, HANG_MS, run } from './tree.ts';

/** A global of another world, where it is planted, and the configuration that must refuse it. */
const PLANTS = [
  { world: 'pure', file: 'src/page/planted.ts', text: 'document.title' },
  { world: 'pure', file: 'machines/planted.ts', text: 'process.pid' },
  { world: 'pure', file: 'src/values/planted.ts', text: 'setTimeout(() => undefined, 1)' },
  { world: 'browser', file: 'src/runtime/planted.ts', text: 'setImmediate(() => undefined)' },
  { world: 'browser', file: 'renderers/button/planted.ts', text: "Buffer.from('')" },
  { world: 'server', file: 'src/server/kernel/planted.ts', text: 'document.title' },
  { world: 'server', file: 'src/server/upm/planted.ts', text: 'localStorage.length' },
] as const;

describe('the globals of each world', () => {
  const copy = copyTree();
  afterAll(() => copy.remove());

  it.each(['pure', 'browser', 'server'])(
    '%s rooms know no others',
    async (world) => {
      const plants = PLANTS.filter((each) => each.world === world);
      copy.plant(
        Object.fromEntries(
          plants.map(({ file, text }) => [file, `export const planted = ${text};\n`]),
        ),
      );
      const { output } = await run(copy.root, 'tsc', ['-p', `tsconfig.${world}.json`]);
      const refused = [...output.matchAll(/^(\S+)\(\d+,\d+\): error TS(?:2304|2584|2591)/gm)].map(
        ([, file]) => file,
      );
      // Only what is planted: the rooms themselves are clean.
      expect([...new Set(refused)].toSorted()).toEqual(plants.map(({ file }) => file).toSorted());
      expect(output.split('\n').filter((line) => line.includes('error')).length).toBe(
        plants.length,
      );
    },
    HANG_MS,
  );
});
