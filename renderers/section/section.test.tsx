// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { pageOf, testPage } from '../../src/view/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() =>
  Promise.all(
    widgets
      .filter(({ type }) =>
        ['section', 'text', 'stack', 'form', 'field', 'formErrors', 'button'].includes(type),
      )
      .map(({ view }) => view()),
  ),
);

it('folds and unfolds by its title', async () => {
  const page = await testPage(
    pageOf({
      body: {
        type: 'section@1',
        props: { title: '更多', collapsible: true, collapsed: true },
        slots: { body: [{ type: 'text@1', props: { text: '内容在此' } }] },
      },
    }),
    { widgets },
  );
  page.expects({ lacks: '内容在此' });
  expect(screen.getByRole('button', { name: '更多' }).getAttribute('aria-expanded')).toBe('false');
  await page.click('更多');
  page.expects({ sees: '内容在此' });
});

it('unfolds for a field in it that is missing, and gives it the focus', async () => {
  await preloadInputs(['text']);
  const page = await testPage(
    pageOf({
      forms: {
        record: {
          schema: {
            type: 'object',
            required: ['tax'],
            properties: { tax: { type: 'string', title: '税号' } },
          },
        },
      },
      body: {
        type: 'form@1',
        bind: 'record',
        on: { submit: [{ do: 'validate', args: { form: 'record' } }] },
        slots: {
          body: [
            { type: 'formErrors@1', bind: 'record' },
            {
              type: 'section@1',
              props: { title: '更多', collapsible: true, collapsed: true },
              slots: { body: [{ type: 'field@1', bind: 'record.tax' }] },
            },
          ],
          footer: [{ type: 'button@1', props: { text: '提交', submit: true } }],
        },
      },
    }),
    { widgets },
  );
  await page.click('提交');
  expect(document.activeElement).toBe(page.field('税号'));
  await page.click('更多');
  await page.click('税号');
  expect(document.activeElement).toBe(page.field('税号'));
});

it('goes with the last of its content, folded or not, and comes back with the first', async () => {
  const text = (id: string, shown: string) => ({
    id,
    type: 'text@1',
    props: { text: `内容 ${id}` },
    when: { visible: { $x: shown } },
  });
  const page = await testPage(
    pageOf({
      state: { kind: { type: 'text', init: 'none' } },
      body: {
        type: 'stack@1',
        slots: {
          default: [
            {
              type: 'section@1',
              props: { title: '报修' },
              slots: { body: [text('a', "state.kind = 'a'"), text('b', "state.kind = 'b'")] },
            },
            {
              type: 'section@1',
              props: { title: '收起的', collapsible: true, collapsed: true },
              slots: { body: [text('c', "state.kind = 'b'")] },
            },
            { type: 'section@1', props: { title: '空的分组' } },
          ],
        },
      },
    }),
    { widgets },
  );
  page.expects({ lacks: ['报修', '收起的'], sees: '空的分组' });
  act(() => page.scope.cells.get('kind')?.set('b'));
  page.expects({ sees: ['报修', '内容 b', '收起的'], lacks: '内容 a' });
});

it('that is shown only where something is wrong comes when it is, with the focus, and stays', async () => {
  await preloadInputs(['text']);
  const page = await testPage(
    pageOf({
      forms: {
        record: {
          schema: {
            type: 'object',
            required: ['tax'],
            properties: { tax: { type: 'string', title: '税号' } },
          },
        },
      },
      body: {
        type: 'form@1',
        bind: 'record',
        on: { submit: [{ do: 'validate', args: { form: 'record' } }] },
        slots: {
          body: [
            {
              type: 'section@1',
              props: { title: '平时不显示', onlyFaulty: true },
              slots: { body: [{ type: 'field@1', bind: 'record.tax' }] },
            },
          ],
          footer: [{ type: 'button@1', props: { text: '提交', submit: true } }],
        },
      },
    }),
    { widgets },
  );
  page.expects({ lacks: '平时不显示' });
  await page.click('提交');
  page.expects({ sees: '平时不显示' });
  expect(document.activeElement).toBe(page.field('税号'));
  await page.type('税号', '91');
  page.expects({ sees: '平时不显示' });
});
