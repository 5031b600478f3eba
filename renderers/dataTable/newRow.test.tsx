// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { problem, type RecordValues } from '../../src/contract/index.ts';
import { failedCall, type TestPage } from '../../src/view/testing/index.ts';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { listOn, makeOrders, ordersPage } from '../../tests/fixtures/orders.ts';
import dataTable from './index.ts';

beforeAll(() => preloadInputs(['text', 'number']));

let made = 0;
const creates = ({ records }: { records: RecordValues[] }) => {
  const read = records.map((values) => ({ ...values, id: `made${++made}`, version: 1 }));
  return { ids: read.map(({ id }) => id), read };
};
const show = (
  world: Parameters<typeof ordersPage>[2] = {},
  props: object = { preset: { status: 'new' } },
) =>
  ordersPage(
    [dataTable],
    [
      {
        type: 'dataTable@1',
        bind: 'orders',
        props: { editable: true, columns: ['name', 'amount'], ...props },
        on: { open: [{ do: 'navigate', args: { to: '/order' } }] },
      },
    ],
    {
      records: makeOrders(2),
      ...world,
      answers: { 'bizmeta.record.bulkCreate': creates, ...world.answers },
    },
  );
const grid = () => screen.getByRole('grid');
const rows = () => within(grid()).getAllByRole('row').slice(1);
const cell = (row: number, col: number) => within(rows()[row - 1]!).getAllByRole('gridcell')[col]!;
function at(row: number, col: number): void {
  fireEvent.pointerDown(cell(row, col), { button: 0, pointerType: 'mouse' });
  fireEvent.pointerUp(window);
  grid().focus();
}
const created = (page: TestPage) =>
  page.ports.calls('bizmeta.record.bulkCreate').map(({ records }) => records);

test('typing in the empty row begins a record, made once the row is left; the next empty row is there', async () => {
  const page = await show();
  expect(rows()).toHaveLength(3);
  expect(cell(3, 1).textContent).toContain('新建一条');
  at(3, 1);
  await page.press('新的{Tab}');
  await page.press('7');
  expect(created(page)).toEqual([]);
  await page.press('{Enter}');
  expect(created(page)).toEqual([[{ status: 'new', name: '新的', amount: 7 }]]);
  expect(rows()).toHaveLength(4);
  expect(cell(3, 1).textContent).toContain('新的');
  expect(listOn(page).total).toBe(3);
  expect(cell(4, 1).textContent).toContain('新建一条');
});
test('what the server refuses stays in its row, says why, and is made when it is corrected', async () => {
  let refuses = true;
  const page = await show({
    answers: {
      'bizmeta.record.bulkCreate': (input: { records: RecordValues[] }) => {
        if (!refuses) return creates(input);
        throw failedCall('REQUIRED', '请填写金额', [
          problem('/records/0/amount', 'REQUIRED', { label: '金额' }),
        ]);
      },
    },
  });
  at(3, 1);
  await page.press('缺金额{Enter}');
  page.expects({ sees: ['1 格没有保存', '第 3 行“金额”：请填写金额'] });
  expect(cell(3, 1).textContent).toContain('缺金额');
  refuses = false;
  at(3, 2);
  await page.press('5{Enter}');
  expect(created(page).at(-1)).toEqual([{ status: 'new', name: '缺金额', amount: 5 }]);
  page.expects({ lacks: '没有保存' });
});
const sent = (page: TestPage) =>
  page.ports.calls('bizmeta.record.bulkCreate').map(({ requestId }) => requestId);
test('a row whose answer was lost is sent again as it is when it is left, and makes one record', async () => {
  let loses = true;
  const page = await show({
    answers: {
      'bizmeta.record.bulkCreate': (input: { records: RecordValues[] }) => {
        if (!loses) return creates(input);
        throw new Error('网络异常，请重试');
      },
    },
  });
  at(3, 1);
  await page.press('没回音{Enter}');
  page.expects({ sees: ['网络异常，请重试'] });
  at(3, 1);
  await page.press('没回音{Enter}');
  loses = false;
  at(3, 1);
  at(1, 1);
  await page.settle();
  const [first, ...again] = sent(page);
  expect(again).toEqual([first, first]);
  page.expects({ lacks: '没有保存' });
  at(4, 1);
  await page.press('没回音{Enter}');
  expect(sent(page).at(-1)).not.toBe(first);
});
test('rows pasted again after a lost answer are made once; pasted on purpose, once more', async () => {
  let loses = true;
  const page = await show({
    records: [],
    answers: {
      'bizmeta.record.bulkCreate': (input: { records: RecordValues[] }) => {
        if (!loses) return creates(input);
        throw new Error('网络异常，请重试');
      },
    },
  });
  const paste = async () => {
    at(1, 1);
    fireEvent.paste(grid(), { clipboardData: { getData: () => '甲\t1\n乙\t2' } });
    await page.settle();
  };
  await paste();
  loses = false;
  await paste();
  await paste();
  const [first, second, third] = sent(page);
  expect([second === first, third === first]).toEqual([true, false]);
});
test('a row that was begun can be given up, and an untouched one makes nothing', async () => {
  const page = await show({
    answers: {
      'bizmeta.record.bulkCreate': () => {
        throw failedCall('REQUIRED', '请填写金额', [
          problem('/records/0/amount', 'REQUIRED', { label: '金额' }),
        ]);
      },
    },
  });
  at(3, 1);
  await page.press('{ArrowUp}');
  expect(created(page)).toEqual([]);
  at(3, 1);
  await page.press('不要了{Enter}');
  await page.user.click(screen.getByRole('button', { name: '放弃这些修改' }));
  await page.settle();
  expect(rows()).toHaveLength(3);
  page.expects({ lacks: '不要了' });
});
test('rows pasted into an empty list become records; the empty row is neither ticked nor opened', async () => {
  const page = await show({ records: [] });
  expect(within(rows()[0]!).queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: '打开' })).toBeNull();
  at(1, 1);
  fireEvent.paste(grid(), { clipboardData: { getData: () => '甲\t1\n乙\t2' } });
  await page.settle();
  expect(created(page)).toEqual([
    [
      { status: 'new', name: '甲', amount: 1 },
      { status: 'new', name: '乙', amount: 2 },
    ],
  ]);
  await page.press('{Control>}a{/Control}');
  expect([...listOn(page).selection].filter((id) => id.startsWith('new:'))).toEqual([]);
});
test('a table without the empty row has none', async () => {
  await show({}, { newRow: false });
  expect(rows()).toHaveLength(2);
});
