// Starts the product as an operator does, signs in, and stops it as systemd does. No dependencies.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The first start builds, makes a database and fills it. Milliseconds. */
const START_MS = 300_000;
/** Requests end, connections close, PostgreSQL stops. */
const STOP_MS = 60_000;
const ACCOUNT = { account: 'admin', password: 'Huozi@2026' };

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address();
        probe.close(() => resolve(port));
      });
  });
}

async function untilHealthy(url, child) {
  for (const until = Date.now() + START_MS; Date.now() < until;) {
    if (child.exitCode !== null) throw new Error(`启动失败，退出码 ${child.exitCode}`);
    if (
      await fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
  throw new Error(`${START_MS / 1000} 秒内没有就绪`);
}

async function signIn(url) {
  const body = JSON.stringify(ACCOUNT);
  const answer = await fetch(`${url}/upm/anno/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { code, msg, data } = await answer.json();
  if (code !== 200 || !data.token) throw new Error(`登录失败：${code} ${msg}`);
}

/** Sends SIGTERM; throws unless the process ends with 0 in time. */
async function stop(child, ended) {
  child.kill('SIGTERM');
  const late = new Promise((resolve) => {
    setTimeout(resolve, STOP_MS, 'late').unref();
  });
  const code = await Promise.race([ended, late]);
  if (code !== 0)
    throw new Error(
      code === 'late' ? `${STOP_MS / 1000} 秒内没有停止` : `停止时的退出码是 ${code}`,
    );
}

/**
 * Throws when the product does not start on this Node, sign-in fails, or it does not stop with 0.
 */
export async function tryStart(node) {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'huozi-start-'));
  chmodSync(dataDir, 0o711);
  const { DATABASE_URL: _url, HOST: _host, ...own } = process.env;
  const env = { ...own, PORT: String(port), DATA_DIR: dataDir, HUOZI_MODE: 'demo' };
  const child = spawn(node, ['scripts/start.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const ended = new Promise((resolve) => {
    child.on('exit', resolve);
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilHealthy(url, child);
    await signIn(url);
    await stop(child, ended);
  } catch (error) {
    console.error(Buffer.concat(said).toString());
    throw error;
  } finally {
    if (child.exitCode === null) child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
}
