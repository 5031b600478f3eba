// @vitest-environment jsdom
import axe from 'axe-core';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RecordValues } from '../../src/contract/index.ts';
import { failedCall, type FakePortsOptions } from '../../src/view/testing/index.ts';
import {
  lastAsked,
  listOn,
  makeOrders,
  orderDescribe,
  ordersPage,
} from '../../tests/fixtures/orders.ts';
import hierarchy from './index.ts';

const describe = {
  ...orderDescribe,
  fields: [
    ...orderDescribe.fields,
    {
      id: 'parent',
      apiName: 'parent',
      label: '上级',
      type: 'lookup',
      refObject: 'order',
      order: 0,
    },
  ],
} as typeof orderDescribe;
const order = (id: string, parent: string | null = null): RecordValues => ({
  ...makeOrders(1)[0],
  id,
  name: `${id}部`,
  parent,
});
/** 甲 has 乙 and 丙, 乙 has 丁, which has 戊; 己 is alone. */
const staff = () => [
  order('甲'),
  order('乙', '甲'),
  order('丙', '甲'),
  order('丁', '乙'),
  order('戊', '丁'),
  order('己'),
];
const edits = {
  'bizmeta.record.bulkEdit': (input: { records: { id: string; version: number }[] }) => ({
    records: input.records.map(({ id, version }) => ({ id, version: version + 1 })),
  }),
};
const on = {
  open: [{ do: 'navigate', args: { to: { $t: '/order/{event.id}' } } }],
  create: [{ do: 'toast', args: { text: { $t: '新建：{event.values.parent}' } } }],
};
const show = (
  props: object = {},
  { records = staff(), ...world }: FakePortsOptions & { records?: RecordValues[] } = {},
) =>
  ordersPage(
    [hierarchy],
    [
      {
        type: 'hierarchy@1',
        bind: 'orders',
        props: { parentField: 'parent', shape: 'tree', ...props },
        on,
      },
    ],
    { describes: { order: describe }, records, ...world },
  );
const seen = () =>
  screen
    .getAllByRole('treeitem')
    .map((item) => `${item.getAttribute('aria-level')} ${item.getAttribute('aria-label')}`);
const item = (name: string) => screen.getByRole('treeitem', { name: new RegExp(`^${name}(，|$)`) });
const written = (page: Awaited<ReturnType<typeof show>>) =>
  page.ports
    .calls('bizmeta.record.bulkEdit')
    .map((input) => (input['records'] as RecordValues[])[0]);

test('records are below their parent, two levels at first', async () => {
  const page = await show();
  expect(lastAsked(page)['groupBy']).toEqual(['parent']);
  expect(seen()).toEqual(['1 甲部，下级 2 条', '2 乙部，下级 1 条', '2 丙部', '1 己部']);
  const { violations } = await axe.run(document.body, {
    rules: {
      region: { enabled: false },
      'color-contrast': { enabled: false },
      'page-has-heading-one': { enabled: false },
      'landmark-one-main': { enabled: false },
    },
  });
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
});
test('arrows walk, open and close; Enter opens the record; plus makes one below', async () => {
  const page = await show();
  item('甲部').focus();
  await page.press('{ArrowDown}{ArrowRight}');
  expect(seen()).toContain('3 丁部，下级 1 条');
  await page.press('{ArrowRight}');
  await page.settle();
  expect(document.activeElement).toBe(item('丁部'));
  await page.press('{Enter}');
  expect(page.ports.log).toContainEqual(
    expect.objectContaining({ kind: 'navigate', path: '/order/丁' }),
  );
  await page.click('在 丁部 之下新建');
  expect(page.ports.log).toContainEqual(
    expect.objectContaining({ kind: 'toast', text: '新建：丁' }),
  );
  await page.click('收起 甲部 的下级');
  expect(seen()).toEqual(['1 甲部，下级 2 条', '1 己部']);
});
test('a record put below another is saved with its version, and can be taken back', async () => {
  const page = await show({}, { answers: edits });
  item('丙部').focus();
  await page.press('{Alt>}{ArrowRight}{/Alt}');
  expect(written(page)[0]).toMatchObject({ id: '丙', version: 1, parent: '乙' });
  expect(seen()).toContain('3 丙部');
  await page.press('{Control>}z{/Control}');
  expect(written(page)[1]).toMatchObject({ id: '丙', version: 2, parent: '甲' });
});
test('a record goes up beside its parent, to the top with no parent at all', async () => {
  const page = await show({}, { answers: edits });
  item('乙部').focus();
  await page.press('{Alt>}{ArrowLeft}{/Alt}');
  expect(written(page)[0]).toMatchObject({ id: '乙', parent: null });
});
test('a move that is refused goes back and says why', async () => {
  const page = await show(
    {},
    {
      answers: {
        'bizmeta.record.bulkEdit': () => {
          throw failedCall('INVALID', '请检查', [
            {
              path: '/records/0/parent',
              reason: 'RULE_BROKEN',
              params: {},
              msg: '停用的部门不能移动',
            },
          ]);
        },
      },
    },
  );
  item('丙部').focus();
  await page.press('{Alt>}{ArrowRight}{/Alt}');
  expect(seen()).toContain('2 丙部');
  expect(page.ports.log).toContainEqual({
    kind: 'toast',
    type: 'error',
    text: '停用的部门不能移动',
  });
});
test('found records are below their parents, which are only named when they do not match themselves', async () => {
  const page = await show({}, { records: staff() });
  listOn(page).setSearch('戊');
  await page.settle();
  expect(seen()).toEqual(['1 丁，下级 1 条', '2 戊部']);
  expect(item('丁').querySelector('[title="这条记录不符合筛选条件"]')).toBeTruthy();
});
test('records that are each other’s parents do not go round for ever', async () => {
  await show({}, { records: [order('甲'), order('乙', '丙'), order('丙', '乙')] });
  expect(seen()).toEqual(['1 甲部']);
});
test('without a field of parents it says what is missing', async () => {
  const page = await show({ parentField: 'customer' });
  page.expects({ sees: ['层级图还没有上级字段', '没有名为“customer”'] });
});
