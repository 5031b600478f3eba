// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lastAsked, listOn, orderDescribe, ordersPage } from '../../tests/fixtures/orders.ts';
import groupBuilder from './index.ts';

const show = () => ordersPage([groupBuilder], [{ type: 'groupBuilder@1', bind: 'orders' }]);

test('levels are added, put in another order and taken away', async () => {
  const page = await show();
  await page.click('分组');
  await page.click('添加分组');
  expect(lastAsked(page)['groupBy']).toEqual(['status']);
  await page.choose('字段', '订单名称');
  await page.choose('字段', '状态');
  await page.click('添加分组');
  await page.choose(screen.getAllByLabelText('字段')[1]!, '订单名称');
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
  const offered = await page.offered(screen.getAllByLabelText('字段')[0]!);
  expect(offered).not.toContain('备注');
  expect(offered).not.toContain('标签');
});
test('begins with what has few values, and asks where there is nothing of the kind', async () => {
  const page = await show();
  await page.click('分组');
  for (let i = 0; i < 3; i++) await page.click('添加分组');
  expect(lastAsked(page)['groupBy']).toEqual(['status', 'owner', 'paid']);
  page.leave();
  const words = { ...orderDescribe, fields: orderDescribe.fields.slice(0, 2) };
  const plain = await ordersPage([groupBuilder], [{ type: 'groupBuilder@1', bind: 'orders' }], {
    describes: { order: words },
  });
  await plain.click('分组');
  await plain.click('添加分组');
  expect(lastAsked(plain)).not.toHaveProperty('groupBy');
  await plain.choose('字段', '订单名称');
  expect(lastAsked(plain)['groupBy']).toEqual(['name']);
});
