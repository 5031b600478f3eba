// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { failedCall } from '../../src/view/testing/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import {
  answerList,
  lastAsked,
  listOn,
  makeOrders,
  ordersPage,
} from '../../tests/fixtures/orders.ts';
import dataTable from './index.ts';
import { sortWith } from './View.tsx';

const table = (more: object = {}) => ({
  id: 'table',
  type: 'dataTable@1',
  bind: 'orders',
  ...more,
});
const opens = { on: { open: [{ do: 'navigate', args: { to: { $t: '/order/{event.id}' } } }] } };
const show = (more: object = {}, world: Parameters<typeof ordersPage>[2] = {}) =>
  ordersPage([dataTable], [table(more)], world);
const grid = () => screen.getByRole('grid');
const headers = () =>
  within(grid())
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent)
    .filter(Boolean);
const firstCells = () =>
  within(grid())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[1]?.textContent);

afterEach(() => vi.unstubAllGlobals());

test('shows the first eight fields with the title in front, and values as people read them', async () => {
  await show();
  expect(headers()).toEqual([
    '订单名称',
    '金额',
    '状态',
    '标签',
    '下单日期',
    '负责人',
    '客户',
    '已付款',
  ]);
  const [, row] = within(grid()).getAllByRole('row');
  expect(row?.textContent).toContain('订单 1');
  expect(row?.textContent).toMatch(/100\.00/);
  expect(row?.textContent).toContain('新建');
  expect(row?.textContent).toContain('林晓');
  expect(row?.textContent).toContain('云帆科技');
});
test('where its approvals stand is beside the title, while records have any', async () => {
  const records = makeOrders(2).map((record) => ({ ...record, flowStatus: 'approved' }));
  await show({}, { records });
  expect(headers().slice(0, 2)).toEqual(['订单名称', '流程状态']);
  expect(within(grid()).getAllByRole('row')[1]!.textContent).toContain('已通过');
});
test('draws a window of a long list, not all of it', async () => {
  await show({}, { records: makeOrders(200), size: 200 });
  expect(grid().getAttribute('aria-rowcount')).toBe('201');
  const rows = within(grid()).getAllByRole('row').length;
  expect(rows).toBeGreaterThan(10);
  expect(rows).toBeLessThan(60);
});
test('fetches all records at once when configured so, and goes back to pages while grouped', async () => {
  const all = makeOrders(450);
  const part = (from: number) => ({
    ...answerList(all, { current: 1, size: 200 }),
    records: all.slice(from, from + 200),
    cursor: from + 200 < all.length ? String(from + 200) : null,
  });
  const answers = {
    'bizmeta.record.list': (input: {
      cursor?: string;
      groupBy?: string[];
      current: number;
      size: number;
    }) => (input.groupBy ? answerList(all, input) : part(Number(input.cursor ?? 0))),
  };
  const page = await show({ props: { all: 10_000 } }, { records: all, answers });
  await waitFor(() => expect(grid().getAttribute('aria-rowcount')).toBe('451'));
  listOn(page).setGroupBy(['status']);
  await waitFor(() => expect(lastAsked(page)['groupBy']).toEqual(['status']));
});
test('a header sorts upwards, downwards, and not at all', async () => {
  const page = await show();
  const amount = () => within(grid()).getByRole('columnheader', { name: /金额/ });
  const button = () => within(amount()).getByRole('button', { name: '金额' });
  await page.user.click(button());
  await page.settle();
  expect(lastAsked(page)['sort']).toEqual([{ field: 'amount', dir: 'asc' }]);
  expect(amount().getAttribute('aria-sort')).toBe('ascending');
  await page.user.click(button());
  await page.settle();
  expect(amount().getAttribute('aria-sort')).toBe('descending');
  expect(firstCells()).toEqual(['订单 3', '订单 2', '订单 1']);
  await page.user.click(button());
  await page.settle();
  expect(lastAsked(page)['sort']).toEqual([]);
});
test('Shift adds a sort key; the fourth pushes out the first', () => {
  expect(sortWith([{ field: 'a', dir: 'asc' }], 'b', 'desc', true)).toEqual([
    { field: 'a', dir: 'asc' },
    { field: 'b', dir: 'desc' },
  ]);
  expect(sortWith([{ field: 'a', dir: 'asc' }], 'b', 'desc', false)).toEqual([
    { field: 'b', dir: 'desc' },
  ]);
  const three = ['a', 'b', 'c'].map((field) => ({ field, dir: 'asc' as const }));
  expect(sortWith(three, 'd', 'asc', true).map((key) => key.field)).toEqual(['b', 'c', 'd']);
});
test('fields without an order a person expects offer no sorting', async () => {
  await show();
  expect(
    within(grid()).getByRole('columnheader', { name: /标签/ }).getAttribute('aria-sort'),
  ).toBeNull();
  expect(within(grid()).queryByRole('button', { name: '标签' })).toBeNull();
});
test('a click opens the record, and so does Enter on the active row', async () => {
  const page = await show(opens);
  await page.user.click(screen.getByText('订单 2'));
  await page.settle();
  expect(page.ports.log.at(-1)).toMatchObject({ kind: 'navigate', path: '/order/r2' });
  grid().focus();
  await page.press('{ArrowDown}{Enter}');
  expect(page.ports.log.at(-1)).toMatchObject({ kind: 'navigate', path: '/order/r3' });
  await page.press('{Control>}{Home}{/Control}{Enter}');
  expect(page.ports.log.at(-1)).toMatchObject({ kind: 'navigate', path: '/order/r1' });
});
const active = () => document.getElementById(grid().getAttribute('aria-activedescendant') ?? '');
test('the active cell is announced to screen readers, on every keyboard move', async () => {
  const page = await show();
  grid().focus();
  const led: [string, string, string][] = [
    ['{ArrowDown}', '订单 1', '2'],
    ['{PageDown}', '订单 3', '4'],
    ['{ArrowRight}', '¥300.00', '4'],
    ['{End}', '否', '4'],
    ['{Control>}{Home}{/Control}', '订单 1', '2'],
    ['{Control>}{End}{/Control}', '否', '4'],
    ['{Home}', '订单 3', '4'],
    ['{PageUp}', '订单 1', '2'],
  ];
  for (const [keys, text, row] of led) {
    await page.press(keys);
    expect([
      keys,
      active()?.textContent,
      active()?.closest('[role=row]')?.getAttribute('aria-rowindex'),
    ]).toEqual([keys, text, row]);
  }
});
test('Space selects; the header box shows none, some, all; a selection outlives paging', async () => {
  const page = await show({}, { records: makeOrders(4), size: 2 });
  const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: '选择本页全部' });
  grid().focus();
  await page.press('{ArrowDown} ');
  expect(all().indeterminate).toBe(true);
  await page.user.click(all());
  await page.settle();
  expect(all().checked).toBe(true);
  const list = listOn(page);
  list.setPage(2);
  await page.settle();
  expect(all().checked).toBe(false);
  expect(all().indeterminate).toBe(false);
  expect([...list.selection]).toEqual(['r1', 'r2']);
});
test('a click on the check box selects and does not open', async () => {
  const page = await show(opens);
  await page.user.click(screen.getAllByRole('checkbox', { name: '选择此行' })[0]!);
  await page.settle();
  expect(listOn(page).selection.has('r1')).toBe(true);
  expect(page.ports.log.some((entry) => entry.kind === 'navigate')).toBe(false);
});
test('Shift and a click select everything between', async () => {
  const page = await show({}, { records: makeOrders(6) });
  const boxes = screen.getAllByRole('checkbox', { name: '选择此行' });
  fireEvent.click(boxes[1]!);
  fireEvent.click(boxes[4]!, { shiftKey: true });
  await page.settle();
  expect([...listOn(page).selection].sort()).toEqual(['r2', 'r3', 'r4', 'r5']);
});
test('buttons of a row act on their own record and do not open it', async () => {
  const slots = {
    actions: {
      as: 'row',
      nodes: [
        {
          type: 'press@1',
          props: { text: { $t: '删除 {row.name}' } },
          on: { click: [{ do: 'toast', args: { text: { $t: '已删除 {row.name}' } } }] },
        },
      ],
    },
  };
  const page = await show({ ...opens, slots });
  await page.click('删除 订单 2');
  expect(page.ports.log.at(-1)).toMatchObject({ kind: 'toast', text: '已删除 订单 2' });
  expect(page.ports.log.some((entry) => entry.kind === 'navigate')).toBe(false);
});
test('columns can be moved and hidden from the header, and it is remembered', async () => {
  const page = await show();
  await page.click('金额列的操作');
  await page.user.click(screen.getByRole('menuitem', { name: '右移' }));
  await page.settle();
  expect(headers().slice(0, 3)).toEqual(['订单名称', '状态', '金额']);
  await page.click('标签列的操作');
  await page.user.click(screen.getByRole('menuitem', { name: '隐藏此列' }));
  await page.settle();
  expect(headers()).not.toContain('标签');
  expect(page.ports.rememberedValues.get('columns.test.page.order')).toMatchObject({
    shown: ['name', 'status', 'amount', 'placedOn', 'owner', 'customer', 'paid'],
  });
});
test('remembered columns come back; a field deleted since is left out', async () => {
  await show(
    {},
    {
      remembered: {
        'columns.test.page.order': {
          shown: ['gone', 'amount', 'name'],
          widths: { amount: 300 },
          density: 'compact',
        },
      },
    },
  );
  expect(headers()).toEqual(['订单名称', '金额']);
});
test('Alt and the arrow keys change a width', async () => {
  const page = await show();
  within(grid()).getByRole('button', { name: '金额' }).focus();
  await page.press('{Alt>}{ArrowRight}{/Alt}');
  expect(page.ports.rememberedValues.get('columns.test.page.order')).toMatchObject({
    widths: { amount: 152 },
  });
});
test('a list without records says what belongs here', async () => {
  const page = await show(
    {
      props: { emptyText: '点击新建，添加第一个订单。' },
      slots: { empty: [{ type: 'press@1', props: { text: '新建订单' } }] },
    },
    { records: [] },
  );
  page.expects({ sees: ['还没有订单', '点击新建', '新建订单'] });
});
test('a search without matches offers to clear it', async () => {
  const page = await show();
  listOn(page).setSearch('没有这个');
  await page.settle();
  page.expects({ sees: '没有符合条件的记录' });
  await page.click('清除筛选');
  page.expects({ sees: '订单 1' });
});
test('a failure replaces the rows and can be tried again', async () => {
  let broken = true;
  const page = await show(
    {},
    {
      answers: {
        'bizmeta.record.list': (input: never) => {
          if (broken) throw failedCall('UNAVAILABLE', '服务暂不可用，请稍后再试');
          return answerList(makeOrders(2), input);
        },
      },
    },
  );
  page.expects({ sees: '服务暂不可用' });
  broken = false;
  await page.click('重试');
  page.expects({ sees: '订单 2', lacks: '服务暂不可用' });
});
test('old rows stay while a reload is pending, and after it failed', async () => {
  let fails = false;
  const page = await show(
    {},
    {
      answers: {
        'bizmeta.record.list': (input: never) => {
          if (fails) throw failedCall('UNAVAILABLE', '服务暂不可用');
          return answerList(makeOrders(2), input);
        },
      },
    },
  );
  fails = true;
  void listOn(page).reload();
  page.expects({ sees: '订单 1' });
  await page.settle();
  page.expects({ sees: ['订单 1', '显示的是之前的内容'] });
});
const onPhone = () =>
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
test('on a phone the records are cards with the title and three fields', async () => {
  onPhone();
  const page = await show(opens);
  expect(screen.queryByRole('grid')).toBeNull();
  const [card] = screen.getAllByRole('listitem');
  expect(
    within(card!)
      .getAllByRole('term')
      .map((term) => term.textContent),
  ).toEqual(['金额', '状态', '标签']);
  await page.click('订单 2');
  expect(page.ports.log.at(-1)).toMatchObject({ kind: 'navigate', path: '/order/r2' });
});
test('on a phone the groups of a list are headings among the cards, and all their records can be reached', async () => {
  onPhone();
  const records = makeOrders(61).map((record, i) => ({ ...record, count: i < 60 ? 1 : 2 }));
  const page = await show({}, { records });
  const list = listOn(page);
  list.setGroupBy(['count']);
  await page.settle();
  const heading = (name: RegExp) => screen.getByRole('button', { name });
  page.expects({ sees: ['数量', '60 条', '1 条', '订单 1'], lacks: '订单 61' });
  expect(heading(/^数量2/).getAttribute('aria-expanded')).toBe('false');
  await page.user.click(heading(/^显示更多（还有 10 条）/));
  await page.settle();
  expect(list.records).toHaveLength(60);
  await page.user.click(heading(/^数量1/));
  await page.settle();
  await page.user.click(heading(/^数量2/));
  await page.settle();
  page.expects({ sees: '订单 61' });
  expect(screen.queryByText('订单 1')).toBeNull();
});

const rowsOnly = (
  more: object = {},
  rows: { id: string; name: string }[] = [
    { id: 'a', name: '甲' },
    { id: 'b', name: '乙' },
  ],
) =>
  openPage([dataTable], {
    state: { rows: { type: 'list', init: rows }, chosen: { type: 'list', init: [] } },
    body: {
      type: 'box@1',
      slots: {
        default: [
          {
            type: 'dataTable@1',
            bind: 'state.rows',
            props: {
              label: '成员',
              columns: [{ field: 'name', title: '姓名' }],
              selected: { $x: 'state.chosen' },
              ...more,
            },
            on: {
              selectionChange: [
                { do: 'set', args: { target: 'state.chosen', value: { $x: 'event.ids' } } },
              ],
            },
          },
          { type: 'words@1', props: { text: { $t: "已选 {join(state.chosen, '、')}" } } },
        ],
      },
    },
  });
test('rows that are no records are ticked too, and the page keeps which', async () => {
  const page = await rowsOnly();
  await page.user.click(screen.getAllByRole('checkbox', { name: '选择此行' })[1]!);
  await page.settle();
  page.expects({ sees: '已选 b' });
  await page.user.click(screen.getByRole('checkbox', { name: '选择本页全部' }));
  await page.settle();
  page.expects({ sees: '已选 b、a' });
  await page.user.click(screen.getAllByRole('checkbox', { name: '选择此行' })[1]!);
  await page.settle();
  page.expects({ sees: '已选 a' });
});
test('rows that are no records are sorted by the page, by one column at a time, where it allows sorting', async () => {
  const columns = [
    { field: 'name', title: '姓名', sortable: true },
    { field: 'at', title: '来的时间', sortable: true },
    { field: 'note', title: '备注', sortable: false },
  ];
  const page = await openPage([dataTable], {
    state: {
      rows: { type: 'list', init: [{ id: 'a', name: '甲', at: '1', note: '' }] },
      sort: { type: 'list', init: [] },
    },
    body: {
      type: 'box@1',
      slots: {
        default: [
          {
            type: 'dataTable@1',
            bind: 'state.rows',
            props: { columns, sort: { $x: 'state.sort' } },
            on: {
              sort: [{ do: 'set', args: { target: 'state.sort', value: { $x: 'event.sort' } } }],
            },
          },
          {
            type: 'words@1',
            props: { text: { $t: '排序 {min(field of state.sort)} {min(dir of state.sort)}' } },
          },
        ],
      },
    },
  });
  const head = (name: string) => screen.getByRole('columnheader', { name: new RegExp(`^${name}`) });
  expect(within(head('备注')).queryByRole('button', { name: '备注' })).toBeNull();
  await page.user.click(within(head('姓名')).getByText('姓名'));
  await page.settle();
  await page.user.click(within(head('来的时间')).getByText('来的时间'));
  await page.settle();
  expect(head('来的时间').getAttribute('aria-sort')).toBe('ascending');
  expect(head('姓名').getAttribute('aria-sort')).toBe('none');
  await page.user.click(within(head('来的时间')).getByText('来的时间'));
  await page.settle();
  page.expects({ sees: '排序 at desc' });
});
test('filtered rows that are none say so, others what belongs here', async () => {
  (await rowsOnly({ filtered: true }, [])).expects({ sees: '没有符合条件的记录' });
  document.body.replaceChildren();
  (await rowsOnly({ emptyTitle: '还没有成员' }, [])).expects({ sees: '还没有成员' });
});
