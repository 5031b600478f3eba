// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { pageOf, testPage } from '../../engine/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() => Promise.all(widgets.filter(({ type }) => ['descriptions'].includes(type)).map(({ view }) => view())));

it('reads the fields that are asked for, in their order, and a dash for what is empty', async () => {
  await testPage(pageOf({
    forms: { leave: { schema: { type: 'object', properties: { reason: { type: 'string', title: '事由' }, days: { type: 'number', title: '天数' }, kind: { type: 'string', title: '类型', ui: { options: [{ code: 'a', label: '年假' }] } } } }, init: { days: 1200, kind: 'a' } } },
    body: { type: 'descriptions@1', bind: 'leave', props: { fields: ['kind', 'days', 'reason', 'nothing'] } },
  }), { widgets });
  const pairs = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(pairs).toEqual([['类型', '年假'], ['天数', '1,200'], ['事由', '—']]);
});
