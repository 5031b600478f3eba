// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { pageOf, testPage } from '../../src/view/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() =>
  Promise.all(
    widgets.filter(({ type }) => ['section', 'text'].includes(type)).map(({ view }) => view()),
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
