import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '../../kernel/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { DEMO_PASSWORD } from '../demo.ts';
import { callFrom } from '../identity/sign-in.testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());

const SOUTH = { code: 'cn-south' };
/** A session that no other of these tests uses. */
async function enters(account: string, remember = false): Promise<Auth> {
  const { data } = await server.call('upm.anno.signIn', {
    account,
    password: DEMO_PASSWORD,
    remember,
  });
  return { token: data.token, userid: data.userid, tenant: data.tenant, regionid: data.regionId };
}
async function switches(as: Auth, to: { code: string; tenantId?: string } = SOUTH) {
  const answer = await server.call('upm.region.switch', to, as);
  const { data } = answer;
  return {
    ...answer,
    auth: {
      token: data?.token,
      userid: data?.userid,
      tenant: data?.tenant,
      regionid: data?.regionId,
    } as Auth,
  };
}
const companyOf = async (as: Auth) =>
  (await server.call('upm.region.profileSummary', {}, as)).data?.org?.name;

describe('switching to another company', () => {
  it('offers the companies of the person, each with its region', async () => {
    const { data } = await server.call('upm.region.getUserRegions', {}, await enters('admin'));
    expect(data.map(({ code, name, tenantName }) => [code, name, tenantName])).toEqual([
      ['cn-east', '华东', '青屿家纺（示例）'],
      ['cn-south', '华南', '青屿家纺华南公司（示例）'],
    ]);
    expect(
      (await server.call('upm.region.getUserRegions', {}, await enters('user'))).data,
    ).toHaveLength(1);
  });

  it('gives the session a new token there, and the old one is refused: as replaced for a minute, that other tabs wait for the new one', async () => {
    const before = await enters('admin');
    const { data, auth } = await switches(before);
    expect(data).toMatchObject({
      domain: '',
      status: 0,
      regionId: 'cn-south',
      userid: before.userid,
    });
    expect(await companyOf(auth)).toBe('青屿家纺华南公司（示例）');
    const reason = async (as: Auth) =>
      (await server.call('upm.region.profileSummary', {}, as)).error.reason;
    expect(await reason(before)).toBe('TOKEN_REPLACED');
    expect(await reason({ ...auth, token: before.token })).toBe('TOKEN_REPLACED');
    await server.db.asAnonymous(
      "update upm.session set former_until = now() - interval '1 second' where user_id = $1",
      [before.userid],
    );
    expect(await reason(before)).toBe('TOKEN_INVALID');
    expect((await switches(auth, { code: 'cn-east' })).data.regionId).toBe('cn-east');
  });

  it('keeps how long the session lasts', async () => {
    const before = await enters('builder', true);
    const end = async (tenant: string) =>
      (
        await server.db.asAnonymous<{ expires_at: Date }>(
          'select expires_at from upm.session where user_id = $1 and tenant_id = $2 and remember',
          [before.userid, tenant],
        )
      )[0]?.expires_at;
    const ends = await end(before.tenant);
    const { data } = await switches(before);
    expect(data.remember).toBe(true);
    expect(await end(data.tenant)).toEqual(ends);
  });

  it('answers the same for a company of others and for none', async () => {
    const other = await server.newTenant('elsewhere');
    const me = await enters('admin');
    const refused = await Promise.all(
      [
        { code: 'cn-east', tenantId: other.tenant.id },
        { code: 'cn-east', tenantId: 'no-such-id' },
        { code: 'cn-north' },
      ].map((to) => server.call('upm.region.switch', to, me)),
    );
    expect(refused.map(({ code, msg, error }) => [code, msg, error.reason])).toEqual(
      refused.map(() => [404, '没有可以切换到的企业或区域', 'REGION_UNKNOWN']),
    );
    expect(await companyOf(me)).toBe('青屿家纺（示例）');
  });

  it('made twice at once happens once', async () => {
    const me = await enters('admin');
    const answers = await Promise.all([switches(me), switches(me)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 401]);
  });

  it('may also open a second session there, by a token that is good once, in the same browser', async () => {
    const me = await enters('admin');
    const here = await companyOf(me);
    const {
      data: { token },
      cookie,
    } = await callFrom(server, '', 'upm.region.getActiveUserToken', SOUTH, me);
    expect((await server.call('upm.public.getToken', { code: token })).error.reason).toBe(
      'LINK_FOREIGN',
    );
    const opened = await callFrom(server, cookie, 'upm.public.getToken', { code: token });
    expect([opened.data.regionId, opened.data.userid]).toEqual(['cn-south', me.userid]);
    expect(
      (await callFrom(server, cookie, 'upm.public.getToken', { code: token })).error.reason,
    ).toBe('LINK_INVALID');
    expect(await companyOf(me)).toBe(here);
    expect(
      (
        await server.call(
          'upm.region.getActiveUserToken',
          { code: 'cn-south' },
          await enters('user'),
        )
      ).error.reason,
    ).toBe('REGION_UNKNOWN');
  });

  it('lasts no longer by a second session, and opens none once it is over', async () => {
    const me = await enters('admin');
    const onMine = (text: string) =>
      server.db.asAnonymous<{ inTime: boolean }>(text, [hashToken(me.token)]);
    await onMine(
      `update upm.session set expires_at = now() + interval '1 hour' where token_hash = $1`,
    );
    const ask = () => callFrom(server, '', 'upm.region.getActiveUserToken', SOUTH, me);
    const [first, second] = [await ask(), await ask()];
    const opened = await callFrom(server, first.cookie, 'upm.public.getToken', {
      code: first.data.token,
    });
    const [{ inTime } = { inTime: false }] = await server.db.asAnonymous<{ inTime: boolean }>(
      `select expires_at <= now() + interval '1 hour' as "inTime" from upm.session
        where token_hash = $1`,
      [hashToken(opened.data.token)],
    );
    expect(inTime).toBe(true);
    await onMine('delete from upm.session where token_hash = $1');
    const refused = await callFrom(server, second.cookie, 'upm.public.getToken', {
      code: second.data.token,
    });
    expect(refused.error.reason).toBe('LINK_INVALID');
  });

  it('is written to the login log', async () => {
    const me = await enters('admin');
    const { data } = await switches(me);
    const lines = await server.db.asAnonymous<{ kind: string; ok: boolean }>(
      'select kind, ok from log.login where tenant_id = $1 and user_id = $2 order by id desc limit 1',
      [data.tenant, me.userid],
    );
    expect(lines).toEqual([{ kind: 'switch', ok: true }]);
  });

  it('shows the package of the company', async () => {
    expect((await server.call('upm.region.configInfo', {}, await enters('user'))).data).toEqual({
      versionPackage: { versionType: 'std', name: '标准版' },
      rootHost: '',
    });
  });
});

it('before signing in no company is named unless companies have hosts of their own', async () => {
  expect((await server.call('upm.anno.dashboard', { domain: 'yunfan' })).data).toEqual({
    rootHost: '',
    company: null,
    ways: { wechat: false },
  });
});
