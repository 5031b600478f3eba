// @vitest-environment jsdom
import { act, fireEvent } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { pageOf, testPage } from '../../src/view/testing/index.ts';
import { widgets } from '../index.ts';

interface Fiber {
  tag: number;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}
/** Counts the components React draws, by the hook its own tools use; in place before React is. */
const drawn = vi.hoisted(() => {
  const count = { components: 0 };
  const isComponent = (tag: number): boolean => [0, 1, 11, 15].includes(tag);
  const walk = (next: Fiber, prev: Fiber | null): void => {
    if (next.flags & 1 && isComponent(next.tag)) count.components += 1;
    if (prev && next.child === prev.child) return;
    for (let child = next.child; child; child = child.sibling) walk(child, child.alternate);
  };
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {},
      checkDCE() {},
      onCommitFiberRoot(_id: number, { current }: { current: Fiber }) {
        walk(current, current.alternate);
      },
    },
  });
  return count;
});

/** Of the whole page: the field, its input, and nothing that grows with the form. */
const MOST_DRAWN = 3;

beforeAll(() =>
  Promise.all(
    widgets
      .filter(({ type }) => ['field', 'form', 'section'].includes(type))
      .map(({ view }) => view()),
  ),
);

it.each([
  ['text', { type: 'string' }, '甲'],
  ['number', { type: 'number' }, '7'],
  ['textarea', { type: 'string', ui: { input: 'textarea' } }, '甲'],
])('a keystroke in a %s field draws at most three components', async (_kind, schema, typed) => {
  const names = Array.from({ length: 40 }, (_, at) => `f${at}`);
  await testPage(
    pageOf({
      forms: {
        order: {
          schema: {
            type: 'object',
            properties: Object.fromEntries(names.map((name) => [name, { title: name, ...schema }])),
          } as never,
        },
      },
      body: {
        type: 'form@1',
        bind: 'order',
        slots: {
          body: [
            {
              type: 'section@1',
              slots: {
                body: names.map((name) => ({ id: name, type: 'field@1', bind: `order.${name}` })),
              },
            },
          ],
        },
      },
    }),
    { widgets },
  );
  const input = document.querySelector<HTMLInputElement>('[id$="-f20-input"]')!;
  await act(async () => input.focus());
  // The first change of a form also turns what watches for unsaved work.
  await act(async () => {
    fireEvent.change(input, { target: { value: `${typed}1` } });
  });
  drawn.components = 0;
  await act(async () => {
    fireEvent.change(input, { target: { value: `${typed}12` } });
  });
  expect(input.value).toBe(`${typed}12`);
  expect(drawn.components).toBeGreaterThan(0);
  expect(drawn.components).toBeLessThanOrEqual(MOST_DRAWN);
});
