// A whole company signs in at nine: people arrive at 200 a second from one address, each with their own account, for five
// seconds. Passwords cost argon2 what they cost, so people wait in a line; the question is whether anybody is turned away.
// The floor checks as many passwords with argon2 alone. node bench/storm.mjs [--people=1000] [--rate=200] [--no-build]
import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { options, quantile } from './lib/numbers.mjs';
import { measured, report, shown } from './lib/results.mjs';
import { built, cachedData, connectionOf, ROOT, startServer } from './lib/server.mjs';

const given = options();
const people = Number(given.people ?? 1_000);
const rate = Number(given.rate ?? 200);
const rounds = Number(given.rounds ?? 3);
const PASSWORD = 'Huozi@2026';

/** Members storm1 ... stormN of the demo company, all with the demo password. */
async function prepare(client) {
  await client.query(`insert into upm.app_user (id, account, password_hash)
    select 'storm' || n, 'storm' || n, (select password_hash from upm.app_user where account = 'admin') from generate_series(1, $1) n on conflict do nothing`, [people]);
  await client.query(`insert into upm.member (tenant_id, user_id, real_name)
    select (select id from upm.tenant where demo order by no limit 1), 'storm' || n, '早高峰 ' || n from generate_series(1, $1) n on conflict do nothing`, [people]);
  await client.query(`delete from upm.session where user_id like 'storm%'`);
}

async function arrives(url, n, at) {
  await new Promise((resolve) => { setTimeout(resolve, at); });
  const began = performance.now();
  try {
    const response = await fetch(`${url}/upm/anno/signIn`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ account: `storm${n}`, password: PASSWORD }), signal: AbortSignal.timeout(30_000) });
    const { code, data } = await response.json();
    return { ms: performance.now() - began, outcome: code === 200 ? 'in' : (data?.reason ?? String(code)) };
  } catch (error) {
    return { ms: performance.now() - began, outcome: error.name };
  }
}

async function storm(url) {
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: people }, (_, i) => arrives(url, i + 1, (i * 1000) / rate)));
  const ended = performance.now() - began;
  const outcomes = {};
  for (const { outcome } of answers) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const waits = answers.filter(({ outcome }) => outcome === 'in').map(({ ms }) => ms);
  return { ended, outcomes, waits, healthy: await fetch(`${url}/healthz`).then((answer) => answer.ok) };
}

/** Milliseconds argon2 alone takes for as many passwords, as many at once as the server checks. */
const floor = () => Number(execFileSync(process.execPath, ['bench/storm/floor.mjs', String(people)], { cwd: ROOT, encoding: 'utf8' }));

async function run() {
  await built();
  const dataDir = cachedData('small');
  const server = await startServer(dataDir);
  const client = new pg.Client(connectionOf(dataDir));
  await client.connect();
  const found = { ours: [], floor: [] };
  const rows = [];
  try {
    await prepare(client);
    for (let round = 0; round < rounds; round++) {
      found.floor.push(floor());
      const { ended, outcomes, waits, healthy } = await storm(server.url);
      found.ours.push(ended);
      rows.push([String(round + 1), String(outcomes.in ?? 0), String(people - (outcomes.in ?? 0)), shown(quantile(waits, 0.5)), shown(quantile(waits, 0.95)), shown(Math.max(...waits)), healthy ? '是' : '否']);
      if ((outcomes.in ?? 0) < people) console.log(JSON.stringify(outcomes));
      await client.query(`delete from upm.session where user_id like 'storm%'`);
    }
    report({
      name: 'storm', title: `登录高峰：${people.toLocaleString('en')} 人以每秒 ${rate} 人的速度从同一地址到来`, floor: '只用 argon2id 核对同样多的密码，同时进行的个数相同', command: 'npm run bench -- storm', rounds,
      lines: [measured('从第一人到来至最后一人登录', 'ms', found.ours, found.floor)],
      tables: [{ title: '每一轮', head: ['轮', '登录成功', '被拒绝', '等待 p50（ms）', '等待 p95（ms）', '最久（ms）', '其后仍应答'], rows }],
      note: '密码核对的速度由 argon2id 决定；超出的人排队等待，不被拒绝。',
    });
  } finally {
    await client.query(`delete from upm.member where user_id like 'storm%'; delete from upm.app_user where id like 'storm%'`).catch(() => undefined);
    await client.end();
    await server.stop();
  }
}

await run();
