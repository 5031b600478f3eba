import { afterAll, describe, expect, it } from 'vitest';
import { HANG_MS, copyTree, ROOT, run } from './tree.ts';

/** Nothing imports these: a file, a value, and a type. */
const PLANTED = {
  'src/values/planted-file.ts': 'export const alone = 1;\n',
  'src/values/planted-export.ts': 'export const used = 1;\nexport const unused = 2;\n',
  'src/values/planted-type.ts': 'export type Unused = 1;\nexport const held: Unused = 1;\n',
  'src/server/main.ts':
    "export { used } from '../values/planted-export.ts';\nexport { held } from '../values/planted-type.ts';\n",
};

/**
 * Exports of the product that only tests and scripts use. Never raise it: a test states a limit
 * itself, and enters by the door its readers use.
 */
const MAX_FOR_TESTS = 58;

/** That the tree itself has nothing unused is a step of `npm test`: lint. */
describe('what is not used', () => {
  const copy = copyTree();
  afterAll(() => copy.remove());

  it(
    'is refused: a file, an export, a type',
    async () => {
      copy.plant(PLANTED);
      const { code, output } = await run(copy.root, 'knip', ['--no-progress', '--reporter=json']);
      expect(code).not.toBe(0);
      const { issues } = JSON.parse(output) as {
        issues: Record<'file' | 'files' | 'exports' | 'types', unknown>[];
      };
      const of = (file: string) => JSON.stringify(issues.filter((issue) => issue.file === file));
      expect(of('src/values/planted-file.ts')).toContain('"files":[{');
      expect(of('src/values/planted-export.ts')).toContain('"name":"unused"');
      expect(of('src/values/planted-export.ts')).not.toContain('"name":"used"');
      expect(of('src/values/planted-type.ts')).toContain('"name":"Unused"');
    },
    HANG_MS,
  );

  it(
    'becomes less: what the product exports for tests alone',
    async () => {
      const { output } = await run(ROOT, 'knip', [
        '--production',
        '--include=exports',
        '--no-progress',
        '--reporter=json',
      ]);
      const { issues } = JSON.parse(output) as {
        issues: { file: string; exports: { name: string }[] }[];
      };
      const names = issues.flatMap(({ file, exports }) =>
        exports.map(({ name }) => `${file} ${name}`),
      );
      expect(names.length, names.join('\n')).toBeLessThanOrEqual(MAX_FOR_TESTS);
      expect(names.length).toBeGreaterThan(0);
    },
    HANG_MS,
  );
});
