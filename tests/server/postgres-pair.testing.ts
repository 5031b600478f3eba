import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { runAs } from '../../src/server/kernel/embedded/index.ts';
import { findBinaries } from '../../src/server/kernel/embedded/binaries.ts';
import { openBinaries } from '../../src/server/kernel/embedded/shared-folder.ts';

/** Killed processes lose nothing the system has in memory, so nothing waits for the disk. */
const SETTINGS = [
  'fsync=off',
  'shared_buffers=64MB',
  'max_connections=100',
  'wal_keep_size=512MB',
  'max_locks_per_transaction=256',
];
const STANDBY = 'standby';
const PASSWORD = 'pair';
const START_MS = 30_000;

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/** Programs of the embedded PostgreSQL, or of the one in TEST_POSTGRES_BIN. */
async function programs(): Promise<{ initdb: string; postgres: string }> {
  const bin = process.env['TEST_POSTGRES_BIN'];
  if (bin) return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  return openBinaries(await findBinaries(), runAs());
}

const identity = (): { uid?: number; gid?: number } => {
  const user = runAs();
  return user ? { uid: user.uid, gid: user.gid } : {};
};

/** An empty cluster in `folder`. */
async function makeCluster(folder: string): Promise<void> {
  const who = identity();
  mkdirSync(folder, { mode: 0o700 });
  const password = `${folder}.password`;
  writeFileSync(password, PASSWORD);
  for (const path of [folder, password])
    if (who.uid !== undefined) chownSync(path, who.uid, who.gid!);
  const { initdb } = await programs();
  execFileSync(
    initdb,
    [
      ...['-D', folder, '-U', 'huozi', `--pwfile=${password}`, '--no-sync'],
      ...['--encoding=UTF8', '--locale=C.UTF-8', '--auth=scram-sha-256'],
    ],
    { ...who, cwd: folder, stdio: 'ignore' },
  );
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
    const { postgres } = await programs();
    const all = [
      ...SETTINGS,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      `port=${this.port}`,
      ...settings,
    ];
    this.#child = spawn(postgres, ['-D', this.#folder, ...all.flatMap((each) => ['-c', each])], {
      ...identity(),
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

  private constructor(folder: string, [primary, standby]: readonly [number, number]) {
    this.#folder = folder;
    this.#url = (port) => `postgres://huozi:${PASSWORD}@127.0.0.1:${port}/postgres`;
    this.primary = new Server(join(folder, 'primary'), primary, this.#url);
    this.standby = new Server(join(folder, 'standby'), standby, this.#url);
  }

  static async start(): Promise<PostgresPair> {
    const folder = mkdtempSync(join(tmpdir(), 'huozi-pair-'));
    chmodSync(folder, 0o711);
    await makeCluster(join(folder, 'primary'));
    // Copied before it was ever started: the standby replays everything since.
    execFileSync('cp', ['-a', join(folder, 'primary'), join(folder, 'standby')]);
    writeFileSync(join(folder, 'standby/standby.signal'), '');
    const pair = new PostgresPair(folder, [await freePort(), await freePort()]);
    await pair.primary.start([`synchronous_standby_names=${STANDBY}`]);
    await pair.standby.start([
      `primary_conninfo=host=127.0.0.1 port=${pair.primary.port} user=huozi password=${PASSWORD} application_name=${STANDBY}`,
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
