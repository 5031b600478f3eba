// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../tests/fixtures/page.ts';
import choiceMatrix from './index.ts';

const columns = [
  { key: 'none', title: '不可见' },
  { key: 'read', title: '只读' },
  { key: 'write', title: '可编辑' },
];
const rows = [
  { key: 'name', title: '名称' },
  { key: 'amount', title: '金额' },
  { key: 'total', title: '合计', type: 'formula' },
];
const show = (may: unknown, props: object = {}, more: object = {}) =>
  openPage([choiceMatrix], {
    state: { may: { type: 'any', init: may as never } },
    body: {
      type: 'choiceMatrix@1',
      bind: 'state.may',
      props: {
        label: '字段',
        items: rows as never,
        choices: columns,
        restKey: '*',
        restTitle: '其他字段',
        restValue: 'write',
        limitProp: 'type',
        limits: { formula: ['write'] },
        part: 'order.fields',
        ...props,
      },
      ...more,
    },
  });
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });

test('one choice a row; the others follow the row that stands for them', async () => {
  const on = await show({ order: { ops: ['view'], fields: { amount: 'none' } } });
  const fields = () =>
    (on.scope.cells.get('may')!.value as { order: { fields?: object } }).order.fields;
  expect(radio('其他字段：可编辑').checked).toBe(true);
  expect(radio('金额：不可见').checked).toBe(true);
  expect(radio('名称：跟随').checked).toBe(true);
  await on.user.click(radio('其他字段：只读'));
  await on.user.click(radio('名称：可编辑'));
  expect(fields()).toEqual({ '*': 'read', amount: 'none', name: 'write' });
  await on.user.click(radio('金额：跟随'));
  expect(fields()).toEqual({ '*': 'read', name: 'write' });
});

test('a column that only some rows have is drawn for these, and for none without them', async () => {
  const masked = { key: 'masked', title: '脱敏', only: ['text'] };
  const text = { key: 'phone', title: '手机', type: 'text' };
  const on = await show(null, { choices: [...columns, masked], items: [...rows, text] });
  expect(radio('手机：脱敏').checked).toBe(false);
  for (const name of ['名称：脱敏', '其他字段：脱敏'])
    expect(screen.queryByRole('radio', { name })).toBeNull();
  await on.click('全部脱敏');
  expect(on.scope.cells.get('may')!.value).toEqual({ order: { fields: { phone: 'masked' } } });
});

test('a column that no row has is not there', async () => {
  await show(null, { choices: [...columns, { key: 'masked', title: '脱敏', only: ['text'] }] });
  expect(screen.queryByText('脱敏')).toBeNull();
});

test('a whole column is filled at once, where a row may have it', async () => {
  const on = await show(null);
  await on.click('全部可编辑');
  expect(on.scope.cells.get('may')!.value).toEqual({
    order: { fields: { name: 'write', amount: 'write' } },
  });
  expect(radio('合计：可编辑').disabled).toBe(true);
  await on.click('全部跟随');
  expect(on.scope.cells.get('may')!.value).toEqual({ order: {} });
});

test('rows that differ from what they are compared with are marked; many rows are searched', async () => {
  const many = Array.from({ length: 12 }, (_, at) => ({ key: `f${at}`, title: `第${at}列` }));
  const on = await show(
    { order: { fields: { f3: 'none' } } },
    { items: many, base: { order: { fields: { '*': 'write' } } }, baseName: '默认组' },
  );
  expect(screen.getAllByText('默认组：可编辑')).toHaveLength(1);
  await on.user.type(screen.getByRole('searchbox', { name: '查找：字段' }), '第11');
  expect(screen.getAllByRole('row')).toHaveLength(2);
  await on.click('全部不可见');
  expect(on.scope.cells.get('may')!.value).toEqual({
    order: { fields: { f3: 'none', f11: 'none' } },
  });
});
