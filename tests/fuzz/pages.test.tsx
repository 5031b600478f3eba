// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeAll, describe as group, expect, it, vi } from 'vitest';
import { actions } from '../../src/runtime/actions/index.ts';
import { createRegistry, PageView } from '../../src/view/index.ts';
import { fakePorts, pageOf } from '../../src/view/testing/index.ts';
import { flatten, type NestedDocument, type PageDocument } from '../../src/page/index.ts';
import { widgets } from '../../renderers/index.ts';
import { exampleOf, type Parts } from '../fixtures/examples.ts';
import { mutate } from './mutate.ts';
import { prototypes, random, RUNS } from './random.ts';

/** Drawing costs many times what judging does. */
const DRAWN = Math.ceil(RUNS / 100);
const by = random(20_261_122);
const PAGES = 'schemas/pages';
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const system = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => flatten(read(join(PAGES, name)) as NestedDocument));
/** A widget's example with a text beside it: some widgets show nothing until they are opened. */
const beside = ({ body, ...parts }: Parts): PageDocument =>
  pageOf({
    ...parts,
    body: {
      type: 'stack@1',
      slots: { default: [{ type: 'text@1', props: { text: '旁边' } }, body] },
    },
  });
/** Documents as text: parsing one is the quickest way to a copy. */
const seeds = [...system, ...widgets.map((widget) => beside(exampleOf(widget)))].map((document) =>
  JSON.stringify(document),
);
const registry = createRegistry(widgets, actions);

beforeAll(async () => {
  await registry.preload(widgets.map(({ type, version }) => `${type}@${version}`));
});
afterEach(cleanup);

/** Renders any document; returns what a user would find on the screen. */
async function drawn(given: unknown): Promise<string> {
  const ports = fakePorts({});
  const loaded = Promise.resolve(given as PageDocument);
  const view = render(
    <PageView
      pageKey="fuzz.page"
      ports={ports}
      registry={registry}
      load={async () => ({ origin: 'program', allows: [], document: await loaded })}
      params={{}}
    />,
  );
  await act(async () => {
    for (let turn = 0; turn < 3; turn++)
      await new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
  });
  // Layers are beside the page's own element.
  const shown =
    view.container.innerHTML +
    [...document.body.children]
      .filter((each) => each !== view.container)
      .map((each) => each.outerHTML)
      .join('');
  view.unmount();
  return shown;
}
/** A root that its own document hides leaves nothing to see, and nothing is wrong. */
const hidden = (document: unknown): boolean => {
  const { nodes, root } = (document ?? {}) as Partial<PageDocument>;
  return Boolean(
    (nodes?.[root ?? ''] as { when?: unknown; access?: unknown } | undefined)?.when ??
    (nodes?.[root ?? ''] as { access?: unknown } | undefined)?.access,
  );
};

group('pages that went wrong, drawn', () => {
  it(
    `${DRAWN} of them: the engine throws nothing and never leaves the screen white`,
    async () => {
      const before = prototypes();
      // React reports what a boundary caught; the boundary is what is tested here.
      const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const white: unknown[] = [];
      for (let run = 0; run < DRAWN && white.length === 0; run++) {
        const document = JSON.parse(by.pick(seeds)) as unknown;
        for (let times = 1 + by.below(3); times > 0; times--) mutate(document, by);
        const shown = await drawn(document).catch((failure: unknown) => {
          throw new Error(JSON.stringify(document), { cause: failure });
        });
        if (shown === '' && !hidden(document)) white.push(document);
      }
      told.mockRestore();
      expect(white).toEqual([]);
      expect(prototypes()).toEqual(before);
    },
    RUNS * 30,
  );
});
