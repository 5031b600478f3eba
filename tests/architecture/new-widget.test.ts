import { readFileSync, existsSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copyTree, HANG_MS, ROOT, run } from './tree.ts';

/**
 * Types are looked at from the widget on, and as a line of the list: the whole tree is a step of
 * its own of `npm test`.
 */
const FROM_THE_WIDGET = {
  'renderers/listed.ts':
    "import type { WidgetDefinition } from '../src/view/kit/index.ts';\nimport starRating from './starRating/index.ts';\nexport const listed: readonly WidgetDefinition[] = [starRating];\n",
  'tsconfig.widget.json': JSON.stringify({
    extends: './tsconfig.json',
    include: ['renderers/listed.ts', 'renderers/starRating'],
  }),
};

describe('npm run new:widget', () => {
  const copy = copyTree();
  afterAll(() => copy.remove());
  const make = (...args: string[]) => run(copy.root, 'node', ['scripts/new-widget.mjs', ...args]);
  const listed = () => readFileSync(join(copy.root, 'renderers/index.ts'), 'utf8');

  it('writes a folder and one line, in its place', async () => {
    const before = listed().split('\n').length;
    const { code, output } = await make('starRating', '星级');
    expect([code, output.includes('renderers/starRating/')]).toEqual([0, true]);
    expect(
      ['index.ts', 'View.tsx', 'example.json', 'starRating.test.tsx'].filter(
        (file) => !existsSync(join(copy.root, 'renderers/starRating', file)),
      ),
    ).toEqual([]);
    const lines = listed().split('\n');
    expect(lines.length).toBe(before + 2);
    const imports = lines.flatMap(
      (line) => /^import \w+ from '\.\/(\w+)\/index\.ts';$/.exec(line)?.[1] ?? [],
    );
    expect(imports[imports.indexOf('starRating') - 1]! < 'starRating').toBe(true);
    expect(lines.filter((line) => line === '  starRating,')).toHaveLength(1);
  });

  it(
    'the generated widget passes the types, the lint rules and the room rules',
    async () => {
      copy.plant(FROM_THE_WIDGET);
      const [format, types, lint, rooms] = await Promise.all([
        run(copy.root, 'oxfmt', ['--check', 'renderers/starRating']),
        run(copy.root, 'tsc', ['-p', 'tsconfig.widget.json']),
        run(copy.root, 'oxlint', ['renderers/starRating']),
        run(copy.root, 'depcruise', [
          '--config',
          '.dependency-cruiser.cjs',
          '--output-type',
          'json',
          'renderers/starRating',
        ]),
      ]);
      expect(format.code).toBe(0);
      expect(
        types.output.split('\n').filter((line) => /renderers\/(starRating|listed\.ts)/.test(line)),
      ).toEqual([]);
      expect(lint.code, lint.output).toBe(0);
      const { violations } = (
        JSON.parse(rooms.output) as { summary: { violations: { from: string }[] } }
      ).summary;
      expect(violations.filter(({ from }) => from.includes('starRating'))).toEqual([]);
    },
    HANG_MS,
  );

  it(
    'its own test passes',
    async () => {
      cpSync(join(ROOT, 'tests/setup'), join(copy.root, 'tests/setup'), { recursive: true });
      cpSync(join(ROOT, 'vitest.config.ts'), join(copy.root, 'vitest.config.ts'));
      const { code, output, errors } = await run(copy.root, 'vitest', [
        'run',
        '--project',
        'unit',
        'renderers/starRating',
        // Of no use to another copy.
        '--experimental.fsModuleCache=false',
      ]);
      expect(code, output + errors).toBe(0);
      expect(output).toMatch(/2 passed/);
    },
    HANG_MS,
  );

  it.each([
    [[], '请给出组件名'],
    [['StarRating'], '小写开头'],
    [['star-rating'], '小写开头'],
    [['../evil'], '小写开头'],
    [['class'], '保留字'],
    [['button'], '已经存在'],
    [['x'.repeat(31)], '太长'],
    [['fine', "a'b"], '标题里不能有'],
  ])('refuses %j and changes nothing', async (args, reason) => {
    const before = listed();
    const { code, errors } = await make(...args);
    expect(code).toBe(1);
    expect(errors).toContain(reason);
    expect(listed()).toBe(before);
    expect(existsSync(join(copy.root, 'renderers/fine'))).toBe(false);
  });
});
