// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lastAsked, listOn, ordersPage } from '../../tests/fixtures/orders.ts';
import filterBuilder from './index.ts';

const show = (more: object = {}) => ordersPage([filterBuilder], [{ type: 'filterBuilder@1', bind: 'orders', ...more }]);
const row = (place: number) => within(screen.getByRole('group', { name: `条件 ${place}` }));

test('a condition is built of field, operator and value, and asked for when applied', async () => {
  const page = await show();
  await page.click('筛选');
  await page.user.selectOptions(row(1).getByLabelText('字段'), '订单名称');
  await page.user.selectOptions(row(1).getByLabelText('条件'), '开头是');
  await page.user.type(row(1).getByLabelText('订单名称的值'), '云帆');
  expect(lastAsked(page)['filter']).toBeUndefined();
  await page.click('应用');
  expect(lastAsked(page)['filter']).toEqual({ op: 'and', items: [{ field: 'name', op: 'starts', value: '云帆' }] });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: '筛选，1 项生效' })).toBeTruthy();
});
test('a condition without a value is not asked for and says what is missing', async () => {
  const page = await show();
  const asked = page.ports.calls('bizmeta.record.list').length;
  await page.click('筛选');
  await page.click('应用');
  expect(screen.getByRole('alert').textContent).toBe('请填写条件的值');
  expect(page.ports.calls('bizmeta.record.list')).toHaveLength(asked);
});
test('operators are those of the field type, in its words', async () => {
  const page = await show();
  await page.click('筛选');
  await page.user.selectOptions(row(1).getByLabelText('字段'), '下单日期');
  const words = within(row(1).getByLabelText('条件')).getAllByRole('option').map((option) => option.textContent);
  expect(words).toContain('早于');
  expect(words).toContain('在本月');
  expect(words).not.toContain('包含');
  await page.user.selectOptions(row(1).getByLabelText('条件'), '在本月');
  expect(row(1).queryByLabelText('下单日期的值')).toBeNull();
  await page.click('应用');
  expect(lastAsked(page)['filter']).toEqual({ op: 'and', items: [{ field: 'placedOn', op: 'thisMonth' }] });
});
test('another field takes the value away, an operator of the same shape keeps it', async () => {
  const page = await show();
  await page.click('筛选');
  await page.user.type(row(1).getByLabelText('订单名称的值'), '云');
  await page.user.selectOptions(row(1).getByLabelText('条件'), '不包含');
  expect(row(1).getByLabelText<HTMLInputElement>('订单名称的值').value).toBe('云');
  await page.user.selectOptions(row(1).getByLabelText('字段'), '备注');
  expect(row(1).getByLabelText<HTMLInputElement>('备注的值').value).toBe('');
});
test('several texts are written with commas', async () => {
  const page = await show();
  await page.click('筛选');
  await page.user.selectOptions(row(1).getByLabelText('条件'), '属于任一');
  await page.user.type(row(1).getByLabelText('订单名称的值'), '甲，乙, 丙');
  await page.click('应用');
  expect(lastAsked(page)['filter']).toEqual({ op: 'and', items: [{ field: 'name', op: 'in', value: ['甲', '乙', '丙'] }] });
});
test('yes or no is chosen, and no is a value', async () => {
  const page = await show();
  await page.click('筛选');
  await page.user.selectOptions(row(1).getByLabelText('字段'), '已付款');
  await page.user.selectOptions(row(1).getByLabelText('已付款的值'), '否');
  await page.click('应用');
  expect(lastAsked(page)['filter']).toEqual({ op: 'and', items: [{ field: 'paid', op: 'eq', value: false }] });
});
test('a group of conditions stands inside another, and any of them may do', async () => {
  const page = await show();
  await page.click('筛选');
  await page.user.type(row(1).getByLabelText('订单名称的值'), '甲');
  await page.user.click(screen.getByRole('button', { name: '添加条件组' })); await page.settle();
  const group = within(screen.getByRole('group', { name: '条件组' }));
  await page.user.type(group.getByLabelText('订单名称的值'), '乙');
  await page.user.click(screen.getAllByRole('button', { name: '添加条件' }).at(-1)!); await page.settle();
  await page.user.type(screen.getAllByLabelText('订单名称的值').at(-1)!, '丙');
  await page.click('应用');
  expect(lastAsked(page)['filter']).toEqual({ op: 'and', items: [
    { field: 'name', op: 'contains', value: '甲' }, { op: 'or', items: [{ field: 'name', op: 'contains', value: '乙' }] }, { field: 'name', op: 'contains', value: '丙' },
  ] });
});
test('conditions in force come back into the editor; clearing takes all away', async () => {
  const page = await show();
  listOn(page).setFilter({ op: 'or', items: [{ field: 'name', op: 'contains', value: '甲' }, { field: 'note', op: 'empty' }] });
  await page.settle();
  await page.click('筛选，2 项生效');
  expect(screen.getByLabelText<HTMLSelectElement>('符合').value).toBe('or');
  expect(row(1).getByLabelText<HTMLInputElement>('订单名称的值').value).toBe('甲');
  await page.click('清除筛选');
  expect(listOn(page).filter).toBeNull();
});
test('Esc closes, drops the draft and gives the focus back', async () => {
  const page = await show();
  await page.click('筛选');
  await page.user.type(row(1).getByLabelText('订单名称的值'), '甲');
  await page.press('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(listOn(page).filter).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '筛选' }));
});
test('only the fields that the page names are offered', async () => {
  const page = await show({ props: { fields: ['amount', 'status'] } });
  await page.click('筛选');
  expect(within(row(1).getByLabelText('字段')).getAllByRole('option').map((option) => option.textContent)).toEqual(['金额', '状态']);
});
