// Approvals at size: a person's todo page, the numbers of the lists, one instance, and approving, each
// against a hand-written Fastify route over the same tables that reads and writes the same rows.
// node bench/approvals.mjs [--instances=200000] [--items=5] [--rounds=5] [--seconds=3] [--no-build]
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { fill } from './approvals/fill.mjs';
import { cpuOfChildren } from './lib/cpu.mjs';
import { as, crowdOf } from './lib/crowd.mjs';
import { options, quantile } from './lib/numbers.mjs';
import { measured, report } from './lib/results.mjs';
import { built, cachedData, connectionOf, signIn, started, startServer } from './lib/server.mjs';

const given = options();
const rounds = Number(given.rounds ?? 5);
const seconds = Number(given.seconds ?? 3);
const instances = Number(given.instances ?? 200_000);
const items = Number(given.items ?? 5);
const CALLERS = [1, 16];
const PEOPLE = Math.max(...CALLERS);
const dataDir = cachedData(`approvals-${instances}-${items}-${PEOPLE}`);
const JSON_TYPE = { 'content-type': 'application/json' };

async function burst(given, connections, duration = seconds) {
  const { postgres, people, pathOf, ...target } = given;
  const times = [];
  const before = cpuOfChildren(postgres);
  const began = performance.now();
  const running = autocannon({ ...target, ...as(people, pathOf), connections, duration });
  running.on('response', (_client, _status, _bytes, time) => {
    times.push(time);
  });
  const { non2xx, errors } = await running;
  const wall = performance.now() - began;
  if (non2xx + errors > 0) throw new Error(`${target.url}：${non2xx + errors} 个请求失败`);
  // On a busy machine no answer may come within a burst.
  if (times.length === 0) return burst(given, connections, duration * 4);
  return {
    p50: quantile(times, 0.5),
    rps: times.length / (wall / 1000),
    postgres: (cpuOfChildren(postgres) - before) / times.length,
  };
}

/** Each person approves their own items, one after the other. */
async function burstOfApprovals({ queues, people, approve, postgres }, connections) {
  const times = [];
  const before = cpuOfChildren(postgres);
  const began = performance.now();
  await Promise.all(
    people.slice(0, connections).map(async (person, i) => {
      while (performance.now() - began < seconds * 1_000) {
        const id = queues[i].pop();
        if (id === undefined) throw new Error('没有更多待办可以审批，请用更大的 --instances');
        const sent = performance.now();
        await approve(id, person);
        times.push(performance.now() - sent);
      }
    }),
  );
  const wall = performance.now() - began;
  return {
    p50: quantile(times, 0.5),
    rps: times.length / (wall / 1000),
    postgres: (cpuOfChildren(postgres) - before) / times.length,
  };
}

const LINES = [
  ['p50', '一次请求 p50', 'ms', { aim: 1.5 }],
  ['rps', '每秒请求', '次', { aim: 1.5, more: true }],
  ['postgres', 'PostgreSQL 的 CPU，每次请求', 'ms', {}],
];
async function measure(title, targets, burstOf = burst) {
  const lines = [];
  for (const connections of CALLERS) {
    const found = { ours: [], floor: [] };
    for (const name of ['ours', 'floor']) await burstOf(targets[name], connections);
    for (let round = 0; round < rounds; round++)
      for (const name of round % 2 ? ['floor', 'ours'] : ['ours', 'floor'])
        found[name].push(await burstOf(targets[name], connections));
    for (const [key, what, unit, more] of LINES)
      lines.push(
        measured(
          `${title}，${connections} 个并发，${what}`,
          unit,
          found.ours.map((r) => r[key]),
          found.floor.map((r) => r[key]),
          more,
        ),
      );
  }
  return lines;
}

async function sent(url, headers, body) {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (answer.code !== 200) throw new Error(`${url}：${JSON.stringify(answer).slice(0, 300)}`);
  return answer.data;
}

/** Ids of the items that wait for each of these people, the oldest first. */
async function waitingOf(client, people) {
  const { rows } = await client.query(
    `select user_id, array_agg(instance_id || '.' || no order by created_at) as ids
      from bpm.flow_item where tenant_id = $1 and user_id = any($2) and state = 'active' group by 1`,
    [people[0].tenant, people.map(({ userid }) => userid)],
  );
  return new Map(rows.map(({ user_id: id, ids }) => [id, ids]));
}

/** One decision of the core alone, in words. */
function decisions() {
  const program = ['node_modules/tsx/dist/cli.mjs', 'bench/approvals/decide.ts'];
  const times = JSON.parse(execFileSync(process.execPath, program, { encoding: 'utf8' }));
  return `核心判断一次同意：3 步的流程 ${times[3].toFixed(0)} 微秒，250 步的 ${times[250].toFixed(0)} 微秒。`;
}

async function run() {
  await built();
  const server = await startServer(dataDir);
  const client = new pg.Client(connectionOf(dataDir));
  await client.connect();
  let floor;
  try {
    const others = await crowdOf(client, server.url, 'leader', PEOPLE - 1);
    const people = [await signIn(server.url, 'leader'), ...others];
    const headers = { ...people[0], ...JSON_TYPE };
    if (!existsSync(join(dataDir, 'approvals'))) {
      console.log(`生成 ${instances} 个流程、${instances * items} 项待办，只需一次 …`);
      const builder = { ...(await signIn(server.url, 'builder')), ...JSON_TYPE };
      await fill(client, (path, body) => sent(`${server.url}${path}`, builder, body), {
        instances,
        items,
        leader: headers.userid,
        others: others.map(({ userid }) => userid),
        tenant: headers.tenant,
      });
      writeFileSync(join(dataDir, 'approvals'), '');
    }
    const env = {
      FLOOR_DB: JSON.stringify(connectionOf(dataDir)),
      FLOOR_TENANT: headers.tenant,
    };
    floor = await started(['bench/approvals/floor.mjs'], env, /已启动：(http:\S+)/);
    const pid = join(dataDir, 'pg', 'postmaster.pid');
    const postgres = Number(readFileSync(pid, 'utf8').split('\n')[0]);
    const both = (path, floorPath, body, method = 'POST') => {
      const asked = { method, postgres, people, ...(body && { body: JSON.stringify(body) }) };
      return {
        ours: { ...asked, url: `${server.url}${path}` },
        floor: { ...asked, url: `${floor.url}${floorPath}` },
      };
    };
    const ask = { current: 1, size: 20 };
    const page = await sent(`${server.url}/bpm/work/todo`, headers, { ...ask, size: 200 });
    const { templateId } = page.records[0];
    const waiting = await waitingOf(client, people);
    const opened = ({ userid }) => `instanceId=${waiting.get(userid)[0].split('.')[0]}`;
    const opening = { method: 'GET', postgres, people };
    const lines = [
      ...(await measure('待办第一页', both('/bpm/work/todo', '/todo', ask))),
      ...(await measure(
        '待办第一页，按流程筛选',
        both('/bpm/work/todo', '/todo', { ...ask, templateId }),
      )),
      ...(await measure(
        '各列表的条数',
        both('/bpm/work/dashboard/count', '/count', undefined, 'GET'),
      )),
      ...(await measure('打开一个流程', {
        ours: {
          ...opening,
          url: server.url,
          pathOf: (person) => `/bpm/process/detail?${opened(person)}`,
        },
        floor: { ...opening, url: floor.url, pathOf: (person) => `/detail?${opened(person)}` },
      })),
    ];
    const queues = (part) =>
      people.map(({ userid }) => waiting.get(userid).filter((_, i) => i % 2 === part));
    const approving = { people, postgres };
    lines.push(
      ...(await measure(
        '同意',
        {
          ours: {
            ...approving,
            queues: queues(0),
            approve: (itemId, person) =>
              sent(
                `${server.url}/bpm/process/operate`,
                { ...person, ...JSON_TYPE },
                { itemId, op: 'approve' },
              ),
          },
          floor: {
            ...approving,
            queues: queues(1),
            approve: (itemId, person) =>
              sent(`${floor.url}/approve`, { ...person, ...JSON_TYPE }, { itemId }),
          },
        },
        burstOfApprovals,
      )),
    );
    const { rows: versions } = await client.query('show server_version');
    const result = {
      name: 'approvals',
      title: `审批：${instances.toLocaleString('en')} 个流程，${(instances * items).toLocaleString('en')} 项待办`,
      floor: '手写的 Fastify 路由，读写同样的表和行，没有会话、角色与流程规则',
      command: 'npm run bench -- approvals',
      rounds,
      lines,
      note: decisions(),
    };
    report(result, { postgres: versions[0].server_version });
  } finally {
    await client.end();
    await floor?.stop();
    await server.stop();
  }
}

await run();
