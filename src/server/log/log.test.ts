import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { hashToken } from '../kernel/index.ts';
import { testServer, type Auth, type TestServer } from '../testing.ts';
import { logLogin, purgeExpiredLogs } from './index.ts';

let server: TestServer;
let admin: Auth;
let user: Auth;
beforeAll(async () => {
  server = await testServer();
  [admin, user] = [await server.signIn('admin'), await server.signIn('user')];
});
afterAll(() => server.close());

type Search = InputOf<'log.operationLog.search'>;
const operations = async (input: Search = {}, as = admin) =>
  (await server.call('log.operationLog.search', input, as)).data;
const logins = async (input: InputOf<'log.loginLog.list'> = {}, as = admin) =>
  (await server.call('log.loginLog.list', input, as)).data;
/** Lines are written a second after they happened. */
async function written(input: Search, count: number, as = admin) {
  await expect
    .poll(async () => (await operations(input, as)).records.length, { timeout: 4_000 })
    .toBe(count);
  return (await operations(input, as)).records;
}
const setDays = (value: unknown, as = admin) =>
  server.call('system.param.submit', { key: 'invite.validDays', value } as never, as);

describe('the operation log', () => {
  it('shows who did what, when, from where and with what outcome: done, failed and refused alike', async () => {
    await setDays(3);
    await setDays(1_000);
    await setDays(3, user);
    const broken = await server.inject({
      method: 'POST',
      url: '/system/param/submit',
      headers: { ...admin, 'content-type': 'application/json' },
      payload: '{"key":',
    });
    expect(broken.statusCode).toBe(400);
    const lines = await written({ callId: 'system.param.submit' }, 4);
    expect(lines.map(({ result, code, reason }) => [result, code, reason])).toEqual([
      ['failed', 400, '请求内容不是有效的 JSON'],
      ['failed', 403, '没有权限进行此操作'],
      ['failed', 400, expect.stringContaining('超出允许范围')],
      ['ok', 200, ''],
    ]);
    expect(lines[3]).toMatchObject({
      realName: '顾望舒',
      userId: admin.userid,
      service: 'system',
      ip: '127.0.0.1',
      detail: { key: 'invite.validDays', value: 3 },
    });
    expect(lines[1]).toMatchObject({ userId: user.userid });
    expect(lines[3]!.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });
  it('has what was done a moment ago at once', async () => {
    const before = (await operations({ callId: 'system.param.submit' })).records.length;
    await setDays(4);
    expect((await operations({ callId: 'system.param.submit' })).records).toHaveLength(before + 1);
  });
  it('filters, page by page, and comes back to the first', async () => {
    for (let n = 10; n < 17; n += 1)
      await server.call(
        'system.param.submit',
        { key: `walk.n${n}`, name: '第几步', type: 'number', value: n },
        admin,
      );
    await written({ callId: 'system.param.submit', result: 'ok' }, 8);
    const first = await operations({ search: '参数', result: 'ok', size: 3 });
    const second = await operations({ search: '参数', result: 'ok', size: 3, cursor: first.next });
    const third = await operations({ search: '参数', result: 'ok', size: 3, cursor: second.next });
    const seen = [first, second, third].flatMap(({ records }) =>
      records.map(({ detail }) => (detail as { value: number }).value),
    );
    expect(seen).toEqual([16, 15, 14, 13, 12, 11, 10, 3]);
    expect([first.previous, third.next]).toEqual([null, null]);
    const back = await operations({
      search: '参数',
      result: 'ok',
      size: 3,
      cursor: third.previous,
    });
    expect(back.records).toEqual(second.records);
    expect(
      (await operations({ search: '参数', result: 'ok', size: 3, cursor: back.previous })).records,
    ).toEqual(first.records);
    expect((await operations({ from: '2000-01-01', to: '2000-01-02' })).records).toEqual([]);
    expect((await operations({ search: '100%_' })).records).toEqual([]);
  });
  it('never shows another company’s, and only to those who may see it', async () => {
    const other = await server.newTenant('logother');
    await setDays(5, other.auth);
    expect(await written({}, 1, other.auth)).toHaveLength(1);
    expect((await operations({ userId: other.auth.userid })).records).toEqual([]);
    for (const id of [
      'log.operationLog.search',
      'log.loginLog.list',
      'log.operationLog.export',
      'log.loginLog.export',
    ] as const)
      expect((await server.call(id, {}, user)).code).toBe(403);
  });
  it.each(['x', 'o|2026-01-01|1', "o|2026-01-01 00:00:00+00|1' or 1=1"])(
    'refuses the made-up place %s',
    async (cursor) => {
      expect((await server.call('log.operationLog.search', { cursor }, admin)).error).toMatchObject(
        { reason: 'VALUE_FORMAT', errors: [{ path: '/cursor' }] },
      );
    },
  );
  it('refuses days that are none', async () => {
    expect(
      (await server.call('log.operationLog.search', { from: '2026-02-30' }, admin)).error
        .errors?.[0]?.path,
    ).toBe('/from');
  });
  it('leaves as a table in which no cell is a formula', async () => {
    await server.call('system.param.submit', { key: 'evil', name: '=cmd|x', value: '1' }, admin);
    await written({ search: '参数', result: 'ok' }, 9);
    const answer = await server.inject({
      method: 'POST',
      url: '/log/operationLog/export',
      headers: admin,
      payload: { result: 'ok' },
    });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.body.startsWith('\uFEFF时间,操作人,操作,涉及,变化,接口,结果')).toBe(true);
    expect(answer.body.split('\r\n').length).toBeGreaterThan(9);
  });
  it('cannot be changed from within a company', async () => {
    for (const statement of [
      'delete from log.operation',
      "update log.operation set summary = ''",
      'delete from log.login',
    ]) {
      await expect(server.db.withTenant(server.demo, (tx) => tx.run(statement))).rejects.toThrow(
        /permission denied/,
      );
    }
  });
});

describe('the login log', () => {
  const line = {
    userId: null,
    kind: 'password',
    ip: '10.0.0.9',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  } as const;
  it('shows failed attempts and their reasons, in words', async () => {
    const tenantId = server.demo.tenant.id;
    await server.db.withAnonymousTx(async (tx) => {
      await logLogin(tx, {
        ...line,
        tenantId,
        account: '=1+1',
        ok: false,
        reason: 'SIGN_IN_FAILED',
      });
      await logLogin(tx, { ...line, tenantId, account: 'sms-one', kind: 'sms', ok: true });
      await logLogin(tx, {
        ...line,
        tenantId: null,
        account: 'nobody',
        ok: false,
        reason: 'SIGN_IN_FAILED',
      });
    });
    expect((await logins({ search: '10.0.0.9' })).records.map(({ account }) => account)).toEqual([
      'sms-one',
      '=1+1',
    ]);
    expect((await logins({ search: '10.0.0.9', result: 'failed' })).records).toMatchObject([
      {
        result: 'failed',
        reason: '账号或密码不正确',
        kindLabel: '密码登录',
        device: 'Chrome · Windows',
      },
    ]);
    expect((await logins({ kind: 'sms' })).records.map(({ account }) => account)).toEqual([
      'sms-one',
    ]);
    const { body } = await server.inject({
      method: 'POST',
      url: '/log/loginLog/export',
      headers: admin,
      payload: { search: '10.0.0.9' },
    });
    expect(body).toContain(",'=1+1,");
  });
  it('leaves whole, also where it is longer than what is read at a time', async () => {
    const count = 450;
    await server.db.withAnonymousTx((tx) =>
      tx.run(
        `insert into log.login (tenant_id, account, kind, ok, at)
          select $1, 'many-' || n, 'password', true, now() - make_interval(secs => n / 2)
          from generate_series(1, $2) n`,
        [server.demo.tenant.id, count],
      ),
    );
    const { body } = await server.inject({
      method: 'POST',
      url: '/log/loginLog/export',
      headers: admin,
      payload: { search: 'many-' },
    });
    const lines = body.trim().split('\r\n').slice(1);
    expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(count);
    expect(lines.map((line) => line.split(',')[0]!)).toEqual(
      lines.map((line) => line.split(',')[0]!).sort((a, b) => b.localeCompare(a)),
    );
  });
  it('goes when the company’s days are over, and not before', async () => {
    const tenantId = server.demo.tenant.id;
    await server.db.withAnonymousTx((tx) =>
      tx.run(
        `insert into log.login (tenant_id, account, kind, ok, at)
          values ($1, 'old', 'password', true, now() - interval '200 days'), ($1, 'older',
          'password', true, now() - interval '400 days')`,
        [tenantId],
      ),
    );
    await purgeExpiredLogs({ db: server.db, log: server.app.log }, 365, {});
    expect((await logins({ search: 'old' })).records.map(({ account }) => account)).toEqual([
      'old',
    ]);
    await purgeExpiredLogs({ db: server.db, log: server.app.log }, 365, { [tenantId]: 180 });
    expect((await logins({ search: 'old' })).records).toEqual([]);
  });
});

it('a token is no part of a line: what is stored of a session is its person', async () => {
  const rows = await server.db.withOwner(
    (tx) =>
      tx.query<{ all: string }>("select string_agg(o::text, ' ') as all from log.operation o"),
    server.demo.tenant.id,
  );
  expect(rows[0]!.all).not.toContain(admin.token);
  expect(rows[0]!.all).not.toContain(hashToken(admin.token).toString('hex'));
});
