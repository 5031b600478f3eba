// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { observable, runInAction } from 'mobx';
import { fakePorts } from '../../src/view/testing/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import { makeOrders, orderDescribe } from '../../tests/fixtures/orders.ts';
import dataTable from './index.ts';

const grid = () => screen.getByRole('grid');

test('a name that comes later than its row replaces its code', async () => {
  const names = observable.map<string, string>();
  const ports = {
    ...fakePorts(),
    labels: { add: () => undefined, get: (kind: string, id: string) => names.get(`${kind} ${id}`) },
  };
  const page = await openPage(
    [dataTable],
    {
      state: { rows: { type: 'list', init: [{ id: 'a', place: '110101' }] } },
      body: {
        type: 'dataTable@1',
        bind: 'state.rows',
        props: { label: '地点', columns: [{ field: 'place', title: '地区', type: 'area' }] },
      },
    },
    { ports },
  );
  expect(within(grid()).getAllByRole('row')[1]!.textContent).toContain('110101');
  runInAction(() => names.set('area 110101', '北京市 / 北京市 / 东城区'));
  await page.settle();
  expect(within(grid()).getAllByRole('row')[1]!.textContent).toContain('东城区');
});
test('records the person may not see are named as such beside those they see, not by their ids', async () => {
  const names = observable.map<string, string>();
  const ports = {
    ...fakePorts({
      describes: { order: orderDescribe },
      answers: {
        'bizmeta.record.list': () => ({
          records: makeOrders(2).map((order, i) => ({ ...order, customer: `c${i}` })),
          total: 2,
          totalIsEstimate: false,
          labels: { customer: { c0: '云帆科技' } },
        }),
      },
    }),
    labels: { add: () => undefined, get: (kind: string, id: string) => names.get(`${kind} ${id}`) },
  };
  const page = await openPage(
    [dataTable],
    {
      sources: { orders: { list: 'order', size: 20 } },
      body: { type: 'dataTable@1', bind: 'orders' },
    },
    { ports },
  );
  runInAction(() => names.set('customer c1', ''));
  await page.settle();
  const [, first, second] = within(grid()).getAllByRole('row');
  expect(first!.textContent).toContain('云帆科技');
  expect(second!.textContent).toContain('已删除或无权查看');
});
