// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ListModelImpl } from '../../src/runtime/models/index.ts';
import { failedCall } from '../../src/view/testing/index.ts';
import {
  answerList,
  lastAsked,
  listOn,
  makeOrders,
  orderDescribe,
  ordersPage,
} from '../../tests/fixtures/orders.ts';
import kanban from './index.ts';

const opens = {
  open: [{ do: 'navigate', args: { to: { $t: '/order/{event.id}' } } }],
  create: [{ do: 'toast', args: { text: { $t: '新建：{event.value}' } } }],
};
const show = (world: Parameters<typeof ordersPage>[2] = {}, props: object = {}) =>
  ordersPage(
    [kanban],
    [
      {
        type: 'kanban@1',
        bind: 'orders',
        props: { groupField: 'status', cardFields: ['amount', 'owner'], ...props },
        on: opens,
      },
    ],
    world,
  );
const lane = (title: string) => screen.getByRole('region', { name: new RegExp(`^${title}，`) });
const cardsIn = (title: string) =>
  within(lane(title))
    .queryAllByRole('listitem')
    .map((card) => card.getAttribute('aria-label'));
const card = (name: string) => screen.getByRole('listitem', { name });
const edits = {
  'bizmeta.record.bulkEdit': (input: { records: { id: string; version: number }[] }) => ({
    records: input.records.map(({ id, version }) => ({ id, version: version + 1 })),
  }),
};

test('a lane an option, in the order of the options, with the cards that have it', async () => {
  const page = await show();
  expect(lastAsked(page)['groupBy']).toEqual(['status']);
  expect(screen.getAllByRole('region').map((each) => each.getAttribute('aria-label'))).toEqual([
    '新建，2 条',
    '完成，1 条',
  ]);
  expect(cardsIn('新建')).toEqual(['订单 1', '订单 3']);
  expect(card('订单 1').textContent).toContain('林晓');
});
test('an option without records has its lane, and records without one have theirs at the end', async () => {
  const records = makeOrders(2).map((record) => ({
    ...record,
    status: record['id'] === 'r1' ? null : 'new',
  }));
  await show({ records });
  expect(screen.getAllByRole('region').map((each) => each.getAttribute('aria-label'))).toEqual([
    '新建，1 条',
    '完成，0 条',
    '未填写，1 条',
  ]);
});
test('a card moved with the keyboard is saved with its version, shown in its new lane, and can be taken back', async () => {
  const page = await show({ answers: edits });
  card('订单 1').focus();
  await page.press('{Alt>}{ArrowRight}{/Alt}');
  expect(page.ports.calls('bizmeta.record.bulkEdit')[0]).toMatchObject({
    object: 'order',
    records: [{ id: 'r1', version: 1, status: 'done' }],
  });
  expect(cardsIn('完成')).toContain('订单 1');
  card('订单 1').focus();
  await page.press('{Control>}z{/Control}');
  expect(page.ports.calls('bizmeta.record.bulkEdit')[1]).toMatchObject({
    records: [{ id: 'r1', version: 2, status: 'new' }],
  });
});
test('a card that others moved since is not taken back; a refused step back can be tried again', async () => {
  let refuses = false;
  const page = await show({
    answers: {
      'bizmeta.record.bulkEdit': (
        input: Parameters<(typeof edits)['bizmeta.record.bulkEdit']>[0],
      ) => {
        if (refuses) throw new Error('网络异常，请重试');
        return edits['bizmeta.record.bulkEdit'](input);
      },
    },
  });
  const moved = () => page.ports.calls('bizmeta.record.bulkEdit').length;
  const back = () => page.press('{Control>}z{/Control}');
  card('订单 1').focus();
  await page.press('{Alt>}{ArrowRight}{/Alt}');
  refuses = true;
  card('订单 1').focus();
  await back();
  refuses = false;
  card('订单 1').focus();
  await back();
  expect(moved()).toBe(3);
  expect(cardsIn('新建')).toContain('订单 1');
  card('订单 1').focus();
  await page.press('{Alt>}{ArrowRight}{/Alt}');
  (listOn(page) as ListModelImpl).applySavedRecord({ id: 'r1', version: 9, status: null });
  await page.settle();
  card('订单 1').focus();
  await back();
  expect(moved()).toBe(4);
  expect(page.ports.log).toContainEqual({
    kind: 'toast',
    type: 'warning',
    text: '没有撤销：这条记录之后又被改过',
  });
});
test('a card stays where its person may not change the field of the lanes', async () => {
  const page = await show({
    describes: { order: { ...orderDescribe, ops: ['view', 'edit'] } },
    answers: {
      ...edits,
      'bizmeta.record.list': (input: Parameters<typeof answerList>[1]) => ({
        ...answerList(makeOrders(3), input),
        rights: { r1: { can: ['view'], locked: ['status'] }, r2: { can: ['view'], locked: [] } },
      }),
    },
  });
  expect(lastAsked(page)['rights']).toBe(true);
  for (const [name, key] of [
    ['订单 1', '{ArrowRight}'],
    ['订单 2', '{ArrowLeft}'],
  ] as const) {
    card(name).focus();
    await page.press(`{Alt>}${key}{/Alt}`);
  }
  expect(page.ports.calls('bizmeta.record.bulkEdit')).toMatchObject([{ records: [{ id: 'r2' }] }]);
});
test('a move that is refused goes back and says why', async () => {
  const page = await show({
    answers: {
      'bizmeta.record.bulkEdit': () => {
        throw failedCall('INVALID', '请检查', [
          {
            path: '/records/0/status',
            reason: 'RULE_BROKEN',
            params: {},
            msg: '已完成的订单不能退回',
          },
        ]);
      },
    },
  });
  card('订单 2').focus();
  await page.press('{Alt>}{ArrowLeft}{/Alt}');
  expect(cardsIn('完成')).toEqual(['订单 2']);
  expect(page.ports.log).toContainEqual({
    kind: 'toast',
    type: 'error',
    text: '已完成的订单不能退回',
  });
});
test('arrows go from card to card, Enter opens one, plus makes one with the value of its lane', async () => {
  const page = await show();
  card('订单 1').focus();
  await page.press('{ArrowDown}');
  expect(document.activeElement).toBe(card('订单 3'));
  await page.press('{ArrowRight}');
  expect(document.activeElement).toBe(card('订单 2'));
  await page.press('{Enter}');
  expect(page.ports.log).toContainEqual(
    expect.objectContaining({ kind: 'navigate', path: '/order/r2' }),
  );
  await page.click('在 完成 中新建');
  expect(page.ports.log).toContainEqual(
    expect.objectContaining({ kind: 'toast', text: '新建：done' }),
  );
});
test('a lane over its limit shows it; a board without a field to group by explains what is missing', async () => {
  await show({}, { wipLimit: 1 });
  expect(within(lane('新建')).getByTitle('超出每栏最多 1 条').textContent).toBe('2 / 1');
  const page = await show({}, { groupField: 'nothing' });
  page.expects({ sees: ['看板还没有分栏字段', '没有名为“nothing”的字段'] });
});
test('lanes out of sight ask for no cards until they come into sight', async () => {
  const seen: (() => void)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly notify: (entries: { isIntersecting: boolean }[]) => void) {
        seen.push(() => this.notify([{ isIntersecting: true }]));
      }
      observe(): void {
        /* triggered by the test */
      }
      disconnect(): void {
        /* nothing is held */
      }
    },
  );
  const records = makeOrders(12).map((record, i) => ({ ...record, customer: `c${i}` }));
  const page = await show({ records }, { groupField: 'customer' });
  const opened = () =>
    page.ports
      .calls('bizmeta.record.list')
      .filter((asked) => asked['within'])
      .map((asked) => (asked['within'] as unknown[])[0]);
  expect(opened()).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
  seen.at(-1)!();
  await page.settle();
  expect(opened()).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c11']);
  vi.unstubAllGlobals();
});
