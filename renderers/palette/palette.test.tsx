// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { pageOf, testPage } from '../../engine/testing/index.ts';
import { widgets } from '../index.ts';

beforeAll(() => Promise.all(widgets.filter(({ type }) => ['palette'].includes(type)).map(({ view }) => view())));

it('hands on the key and title of what was picked, grouped as given', async () => {
  const test = await testPage(pageOf({ body: { type: 'palette@1', props: { label: '字段类型', items: [{ key: 'text', title: '单行文本', group: '文本' }, { key: 'integer', title: '整数', group: '数字' }] }, on: { pick: [{ do: 'toast', args: { kind: 'info', text: { $t: '{event.key} {event.title}' } } }] } } }), { widgets });
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual(['字段类型', '文本', '数字']);
  await test.press('{Tab}{Tab}{Enter}');
  expect(test.ports.log).toContainEqual(expect.objectContaining({ kind: 'toast', text: 'integer 整数' }));
});
