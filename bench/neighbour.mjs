// One plain member of one company does the worst, way by way; what do the people of another company
// notice? Their list and sign-in, /readyz and /healthz are asked again and again, calm and during
// each way: the ratio of the 95th percentiles, and how often they were refused. The member is a
// process of its own (bench/neighbour/attack.mjs) on the same machine, so a part of the ratio is
// the processor it takes. node bench/neighbour.mjs [--ways=keys,bulk] [--seconds=15] [--no-build]
import { spawn } from 'node:child_process';
import pg from 'pg';
import { options, quantile } from './lib/numbers.mjs';
import { report, shown } from './lib/results.mjs';
import { built, cachedData, connectionOf, ROOT, signIn, startServer } from './lib/server.mjs';
import { doings, neighbour } from './neighbour/company.mjs';
import { WAYS } from './neighbour/ways.mjs';

const given = options();
const seconds = Number(given.seconds ?? 15);
const names = given.ways ? String(given.ways).split(',') : Object.keys(WAYS);
const unknown = names.filter((name) => !WAYS[name]);
if (unknown.length > 0)
  throw new Error(`没有名为 ${unknown.join('、')} 的做法；可用：${Object.keys(WAYS).join(' ')}`);
const AIM = 2;
/** Each is asked so often; a sign-in costs a password's hash, so seldom. */
const EVERY_MS = { list: 100, signIn: 300, readyz: 100, healthz: 50 };
const TITLES = { list: '列表', signIn: '登录', readyz: 'readyz', healthz: 'healthz' };
/** A way has so long to get going, and the server so long to be calm again. */
const SETTLE_MS = 2_000;
const sleep = (ms) =>
  new Promise((done) => {
    setTimeout(done, ms);
  });

/** Asks until the time is up: milliseconds of each answer, and how many were no success. */
async function asked(ask, every, until) {
  const found = { times: [], refused: 0 };
  while (performance.now() < until) {
    const began = performance.now();
    const ok = await ask().catch(() => false);
    found.times.push(performance.now() - began);
    if (!ok) found.refused += 1;
    await sleep(every);
  }
  return found;
}

/** What people notice: the 95th percentile and the worst, in milliseconds, and what was refused. */
const noticed = ({ times, refused }) => ({
  p95: quantile(times, 0.95),
  worst: Math.max(...times),
  refused,
  count: times.length,
});

/**
 * Calm is what all calm spells show together: one of them has too few sign-ins for a percentile
 * that two runs agree on.
 */
const calmOf = (all, act) =>
  noticed({
    times: all.flatMap(({ calm }) => calm[act].times),
    refused: all.reduce((sum, { calm }) => sum + calm[act].refused, 0),
  });

async function watch(acts) {
  const until = performance.now() + seconds * 1_000;
  const found = await Promise.all(
    Object.entries(acts).map(async ([name, ask]) => [
      name,
      await asked(ask, EVERY_MS[name], until),
    ]),
  );
  return Object.fromEntries(found);
}

/** Starts a way; `stop` ends it and says how its requests ended. */
async function attack(name, url, auth) {
  const child = spawn(
    process.execPath,
    ['bench/neighbour/attack.mjs', name, url, JSON.stringify(auth)],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  await new Promise((resolve) => {
    child.stderr.once('data', resolve);
  });
  return async () => {
    const gone = new Promise((resolve) => {
      child.once('exit', resolve);
    });
    child.kill('SIGTERM');
    await gone;
    return said;
  };
}

/** Locks the table of the member's customers, as a change of the object does; `unlock` ends it. */
async function lockCustomers(dataDir) {
  const client = new pg.Client(connectionOf(dataDir));
  await client.connect();
  const {
    rows: [{ name }],
  } = await client.query(`select format('%I.%I', 't_' || t.no, 'o_' || o.no) as name
    from bizmeta.object o
    join upm.tenant t on t.id = o.tenant_id where t.demo and o.api_name = 'customer'
      and o.deleted_at is null order by t.no limit 1`);
  await client.query(`begin; lock table ${name} in access exclusive mode`);
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

async function during(name, server, dataDir, acts) {
  const way = WAYS[name];
  const auth = await signIn(server.url, way.account ?? 'user');
  const calm = await watch(acts);
  const unlock = way.lock ? await lockCustomers(dataDir) : undefined;
  const stop = await attack(name, server.url, auth);
  await sleep(SETTLE_MS);
  const under = await watch(acts);
  const ended = await stop();
  await unlock?.();
  await sleep(SETTLE_MS);
  return { calm, under, ended };
}

function rowsOf({ name, under, ended }, calm) {
  return Object.keys(TITLES).map((act) => {
    const [before, then] = [calm[act], noticed(under[act])];
    return [
      WAYS[name].title,
      TITLES[act],
      shown(before.p95),
      shown(then.p95),
      shown(then.p95 / before.p95),
      shown(then.worst),
      `${then.refused}/${then.count}`,
      act === 'list' ? ended : '',
    ];
  });
}

function linesOf({ name, under }, calm) {
  return ['list', 'signIn'].map((act) => {
    const [before, then] = [calm[act], noticed(under[act])];
    return {
      what: `${WAYS[name].title}：邻居的${TITLES[act]} p95`,
      unit: 'ms',
      ours: then.p95,
      floor: before.p95,
      ratio: then.p95 / before.p95,
      aim: AIM,
    };
  });
}

async function run() {
  await built();
  const dataDir = cachedData('small');
  const server = await startServer(dataDir);
  const client = new pg.Client(connectionOf(dataDir));
  await client.connect();
  try {
    const acts = doings(server.url, await neighbour(server.url, client));
    const all = [];
    for (const name of names) {
      console.log(`${WAYS[name].title} …`);
      all.push({ name, ...(await during(name, server, dataDir, acts)) });
    }
    const calm = Object.fromEntries(Object.keys(TITLES).map((act) => [act, calmOf(all, act)]));
    report({
      name: 'neighbour',
      title: '一名普通成员做最坏的事时，另一家企业的人',
      floor: '同样的请求，平静时',
      command: 'npm run bench -- neighbour',
      lines: all.flatMap((found) => linesOf(found, calm)),
      tables: [
        {
          title: '每种做法',
          head: [
            '做法',
            '邻居的',
            '平静 p95（ms）',
            '当时 p95（ms）',
            '比值',
            '最久（ms）',
            '未成功',
            '做的人得到',
          ],
          rows: all.flatMap((found) => rowsOf(found, calm)),
        },
      ],
      note: '做的人与服务在同一台机器上，占用的处理器也算在内。',
    });
  } finally {
    await client.end();
    await server.stop();
  }
}

await run();
