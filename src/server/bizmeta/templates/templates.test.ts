import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { TEMPLATES } from './catalogue.ts';

let server: TestServer;
let builder: Auth;
let user: Auth;
beforeAll(async () => {
  server = await testServer();
  builder = await server.signIn('builder');
  user = await server.signIn('user');
});
afterAll(() => server?.close());

const listTemplates = async () => (await server.call('bizmeta.template.list', {}, builder)).data;
const use = (key: string, name: string, withRecords = true) =>
  server.call('bizmeta.template.create', { key, name, withRecords }, builder);
const detailOf = async (id: string) =>
  (await server.call('bizmeta.app.detail', { id }, builder)).data;
const list = async (object: string) =>
  (await server.call('bizmeta.record.list', { object, size: 100 }, builder)).data;

describe('applications from templates', () => {
  it('there are six, and each becomes a draft with its objects, records and views', async () => {
    const offered = await listTemplates();
    expect(offered).toHaveLength(6);
    for (const { key, appName, objects } of offered) {
      const made = await use(key, appName);
      expect([key, made.msg]).toEqual([key, 'ok']);
      const detail = await detailOf(made.data.id);
      expect(detail.status).toBe('draft');
      expect(detail.objects.map(({ label }) => label).toSorted()).toEqual(objects.toSorted());
      const template = TEMPLATES.find((each) => each.key === key)!;
      for (const { apiName, label } of detail.objects) {
        const {
          describe: from,
          samples,
          views,
        } = template.objects.find((each) => each.describe.label === label)!;
        // Nothing was left out: every field is there, computed ones included.
        const { fields, sections } = (
          await server.call('bizmeta.describe.detail', { apiName }, builder)
        ).data;
        expect(fields.map((field) => field.label)).toEqual(from.fields.map((field) => field.label));
        expect(sections?.map((each) => each.label) ?? []).toEqual(
          from.sections?.map((each) => each.label) ?? [],
        );
        expect((await list(apiName)).records).toHaveLength(samples.length);
        const found = await server.call('bizmeta.customView.list', { object: apiName }, builder);
        expect(found.data.views.map((view) => view.name)).toEqual(
          (views ?? []).map((view) => view.name),
        );
      }
    }
  });

  it('figures over records are right: stock, what a contract still owes, the next upkeep', async () => {
    const of = async (object: string, field: string, value: string) =>
      (await list(object)).records.find((each) => each[field] === value);
    expect(await of('product', 'sku', 'BG-001')).toMatchObject({
      came: 30,
      went: 12,
      stock: 38,
      advice: '充足',
    });
    expect(await of('product', 'sku', 'BZ-011')).toMatchObject({ stock: 42, advice: '需要补货' });
    expect(await of('contract', 'name', '布草年度供货合同')).toMatchObject({
      amount: 80_000,
      settled: 24_000,
      open: 56_000,
      share: 30,
    });
    expect(await of('device', 'code', 'SB-0001')).toMatchObject({
      failures: 1,
      spent: 940,
      nextKeep: expect.stringMatching(/^\d{4}-\d\d-\d\d/),
    });
  });

  it('used twice, the second has names of its own, and refers to its own objects', async () => {
    const again = (await listTemplates()).find(({ key }) => key === 'customers')!;
    expect(again.appName).toBe('客户管理 2');
    const made = await use('customers', again.appName, false);
    expect(made.data.records).toBe(0);
    const { objects } = await detailOf(made.data.id);
    expect(objects.map(({ apiName }) => apiName)).toEqual([
      'customer2',
      'contact2',
      'opportunity2',
      'followUp2',
    ]);
    const contact = await server.call('bizmeta.describe.detail', { apiName: 'contact2' }, builder);
    expect(contact.data.fields.find(({ apiName }) => apiName === 'customer')?.refObject).toBe(
      'customer2',
    );
    expect((await list('customer2')).records).toEqual([]);
  });

  it('the menu has the groups of the template', async () => {
    const made = await use('stock', '备件仓', false);
    const { navigation } = await detailOf(made.data.id);
    expect(navigation.map(({ title, parentId }) => [title, parentId !== null])).toEqual([
      ['商品', false],
      ['供应商', false],
      ['单据', false],
      ['入库单', true],
      ['出库单', true],
    ]);
  });

  it('nothing is made of a name that is taken, a template that is not there, or by others', async () => {
    expect((await use('stock', '备件仓')).error.errors).toMatchObject([
      { path: '/name', reason: 'NAME_TAKEN' },
    ]);
    expect((await use('nothing', '另一个')).error.reason).toBe('APP_TEMPLATE_UNKNOWN');
    const { code } = await server.call(
      'bizmeta.template.create',
      { key: 'stock', name: '别人的' },
      user,
    );
    expect(code).toBe(403);
    const apps = (await server.call('bizmeta.app.list', {}, builder)).data;
    expect(apps.some(({ name }) => name === '另一个' || name === '别人的')).toBe(false);
  });
});
