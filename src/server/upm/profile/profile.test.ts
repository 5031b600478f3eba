import { Transformer } from '@napi-rs/image';
import { imageSize } from 'image-size';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());

const enter = async (account: string, password = DEMO_PASSWORD): Promise<Auth> => {
  const { data } = await server.call('upm.anno.signIn', { account, password });
  return { token: data.token, userid: data.userid, tenant: data.tenant, regionid: data.regionId };
};
const me = (as: Auth) => server.call('upm.sysUser.current', {}, as);
const picture = async (width: number, height: number) =>
  (
    await Transformer.fromRgbaPixels(
      new Uint8Array(width * height * 4).fill(90),
      width,
      height,
    ).png()
  ).toString('base64');

describe('my own account', () => {
  it('shows who I am, with contacts, departments and roles', async () => {
    const { data } = await me(await server.signIn('builder'));
    expect(data).toMatchObject({
      realName: '陆知行',
      name: 'builder',
      hasPwd: true,
      mobile: '',
      email: '',
      wechat: null,
      tenantName: '青屿家纺（示例）',
      roles: [{ roleCode: 'tenant_builder' }],
    });
    expect(data.depts[0]?.title).toBe('信息技术部');
  });

  it('takes another name, which others then find me by; a name of spaces is none', async () => {
    const { auth } = await server.newTenant('renamer');
    expect((await server.call('upm.sysUser.update', { realName: ' 沈听澜 ' }, auth)).code).toBe(
      200,
    );
    expect((await me(auth)).data.realName).toBe('沈听澜');
    expect((await server.call('upm.sysUser.update', { realName: '  ' }, auth)).error.reason).toBe(
      'NAME_EMPTY',
    );
  });
});

describe('a portrait', () => {
  it('becomes a small square that anyone with its address sees; the former one is gone', async () => {
    const { auth } = await server.newTenant('pictured');
    const first = await server.call(
      'upm.person.portrait',
      { picture: await picture(600, 300) },
      auth,
    );
    const seen = await server.inject({ method: 'GET', url: first.data.headImgUrl });
    expect(seen.headers['content-type']).toBe('image/webp');
    expect(imageSize(seen.rawPayload)).toMatchObject({ width: 256, height: 256 });
    expect((await me(auth)).data.headImgUrl).toBe(first.data.headImgUrl);
    const second = await server.call(
      'upm.person.portrait',
      { picture: `data:image/png;base64,${await picture(40, 40)}` },
      auth,
    );
    expect(second.data.headImgUrl).not.toBe(first.data.headImgUrl);
    expect((await server.inject({ method: 'GET', url: first.data.headImgUrl })).statusCode).toBe(
      404,
    );
    expect(
      (await server.call('upm.person.portrait', { picture: null }, auth)).data.headImgUrl,
    ).toBe('');
    expect((await server.inject({ method: 'GET', url: second.data.headImgUrl })).statusCode).toBe(
      404,
    );
  });

  it('is refused for what is no picture, is damaged, or pretends to be huge', async () => {
    const { auth } = await server.newTenant('odd-picture');
    const png = Buffer.from(await picture(20, 20), 'base64');
    const huge = Buffer.from(png);
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    for (const bytes of [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      Buffer.from('x'),
      Buffer.alloc(0),
      png.subarray(0, 40),
      huge,
    ]) {
      expect(
        (await server.call('upm.person.portrait', { picture: bytes.toString('base64') }, auth))
          .error.reason,
      ).toBe('PICTURE_UNREADABLE');
    }
  });
});

describe('my password', () => {
  it('changes with the old one; every other device is out, this one goes on, and the old password is worth nothing', async () => {
    const { auth: other } = await server.newTenant('changer');
    const mine = await enter('changer');
    expect(
      (
        await server.call(
          'upm.sysUser.updatePassword',
          { oldPassword: DEMO_PASSWORD, password: 'Better@2026' },
          mine,
        )
      ).code,
    ).toBe(200);
    expect((await me(mine)).code).toBe(200);
    expect((await me(other)).error.reason).toBe('TOKEN_INVALID');
    expect(
      (await server.call('upm.anno.signIn', { account: 'changer', password: DEMO_PASSWORD })).error
        .reason,
    ).toBe('SIGN_IN_FAILED');
    expect((await enter('changer', 'Better@2026')).userid).toBe(mine.userid);
  });

  it('is refused when weak, when the same, and when the old one is wrong; guessing the old one locks', async () => {
    const { auth } = await server.newTenant('guesser');
    const change = (oldPassword: string, password: string) =>
      server.call('upm.sysUser.updatePassword', { oldPassword, password }, auth);
    expect((await change(DEMO_PASSWORD, 'short1')).error.reason).toBe('PASSWORD_WEAK');
    expect((await change(DEMO_PASSWORD, DEMO_PASSWORD)).error.reason).toBe('PASSWORD_SAME');
    for (let i = 0; i < 5; i += 1)
      expect((await change('wrong', 'Better@2026')).error.reason).toBe('PASSWORD_WRONG');
    expect((await change(DEMO_PASSWORD, 'Better@2026')).error.reason).toBe('SIGN_IN_LOCKED');
    expect(
      (await server.call('upm.sysUser.checkPassword', { password: DEMO_PASSWORD }, auth)).error
        .reason,
    ).toBe('SIGN_IN_LOCKED');
  });

  it('changed twice at the same moment is changed once', async () => {
    const { auth } = await server.newTenant('racer');
    const answers = await Promise.all(
      ['First@2026', 'Second@2026'].map((password) =>
        server.call('upm.sysUser.updatePassword', { oldPassword: DEMO_PASSWORD, password }, auth),
      ),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  });
});

describe('where I am signed in', () => {
  it('lists my devices with this one first, and none of other people', async () => {
    await server.newTenant('many');
    const here = await enter('many');
    const { data } = await server.call('upm.person.sessions', {}, here);
    expect(data).toHaveLength(2);
    expect(data.map(({ current }) => current)).toEqual([true, false]);
    expect(JSON.stringify(data)).not.toContain(here.token);
  });

  it('ends one of them, or all others, at once', async () => {
    const { auth: first } = await server.newTenant('ender');
    const [second, here] = [await enter('ender'), await enter('ender')];
    const { data } = await server.call('upm.person.sessions', {}, here);
    const ids = data.filter(({ current }) => !current).map(({ id }) => id);
    expect((await server.call('upm.person.endSession', { id: ids[0]! }, here)).code).toBe(200);
    expect((await server.call('upm.person.endSession', { id: ids[0]! }, here)).error.reason).toBe(
      'SESSION_UNKNOWN',
    );
    expect((await server.call('upm.person.endOtherSessions', {}, here)).data.count).toBe(1);
    for (const gone of [first, second]) expect((await me(gone)).error.reason).toBe('TOKEN_INVALID');
    expect((await me(here)).code).toBe(200);
  });

  it("does not end another person's, which reads as gone", async () => {
    const { auth: victim } = await server.newTenant('victim');
    const { auth: thief } = await server.newTenant('ending-thief');
    const id = (await server.call('upm.person.sessions', {}, victim)).data[0]!.id;
    const [foreign, unknown] = await Promise.all(
      [id, 'made-up'].map((each) => server.call('upm.person.endSession', { id: each }, thief)),
    );
    expect(foreign).toEqual(unknown);
    expect((await me(victim)).code).toBe(200);
  });
});

describe('my sign-ins', () => {
  it('are mine alone, the newest first, with the device in words and what went wrong', async () => {
    const { auth } = await server.newTenant('logged');
    await server.db.withAnonymousTx((tx) =>
      tx.run(
        `insert into log.login (tenant_id, user_id, account, kind, ok, reason, ip, user_agent, at)
      values
      ($1, $2, 'logged', 'password', false, 'SIGN_IN_FAILED', '10.0.0.9',
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36', now() + interval '1 minute'),
      ($1, 'somebody-else', 'x', 'password', true, '', '10.0.0.9', '', now() + interval '2 minutes')`,
        [auth.tenant, auth.userid],
      ),
    );
    const { data } = await server.call('upm.person.signIns', { size: 1 }, auth);
    expect(data.records).toMatchObject([
      { outcome: 'failed', reason: '账号或密码不正确', device: 'Chrome · Windows', ip: '10.0.0.9' },
    ]);
    expect(data).toMatchObject({ current: 1, size: 1 });
    expect((await server.call('upm.person.signIns', { current: 50 }, auth)).data.records).toEqual(
      [],
    );
  });
});
