import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database, migrate } from '../../src/server/kernel/index.ts';
import { connectionOf } from '../../src/server/kernel/database/servers.ts';
import { filesOf } from '../../src/server/bizmeta/testing/files.ts';
import { allMigrations } from '../../src/server/services.ts';
import { testServer, type Auth, type TestServer } from '../../src/server/testing.ts';
import { seedDemoTenant } from '../../src/server/upm/index.ts';
import { Clients } from './outage.testing.ts';
import { PostgresPair } from './postgres-pair.testing.ts';

/** The longest the server may need to find the promoted standby, with room for a busy machine. */
const RECOVERED_MS = 10_000;

let pair: PostgresPair;
let server: TestServer;
let clients: Clients;
let admin: Auth;

async function open() {
  pair = await PostgresPair.start();
  const db = new Database({
    connection: connectionOf(pair.url),
    replica: { connectionString: pair.standbyUrl },
    poolSize: 8,
    refuseNesting: true,
  });
  await migrate(db, allMigrations());
  await seedDemoTenant(db, () => undefined);
  return {
    db,
    drop: async () => {
      await db.close();
      await pair.stop();
    },
  };
}

beforeAll(async () => {
  server = await testServer({}, false, open);
  clients = await Clients.prepare(server);
  admin = await server.signIn('admin');
});
afterAll(() => server?.close());

const create = async (name: string): Promise<void> => {
  const input = { object: 'outage', requestId: name, records: [{ name }] };
  expect((await server.call('bizmeta.record.bulkCreate', input, admin)).code).toBe(200);
};
/** How many records there are, by a list of figures alone. */
const count = async (as = admin) =>
  (await server.call('bizmeta.record.list', { object: 'outage', size: 0 }, as)).data.total;
/** Whether a read that may use the replica is answered by it. */
const isFromReplica = async (): Promise<boolean> => {
  const scope = { tenant: server.demo.tenant, mayUseReplica: true };
  const sql = 'select pg_is_in_recovery() as standby';
  const [single] = await server.db.readTenant<{ standby: boolean }>(scope, sql, [], {
    replica: true,
  });
  const [report] = await server.db.readTenant<{ standby: boolean }>(scope, sql, [], {
    isReport: true,
    replica: true,
  });
  return single!.standby && report!.standby;
};

it('figures come from the replica, never older than what was acknowledged before', async () => {
  expect(await isFromReplica()).toBe(true);
  for (let i = 1; i <= 10; i += 1) {
    await create(`read ${i}`);
    expect(await count()).toBe(i);
  }
  expect(await isFromReplica()).toBe(true);
  const sql = 'select pg_is_in_recovery() as standby';
  const closed = { tenant: server.demo.tenant };
  expect(await server.db.readTenant(closed, sql, [], { replica: true })).toEqual([
    { standby: false },
  ]);
});

it('a replica that is behind is not asked: own writes are seen, and a right taken away is refused at once', async () => {
  const user = await server.signIn('user');
  expect(await count(user)).toBe(10);
  await pair.standby.ask('select pg_wal_replay_pause()');
  await create('read 11');
  expect(await isFromReplica()).toBe(false);
  expect(await count(user)).toBe(11);
  const shut = await server.call(
    'bizmeta.authgroup.config',
    { objectApiName: 'outage', defaultAccess: 'none' },
    admin,
  );
  expect(shut.code).toBe(200);
  const refused = await server.call('bizmeta.record.list', { object: 'outage', size: 0 }, user);
  expect([refused.code, refused.error.reason]).toEqual([403, 'NO_ACCESS']);
  expect(await count()).toBe(11);
  await pair.standby.ask('select pg_wal_replay_resume()');
  await server.call(
    'bizmeta.authgroup.config',
    { objectApiName: 'outage', defaultAccess: 'all' },
    admin,
  );
  expect(await count(user)).toBe(11);
});

it('reads that the replica breaks off are answered all the same', async () => {
  const sessions = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'huozi'`;
  const counting = Promise.all(Array.from({ length: 20 }, () => count()));
  await pair.standby.ask(sessions);
  expect(new Set(await counting)).toEqual(new Set([11]));
});

/** Rows of companies' tables that were read at the standby. */
const readAtStandby = async (): Promise<number> => {
  const [row] = await pair.standby.ask(
    `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::float8 as rows
      from pg_stat_user_tables where schemaname like 't\\_%'`,
  );
  return row!['rows'] as number;
};

it('files of records are read from the replica, and from the primary while that is behind', async () => {
  const names = async () => {
    const asked = { format: 'csv' as const, fields: ['name'] };
    const { bytes } = await filesOf(server, 'outage').exported(asked, admin);
    return bytes.toString('utf8').trim().split('\r\n').slice(1);
  };
  const before = await readAtStandby();
  expect(await names()).toHaveLength(11);
  // An idle connection writes down what it read after ten seconds.
  await expect.poll(readAtStandby, { timeout: 30_000 }).toBeGreaterThanOrEqual(before + 11);
  await pair.standby.ask('select pg_wal_replay_pause()');
  try {
    await create('read 12');
    expect(await names()).toContain('read 12');
  } finally {
    await pair.standby.ask('select pg_wal_replay_resume()');
  }
});

it('when the primary is killed under load and its standby is promoted, the server goes on by itself with everything it acknowledged', async () => {
  clients.start();
  await expect.poll(() => clients.count(200), { interval: 10 }).toBeGreaterThan(30);
  const since = performance.now();
  await pair.primary.kill();
  await pair.promote();
  const before = clients.served.acknowledged.length;
  await expect
    .poll(() => clients.served.acknowledged.length, { interval: 10, timeout: RECOVERED_MS })
    .toBeGreaterThan(before);
  const recoveredMs = performance.now() - since;
  const later = clients.count(200);
  await expect.poll(() => clients.count(200), { interval: 20 }).toBeGreaterThan(later + 30);
  const { codes, depts } = await clients.stop();
  expect([...codes.keys()].filter((code) => code !== 200 && code !== 503)).toEqual([]);
  expect(recoveredMs).toBeLessThan(RECOVERED_MS);
  await server.db.ready();
  expect(new Set(await clients.found())).toEqual(new Set([1]));
  // The former replica is the primary now, and no replica of it.
  expect(await isFromReplica()).toBe(false);
  const saved = await clients.kept();
  expect(saved.problem).toBe('');
  expect(saved.lines).toEqual(saved.depts);
  expect(depts.filter((title) => !saved.depts.includes(title))).toEqual([]);
});
