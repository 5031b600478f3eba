// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { failedCall, type TestPage } from '../../src/view/testing/index.ts';
import { answerList, listOn, makeOrders, ordersPage } from '../../tests/fixtures/orders.ts';
import dataTable from './index.ts';

interface Asked {
  summary?: { field: string; fn: string }[];
  size?: number;
  records: { id: string; version: number }[];
}
const LIST = 'bizmeta.record.list';
const orders = makeOrders(30);
/** A table with the sum of the amounts under it. */
const show = (sums: (asked: Asked) => unknown) =>
  ordersPage(
    [dataTable],
    [
      {
        type: 'dataTable@1',
        bind: 'orders',
        props: { editable: true, summary: [{ field: 'amount', fn: 'sum' }] } as never,
      },
    ],
    {
      answers: {
        [LIST]: (asked: Asked) =>
          asked.summary ? sums(asked) : answerList(orders, asked as never),
        'bizmeta.record.bulkEdit': ({ records }: Asked) => ({
          records: records.map(({ id, version }) => ({ id, version: version + 1 })),
        }),
      },
    },
  );
const known = ({ summary = [] }: Asked) => ({
  ...answerList(orders, { size: 0 } as never),
  summary: summary.map((sum) => ({ ...sum, value: 600 })),
});
const askedSums = (page: TestPage) => page.ports.calls(LIST).filter((input) => input['summary']);
const sum = () => screen.getByRole<HTMLInputElement>('combobox', { name: '金额的汇总' }).value;
const rows = () => within(screen.getByRole('grid')).getAllByRole('row').length;
beforeAll(() => preloadInputs(['number']));

test('records do not wait for what they come to; that it cannot be said hides none of them', async () => {
  let refuse: (why: Error) => void = () => undefined;
  const page = await show(
    () =>
      new Promise((_, reject) => {
        refuse = reject;
      }),
  );
  expect(rows()).toBeGreaterThan(10);
  expect(sum()).toBe('求和 …');
  refuse(failedCall('QUERY_TIMEOUT', '查询用时过长'));
  await page.settle();
  expect(sum()).toBe('求和 未能得出：查询用时过长');
  expect(rows()).toBeGreaterThan(10);
  // What was wrong with the former sum is not said of the next.
  listOn(page).setSearch('订单');
  await page.settle();
  expect(sum()).toBe('求和 …');
});

test('another page or order asks for no new sum, another condition does', async () => {
  const page = await show(known);
  expect(askedSums(page)).toEqual([
    { object: 'order', summary: [{ field: 'amount', fn: 'sum' }], size: 0 },
  ]);
  listOn(page).setPage(2);
  listOn(page).setSort([{ field: 'name', dir: 'desc' }]);
  await page.settle();
  expect(askedSums(page)).toHaveLength(1);
  expect(sum()).toBe('求和 ¥600.00');
  listOn(page).setSearch('订单 1');
  await page.settle();
  expect(askedSums(page)[1]).toMatchObject({ search: '订单 1' });
});

test('what is changed in the table counts in the sum at once', async () => {
  let total = 600;
  const page = await show((asked) => ({
    ...known(asked),
    summary: [{ field: 'amount', fn: 'sum', value: total }],
  }));
  const grid = screen.getByRole('grid');
  const cell = within(within(grid).getAllByRole('row')[1]!)
    .getAllByRole('gridcell')
    .find(({ textContent }) => textContent?.startsWith('¥'))!;
  fireEvent.pointerDown(cell, { button: 0, pointerType: 'mouse' });
  fireEvent.pointerUp(window);
  grid.focus();
  total = 605;
  await page.press('105{Enter}');
  await page.settle();
  expect(page.ports.calls('bizmeta.record.bulkEdit')).toHaveLength(1);
  expect(sum()).toBe('求和 ¥605.00');
});
