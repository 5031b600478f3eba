import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORD_OPS, type InputOf } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let builder: Auth;
let user: Auth;
beforeAll(async () => {
  server = await testServer();
  [builder, user] = [await server.signIn('builder'), await server.signIn('user')];
});
afterAll(() => server?.close());

/** Made and opened: the company uses it. */
async function save(name: string, more: object = {}) {
  const made = await server.call('bizmeta.app.save', { name, ...more }, builder);
  if (made.code === 200)
    await server.call('bizmeta.app.active', { id: made.data.id, active: true }, builder);
  return made;
}
const apps = async (as = user) => (await server.call('bizmeta.app.list', {}, as)).data;

describe('an app', () => {
  it('is orange with the first icon unless another style is given, and holds the objects made in it', async () => {
    const {
      data: { id },
    } = await save('人事');
    await server.call(
      'bizmeta.describe.create',
      { appId: id, describe: { apiName: 'leave', label: '请假单', fields: [] } },
      builder,
    );
    const app = (await server.call('bizmeta.app.get', { id }, user)).data;
    expect(JSON.parse(app.style)).toEqual({ icon: '1', color: 'orange', iconColor: 'orange' });
    expect(app.objects).toMatchObject([{ apiName: 'leave', label: '请假单' }]);
    expect((await server.call('bizmeta.describe.list', { appId: id }, user)).data).toMatchObject([
      { apiName: 'leave', appName: '人事', fieldCount: 0 },
    ]);
  });

  it('retains what a change does not name, and its place in the list', async () => {
    const {
      data: { id },
    } = await save('财务', {
      description: '报销与付款',
      style: JSON.stringify({ icon: 'safe', color: 'green', iconColor: 'green' }),
    });
    await save('仓库');
    await server.call('bizmeta.app.update', { id, name: '财务部' }, builder);
    expect((await apps()).map((app) => app.name)).toEqual(['人事', '财务部', '仓库']);
    expect((await apps())[1]).toMatchObject({
      description: '报销与付款',
      style: '{"icon":"safe","color":"green","iconColor":"green"}',
    });
  });

  it('has a name of its own, also when two are made at once', async () => {
    const answers = await Promise.all([1, 2].map(() => save('采购')));
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 400]);
    expect(answers.find((answer) => answer.code === 400)?.error.errors).toMatchObject([
      { path: '/name', reason: 'NAME_TAKEN' },
    ]);
    expect((await save('  ')).error.errors).toMatchObject([
      { path: '/name', reason: 'NAME_EMPTY' },
    ]);
  });

  it.each([
    '不是 JSON',
    '[]x',
    '{"icon":"a;b","color":"red"}',
    '{"icon":"1","color":"red","onload":"x"}',
    '{"icon":"1","color":"url(x)"}',
  ])('takes no style that is more than a few words: %s', async (style) => {
    expect((await save('样式', { style })).error.errors).toMatchObject([{ path: '/style' }]);
  });

  it('is listed with the objects its menu shows, or with all that can be opened and what may be done', async () => {
    const { id } = (await save('五个')).data;
    await server.call('bizmeta.app.active', { id, active: true }, builder);
    for (const apiName of ['five1', 'five2', 'five3'])
      await server.call(
        'bizmeta.describe.create',
        { appId: id, describe: { apiName, label: apiName, fields: [] } },
        builder,
      );
    const [hidden] = (await server.call('bizmeta.app.detail', { id }, builder)).data.navigation;
    await server.call(
      'bizmeta.app.navigation',
      { id, do: 'set', key: hidden!.id, hidden: true },
      builder,
    );
    await server.call('bizmeta.describe.active', { apiName: 'five2', active: false }, builder);
    const listed = async (input: InputOf<'bizmeta.app.list'>, as: Auth) =>
      (await server.call('bizmeta.app.list', input, as)).data
        .find((each) => each.id === id)!
        .objects.map(({ apiName, ops }) => (ops ? `${apiName} ${ops.length}` : apiName));
    const all = { describeListScope: 'include_all_obj' } as const;
    expect(await listed({}, builder)).toEqual(['five3']);
    expect(await listed(all, builder)).toEqual(['five1', 'five2', 'five3']);
    expect(await listed(all, user)).toEqual(['five1', 'five3']);
    expect(await listed({ includeProjectAuth: true }, user)).toEqual([
      `five3 ${RECORD_OPS.length}`,
    ]);
    const wrong = { describeListScope: 'nonsense' } as never;
    expect((await server.call('bizmeta.app.list', wrong, user)).code).toBe(400);
  });

  it('is made by builders, seen by members of its company, and unknown to others', async () => {
    const other = await server.newTenant('neighbour');
    const [first] = await apps();
    expect((await server.call('bizmeta.app.save', { name: '我的' }, user)).code).toBe(403);
    expect(await apps(other.auth)).toEqual([]);
    expect((await server.call('bizmeta.app.get', { id: first!.id }, other.auth)).error.reason).toBe(
      'APP_UNKNOWN',
    );
    expect(
      (await server.call('bizmeta.app.update', { id: first!.id, name: '夺' }, other.auth)).error
        .reason,
    ).toBe('APP_UNKNOWN');
    expect(
      (
        await server.call(
          'bizmeta.describe.create',
          { appId: first!.id, describe: { apiName: 'spy', label: '窃', fields: [] } },
          other.auth,
        )
      ).error.reason,
    ).toBe('APP_UNKNOWN');
  });

  it('is found by the address a builder gave it, only inside its company', async () => {
    const found = async (domain: string, as: Auth) =>
      (await server.call('bizmeta.app.idByDomain', { domain }, as)).data.id;
    const {
      data: { id },
    } = await save('客户服务', { domain: ' Service ' });
    const other = await server.newTenant('outsider');
    expect([
      await found('service', user),
      await found('SERVICE', user),
      await found('nothing', user),
      await found('service', other.auth),
    ]).toEqual([id, id, null, null]);
    expect((await save('再来一个', { domain: 'service' })).error.errors).toMatchObject([
      { path: '/domain', reason: 'NAME_TAKEN' },
    ]);
    expect((await save('再来一个', { domain: '客服' })).error.errors).toMatchObject([
      { path: '/domain', reason: 'VALUE_FORMAT' },
    ]);
    await server.call('bizmeta.app.update', { id, name: '客户服务' }, builder);
    expect(await found('service', user)).toBe(id);
    await server.call('bizmeta.app.update', { id, name: '客户服务', domain: '' }, builder);
    expect(await found('service', user)).toBeNull();
  });
});
