import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { builderOf } from '../testing/builder.ts';

let server: TestServer;
let builder: Auth;
beforeAll(async () => {
  server = await testServer();
  builder = await server.signIn('builder');
});
afterAll(() => server?.close());

it('pages of the company are listed by application and object, own pages last, none of the system', async () => {
  for (const [app, objects] of [
    ['设备管理', ['device', 'visit']],
    ['行政', ['leave']],
  ] as const) {
    const { id } = (await server.call('bizmeta.app.save', { name: app }, builder)).data;
    for (const apiName of objects)
      await server.call(
        'bizmeta.describe.create',
        { appId: id, describe: { apiName, label: `${apiName}单`, fields: [] } },
        builder,
      );
  }
  await builderOf(server, builder).create('page.welcome', '欢迎');
  const list = (input: object) =>
    server.call('bizmeta.page.list', { state: 'company', size: 200, ...input }, builder);
  const { records } = (await list({})).data;
  expect(records.map(({ heading }) => heading).filter(Boolean)).toEqual([
    '设备管理 · device单',
    '设备管理 · visit单',
    '行政 · leave单',
    '自建页面',
  ]);
  expect(records[0]).toMatchObject({ title: 'device单 · 列表', app: '设备管理', kind: 'object' });
  expect(records.map(({ kind }) => kind)).not.toContain('system');
  // Each page of the list names what it begins with.
  const [first] = (await list({ size: 2, current: 2 })).data.records;
  expect(first?.heading).toBe('设备管理 · device单');
});

it('an object’s page is called by the object and what it is for', async () => {
  const hands = builderOf(server, builder);
  expect((await hands.open('object.device.detail')).name).toBe('device单 · 详情');
  expect((await hands.open('page.welcome')).name).toBe('欢迎');
});
