import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BinKind, InputOf } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { builderOf } from '../testing/builder.ts';
import { TABLES_OF } from './purge.ts';
import { sweepBin } from './sweep.ts';

let server: TestServer;
let builder: Auth;
let user: Auth;
let stranger: Auth;
beforeAll(async () => {
  server = await testServer();
  [builder, user] = [await server.signIn('builder'), await server.signIn('user')];
  stranger = (await server.newTenant('neighbour')).auth;
});
afterAll(() => server?.close());

type Fields = InputOf<'bizmeta.describe.create'>['describe']['fields'];
const NAME: Fields = [{ apiName: 'name', label: '名称', type: 'text' }];

async function newApp(name: string): Promise<string> {
  const { id } = (await server.call('bizmeta.app.save', { name }, builder)).data;
  await server.call('bizmeta.app.active', { id, active: true }, builder);
  return id;
}
async function newObject(appId: string, apiName: string, fields: Fields = []): Promise<string> {
  const made = await server.call(
    'bizmeta.describe.create',
    { appId, describe: { apiName, label: `${apiName}对象`, fields: [...NAME, ...fields] } },
    builder,
  );
  expect(made.msg).toBe('ok');
  return made.data.id;
}
const add = (object: string, record: object) =>
  server.call('bizmeta.record.bulkCreate', { object, records: [record as never] }, user);
const bin = async (as = builder) => (await server.call('bizmeta.bin.list', {}, as)).data;
const binned = async (name: string) => (await bin()).find((row) => row.name === name);
const restore = (kind: BinKind, id: string, as = builder) =>
  server.call('bizmeta.bin.restore', { kind, id }, as);
const purge = (kind: BinKind, id: string, as = builder) =>
  server.call('bizmeta.bin.purge', { kind, id }, as);
const total = async (object: string) =>
  (await server.call('bizmeta.record.list', { object }, user)).data?.total;

const lines: Fields = [
  {
    apiName: 'lines',
    label: '明细',
    type: 'subTable',
    fields: [{ apiName: 'what', label: '品名', type: 'text' }],
  },
];

describe('a deleted application', () => {
  it('is listed before it goes, comes back whole, and then is purged for good', async () => {
    const id = await newApp('设备');
    await newObject(id, 'device', lines);
    await newObject(id, 'repair', [
      { apiName: 'device', label: '设备', type: 'lookup', refObject: 'device' },
    ]);
    const device = (await add('device', { name: '叉车', lines: [{ what: '轮胎' }] })).data.ids[0];
    await add('repair', { name: '修理', device });
    await server.call(
      'bizmeta.customView.create',
      { object: 'repair', view: { name: '我的', scope: 'shared' } },
      builder,
    );
    const { data } = await server.call('bizmeta.bin.contents', { kind: 'app', id }, builder);
    expect(data).toMatchObject({ name: '设备', records: 2, views: 1, users: [] });
    expect(data.objects.map(({ label, records }) => [label, records])).toEqual([
      ['device对象', 1],
      ['repair对象', 1],
    ]);

    const remove = (name: string) => server.call('bizmeta.app.delete', { id, name }, builder);
    expect((await remove('别的')).error.reason).toBe('APP_NAME_DIFFERS');
    expect((await remove('设备')).code).toBe(200);
    expect(
      (await server.call('bizmeta.record.list', { object: 'repair' }, user)).error.reason,
    ).toBe('OBJECT_UNKNOWN');
    expect(await binned('设备')).toMatchObject({
      kind: 'app',
      objects: ['device对象', 'repair对象'],
    });

    expect((await restore('app', id)).data).toEqual({ name: '设备' });
    expect([await total('device'), await total('repair')]).toEqual([1, 1]);
    const record = (
      await server.call('bizmeta.record.detail', { object: 'device', id: device! }, user)
    ).data.record;
    expect(record['lines']).toMatchObject([{ what: '轮胎' }]);
    expect(await binned('设备')).toBeUndefined();

    await remove('设备');
    expect((await purge('app', id)).code).toBe(200);
    expect((await restore('app', id)).error.reason).toBe('BIN_UNKNOWN');
    const left = await server.db.withOwner((tx) =>
      tx.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM bizmeta.object WHERE api_name IN ('device', 'repair')`,
      ),
    );
    expect(left).toEqual([{ n: 0 }]);
    // The names are free again.
    await newObject(await newApp('设备'), 'device');
  });

  it('stays while another application refers to it, and says who does', async () => {
    const id = await newApp('被引用');
    await newObject(id, 'target');
    await newObject(await newApp('引用者'), 'pointer', [
      { apiName: 'to', label: '目标', type: 'lookup', refObject: 'target' },
    ]);
    const { data } = await server.call('bizmeta.bin.contents', { kind: 'app', id }, builder);
    expect(data.users).toEqual([{ text: 'pointer对象的“目标”', apiName: 'pointer' }]);
    const refused = await server.call('bizmeta.app.delete', { id, name: '被引用' }, builder);
    expect(refused.msg).toBe('应用“被引用”里的对象被 pointer对象的“目标” 引用，不能删除');
  });

  it('takes another name when its own has been taken, and gives up an address that has been', async () => {
    const id = await newApp('重名');
    await server.call('bizmeta.app.domainUpdate', { id, domain: 'same' }, builder);
    await server.call('bizmeta.app.delete', { id, name: '重名' }, builder);
    const other = await newApp('重名');
    await server.call('bizmeta.app.domainUpdate', { id: other, domain: 'same' }, builder);
    expect((await restore('app', id)).data).toEqual({ name: '重名 2' });
    expect((await server.call('bizmeta.app.idByDomain', { domain: 'same' }, user)).data.id).toBe(
      other,
    );
  });
});

describe('a deleted object', () => {
  it('keeps its name for when it comes back', async () => {
    const appId = await newApp('保留名称');
    const id = await newObject(appId, 'kept');
    await add('kept', { name: '一' });
    await server.call('bizmeta.describe.delete', { apiName: 'kept' }, builder);
    const again = await server.call(
      'bizmeta.describe.create',
      { appId, describe: { apiName: 'kept', label: '新的', fields: NAME } },
      builder,
    );
    expect(again.error.errors).toMatchObject([
      { path: '/describe/apiName', reason: 'NAME_IN_BIN' },
    ]);
    expect((await restore('object', id)).code).toBe(200);
    expect(await total('kept')).toBe(1);
  });

  it('waits for what it refers to, and is waited for by what refers to it', async () => {
    const appId = await newApp('先后');
    const target = await newObject(appId, 'first');
    const pointer = await newObject(appId, 'second', [
      { apiName: 'to', label: '到', type: 'lookup', refObject: 'first' },
    ]);
    await server.call('bizmeta.describe.delete', { apiName: 'second' }, builder);
    await server.call('bizmeta.describe.delete', { apiName: 'first' }, builder);
    expect((await restore('object', pointer)).msg).toBe(
      '“second对象”引用的“first对象”也在回收站里，请先恢复它',
    );
    expect((await purge('object', target)).error.reason).toBe('BIN_NEEDED');
    expect((await restore('object', target)).code).toBe(200);
    expect((await restore('object', pointer)).code).toBe(200);
  });

  it('takes its own pages along, and not those of an object whose name looks alike', async () => {
    const appId = await newApp('页面');
    const hands = builderOf(server, builder);
    const id = await newObject(appId, 'a_b');
    for (const apiName of ['a_b', 'axb']) {
      if (apiName === 'axb') await newObject(appId, apiName);
      const page = `object.${apiName}.list`;
      const draft = await hands.change(page, (document) => (document.title = `改过的 ${apiName}`));
      expect((await hands.publish(page, draft)).code).toBe(200);
    }
    const contents = await server.call('bizmeta.bin.contents', { kind: 'object', id }, builder);
    expect(contents.data.pages).toBe(1);
    await server.call('bizmeta.describe.delete', { apiName: 'a_b' }, builder);
    expect((await purge('object', id)).code).toBe(200);
    expect((await hands.served('object.axb.list')).title).toBe('改过的 axb');
  });

  it('is none of anybody else’s business', async () => {
    const id = await newObject(await newApp('机密'), 'secret');
    await server.call('bizmeta.describe.delete', { apiName: 'secret' }, builder);
    expect(await bin(stranger)).toEqual([]);
    expect((await restore('object', id, stranger)).error.reason).toBe('BIN_UNKNOWN');
    expect((await purge('object', id, stranger)).error.reason).toBe('BIN_UNKNOWN');
    expect((await server.call('bizmeta.bin.list', {}, user)).code).toBe(403);
    expect((await purge('object', id, user)).code).toBe(403);
  });
});

describe('the bin', () => {
  it('is swept after its days, and emptied on purpose', async () => {
    const appId = await newApp('过期');
    const [old, young] = [await newObject(appId, 'oldOne'), await newObject(appId, 'youngOne')];
    for (const apiName of ['oldOne', 'youngOne'])
      await server.call('bizmeta.describe.delete', { apiName }, builder);
    await server.db.withOwner((tx) =>
      tx.run(
        `UPDATE bizmeta.object SET deleted_at = now() - interval '31 days' WHERE id = $1::uuid`,
        [old],
      ),
    );
    const log = { warn() {} } as never;
    expect(await sweepBin({ db: server.db, log })).toBe(1);
    expect((await restore('object', old)).error.reason).toBe('BIN_UNKNOWN');
    expect(await binned('youngOne对象')).toBeDefined();
    expect((await server.call('bizmeta.bin.empty', {}, builder)).data.count).toBeGreaterThan(0);
    expect((await restore('object', young)).error.reason).toBe('BIN_UNKNOWN');
    expect(await bin()).toEqual([]);
  });

  it('knows every table that says what an object or a form holds', async () => {
    const tables = async (column: string) =>
      (
        await server.db.withOwner((tx) =>
          tx.query<{ name: string }>(
            `SELECT 'bizmeta.' || table_name AS name FROM information_schema.columns
              WHERE table_schema = 'bizmeta' AND column_name = $1 ORDER BY 1`,
            [column],
          ),
        )
      ).map(({ name }) => name);
    expect((await tables('object_id')).filter((name) => name !== 'bizmeta.field')).toEqual(
      [...TABLES_OF.object].sort(),
    );
    expect(await tables('form_id')).toEqual([...TABLES_OF.form].sort());
  });
});
