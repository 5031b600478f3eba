import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type Auth, type TestServer } from '../testing.ts';

let server: TestServer;
let admin: Auth;
let user: Auth;
beforeAll(async () => {
  server = await testServer();
  [admin, user] = [await server.signIn('admin'), await server.signIn('user')];
});
afterAll(() => server.close());

const lines = async (as = admin) =>
  (await server.call('log.operationLog.search', { size: 100 }, as)).data.records;
const newest = async (as = admin) => (await lines(as))[0]!;
const json = { 'content-type': 'application/json' };
/** Sends bytes as they are: a client of ours could not make them. */
const post = (url: string, payload: string, as = admin) =>
  server.inject({ method: 'POST', url, headers: { ...as, ...json }, payload });

const NUL = String.raw`\u0000`;
const LONE = String.raw`\ud800`;

describe('what a caller writes does not stop the operation log', () => {
  it.each([
    [
      'the six characters of an escape in a name that is taken',
      '/upm/roleMenu/save',
      String.raw`{"kind":"role","title":"a\\u0000b"}`,
      200,
    ],
    ['NUL in a value', '/upm/org/deleteOrgGroup', `{"id":"a${NUL}"}`, 400],
    ['a lone surrogate in a value', '/upm/org/deleteOrgGroup', `{"id":"${LONE}"}`, 400],
    ['NUL and a lone surrogate in a key', '/upm/org/deleteOrgGroup', `{"a${NUL}${LONE}":1}`, 400],
    [
      'a lone surrogate in the query',
      `/upm/org/deleteOrgGroup?id=%ED%A0%80&x=%00`,
      '{"id":"1"}',
      undefined,
    ],
    ['NUL in the path', `/upm/tenant/activeAgain/a%00b`, '{}', 400],
    [
      'a surrogate that is cut in two',
      '/system/param/submit',
      JSON.stringify({ key: 'cut.one', name: 'n', value: `${'x'.repeat(199)}😀` }),
      200,
    ],
    ['a body that is no JSON', '/upm/org/deleteOrgGroup', '{"id":', 400],
    [
      'a body of great depth',
      '/upm/org/deleteOrgGroup',
      `{"id":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
      400,
    ],
    [
      'a body of a million characters',
      '/upm/org/deleteOrgGroup',
      JSON.stringify({ id: 'x'.repeat(1_000_000) }),
      undefined,
    ],
    ['a body that is no object', '/upm/org/deleteOrgGroup', '[1]', 400],
    [
      'a name that stands for the prototype',
      '/upm/org/deleteOrgGroup',
      '{"__proto__":{"id":"1"}}',
      400,
    ],
  ])('%s: its line is there when the answer is', async (_, url, payload, code) => {
    const before = (await newest())?.seq ?? 0;
    const answer = await post(url, payload);
    if (code !== undefined) expect(answer.statusCode).toBe(code);
    expect(await newest()).toMatchObject({
      seq: before + 1,
      code: answer.statusCode,
      realName: '顾望舒',
    });
  });

  it('nor that of another company', async () => {
    const other = await server.newTenant('logstopper');
    await post('/upm/roleMenu/save', String.raw`{"kind":"role","title":"x\\u0000"}`, other.auth);
    await post('/upm/org/deleteOrgGroup', `{"id":"${LONE}"}`, other.auth);
    await post('/upm/roleMenu/save', '{"kind":"role","title":"之后的角色"}');
    expect(await newest()).toMatchObject({
      summary: '新建角色',
      about: '角色 之后的角色',
      result: 'ok',
    });
    expect(await lines(other.auth)).toHaveLength(2);
  });

  it('and no line is longer than people read', async () => {
    await server.call(
      'system.param.submit',
      { key: 'long.one', name: '长', value: '很'.repeat(1_000), note: '长'.repeat(500) },
      admin,
    );
    const [row] = await server.db.withOwner((tx) =>
      tx.query<{ bytes: number }>(
        'select max(octet_length(o::text)) as bytes from log.operation o',
      ),
    );
    expect(row!.bytes).toBeLessThan(40_000);
  });
});

describe('what the log says is what was done', () => {
  it('not what was beside it in the address', async () => {
    const payload = '{"kind":"role","title":"真实的角色","functions":["role.manage"]}';
    await post('/upm/roleMenu/save?title=%E6%97%A0%E5%AE%B3&functions=none', payload);
    const line = await newest();
    expect(JSON.stringify(line.detail)).toContain('真实的角色');
    if (line.code === 200) {
      expect(line).toMatchObject({
        about: '角色 真实的角色',
        detail: { title: '真实的角色', functions: ['role.manage'] },
      });
      expect(JSON.stringify(line.detail)).not.toContain('无害');
    } else {
      expect(line.detail).toMatchObject({
        body: { title: '真实的角色' },
        query: { title: '无害' },
      });
    }
  });

  it('with body, query and path apart when it could not be read', async () => {
    await post('/upm/org/deleteOrgGroup?id=other', '{"id":5,"password":"hush"}');
    expect((await newest()).detail).toMatchObject({
      body: { id: 5, password: '（不记录）' },
      query: { id: 'other' },
    });
  });
});

describe('refused attempts of a known user', () => {
  it('without the right to: the subject is logged all the same', async () => {
    const [member] = (await server.call('upm.sysUser.userPageList', { name: '沈青禾' }, admin)).data
      .records;
    const target =
      member ?? (await server.call('upm.sysUser.userPageList', {}, admin)).data.records[0]!;
    expect(
      (await server.call('upm.region.active', { userIds: [target.id], active: false }, user)).code,
    ).toBe(403);
    expect(await newest()).toMatchObject({
      userId: user.userid,
      summary: '停用成员',
      about: `成员 ${target.realName}`,
      code: 403,
      reason: '没有权限进行此操作',
    });
  });
  it('without the right to and with an input that is wrong: the right is what is missing', async () => {
    expect((await post('/upm/region/active', '{"nonsense":1}', user)).statusCode).toBe(403);
    expect(await newest()).toMatchObject({
      userId: user.userid,
      code: 403,
      detail: { body: { nonsense: 1 } },
    });
  });
  it('with headers that do not agree with the token', async () => {
    expect(
      (await post('/upm/org/deleteOrgGroup', '{"id":"1"}', { ...admin, tenant: 'another' }))
        .statusCode,
    ).toBe(403);
    expect(await newest()).toMatchObject({ userId: admin.userid, code: 403 });
  });
  it('of an unknown token belong to no user', async () => {
    const before = (await newest()).seq;
    expect(
      (await post('/upm/org/deleteOrgGroup', '{"id":"1"}', { ...admin, token: 'made-up' }))
        .statusCode,
    ).toBe(401);
    expect((await newest()).seq).toBe(before);
  });
  it('beyond what a person does are not received for a minute, and one line records it', async () => {
    const other = await server.newTenant('hammer');
    const codes = await Promise.all(
      Array.from(
        { length: 310 },
        async () => (await post('/upm/org/deleteOrgGroup', '{"id":1}', other.auth)).statusCode,
      ),
    );
    for (let n = 0; n < 20; n += 1)
      codes.push((await post('/upm/org/deleteOrgGroup', '{"id":1}', other.auth)).statusCode);
    expect(codes.filter((code) => code === 429).length).toBeGreaterThan(15);
    const told = await server.db.withOwner((tx) =>
      tx.query<{ code: number; reason: string }>(
        'select code, reason from log.operation where tenant_id = $1',
        [other.tenant.id],
      ),
    );
    expect(told.filter(({ code }) => code === 429)).toMatchObject([
      { reason: expect.stringContaining('不再受理') as string },
    ]);
    expect(told).toHaveLength(codes.filter((code) => code !== 429).length + 1);
    expect(
      (await post('/upm/roleMenu/save', '{"kind":"role","title":"别人照常"}')).statusCode,
    ).toBe(200);
  });
});

describe('a change and its line', () => {
  it('are stored together: a line that cannot be written undoes the change', async () => {
    const owner = (sql: string) => server.db.asOwner((tx) => tx.query(sql));
    await owner('alter function log.append(jsonb) rename to append_away');
    try {
      expect(
        (await post('/upm/roleMenu/save', '{"kind":"role","title":"没有记录的角色"}')).statusCode,
      ).toBe(500);
    } finally {
      await owner('alter function log.append_away(jsonb) rename to append');
    }
    const roles = (await server.call('upm.role.listRoleByType', {}, admin)).data.map(
      ({ roleName }) => roleName,
    );
    expect(roles).not.toContain('没有记录的角色');
  });
  it('are in one transaction', async () => {
    await post('/upm/roleMenu/save', '{"kind":"role","title":"同一事务"}');
    const [row] = await server.db.withOwner(
      (tx) =>
        tx.query<{ together: boolean }>(`
      select (select xmin from upm.role where name = '同一事务') = (select xmin from log.operation
        where about = '角色 同一事务') as together`),
      server.demo.tenant.id,
    );
    expect(row!.together).toBe(true);
  });
});
