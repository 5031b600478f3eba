import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PageDocument } from '../../../page/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { builderOf } from '../testing/builder.ts';

let server: TestServer;
let builder: Auth;
let hands: ReturnType<typeof builderOf>;
const call: TestServer['call'] = (id, input, as = builder) => server.call(id, input, as);
const text = (apiName: string, label: string, more: object = {}) =>
  ({ apiName, label, type: 'text' as const, ...more }) as never;
/** Changes the order's fields that are given by the names they have. */
async function change(changes: Record<string, object>, more: object = {}) {
  const orders = (await call('bizmeta.describe.list', {})).data.find(({ id }) => id === orderId)!;
  const { fields, version } = (await call('bizmeta.describe.detail', { apiName: orders.apiName }))
    .data;
  const { msg } = await call('bizmeta.describe.update', {
    describe: {
      ...{ id: orderId, label: '订单', version },
      fields: fields.map(({ id, apiName, label, type, refObject }) => ({
        ...{ id, apiName, label, type, ...(refObject && { refObject }) },
        ...changes[apiName],
      })) as never,
      ...more,
    },
  });
  expect(msg).toBe('ok');
}
const restore = (pageKey: string, rev: number) => call('bizmeta.page.restore', { pageKey, rev });

let orderId = '';
beforeAll(async () => {
  server = await testServer();
  builder = await server.signIn('builder');
  hands = builderOf(server, builder);
  await call('bizmeta.describe.create', {
    describe: {
      apiName: 'shop',
      label: '门店',
      fields: [text('name', '名称'), text('city', '城市')],
    },
  });
  const shop = text('shop', '门店', { type: 'lookup', refObject: 'shop' });
  const fields = [text('name', '名称'), text('stage', '阶段'), text('note', '备注'), shop];
  orderId = (
    await call('bizmeta.describe.create', {
      describe: { apiName: 'order1', label: '订单', fields },
    })
  ).data.id;
});
afterAll(() => server?.close());

const page = (key: string, bound: string) => ({
  spec: 'page/1',
  key,
  rev: 0,
  title: '订单',
  sources: { orders: { list: 'order1', where: { $x: "stage = 'open'" } } },
  forms: { record: { object: 'order1' } },
  root: 'r',
  nodes: {
    r: { type: 'stack@1', slots: { default: ['f'] } },
    f: { type: 'field@1', bind: `record.${bound}` },
  },
});
const wordsTo = (title: string) => (document: PageDocument) => {
  document.title = title;
};

it('a revision from before renames is restored, compared and shown in the names of today', async () => {
  expect((await hands.bring(page('mine.orders', 'stage'))).msg).toBe('ok');
  await hands.publish('mine.orders', await hands.change('mine.orders', wordsTo('后来')));
  await change({ stage: { apiName: 'phase' } });
  await change({ phase: { apiName: 'step' } }, { apiName: 'order2' });
  const { data } = await call('bizmeta.page.compare', {
    pageKey: 'mine.orders',
    from: 1,
    to: 'published',
  });
  expect(data.operations).toHaveLength(1);
  const restored = await restore('mine.orders', 1);
  expect(restored).toMatchObject({ code: 200, data: { key: 'mine.orders' } });
  expect(restored.data.toMend).toBeUndefined();
  expect(await hands.served('mine.orders')).toMatchObject({
    title: '订单',
    sources: { orders: { list: 'order2', where: { $x: "step = 'open'" } } },
    forms: { record: { object: 'order2' } },
    nodes: { f: { bind: 'record.step' } },
  });
  // What was published under the new names already is left as it is.
  await change({ note: { apiName: 'stage' } });
  const { rev } = await hands.served('mine.orders');
  await hands.publish('mine.orders', await hands.change('mine.orders', wordsTo('再后来')));
  expect((await restore('mine.orders', rev)).msg).toBe('ok');
  expect((await hands.served('mine.orders')).nodes['f']!.bind).toBe('record.step');
});

it('a block that a page pins shows fields by the names of today', async () => {
  const block = (bound: string) => ({
    ...page('block.orderHead', bound),
    params: { note: { type: 'text' } },
    sources: { orders: { list: 'order2', where: { $x: "step = 'open'" } } },
    forms: { record: { object: 'order2' } },
  });
  expect((await hands.bring(block('step'))).msg).toBe('ok');
  expect(
    (
      await hands.bring({
        ...page('mine.pinning', 'step'),
        sources: {},
        forms: {},
        nodes: {
          r: { type: 'stack@1', slots: { default: ['b'] } },
          b: { type: 'block@1', props: { block: 'block.orderHead@1' } },
        },
      })
    ).msg,
  ).toBe('ok');
  await change({ step: { apiName: 'stand' } });
  const { data } = await call('bizmeta.page.schema', { pageKey: 'mine.pinning' });
  expect(data.blocks![0]).toMatchObject({
    key: 'block.orderHead@1',
    document: { nodes: { f: { bind: 'record.stand' } } },
  });
  expect((await hands.open('mine.pinning')).problems).toEqual([]);
});

it('a revision that shows what is gone becomes the draft to repair, but never over other work', async () => {
  await hands.bring({
    ...page('mine.gone', 'shop'),
    sources: {},
    forms: { record: { object: 'order2' } },
  });
  const title = { type: 'field@1', bind: 'record.name' };
  await hands.publish(
    'mine.gone',
    await hands.change('mine.gone', (document) => {
      document.nodes['f'] = title;
    }),
  );
  await change({ shop: { removed: true } });
  const restored = await restore('mine.gone', 1);
  expect(restored).toMatchObject({ code: 200, data: { rev: 2, toMend: 1 } });
  expect((await hands.served('mine.gone')).nodes['f']).toEqual(title);
  const draft = await hands.open('mine.gone');
  expect(draft).toMatchObject({
    hasDraft: true,
    document: { nodes: { f: { bind: 'record.shop' } } },
    problems: [{ severity: 'error' }],
  });
  expect((await restore('mine.gone', 1)).msg).toContain('请先发布或放弃');
  await hands.change('mine.gone', (document) => {
    document.nodes['f'] = { type: 'field@1', bind: 'record.stand' };
  });
  const { draftVersion } = await hands.open('mine.gone');
  expect((await hands.publish('mine.gone', draftVersion)).msg).toBe('ok');
});
