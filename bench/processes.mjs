// One, two and four server processes on one PostgreSQL of this machine, no person staying with one:
// lists of 50 orders and writes of one record a second, and their 95th percentiles. The clients go
// to the processes in turn themselves, so that no proxy takes a part of the machine. More processes
// than cores show what sharing costs, not what it gains.
// node bench/processes.mjs [--rounds=3] [--seconds=5] [--clients=16] [--processes=1,2,4] [--no-build]
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSystemPostgres, startSystemPostgres } from '../scripts/lib/system-postgres.mjs';
import { options, quantile } from './lib/numbers.mjs';
import { measured, report, shown } from './lib/results.mjs';
import { built, call, signIn, startServer } from './lib/server.mjs';

const given = options();
const rounds = Number(given.rounds ?? 3);
const seconds = Number(given.seconds ?? 5);
const clients = Number(given.clients ?? 16);
const counts = String(given.processes ?? '1,2,4')
  .split(',')
  .map(Number);
const LIST = '/bizmeta/v1/object/salesOrder/controller/List';
const CREATE = '/bizmeta/v1/object/bench/action/BulkCreate';
const DEFINE = '/bizmeta/v1/object/describe/service/createDescribe';
const BENCH = {
  apiName: 'bench',
  label: '测量',
  fields: [{ apiName: 'name', label: '名称', type: 'text' }],
};
const ACCOUNTS = ['admin', 'builder', 'user'];

/** What each does: a path and a body. */
const DOINGS = {
  list: () => [LIST, { current: 1, size: 50 }],
  write: (n) => [CREATE, { records: [{ name: `${n}` }] }],
};

/** All clients ask without a break; each goes to another process every time. */
async function asked(urls, people, doing) {
  const times = [];
  const until = performance.now() + seconds * 1_000;
  const client = async (i) => {
    for (let n = i; performance.now() < until; n += 1) {
      const began = performance.now();
      const [path, body] = DOINGS[doing](n);
      await call(urls[n % urls.length], people[i % people.length], path, body);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, i) => client(i)));
  return { perSecond: times.length / seconds, p95: quantile(times, 0.95) };
}

/** One count of processes: all rounds of all doings. */
async function measure(count, url, folder) {
  const start = (i) =>
    startServer(join(folder, `${count}-${i}`), {
      env: { DATABASE_URL: url, FILES_DIR: join(folder, 'shared') },
    });
  // The first one fills an empty database, before the others look at it.
  const servers = [await start(0)];
  try {
    for (let i = 1; i < count; i += 1) servers.push(await start(i));
    const urls = servers.map((server) => server.url);
    const people = await Promise.all(ACCOUNTS.map((account) => signIn(urls[0], account)));
    await call(urls[0], people[0], DEFINE, { describe: BENCH }).catch(() => undefined);
    const found = {};
    for (const doing of Object.keys(DOINGS)) {
      await asked(urls, people, doing);
      found[doing] = [];
      for (let round = 0; round < rounds; round += 1)
        found[doing].push(await asked(urls, people, doing));
    }
    return found;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

const of = (found, doing, what) => found[doing].map((round) => round[what]);
const TITLES = { list: '列表 50 条', write: '新建一条' };

async function run() {
  await built();
  const system = findSystemPostgres();
  if (!system) throw new Error('需要本机安装的 PostgreSQL（Debian 的 postgresql）');
  const folder = mkdtempSync(join(tmpdir(), 'huozi-bench-processes-'));
  const database = await startSystemPostgres(system);
  try {
    const found = new Map();
    const url = database.url.replace('@/', '@localhost/');
    for (const count of counts) found.set(count, await measure(count, url, folder));
    const [first] = counts;
    const pairs = counts
      .slice(1)
      .flatMap((count) => Object.keys(DOINGS).map((doing) => [count, doing]));
    report(
      {
        name: 'processes',
        title: `多个进程连同一个数据库，${clients} 个客户端轮流访问`,
        floor: `${first} 个进程`,
        command: 'npm run bench -- processes',
        rounds,
        lines: pairs.map(([count, doing]) =>
          measured(
            `${TITLES[doing]}，${count} 个进程`,
            '次/秒',
            of(found.get(count), doing, 'perSecond'),
            of(found.get(first), doing, 'perSecond'),
            { more: true },
          ),
        ),
        tables: [
          {
            title: 'p95（ms）',
            head: ['进程', ...Object.values(TITLES)],
            rows: counts.map((count) => [
              String(count),
              ...Object.keys(DOINGS).map((doing) =>
                shown(quantile(of(found.get(count), doing, 'p95'), 0.5)),
              ),
            ]),
          },
        ],
        note: `数据库与客户端在同一台机器上，共 ${cpus().length} 个核心。`,
      },
      { postgres: system.version },
    );
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await run();
