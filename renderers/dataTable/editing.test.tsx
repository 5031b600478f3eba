// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { problem, type RecordValues } from '../../src/contract/index.ts';
import type { ListModelImpl } from '../../src/runtime/models/index.ts';
import { failedCall, type TestPage } from '../../src/view/testing/index.ts';
import { preloadInputs } from '../../src/ui/inputs/index.ts';
import { listOn, makeOrders, orderDescribe, ordersPage } from '../../tests/fixtures/orders.ts';
import dataTable from './index.ts';

type World = Parameters<typeof ordersPage>[2];
interface Asked {
  records: (RecordValues & { id: string; version: number })[];
}
const saves = ({ records }: Asked) => ({
  records: records.map(({ id, version }) => ({ id, version: version + 1 })),
});
const node = {
  type: 'dataTable@1',
  bind: 'orders',
  props: {
    editable: true,
    columns: ['name', 'amount', 'status', 'placedOn', 'owner', 'paid', 'createdAt'],
  },
  on: { open: [{ do: 'navigate', args: { to: { $t: '/order/{event.id}' } } }] },
};
const show = (world: World = {}) =>
  ordersPage([dataTable], [node], {
    ...world,
    answers: { 'bizmeta.record.bulkEdit': saves, ...world?.answers },
  });
const edits = (page: TestPage) =>
  page.ports.calls('bizmeta.record.bulkEdit').map((input) => input['records']);
const grid = () => screen.getByRole('grid');
const cell = (row: number, col: number) =>
  within(within(grid()).getAllByRole('row')[row]!).getAllByRole('gridcell')[col]!;
/** Puts the cursor on a cell the way a press does; check boxes are in column 0. */
function at(row: number, col: number, shiftKey = false): void {
  fireEvent.pointerDown(cell(row, col), { button: 0, pointerType: 'mouse', shiftKey });
  fireEvent.pointerUp(window);
  grid().focus();
}
const paste = async (page: TestPage, text: string): Promise<void> => {
  fireEvent.paste(grid(), { clipboardData: { getData: () => text } });
  await page.settle();
};
const copied = (): Record<string, string> => {
  const kept: Record<string, string> = {};
  fireEvent.copy(grid(), {
    clipboardData: {
      setData: (type: string, text: string) => {
        kept[type] = text;
      },
    },
  });
  return kept;
};
beforeAll(() => preloadInputs(['text', 'number', 'select', 'date', 'user']));

test('typing over a cell edits it; Enter saves it with its version and goes down', async () => {
  const page = await show();
  at(1, 1);
  await page.press('新名字{Enter}');
  expect(edits(page)).toEqual([[{ id: 'r1', version: 1, name: '新名字' }]]);
  expect(cell(1, 1).textContent).toContain('新名字');
  // What has the focus leads to the grid's active cell.
  expect(document.activeElement?.getAttribute('aria-activedescendant')).toBe(
    grid().getAttribute('aria-activedescendant'),
  );
  await page.press('第二{Tab}');
  expect(edits(page)[1]).toEqual([{ id: 'r2', version: 1, name: '第二' }]);
  await page.press('7{Enter}');
  expect(edits(page)[2]).toEqual([{ id: 'r2', version: 2, amount: 7 }]);
});
test('a date that is typed is taken by Tab as well, which goes on to the next cell', async () => {
  const page = await show();
  at(1, 4);
  await page.press('2026-1-5{Tab}');
  expect(edits(page)).toEqual([[{ id: 'r1', version: 1, placedOn: '2026-01-05' }]]);
  expect(grid().getAttribute('aria-activedescendant')).toBe(cell(1, 5).id);
});
test('a word of an input method goes into the input of its cell', async () => {
  const page = await show();
  const composes = async (text: string) => {
    const box = screen.getByRole('group', { name: grid().getAttribute('aria-label') ?? '' });
    box.textContent = text;
    fireEvent.input(box);
    await page.settle();
  };
  at(1, 1);
  await composes('毛巾');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '订单名称' }).value).toBe('毛巾');
  await page.press('{Enter}');
  expect(edits(page)).toEqual([[{ id: 'r1', version: 1, name: '毛巾' }]]);
});
test('F2 and a double click open the value as it is; Esc leaves it alone', async () => {
  const page = await show();
  at(2, 1);
  await page.press('{F2}');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '订单名称' }).value).toBe('订单 2');
  await page.press('别的{Escape}');
  expect(screen.queryByRole('textbox')).toBeNull();
  await page.user.dblClick(cell(2, 2));
  await page.settle();
  expect(screen.getByRole('textbox', { name: '金额' })).toBe(document.activeElement);
  await page.press('{Escape}');
  expect(edits(page)).toEqual([]);
});
test('a click moves to the cell and opens nothing; Ctrl and Enter, or the button of the row, open the record', async () => {
  const page = await show();
  await page.user.click(cell(2, 1));
  await page.settle();
  expect(page.ports.log.some(({ kind }) => kind === 'navigate')).toBe(false);
  await page.press('{Control>}{Enter}{/Control}');
  expect(page.ports.log.at(-1)).toMatchObject({ path: '/order/r2' });
  await page.user.click(within(cell(3, 1)).getByRole('button', { name: '打开' }));
  await page.settle();
  expect(page.ports.log.at(-1)).toMatchObject({ path: '/order/r3' });
});
test('a box is ticked by Enter at once; what the system keeps cannot be changed', async () => {
  const page = await show();
  at(2, 6);
  await page.press('{Enter}');
  expect(edits(page)).toEqual([[{ id: 'r2', version: 1, paid: true }]]);
  at(2, 7);
  await page.press('x{Delete}');
  expect(edits(page)).toHaveLength(1);
});
test('what the field itself does not take is not sent: it stays in the cell, marked, with its sentence; Esc gives it up', async () => {
  const page = await show();
  at(1, 4);
  await page.press('昨年{Enter}');
  expect(edits(page)).toEqual([]);
  expect(cell(1, 4).textContent).toBe('昨年');
  expect(cell(1, 4).getAttribute('aria-invalid')).toBe('true');
  page.expects({ sees: ['1 格没有保存', '第 1 行“下单日期”'] });
  await page.press('{ArrowUp}');
  expect(screen.getByRole('alert').textContent).toContain('下单日期');
  await page.press('{Escape}');
  expect(cell(1, 4).textContent).toBe('2026-11-02');
  page.expects({ lacks: '没有保存' });
});
test('a refused edit preserves what was typed and shows why at the cell; corrected, it is saved', async () => {
  let taken = true;
  const page = await show({
    answers: {
      'bizmeta.record.bulkEdit': (input: Asked) => {
        if (taken)
          throw failedCall('VALUE_TAKEN', '名称重复', [
            problem('/records/0/name', 'VALUE_TAKEN', { label: '订单名称', value: '订单 2' }),
          ]);
        return saves(input);
      },
    },
  });
  at(1, 1);
  await page.press('订单 2{Enter}{ArrowUp}');
  expect(cell(1, 1).textContent).toContain('订单 2');
  expect(screen.getByRole('alert').textContent).toContain('订单名称“订单 2”已存在，不能重复');
  taken = false;
  await page.press('{F2}');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '订单名称' }).value).toBe('订单 2');
  await page.press('{Enter}');
  expect(edits(page)).toHaveLength(2);
  expect(cell(1, 1).getAttribute('aria-invalid')).toBeNull();
});
test('others changed another field meanwhile: it is said, and the list shows it', async () => {
  const page = await show({
    answers: {
      'bizmeta.record.bulkEdit': (input: Asked) => ({
        ...saves(input),
        merged: [{ id: 'r1', fields: [{ field: 'amount', by: 'u2', at: '2026-05-06T02:20:00Z' }] }],
        labels: { user: { u2: '李四' } },
      }),
    },
  });
  const lists = page.ports.calls('bizmeta.record.list').length;
  at(1, 1);
  await page.press('我的{Enter}');
  expect(page.ports.log).toContainEqual(
    expect.objectContaining({ kind: 'toast', text: '已保存，并合入了李四对「金额」的修改' }),
  );
  expect(page.ports.calls('bizmeta.record.list').length).toBe(lists + 1);
});
test.each([
  ['mine is chosen', [], ['我的', 2]],
  ['theirs is chosen', ['r1.name'], ['他们的', 1]],
  ['none is chosen', null, ['我的', 1]],
] as const)('others changed the same field: %s', async (_what, theirs, [text, sent]) => {
  const page = await show({
    theirs,
    answers: {
      'bizmeta.record.bulkEdit': (input: Asked) => {
        if (input.records[0]!.version === 5) return saves(input);
        throw Object.assign(failedCall('EDIT_CONFLICT', '同时被他人改了'), {
          current: {
            conflicts: [],
            records: [{ ...makeOrders(1)[0], version: 5, name: '他们的', amount: 999 }],
            labels: {},
          },
        });
      },
    },
  });
  at(1, 1);
  await page.press('我的{Enter}{ArrowUp}');
  expect([cell(1, 1).textContent, cell(1, 2).textContent]).toEqual([
    expect.stringContaining(text),
    '¥999.00',
  ]);
  expect(edits(page)).toHaveLength(sent);
  if (theirs) return;
  expect(screen.getByRole('alert').textContent).toContain('对方已改为“他们的”');
  await page.press('{Escape}');
  expect(cell(1, 1).textContent).toContain('他们的');
});
test('a pasted block is read by the columns; a wrong date is reported by its cell and nothing else is lost', async () => {
  const page = await show({
    answers: {
      'upm.sysUser.listUserByDefault': ({ name }: { name: string }) =>
        name === '王敏' ? [{ id: 'u2', realName: '王敏' }] : [],
    },
  });
  at(1, 2);
  await paste(
    page,
    '1,234.50\t完成\t2026/1/5\t王敏\r\n¥8\t新建\t昨年\t王敏\r\n(3)\tdone\t2026年3月1日\t查无此人\r\n',
  );
  expect(edits(page)).toEqual([
    [
      { id: 'r1', version: 1, amount: 1234.5, status: 'done', placedOn: '2026-01-05', owner: 'u2' },
      { id: 'r2', version: 1, amount: 8, status: 'new', owner: 'u2' },
      { id: 'r3', version: 1, amount: -3, status: 'done', placedOn: '2026-03-01' },
    ],
  ]);
  expect(cell(2, 4).textContent).toBe('昨年');
  page.expects({
    sees: [
      '2 格没有保存',
      '第 2 行“下单日期”：“昨年”不是日期',
      '第 3 行“负责人”：没有找到“查无此人”',
    ],
  });
  // One step back takes all of it back.
  await page.press('{Control>}z{/Control}');
  expect([cell(1, 2).textContent, cell(2, 4).textContent, cell(3, 2).textContent]).toEqual([
    '¥100.00',
    '2026-11-02',
    '¥300.00',
  ]);
  page.expects({ lacks: '没有保存' });
});
test('rows pasted beyond the last one are made after asking, all of them or none', async () => {
  const page = await show({
    records: makeOrders(1),
    answers: { 'bizmeta.record.bulkCreate': { ids: ['n1', 'n2'] } },
  });
  at(1, 1);
  await paste(page, '甲\t1\n乙\t2\n丙\t3');
  expect(page.ports.log.find(({ kind }) => kind === 'confirm')).toMatchObject({
    text: '粘贴的内容里有 2 行是新的，是否新建 2 条订单？',
  });
  expect(page.ports.calls('bizmeta.record.bulkCreate')[0]).toMatchObject({
    records: [
      { name: '乙', amount: 2 },
      { name: '丙', amount: 3 },
    ],
  });
  await paste(page, '甲\t1\n乙\t二');
  expect(page.ports.calls('bizmeta.record.bulkCreate')).toHaveLength(1);
  expect(page.ports.log.at(-1)).toMatchObject({ text: '没有新建：第 2 行“金额”：“二”不是数字' });
});
test('a range is copied as a spreadsheet reads it, filled down and cleared in one step each', async () => {
  const page = await show();
  at(1, 2);
  at(3, 3, true);
  expect(copied()['text/plain']).toBe('100\t新建\n200\t完成\n300\t新建');
  expect(copied()['text/html']).toContain('<td>新建</td>');
  expect(
    within(grid())
      .getAllByRole('gridcell')
      .filter((each) => each.getAttribute('aria-selected') === 'true'),
  ).toHaveLength(6);
  await page.press('{Control>}d{/Control}');
  expect(edits(page)[0]).toEqual([
    { id: 'r2', version: 1, amount: 100, status: 'new' },
    { id: 'r3', version: 1, amount: 100 },
  ]);
  await page.press('{Delete}');
  expect(edits(page)[1]).toEqual([
    { id: 'r1', version: 1, amount: null, status: null },
    { id: 'r2', version: 2, amount: null, status: null },
    { id: 'r3', version: 2, amount: null, status: null },
  ]);
  await page.press('{Control>}z{/Control}');
  expect(cell(2, 2).textContent).toBe('¥100.00');
  await page.press('{Control>}y{/Control}');
  expect(cell(2, 2).textContent).toBe('');
});
test('what others changed since is not taken back with the rest, nor done again; it is said', async () => {
  const page = await show();
  at(1, 2);
  await paste(page, '5\n6');
  const list = listOn(page) as ListModelImpl;
  list.applySavedRecord({ id: 'r1', version: 3, amount: 77 });
  await page.press('{Control>}z{/Control}');
  expect(edits(page).slice(1)).toEqual([[{ id: 'r2', version: 2, amount: 200 }]]);
  const said = { kind: 'toast', type: 'warning', text: '1 格之后又被改过，保留现在的内容' };
  expect(page.ports.log).toContainEqual(said);
  list.applySavedRecord({ id: 'r2', version: 4, amount: 88 });
  await page.press('{Control>}y{/Control}');
  expect(edits(page)).toHaveLength(2);
});
test('one copied value fills the whole range it is pasted into; Shift and the arrows make the range', async () => {
  const page = await show();
  at(1, 2);
  await page.press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await paste(page, '5');
  expect(edits(page)[0]).toEqual(['r1', 'r2', 'r3'].map((id) => ({ id, version: 1, amount: 5 })));
});
test('changes go to the server one after the other, each with the version the last one left', async () => {
  let release = (): void => undefined;
  const first = new Promise<void>((done) => {
    release = done;
  });
  const page = await show({
    answers: {
      'bizmeta.record.bulkEdit': async (input: Asked) => {
        if (input.records[0]!.version === 1) await first;
        return saves(input);
      },
    },
  });
  at(1, 1);
  await page.press('一{Enter}{ArrowUp}');
  await page.press('二{Enter}');
  expect(cell(1, 1).textContent).toContain('二');
  expect(edits(page)).toHaveLength(1);
  release();
  await page.settle();
  expect(edits(page)[1]).toEqual([{ id: 'r1', version: 2, name: '二' }]);
  expect(listOn(page).edits.saving).toBe(false);
});
test('a table that is not editable still copies, and ignores typing', async () => {
  const page = await ordersPage([dataTable], [{ ...node, props: { columns: ['name', 'amount'] } }]);
  at(1, 1);
  await page.press('abc{Delete}');
  expect(screen.queryByRole('textbox')).toBeNull();
  at(1, 1);
  at(2, 2, true);
  expect(copied()['text/plain']).toBe('订单 1\t100\n订单 2\t200');
});
test('what the server computes from a change is in its row at once', async () => {
  const tax = {
    id: 'tax',
    apiName: 'tax',
    label: '税额',
    type: 'formula',
    resultType: 'decimal',
    showAs: 'currency',
    formula: 'amount * 0.13',
    order: 9,
  };
  const works = ({ records, read }: Asked & { read?: boolean }) => ({
    ...saves({ records }),
    ...(read && {
      read: records.map((record) => ({
        ...record,
        version: record.version + 1,
        tax: Number(record['amount']) * 0.13,
      })),
    }),
  });
  const page = await ordersPage(
    [dataTable],
    [{ ...node, props: { editable: true, columns: ['name', 'amount', 'tax'] } }],
    {
      describes: { order: { ...orderDescribe, fields: [...orderDescribe.fields, tax] } as never },
      answers: { 'bizmeta.record.bulkEdit': works },
    },
  );
  at(1, 2);
  await page.press('200{Enter}');
  expect(cell(1, 3).textContent).toBe('¥26.00');
});
