// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import buttonGroup from './index.ts';

const items = [
  { key: 'a', text: '甲' },
  { key: 'b', text: '乙', disabled: true },
  { key: 'c', icon: 'delete', label: '删除' },
];
const toast = [{ do: 'toast', args: { text: { $x: 'event.key' } } }];
const open = (node: object) =>
  openPage([buttonGroup], {
    state: { chosen: { type: 'any', init: 'a' } },
    body: { type: 'buttonGroup@1', ...node },
  } as never);
const said = (on: Awaited<ReturnType<typeof open>>) => on.ports.log.map(({ text }) => text);

test('each button does its own thing, one of two quick presses counts', async () => {
  const on = await open({ props: { items, label: '操作' }, on: { click: toast } });
  await on.user.dblClick(screen.getByRole('button', { name: '甲' }));
  await on.settle();
  expect(said(on)).toEqual(['a']);
});
test('a button that is only an icon has a name and a tooltip', async () => {
  await open({ props: { items } });
  expect(screen.getByRole('button', { name: '删除' }).getAttribute('title')).toBe('删除');
});
test('one of several is chosen with arrows, past one that is disabled, into the bound cell', async () => {
  const on = await open({ bind: 'state.chosen', props: { items, mode: 'single', label: '范围' } });
  screen.getByRole('radio', { name: '甲' }).focus();
  await on.press('{ArrowRight}');
  expect(on.scope.cells.get('chosen')?.value).toBe('c');
  expect(screen.getByRole('radio', { name: '删除' }).getAttribute('aria-checked')).toBe('true');
});
test('several are chosen and left again', async () => {
  const on = await open({
    props: { items, mode: 'multiple', value: ['a'] },
    on: { change: [{ do: 'toast', args: { text: { $x: 'count(event.value)' } } }] },
  });
  await on.click('删除');
  await on.click('甲');
  expect(
    [screen.getByRole('button', { name: '甲' }), screen.getByRole('button', { name: '删除' })].map(
      (button) => button.getAttribute('aria-pressed'),
    ),
  ).toEqual(['false', 'true']);
});
