// Lists of 50 of 1,000,000 orders (bench/list/statement.mjs), one order and its change, through the
// whole built server, each against a hand-written Fastify route that runs the same SQL as fixed text on
// the same indexes. node bench/list.mjs [--rounds=5] [--seconds=3] [--records=1000000] [--no-build]
// With --scoped the lists of someone who sees the orders of their departments and those below, and 500
// that are shared with them, against the same lists of someone who sees all.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import autocannon from 'autocannon';
import pg from 'pg';
import { cpuOf, cpuOfChildren } from './lib/cpu.mjs';
import { as, crowdOf } from './lib/crowd.mjs';
import { options, quantile } from './lib/numbers.mjs';
import { measured, report, shown } from './lib/results.mjs';
import {
  built,
  cachedData,
  call,
  connectionOf,
  finished,
  signIn,
  started,
  startServer,
} from './lib/server.mjs';
import { FIELDS, LISTS } from './list/statement.mjs';

const given = options();
const rounds = Number(given.rounds ?? 5);
const seconds = Number(given.seconds ?? 3);
const USUAL = 1_000_000;
const records = Number(given.records ?? USUAL);
const PATH = '/bizmeta/v1/object/salesOrder/controller/List';
const dataDir = cachedData(`orders-${records}`);
const scoped = given.scoped !== undefined;
const NAME = scoped ? 'scoped' : records === USUAL ? 'list' : 'large';
const CALLERS = [1, 16];

/** Names the floor's text is made of, as they are in this database. */
async function names(client, tenant) {
  const [{ no: tenantNo }] = (
    await client.query('select no from upm.tenant where id = $1', [tenant])
  ).rows;
  const { rows } = await client.query(
    `select o.api_name as object, o.no, f.api_name as field, f.no as column, f.settings from bizmeta.object o
    join bizmeta.field f on f.tenant_id = o.tenant_id and f.object_id = o.id
      and f.removed_at is null where o.tenant_id = $1 and o.deleted_at is null`,
    [tenant],
  );
  const table = (object) => `"t_${tenantNo}"."o_${rows.find((row) => row.object === object).no}"`;
  const columns = (object) =>
    Object.fromEntries(
      FIELDS[object].map((field) => [
        field,
        `f_${rows.find((row) => row.object === object && row.field === field).column}`,
      ]),
    );
  return {
    orders: table('salesOrder'),
    log: table('salesOrder').replace(/"$/, '_log"'),
    customers: table('customer'),
    opportunities: table('opportunity'),
    tenant,
    o: columns('salesOrder'),
    c: columns('customer'),
    p: columns('opportunity'),
    statuses: rows
      .find((row) => row.object === 'salesOrder' && row.field === 'status')
      .settings.options.map(({ code }) => code),
  };
}

/** A request the server had no room for within the time people wait: it says so, and the floor never. */
const REFUSED = 503;

/**
 * One burst of requests; milliseconds of each answer, answers a second, what node and PostgreSQL
 * spent on one, and how many requests were refused.
 */
async function burst(target, connections, duration) {
  const { pid, postgres, people, ...request } = target;
  const times = [];
  let refused = 0;
  const before = [cpuOf(pid), cpuOfChildren(postgres)];
  const began = performance.now();
  const running = autocannon({ ...request, ...as(people), connections, duration, timeout: 60 });
  running.on('response', (_client, status, _bytes, time) => {
    if (status === REFUSED) refused += 1;
    else times.push(time);
  });
  const { non2xx, errors, timeouts } = await running;
  const wall = performance.now() - began;
  const failed = non2xx + errors - refused;
  if (failed > 0)
    throw new Error(
      `${target.url}：${failed} 个请求失败（${non2xx} 个不是 2xx，${errors} 个出错，其中 ${timeouts} 个超时）`,
    );
  // A list that reads the whole table may take longer than a burst.
  if (times.length === 0) return burst(target, connections, duration * 4);
  return {
    p50: quantile(times, 0.5),
    p975: quantile(times, 0.975),
    rps: times.length / (wall / 1000),
    node: (cpuOf(pid) - before[0]) / times.length,
    postgres: (cpuOfChildren(postgres) - before[1]) / times.length,
    refused: refused / (refused + times.length),
  };
}

/**
 * An answer, with only whether there is a cursor: that of the product is signed with a key of its
 * own.
 */
async function answerOf({ url, headers, people, body }) {
  const sent = { method: 'POST', headers: { ...headers, ...people?.[0] }, body };
  const answer = await (await fetch(url, sent)).json();
  return { ...answer, data: { ...answer.data, cursor: answer.data.cursor !== null } };
}

async function compare(title, ours, floor) {
  const [a, b] = [await answerOf(ours), await answerOf(floor)];
  if (!isDeepStrictEqual(a, b))
    throw new Error(
      `${title}：两边的答复不同：${JSON.stringify(a).slice(0, 300)} / ${JSON.stringify(b).slice(0, 300)}`,
    );
  console.log(
    `${title}：两边的答复相同，${a.data.records.length} 条记录，${(JSON.stringify(a).length / 1000).toFixed(1)} kB`,
  );
}

/**
 * A burst of changes: each connection changes an order of its own again and again, by the version
 * the last change gave it.
 */
async function burstOfChanges({ orders, change, pid, postgres }, connections, duration) {
  const times = [];
  const before = [cpuOf(pid), cpuOfChildren(postgres)];
  const began = performance.now();
  await Promise.all(
    orders.slice(0, connections).map(async (order) => {
      while (performance.now() - began < duration * 1_000) {
        const sent = performance.now();
        order.version = await change(order, times.length);
        times.push(performance.now() - sent);
      }
    }),
  );
  const wall = performance.now() - began;
  return {
    p50: quantile(times, 0.5),
    p975: quantile(times, 0.975),
    rps: times.length / (wall / 1000),
    node: (cpuOf(pid) - before[0]) / times.length,
    postgres: (cpuOfChildren(postgres) - before[1]) / times.length,
  };
}

const LINES = [
  ['p50', '一次请求 p50', 'ms', { aim: 1.5 }],
  ['rps', '每秒请求', '次', { aim: 1.5, more: true }],
  ['postgres', 'PostgreSQL 的 CPU，每次请求', 'ms', {}],
];

/** Where requests were refused, and how many at most. */
const refusals = [];
const noteOfRefusals = () =>
  refusals.length === 0 ? undefined : `被拒绝、须稍后再试的请求：${refusals.join('；')}。`;

async function measure(title, targets, { burstOf = burst, callers = CALLERS } = {}) {
  const lines = [];
  for (const connections of callers) {
    const found = { ours: [], floor: [] };
    for (const name of ['ours', 'floor']) await burstOf(targets[name], connections, 1);
    for (let round = 0; round < rounds; round++) {
      for (const name of round % 2 ? ['floor', 'ours'] : ['ours', 'floor'])
        found[name].push(await burstOf(targets[name], connections, seconds));
    }
    const refused = Math.max(...found.ours.map((each) => each.refused ?? 0));
    if (refused > 0) refusals.push(`${title}，${connections} 个并发：${shown(refused * 100)} %`);
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

/** How long the indexes of a million orders may take on a busy machine. */
const INDEXES_MS = 15 * 60_000;
const UNREADY = `select count(*)::int as n, count(*) filter (where state in ('wanted',
  'building'))::int as left from bizmeta.object_index where reason = 'asked'
  or state in ('wanted', 'building')`;

/** Asks for every list until those that are asked for often have got their indexes. */
async function indexed(client, ask) {
  const until = Date.now() + INDEXES_MS;
  for (let rested = false; Date.now() < until;) {
    for (const { request } of LISTS) await ask(request);
    const [{ n, left }] = (await client.query(UNREADY)).rows;
    if (n > 0 && left === 0 && rested) return void (await client.query('analyze'));
    rested = n > 0 && left === 0;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  }
  throw new Error('列表索引没有建好');
}

const PATHS = '/bizmeta/v1/object/salesOrder';
const JSON_TYPE = { 'content-type': 'application/json' };

const detailTargets = (server, floor, people, id, { pid, postgres }) => {
  const asked = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ id }), postgres };
  return {
    ours: { ...asked, url: `${server.url}${PATHS}/controller/Detail`, people, pid: pid.ours },
    floor: { ...asked, url: `${floor.url}/detail`, pid: pid.floor },
  };
};
async function compareDetail({ ours, floor }) {
  const read = async ({ url, headers, people, body }) =>
    (await fetch(url, { method: 'POST', headers: { ...headers, ...people?.[0] }, body })).json();
  const [a, b] = [await read(ours), await read(floor)];
  // What the reader may do, and where an approval of it is, only the product knows.
  delete a.data.rights;
  delete a.data.record.flowStatus;
  if (!isDeepStrictEqual(a, b))
    throw new Error(`一条记录：两边的答复不同：${JSON.stringify(a)} / ${JSON.stringify(b)}`);
}

/** Orders of their own for each side: both change an amount and log it. */
function changeTargets(server, floor, people, records, { pid, postgres }) {
  const half = records.length / 2;
  const owned = records.map((record, i) => ({ ...record, by: people[i % people.length] }));
  const sent = async (url, head, body) => {
    const answer = await (
      await fetch(url, { method: 'POST', headers: head, body: JSON.stringify(body) })
    ).json();
    if (answer.code !== 200) throw new Error(`${url}：${JSON.stringify(answer).slice(0, 300)}`);
    return answer.data;
  };
  return {
    ours: {
      orders: owned.slice(0, half),
      pid: pid.ours,
      postgres,
      change: async ({ id, version, by }, n) => {
        const record = { id, version, amount: 100 + (n % 900) };
        const headers = { ...JSON_TYPE, ...by };
        await sent(`${server.url}${PATHS}/action/BulkEdit`, headers, { records: [record] });
        return version + 1;
      },
    },
    floor: {
      orders: owned.slice(half),
      pid: pid.floor,
      postgres,
      change: async ({ id, version, by }, n) =>
        (
          await sent(`${floor.url}/update`, JSON_TYPE, {
            id,
            version,
            amount: 100 + (n % 900),
            by: by.userid,
          })
        ).version,
    },
  };
}

/** Orders that are shared with the person whose lists are measured, and so many with one call. */
const SHARED = 500;
const SHARED_AT_ONCE = 100;
/** Lists that do not go through other objects, of which the two people see different records. */
const OF_ORDERS = ['default', 'sorted', 'contains', 'two'];

/** Shares orders that are not of their departments with the leaders, once. */
async function share(server, leaders) {
  const builder = { ...(await signIn(server.url, 'builder')), ...JSON_TYPE };
  for (let at = 0; at < SHARED / SHARED_AT_ONCE; at++) {
    const { records: some } = await call(server.url, builder, PATH, {
      fields: ['amount'],
      size: SHARED_AT_ONCE,
      current: at + 1,
      sort: [{ field: 'createdAt', dir: 'asc' }],
    });
    await call(server.url, builder, '/bizmeta/v1/share/save', {
      objectApiName: 'salesOrder',
      recordIds: some.map(({ id }) => id),
      subjects: { userIds: leaders.map(({ userid }) => userid) },
      level: 'view',
    });
  }
}

/** Each list as the leaders see it against the same of those who see everything. */
async function measureScoped(server, everything, postgres, leaders) {
  await share(server, leaders);
  const lines = [];
  for (const { title, request } of LISTS.filter(({ name }) => OF_ORDERS.includes(name))) {
    const of = (people) => ({
      url: `${server.url}${PATH}`,
      method: 'POST',
      headers: JSON_TYPE,
      people,
      body: JSON.stringify(request),
      pid: server.pid,
      postgres,
    });
    lines.push(...(await measure(title, { ours: of(leaders), floor: of(everything) })));
  }
  report({
    name: NAME,
    title: `列表：${records.toLocaleString('en')} 条订单，所负责的部门及下级，另有 ${SHARED} 条分享`,
    floor: '同样的请求，看得到全部订单的人',
    command: 'npm run bench -- scoped',
    rounds,
    lines,
    note: noteOfRefusals(),
  });
}

async function run() {
  await built();
  if (!existsSync(join(dataDir, 'filled'))) {
    console.log(`生成 ${records} 条订单，只需一次 …`);
    await finished(['scripts/demo.mjs', '--records', String(records)], { DATA_DIR: dataDir });
    writeFileSync(join(dataDir, 'filled'), '');
  }
  const server = await startServer(dataDir, {
    node: given.prof ? ['--cpu-prof', `--cpu-prof-dir=${dataDir}/prof`] : [],
  });
  const client = new pg.Client(connectionOf(dataDir));
  await client.connect();
  let floor;
  try {
    const people = await crowdOf(client, server.url, 'user', Math.max(...CALLERS));
    const headers = { ...people[0], ...JSON_TYPE };
    // Until their indexes are there, lists of many records take longer than the server allows.
    const ask = (request) =>
      call(server.url, headers, PATH, request).catch((error) => {
        if (!error.message.includes('QUERY_TIMEOUT')) throw error;
      });
    await indexed(client, ask);
    const postgres = Number(
      readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0],
    );
    if (scoped) {
      const leaders = await crowdOf(client, server.url, 'leader', Math.max(...CALLERS));
      return await measureScoped(server, people, postgres, leaders);
    }
    const env = {
      FLOOR_DB: JSON.stringify(connectionOf(dataDir)),
      FLOOR_NAMES: JSON.stringify(await names(client, headers.tenant)),
    };
    floor = await started(['bench/list/floor.mjs'], env, /已启动：(http:\S+)/);
    const lines = [];
    const both = { pid: { ours: server.pid, floor: floor.pid }, postgres };
    const page = await ask({ fields: ['amount'], size: 64 });
    for (const { name, title, request, values, grouped } of LISTS) {
      const targets = {
        ours: {
          url: `${server.url}${PATH}`,
          method: 'POST',
          headers: JSON_TYPE,
          people,
          body: JSON.stringify(request),
          pid: server.pid,
          postgres,
        },
        floor: {
          url: `${floor.url}/${name}`,
          method: 'POST',
          headers: JSON_TYPE,
          body: JSON.stringify({ values }),
          pid: floor.pid,
          postgres,
        },
      };
      await compare(title, targets.ours, targets.floor);
      // Reading all of a large table keeps both cores busy by itself.
      const callers = grouped && records > USUAL ? [1] : CALLERS;
      lines.push(...(await measure(title, targets, { callers })));
    }
    const detail = detailTargets(server, floor, people, page.records[0].id, both);
    await compareDetail(detail);
    lines.push(...(await measure('一条记录', detail)));
    const changes = changeTargets(server, floor, people, page.records, both);
    lines.push(...(await measure('修改一个字段', changes, { burstOf: burstOfChanges })));
    const [{ server_version: version }] = (await client.query('show server_version')).rows;
    report(
      {
        name: NAME,
        title: `列表：${records.toLocaleString('en')} 条订单，每页 50 条`,
        floor: '手写的 Fastify 路由，同一条 SQL 写成固定文本，同样的索引，没有会话、角色与日志',
        command: `npm run bench -- ${NAME}`,
        rounds,
        lines,
        note: noteOfRefusals(),
      },
      { postgres: version },
    );
  } finally {
    await client.end();
    await floor?.stop();
    await server.stop();
  }
}

await run();
