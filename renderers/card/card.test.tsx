// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openNode } from '../../tests/fixtures/page.ts';
import card from './index.ts';

const toast = (text: string) => [{ do: 'toast', args: { text } }];
const content = {
  default: [
    { type: 'words@1', props: { text: '5 个对象' } },
    { type: 'press@1', props: { text: '更多' }, on: { click: toast('更多') } },
  ],
};
const toasts = (on: Awaited<ReturnType<typeof openNode>>) =>
  on.ports.log.filter((entry) => entry.kind === 'toast').map((entry) => entry['text']);

test('is one link for mouse and keyboard when it handles clicks', async () => {
  const on = await openNode(card, {
    props: { label: '打开客户管理' },
    on: { click: toast('打开') },
    slots: content,
  });
  await on.user.click(screen.getByText('5 个对象'));
  await on.settle();
  screen.getByRole('link', { name: '打开客户管理' }).focus();
  await on.press('{Enter}');
  expect(toasts(on)).toEqual(['打开', '打开']);
});
test('a button inside it is pressed without opening the card', async () => {
  const on = await openNode(card, { on: { click: toast('打开') }, slots: content });
  await on.click('更多');
  expect(toasts(on)).toEqual(['更多']);
});
test('is no link when there is nothing to open', async () => {
  await openNode(card, { slots: content });
  expect(screen.queryByRole('link')).toBeNull();
});
test('a card with a title folds, keeps its content and is remembered', async () => {
  const on = await openNode(card, {
    id: 'box',
    props: { title: '联系人', collapsible: true },
    slots: { default: [{ type: 'words@1', props: { text: '林晓' } }] },
  });
  await on.click('联系人');
  expect([
    screen.getByText('林晓').closest('[hidden]') !== null,
    on.ports.rememberedValues.get('test.page.box.folded'),
  ]).toEqual([true, true]);
});
test('a card that waits shows where its content comes', async () => {
  const on = await openNode(card, {
    props: { loading: true },
    slots: { default: [{ type: 'words@1', props: { text: '林晓' } }] },
  });
  expect(screen.getByRole('status', { name: '加载中' })).toBeTruthy();
  on.expects({ lacks: '林晓' });
});
