import { afterAll, beforeAll, expect, it } from 'vitest';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let admin: Auth;
beforeAll(async () => {
  server = await testServer();
  ({ auth: admin } = await server.newTenant('known-as'));
});
afterAll(() => server?.close());

/** Lines of the login log about a person, the newest first. */
const lines = async (search: string) =>
  (await server.call('log.loginLog.list', { search }, admin)).data.records.map(
    ({ account, kind }) => [kind, account],
  );
async function make(account: string, realName: string): Promise<string> {
  const { data } = await server.call(
    'upm.userOrg.createUser',
    { realName, account, password: 'Huozi@2026' },
    admin,
  );
  return data.id;
}

it('a person who chose no account name is known by their masked number, signing in and out', async () => {
  const id = await make('known.later', '无名');
  const account = 'uadafd680272ce3afc4';
  await server.db.withOwner((tx) =>
    tx.run('update upm.app_user set account = $2, mobile = $3 where id = $1', [
      id,
      account,
      '13800007777',
    ]),
  );
  const auth = await server.signIn(account);
  await server.call('upm.tenant.logout', {}, auth);
  const shown = await lines('无名');
  expect(shown[0]).toEqual(['logout', '138****7777']);
  expect(shown.find(([kind]) => kind === 'password')).toEqual(['password', '138****7777']);
  const { data } = await server.call('upm.userOrg.orgUserPageList', { search: '无名' }, admin);
  expect(data.records[0]).toMatchObject({ account: '13800007777' });
});

it('who chose one is known by it, also when they sign out', async () => {
  await make('known.name', '有名');
  const auth = await server.signIn('known.name');
  await server.call('upm.tenant.logout', {}, auth);
  expect((await lines('有名'))[0]).toEqual(['logout', 'known.name']);
});
