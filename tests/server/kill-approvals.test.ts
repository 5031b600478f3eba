import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { draftOf, fold, type FlowEvent, type FlowState } from '../../src/flow/index.ts';
import {
  Database,
  migrate,
  startCluster,
  type Cluster,
  type DemoSeed,
} from '../../src/server/kernel/index.ts';
import type { ServerProcess } from '../../src/server/killable.testing.ts';
import { allMigrations } from '../../src/server/services.ts';
import { seedDemoTenant } from '../../src/server/upm/index.ts';
import { ApprovalsUnderKills, Receiver } from './approvals-under-kills.testing.ts';
import { Processes } from './processes.testing.ts';
import { RoundRobin } from './round-robin.testing.ts';

/**
 * Takes minutes, so it runs where it is asked for:
 * KILL_ROUNDS=20 PROCESSES=2 npx vitest run --project server tests/server/kill-approvals.test.ts
 */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 0);
const PROCESSES = Number(process.env['PROCESSES'] ?? 2);
const LONGEST_MS = 3_000;
/** Every so many rounds the database is killed instead of a server. */
const DATABASE_EVERY = 3;
/** The last to start are asked, wait a minute and are asked again. */
const SETTLED_MS = 300_000;

let dataDir: string | undefined;
let cluster: Cluster;
let db: Database;
let demo: DemoSeed;
let processes: Processes;
let servers: ServerProcess[] = [];
let proxy: RoundRobin;
let outside: Receiver;
let people: ApprovalsUnderKills;

/** A cluster that is killed and comes back; what it acknowledged is in the system's memory. */
async function openCluster(): Promise<string> {
  dataDir = mkdtempSync(join(tmpdir(), 'huozi-kills-'));
  chmodSync(dataDir, 0o711);
  cluster = await startCluster({ dataDir, unsafe: true, maxConnections: 100 });
  const { host, port, user, password } = cluster.connection;
  db = new Database({ connection: cluster.connection, poolSize: 4 });
  await db.asOwner((tx) => tx.query('alter database postgres set synchronous_commit = on'));
  await migrate(db, allMigrations());
  demo = (await seedDemoTenant(db, () => undefined))!;
  return `postgres://${user}:${String(password)}@localhost/postgres?host=${encodeURIComponent(host!)}&port=${port}`;
}

beforeAll(async () => {
  if (ROUNDS === 0) return;
  processes = new Processes(await openCluster(), { OUTBOUND_NETWORKS: '127.0.0.1' });
  servers = await Promise.all(Array.from({ length: PROCESSES }, () => processes.start()));
  proxy = await RoundRobin.before(servers.map(({ url }) => url));
  outside = await Receiver.open();
  people = new ApprovalsUnderKills(proxy.url, outside.url);
  await people.prepare();
});
afterAll(async () => {
  await proxy?.close();
  outside?.close();
  await Promise.all(servers.map((server) => server.kill()));
  processes?.remove();
  await db?.close();
  await cluster?.stop();
  if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true });
});

async function killServer(): Promise<void> {
  const at = Math.floor(Math.random() * PROCESSES);
  await servers[at]!.kill();
  servers[at] = await processes.start();
  proxy.targets = servers.map(({ url }) => url);
}

/** It is started again by who keeps it running, here this process. */
async function killDatabase(): Promise<void> {
  process.kill(cluster.pid, 'SIGKILL');
  await expect
    .poll(
      () =>
        db.ready().then(
          () => true,
          () => false,
        ),
      { timeout: 60_000, interval: 100 },
    )
    .toBe(true);
}

interface Stored {
  id: string;
  status: string;
  state: FlowState;
  starter: string;
  version: number;
  events: { op: string; events: FlowEvent[] }[];
  items: { no: number; state: string }[];
  calls: { id: string; state: string }[];
}
const STORED = `select i.id, i.status, i.state, i.starter_id as starter, i.version_no as version,
  (select json_agg(json_build_object('op', e.op, 'events', e.events) order by seq) from bpm.flow_event e
    where e.tenant_id = i.tenant_id and e.instance_id = i.id) as events,
  (select json_agg(json_build_object('no', no, 'state', state) order by no) from bpm.flow_item x
    where x.tenant_id = i.tenant_id and x.instance_id = i.id) as items,
  (select json_agg(json_build_object('id', c.id, 'state', c.state)) from bpm.flow_call c
    where c.tenant_id = i.tenant_id and c.instance_id = i.id) as calls
  from bpm.flow_instance i where i.tenant_id = $1`;
const LEFT = `select (select count(*) from bpm.flow_instance where status in ('running', 'suspended'))::int as open,
  (select count(*) from bpm.flow_timer)::int as timers,
  (select count(*) from kernel.outbox where topic = 'request')::int as requests`;
const inCompany = <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> =>
  db.withOwner((tx) => tx.query<T>(sql, values), demo.tenant.id);

const count = (events: Stored['events'], op: string): number =>
  events.filter((each) => each.op === op).length;

/** One instance is what its history says, and each thing happened to it once. */
function expectWhole({ id, state, starter, events, items, status, calls, version }: Stored): void {
  const history = events.flatMap((each) => each.events);
  expect(history.reduce(fold, draftOf(starter))).toEqual(state);
  expect(items.map((each) => [each.no, each.state])).toEqual(
    state.items.map((each) => [each.id, each.state]),
  );
  expect(state.status).toBe(status);
  for (const { id: no, state: end } of state.items)
    if (people.approved.has(`${id}.${no}`)) expect(end).toBe('approved');
  expect(status).toBe('approved');
  const happened = ['submit', 'approve', 'performed', 'timeout'].map((op) => count(events, op));
  expect([id, ...happened]).toEqual([id, 1, 2, 1, 1]);
  expect(calls.map((call) => call.state)).toEqual(['sent']);
  expect(outside.keys.has(calls[0]!.id)).toBe(true);
  expect(version).toBeGreaterThanOrEqual(people.movedTo.get(id) ?? 1);
}

it.skipIf(ROUNDS === 0)(
  'servers and the database killed again and again while people approve leave nothing lost, doubled or half done',
  async () => {
    const working = people.work();
    for (let round = 1; round <= ROUNDS; round += 1) {
      await sleep(200 + Math.random() * LONGEST_MS);
      await (round % DATABASE_EVERY === 0 ? killDatabase() : killServer());
    }
    people.stopStarting();
    await expect
      .poll(() => inCompany(LEFT), { timeout: SETTLED_MS, interval: 1_000 })
      .toEqual([{ open: 0, timers: 0, requests: 0 }]);
    people.stop();
    await working;
    const stored = await inCompany<Stored>(STORED, [demo.tenant.id]);
    expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(people.started.values()));
    for (const instance of stored) expectWhole(instance);
    expect(outside.keys.size).toBe(stored.length);
    const repeated = [...outside.keys.values()].filter((times) => times > 1).length;
    process.stdout.write(
      `${ROUNDS} kills of ${PROCESSES} processes and their database: ${people.started.size} started, ` +
        `${people.approved.size} approvals acknowledged, ${people.movedTo.size} moved to newer versions, ` +
        `${outside.keys.size} requests (${repeated} made again with their key)\n`,
    );
  },
  ROUNDS * 40_000 + SETTLED_MS,
);
