// @vitest-environment jsdom
import axe from 'axe-core';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RecordValues } from '../../src/contract/index.ts';
import { dayNumber } from '../../src/values/index.ts';
import { failedCall, type FakePortsOptions } from '../../src/view/testing/index.ts';
import {
  lastAsked,
  listOn,
  makeOrders,
  orderDescribe,
  ordersPage,
} from '../../tests/fixtures/orders.ts';
import gantt from './index.ts';
import { groupsOf, unitsOf } from './scales.ts';

const field = (apiName: string, label: string, type: string, more: object = {}) => ({
  id: apiName,
  apiName,
  label,
  type,
  order: 0,
  ...more,
});
const describe = {
  ...orderDescribe,
  fields: [
    ...orderDescribe.fields,
    field('dueOn', '完成日期', 'date'),
    field('parent', '上级', 'lookup', { refObject: 'order' }),
    field('before', '前置', 'lookups', { refObject: 'order' }),
  ],
} as typeof orderDescribe;
const order = (
  id: string,
  placedOn: string | null,
  dueOn: string | null,
  more: RecordValues = {},
): RecordValues => ({
  ...makeOrders(1)[0],
  id,
  name: id,
  placedOn,
  dueOn,
  parent: null,
  before: [],
  count: 40,
  ...more,
});
const plan = () => [
  order('总', '2026-11-02', '2026-11-20'),
  order('一', '2026-11-02', '2026-11-06', { parent: '总' }),
  order('二', '2026-11-09', '2026-11-13', { parent: '总', before: ['一'] }),
  order('另', null, null),
];
const edits = {
  'bizmeta.record.bulkEdit': (input: { records: { id: string; version: number }[] }) => ({
    records: input.records.map(({ id, version }) => ({ id, version: version + 1 })),
  }),
};
const show = (
  props: object = {},
  { records = plan(), ...world }: FakePortsOptions & { records?: RecordValues[] } = {},
) =>
  ordersPage(
    [gantt],
    [
      {
        type: 'gantt@1',
        bind: 'orders',
        props: {
          startField: 'placedOn',
          endField: 'dueOn',
          progressField: 'count',
          parentField: 'parent',
          dependsOnField: 'before',
          ...props,
        },
        on: { open: [{ do: 'navigate', args: { to: { $t: '/order/{event.id}' } } }] },
      },
    ],
    { now: new Date('2026-11-10T02:00:00Z'), describes: { order: describe }, records, ...world },
  );
const lines = () =>
  [...document.querySelectorAll('[data-row]')].map(
    (line) => `${line.getAttribute('aria-level')} ${line.getAttribute('aria-label')}`,
  );
const line = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}，`) });
const written = (page: Awaited<ReturnType<typeof show>>) =>
  page.ports
    .calls('bizmeta.record.bulkEdit')
    .map((input) => (input['records'] as RecordValues[])[0]);

test('lines are under their parent and describe in text what their bars show', async () => {
  const page = await show();
  expect(lastAsked(page)).toMatchObject({ size: 200, current: 1 });
  expect(lines()).toEqual([
    '1 总，2026-11-02 至 2026-11-20，进度 40%',
    '2 一，2026-11-02 至 2026-11-06，进度 40%',
    '2 二，2026-11-09 至 2026-11-13，进度 40%',
    '1 另，没有日期，进度 40%',
  ]);
  expect(document.querySelectorAll('svg path[d^="M"]').length).toBeGreaterThan(0);
  const { violations } = await axe.run(document.body, {
    rules: {
      region: { enabled: false },
      'color-contrast': { enabled: false },
      'page-has-heading-one': { enabled: false },
      'landmark-one-main': { enabled: false },
    },
  });
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  await page.click('收起 总 的下级');
  expect(lines()).toHaveLength(2);
  page.leave();
});
test('a day later and a day longer are saved with the version, and can be taken back', async () => {
  const page = await show({}, { answers: edits });
  line('二').focus();
  await page.press('{Alt>}{ArrowRight}{/Alt}');
  expect(written(page)[0]).toMatchObject({
    id: '二',
    version: 1,
    placedOn: '2026-11-10',
    dueOn: '2026-11-14',
  });
  await page.press('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
  expect(written(page)[1]).toMatchObject({ id: '二', version: 2, dueOn: '2026-11-15' });
  expect(written(page)[1]).not.toHaveProperty('placedOn');
  await page.press('{Control>}z{/Control}');
  expect(written(page)[2]).toMatchObject({ id: '二', version: 3, dueOn: '2026-11-14' });
});
test('a move that is refused goes back and says why; Enter opens the record', async () => {
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
              msg: '已开工，不能改期',
            },
          ]);
        },
      },
    },
  );
  line('一').focus();
  await page.press('{Alt>}{ArrowRight}{/Alt}');
  expect(lines()[1]).toContain('2026-11-02');
  expect(page.ports.log).toContainEqual({ kind: 'toast', type: 'error', text: '已开工，不能改期' });
  await page.press('{Enter}');
  expect(page.ports.log).toContainEqual(
    expect.objectContaining({ kind: 'navigate', path: '/order/一' }),
  );
});
test('of a thousand lines only those in sight are drawn, and a circle of parents ends', async () => {
  await show(
    {},
    {
      records: Array.from({ length: 1_000 }, (_, i) =>
        order(`单${i}`, '2026-11-02', '2026-11-03', {
          parent: i === 0 ? '单1' : i === 1 ? '单0' : null,
        }),
      ),
      answers: {
        'bizmeta.record.list': () => ({
          records: Array.from({ length: 1_000 }, (_, i) =>
            order(`单${i}`, '2026-11-02', '2026-11-03', {
              parent: i === 0 ? '单1' : i === 1 ? '单0' : null,
            }),
          ),
          total: 1_000,
          totalIsEstimate: false,
          labels: {},
          cursor: null,
        }),
      },
    },
  );
  expect(lines().length).toBeLessThan(60);
  expect(screen.getByRole('treegrid').getAttribute('aria-rowcount')).toBe('1001');
});
test('the scale is changed and remembered; leaving gives the list its pages back', async () => {
  const page = await show();
  await page.click('缩小');
  expect(screen.getByLabelText<HTMLInputElement>('刻度').value).toBe('月');
  const list = listOn(page);
  expect(list.loadAll).not.toBeNull();
});
test('units begin where calendars have them', () => {
  const [from, to] = [dayNumber('2026-11-05'), dayNumber('2027-02-01')];
  expect(unitsOf('month', from, to).map(({ text }) => text)).toEqual(['11 月', '12 月', '1 月']);
  expect(unitsOf('quarter', from, to).map(({ text }) => text)).toEqual(['4 季度', '1 季度']);
  expect(unitsOf('week', from, from + 8).map(({ text }) => text)).toEqual(['11/2', '11/9']);
  expect(groupsOf('month', from, to).map(({ text }) => text)).toEqual(['2026 年', '2027 年']);
});
test('without fields of time it says what is missing', async () => {
  const page = await show({ endField: '' });
  page.expects({ sees: ['甘特图还没有时间字段', '请在视图设置中选择开始与结束的字段'] });
});

const bar = (name: string) => line(name).querySelector<HTMLElement>('[role="gridcell"] > div')!;
const pointer = (target: Element | Window, type: string, x: number, more: object = {}) =>
  act(async () => {
    fireEvent(
      target,
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        button: 0,
        pointerId: 1,
        clientX: x,
        clientY: 10,
        ...more,
      }),
    );
  });
/** A week is 14 pixels a day. */
const DAY = 14;
test('days are drawn for a record that has none, and the progress is dragged', async () => {
  const page = await show({}, { answers: edits });
  const time = line('另').querySelector('[role="gridcell"]')!;
  const start = Number.parseFloat(bar('一').style.left);
  await pointer(time, 'pointerdown', start + 1);
  await pointer(window, 'pointermove', start + 2 * DAY + 1);
  expect(lines()[3]).toContain('另，2026-11-02 至 2026-11-04');
  await pointer(window, 'pointerup', start + 2 * DAY + 1);
  await page.settle();
  expect(written(page)[0]).toMatchObject({
    id: '另',
    version: 1,
    placedOn: '2026-11-02',
    dueOn: '2026-11-04',
  });
  const push = bar('一').querySelector('[title="拖动改变进度"]')!;
  await pointer(push, 'pointerdown', 0);
  await pointer(window, 'pointermove', DAY);
  await pointer(window, 'pointerup', DAY);
  await page.settle();
  expect(written(page)[1]).toMatchObject({ id: '一', count: 60 });
  expect(written(page)[1]).not.toHaveProperty('placedOn');
  line('二').focus();
  await page.press('{Alt>}{ArrowUp}{/Alt}');
  expect(written(page)[2]).toMatchObject({ id: '二', count: 45 });
});
test('a bar drawn in the line below all others begins a new record with its days', async () => {
  const told: unknown[] = [];
  const page = await ordersPage(
    [gantt],
    [
      {
        type: 'gantt@1',
        bind: 'orders',
        props: { startField: 'placedOn', endField: 'dueOn' },
        on: {
          create: [{ do: 'emit', args: { event: 'create', payload: { $x: 'event.values' } } }],
        },
      },
    ],
    { describes: { order: describe }, records: plan() },
  );
  page.scope.listen((_, payload) => {
    told.push(payload);
  });
  const start = Number.parseFloat(bar('一').style.left);
  const time = screen.getByRole('gridcell', { name: /新建订单/ });
  await pointer(time, 'pointerdown', start + 3 * DAY + 1);
  await pointer(window, 'pointermove', start + 1);
  await pointer(window, 'pointerup', start + 1);
  await page.settle();
  await page.click('新建订单');
  expect(told).toEqual([{ placedOn: '2026-11-02', dueOn: '2026-11-05' }, {}]);
});
test('a finger that moves on scrolls; one that rests on a bar takes it along, and the page stays', async () => {
  const page = await show({}, { answers: edits });
  const touch = { pointerType: 'touch' };
  const scrolls = () => {
    const event = new Event('touchmove', { bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    return !event.defaultPrevented;
  };
  await pointer(bar('二'), 'pointerdown', 100, touch);
  await pointer(window, 'pointermove', 130, touch);
  expect(scrolls()).toBe(true);
  await pointer(window, 'pointerup', 130, touch);
  await pointer(bar('二'), 'pointerdown', 100, touch);
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  await pointer(window, 'pointermove', 100 + DAY, touch);
  expect(scrolls()).toBe(false);
  await pointer(window, 'pointerup', 100 + DAY, touch);
  await page.settle();
  expect(scrolls()).toBe(true);
  expect(written(page)).toEqual([
    expect.objectContaining({ id: '二', placedOn: '2026-11-10', dueOn: '2026-11-14' }),
  ]);
});

test('what is in sight stays there when the first record moves and the time begins on another day', async () => {
  const page = await show({}, { answers: edits });
  const box = screen.getByRole('treegrid').parentElement!;
  const first = () => Number.parseFloat(bar('总').style.left);
  box.scrollLeft = 500;
  const before = first();
  line('总').focus();
  await page.press('{Alt>}{ArrowLeft}{/Alt}');
  expect([box.scrollLeft - first(), lines()[0]]).toEqual([
    500 - before + DAY,
    expect.stringContaining('2026-11-01'),
  ]);
});
