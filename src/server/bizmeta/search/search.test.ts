import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InputOf } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

/** Objects of the company that is searched: more than one request searches. */
const OBJECTS = 45;

let server: TestServer;
let builder: Auth;
let user: Auth;
let appId: string;

const search = (input: InputOf<'bizmeta.search'>, auth: Auth = user) =>
  server.call('bizmeta.search', input, auth);
async function object(
  apiName: string,
  label: string,
  names: string[],
  auth = builder,
  app = appId,
) {
  const describe = {
    apiName,
    label,
    fields: [
      { apiName: 'name', label: '名称', type: 'text' as const },
      { apiName: 'phone', label: '电话', type: 'phone' as const },
    ],
  };
  const { msg } = await server.call('bizmeta.describe.create', { appId: app, describe }, auth);
  expect(msg).toBe('ok');
  const records = names.map((name, i) => ({ name, phone: `1380000${1000 + i}` }));
  if (records.length > 0)
    await server.call('bizmeta.record.bulkCreate', { object: apiName, records }, auth);
}

beforeAll(async () => {
  server = await testServer();
  const company = await server.newTenant('searched');
  [builder, user] = [company.auth, company.auth];
  appId = (await server.call('bizmeta.app.save', { name: '设备管理' }, builder)).data.id;
  await object('device', '设备', ['空压机', '加工中心', '<b>100%</b>']);
  await object('workOrder', '工单', [
    '空压机漏油',
    ...Array.from({ length: 7 }, (_, i) => `换油 ${i}`),
  ]);
  await object('loose', '没有应用', ['空压机'], builder, null as unknown as string);
  for (let i = 3; i <= OBJECTS; i++) await object(`thing${i}`, `物品${i}`, [`第 ${i} 种物品`]);
}, 240_000);
afterAll(() => server.close());

it('finds records of every object by title, pinyin and what identifies them', async () => {
  const { data } = await search({ text: '空压机' });
  expect(
    data.groups.map(({ label, records }) => [label, records.map(({ title }) => title)]),
  ).toEqual([
    ['设备', ['空压机']],
    ['工单', ['空压机漏油']],
  ]);
  expect(data.groups[0]).toMatchObject({ object: 'device', appId, more: false });
  expect((await search({ text: 'kyjly' })).data.groups.map(({ label }) => label)).toEqual(['工单']);
  const { data: found } = await search({ text: '1001' });
  expect(found.groups[0]!.records).toEqual([
    expect.objectContaining({ title: '加工中心', fieldLabel: '电话', value: '13800001001' }),
  ]);
});

it('shows five of an object, says that there are more, and searches one object or application', async () => {
  const { data } = await search({ text: '换油', object: 'workOrder' });
  expect([data.objects, data.groups[0]!.records.length, data.groups[0]!.more]).toEqual([
    1,
    5,
    true,
  ]);
  expect((await search({ text: '空压机', appId })).data.objects).toBe(OBJECTS);
  expect((await search({ text: '空压机', appId: 'x' })).data).toMatchObject({
    objects: 0,
    groups: [],
  });
});

it('stops at thirty records and forty objects, and goes on from there until all were searched', async () => {
  const seen: string[] = [];
  let after: string | undefined;
  for (let requests = 1; ; requests++) {
    const { data } = await search({ text: '物品', ...(after !== undefined && { after }) });
    const count = data.groups.reduce((sum, { records }) => sum + records.length, 0);
    expect([count <= 30, data.searched <= 40, data.objects]).toEqual([true, true, OBJECTS]);
    seen.push(...data.groups.map(({ object: name }) => name));
    if (data.next === null) break;
    expect(requests).toBeLessThan(5);
    after = data.next;
  }
  expect(seen).toEqual(Array.from({ length: OBJECTS - 2 }, (_, i) => `thing${i + 3}`));
});

it('finds nothing of another company, whatever is asked for', async () => {
  const { auth: stranger } = await server.newTenant('stranger');
  for (const more of [{}, { object: 'device' }, { appId }, { after: 'device' }])
    expect((await search({ text: '空压机', ...more }, stranger)).data).toMatchObject({
      groups: [],
    });
});

it('takes wildcards as characters, finds nothing of nothing, and refuses what is no search', async () => {
  expect((await search({ text: '%' })).data.groups.map(({ records }) => records[0]!.title)).toEqual(
    ['<b>100%</b>'],
  );
  for (const text of ['', '   ', '_', '\\', "'; DROP TABLE x; --"])
    expect((await search({ text })).data.groups).toEqual([]);
  expect((await search({ text: 'a\0b' })).code).toBe(400);
  expect((await search({ text: 'k'.repeat(101) })).code).toBe(400);
  expect((await search({ text: 'k'.repeat(100_000) })).code).toBe(413);
  expect((await server.call('bizmeta.search', { text: 'x' })).code).toBe(401);
});

it('finds a field that was renamed, and no object that was deleted, at once', async () => {
  const { data: now } = await server.call(
    'bizmeta.describe.detail',
    { apiName: 'thing9' },
    builder,
  );
  const fields = now.fields.map((field) =>
    field.apiName === 'name' ? { ...field, apiName: 'title' } : field,
  );
  await server.call('bizmeta.describe.update', { describe: { ...now, fields } }, builder);
  const { data } = await search({ text: '第 9 种', object: 'thing9' });
  expect(data.groups[0]!.records[0]!.title).toBe('第 9 种物品');
});
