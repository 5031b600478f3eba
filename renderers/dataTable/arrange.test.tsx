// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { failedCall, type TestPage } from '../../src/view/testing/index.ts';
import {
  answerList,
  lastAsked,
  listOn,
  makeOrders,
  orderDescribe,
  ordersPage,
} from '../../tests/fixtures/orders.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import dataTable from './index.ts';

type World = Parameters<typeof ordersPage>[2];
const node = (props: object = {}) => ({
  type: 'dataTable@1',
  bind: 'orders',
  props: props as never,
});
const show = (props: object = {}, world: World = {}) =>
  ordersPage([dataTable], [node(props)], world);
const grid = () => screen.getByRole('grid');
const heads = () =>
  within(grid())
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent)
    .filter(Boolean);
const lines = () =>
  within(grid())
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
async function chooses(page: TestPage, column: string, item: string): Promise<void> {
  await page.click(`${column}列的操作`);
  await page.user.click(screen.getByRole('menuitem', { name: item }));
  await page.settle();
}
afterEach(() => vi.unstubAllGlobals());

test('a column is frozen and freed from its header; what was arranged is there after a reload', async () => {
  const page = await show();
  await chooses(page, '标签', '冻结此列');
  expect(heads().slice(0, 3)).toEqual(['订单名称', '标签', '金额']);
  await chooses(page, '订单名称', '取消冻结');
  await chooses(page, '金额', '隐藏此列');
  within(grid()).getByRole('button', { name: '状态' }).focus();
  await page.press('{Alt>}{ArrowRight}{/Alt}{Alt>}{Shift>}{ArrowLeft}{/Shift}{/Alt}');
  const arranged = heads();
  expect(arranged.slice(0, 3)).toEqual(['标签', '状态', '订单名称']);
  const remembered = Object.fromEntries(page.ports.rememberedValues);
  await show({}, { remembered });
  expect(heads()).toEqual(arranged);
  expect(grid().style.getPropertyValue('--w1')).toBe('144px');
});
test('what adds up to nothing is never summed: a unit price and a share offer their mean first', async () => {
  const prices = {
    ...orderDescribe,
    fields: orderDescribe.fields.map((field) =>
      field.apiName === 'amount' ? { ...field, noSum: true } : field,
    ),
  };
  const page = await show(
    { summary: [{ field: 'amount', fn: 'sum' }] },
    { describes: { order: prices } },
  );
  expect(lastAsked(page)['summary']).toBeUndefined();
  await chooses(page, '金额', '汇总此列');
  await page.settle();
  expect(lastAsked(page)['summary']).toEqual([{ field: 'amount', fn: 'avg' }]);
  expect(
    within(screen.getByRole('combobox', { name: '金额的汇总' })).queryByRole('option', {
      name: '求和',
    }),
  ).toBeNull();
});
test('the page says what is summed up; the person chooses otherwise, and it is remembered', async () => {
  const sums = (input: { summary?: { field: string; fn: string }[] }) => ({
    ...answerList(makeOrders(3), input as never),
    summary: (input.summary ?? []).map((sum) => ({ ...sum, value: sum.fn === 'sum' ? 600 : 2 })),
  });
  const page = await show(
    { summary: [{ field: 'amount', fn: 'sum' }, { field: 'gone', fn: 'sum' }, null] },
    { answers: { 'bizmeta.record.list': sums } },
  );
  expect(lastAsked(page)['summary']).toEqual([{ field: 'amount', fn: 'sum' }]);
  const chosen = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name }).value;
  expect(chosen('金额的汇总')).toBe('求和 ¥600.00');
  await page.choose(screen.getByRole('combobox', { name: '状态的汇总' }), '未填写');
  expect(chosen('状态的汇总')).toBe('未填写 2');
  await page.choose(screen.getByRole('combobox', { name: '金额的汇总' }), '不汇总');
  expect(lastAsked(page)['summary']).toEqual([{ field: 'status', fn: 'empty' }]);
  // Sums of a number are not offered for words.
  expect(await page.offered(screen.getByRole('combobox', { name: '状态的汇总' }))).toEqual([
    '不汇总',
    '总数',
    '已填写',
    '未填写 2',
  ]);
});

/** A server that groups by state: 新建 has the odd orders, 完成 the even ones. */
const grouping =
  (count: number, fails: () => boolean = () => false) =>
  (input: { groupBy?: string[]; within?: unknown[]; current: number; size: number }) => {
    const all = makeOrders(count);
    if (!input.groupBy) return answerList(all, input as never);
    if (input.within) {
      if (fails()) throw failedCall('UNAVAILABLE', '服务暂不可用');
      const own = all.filter(({ status }) => status === input.within![0]);
      return {
        ...answerList(own, input as never),
        records: own.slice((input.current - 1) * input.size, input.current * input.size),
      };
    }
    const counted = ['new', 'done', null].map((state) => ({
      values: [state],
      count: all.filter(({ status }) => (status ?? null) === state).length,
      summary: [],
    }));
    return {
      ...answerList([], input as never),
      total: count,
      groups: counted.filter((group) => group.count > 0),
    };
  };
test('groups have a heading with their number; they close, open, and bring their records page by page', async () => {
  const page = await show(
    { columns: ['name', 'status'] },
    { answers: { 'bizmeta.record.list': grouping(120) } },
  );
  await chooses(page, '状态', '按此列分组');
  expect(lastAsked(page)).toMatchObject({ within: ['new'], groupBy: ['status'], size: 50 });
  expect(lines().slice(0, 2)).toEqual(['状态新建60 条', '订单 1新建']);
  const heading = screen.getByRole('button', { name: '状态 新建' });
  expect(heading.getAttribute('aria-expanded')).toBe('true');
  await page.user.click(heading);
  await page.settle();
  expect(lines()).toEqual(['状态新建60 条', '状态完成60 条']);
  await page.user.click(screen.getByRole('button', { name: '状态 完成' }));
  await page.settle();
  expect(lines()[2]).toBe('订单 2完成');
  expect(listOn(page).records).toHaveLength(50);
  // The keys lead over headings and records alike; Enter on the note at the end brings the rest.
  grid().focus();
  await page.press('{Control>}{End}{/Control}');
  fireEvent.scroll(grid());
  await page.settle();
  expect(lines().at(-1)).toBe('显示更多（还有 10 条）');
  await page.press('{Enter}');
  expect(listOn(page).records).toHaveLength(60);
  await page.press('{Control>}{Home}{/Control}{Enter}');
  fireEvent.scroll(grid());
  await page.settle();
  expect(screen.getByRole('button', { name: '状态 新建' }).getAttribute('aria-expanded')).toBe(
    'true',
  );
  await chooses(page, '状态', '取消分组');
  expect(lines()[0]).toBe('订单 1新建');
});
test('a group whose records fail to load shows it and can be tried again', async () => {
  let broken = true;
  const page = await show(
    { columns: ['name', 'status'] },
    { answers: { 'bizmeta.record.list': grouping(4, () => broken) } },
  );
  await chooses(page, '状态', '按此列分组');
  expect(lines()[1]).toBe('服务暂不可用，点击重试');
  broken = false;
  await page.user.click(screen.getAllByText('服务暂不可用，点击重试')[0]!);
  await page.settle();
  expect(lines().slice(0, 3)).toEqual(['状态新建2 条', '订单 1新建', '订单 3新建']);
});
test('of two hundred columns only those in view are drawn; every cell says which column it is', async () => {
  const columns = Array.from({ length: 200 }, (_, i) => ({
    field: `c${i}`,
    title: `列 ${i}`,
    width: 100,
    ...(i === 0 && { frozen: true }),
  }));
  const rows = Array.from({ length: 30 }, (_, r) =>
    Object.fromEntries([['id', `r${r}`], ...columns.map(({ field }, i) => [field, `${r}/${i}`])]),
  );
  const page = await openPage([dataTable], {
    state: { rows: { type: 'list', init: rows } },
    body: { type: 'dataTable@1', bind: 'state.rows', props: { columns } },
  });
  expect(grid().getAttribute('aria-colcount')).toBe('200');
  expect(within(grid()).getAllByRole('columnheader').length).toBeLessThan(40);
  const first = () => within(within(grid()).getAllByRole('row')[1]!).getAllByRole('gridcell');
  expect(first().length).toBeLessThan(40);
  Object.defineProperty(grid(), 'scrollLeft', { value: 10_000, writable: true });
  fireEvent.scroll(grid());
  await page.settle();
  expect(first()[0]!.textContent).toBe('0/0');
  const shown = first().map((cell) => [cell.getAttribute('aria-colindex'), cell.textContent]);
  expect(shown).toContainEqual(['105', '0/104']);
  for (const [index, text] of shown) expect(text).toBe(`0/${Number(index) - 1}`);
});
test('a reload keeps what is selected, and where one is', async () => {
  const page = await show({}, { records: makeOrders(6) });
  grid().focus();
  await page.press('{ArrowDown}{ArrowDown}{ArrowRight} ');
  await listOn(page).reload();
  await page.settle();
  expect([...listOn(page).selection]).toEqual(['r2']);
  expect(
    document.getElementById(grid().getAttribute('aria-activedescendant') ?? '')?.textContent,
  ).toBe('¥200.00');
  expect(grid()).toBe(document.activeElement);
});
test('on a phone more than sixty cards are windowed', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await show({}, { records: makeOrders(100), size: 100 });
  // The window is a chunk of its own; the first cards are drawn without it.
  await vi.waitFor(() => expect(screen.getAllByRole('listitem').length).toBeLessThan(40));
  const cards = screen.getAllByRole('listitem');
  expect(cards.length).toBeGreaterThan(3);
  expect([cards[0]!.getAttribute('aria-posinset'), cards[0]!.getAttribute('aria-setsize')]).toEqual(
    ['1', '100'],
  );
});
