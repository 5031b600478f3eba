// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { RecordValues } from '../../src/contract/index.ts';
import { failedCall, type TestPage } from '../../src/view/testing/index.ts';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { answerList, listOn, makeOrders, ordersPage } from '../../tests/fixtures/orders.ts';
import dataTable from './index.ts';

/** Others write in the list while a person is in one of its cells. */

interface Asked {
  records: (RecordValues & { id: string; version: number })[];
}
const newest: RecordValues = { ...makeOrders(1)[0], id: 'r0', name: '刚建的' };
/** A table whose server holds `all`, and refuses a name written over a newer one. */
async function show() {
  const server = { all: makeOrders(3) };
  const page = await ordersPage(
    [dataTable],
    [
      {
        type: 'dataTable@1',
        bind: 'orders',
        props: { editable: true, columns: ['name', 'amount'] },
      },
    ],
    {
      theirs: [],
      answers: {
        'bizmeta.record.list': (input: never) => answerList(server.all, input),
        'bizmeta.record.bulkEdit': ({ records }: Asked) => {
          const now = server.all.find(({ id }) => id === records[0]!.id);
          if (now && Number(now['version']) > records[0]!.version)
            throw Object.assign(failedCall('EDIT_CONFLICT', '同时被他人改了'), {
              current: { conflicts: [], records: [now], labels: {} },
            });
          return { records: records.map(({ id, version }) => ({ id, version: version + 1 })) };
        },
      },
    },
  );
  const reads = async (all: RecordValues[]) => {
    server.all = all;
    await listOn(page).reload();
    await page.settle();
  };
  return { page, reads };
}
const edits = (page: TestPage) =>
  page.ports.calls('bizmeta.record.bulkEdit').map((input) => input['records']);
const grid = () => screen.getByRole('grid');
const cell = (row: number, col: number) =>
  within(within(grid()).getAllByRole('row')[row]!).getAllByRole('gridcell')[col]!;
function at(row: number, col: number): void {
  fireEvent.pointerDown(cell(row, col), { button: 0, pointerType: 'mouse' });
  fireEvent.pointerUp(window);
  grid().focus();
}
const box = () => screen.queryByRole<HTMLInputElement>('textbox', { name: '订单名称' });
const active = () => document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
beforeAll(() => preloadInputs(['text', 'number']));

test('what is being typed stays in its record when another one comes above it', async () => {
  const { page, reads } = await show();
  at(2, 1);
  await page.press('我写的');
  await reads([newest, ...makeOrders(3)]);
  expect(box()?.value).toBe('我写的');
  expect(active()).toBe(cell(3, 1));
  await page.press('{Enter}');
  expect(edits(page)).toEqual([[{ id: 'r2', version: 1, name: '我写的' }]]);
  expect(cell(3, 1).textContent).toContain('我写的');
});
test('a cell that is chosen, and not open yet, stays in its record too', async () => {
  const { page, reads } = await show();
  at(2, 1);
  await reads([newest, ...makeOrders(3)]);
  await page.press('我写的{Enter}');
  expect(edits(page)).toEqual([[{ id: 'r2', version: 1, name: '我写的' }]]);
});
test('a record that leaves the list while one types in it still takes what was typed', async () => {
  const { page, reads } = await show();
  at(2, 1);
  await page.press('我写的');
  await reads(makeOrders(3).filter(({ id }) => id !== 'r2'));
  expect(box()).toBeNull();
  expect(edits(page)).toEqual([[{ id: 'r2', version: 1, name: '我写的' }]]);
});
const overtaken = makeOrders(3).map((record) =>
  record['id'] === 'r2' ? { ...record, version: 5, name: '同事写的' } : record,
);
test('others saved the cell while one typed in it: which stays is asked, with what it was before', async () => {
  const { page, reads } = await show();
  at(2, 1);
  await page.press('我写的');
  await reads(overtaken);
  await page.press('{Enter}');
  expect(page.ports.log.find(({ kind }) => kind === 'versions')).toMatchObject({
    choices: [{ mine: '我写的', theirs: '同事写的', base: '订单 2' }],
  });
  expect(edits(page)).toEqual([
    [{ id: 'r2', version: 1, name: '我写的' }],
    [{ id: 'r2', version: 5, name: '我写的' }],
  ]);
});
test('an input that was opened and not written in leaves what others saved meanwhile', async () => {
  const { page, reads } = await show();
  at(2, 1);
  await page.press('{F2}');
  await reads(overtaken);
  await page.press('{Enter}');
  expect(edits(page)).toEqual([]);
  expect(cell(2, 1).textContent).toContain('同事写的');
});
