import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database, TIME_LIMITS } from '../../src/server/kernel/index.ts';
import { requireUsable } from '../../src/server/kernel/external.ts';
import { openTestDatabase, type TestDatabase } from '../../src/server/kernel/testing.ts';
import { testServer, type Auth, type TestServer } from '../../src/server/testing.ts';
import { PGBOUNCER, PgBouncer } from './pgbouncer.testing.ts';

/** Fewer than the server has connections, so that they change sessions all the time. */
const SESSIONS = 3;

/** The pooler of the test knows the way to the PostgreSQL the tests bring along, and to no other. */
const isOther = process.env['TEST_DATABASE_URL'] !== undefined;

describe.skipIf(!PGBOUNCER || isOther)('behind pgbouncer in transaction mode', () => {
  let test: TestDatabase;
  let pooler: PgBouncer;
  let server: TestServer;
  let [admin, user] = [{} as Auth, {} as Auth];

  beforeAll(async () => {
    test = await openTestDatabase();
    pooler = await PgBouncer.start(test.url, SESSIONS);
    server = await testServer({}, false, async () => {
      const db = new Database({
        connection: { connectionString: pooler.via(test.url) },
        direct: { connectionString: test.url },
        poolSize: 8,
        refuseNesting: true,
      });
      return { db, drop: () => db.close() };
    });
    [admin, user] = [await server.signIn('admin'), await server.signIn('user')];
  });
  afterAll(async () => {
    await server?.close();
    await pooler?.stop();
    await test?.drop();
  });

  it('a start without the direct address, or with one that is none, is refused in a sentence', async () => {
    const [direct, pooled] = [test.url, pooler.via(test.url)];
    await requireUsable({ databaseUrl: pooled, directUrl: direct });
    await expect(requireUsable({ databaseUrl: pooled })).rejects.toThrow(
      /经过连接池.*DATABASE_DIRECT_URL/,
    );
    await expect(requireUsable({ databaseUrl: pooled, directUrl: pooled })).rejects.toThrow(
      /DATABASE_DIRECT_URL 也经过连接池/,
    );
    const other = await openTestDatabase(null);
    await expect(requireUsable({ databaseUrl: pooled, directUrl: other.url })).rejects.toThrow(
      /不是同一个数据库/,
    );
    await expect(requireUsable({ databaseUrl: direct, replicaUrl: direct })).rejects.toThrow(
      /DATABASE_REPLICA_URL.*不是/,
    );
    await other.drop();
  });

  it('many people define, write, list and change an object side by side, and each sees their own', async () => {
    const describe = {
      apiName: 'pooled',
      label: '池',
      fields: [
        { apiName: 'name', label: '名称', type: 'text' as const },
        { apiName: 'amount', label: '数量', type: 'text' as const },
      ],
    };
    const made = await server.call('bizmeta.describe.create', { describe }, admin);
    expect(made.code).toBe(200);
    const wave = Array.from({ length: 30 }, async (_, i) => {
      const as = i % 2 ? admin : user;
      const input = {
        object: 'pooled',
        requestId: `pooled ${i}`,
        records: [{ name: `第${i}`, amount: String(i) }],
      };
      const codes = [(await server.call('bizmeta.record.bulkCreate', input, as)).code];
      codes.push(
        (await server.call('bizmeta.record.list', { object: 'pooled', size: 5 }, as)).code,
      );
      codes.push((await server.call('msg.msgsCenterInfo.unread', {}, as)).code);
      return codes;
    });
    expect(new Set((await Promise.all(wave)).flat())).toEqual(new Set([200]));
    const { data } = await server.call('bizmeta.record.list', { object: 'pooled', size: 50 }, user);
    expect(data.total).toBe(30);
  });

  it('no session keeps the role, the company or the limits of the one before', async () => {
    const scope = { tenant: server.demo.tenant };
    const WHO = `select current_user::text as role, current_setting('huozi.tenant', true) as tenant,
      current_setting('statement_timeout') as "statementMs", current_setting('lock_timeout') as "lockMs"`;
    const seconds = (limit: (typeof TIME_LIMITS)['read' | 'write' | 'anonymous']) => ({
      statementMs: `${limit.statementMs / 1_000}s`,
      lockMs: `${limit.lockMs / 1_000}s`,
    });
    const [tenantRole, none] = [`t_${server.demo.tenant.no}`, ''];
    const inside = { role: tenantRole, tenant: server.demo.tenant.id };
    const outside = { role: 'huozi_gate', tenant: none };
    const round = async (): Promise<void> => {
      const [read, written, single, several] = await Promise.all([
        server.db.readTenant(scope, WHO),
        server.db.withTenant(scope, (tx) => tx.query(WHO)),
        server.db.asAnonymous(WHO),
        server.db.withAnonymousTx((tx) => tx.query(WHO)),
      ]);
      expect(read).toEqual([{ ...inside, ...seconds(TIME_LIMITS.read) }]);
      expect(written).toEqual([{ ...inside, ...seconds(TIME_LIMITS.write) }]);
      expect(single).toEqual([{ ...outside, ...seconds(TIME_LIMITS.anonymous) }]);
      expect(several.map((row) => ({ ...row, tenant: none }))).toEqual([
        { ...outside, ...seconds(TIME_LIMITS.anonymous) },
      ]);
    };
    for (let i = 0; i < 10; i += 1) await Promise.all([round(), round()]);
    await expect(
      server.db.asAnonymous('select count(*) from bizmeta.object'),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('a session that ended, a right that was taken away, and a notification take effect as without it', async () => {
    const config = (defaultAccess: 'all' | 'none') =>
      server.call('bizmeta.authgroup.config', { objectApiName: 'pooled', defaultAccess }, admin);
    const list = async () =>
      (await server.call('bizmeta.record.list', { object: 'pooled', size: 5 }, user)).code;
    expect((await config('none')).code).toBe(200);
    expect(await list()).toBe(403);
    await config('all');
    expect(await list()).toBe(200);
    const received = new Promise<string | null>((resolve) => {
      const stop = server.db.listen('huozi_test', (text) => {
        if (text === null) return;
        stop();
        resolve(text);
      });
    });
    const send = () => server.db.asAnonymous("select pg_notify('huozi_test', 'news')::text");
    // Sent until the listening connection is open.
    const sending = setInterval(() => void send(), 100);
    expect(await received).toBe('news');
    clearInterval(sending);
    expect((await server.call('upm.tenant.logout', {}, user)).code).toBe(200);
    expect(await list()).toBe(401);
  });
});
