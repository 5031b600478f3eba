import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  Database,
  migrate,
  startCluster,
  TIME_LIMITS,
  type Cluster,
} from '../../src/server/kernel/index.ts';
import { openTestDatabase } from '../../src/server/kernel/testing.ts';
import { allMigrations } from '../../src/server/services.ts';
import { testServer, type TestServer } from '../../src/server/testing.ts';
import { seedDemoTenant } from '../../src/server/upm/index.ts';
import { Clients, Network } from './outage.testing.ts';

/** Short enough to be waited for here; the product's own are in budgets.ts. */
const SHORT = { statementMs: 300, lockMs: 200 };
const limits = { ...TIME_LIMITS, read: SHORT, gate: SHORT, write: SHORT };
const quick = { limits, connectMs: 800 };
/**
 * The longest an answer may take: the session's statement and a connection, with room for a busy
 * machine.
 */
const BOUND_MS = 5_000;
const sleep = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** The tests of one kind of database: `server` and what happens to it are given by the caller. */
function outages(
  serverOf: () => TestServer,
  happenings: Readonly<Record<string, (db: Database) => Promise<void>>>,
): void {
  let clients: Clients;
  beforeEach(async () => {
    clients = await Clients.prepare(serverOf());
  });
  afterEach(async () => {
    await clients.stop();
  });

  it.each(Object.entries(happenings))(
    '%s: callers have to retry, and it recovers by itself with everything it acknowledged, each change with its line of the log',
    async (_name, happen) => {
      clients.start();
      await expect.poll(() => clients.count(200), { interval: 10 }).toBeGreaterThan(16);
      await happen(serverOf().db);
      const before = clients.count(200);
      await expect
        .poll(() => clients.count(200), { interval: 20, timeout: 15_000 })
        .toBeGreaterThan(before + 24);
      const { codes, slowestMs, depts } = await clients.stop();
      expect([...codes.keys()].filter((code) => code !== 200 && code !== 503)).toEqual([]);
      expect(slowestMs).toBeLessThan(BOUND_MS);
      await serverOf().db.ready();
      expect(new Set(await clients.found())).toEqual(new Set([1]));
      const kept = await clients.kept();
      expect(kept.problem).toBe('');
      expect(kept.lines).toEqual(kept.depts);
      expect(depts.filter((title) => !kept.depts.includes(title))).toEqual([]);
      expect(depts.length).toBeGreaterThan(0);
    },
  );
}

/** Ends one connection that requests use, as an administrator does. */
async function endOne(db: Database): Promise<void> {
  const rows = await db.withOwner((tx) =>
    tx.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'huozi' and pid <> pg_backend_pid()
      and usename = current_user order by state_change desc limit 1`),
  );
  expect(rows).toHaveLength(1);
}

describe('when the embedded PostgreSQL fails under load', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'huozi-outage-'));
  let cluster: Cluster;
  let server: TestServer;

  const signal = (name: NodeJS.Signals): void => {
    process.kill(cluster.pid, name);
  };
  /** Children of the postmaster: the sessions and PostgreSQL's own. */
  const children = (): number[] =>
    execFileSync('ps', ['-o', 'pid=', '--ppid', String(cluster.pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
      .map(Number);

  async function open() {
    cluster = await startCluster({ dataDir, unsafe: true });
    // A test cluster acknowledges what is not on disk yet; here what was acknowledged has to
    // survive.
    const db = new Database({
      connection: { ...cluster.connection, options: '-c synchronous_commit=on' },
      poolSize: 8,
      refuseNesting: true,
      ...quick,
    });
    await migrate(db, allMigrations());
    await seedDemoTenant(db, () => undefined);
    return {
      db,
      drop: async () => {
        await db.close();
        await cluster.stop();
      },
    };
  }

  beforeAll(async () => {
    chmodSync(dataDir, 0o711);
    server = await testServer({}, false, open);
  });
  afterAll(async () => {
    await server?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  outages(() => server, {
    'one connection is ended': endOne,
    'it is shut down (SIGINT)': async () => signal('SIGINT'),
    'it is killed': async () => signal('SIGKILL'),
    'it hangs (SIGSTOP) and comes back': async (db) => {
      const stopped = [cluster.pid, ...children()];
      for (const pid of stopped) process.kill(pid, 'SIGSTOP');
      await expect(db.ready()).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
      await sleep(1_500);
      for (const pid of stopped) process.kill(pid, 'SIGCONT');
    },
  });
});

describe('when an external PostgreSQL, or the way to it, fails under load', () => {
  let network: Network;
  let server: TestServer;
  const down = async (): Promise<void> => {
    await sleep(500);
    network.mend();
  };

  beforeAll(async () => {
    server = await testServer({}, false, async () => {
      const { db, url, drop } = await openTestDatabase();
      await db.close();
      network = await Network.to(url);
      const far = new Database({
        connection: { connectionString: network.via(url) },
        poolSize: 8,
        refuseNesting: true,
        ...quick,
      });
      return {
        db: far,
        drop: async () => {
          await far.close();
          await network.close();
          await drop();
        },
      };
    });
  });
  afterAll(() => server?.close());

  outages(() => server, {
    'one connection is ended': endOne,
    'the network breaks': async () => {
      network.cut();
      await down();
    },
    'the network falls silent': async (db) => {
      network.silence();
      await expect(db.ready()).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
      await sleep(1_500);
      network.mend();
    },
  });
});
