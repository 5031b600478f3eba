// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lastAsked, listOn, orderDescribe, ordersPage } from '../../tests/fixtures/orders.ts';
import filterChips from '../filterChips/index.ts';
import filterBuilder from './index.ts';

const show = (more: object = {}) =>
  ordersPage([filterBuilder], [{ type: 'filterBuilder@1', bind: 'orders', ...more }]);
const row = (place: number) => within(screen.getByRole('group', { name: `条件 ${place}` }));

test('a condition is built of field, operator and value, and asked for when applied', async () => {
  const page = await show();
  await page.click('筛选');
  await page.choose(row(1).getByLabelText('字段'), '订单名称');
  await page.choose(row(1).getByLabelText('条件'), '开头是');
  await page.user.type(row(1).getByLabelText('订单名称的值'), '云帆');
  expect(lastAsked(page)['filter']).toBeUndefined();
  await page.click('应用');
  expect(lastAsked(page)['filter']).toEqual({
    op: 'and',
    items: [{ field: 'name', op: 'starts', value: '云帆' }],
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: '筛选，1 项生效' })).toBeTruthy();
});
test('what is typed after the conditions open is the value of the last of them', async () => {
  const page = await show();
  await page.click('筛选');
  await page.user.keyboard('云帆');
  expect(row(1).getByLabelText<HTMLInputElement>('订单名称的值').value).toBe('云帆');
  await page.press('{Enter}');
  expect(lastAsked(page)['filter']).toMatchObject({ items: [{ field: 'name', value: '云帆' }] });
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
  await page.choose(row(1).getByLabelText('字段'), '下单日期');
  const words = await page.offered(row(1).getByLabelText('条件'));
  expect(words).toContain('早于');
  expect(words).toContain('在本月');
  expect(words).not.toContain('包含');
  await page.choose(row(1).getByLabelText('条件'), '在本月');
  expect(row(1).queryByLabelText('下单日期的值')).toBeNull();
  await page.click('应用');
  expect(lastAsked(page)['filter']).toEqual({
    op: 'and',
    items: [{ field: 'placedOn', op: 'thisMonth' }],
  });
});
test('another field takes the value away, an operator of the same shape keeps it', async () => {
  const page = await show();
  await page.click('筛选');
  await page.user.type(row(1).getByLabelText('订单名称的值'), '云');
  await page.choose(row(1).getByLabelText('条件'), '不包含');
  expect(row(1).getByLabelText<HTMLInputElement>('订单名称的值').value).toBe('云');
  await page.choose(row(1).getByLabelText('字段'), '备注');
  expect(row(1).getByLabelText<HTMLInputElement>('备注的值').value).toBe('');
});
test('several texts are written with commas', async () => {
  const page = await show();
  await page.click('筛选');
  await page.choose(row(1).getByLabelText('条件'), '属于任一');
  await page.user.type(row(1).getByLabelText('订单名称的值'), '甲，乙, 丙');
  await page.click('应用');
  expect(lastAsked(page)['filter']).toEqual({
    op: 'and',
    items: [{ field: 'name', op: 'in', value: ['甲', '乙', '丙'] }],
  });
});
test('yes or no is chosen, and no is a value', async () => {
  const page = await show();
  await page.click('筛选');
  await page.choose(row(1).getByLabelText('字段'), '已付款');
  await page.choose(row(1).getByLabelText('已付款的值'), '否');
  await page.click('应用');
  expect(lastAsked(page)['filter']).toEqual({
    op: 'and',
    items: [{ field: 'paid', op: 'eq', value: false }],
  });
});
test('a group of conditions is nested in another, with any-of semantics', async () => {
  const page = await show();
  await page.click('筛选');
  await page.user.type(row(1).getByLabelText('订单名称的值'), '甲');
  await page.user.click(screen.getByRole('button', { name: '添加条件组' }));
  await page.settle();
  const group = within(screen.getByRole('group', { name: '条件组' }));
  await page.user.type(group.getByLabelText('订单名称的值'), '乙');
  await page.user.click(screen.getAllByRole('button', { name: '添加条件' }).at(-1)!);
  await page.settle();
  await page.user.type(screen.getAllByLabelText('订单名称的值').at(-1)!, '丙');
  await page.click('应用');
  expect(lastAsked(page)['filter']).toEqual({
    op: 'and',
    items: [
      { field: 'name', op: 'contains', value: '甲' },
      { op: 'or', items: [{ field: 'name', op: 'contains', value: '乙' }] },
      { field: 'name', op: 'contains', value: '丙' },
    ],
  });
});
test('conditions in force come back into the editor; clearing takes all away', async () => {
  const page = await show();
  listOn(page).setFilter({
    op: 'or',
    items: [
      { field: 'name', op: 'contains', value: '甲' },
      { field: 'note', op: 'empty' },
    ],
  });
  await page.settle();
  await page.click('筛选，2 项生效');
  expect(screen.getByLabelText<HTMLInputElement>('符合').value).toBe('任一');
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
  expect(await page.offered(row(1).getByLabelText('字段'))).toEqual(['金额', '状态']);
});

const kept = [
  {
    id: 'k1',
    name: '大单',
    version: 2,
    filter: { op: 'and', items: [{ field: 'amount', op: 'gt', value: 100 }] },
  },
  { id: 'k2', name: '用到别的字段', version: 1, filter: { field: 'secret', op: 'eq', value: 1 } },
];
async function showKept() {
  const on = Object.fromEntries(
    ['open', 'keep', 'keptUpdate', 'keptRemove'].map((event) => [
      event,
      [{ do: 'emit', args: { event, payload: { $x: 'event' } } }],
    ]),
  );
  const page = await show({ props: { kept }, on });
  const told: [string, unknown][] = [];
  page.scope.listen((event, payload) => {
    told.push([event, payload]);
  });
  await page.click('筛选');
  return { page, told };
}
test('conditions are saved by a name; without complete ones nothing is saved', async () => {
  const { page, told } = await showKept();
  expect(told).toEqual([['open', null]]);
  await page.click('存为常用');
  expect(screen.getByRole('alert').textContent).toBe('请填写条件的值');
  await page.user.type(row(1).getByLabelText('订单名称的值'), '云帆');
  await page.settle();
  await page.click('存为常用');
  await page.user.keyboard('云帆的{Enter}');
  await page.settle();
  expect(told.at(-1)).toEqual([
    'keep',
    {
      name: '云帆的',
      filter: { op: 'and', items: [{ field: 'name', op: 'contains', value: '云帆' }] },
    },
  ]);
});
test('a saved filter is applied with one press; one by a field that is not here cannot be', async () => {
  const { page } = await showKept();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '用到别的字段' }).disabled).toBe(
    true,
  );
  await page.click('大单');
  expect(lastAsked(page)['filter']).toEqual(kept[0]!.filter);
  await page.click('筛选，1 项生效');
  expect(screen.getByRole('button', { name: '大单' }).getAttribute('aria-pressed')).toBe('true');
});
test('a saved filter is renamed, given other conditions and deleted from its own menu', async () => {
  const { page, told } = await showKept();
  const choose = async (entry: string) => {
    await page.click('“大单”的操作');
    await page.user.click(screen.getByRole('menuitem', { name: entry }));
    await page.settle();
  };
  await choose('改名');
  await page.user.keyboard('很大的单{Enter}');
  await page.settle();
  expect(told.at(-1)).toEqual([
    'keptUpdate',
    { input: { id: 'k1', version: 2, name: '很大的单' } },
  ]);
  await page.user.type(row(1).getByLabelText('订单名称的值'), '甲');
  await page.settle();
  await choose('换成现在的条件');
  expect(told.at(-1)).toEqual([
    'keptUpdate',
    {
      input: {
        id: 'k1',
        version: 2,
        filter: { op: 'and', items: [{ field: 'name', op: 'contains', value: '甲' }] },
      },
    },
  ]);
  await choose('删除');
  expect(told.at(-1)).toEqual(['keptRemove', { id: 'k1', name: '大单' }]);
});
test('a page that keeps no filters is not offered to', async () => {
  const page = await show();
  await page.click('筛选');
  expect([
    screen.queryByText('存为常用'),
    screen.queryByRole('list', { name: '常用筛选' }),
  ]).toEqual([null, null]);
});
test('a condition goes through a lookup to a field of its record', async () => {
  const customer = {
    ...orderDescribe,
    id: 'customer',
    apiName: 'customer',
    label: '客户',
    fields: orderDescribe.fields.map((field) =>
      field.apiName === 'status' ? { ...field, apiName: 'region', label: '地区' } : field,
    ),
  };
  const page = await ordersPage(
    [filterBuilder, filterChips],
    [
      { type: 'filterBuilder@1', bind: 'orders' },
      { type: 'filterChips@1', bind: 'orders' },
    ],
    { describes: { order: orderDescribe, customer } },
  );
  await page.click('筛选');
  // The other object's fields are loaded when the conditions open.
  await waitFor(async () =>
    expect(await page.offered(row(1).getByLabelText('字段'))).toContain('客户 · 地区'),
  );
  await page.choose(row(1).getByLabelText('字段'), '客户 · 地区');
  await page.choose(row(1).getByLabelText('客户 · 地区的值'), '完成');
  await page.click('应用');
  expect(lastAsked(page)['filter']).toEqual({
    op: 'and',
    items: [{ field: 'customer.region', op: 'eq', value: 'done' }],
  });
  await waitFor(() => expect(screen.getByText('客户 · 地区 是 完成')).toBeTruthy());
});
