// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { fakePorts } from '../../src/view/testing/index.ts';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import fieldSelect from './index.ts';

beforeAll(() => preloadInputs(['select']));
const fields = [
  { apiName: 'name', label: '品名', type: 'text' },
  { apiName: 'total', label: '合计', type: 'formula', formula: '1', resultType: 'decimal' },
  { apiName: 'gone', label: '旧字段', type: 'decimal', removed: true },
  {
    apiName: '_00000001',
    label: '明细',
    type: 'subTable',
    fields: [
      { apiName: '_00000002', label: '数量', type: 'decimal' },
      { apiName: 'note', label: '说明', type: 'text' },
    ],
  },
];
const ports = () =>
  fakePorts({
    describes: {
      orderLine: {
        id: 'l',
        apiName: 'orderLine',
        label: '订单明细',
        titleField: 'name',
        appId: null,
        version: 1,
        validator: '',
        fields: [{ id: '1', order: 0, apiName: 'price', label: '单价', type: 'currency' }],
      },
    },
    answers: {
      'bizmeta.describe.referrers': [
        {
          key: 'orderLine.order',
          object: 'orderLine',
          label: '订单明细',
          field: 'order',
          fieldLabel: '订单',
          many: false,
        },
        {
          key: 'tag.orders',
          object: 'tag',
          label: '标签',
          field: 'orders',
          fieldLabel: '订单',
          many: true,
        },
      ],
    },
  });
async function open(props: object, init = '') {
  const page = await openPage(
    [fieldSelect],
    {
      state: { chosen: { type: 'text', init } },
      body: { type: 'fieldSelect@1', bind: 'state.chosen', props: { label: '字段', ...props } },
    },
    { ports: ports() },
  );
  await page.settle();
  const offers = async () => {
    await page.user.click(screen.getByRole('combobox', { name: '字段' }));
    return screen.getAllByRole('option').map((option) => option.textContent);
  };
  return { page, offers, chosen: () => page.scope.cells.get('chosen')!.value };
}

test('offers fields by their labels, of the wanted types, without those that were taken away', async () => {
  const on = await open({ fields, types: ['decimal'] });
  expect(await on.offers()).toEqual(['合计']);
  await on.page.user.click(screen.getByRole('option', { name: '合计' }));
  expect(on.chosen()).toBe('total');
});
test('offers what the server would sum up', async () => {
  const on = await open({ fields, rollup: 'sum' });
  expect(await on.offers()).toEqual(['合计']);
});
test('offers a formula that is not saved yet to be summed up: what it gives is known then', async () => {
  const fresh = { apiName: '_00000003', label: '差额', type: 'formula', formula: '1' };
  const on = await open({ fields: [...fields, fresh], rollup: 'sum' });
  expect(await on.offers()).toEqual(['合计', '差额']);
});
test('offers the sub-tables of the object and the lookups that point to it', async () => {
  const on = await open({ choose: 'rows', fields, object: 'order' });
  expect(await on.offers()).toEqual(['明细', '订单明细（按订单）']);
  await on.page.user.click(screen.getByRole('option', { name: '明细' }));
  expect(on.chosen()).toBe('_00000001');
});
test('offers the columns of the rows it goes through, its own or another object’s', async () => {
  const own = await open({ fields, via: '_00000001', types: ['decimal'] });
  expect(await own.offers()).toEqual(['数量']);
  own.page.leave();
  expect(await (await open({ fields, via: 'orderLine.order' })).offers()).toEqual(['单价']);
});
test('what was chosen and is not there any more is seen to be wrong', async () => {
  await open({ fields }, 'lost');
  expect((await screen.findByRole('combobox', { name: '字段' })).outerHTML).toContain(
    'lost（已不存在）',
  );
});
test('chooses several fields, without the one that is left out', async () => {
  const on = await openPage([fieldSelect], {
    state: { chosen: { type: 'list', init: ['total'] } },
    body: {
      type: 'fieldSelect@1',
      bind: 'state.chosen',
      props: { label: '字段', choose: 'fields', fields, except: '_00000001' },
    },
  } as never);
  await on.settle();
  await on.user.click(screen.getByRole('combobox', { name: '字段' }));
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    '品名',
    '合计',
  ]);
  await on.user.click(screen.getByRole('option', { name: '品名' }));
  expect(on.scope.cells.get('chosen')!.value).toEqual(['name', 'total']);
});
