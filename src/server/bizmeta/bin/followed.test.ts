import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { builderOf } from '../testing/builder.ts';

let server: TestServer;
let builder: Auth;
let buyers: Awaited<ReturnType<typeof made>>;
let offers: string;
const call: TestServer['call'] = (id, input, as = builder) => server.call(id, input, as);
const field = (apiName: string, label: string, more: object = {}) =>
  ({ apiName, label, type: 'text', ...more }) as never;
const described = async (apiName: string) =>
  (await call('bizmeta.describe.detail', { apiName })).data;
async function made(apiName: string, label: string, fields: never[]) {
  const { msg, data } = await call('bizmeta.describe.create', {
    describe: { apiName, label, fields: [field('name', '名称'), ...fields] },
  });
  expect(msg).toBe('ok');
  return data;
}
/** Changes the fields of the customers that are given by their names. */
async function change(changes: Record<string, object>) {
  const { fields, version } = await described('buyer');
  return call('bizmeta.describe.update', {
    describe: {
      id: buyers.id,
      label: '买家',
      version,
      fields: fields.map(({ id, apiName, label, type }) => ({
        ...{ id, apiName, label, type },
        ...changes[apiName],
      })) as never,
    },
  });
}

beforeAll(async () => {
  server = await testServer();
  builder = await server.signIn('builder');
  buyers = await made('buyer', '买家', [
    field('discount', '折扣', { type: 'decimal' }),
    field('region', '区域'),
    field('note', '备注'),
  ]);
  const buyer = field('buyer', '买家', { type: 'lookup', refObject: 'buyer' });
  const price = field('price', '报价', { type: 'formula', formula: 'buyer.discount * 100' });
  offers = (await made('offer', '报价单', [buyer, price])).id;
  await call('bizmeta.authgroup.create', {
    scopeType: 'project',
    name: '华东报价',
    grants: {
      objects: {
        offer: { ops: ['view'], scope: { view: { condition: "buyer.region = '华东'" } } },
      },
    },
  });
  const hands = builderOf(server, builder);
  const draft = await hands.change('object.offer.detail', (document) => {
    document.sources = {
      ...document.sources,
      noted: { list: 'buyer', where: { $x: "note = '急'" } },
    } as never;
  });
  expect((await hands.publish('object.offer.detail', draft)).msg).toBe('ok');
  expect((await call('bizmeta.describe.delete', { apiName: 'offer' })).msg).toBe('ok');
});
afterAll(() => server?.close());

it('a field that an object in the bin computes with keeps its name, and the refusal says where', async () => {
  const refusal = '被回收站里的“报价单”经“买家”引用，不能改名或删除';
  for (const changes of [{ apiName: 'rebate' }, { removed: true }])
    expect((await change({ discount: changes })).msg).toContain(refusal);
  expect((await change({ discount: { type: 'text' } })).msg).toContain(
    '回收站里的“报价单”的公式不再成立',
  );
});

it('what only names it follows: conditions of groups and pages', async () => {
  expect((await change({ region: { removed: true } })).msg).toContain(
    '授权组“华东报价”对回收站里的对象“offer”的条件',
  );
  expect((await change({ region: { apiName: 'area' }, note: { apiName: 'remark' } })).msg).toBe(
    'ok',
  );
  expect((await call('bizmeta.bin.restore', { kind: 'object', id: offers })).msg).toBe('ok');
  const { groups } = (await call('bizmeta.authgroup.list', { scopeType: 'project' })).data;
  expect(groups.find(({ name }) => name === '华东报价')!.grants.objects['offer']!.scope).toEqual({
    view: { condition: "buyer.area = '华东'" },
  });
  const hands = builderOf(server, builder);
  const { sources } = await hands.served('object.offer.detail');
  expect(sources!['noted']).toEqual({ list: 'buyer', where: { $x: "remark = '急'" } });
  // It is still a version of the object's page, not a page of its own.
  expect(await hands.kind('object.offer.detail')).toBe('object');
  const offer = await described('offer');
  expect(
    (
      await call('bizmeta.describe.update', {
        describe: { id: offer.id, label: '报价单', version: offer.version, fields: [] },
      })
    ).msg,
  ).toBe('ok');
});
