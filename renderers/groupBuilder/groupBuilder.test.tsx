// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lastAsked, listOn, ordersPage } from '../../tests/fixtures/orders.ts';
import groupBuilder from './index.ts';

const show = () => ordersPage([groupBuilder], [{ type: 'groupBuilder@1', bind: 'orders' }]);

test('levels are added, put in another order and taken away', async () => {
  const page = await show();
  await page.click('分组');
  await page.click('添加分组');
  await page.user.selectOptions(screen.getByLabelText('字段'), '状态');
  await page.settle();
  await page.click('添加分组');
  expect(lastAsked(page)['groupBy']).toEqual(['status', 'name']);
  await page.user.click(
    within(screen.getAllByRole('listitem')[1]!).getByRole('button', { name: '上移' }),
  );
  await page.settle();
  expect(lastAsked(page)['groupBy']).toEqual(['name', 'status']);
  await page.click('清除分组');
  expect(listOn(page).groupBy).toEqual([]);
  expect(lastAsked(page)).not.toHaveProperty('groupBy');
});
test('three levels are the most, and what cannot be grouped by is not offered', async () => {
  const page = await show();
  await page.click('分组');
  for (let i = 0; i < 3; i++) await page.click('添加分组');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '添加分组' }).disabled).toBe(true);
  page.expects({ sees: '最多 3 层' });
  const offered = within(screen.getAllByLabelText('字段')[0]!)
    .getAllByRole('option')
    .map((option) => option.textContent);
  expect(offered).not.toContain('备注');
  expect(offered).not.toContain('标签');
});
