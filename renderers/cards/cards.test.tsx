// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listOn, makeOrders, ordersPage } from '../../tests/fixtures/orders.ts';
import cards from './index.ts';

const opens = { open: [{ do: 'navigate', args: { to: { $t: '/order/{event.id}' } } }] };
const show = (world: Parameters<typeof ordersPage>[2] = {}, props: object = {}) =>
  ordersPage(
    [cards],
    [
      {
        type: 'cards@1',
        bind: 'orders',
        props: { cardFields: ['amount', 'note'], ...props },
        on: opens,
      },
    ],
    world,
  );
const card = (name: string) => screen.getByRole('listitem', { name });

test('a card a record, with its title and the named fields that hold something', async () => {
  await show();
  expect(screen.getAllByRole('listitem').map((each) => each.getAttribute('aria-label'))).toEqual([
    '订单 1',
    '订单 2',
    '订单 3',
  ]);
  expect(card('订单 1').textContent).toMatch(/金额.*100\.00/);
  expect(card('订单 1').textContent).not.toContain('备注');
});
test('the keyboard goes from card to card, selects and opens', async () => {
  const page = await show();
  card('订单 1').focus();
  await page.press('{End}');
  expect(document.activeElement).toBe(card('订单 3'));
  await page.press(' ');
  expect([...listOn(page).selection]).toEqual(['r3']);
  expect(screen.getByRole('checkbox', { name: '选择 订单 3' })).toHaveProperty('checked', true);
  await page.press('{Enter}');
  expect(page.ports.log).toContainEqual(
    expect.objectContaining({ kind: 'navigate', path: '/order/r3' }),
  );
});
test('a picture is the cover; a gallery keeps its frame for those without one', async () => {
  const records = makeOrders(2).map((record, i) => ({
    ...record,
    note: i === 0 ? [{ fileId: 'f1', name: '正面.png', size: 9, mime: 'image/png' }] : null,
  }));
  const frames = () => document.querySelectorAll('[class*=cover]').length;
  await show({ records }, { coverField: 'note' });
  expect(frames()).toBe(1);
  await show({ records }, { coverField: 'note', framed: true });
  expect(frames()).toBe(2);
});
test('a grouping stored with a gallery hides none of its records', async () => {
  const page = await show({ records: makeOrders(30) });
  listOn(page).setView({
    id: 'v1',
    object: 'order',
    kind: 'gallery',
    sort: [],
    groupBy: ['name'],
    dataFilter: null,
    kindConfig: {},
  } as never);
  await page.settle();
  expect(screen.getAllByRole('listitem')).toHaveLength(20);
  expect(listOn(page).groupBy).toEqual([]);
});
test('nothing there, nothing found, and a list that failed each say so', async () => {
  const empty = await show({ records: [] });
  empty.expects({ sees: '还没有订单' });
  listOn(empty).setSearch('没有这样的');
  await empty.settle();
  empty.expects({ sees: '没有符合条件的记录' });
  await empty.click('清除筛选');
  expect(listOn(empty).search).toBe('');
  const failed = await show({
    answers: {
      'bizmeta.record.list': () => {
        throw new Error('服务器太忙');
      },
    },
  });
  failed.expects({ sees: '服务器太忙' });
});
