import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { runAs, startCluster } from '../../src/server/kernel/embedded/index.ts';
import { findBinaries } from '../../src/server/kernel/embedded/binaries.ts';
import { openBinaries } from '../../src/server/kernel/embedded/shared-folder.ts';

/** Killed processes lose nothing the system has in memory, so nothing waits for the disk. */
const SETTINGS = ['fsync=off', 'shared_buffers=64MB', 'max_connections=100', 'wal_keep_size=512MB', 'max_locks_per_transaction=256'];
const STANDBY = 'standby';
const START_MS = 30_000;

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** One server of PostgreSQL that stays down when it is killed. */
class Server {
  readonly port: number;
  readonly #folder: string;
  readonly #url: (port: number) => string;
  #child: ChildProcess | undefined;

  constructor(folder: string, port: number, url: (port: number) => string) {
    this.port = port;
    this.#folder = folder;
    this.#url = url;
  }

  async start(settings: readonly string[]): Promise<void> {
    const user = runAs();
    const { postgres } = openBinaries(await findBinaries(), user);
    const all = [
      ...SETTINGS,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      `port=${this.port}`,
      ...settings,
    ];
    this.#child = spawn(postgres, ['-D', this.#folder, ...all.flatMap((each) => ['-c', each])], {
      ...(user && { uid: user.uid, gid: user.gid }),
      cwd: this.#folder,
      env: { LC_ALL: 'C' },
      stdio: 'ignore',
    });
    const until = Date.now() + START_MS;
    while (!(await this.ask('select 1').catch(() => undefined))) {
      if (Date.now() > until || this.#child.exitCode !== null)
        throw new Error(`PostgreSQL in ${this.#folder} did not start`);
      await sleep(50);
    }
  }

  async ask(text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.#url(this.port) });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** kill -9 of the postmaster; its sessions end by themselves a moment later. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => {
      child.once('exit', resolve);
    });
    child.kill('SIGKILL');
    await gone;
  }
}

/** A primary and its streaming standby, without whose word the primary acknowledges nothing. */
export class PostgresPair {
  readonly primary: Server;
  readonly standby: Server;
  readonly #folder: string;
  readonly #url: (port: number) => string;

  private constructor(
    folder: string,
    [primary, standby]: readonly [number, number],
    password: string,
  ) {
    this.#folder = folder;
    this.#url = (port) => `postgres://huozi:${password}@127.0.0.1:${port}/postgres`;
    this.primary = new Server(join(folder, 'primary/pg'), primary, this.#url);
    this.standby = new Server(join(folder, 'standby/pg'), standby, this.#url);
  }

  static async start(): Promise<PostgresPair> {
    const folder = mkdtempSync(join(tmpdir(), 'huozi-pair-'));
    chmodSync(folder, 0o711);
    const first = join(folder, 'primary');
    mkdirSync(first, { mode: 0o711 });
    const made = await startCluster({ dataDir: first, unsafe: true });
    await made.stop();
    writeFileSync(join(first, 'pg/standby.signal'), '');
    execFileSync('cp', ['-a', first, join(folder, 'standby')]);
    rmSync(join(first, 'pg/standby.signal'));
    const password = readFileSync(join(first, 'pg.secret'), 'utf8').trim();
    const pair = new PostgresPair(folder, [await freePort(), await freePort()], password);
    await pair.primary.start([`synchronous_standby_names=${STANDBY}`]);
    await pair.standby.start([
      `primary_conninfo=host=127.0.0.1 port=${pair.primary.port} user=huozi password=${password} application_name=${STANDBY}`,
    ]);
    return pair;
  }

  /** Both servers, in an address with two hosts. */
  get url(): string {
    return this.primaryUrl.replace(/\/postgres$/, `,127.0.0.1:${this.standby.port}/postgres`);
  }
  get primaryUrl(): string {
    return this.#url(this.primary.port);
  }
  get standbyUrl(): string {
    return this.#url(this.standby.port);
  }

  async promote(): Promise<void> {
    await this.standby.ask('select pg_promote()');
  }

  async stop(): Promise<void> {
    await Promise.all([this.primary.kill(), this.standby.kill()]);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
