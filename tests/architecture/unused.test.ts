import { afterAll, describe, expect, it } from 'vitest';
import { HANG_MS, copyTree, run } from './tree.ts';

/** Nothing imports these: a file, a value, and a type. */
const PLANTED = {
  'src/values/planted-file.ts': 'export const alone = 1;\n',
  'src/values/planted-export.ts': 'export const used = 1;\nexport const unused = 2;\n',
  'src/values/planted-type.ts': 'export type Unused = 1;\nexport const held: Unused = 1;\n',
  'src/server/main.ts':
    "export { used } from '../values/planted-export.ts';\nexport { held } from '../values/planted-type.ts';\n",
};

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
});
