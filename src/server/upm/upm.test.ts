import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '../kernel/index.ts';
import { testServer, type Auth, type TestServer } from '../testing.ts';

let server: TestServer;
let admin: Auth;
let user: Auth;
const PASSWORD = 'Huozi@2026';

beforeAll(async () => {
  server = await testServer();
  [admin, user] = [await server.signIn('admin'), await server.signIn('user')];
});
afterAll(() => server?.close());

const who = (as?: Auth) => server.call('upm.region.profileSummary', {}, as);
const asOwner = (sql: string, values: unknown[] = [], tenant = server.demo.tenant.id) =>
  server.db.withOwner((tx) => tx.run(sql, values), tenant);

describe('signing in', () => {
  it('answers the token, the four headers and who the person is', async () => {
    const { code, data } = await server.call('upm.anno.signIn', {
      account: 'builder',
      password: PASSWORD,
    });
    expect(code).toBe(200);
    expect(data.token).toMatch(/^[\w-]{43}$/);
    expect(data).toMatchObject({
      userid: data.user.id,
      tenant: data.tenantId,
      regionId: data.regionCode,
      isBuilder: 1,
    });
    expect(data.user).toMatchObject({ name: 'builder', isSuper: 0, hasPwd: true });
    expect(data.roleList).toEqual([{ roleCode: 'tenant_builder', roleName: '搭建者' }]);
    expect(data.deptList[0]?.title).toBe('信息技术部');
  });

  it('reads the same for a wrong password, an unknown account and a person without a password', async () => {
    const answers = await Promise.all(
      ['admin', 'nobody-here', 'staff01'].map((account) =>
        server.call('upm.anno.signIn', { account, password: 'Wrong@2026' }),
      ),
    );
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 400, code: 400, msg: '账号或密码不正确' });
    expect(new Set(answers.map(({ error }) => JSON.stringify(error))).size).toBe(1);
  });

  it('takes e-mail or mobile for the account name, in any case', async () => {
    await asOwner(
      `update upm.app_user set email = 'Lead@Huozi.Example', mobile = '10000000001'
        where account = 'user'`,
    );
    for (const account of ['lead@huozi.example', '10000000001', 'USER']) {
      expect(
        (await server.call('upm.anno.signIn', { account, password: PASSWORD })).data.userid,
      ).toBe(user.userid);
    }
  });

  it('stores neither password nor token as they are', async () => {
    const rows = await server.db.withOwner((tx) =>
      tx.query<{ text: string }>(
        'select s::text as text from upm.session s union all select u::text from upm.app_user u',
      ),
    );
    const all = rows.map(({ text }) => text).join('\n');
    expect(all).not.toContain(PASSWORD);
    expect(all).not.toContain(admin.token);
    expect(all).toContain('$argon2id$');
  });
});

describe('a session', () => {
  it('is asked for: no token, an unknown one, and an expired one each read their own', async () => {
    expect(await who()).toMatchObject({ status: 401, error: { reason: 'TOKEN_MISSING' } });
    expect(await who({ ...admin, token: 'x'.repeat(43) })).toMatchObject({
      status: 401,
      error: { reason: 'TOKEN_INVALID' },
    });
    for (const column of ['last_seen_at', 'expires_at']) {
      const { auth } = await server.newTenant(`late-${column}`);
      await asOwner(
        `update upm.session set ${column} = now() - interval '13 hours' where token_hash = $1`,
        [hashToken(auth.token)],
      );
      expect(await who(auth)).toMatchObject({ status: 401, error: { reason: 'TOKEN_EXPIRED' } });
    }
  });

  it('is refused when user, tenant or region beside the token are another or left out', async () => {
    const { auth: other } = await server.newTenant('other-co');
    const { tenant: _left, ...without } = admin;
    for (const forged of [
      { ...admin, tenant: other.tenant },
      { ...admin, userid: user.userid },
      { ...admin, regionid: 'cn-west' },
      { ...other, token: admin.token },
      without as Auth,
    ]) {
      expect(await who(forged)).toMatchObject({
        status: 403,
        error: { reason: 'TENANT_MISMATCH' },
      });
    }
  });

  it('ends with signing out, at once', async () => {
    const { auth } = await server.newTenant('leaver');
    expect((await server.call('upm.tenant.logout', { token: auth.token }, auth)).code).toBe(200);
    expect((await who(auth)).error.reason).toBe('TOKEN_INVALID');
  });

  it('ends when the member or the person is switched off', async () => {
    for (const [index, table] of ['member', 'app_user'].entries()) {
      const { auth, tenant } = await server.newTenant(`off-${index}`);
      await asOwner(
        `update upm.${table} set state = 'off' where ${table === 'member' ? 'user_id' : 'id'} = $1`,
        [auth.userid],
        tenant.id,
      );
      expect((await who(auth)).error.reason).toBe('TOKEN_INVALID');
    }
  });
});

describe('people and departments', () => {
  it('finds people by part of the name, in the order of the phone book, with their department', async () => {
    const { data } = await server.call('upm.sysUser.listUserByDefault', { name: '' }, user);
    const names = data.map(({ realName }) => realName);
    expect(names.length).toBeGreaterThanOrEqual(36);
    expect(names).toEqual([...names].sort(new Intl.Collator('zh-CN').compare));
    const found = await server.call('upm.sysUser.listUserByDefault', { name: '望舒' }, user);
    expect(found.data).toMatchObject([
      { id: admin.userid, realName: '顾望舒', deptName: '总经办' },
    ]);
    expect((await server.call('upm.sysUser.listUserByDefault', { name: '%' }, user)).data).toEqual(
      [],
    );
  });

  it('answers people of a department with those below it', async () => {
    const [root] = (await server.call('upm.org.assignedTree', { ids: [] }, user)).data;
    expect(root).toMatchObject({ id: '-1', title: '全部' });
    const sales = root!.children.find(({ title }) => title === '销售中心')!;
    expect(sales.children.map(({ title }) => title)).toEqual([
      '华东销售部',
      '华南销售部',
      '华北销售部',
      '大客户部',
    ]);
    const { data } = await server.call(
      'upm.sysUser.listUserByDefault',
      { deptIds: [sales.id] },
      user,
    );
    expect(data.map(({ deptName }) => deptName)).toEqual(
      expect.arrayContaining(['华东销售部', '大客户部']),
    );
    const [part] = (
      await server.call('upm.org.assignedTree', { ids: [sales.id, sales.children[0]!.id] }, user)
    ).data;
    expect(part!.children).toEqual([sales]);
  });

  it('names people by id in the given order, and none of another tenant', async () => {
    const { auth } = await server.newTenant('stranger');
    const { data } = await server.call(
      'upm.sysUser.listUserByIds',
      { ids: [user.userid, auth.userid, admin.userid, 'unknown'] },
      user,
    );
    expect(data.map(({ id }) => id)).toEqual([user.userid, admin.userid]);
    expect(
      (await server.call('upm.sysUser.listUserByDefault', {}, auth)).data.map(({ id }) => id),
    ).toEqual([auth.userid]);
  });
});

describe('what forms choose from', () => {
  it('areas are one tree for all users, revalidated in a few bytes', async () => {
    const first = await server.inject({ method: 'GET', url: '/upm/public/listArea' });
    const tree = (
      first.json() as {
        data: {
          code: string;
          label: string;
          children?: {
            code: string;
            label: string;
            children?: { code: string; label: string }[];
          }[];
        }[];
      }
    ).data;
    expect(tree.length).toBe(34);
    const zhejiang = tree.find((area) => area.code === '330000');
    expect(zhejiang?.children?.find((area) => area.code === '330100')?.children).toContainEqual({
      code: '330106',
      label: '西湖区',
    });
    const again = await server.inject({
      method: 'GET',
      url: '/upm/public/listArea',
      headers: { 'if-none-match': String(first.headers['etag']) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it("roles are the company's own", async () => {
    const mine = (await server.call('upm.role.listRoleByType', {}, user)).data;
    expect(mine.map((role) => role.roleName)).toContain('搭建者');
    const { auth } = await server.newTenant('roles');
    const theirs = (await server.call('upm.role.listRoleByType', {}, auth)).data;
    expect(theirs.some((role) => mine.some(({ id }) => id === role.id))).toBe(false);
    expect((await server.call('upm.role.listRoleByType', {})).code).toBe(401);
  });
});
