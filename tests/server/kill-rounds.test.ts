import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DescribeInput } from '../../src/contract/index.ts';
import type { DemoSeed } from '../../src/server/kernel/index.ts';
import { openTestDatabase, type TestDatabase } from '../../src/server/kernel/testing.ts';
import type { ServerProcess } from '../../src/server/killable.testing.ts';
import type { Auth } from '../../src/server/testing.ts';
import { seedDemoTenant } from '../../src/server/upm/index.ts';
import { callAt, Processes, signInAt } from './processes.testing.ts';
import { RoundRobin } from './round-robin.testing.ts';
import { namesIn, unfinished } from './unfinished.testing.ts';

/**
 * Takes minutes, so it runs where it is asked for:
 * KILL_ROUNDS=20 PROCESSES=4 npx vitest run --project server tests/server/kill-rounds.test.ts
 */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 0);
const PROCESSES = Number(process.env['PROCESSES'] ?? 2);
/** Records of the object whose lists get indexes: above the number from which there are any. */
const LARGE = 25_000;
const ONE_CALL = 5_000;
const LONGEST_MS = 3_000;
/** A job whose process was killed is taken over after ten seconds; its index is built again. */
const SETTLED_MS = 120_000;

let test: TestDatabase;
let demo: DemoSeed;
let processes: Processes;
let servers: ServerProcess[] = [];
let proxy: RoundRobin;
let admin: Auth;
let going = true;
const acknowledged: string[] = [];
const unanswered: string[] = [];

const text = (apiName: string) => ({ apiName, label: apiName, type: 'text' as const });
const LIST = { apiName: 'large', label: '大', fields: ['name', 'a', 'b', 'c'].map(text) };

/** An answer, or 502 when the connection broke. */
const code = (asking: Promise<{ code: number }>): Promise<number> =>
  asking.then(
    (answer) => answer.code,
    () => 502,
  );
const write = (requestId: string): Promise<number> =>
  code(
    callAt(
      proxy.url,
      'bizmeta.record.bulkCreate',
      { object: 'large', requestId, records: [{ name: requestId, a: requestId }] },
      admin,
    ),
  );

async function writing(): Promise<void> {
  while (going) {
    const requestId = randomUUID();
    ((await write(requestId)) === 200 ? acknowledged : unanswered).push(requestId);
  }
}

/** Objects come, change their fields' types and go. */
async function changing(): Promise<void> {
  for (let i = 0; going; i += 1) {
    const describe: DescribeInput = {
      apiName: `changing_${i}`,
      label: '变',
      fields: [text('name'), text('amount')],
    };
    const made = await callAt(proxy.url, 'bizmeta.describe.create', { describe }, admin).catch(
      () => undefined,
    );
    if (made?.code !== 200) continue;
    const fields = [
      text('name'),
      { ...text('amount'), type: 'decimal' as const },
      text(`more_${i}`),
    ];
    const changed = { ...describe, id: made.data.id, version: made.data.version, fields };
    await code(callAt(proxy.url, 'bizmeta.describe.update', { describe: changed }, admin));
  }
}

/** Views come and go, and with them the indexes their orders need. */
async function ordering(): Promise<void> {
  for (let i = 0; going; i += 1) {
    const field = ['a', 'b', 'c'][i % 3]!;
    const view = {
      name: `按 ${i}`,
      kind: 'grid' as const,
      scope: 'shared' as const,
      sort: [{ field, dir: i % 2 ? ('asc' as const) : ('desc' as const) }],
    };
    const made = await callAt(
      proxy.url,
      'bizmeta.customView.create',
      { object: 'large', view },
      admin,
    ).catch(() => undefined);
    await sleep(700);
    if (made?.code === 200)
      await code(
        callAt(proxy.url, 'bizmeta.customView.delete', { id: made.data.id } as never, admin),
      );
  }
}

beforeAll(async () => {
  if (ROUNDS === 0) return;
  test = await openTestDatabase();
  demo = (await seedDemoTenant(test.db, () => undefined))!;
  processes = new Processes(test.url);
  servers = await Promise.all(Array.from({ length: PROCESSES }, () => processes.start()));
  proxy = await RoundRobin.before(servers.map(({ url }) => url));
  admin = await signInAt(proxy.url, 'admin');
  await callAt(proxy.url, 'bizmeta.describe.create', { describe: LIST }, admin);
  for (let made = 0; made < LARGE; made += ONE_CALL) {
    const records = Array.from({ length: ONE_CALL }, (_, i) => ({
      name: `${made + i}`,
      a: `${(made + i) % 977}`,
      b: `${(made + i) % 97}`,
      c: `${(made + i) % 7}`,
    }));
    await callAt(proxy.url, 'bizmeta.record.bulkCreate', { object: 'large', records }, admin);
  }
  await test.db.asOwner((tx) => tx.query('analyze'));
});
afterAll(async () => {
  await proxy?.close();
  await Promise.all(servers.map((server) => server.kill()));
  await test?.drop();
  processes?.remove();
});

it.skipIf(ROUNDS === 0)(
  'processes killed again and again under load leave nothing lost, doubled or half done',
  async () => {
    const working = [writing(), writing(), writing(), changing(), ordering()];
    for (let round = 0; round < ROUNDS; round += 1) {
      await sleep(200 + Math.random() * LONGEST_MS);
      const at = Math.floor(Math.random() * PROCESSES);
      await servers[at]!.kill();
      servers[at] = await processes.start();
      proxy.targets = servers.map(({ url }) => url);
    }
    going = false;
    await Promise.all(working);
    for (const requestId of unanswered) expect(await write(requestId)).toBe(200);
    const counts = new Map<string, number>();
    for (const name of await namesIn(test.db, demo.tenant, 'large'))
      counts.set(name, (counts.get(name) ?? 0) + 1);
    expect(counts.size).toBe(LARGE + acknowledged.length + unanswered.length);
    expect(new Set(counts.values())).toEqual(new Set([1]));
    await expect
      .poll(() => unfinished(test.db), { timeout: SETTLED_MS, interval: 1_000 })
      .toEqual([]);
    process.stdout.write(
      `${ROUNDS} kills of ${PROCESSES} processes: ${acknowledged.length} writes acknowledged, ${unanswered.length} sent again\n`,
    );
  },
  ROUNDS * 30_000 + SETTLED_MS,
);
