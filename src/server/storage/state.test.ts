import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Logger, DiskSpace } from '../kernel/index.ts';
import { testServer, type Auth, type TestServer } from '../testing.ts';
import { DiskWatch } from './disk-watch.ts';

const MB = 1024 ** 2;
const GB = 1024 ** 3;
const QUOTA = { company: 20 * GB, personDay: GB };
let server: TestServer;
let admin: Auth;
beforeAll(async () => {
  server = await testServer({ storageQuota: QUOTA });
  admin = await server.signIn('admin');
});
afterAll(() => server?.close());

const state = async (as: Auth, at: TestServer = server) =>
  (await at.call('storage.state', {}, as)).data;
const sql = <R extends object>(text: string, values: unknown[] = []) =>
  server.db.withOwner((tx) => tx.query<R>(text, values));

describe('how full the installation is', () => {
  it('is seen whole by who runs it; the administrator of another company sees that company alone, a member nothing', async () => {
    const { tenant, auth } = await server.newTenant('space-other');
    await sql(
      'insert into storage.space (tenant_id, used_bytes, limit_bytes) values ($1, $2, $3)',
      [tenant.id, 1.5 * GB, 2 * GB],
    );
    await sql('insert into storage.space (tenant_id, used_bytes) values ($1, $2)', [
      server.demo.tenant.id,
      100 * MB,
    ]);
    const own = { used: '1.5 GB', limit: '2 GB', percent: 75 };
    expect(await state(auth)).toEqual({
      mine: false,
      own,
      disk: null,
      companies: null,
      unnamedProxy: null,
    });
    expect(await state(admin)).toMatchObject({
      mine: true,
      own: { used: '100 MB', limit: '20 GB', percent: 0 },
      disk: {
        total: expect.stringMatching(/ [GM]B$/) as string,
        free: expect.stringMatching(/ [GMK]B$/) as string,
        withDatabase: true,
      },
      // The demo has a second company, which has no files yet.
      companies: {
        files: '1.6 GB',
        count: 3,
        largest: [
          { id: tenant.id, ...own },
          { id: server.demo.tenant.id, used: '100 MB' },
          { used: '0 KB' },
        ],
      },
    });
    expect((await server.call('storage.state', {}, await server.signIn('user'))).code).toBe(403);
    expect((await server.call('storage.state', {}, await server.signIn('builder'))).code).toBe(403);
  });

  it('says which proxy forwards requests without being named, not what a stranger writes into a header', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    const from = (remoteAddress: string) =>
      server.inject({ method: 'GET', url: '/healthz', headers: forwarded, remoteAddress });
    await from('198.51.100.7');
    expect((await state(admin)).unnamedProxy).toBe(null);
    await server.inject({ method: 'GET', url: '/healthz', remoteAddress: '10.1.2.3' });
    expect((await state(admin)).unnamedProxy).toBe(null);
    await from('10.1.2.3');
    expect((await state(admin)).unnamedProxy).toBe('10.1.2.3');
  });
});

describe('a disk that fills up', () => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const room = (free: number): DiskSpace => {
    const [low, reserve] = [10 * GB, 0.5 * GB];
    return {
      total: 100 * GB,
      free,
      low,
      reserve,
      state: free < reserve ? 'full' : free < low ? 'low' : 'ok',
    };
  };
  let free = 50 * GB;
  /** A server's watch, as it is after a start. */
  const started = () =>
    new DiskWatch({
      db: server.db,
      dataDir: '/srv/huozi',
      log: log as unknown as Logger,
      measure: async () => room(free),
    });
  const lines = () => [log.info, log.warn, log.error].map((level) => level.mock.calls.length);
  const messages = async () => {
    const find = () =>
      server.db.readTenant<{ content: string }>(
        server.demo,
        `select content from msg.message
      where tenant_id = $1 and user_id = $2 and type_code = 'storage_low' order by created_at`,
        [server.demo.tenant.id, admin.userid],
      );
    await expect.poll(() => sql(`select from kernel.outbox where topic = 'message'`)).toEqual([]);
    return (await find()).map(({ content }) => content);
  };

  beforeEach(async () => {
    vi.clearAllMocks();
    await sql(`update storage.disk set state = 'ok'`);
    await server.db.withTenant(server.demo, (tx) =>
      tx.run(`delete from msg.message where tenant_id = $1 and type_code = 'storage_low'`, [
        server.demo.tenant.id,
      ]),
    );
  });

  it('is reported once when it becomes low and once when it is full, with one line of the log for each change', async () => {
    const watch = started();
    for (const gigabytes of [50, 9.9, 9.8, 10.5, 9.9, 0.4, 0.3, 0.52, 0.4]) {
      free = gigabytes * GB;
      await watch.look();
    }
    expect(await messages()).toEqual([
      '磁盘空间不足（剩余 9.9 GB，共 100 GB）。低于 512 MB 时将停止接收文件，请尽快扩大磁盘或清理文件，详情见「系统管理 / 存储空间」',
      '磁盘空间已用尽（剩余 410 MB，共 100 GB），已停止接收文件。请立即扩大磁盘或清理文件，详情见「系统管理 / 存储空间」',
    ]);
    expect(lines()).toEqual([0, 1, 1]);
    expect(log.error.mock.calls[0]![0]).toEqual({
      storage: 'full',
      free: 0.4 * GB,
      total: 100 * GB,
      dataDir: '/srv/huozi',
    });
    free = 50 * GB;
    await watch.look();
    expect([lines(), (await messages()).length]).toEqual([[1, 1, 1], 2]);
  });

  it('is reported once by several processes, and not again after a restart', async () => {
    free = 5 * GB;
    await Promise.all([started(), started(), started()].map((watch) => watch.look()));
    await started().look();
    expect(await messages()).toHaveLength(1);
    // Each process has its own log.
    expect(lines()).toEqual([0, 4, 0]);
  });

  it('is logged while the database refuses, and reported when it takes writes again', async () => {
    free = 5 * GB;
    await sql('alter table storage.disk rename to disk_away');
    const watch = started();
    await expect(watch.look()).rejects.toThrow();
    await sql('alter table storage.disk_away rename to disk');
    await watch.look();
    expect([lines(), (await messages()).length]).toEqual([[0, 1, 0], 1]);
  });
});
