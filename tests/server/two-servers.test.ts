import { afterAll, beforeAll, expect, it } from 'vitest';
import { postMessage } from '../../src/server/kernel/index.ts';
import { paramOf } from '../../src/server/system/index.ts';
import { testServer, type Auth, type TestServer } from '../../src/server/testing.ts';
import { hashingLoad } from '../../src/server/upm/identity/password.ts';

/**
 * Two servers in one process, each on a database of its own. Both databases are made from one
 * template: the demo company has the same id in both, so that whatever is remembered by it and
 * shared would show.
 */
let one: TestServer;
let two: TestServer;
let [admin, neighbour]: Auth[] = [];

beforeAll(async () => {
  [one, two] = [await testServer(), await testServer()];
  [admin, neighbour] = [await one.signIn('admin'), await two.signIn('admin')];
});
afterAll(async () => {
  await one?.close();
  await two?.close();
});

const idleHours = ({ db, demo }: TestServer) =>
  db.withTenant(demo, (tx) => paramOf(tx, 'session.idleHours'));
const tryPassword = async (server: TestServer) =>
  (
    await server.inject({
      method: 'POST',
      url: '/upm/anno/signIn',
      payload: { account: 'builder', password: 'Wrong@2026' },
    })
  ).json<{ data: { reason: string } }>().data.reason;
const describeDesk = (server: TestServer, label: string, as: Auth) =>
  server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'desk',
        label,
        fields: [{ apiName: 'name', label: `${label}名称`, type: 'text' }],
      },
    },
    as,
  );
const labelOfDesk = async (server: TestServer, as: Auth) =>
  (await server.call('bizmeta.describe.detail', { apiName: 'desk' }, as)).data.label;

it('the company is the same in both', () => {
  expect(two.demo.tenant.id).toBe(one.demo.tenant.id);
});

it('a parameter set on one is not set on the other', async () => {
  expect([await idleHours(one), await idleHours(two)]).toEqual([12, 12]);
  await one.call('system.param.submit', { key: 'session.idleHours', value: 4 }, admin);
  expect([await idleHours(one), await idleHours(two)]).toEqual([4, 12]);
  await one.call('system.param.remove', { key: 'session.idleHours' }, admin!);
});

it('a session of one opens nothing on the other', async () => {
  expect((await one.call('system.param.list', {}, admin)).code).toBe(200);
  expect((await two.call('system.param.list', {}, admin)).code).toBe(401);
});

it('wrong passwords on one ask for no captcha on the other, and hash on one only', async () => {
  const before = hashingLoad(two.db).begun;
  const answers = [];
  for (let i = 0; i < 4; i += 1) answers.push(await tryPassword(one));
  expect(answers.at(-1)).toBe('CAPTCHA_REQUIRED');
  expect(hashingLoad(two.db).begun).toBe(before);
  expect(await tryPassword(two)).toBe('SIGN_IN_FAILED');
});

it('an object of one name is another on each', async () => {
  expect((await describeDesk(one, '工位', admin!)).code).toBe(200);
  expect((await two.call('bizmeta.describe.detail', { apiName: 'desk' }, neighbour)).code).toBe(
    404,
  );
  expect((await describeDesk(two, '办公桌', neighbour!)).code).toBe(200);
  expect([await labelOfDesk(one, admin!), await labelOfDesk(two, neighbour!)]).toEqual([
    '工位',
    '办公桌',
  ]);
});

it('each counts its own lines of usage, every one once', async () => {
  for (const [server, as] of [
    [one, admin!],
    [two, neighbour!],
  ] as const) {
    const { usage } = (await server.call('upm.tenant.usage', {}, as)).data;
    expect(usage.map(({ key }) => key)).toEqual([
      'members',
      'depts',
      'roles',
      'files',
      'apps',
      'objects',
    ]);
  }
});

it('stopping one leaves the other delivering and answering', async () => {
  await two.close();
  const unread = async () => (await one.call('msg.msgsCenterInfo.unread', {}, admin)).data;
  const before = await unread();
  await one.db.withTenant(one.demo, (tx) =>
    postMessage(tx, one.demo.tenant.id, 'message', {
      userIds: [admin!.userid],
      typeCode: 'user_mod',
      content: '仍在送达',
    }),
  );
  await expect.poll(unread, { timeout: 10_000 }).toBe(before + 1);
  expect(await labelOfDesk(one, admin!)).toBe('工位');
  two = await testServer();
  expect((await two.call('system.param.list', {}, await two.signIn('admin'))).code).toBe(200);
});
