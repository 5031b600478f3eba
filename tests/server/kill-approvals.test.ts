import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InputOf } from '../../src/contract/index.ts';
import { draftOf, fold, type FlowEvent, type FlowState } from '../../src/flow/index.ts';
import type { DemoSeed } from '../../src/server/kernel/index.ts';
import { openTestDatabase, type TestDatabase } from '../../src/server/kernel/testing.ts';
import type { ServerProcess } from '../../src/server/killable.testing.ts';
import type { Auth } from '../../src/server/testing.ts';
import { seedDemoTenant } from '../../src/server/upm/index.ts';
import { callAt, Processes, signInAt } from './processes.testing.ts';
import { RoundRobin } from './round-robin.testing.ts';

/**
 * Takes minutes, so it runs where it is asked for:
 * KILL_ROUNDS=20 PROCESSES=2 npx vitest run --project server tests/server/kill-approvals.test.ts
 */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 0);
const PROCESSES = Number(process.env['PROCESSES'] ?? 2);
const LONGEST_MS = 3_000;
/** How long those who work go on asking after the last kill. */
const SETTLED_MS = 60_000;

let test: TestDatabase;
let demo: DemoSeed;
let processes: Processes;
let servers: ServerProcess[] = [];
let proxy: RoundRobin;
let templateId = '';
const people = new Map<string, Auth>();
let going = true;
/** Starts and approvals that were answered, by their request. */
const started = new Map<string, string>();
const approved = new Set<string>();

/** Asks until there is an answer: a repeated request is carried out once. */
async function untilAnswered<T>(
  ask: () => Promise<{ code: number; msg: string; data: T }>,
): Promise<{ code: number; msg: string; data: T }> {
  const until = Date.now() + SETTLED_MS;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer && answer.code < 500) return answer;
    if (Date.now() > until) throw new Error('no answer');
    await sleep(100);
  }
}

async function starting(): Promise<void> {
  while (going) {
    const requestId = randomUUID();
    const input = { templateId, requestId, record: { name: requestId } };
    const answer = await untilAnswered(() =>
      callAt(proxy.url, 'bpm.work.start', input, people.get('user')),
    );
    expect(answer.msg).toBe('ok');
    started.set(requestId, answer.data.instanceId);
  }
}

async function approving(name: string): Promise<void> {
  const as = people.get(name)!;
  while (going) {
    const todo = await callAt(proxy.url, 'bpm.work.todo', { size: 5 }, as).catch(() => undefined);
    for (const { itemId } of todo?.data.records ?? []) {
      const input: InputOf<'bpm.process.operate'> = {
        itemId: itemId!,
        op: 'approve',
        requestId: randomUUID(),
      };
      const answer = await untilAnswered(() => callAt(proxy.url, 'bpm.process.operate', input, as));
      if (answer.code === 200) approved.add(itemId!);
    }
    await sleep(50);
  }
}

beforeAll(async () => {
  if (ROUNDS === 0) return;
  test = await openTestDatabase();
  demo = (await seedDemoTenant(test.db, () => undefined))!;
  processes = new Processes(test.url);
  servers = await Promise.all(Array.from({ length: PROCESSES }, () => processes.start()));
  proxy = await RoundRobin.before(servers.map(({ url }) => url));
  for (const name of ['builder', 'user', 'leader', 'finance'])
    people.set(name, await signInAt(proxy.url, name));
  const builder = people.get('builder');
  await callAt(
    proxy.url,
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'asked',
        label: '申请',
        fields: [{ apiName: 'name', label: '名称', type: 'text' }],
      },
    },
    builder,
  );
  const asks = (id: string, name: string) => ({
    id,
    type: 'approve' as const,
    name: id,
    candidates: [{ strategy: 30, param: [people.get(name)!.userid] }],
  });
  const committed = await callAt(
    proxy.url,
    'bpm.template.commit',
    {
      template: { name: '申请', objectApiName: 'asked' },
      nodes: {
        id: 'start',
        type: 'start',
        next: {
          ...asks('one', 'leader'),
          next: { ...asks('two', 'finance'), next: { id: 'end', type: 'end' } },
        },
      },
    },
    builder,
  );
  templateId = committed.data.id;
});
afterAll(async () => {
  await proxy?.close();
  await Promise.all(servers.map((server) => server.kill()));
  await test?.drop();
  processes?.remove();
});

interface Stored {
  id: string;
  status: string;
  state: FlowState;
  starter: string;
  events: { events: FlowEvent[] }[];
  items: { no: number; state: string }[];
}

it.skipIf(ROUNDS === 0)(
  'processes killed again and again while people approve leave nothing lost, doubled or half done',
  async () => {
    const working = [starting(), starting(), approving('leader'), approving('finance')];
    for (let round = 0; round < ROUNDS; round += 1) {
      await sleep(200 + Math.random() * LONGEST_MS);
      const at = Math.floor(Math.random() * PROCESSES);
      await servers[at]!.kill();
      servers[at] = await processes.start();
      proxy.targets = servers.map(({ url }) => url);
    }
    going = false;
    await Promise.all(working);
    const stored = await test.db.withOwner(
      (tx) =>
        tx.query<Stored>(
          `select i.id, i.status, i.state, i.starter_id as starter,
            (select json_agg(json_build_object('events', e.events) order by seq) from bpm.flow_event e
              where e.tenant_id = i.tenant_id and e.instance_id = i.id) as events,
            (select json_agg(json_build_object('no', no, 'state', state) order by no) from bpm.flow_item x
              where x.tenant_id = i.tenant_id and x.instance_id = i.id) as items
            from bpm.flow_instance i where i.tenant_id = $1`,
          [demo.tenant.id],
        ),
      demo.tenant.id,
    );
    expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(started.values()));
    for (const { id, state, starter, events, items, status } of stored) {
      const history = events.flatMap((each) => each.events);
      expect(history.reduce(fold, draftOf(starter))).toEqual(state);
      expect(items.map((each) => [each.no, each.state])).toEqual(
        state.items.map((each) => [each.id, each.state]),
      );
      expect(status).toBe(state.status);
      for (const { id: no, state: end } of state.items)
        if (approved.has(`${id}.${no}`)) expect(end).toBe('approved');
    }
    process.stdout.write(
      `${ROUNDS} kills of ${PROCESSES} processes: ${started.size} started, ${approved.size} approvals acknowledged\n`,
    );
  },
  ROUNDS * 30_000 + SETTLED_MS,
);
