// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listOn, makeOrders, ordersPage } from '../../tests/fixtures/orders.ts';
import bulkBar from './index.ts';

test('appears with a selection, counts it, and clears it', async () => {
  const page = await ordersPage(
    [bulkBar],
    [
      {
        type: 'bulkBar@1',
        bind: 'orders',
        slots: { actions: [{ type: 'press@1', props: { text: '删除' } }] },
      },
    ],
  );
  expect(screen.queryByRole('region')).toBeNull();
  listOn(page).select(['r1', 'r2'], true);
  await page.settle();
  page.expects({ sees: ['已选 2 条', '删除'] });
  await page.click('取消选择');
  expect(listOn(page).selection.size).toBe(0);
  expect(screen.queryByRole('region')).toBeNull();
});
test('once the page is selected, everything the list matches can be, page after page', async () => {
  const page = await ordersPage([bulkBar], [{ type: 'bulkBar@1', bind: 'orders' }], {
    records: makeOrders(5),
    size: 2,
  });
  const list = listOn(page);
  list.select(['r1'], true);
  await page.settle();
  page.expects({ lacks: '选择全部' });
  list.select(['r2'], true);
  await page.settle();
  await page.click('选择全部 5 条');
  expect([...list.selection].sort()).toEqual(['r1', 'r2', 'r3', 'r4', 'r5']);
  page.expects({ sees: '已选 5 条', lacks: '选择全部' });
  list.setPage(2);
  await page.settle();
  page.expects({ sees: '已选 5 条' });
});
