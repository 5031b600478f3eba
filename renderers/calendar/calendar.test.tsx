// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { RecordValues } from '../../src/contract/index.ts';
import { failedCall, type FakePortsOptions } from '../../src/view/testing/index.ts';
import {
  lastAsked,
  listOn,
  makeOrders,
  orderDescribe,
  ordersPage,
} from '../../tests/fixtures/orders.ts';
import calendar from './index.ts';

const now = new Date('2026-11-18T02:00:00Z');
const field = (apiName: string, label: string, type: string) => ({
  id: apiName,
  apiName,
  label,
  type,
  order: 0,
});
const describe = {
  ...orderDescribe,
  fields: [
    ...orderDescribe.fields,
    field('dueOn', '交货日期', 'date'),
    field('startAt', '开始时间', 'dateTime'),
    field('endAt', '结束时间', 'dateTime'),
  ],
} as typeof orderDescribe;
const order = (id: string, more: RecordValues): RecordValues => ({
  ...makeOrders(1)[0],
  id,
  name: id,
  placedOn: null,
  dueOn: null,
  startAt: null,
  endAt: null,
  ...more,
});
const two = [
  order('甲', { placedOn: '2026-11-16', dueOn: '2026-11-20', status: 'done' }),
  order('乙', { placedOn: '2026-11-18' }),
];
const edits = {
  'bizmeta.record.bulkEdit': (input: { records: { id: string; version: number }[] }) => ({
    records: input.records.map(({ id, version }) => ({ id, version: version + 1 })),
  }),
};
const on = {
  open: [{ do: 'navigate', args: { to: { $t: '/order/{event.id}' } } }],
  create: [
    {
      do: 'toast',
      args: { text: { $t: '新建：{event.date} {event.values.placedOn ?? event.values.startAt}' } },
    },
  ],
};
const show = (
  props: object = {},
  { records = two, ...world }: FakePortsOptions & { records?: RecordValues[] } = {},
) =>
  ordersPage(
    [calendar],
    [
      {
        type: 'calendar@1',
        bind: 'orders',
        props: { startField: 'placedOn', endField: 'dueOn', colorField: 'status', ...props },
        on,
      },
    ],
    { now, describes: { order: describe }, records, ...world },
  );
const cell = (name: string) => screen.getByRole('gridcell', { name: new RegExp(`^${name}，`) });
const bar = (name: string) =>
  screen.getAllByRole('button', { name: new RegExp(`^${name}(，|$)`) })[0]!;
const sent = (page: Awaited<ReturnType<typeof show>>) =>
  page.ports
    .calls('bizmeta.record.bulkEdit')
    .map((input) => (input['records'] as RecordValues[])[0]);

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

test('a month in whole weeks: only what lies in it is asked for, without touching the filter of the person', async () => {
  const page = await show();
  expect(lastAsked(page)).toMatchObject({
    size: 200,
    current: 1,
    filter: {
      op: 'or',
      items: [
        {
          op: 'and',
          items: [
            { field: 'placedOn', op: 'lte', value: '2026-12-06' },
            { field: 'dueOn', op: 'gte', value: '2026-10-26' },
          ],
        },
        { field: 'placedOn', op: 'between', value: ['2026-10-26', '2026-12-06'] },
      ],
    },
  });
  expect([listOn(page).filter, listOn(page).hasFilter, listOn(page).viewChanges]).toEqual([
    null,
    false,
    {},
  ]);
  listOn(page).setFilter({ field: 'paid', op: 'eq', value: true });
  await page.settle();
  expect(lastAsked(page)['filter']).toMatchObject({
    op: 'and',
    items: [{ field: 'paid' }, { op: 'or' }],
  });
});
test('a record is on every day it takes, in the tenant’s days', async () => {
  await show();
  expect(cell('11 月 17 日').getAttribute('aria-label')).toBe('11 月 17 日，周二，1 条');
  expect(cell('11 月 18 日').getAttribute('aria-label')).toBe('11 月 18 日，周三，2 条');
  expect(bar('甲').getAttribute('aria-label')).toBe('甲，11 月 16 日，周一 至 11 月 20 日，周五');
});
test('arrows go over the days and on to the next month; Enter opens, n makes one on the day', async () => {
  const page = await show();
  cell('11 月 18 日').focus();
  await page.press('{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(cell('12 月 2 日'));
  expect(screen.getByText('2026 年 12 月')).toBeTruthy();
  await page.press('n');
  expect(page.ports.log).toContainEqual(
    expect.objectContaining({ kind: 'toast', text: '新建：2026-12-02 2026-12-02' }),
  );
  await page.click('今天');
  cell('11 月 17 日').focus();
  await page.press('{ArrowLeft}');
  cell('11 月 20 日').click();
  expect(page.ports.log.filter(({ kind }) => kind === 'toast')).toHaveLength(2);
  await page.click(bar('乙').getAttribute('aria-label')!);
  expect(page.ports.log).toContainEqual(
    expect.objectContaining({ kind: 'navigate', path: '/order/乙' }),
  );
});
test('a record moved by a day keeps its length, is saved with its version, and can be taken back', async () => {
  const page = await show({}, { answers: edits });
  bar('甲').focus();
  await page.press('{Alt>}{ArrowRight}{/Alt}');
  expect(sent(page)[0]).toMatchObject({
    id: '甲',
    version: 1,
    placedOn: '2026-11-17',
    dueOn: '2026-11-21',
  });
  expect(bar('甲').getAttribute('aria-label')).toContain('11 月 17 日');
  await page.press('{Control>}z{/Control}');
  expect(sent(page)[1]).toMatchObject({
    id: '甲',
    version: 2,
    placedOn: '2026-11-16',
    dueOn: '2026-11-20',
  });
});
test('its end alone is moved with Shift, and never before its beginning', async () => {
  const page = await show({}, { answers: edits });
  bar('乙').focus();
  await page.press('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
  expect(sent(page)[0]).toMatchObject({ id: '乙', dueOn: '2026-11-19' });
  await page.press('{Alt>}{Shift>}{ArrowLeft}{ArrowLeft}{ArrowLeft}{/Shift}{/Alt}');
  expect(sent(page).at(-1)).toMatchObject({ dueOn: '2026-11-18' });
});
test('a move that is refused goes back and says why', async () => {
  const page = await show(
    {},
    {
      answers: {
        'bizmeta.record.bulkEdit': () => {
          throw failedCall('INVALID', '请检查', [
            {
              path: '/records/0/placedOn',
              reason: 'RULE_BROKEN',
              params: {},
              msg: '已发货的订单不能改期',
            },
          ]);
        },
      },
    },
  );
  bar('乙').focus();
  await page.press('{Alt>}{ArrowRight}{/Alt}');
  expect(cell('11 月 18 日').getAttribute('aria-label')).toContain('2 条');
  expect(page.ports.log).toContainEqual({
    kind: 'toast',
    type: 'error',
    text: '已发货的订单不能改期',
  });
});
test('a day with more than there is room for says how many, and shows them all', async () => {
  const page = await show(
    {},
    {
      records: Array.from({ length: 6 }, (_, i) =>
        order(`单 ${i + 1}`, { placedOn: '2026-11-18' }),
      ),
    },
  );
  await page.click('还有 4 条');
  expect(
    within(screen.getByRole('dialog', { name: '11 月 18 日，周三' })).getAllByRole('listitem'),
  ).toHaveLength(6);
});
test('with times a week has hours: at the tenant’s time, moved by a quarter of an hour', async () => {
  const page = await show(
    { startField: 'startAt', endField: 'endAt', mode: 'week' },
    {
      answers: edits,
      records: [
        order('会', { startAt: '2026-11-18T01:30:00.000Z', endAt: '2026-11-18T02:30:00.000Z' }),
      ],
    },
  );
  expect(lastAsked(page)['filter']).toMatchObject({
    items: [{ items: [{ value: '2026-11-22' }, { value: '2026-11-16' }] }, {}],
  });
  expect(
    within(screen.getByRole('region', { name: '11 月 18 日，周三的时间，1 条' }))
      .getByRole('button')
      .getAttribute('aria-label'),
  ).toBe('会，09:30 至 10:30');
  bar('会').focus();
  await page.press('{Alt>}{ArrowDown}{/Alt}');
  expect(sent(page)[0]).toMatchObject({
    startAt: '2026-11-18T01:45:00.000Z',
    endAt: '2026-11-18T02:45:00.000Z',
  });
});
test('more than one answer holds is fetched to the end', async () => {
  const all = Array.from({ length: 3 }, (_, i) => order(`单 ${i}`, { placedOn: '2026-11-18' }));
  const page = await show(
    {},
    {
      answers: {
        'bizmeta.record.list': ({ cursor }: { cursor?: string }) => ({
          records: [all[Number(cursor ?? 0)]],
          total: 3,
          totalIsEstimate: false,
          labels: {},
          cursor: cursor === '2' ? null : String(Number(cursor ?? 0) + 1),
        }),
      },
    },
  );
  expect(listOn(page).records.map(({ id }) => id)).toEqual(['单 0', '单 1', '单 2']);
});
test('without a field to go by it says what is missing', async () => {
  const page = await show({ startField: 'nothing' });
  page.expects({ sees: ['日历还没有开始字段', '没有名为“nothing”的日期字段'] });
});

test('on a phone the list of a month begins with today, and comes back to it', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const seen: [string | null, unknown][] = [];
  Element.prototype.scrollIntoView = function (this: Element, how) {
    seen.push([this.getAttribute('aria-label'), how]);
  };
  const records = [
    order('甲', { placedOn: '2026-11-02' }),
    order('乙', { placedOn: '2026-11-18' }),
    order('丙', { placedOn: '2026-12-03' }),
  ];
  const page = await show({}, { records });
  expect(seen).toEqual([['11 月 18 日，周三', { block: 'start' }]]);
  await page.click('下一个月');
  expect(seen.at(-1)).toEqual(['12 月 3 日，周四', { block: 'nearest' }]);
  await page.click('今天');
  expect(seen.at(-1)).toEqual(['11 月 18 日，周三', { block: 'start' }]);
  expect(seen).toHaveLength(3);
});
