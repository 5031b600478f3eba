import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The first start installs, builds, makes a database and fills it. Milliseconds. */
export const START_MS = 300_000;

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
    if (child.exitCode !== null)
      throw new Error(`the server ended with code ${child.exitCode}:\n${said()}`);
    const ok = await fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`the server was not ready in ${START_MS / 1000} s:\n${said()}`);
}

export interface Product {
  url: string;
  stop(): Promise<void>;
}

/**
 * The product on a port and in a data folder of its own: as a person starts it, or `entry` of what
 * is built already.
 */
export async function launch(
  env: Record<string, string> = {},
  entry = 'scripts/start.mjs',
): Promise<Product> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'huozi-e2e-'));
  chmodSync(dataDir, 0o711);
  let output = '';
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, HUOZI_MODE: 'demo', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-8_000);
    });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await gone;
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilHealthy(url, child, () => output);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

/** The product all stories share. HUOZI_URL tests one that already runs. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['HUOZI_URL']) return async () => undefined;
  const { url, stop } = await launch();
  process.env['HUOZI_URL'] = url;
  return stop;
}
