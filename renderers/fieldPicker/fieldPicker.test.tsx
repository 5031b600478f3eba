// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import dataTable from '../dataTable/index.ts';
import { ordersPage } from '../../tests/fixtures/orders.ts';
import fieldPicker from './index.ts';

const show = (world: object = {}) =>
  ordersPage(
    [fieldPicker, dataTable],
    [
      { type: 'fieldPicker@1', bind: 'orders' },
      { type: 'dataTable@1', bind: 'orders' },
    ],
    world,
  );
const headers = () =>
  within(screen.getByRole('grid'))
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent)
    .filter(Boolean);

test('hides, shows and orders the columns of the same list at once', async () => {
  const page = await show();
  await page.click('字段');
  await page.user.click(screen.getByRole('checkbox', { name: '金额' }));
  await page.settle();
  expect(headers()).not.toContain('金额');
  await page.user.click(screen.getByRole('checkbox', { name: '数量' }));
  await page.settle();
  expect(headers().at(-1)).toBe('数量');
  await page.click('数量上移');
  expect(headers().slice(-2)).toEqual(['数量', '已付款']);
});
test('the last column cannot be hidden', async () => {
  const page = await show({ remembered: { 'columns.test.page.order': { shown: ['name'] } } });
  await page.click('字段');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '订单名称' }).disabled).toBe(true);
});
test('finds a field by its name and goes back to the default', async () => {
  const page = await show({
    remembered: { 'columns.test.page.order': { shown: ['amount', 'name'] } },
  });
  await page.click('字段');
  await page.user.type(screen.getByLabelText('查找字段'), '客');
  expect(
    screen
      .getAllByRole('checkbox', { name: /^(?!选择)/ })
      .map((box) => box.closest('label')?.textContent),
  ).toEqual(['客户']);
  await page.click('恢复默认');
  expect(headers()[0]).toBe('订单名称');
  expect(headers()).toHaveLength(8);
});
