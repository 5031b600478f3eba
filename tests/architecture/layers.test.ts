import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { copyTree, HANG_MS, ROOMS, ROOT, run } from './tree.ts';

/**
 * Fewest modules the cruiser must see: with a TypeScript it does not know it sees none, and finds
 * nothing wrong with that.
 */
const LEAST_MODULES = 300;

interface Report {
  summary: {
    totalCruised: number;
    violations: { from: string; to: string; rule: { name: string }; cycle?: { name: string }[] }[];
  };
}
async function cruise(root: string, folders: readonly string[]): Promise<Report['summary']> {
  const { output, errors } = await run(root, 'depcruise', [
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    ...folders,
  ]);
  if (output === '') throw new Error(errors);
  return (JSON.parse(output) as Report).summary;
}

/** One forbidden import a rule: where it is planted, what it says, and who must refuse it. */
const PLANTS: readonly { rule: string; file: string; text: string }[] = [
  { rule: 'room-contract', file: 'src/contract/planted.ts', text: "import '../page/index.ts';" },
  {
    rule: 'room-expression',
    file: 'src/expression/planted.ts',
    text: "import '../contract/index.ts';",
  },
  { rule: 'room-document', file: 'src/document/planted.ts', text: "import '../page/index.ts';" },
  { rule: 'room-flow', file: 'src/flow/planted.ts', text: "import '../page/index.ts';" },
  { rule: 'room-page', file: 'src/page/planted.ts', text: "import '../view/index.ts';" },
  {
    rule: 'room-machines',
    file: 'machines/planted.ts',
    text: "import '../src/expression/index.ts';",
  },
  { rule: 'room-values', file: 'src/values/planted.ts', text: "import '../page/index.ts';" },
  {
    rule: 'room-runtime',
    file: 'src/runtime/models/planted.ts',
    text: "import '../../ui/icons/index.ts';",
  },
  {
    rule: 'room-runtime',
    file: 'src/runtime/models/planted-type.ts',
    text: "import type { App } from '../../app/api/index.ts';\nexport type Planted = App;",
  },
  { rule: 'room-ui', file: 'src/ui/icons/planted.ts', text: "import '../../page/index.ts';" },
  { rule: 'room-ui', file: 'src/ui/parts/planted.ts', text: "import '../../view/kit/index.ts';" },
  {
    rule: 'room-view',
    file: 'src/view/page/planted.ts',
    text: "import '../../studio/preview/index.ts';",
  },
  {
    rule: 'room-studio',
    file: 'src/studio/preview/planted.ts',
    text: "import '../../../renderers/index.ts';",
  },
  {
    rule: 'ui-runtime',
    file: 'src/ui/inputs/planted.ts',
    text: "import '../../runtime/scope/index.ts';",
  },
  {
    rule: 'runtime-no-screen',
    file: 'src/runtime/scope/planted-react.ts',
    text: "import type { ReactNode } from 'react';\nexport type Planted = ReactNode;",
  },
  {
    rule: 'studio-lazy',
    file: 'src/app/planted-studio.ts',
    text: "import '../studio/code/index.ts';",
  },
  {
    rule: 'floor-contract-base',
    file: 'src/contract/base/planted-up.ts',
    text: "import '../calls/call.ts';",
  },
  {
    rule: 'floor-expression-values',
    file: 'src/expression/values/planted-up.ts',
    text: "import type { Ast } from '../language/ast.ts';\nexport type Planted = Ast;",
  },
  {
    rule: 'floor-values-numbers',
    file: 'src/values/numbers/planted-up.ts',
    text: "import '../fields/options.ts';",
  },
  {
    rule: 'floor-document-base',
    file: 'src/document/base/planted-up.ts',
    text: "import '../nodes/slots.ts';",
  },
  {
    rule: 'floor-page-model',
    file: 'src/page/model/planted-up.ts',
    text: "import '../validate/index.ts';",
  },
  {
    rule: 'floor-flow-state',
    file: 'src/flow/state/planted-up.ts',
    text: "import '../decide/decide.ts';",
  },
  {
    rule: 'floor-runtime-models',
    file: 'src/runtime/models/planted-up.ts',
    text: "import '../scope/index.ts';",
  },
  {
    rule: 'floor-ui-display',
    file: 'src/ui/display/planted-up.ts',
    text: "import '../parts/index.ts';",
  },
  {
    rule: 'floor-view-kit',
    file: 'src/view/kit/planted-up.ts',
    text: "import '../context/context.ts';",
  },
  {
    rule: 'floor-studio-code',
    file: 'src/studio/code/planted-up.ts',
    text: "import '../preview/index.ts';",
  },
  {
    rule: 'room-renderers',
    file: 'renderers/button/planted.ts',
    text: "import '../../src/server/upm/index.ts';",
  },
  {
    rule: 'room-renderers',
    file: 'renderers/button/planted-page.ts',
    text: "import '../../src/page/index.ts';",
  },
  { rule: 'room-app', file: 'src/app/planted.ts', text: "import '../server/upm/index.ts';" },
  {
    rule: 'room-server',
    file: 'src/server/upm/planted-view.ts',
    text: "import '../../view/index.ts';",
  },
  { rule: 'pure-contract', file: 'src/contract/planted-node.ts', text: "import 'node:fs';" },
  { rule: 'pure-expression', file: 'src/expression/planted-react.ts', text: "import 'react';" },
  { rule: 'pure-values', file: 'src/values/planted-dom.ts', text: "import 'mobx';" },
  { rule: 'pure-document', file: 'src/document/planted-react.ts', text: "import 'react';" },
  { rule: 'pure-flow', file: 'src/flow/planted-node.ts', text: "import 'node:fs';" },
  { rule: 'pure-page', file: 'src/page/planted-react.ts', text: "import 'react';" },
  { rule: 'pure-machines', file: 'machines/planted-axios.ts', text: "import 'axios';" },
  {
    rule: 'service-kernel',
    file: 'src/server/kernel/planted.ts',
    text: "import '../upm/index.ts';",
  },
  { rule: 'service-upm', file: 'src/server/upm/planted.ts', text: "import '../bizmeta/index.ts';" },
  {
    rule: 'service-storage',
    file: 'src/server/storage/planted.ts',
    text: "import '../bizmeta/index.ts';",
  },
  {
    rule: 'no-circle',
    file: 'src/page/planted-a.ts',
    text: "import { b } from './planted-b.ts';\nexport const a = (): unknown => b;",
  },
  {
    rule: 'no-circle',
    file: 'src/page/planted-c.ts',
    text: "import type { D } from './planted-d.ts';\nexport interface C { d: D }",
  },
  {
    rule: 'front-door',
    file: 'renderers/button/planted-deep.ts',
    text: "import '../../src/view/kit/types.ts';",
  },
  {
    rule: 'front-door',
    file: 'src/page/planted-deep.ts',
    text: "import '../expression/language/parser.ts';",
  },
  {
    rule: 'front-door',
    file: 'src/server/upm/planted-deep.ts',
    text: "import '../../contract/base/errors.ts';",
  },
  {
    rule: 'service-front-door',
    file: 'src/server/bizmeta/planted-deep.ts',
    text: "import '../kernel/config.ts';",
  },
  {
    rule: 'server-front-door',
    file: 'src/server/planted.ts',
    text: "import './kernel/config.ts';",
  },
  {
    rule: 'no-sibling-widget',
    file: 'renderers/button/planted-sibling.ts',
    text: "import '../card/index.ts';",
  },
  { rule: 'no-api-elsewhere', file: 'src/app/stores/planted.ts', text: "import 'axios';" },
  { rule: 'browser-no-node', file: 'src/ui/planted-node.ts', text: "import 'node:path';" },
  { rule: 'browser-no-server-package', file: 'src/app/planted-pg.ts', text: "import 'pg';" },
  { rule: 'server-no-screen', file: 'src/server/upm/planted-react.ts', text: "import 'react';" },
  {
    rule: 'no-test-in-product',
    file: 'renderers/card/planted.ts',
    text: "import '../../src/view/testing/index.ts';",
  },
  {
    rule: 'no-dev-package-in-product',
    file: 'src/server/upm/planted-dev.ts',
    text: "import 'fast-check';",
  },
  { rule: 'no-unresolved', file: 'src/page/planted-lost.ts', text: "import './not-there.ts';" },
];
const COMPANIONS = {
  'src/page/planted-b.ts':
    "import { a } from './planted-a.ts';\nexport const b = (): unknown => a;",
  'src/page/planted-d.ts': "import type { C } from './planted-c.ts';\nexport interface D { c: C }",
};

/** That the tree itself keeps the rules is a step of `npm test`: lint. */
describe('the rules of the rooms', () => {
  const copy = copyTree();
  afterAll(() => copy.remove());

  it(
    'each rule refuses what it is there to refuse',
    async () => {
      copy.plant({
        ...Object.fromEntries(PLANTS.map(({ file, text }) => [file, `${text}\nexport {};\n`])),
        ...COMPANIONS,
      });
      const { totalCruised, violations } = await cruise(copy.root, [...ROOMS]);
      expect(totalCruised).toBeGreaterThan(LEAST_MODULES);
      const refused = new Set(violations.map(({ rule, from }) => `${rule.name} ${from}`));
      expect(
        PLANTS.filter(({ rule, file }) => !refused.has(`${rule} ${file}`)).map(
          ({ rule, file }) => `${rule} lets ${file} pass`,
        ),
      ).toEqual([]);
    },
    HANG_MS,
  );

  it('and every rule that must never fail has been tried', () => {
    const names = new Set(
      [
        ...readFileSync(join(ROOT, '.dependency-cruiser.cjs'), 'utf8').matchAll(
          /name: '([a-z-]+)'/g,
        ),
      ].map(([, name]) => name),
    );
    const tried = new Set(PLANTS.map(({ rule }) => rule));
    expect([...names].filter((name) => !tried.has(name!))).toEqual([]);
  });
});
