// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { ObjectDescribe } from '../../contract/index.ts';
import { answerList, makeOrders, orderDescribe } from '../../../tests/fixtures/orders.ts';
import { openPage } from '../../../tests/fixtures/page.ts';
import { fakePorts } from '../../view/testing/index.ts';
import { callAndPublish } from './record-changes.ts';

const customer = {
  ...orderDescribe,
  apiName: 'customer',
  label: '客户',
  fields: [
    {
      id: 'c1',
      apiName: 'spent',
      label: '累计',
      type: 'rollup',
      order: 0,
      rollup: { via: 'order.customer', fn: 'sum', field: 'amount' },
    },
  ],
} as unknown as ObjectDescribe;
const plain = {
  ...orderDescribe,
  apiName: 'plain',
  label: '无关',
  fields: [],
} as unknown as ObjectDescribe;

async function show(steps: object[], answers: object = {}) {
  const asked = makeOrders(3);
  const ports = fakePorts({
    describes: { order: orderDescribe, customer, plain },
    answers: {
      'bizmeta.record.list': (input: Parameters<typeof answerList>[1]) => answerList(asked, input),
      'bizmeta.record.refList': () => [{ object: 'order', count: 3 }],
      'bizmeta.record.transact': () => ({
        records: [{ id: 'r1', version: 2 }],
        changes: [],
        problems: [],
      }),
      ...answers,
    },
  });
  const page = await openPage(
    [],
    {
      sources: {
        orders: { list: 'order' },
        customers: { list: 'customer' },
        others: { list: 'plain' },
        counts: { call: 'bizmeta.record.refList', input: { object: 'customer', id: 'c1' } },
        shape: { describe: 'order' },
      },
      body: { type: 'press@1', props: { text: '做' }, on: { click: steps as never } },
    },
    { ports },
  );
  const before = {
    lists: ports.calls('bizmeta.record.list').length,
    counts: ports.calls('bizmeta.record.refList').length,
  };
  await page.click('做');
  return {
    page,
    lists: () =>
      ports
        .calls('bizmeta.record.list')
        .slice(before.lists)
        .map((input) => input['object']),
    counts: () => ports.calls('bizmeta.record.refList').length - before.counts,
  };
}
const edit = {
  do: 'edit',
  args: { object: 'order', id: 'r1', version: 1, values: { name: '新' } },
};

test('what was written is shown at once: in lists of the object, in figures over it, in counts of what points to it', async () => {
  const { lists, counts } = await show([edit]);
  expect([lists().sort(), counts()]).toEqual([['customer', 'order'], 1]);
});
test('a record that is only viewed is refetched after a write; one that is being changed is not', async () => {
  const asked = { n: 0 };
  const ports = fakePorts({
    describes: { order: orderDescribe },
    answers: {
      'bizmeta.record.detail': () => {
        asked.n += 1;
        return { record: { id: 'r1', version: asked.n, name: `订单 ${asked.n}` }, labels: {} };
      },
      'bizmeta.record.transact': () => ({
        records: [{ id: 'r1', version: 2 }],
        changes: [],
        problems: [],
      }),
    },
  });
  const page = await openPage(
    [],
    {
      forms: { record: { object: 'order', id: 'r1' } },
      body: {
        type: 'box@1',
        slots: {
          default: [
            { type: 'words@1', props: { text: { $t: '看到 {record.name}' } } },
            { type: 'press@1', props: { text: '做' }, on: { click: [edit] } },
            {
              type: 'press@1',
              props: { text: '改' },
              on: { click: [{ do: 'set', args: { target: 'record.name', value: '我的' } }] },
            },
          ],
        },
      },
    } as never,
    { ports },
  );
  await page.click('做');
  await new Promise((resolve) => setTimeout(resolve, 20));
  await page.settle();
  page.expects({ sees: '看到 订单 2' });
  await page.click('改');
  await page.click('做');
  await new Promise((resolve) => setTimeout(resolve, 20));
  await page.settle();
  page.expects({ sees: '看到 我的' });
  expect(asked.n).toBe(2);
});
test('a page that asks again by itself is not asked twice', async () => {
  const { lists } = await show([edit, { do: 'reload', args: { source: 'orders' } }]);
  expect(lists().filter((object) => object === 'order')).toHaveLength(1);
});
test('what was refused, or only rehearsed, is no news', async () => {
  const { lists } = await show([edit], {
    'bizmeta.record.transact': () => {
      throw new Error('不行');
    },
  });
  expect(lists()).toEqual([]);
});
test('records written by a call, and those brought back, are news too', async () => {
  const { lists } = await show([{ do: 'restore', args: { object: 'order', ids: ['r1'] } }], {
    'bizmeta.record.restore': () => null,
  });
  expect(lists()).toContain('order');
});
test('what was deleted along with a record, or may have been, is news to lists of any object', async () => {
  const restored = { do: 'restore', args: { object: 'order', ids: ['r1'] } };
  const along = async (count: number) =>
    (
      await show([restored], { 'bizmeta.record.restore': () => ({ count: 1, along: count }) })
    ).lists();
  expect(await along(0)).not.toContain('plain');
  expect(await along(2)).toContain('plain');
  const removed = { do: 'delete', args: { object: 'order', ids: ['r1'] } };
  expect((await show([removed])).lists()).toContain('plain');
});
test('a page that was left asks nothing any more', async () => {
  const { page, lists } = await show([{ do: 'toast', args: { kind: 'info', text: '好' } }]);
  page.leave();
  await callAndPublish(page.ports, 'bizmeta.record.transact', {
    steps: [{ do: 'delete', object: 'order', id: 'r1' }],
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(lists()).toEqual([]);
});
