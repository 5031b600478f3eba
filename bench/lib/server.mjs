// The built server as a process of its own, and someone signed in to it.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildStale } from '../../scripts/lib/build.mjs';
import { options } from './numbers.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PASSWORD = 'Huozi@2026';
const START_MS = 120_000;

/**
 * Data reused between runs: filling a table again takes minutes. Outside the checkout, as
 * PostgreSQL's own user must reach it.
 */
export const cachedData = (name) =>
  join(process.env.BENCH_DIR ?? join(tmpdir(), 'huozi-bench'), name);

/** Builds what is stale, unless --no-build says to take what is there. */
export async function built() {
  process.chdir(ROOT);
  if (options()['no-build']) return;
  await buildStale(async (title, work) => {
    console.log(`${title} …`);
    await work();
  });
}

/** Runs the program until it ends well. */
export function finished(args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args[0]} 退出码 ${code}`)),
    );
  });
}

/** Starts a program and waits for a line that has an address; `stop` ends it and waits. */
export function started(args, env, pattern) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  const gone = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  let said = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${args.join(' ')} 没有就绪：${said}`));
    }, START_MS);
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} 退出码 ${code}：${said}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk;
        const url = pattern.exec(said)?.[1];
        if (url) {
          clearTimeout(timer);
          resolve({ url, pid: child.pid, stop });
        }
      });
    }
  });
}

/** The product's server on a data folder; `node` are flags for Node.js (--cpu-prof). */
export const startServer = (dataDir, { env = {}, node = [] } = {}) =>
  started(
    [...node, 'dist/server/main.js'],
    { PORT: '0', DATA_DIR: dataDir, HUOZI_MODE: 'demo', ...env },
    /已启动：(http:\S+)/,
  );

/** Headers of a signed-in demo account. */
export async function signIn(url, account = 'admin') {
  const response = await fetch(`${url}/upm/anno/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: PASSWORD }),
  });
  const { code, msg, data } = await response.json();
  if (code !== 200) throw new Error(`登录失败：${msg}`);
  return { token: data.token, userid: data.userid, tenant: data.tenant, regionid: data.regionId };
}

/** Makes a call; throws what the server says went wrong. */
export async function call(url, headers, path, body) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer = await response.json();
  if (answer.code !== 200) throw new Error(`${path}：${answer.msg} ${JSON.stringify(answer.data)}`);
  return answer.data;
}

/**
 * How to reach the PostgreSQL that the server runs in its data folder (lines of postmaster.pid are
 * PostgreSQL's format).
 */
export function connectionOf(dataDir) {
  const lines = readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8')
    .split('\n')
    .map((line) => line.trim());
  return {
    host: lines[4] || lines[5] || '127.0.0.1',
    port: Number(lines[3]),
    user: 'huozi',
    database: 'huozi',
    password: readFileSync(join(dataDir, 'pg.secret'), 'utf8').trim(),
  };
}
