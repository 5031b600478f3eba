// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ObjectDescribe } from '../../src/contract/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import conditionBuilder from './index.ts';

const FIELDS = [
  { id: '1', apiName: 'amount', label: '金额', type: 'currency', order: 1 },
  { id: '2', apiName: 'note', label: '备注', type: 'text', order: 2 },
];
const show = (text: string, more: object = {}) =>
  openPage([conditionBuilder], {
    state: { when: { type: 'text', init: text }, fields: { type: 'list', init: FIELDS } },
    body: {
      type: 'conditionBuilder@1',
      bind: 'state.when',
      props: { label: '条件', fields: { $x: 'state.fields' } },
      slots: { formula: [{ type: 'words@1', props: { text: '公式编辑器' } }] },
      ...more,
    },
  });
const row = (place: number) => within(screen.getByRole('group', { name: `条件 ${place}` }));

test('shows an expression as rows, and writes the rows as an expression', async () => {
  const page = await show('amount > 1000');
  expect(row(1).getByLabelText<HTMLInputElement>('字段').value).toBe('金额');
  expect(row(1).getByLabelText<HTMLInputElement>('条件').value).toBe('大于');
  await page.choose(row(1).getByLabelText('字段'), '备注');
  await page.choose(row(1).getByLabelText('条件'), '开头是');
  await page.user.type(row(1).getByLabelText('备注的值'), '急');
  await page.settle();
  expect(page.scope.cells.get('when')!.value).toBe("startsWith(note, '急')");
});
test('a row without a value yet stays, and is not in the expression', async () => {
  const page = await show('amount > 1000');
  await page.click('添加条件');
  expect(screen.getAllByRole('group', { name: /^条件 \d/ })).toHaveLength(2);
  expect(page.scope.cells.get('when')!.value).toBe('amount > 1000');
});
test('a condition that is still empty begins with a row to fill in', async () => {
  const page = await show('');
  await page.choose(row(1).getByLabelText('条件'), '为空');
  expect(page.scope.cells.get('when')!.value).toBe('isEmpty(amount)');
});
test('operators that no expression says are not offered', async () => {
  const page = await show('amount > 1000');
  expect(await page.offered(row(1).getByLabelText('条件'))).toEqual([
    '等于',
    '不等于',
    '大于',
    '大于等于',
    '小于',
    '小于等于',
    '介于',
    '为空',
    '不为空',
  ]);
});
test('what rows cannot say is left to the formula; what they can may be written as one', async () => {
  const page = await show('amount * 2 > 1000');
  page.expects({ sees: '公式编辑器' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '改为逐条选择' }).disabled).toBe(
    true,
  );
  page.scope.cells.get('when')!.set('amount > 3');
  await page.settle();
  expect(row(1).getByLabelText<HTMLInputElement>('条件').value).toBe('大于');
  await page.click('改为写公式');
  page.expects({ sees: '公式编辑器' });
  await page.click('改为逐条选择');
  expect(screen.getByRole('group', { name: '条件 1' })).toBeTruthy();
});
test('a locked condition cannot be changed', async () => {
  await show('amount > 1000', { when: { readonly: true } });
  expect(screen.getByRole('group', { name: '条件' }).matches(':disabled')).toBe(true);
  expect(screen.queryByRole('button', { name: '改为写公式' })).toBeNull();
});

test('the conditions of a list of another object are stored as a filter', async () => {
  const shop = {
    id: 's',
    apiName: 'shop',
    label: '门店',
    titleField: 'name',
    appId: null,
    version: 1,
    fields: [{ id: '1', apiName: 'open', label: '营业', type: 'boolean', order: 1 }],
  } as unknown as ObjectDescribe;
  const page = await openPage(
    [conditionBuilder],
    {
      state: { filter: { type: 'any', init: null } },
      body: {
        type: 'conditionBuilder@1',
        bind: 'state.filter',
        props: { label: '查找范围', object: 'shop', kept: 'filter' },
      },
    },
    { describes: { shop } },
  );
  await page.settle();
  await page.click('添加条件');
  expect(page.scope.cells.get('filter')!.value).toBeNull();
  await page.choose(row(1).getByLabelText('营业的值'), '是');
  expect(page.scope.cells.get('filter')!.value).toEqual({
    op: 'and',
    items: [{ field: 'open', op: 'eq', value: true }],
  });
});
