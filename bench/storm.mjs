// A whole company signs in at nine: 200 people a second from one address, each with their own
// account, for five seconds. Checking passwords with argon2 is costly, so people wait in the
// admission queue; a queued client repeats its call with the ticket that holds its position, as the
// product's client does. The questions: is anyone refused for good, how long is the wait, and what
// do users notice who are already working. The floor checks as many passwords with argon2 alone.
// node bench/storm.mjs [--people=1000] [--rate=200] [--rounds=3] [--no-build]
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { options, quantile } from './lib/numbers.mjs';
import { measured, report, shown } from './lib/results.mjs';
import { built, cachedData, call, connectionOf, ROOT, signIn, startServer } from './lib/server.mjs';

const given = options();
const people = Number(given.people ?? 1_000);
const rate = Number(given.rate ?? 200);
const rounds = Number(given.rounds ?? 3);
const PASSWORD = 'Huozi@2026';
const sleep = (ms) =>
  new Promise((done) => {
    setTimeout(done, ms);
  });

/** Members storm1 ... stormN of the demo company, all with the demo password. */
async function prepare(client) {
  await client.query(
    `insert into upm.app_user (id, account, password_hash)
    select 'storm' || n, 'storm' || n, (select password_hash from upm.app_user
      where account = 'admin') from generate_series(1, $1) n on conflict do nothing`,
    [people],
  );
  await client.query(
    `insert into upm.member (tenant_id, user_id, real_name)
    select (select id from upm.tenant where demo order by no limit 1), 'storm' || n, '早高峰 ' || n
      from generate_series(1, $1) n on conflict do nothing`,
    [people],
  );
  await client.query(`delete from upm.session where user_id like 'storm%'`);
}

/** One response of a sign-in: how it ended, or when to repeat it and with which ticket. */
async function tries(url, n, ticket) {
  const response = await fetch(`${url}/upm/anno/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(ticket && { 'queue-ticket': ticket }) },
    body: JSON.stringify({ account: `storm${n}`, password: PASSWORD }),
    signal: AbortSignal.timeout(30_000),
  });
  const { code, data } = await response.json();
  const outcome = code === 200 ? 'in' : (data?.reason ?? String(code));
  return {
    outcome,
    ticket: response.headers.get('queue-ticket'),
    seconds: Number(response.headers.get('retry-after')),
  };
}

async function arrives(url, n, at) {
  await sleep(at);
  const began = performance.now();
  let visits = 1;
  try {
    let answer = await tries(url, n);
    for (; answer.outcome === 'QUEUED'; visits += 1) {
      await sleep(answer.seconds * 1_000 * (1 + Math.random() / 10));
      answer = await tries(url, n, answer.ticket);
    }
    return { ms: performance.now() - began, outcome: answer.outcome, visits };
  } catch (error) {
    return { ms: performance.now() - began, outcome: error.name, visits };
  }
}

/** Repeats a call until stopped; milliseconds of each response. */
async function watch(ask, every, until) {
  const times = [];
  while (!until()) {
    const began = performance.now();
    await ask();
    times.push(performance.now() - began);
    await sleep(every);
  }
  return times;
}

const LIST = '/bizmeta/v1/object/customer/controller/List';
/** What those notice who are signed in already, and who looks whether the server is alive. */
const watched = (url, auth, until) =>
  Promise.all([
    watch(
      async () => {
        if (!(await fetch(`${url}/healthz`)).ok) throw new Error('healthz');
      },
      50,
      until,
    ),
    watch(() => call(url, auth, LIST, { current: 1, size: 20 }), 50, until),
  ]);

async function storm(url, auth) {
  let over = false;
  const others = watched(url, auth, () => over);
  const began = performance.now();
  const answers = await Promise.all(
    Array.from({ length: people }, (_, i) => arrives(url, i + 1, (i * 1000) / rate)),
  );
  const ended = performance.now() - began;
  over = true;
  const [health, lists] = await others;
  const outcomes = {};
  for (const { outcome } of answers) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const waits = answers.filter(({ outcome }) => outcome === 'in').map(({ ms }) => ms);
  return {
    ended,
    outcomes,
    waits,
    visits: Math.max(...answers.map((answer) => answer.visits)),
    health,
    lists,
  };
}

/** Milliseconds argon2 alone takes for as many passwords, as many at once as the server checks. */
const floor = async () =>
  Number(
    (
      await promisify(execFile)(process.execPath, ['bench/storm/floor.mjs', String(people)], {
        cwd: ROOT,
      })
    ).stdout,
  );

/** The same two calls before the sign-ins begin. */
async function calm(url, auth) {
  const until = performance.now() + 3_000;
  return watched(url, auth, () => performance.now() > until);
}

async function run() {
  await built();
  const dataDir = cachedData('small');
  const server = await startServer(dataDir);
  const client = new pg.Client(connectionOf(dataDir));
  await client.connect();
  const auth = await signIn(server.url);
  const quiet = await calm(server.url, auth);
  const found = { ours: [], floor: [] };
  const rows = [];
  try {
    await prepare(client);
    for (let round = 0; round < rounds; round++) {
      found.floor.push(await floor());
      const { ended, outcomes, waits, visits, health, lists } = await storm(server.url, auth);
      found.ours.push(ended);
      const turnedAway = people - (outcomes.in ?? 0);
      rows.push([
        String(round + 1),
        String(outcomes.in ?? 0),
        String(turnedAway),
        ...[quantile(waits, 0.5), quantile(waits, 0.95), Math.max(...waits)].map(shown),
        String(visits),
        ...[health, lists].map((times) => shown(quantile(times, 0.95))),
      ]);
      console.log(rows.at(-1).join('  '), JSON.stringify(outcomes));
      await client.query(`delete from upm.session where user_id like 'storm%'`);
    }
    report({
      name: 'storm',
      title: `登录高峰：${people.toLocaleString('en')} 人以每秒 ${rate} 人的速度从同一地址到来`,
      floor: '只用 argon2id 核对同样多的密码，同时进行的个数相同',
      command: 'npm run bench -- storm',
      rounds,
      lines: [measured('从第一人到来至最后一人登录', 'ms', found.ours, found.floor)],
      tables: [
        {
          title: '每一轮',
          head: [
            '轮',
            '登录成功',
            '最终被拒',
            '等待 p50（ms）',
            'p95（ms）',
            '最久（ms）',
            '最多来几次',
            'healthz p95（ms）',
            '他人列表 p95（ms）',
          ],
          rows: [
            ...rows,
            ['平时', '', '', '', '', '', '', ...quiet.map((times) => shown(quantile(times, 0.95)))],
          ],
        },
      ],
      note: '密码核对的速度由 argon2id 决定；超出的人按先来后到排队，不被拒绝。',
    });
  } finally {
    await client
      .query(
        `delete from upm.member where user_id like 'storm%'; delete from upm.app_user
          where id like 'storm%'`,
      )
      .catch(() => undefined);
    await client.end();
    await server.stop();
  }
}

await run();
