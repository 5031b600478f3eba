// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listOn, ordersPage } from '../../tests/fixtures/orders.ts';
import type { FilterNode } from '../../src/contract/index.ts';
import filterChips from './index.ts';

async function show(filter: FilterNode | null, search = '') {
  const page = await ordersPage([filterChips], [{ type: 'filterChips@1', bind: 'orders' }]);
  listOn(page).setFilter(filter);
  listOn(page).setSearch(search);
  await page.settle();
  return page;
}
const items: FilterNode[] = [
  { field: 'amount', op: 'between', value: [100, 200] },
  { field: 'status', op: 'in', value: ['new', 'done'] },
  { field: 'placedOn', op: 'lastNDays', value: 7 },
  { field: 'placedOn', op: 'olderThanNDays', value: 30 },
  {
    op: 'or',
    items: [
      { field: 'note', op: 'empty' },
      { field: 'owner', op: 'me' },
    ],
  },
  { field: 'customer', op: 'eq', value: 'c1' },
];

test('says each condition as a sentence, with labels in place of codes and ids', async () => {
  const page = await show({ op: 'and', items }, '云帆');
  page.expects({
    sees: [
      '搜索“云帆”',
      '金额 介于',
      '状态 是其中之一 新建、完成',
      '下单日期 在过去 7 天内',
      '下单日期 超过 30 天以前',
      '（备注 为空 或 负责人 是我）',
      '客户 是 云帆科技',
    ],
  });
});
test('a condition can be taken away alone', async () => {
  const page = await show({ op: 'and', items });
  await page.user.click(screen.getByRole('button', { name: '移除条件：下单日期 在过去 7 天内' }));
  await page.settle();
  expect(listOn(page).filter).toEqual({
    op: 'and',
    items: items.filter((item) => item !== items[2]),
  });
});
test('all go at once, the search too', async () => {
  const page = await show({ op: 'and', items }, '云帆');
  await page.click('清除全部');
  expect(listOn(page).hasFilter).toBe(false);
  page.expects({ lacks: '清除全部' });
});
test('says when any of the conditions will do', async () => {
  const page = await show({ op: 'or', items: items.slice(0, 2) });
  page.expects({ sees: '符合任一' });
});
