import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { fillSearchKeys } from './fill-keys.ts';

let server: TestServer;
let user: Auth;
let stranger: Auth;
let sales: { id: string; children: { id: string; title: string }[] };
beforeAll(async () => {
  server = await testServer();
  user = await server.signIn('user');
  ({ auth: stranger } = await server.newTenant('elsewhere'));
  const [root] = (await server.call('upm.org.assignedTree', { ids: [] }, user)).data;
  sales = root!.children.find(({ title }) => title === '销售中心')!;
});
afterAll(() => server?.close());

const find = async (input: Parameters<typeof server.call<'upm.sysUser.listUserByDefault'>>[1]) =>
  (await server.call('upm.sysUser.listUserByDefault', input, user)).data;
const names = async (input: Parameters<typeof find>[0]) =>
  (await find(input)).map(({ realName }) => realName);
const roles = async () => (await server.call('upm.role.listRoleByType', {}, user)).data;

describe('searching people', () => {
  it.each(['望舒', '顾', 'guwangshu', 'GWS', 'gu wang', 'wangshu', 'ws'])(
    'finds 顾望舒 by %s',
    async (name) => {
      expect(await names({ name })).toContain('顾望舒');
    },
  );
  it.each(['uwang', 'angshu', '%', '_', 'gu|w望'])('finds no one by %s', async (name) => {
    expect(await names({ name })).not.toContain('顾望舒');
  });
  it('puts those whose name begins with the text first', async () => {
    const found = await names({ name: 'l' });
    const begin = found.map((name) => /^[陆李林刘梁罗吕廖黎赖龙雷凌卢鲁路]/.test(name));
    expect(begin).toEqual([...begin].sort((a, b) => Number(b) - Number(a)));
    expect(begin).toContain(true);
  });
  it('answers page by page, each person once and in the same order, and gives the total', async () => {
    for (const ask of [
      { name: 'l' },
      { name: 'l', orgId: sales.id },
      { name: '张' },
      { deptIds: [sales.id], limitType: 'exclude' as const },
    ]) {
      const all = await find({ ...ask, size: 1000 });
      const seen: typeof all = [];
      for (let last: (typeof all)[number] | undefined; ;) {
        const next = await find({
          ...ask,
          size: 2,
          ...(last && { after: { id: last.id, realName: last.realName } }),
        });
        seen.push(...next);
        last = next.at(-1);
        if (next.length < 2) break;
      }
      expect(seen).toEqual(all);
      expect((await server.call('upm.sysUser.countUser', ask, user)).data).toEqual({
        total: all.length,
      });
      expect((await server.call('upm.sysUser.countUser', ask, stranger)).data.total).toBeLessThan(
        2,
      );
    }
    expect((await find({ name: 'l', size: 1000 })).length).toBeGreaterThan(4);
  });
  it('keeps to people, departments with those below, and roles; or to all but those', async () => {
    const everybody = await names({});
    const inSales = await names({ deptIds: [sales.id] });
    const [builders] = (await roles()).filter(({ roleCode }) => roleCode === 'tenant_builder');
    expect(inSales.length).toBeGreaterThan(3);
    expect(
      await names({ deptIds: [sales.id], roleIds: [builders!.id], userIds: [user.userid] }),
    ).toEqual(expect.arrayContaining([...inSales, '陆知行']));
    expect((await names({ deptIds: [sales.id], limitType: 'exclude' })).sort()).toEqual(
      everybody.filter((name) => !inSales.includes(name)).sort(),
    );
    expect(await names({ deptIds: [sales.id], orgId: sales.children[0]!.id })).toEqual(
      await names({ deptIds: [sales.children[0]!.id] }),
    );
    expect(await names({ roleId: builders!.id })).toEqual(['陆知行']);
    expect(await names({ userIds: [user.userid], name: '顾望舒' })).toEqual([]);
  });
  it('finds a name that was changed without its key, and rebuilds the key', async () => {
    await server.db.withOwner(
      (tx) =>
        tx.run(
          `update upm.member set real_name = '欧阳修' where real_name = '陆知行' and tenant_id = $1`,
          [server.demo.tenant.id],
        ),
      server.demo.tenant.id,
    );
    expect([
      await names({ name: '欧阳' }),
      await names({ name: 'oyx' }),
      await names({ name: 'luzhixing' }),
    ]).toEqual([['欧阳修'], [], []]);
    expect(await fillSearchKeys(server)).toBe(1);
    expect(await names({ name: 'oyx' })).toEqual(['欧阳修']);
    await server.db.withOwner(
      (tx) =>
        tx.run(
          `update upm.member set real_name = '陆知行' where real_name = '欧阳修' and tenant_id = $1`,
          [server.demo.tenant.id],
        ),
      server.demo.tenant.id,
    );
    await fillSearchKeys(server);
  });
});

describe('people of a department, page by page', () => {
  const page = async (
    input: Parameters<typeof server.call<'upm.userOrg.getUserByOrg'>>[1],
    as = user,
  ) => (await server.call('upm.userOrg.getUserByOrg', input, as)).data;
  it('answers each person once, in the order of the phone book', async () => {
    const all = await page({ orgId: '-1', active: true });
    const seen: typeof all = [];
    for (let last: (typeof all)[number] | undefined; ;) {
      const next = await page({
        orgId: '-1',
        active: true,
        size: 7,
        ...(last && { afterId: last.id, afterName: last.realName }),
      });
      seen.push(...next);
      last = next.at(-1);
      if (next.length < 7) break;
    }
    expect(seen).toEqual(all);
    expect(all.length).toBeGreaterThanOrEqual(36);
  });
  it('has those below it, and who has left only when asked', async () => {
    const people = await page({ orgId: sales.id, active: true });
    const [first] = people;
    await server.db.withOwner(
      (tx) => tx.run(`update upm.member set state = 'off' where user_id = $1`, [first!.id]),
      server.demo.tenant.id,
    );
    expect((await page({ orgId: sales.id, active: true })).map(({ id }) => id)).not.toContain(
      first!.id,
    );
    expect((await page({ orgId: sales.id, active: false })).map(({ id }) => id)).toContain(
      first!.id,
    );
    await server.db.withOwner(
      (tx) => tx.run(`update upm.member set state = 'active' where user_id = $1`, [first!.id]),
      server.demo.tenant.id,
    );
  });
  it("another company's department is as one that is not there", async () => {
    expect(await page({ orgId: sales.id }, stranger)).toEqual(
      await page({ orgId: 'no-such' }, stranger),
    );
    expect((await server.call('upm.userOrg.getUserByOrg', { orgId: '-1' })).code).toBe(401);
  });
});

describe('names for ids', () => {
  it('names departments, roles and people in the order asked for, and nothing of another company', async () => {
    const [role] = await roles();
    const ask = {
      deptIds: [sales.children[0]!.id, sales.id, 'none'],
      roleIds: [role!.id],
      userIds: [stranger.userid, user.userid],
    };
    const { data } = await server.call('upm.sysUser.listUserByCnd', ask, user);
    expect(data).toMatchObject({
      depts: [{ title: '华东销售部' }, { title: '销售中心' }],
      roles: [{ title: role!.roleName, roleName: role!.roleName }],
      users: [{ id: user.userid, realName: '许清和', deptName: '华东销售部' }],
    });
    expect(
      (await server.call('upm.sysUser.listUserByCnd', { ...ask, userIds: [user.userid] }, stranger))
        .data,
    ).toEqual({ depts: [], roles: [], users: [] });
  });
  it('searches among given people only, and finds none among none', async () => {
    const among = async (ids: string[], name?: string) =>
      (
        await server.call('upm.sysUser.listByIdsAndName', { ids, ...(name && { name }) }, user)
      ).data.map(({ realName }) => realName);
    expect([
      await among([user.userid, stranger.userid]),
      await among([user.userid], 'gws'),
      await among([]),
    ]).toEqual([['许清和'], [], []]);
  });
  it('refuses what is no list of ids, too many of them, and unknown properties', async () => {
    const wrong = async (body: object) =>
      (
        await server.inject({
          method: 'POST',
          url: '/upm/sysUser/listUserByDefault',
          payload: body,
          headers: user,
        })
      ).statusCode;
    expect([
      await wrong({ userIds: 'x' }),
      await wrong({ userIds: Array.from({ length: 1001 }, (_, i) => String(i)) }),
      await wrong({ dynamicIds: ['creator'] }),
      await wrong({ after: {} }),
    ]).toEqual([400, 400, 400, 400]);
  });
});
