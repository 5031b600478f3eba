import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The first start installs, builds, makes a database and fills it. Milliseconds. */
const START_MS = 300_000;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

async function untilHealthy(url: string, child: ChildProcess, said: () => string): Promise<void> {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`npm start ended with code ${child.exitCode}:\n${said()}`);
    const ok = await fetch(`${url}/healthz`).then((response) => response.ok, () => false);
    if (ok) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`npm start was not ready in ${START_MS / 1000} s:\n${said()}`);
}

/** The product as a person starts it, on a port and in a data folder of its own. HUOZI_URL tests one that already runs. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['HUOZI_URL']) return async () => undefined;
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'huozi-e2e-'));
  chmodSync(dataDir, 0o711);
  let output = '';
  const child = spawn(process.execPath, ['scripts/start.mjs'], { env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, HUOZI_MODE: 'demo' }, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => { output = (output + chunk.toString()).slice(-8_000); });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await gone;
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    process.env['HUOZI_URL'] = `http://127.0.0.1:${port}`;
    await untilHealthy(process.env['HUOZI_URL'], child, () => output);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
