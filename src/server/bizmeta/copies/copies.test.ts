import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let builder: Auth;
let stranger: Auth;
beforeAll(async () => {
  server = await testServer();
  builder = await server.signIn('builder');
  stranger = (await server.newTenant('neighbour')).auth;
});
afterAll(() => server?.close());

type Fields = InputOf<'bizmeta.describe.create'>['describe']['fields'];
const newApp = async (name: string): Promise<string> =>
  (await server.call('bizmeta.app.save', { name }, builder)).data.id;
async function newObject(appId: string, apiName: string, label: string, fields: Fields) {
  const made = await server.call(
    'bizmeta.describe.create',
    { appId, describe: { apiName, label, fields } },
    builder,
  );
  expect(made.msg).toBe('ok');
  return made.data;
}
const add = async (object: string, records: object[]) => {
  const made = await server.call(
    'bizmeta.record.bulkCreate',
    { object, records: records as never },
    builder,
  );
  expect(made.msg).toBe('ok');
  return made.data.ids;
};
const list = async (object: string) =>
  (await server.call('bizmeta.record.list', { object, size: 100 }, builder)).data.records;
const describeOf = async (apiName: string) =>
  (await server.call('bizmeta.describe.detail', { apiName }, builder)).data;

const NAME: Fields[number] = { apiName: 'name', label: '名称', type: 'text' };
let shop: string;
beforeAll(async () => {
  shop = await newApp('商店');
  await newObject(shop, 'client', '客户', [
    NAME,
    { apiName: 'parent', label: '上级', type: 'lookup', refObject: 'client' },
    { apiName: 'code', label: '编号', type: 'autoNumber' },
  ]);
  await newObject(shop, 'sale', '订单', [
    NAME,
    { apiName: 'client', label: '客户', type: 'lookup', refObject: 'client', required: true },
    { apiName: 'others', label: '相关客户', type: 'lookups', refObject: 'client' },
    { apiName: 'amount', label: '金额', type: 'decimal' },
    { apiName: 'twice', label: '两倍', type: 'formula', formula: 'amount * 2' },
    {
      apiName: 'lines',
      label: '明细',
      type: 'subTable',
      fields: [
        { apiName: 'what', label: '品名', type: 'text' },
        { apiName: 'buyer', label: '买方', type: 'lookup', refObject: 'client' },
      ],
    },
  ]);
  // A circle: the client counts the sales that name it.
  const client = await describeOf('client');
  const saved = await server.call(
    'bizmeta.describe.update',
    {
      describe: {
        id: client.id,
        label: client.label,
        version: client.version,
        fields: [
          {
            apiName: 'total',
            label: '总额',
            type: 'rollup',
            rollup: { via: 'sale.client', fn: 'sum', field: 'amount' },
          },
        ],
        tabs: [{ id: 'main', label: '主要' }],
        sections: [
          { label: '基本', tab: 'main', items: [{ field: 'name', span: 2 }, { field: 'total' }] },
          {
            label: '手机',
            phone: true,
            items: [{ field: 'total' }, { field: 'name', hidden: true }],
          },
        ],
      },
    },
    builder,
  );
  expect(saved.msg).toBe('ok');
  const [head] = await add('client', [{ name: '总部' }]);
  const [branch] = await add('client', [{ name: '分部', parent: head }]);
  await add('sale', [
    {
      name: '一单',
      client: branch,
      others: [head, branch],
      amount: 12.5,
      lines: [{ what: '纸', buyer: head }],
    },
  ]);
  await server.call(
    'bizmeta.customView.create',
    {
      object: 'sale',
      view: {
        name: '大单',
        scope: 'shared',
        dataFilter: { field: 'amount', op: 'gt', value: 10 },
        showFields: [{ field: 'name' }, { field: 'amount' }],
      },
    },
    builder,
  );
});

describe('a copy of an object', () => {
  it('has its fields, sections and shared views, and refers to itself where the original did', async () => {
    const copy = (await server.call('bizmeta.describe.copy', { apiName: 'client' }, builder)).data;
    // What it counts of another object has nothing to count here.
    expect(copy).toMatchObject({
      apiName: 'client2',
      label: '客户 副本',
      records: 0,
      left: ['总额'],
    });
    const describe = await describeOf('client2');
    expect(describe.fields.map(({ apiName, refObject }) => [apiName, refObject])).toEqual([
      ['name', undefined],
      ['parent', 'client2'],
      ['code', undefined],
    ]);
    expect(describe.tabs).toEqual([{ id: 'main', label: '主要' }]);
    expect(describe.sections).toMatchObject([
      { label: '基本', tab: 'main', items: [{ field: 'name', span: 2 }] },
      { label: '手机', phone: true, items: [{ field: 'name', hidden: true }] },
    ]);
    expect(await list('client2')).toEqual([]);
    const again = await server.call('bizmeta.describe.copy', { apiName: 'client' }, builder);
    expect(again.data).toMatchObject({ apiName: 'client3', label: '客户 副本 2' });
  });

  it('takes the records along, and goes on numbering after them', async () => {
    const { data } = await server.call(
      'bizmeta.describe.copy',
      { apiName: 'client', label: '老客户', withRecords: true },
      builder,
    );
    expect(data).toMatchObject({ label: '老客户', records: 2 });
    const [original, copied] = [await list('client'), await list(data.apiName)];
    const by = (records: typeof copied, name: string) =>
      records.find((record) => record['name'] === name)!;
    expect(by(copied, '分部')['parent']).toBe(by(copied, '总部')['id']);
    expect(by(copied, '总部')['id']).not.toBe(by(original, '总部')['id']);
    expect(by(copied, '分部')['code']).toBe(by(original, '分部')['code']);
    await add(data.apiName, [{ name: '新' }]);
    const codes = (await list(data.apiName)).map((record) => record['code']);
    expect(new Set(codes).size).toBe(3);
  });

  it('is made by builders of the company, once for one request', async () => {
    const twice = { apiName: 'client', label: '只一次', requestId: 'once' };
    const [a, b] = [
      await server.call('bizmeta.describe.copy', twice, builder),
      await server.call('bizmeta.describe.copy', twice, builder),
    ];
    expect(b.data).toEqual(a.data);
    expect(
      (await server.call('bizmeta.describe.copy', { apiName: 'client' }, stranger)).error.reason,
    ).toBe('OBJECT_UNKNOWN');
    const user = await server.signIn('user');
    expect((await server.call('bizmeta.describe.copy', { apiName: 'client' }, user)).code).toBe(
      403,
    );
  });
});

describe('a copy of an application', () => {
  it('is a draft whose objects refer to each other, with all records, views and the menu', async () => {
    const group = (
      await server.call(
        'bizmeta.app.navigation',
        { id: shop, do: 'add', kind: 'group', title: '台账' },
        builder,
      )
    ).data.key;
    const sale = await describeOf('sale');
    await server.call(
      'bizmeta.app.navigation',
      { id: shop, do: 'move', key: `object:${sale.id}`, parentKey: group },
      builder,
    );
    for (const apiName of ['client2', 'client3', 'client4', 'client5'])
      await server.call('bizmeta.describe.delete', { apiName }, builder);

    const { data, msg } = await server.call(
      'bizmeta.app.copy',
      { id: shop, withRecords: true },
      builder,
    );
    expect(msg).toBe('ok');
    expect(data).toMatchObject({ name: '商店 副本', records: 3 });
    const detail = (await server.call('bizmeta.app.detail', { id: data.id }, builder)).data;
    expect(detail.status).toBe('draft');
    const byLabel = new Map(detail.objects.map((object) => [object.label, object.apiName]));
    const [clients, sales] = [byLabel.get('客户')!, byLabel.get('订单')!];
    expect(clients).not.toBe('client');
    expect(detail.navigation.find(({ title }) => title === '订单')?.parentId).toBe(group);

    const fields = (await describeOf(sales)).fields;
    expect(fields.find(({ apiName }) => apiName === 'client')?.refObject).toBe(clients);
    expect((await describeOf(clients)).fields.at(-1)?.rollup?.via).toBe(`${sales}.client`);

    const [record] = await list(sales);
    const detailed = (
      await server.call(
        'bizmeta.record.detail',
        { object: sales, id: String(record!['id']) },
        builder,
      )
    ).data.record;
    const ids = new Map((await list(clients)).map((each) => [each['name'], each['id']]));
    expect(detailed).toMatchObject({
      client: ids.get('分部'),
      others: [ids.get('总部'), ids.get('分部')],
      twice: 25,
      lines: [{ what: '纸', buyer: ids.get('总部') }],
    });
    expect((await list(clients)).find((each) => each['name'] === '分部')?.['total']).toBe(12.5);

    const views = (await server.call('bizmeta.customView.list', { object: sales }, builder)).data;
    expect(JSON.stringify(views)).toContain('大单');
    expect(JSON.stringify(views)).toContain('"field":"amount"');
  });

  it('has lookups that show, offer and fill in by what is computed, and first values by it', async () => {
    const app = await newApp('应收');
    await newObject(app, 'payer', '付款方', [NAME]);
    await newObject(app, 'invoice', '发票', [
      NAME,
      { apiName: 'payer', label: '付款方', type: 'lookup', refObject: 'payer' },
      { apiName: 'amount', label: '金额', type: 'decimal' },
      { apiName: 'known', label: '已欠', type: 'decimal' },
      { apiName: 'twice', label: '两倍', type: 'formula', formula: 'amount * 2' },
    ]);
    const save = async (apiName: string, field: Fields[number]) => {
      const { id, label, version } = await describeOf(apiName);
      const describe = { id, label, version, fields: [field] };
      const saved = await server.call('bizmeta.describe.update', { describe }, builder);
      expect(saved.error?.errors ?? saved.msg).toBe('ok');
    };
    const rollup = { via: 'invoice.payer', fn: 'sum' as const, field: 'amount' };
    await save('payer', { apiName: 'owed', label: '应收', type: 'rollup', rollup });
    const settings = {
      shows: [{ field: 'owed' }],
      fills: [{ from: 'owed', to: 'known' }],
      candidates: { field: 'owed', op: 'lt', value: 1000 } as const,
    };
    const payer = {
      apiName: 'payer',
      label: '付款方',
      type: 'lookup' as const,
      refObject: 'payer',
    };
    await save('invoice', { ...payer, ...settings });
    const defaultFrom = { source: 'formula' as const, formula: 'twice * 0.1' };
    await save('invoice', { apiName: 'fee', label: '费用', type: 'decimal', defaultFrom });

    const { msg, data } = await server.call('bizmeta.app.copy', { id: app }, builder);
    expect(msg).toBe('ok');
    const { objects } = (await server.call('bizmeta.app.detail', { id: data.id }, builder)).data;
    const name = objects.find(({ label }) => label === '发票')!.apiName;
    const { fields } = await describeOf(name);
    expect(fields.find(({ apiName }) => apiName === 'payer')).toMatchObject(settings);
    expect(fields.find(({ apiName }) => apiName === 'fee')).toMatchObject({ defaultFrom });
  });

  it('belongs to the company that copies', async () => {
    expect((await server.call('bizmeta.app.copy', { id: shop }, stranger)).error.reason).toBe(
      'APP_UNKNOWN',
    );
  });
});
