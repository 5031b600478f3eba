// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lastAsked, listOn, ordersPage } from '../../tests/fixtures/orders.ts';
import sortBuilder from './index.ts';

const show = () => ordersPage([sortBuilder], [{ type: 'sortBuilder@1', bind: 'orders' }]);

test('sort keys are added, turned round and put in another order', async () => {
  const page = await show();
  await page.click('排序');
  await page.click('添加排序');
  await page.click('添加排序');
  const [first, second] = screen.getAllByRole('listitem');
  await page.choose(within(first!).getByLabelText('字段'), '数量');
  await page.choose(within(screen.getAllByRole('listitem')[0]!).getByLabelText('方向'), '降序');
  await page.choose(within(second!).getByLabelText('字段'), '下单日期');
  expect(lastAsked(page)['sort']).toEqual([
    { field: 'count', dir: 'desc' },
    { field: 'placedOn', dir: 'asc' },
  ]);
  await page.user.click(
    within(screen.getAllByRole('listitem')[1]!).getByRole('button', { name: '上移' }),
  );
  await page.settle();
  expect(lastAsked(page)['sort']).toEqual([
    { field: 'placedOn', dir: 'asc' },
    { field: 'count', dir: 'desc' },
  ]);
});
test('a field is offered once, and three keys are the most', async () => {
  const page = await show();
  await page.click('排序');
  for (let i = 0; i < 3; i++) await page.click('添加排序');
  expect(new Set(listOn(page).sort.map((key) => key.field)).size).toBe(3);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '添加排序' }).disabled).toBe(true);
  page.expects({ sees: '最多 3 个' });
});
test('fields that cannot be sorted by are not offered', async () => {
  const page = await show();
  await page.click('排序');
  await page.click('添加排序');
  const offered = await page.offered(screen.getByLabelText('字段'));
  expect(offered).toContain('创建时间');
  expect(offered).not.toContain('标签');
});
