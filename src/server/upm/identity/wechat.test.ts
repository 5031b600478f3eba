import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { authOf, callFrom, cookiesOf, logins } from './sign-in.testing.ts';
import { WECHAT_APP, WechatStandIn } from './wechat.testing.ts';

const wechat = new WechatStandIn();
let server: TestServer;
let base: string;

beforeAll(async () => {
  base = await wechat.listen();
  server = await testServer({ wechat: { ...WECHAT_APP, authorizeUrl: base, apiUrl: base } });
});
afterAll(async () => {
  wechat.close();
  await server?.close();
});

interface Went {
  location: string;
  cookie: string;
  setCookie: string;
}
const went = (response: { statusCode: number; headers: Record<string, unknown> }): Went => {
  expect(response.statusCode).toBe(302);
  const setCookie = String(response.headers['set-cookie']);
  return { location: String(response.headers['location']), setCookie, cookie: cookiesOf(response) };
};
const get = (url: string, cookie?: string) =>
  server.inject({ method: 'GET', url, headers: cookie ? { cookie } : {} });
const begin = async (returnTo = ''): Promise<Went & { state: string }> => {
  const begun = went(await get(`/upm/anno/wxLogin?returnTo=${encodeURIComponent(returnTo)}`));
  return { ...begun, state: new URL(begun.location).searchParams.get('state')! };
};
const back = async (code: string, { cookie, state }: { cookie: string; state: string }) =>
  went(await get(`/upm/anno/wxCallBackLogin?code=${code}&state=${state}`, cookie));
const paramsOf = (location: string) =>
  Object.fromEntries(new URLSearchParams(location.split('?')[1]));

/** Signs in at WeChat for the first time and binds the account. */
async function bound(account: string, openid: string): Promise<Auth> {
  const { auth } = await server.newTenant(account);
  wechat.give(`first-${openid}`, { openid, nickname: '微信昵称' });
  const { location, cookie } = await back(`first-${openid}`, await begin());
  expect(
    (
      await callFrom(server, cookie, 'upm.anno.wxBind', {
        ticket: paramsOf(location)['ticket']!,
        account,
        password: 'Huozi@2026',
      })
    ).data.userid,
  ).toBe(auth.userid);
  return auth;
}

describe('signing in through WeChat', () => {
  it('goes to the configured address, with a state only this browser holds', async () => {
    const { location, setCookie, state } = await begin();
    const url = new URL(location);
    expect([url.origin, url.pathname]).toEqual([base, '/connect/qrconnect']);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      appid: 'wx-app',
      redirect_uri: 'http://huozi.test/upm/anno/wxCallBackLogin',
      response_type: 'code',
      scope: 'snsapi_login',
    });
    expect(location).not.toContain('wx-secret-value');
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(setCookie).toMatch(/HttpOnly/);
    expect(setCookie).toMatch(/SameSite=Lax/);
  });

  it('asks whose it is the first time, and lets in without a question from then on', async () => {
    const auth = await bound('wx-one', 'o-1');
    wechat.give('second', { openid: 'o-1' });
    const { location, cookie } = await back('second', await begin('/app/x'));
    expect(location).toMatch(/^\/passport\.html#\/jump\?/);
    const { code, returnTo } = paramsOf(location);
    expect(returnTo).toBe('/app/x');
    const answers = await Promise.all(
      [1, 2].map(() => callFrom(server, cookie, 'upm.public.getToken', { code: code! })),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 400]);
    const entered = answers.find((answer) => answer.code === 200)!.data;
    expect(entered.userid).toBe(auth.userid);
    expect((await server.call('upm.region.profileSummary', {}, authOf(entered))).code).toBe(200);
    expect((await logins(server, auth.userid)).map(({ kind, ok }) => [kind, ok])).toEqual([
      ['password', true],
      ['wechat', true],
      ['wechat', true],
    ]);
  });

  it('knows a person by what all our applications know them by', async () => {
    const { auth } = await server.newTenant('wx-union');
    wechat.give('union-1', { openid: 'o-web', unionid: 'u-9' });
    const first = await back('union-1', await begin());
    await callFrom(server, first.cookie, 'upm.anno.wxBind', {
      ticket: paramsOf(first.location)['ticket']!,
      account: 'wx-union',
      password: 'Huozi@2026',
    });
    wechat.give('union-2', { openid: 'o-mobile', unionid: 'u-9' });
    const second = await back('union-2', await begin());
    expect(
      (
        await callFrom(server, second.cookie, 'upm.public.getToken', {
          code: paramsOf(second.location)['code']!,
        })
      ).data.userid,
    ).toBe(auth.userid);
  });

  it("fails for a state that is not this browser's, was used, or is made up, and when the user cancelled", async () => {
    await bound('wx-fix', 'o-fix');
    const mine = await begin();
    const theirs = await begin();
    const failed = '/passport.html#/wechat/failed?reason=WECHAT_FAILED';
    wechat.give('fix', { openid: 'o-fix' });
    expect((await back('fix', { cookie: mine.cookie, state: theirs.state })).location).toBe(failed);
    expect((await back('fix', { cookie: '', state: mine.state })).location).toBe(failed);
    expect((await back('fix', { cookie: 'wx-state=made-up', state: 'made-up' })).location).toBe(
      failed,
    );
    expect((await back('fix', mine)).location).toContain('/jump?');
    wechat.give('fix', { openid: 'o-fix' });
    expect((await back('fix', mine)).location).toBe(failed);
    expect(
      went(await get(`/upm/anno/wxCallBackLogin?state=${theirs.state}`, theirs.cookie)).location,
    ).toBe(failed);
  });

  it('fails with a screen when WeChat refuses the code or is away', async () => {
    expect((await back('never-given', await begin())).location).toContain('/wechat/failed');
    wechat.away = true;
    expect((await back('any', await begin())).location).toContain('reason=WECHAT_FAILED');
    wechat.away = false;
  });

  it('reports a missing company, and refuses a person who was switched off', async () => {
    const auth = await bound('wx-left', 'o-left');
    await server.db.withOwner(
      (tx) => tx.run(`update upm.member set state = 'off' where user_id = $1`, [auth.userid]),
      auth.tenant,
    );
    wechat.give('left', { openid: 'o-left' });
    expect((await back('left', await begin())).location).toBe(
      '/passport.html#/wechat/failed?reason=ACCOUNT_STOPPED',
    );
    expect((await logins(server, auth.userid)).at(-1)).toMatchObject({
      kind: 'wechat',
      ok: false,
      reason: 'ACCOUNT_STOPPED',
      tenant_id: auth.tenant,
    });
  });

  it('returns to the requested address, whatever it contains, also when they bind first', async () => {
    const { auth } = await server.newTenant('wx-wanted');
    const wanted = '/build.html?pages=own#/object/o1?tab=%E5%AD%97%E6%AE%B5&q=a+b';
    wechat.give('wanted-1', { openid: 'o-wanted' });
    const { location, cookie } = await back('wanted-1', await begin(wanted));
    const first = paramsOf(location);
    expect(first).toMatchObject({ returnTo: wanted });
    expect(
      (
        await callFrom(server, cookie, 'upm.anno.wxBind', {
          ticket: first['ticket']!,
          account: 'wx-wanted',
          password: 'Huozi@2026',
        })
      ).data.userid,
    ).toBe(auth.userid);
    wechat.give('wanted-2', { openid: 'o-wanted' });
    expect(paramsOf((await back('wanted-2', await begin(wanted))).location)).toMatchObject({
      returnTo: wanted,
    });
  });

  it('returns to a path of ours or to none', async () => {
    await bound('wx-return', 'o-return');
    for (const [at, evil] of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/%0d%0aset-cookie:x=1\r\n',
      '/\t/evil.example',
      '',
    ].entries()) {
      wechat.give(`ret-${at}`, { openid: 'o-return' });
      const { returnTo } = paramsOf((await back(`ret-${at}`, await begin(evil))).location);
      expect(returnTo).toBeUndefined();
    }
  });
});

describe('a link sent by an attacker', () => {
  it('with their own sign-in code signs no other person in, and stays valid where it was made', async () => {
    const auth = await bound('wx-sender', 'o-sender');
    wechat.give('sender', { openid: 'o-sender' });
    const { location, cookie } = await back('sender', await begin());
    const { code = '' } = paramsOf(location);
    const visitor = await back('never-given', await begin());
    for (const theirs of [
      '',
      visitor.cookie,
      'entry-browser=made-up',
      `entry-browser=${'A'.repeat(43)}`,
    ]) {
      const refused = await callFrom(server, theirs, 'upm.public.getToken', { code });
      expect([refused.code, refused.error.reason]).toEqual([400, 'LINK_FOREIGN']);
    }
    expect((await callFrom(server, cookie, 'upm.public.getToken', { code })).data.userid).toBe(
      auth.userid,
    );
  });

  it('with their own WeChat does not bind it to the account of a visitor who gives a password', async () => {
    const { auth } = await server.newTenant('wx-victim');
    wechat.give('sent', { openid: 'o-attacker' });
    const { location } = await back('sent', await begin());
    const asked = {
      ticket: paramsOf(location)['ticket']!,
      account: 'wx-victim',
      password: 'Huozi@2026',
    };
    expect((await callFrom(server, '', 'upm.anno.wxBind', asked)).error.reason).toBe(
      'LINK_FOREIGN',
    );
    expect((await server.call('upm.sysUser.current', {}, auth)).data.wechat).toBeNull();
  });

  it('finds the cookie out of the reach of scripts, and a second sign-in at the same time keeps it', async () => {
    await bound('wx-tabs', 'o-tabs');
    wechat.give('tab-1', { openid: 'o-tabs' });
    wechat.give('tab-2', { openid: 'o-tabs' });
    const one = await back('tab-1', await begin());
    expect(one.setCookie).toMatch(
      /entry-browser=[\w-]{43}; Max-Age=\d+; Path=\/upm; HttpOnly; SameSite=Lax/,
    );
    const begun = await begin();
    const two = await back('tab-2', { ...begun, cookie: `${begun.cookie}; ${one.cookie}` });
    for (const { location } of [one, two]) {
      expect(
        (
          await callFrom(server, two.cookie, 'upm.public.getToken', {
            code: paramsOf(location)['code']!,
          })
        ).code,
      ).toBe(200);
    }
  });
});

describe('binding', () => {
  it('asks for the right password, once per token; a wrong one does not consume it and is counted', async () => {
    const { auth } = await server.newTenant('wx-careful');
    wechat.give('careful', { openid: 'o-careful' });
    const { location, cookie } = await back('careful', await begin());
    const { ticket = '' } = paramsOf(location);
    const bindAs = (password: string) =>
      callFrom(server, cookie, 'upm.anno.wxBind', { ticket, account: 'wx-careful', password });
    expect((await bindAs('wrong')).error.reason).toBe('SIGN_IN_FAILED');
    expect((await bindAs('Huozi@2026')).data.userid).toBe(auth.userid);
    expect((await bindAs('Huozi@2026')).error.reason).toBe('LINK_INVALID');
  });

  it("in the personal centre asks for the password, and is the person's who began it, in the browser it began in", async () => {
    const { auth } = await server.newTenant('wx-person');
    const begun = await server.inject({
      method: 'POST',
      url: '/upm/person/bind',
      payload: { kind: 'wechat', password: 'Huozi@2026' },
      headers: auth,
    });
    expect(
      (await server.call('upm.person.bind', { kind: 'wechat', password: 'wrong' }, auth)).error
        .reason,
    ).toBe('PASSWORD_WRONG');
    const url = new URL(begun.json<{ data: { url: string } }>().data.url);
    expect(url.searchParams.get('redirect_uri')).toBe('http://huozi.test/upm/anno/wxCallBackBind');
    const state = url.searchParams.get('state')!;
    const cookie = String(begun.headers['set-cookie']).split(';')[0]!;
    wechat.give('person', { openid: 'o-person', nickname: '小微' });
    expect(
      went(await get(`/upm/anno/wxCallBackLogin?code=person&state=${state}`, cookie)).location,
    ).toContain('/wechat/failed');
    expect(
      went(await get(`/upm/anno/wxCallBackBind?code=person&state=${state}`, cookie)).location,
    ).toBe('/personal/bindings?wechat=WECHAT_FAILED');
    const again = await server.inject({
      method: 'POST',
      url: '/upm/person/bind',
      payload: { kind: 'wechat', password: 'Huozi@2026' },
      headers: auth,
    });
    const second = new URL(again.json<{ data: { url: string } }>().data.url).searchParams.get(
      'state',
    )!;
    expect(
      went(
        await get(
          `/upm/anno/wxCallBackBind?code=person&state=${second}`,
          String(again.headers['set-cookie']).split(';')[0],
        ),
      ).location,
    ).toBe('/personal/bindings?wechat=bound');
    expect((await server.call('upm.sysUser.current', {}, auth)).data).toMatchObject({
      wechat: { name: '小微' },
      wechatOffered: true,
    });
  });

  it('leaves one WeChat with one person and one person with one WeChat', async () => {
    await bound('wx-first', 'o-a');
    wechat.give('other', { openid: 'o-b' });
    const { location, cookie } = await back('other', await begin());
    const { ticket = '' } = paramsOf(location);
    expect(
      (
        await callFrom(server, cookie, 'upm.anno.wxBind', {
          ticket,
          account: 'wx-first',
          password: 'Huozi@2026',
        })
      ).error.reason,
    ).toBe('WECHAT_TAKEN');
  });

  it('a hand-over code ends with the password it was made under, and when the person left meanwhile', async () => {
    const auth = await bound('wx-handed', 'o-handed');
    wechat.give('handed', { openid: 'o-handed' });
    const { location, cookie } = await back('handed', await begin());
    const { code = '' } = paramsOf(location);
    await server.db.withOwner(
      (tx) => tx.run(`update upm.member set state = 'off' where user_id = $1`, [auth.userid]),
      auth.tenant,
    );
    expect((await callFrom(server, cookie, 'upm.public.getToken', { code })).error.reason).toBe(
      'LINK_INVALID',
    );
  });
});
