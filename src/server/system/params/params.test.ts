import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { purgeExpiredSystem } from '../sweep.ts';
import { paramAsAnonymous, paramOf } from './values.ts';

let server: TestServer;
let admin: Auth;
beforeAll(async () => {
  server = await testServer();
  admin = await server.signIn('admin');
});
afterAll(() => server.close());

const submit = (input: Parameters<typeof server.call<'system.param.submit'>>[1], as = admin) =>
  server.call('system.param.submit', input, as);
const named = async (key: string, as = admin) =>
  (await server.call('system.param.list', {}, as)).data.records.find((each) => each.key === key);
const places = (answer: { error: { errors?: { path: string; reason: string }[] } }) =>
  answer.error.errors?.map(({ path, reason }) => `${path} ${reason}`);
const idleHours = () => server.db.withTenant(server.demo, (tx) => paramOf(tx, 'session.idleHours'));

describe('parameters', () => {
  it('are the platform’s defaults until a company sets them, for itself only and at once', async () => {
    expect([(await named('session.idleHours'))?.shown, await idleHours()]).toEqual(['12 小时', 12]);
    expect((await submit({ key: 'session.idleHours', value: 4 })).data).toEqual({ version: 1 });
    expect(await named('session.idleHours')).toMatchObject({
      value: 4,
      changed: true,
      defaultValue: 12,
      version: 1,
    });
    expect(await idleHours()).toBe(4);
    expect(
      await server.db.withAnonymousTx((tx) =>
        paramAsAnonymous(tx, server.demo.tenant.id, 'session.idleHours'),
      ),
    ).toBe(4);
    const other = await server.newTenant('paramother');
    expect(await named('session.idleHours', other.auth)).toMatchObject({
      value: 12,
      changed: false,
    });
    await server.call('system.param.remove', { key: 'session.idleHours' }, admin);
    expect(await idleHours()).toBe(12);
  });
  it('of the platform take what fits them only', async () => {
    expect(places(await submit({ key: 'log.keepDays', value: 30 }))).toEqual([
      '/value VALUE_RANGE',
    ]);
    expect(places(await submit({ key: 'log.keepDays', value: '365' }))).toEqual([
      '/value VALUE_TYPE',
    ]);
    expect(places(await submit({ key: 'log.keepDays', value: 365.5 }))).toEqual([
      '/value VALUE_TYPE',
    ]);
  });
  it('of a company’s own have a name, a type and a value of it', async () => {
    expect(places(await submit({ key: 'Bad key', value: 1, type: 'text' }))).toEqual([
      '/key VALUE_FORMAT',
      '/name REQUIRED',
      '/value VALUE_TYPE',
    ]);
    expect(
      (
        await submit({
          key: 'order.hotline',
          name: '订单热线',
          value: '400-800',
          note: '印在单据上',
        })
      ).msg,
    ).toBe('ok');
    expect(await named('order.hotline')).toMatchObject({
      value: '400-800',
      shown: '400-800',
      group: '本企业',
      system: false,
      changedBy: '顾望舒',
    });
    expect(places(await submit({ key: 'order.hotline', name: '又一个', value: 'x' }))).toEqual([
      '/key NAME_TAKEN',
    ]);
    expect(
      (await server.call('system.param.list', { search: '热线' }, admin)).data.records.map(
        ({ key }) => key,
      ),
    ).toEqual(['order.hotline']);
  });
  it('that another user has changed meanwhile are not overwritten', async () => {
    await submit({ key: 'a.b', name: '甲', value: '1' });
    expect((await submit({ key: 'a.b', name: '甲', value: '2', version: 1 })).data.version).toBe(2);
    expect((await submit({ key: 'a.b', name: '甲', value: '3', version: 1 })).error.reason).toBe(
      'STALE_VERSION',
    );
    expect((await submit({ key: 'a.none', name: '甲', value: '3', version: 1 })).error.reason).toBe(
      'PARAM_UNKNOWN',
    );
    expect((await server.call('system.param.remove', { key: 'a.none' }, admin)).error.reason).toBe(
      'PARAM_UNKNOWN',
    );
  });
  it('set how long the logs of their company are stored', async () => {
    const other = await server.newTenant('paramlogs');
    await submit({ key: 'log.keepDays', value: 180 });
    for (const { id } of [server.demo.tenant, other.tenant])
      await server.db.withAnonymousTx((tx) =>
        tx.run(
          `insert into log.login (tenant_id, account, kind, ok, at)
            values ($1, 'half-year', 'password', true, now() - interval '200 days')`,
          [id],
        ),
      );
    await purgeExpiredSystem({ db: server.db, log: server.app.log });
    const left = async (as: Auth) =>
      (await server.call('log.loginLog.list', { search: 'half-year' }, as)).data.records.length;
    expect([await left(admin), await left(other.auth)]).toEqual([0, 1]);
  });
  it('say how long invitations open, the company’s link and those to one person', async () => {
    const { auth, tenant } = await server.newTenant('paraminvites');
    const days = async () =>
      (
        await server.db.withOwner(
          (tx) =>
            tx.query<{ days: number }>(
              `select round(extract(epoch from expires_at - now()) / 86400)::int as days
      from (select expires_at from upm.invite where tenant_id = $1 union all select expires_at
        from upm.invitation where tenant_id = $1) each order by 1`,
              [tenant.id],
            ),
          tenant.id,
        )
      ).map((row) => row.days);
    await submit({ key: 'invite.validDays', value: 30 }, auth);
    await server.call('upm.region.inviteLinkControl', { status: 1 }, auth);
    expect(
      (
        await server.call(
          'upm.userOrg.inviteuser',
          { people: [{ realName: '受邀人', email: 'invited@huozi.example' }] },
          auth,
        )
      ).msg,
    ).toBe('ok');
    expect(await days()).toEqual([30, 30]);
  });
  it('are for those who may manage them', async () => {
    const user = await server.signIn('user');
    expect((await server.call('system.param.list', {}, user)).code).toBe(403);
    expect((await submit({ key: 'invite.validDays', value: 3 }, user)).code).toBe(403);
  });
});
