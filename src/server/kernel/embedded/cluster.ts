import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { boundLog } from '../log-file.ts';
import { EmbeddedError, findBinaries, type Binaries } from './binaries.ts';
import { listenAt, type ListenAt } from './listen-at.ts';
import { clearLeftovers, isReady, pause, waitUntil } from './postmaster.ts';
import { QUIET } from './running.ts';
import { openBinaries } from './shared-folder.ts';
import { handTo, requireReachable, runAs, type RunAs } from './run-as.ts';

export interface ClusterOptions {
  /** Absolute folder; the cluster lies in pg/ below it. Locked by the caller. */
  dataDir: string;
  /** Tests only: a crash may lose data, and everything is faster. */
  unsafe?: boolean;
  maxConnections?: number;
  onExit?: (code: number | null) => void;
  /** Called when a start takes longer than usual: it recovers what a crash left. */
  onSlow?: () => void;
  /** How long a start usually takes at most. */
  slowMs?: number;
}

/** A running PostgreSQL of our own. */
export interface Cluster {
  readonly connection: pg.PoolConfig;
  readonly pid: number;
  /** Fast shutdown: open transactions are rolled back, everything committed stays. */
  stop(): Promise<void>;
}

const USER = 'huozi';
/** Of the npm dependency; a cluster of another major version cannot be opened by it. */
const MAJOR = '18';
const SLOW_MS = 15_000;
const STOP_MS = 20_000;
const RESTARTS = 20;
const RESTART_MS = 250;
/** After so many failed starts in a row the next ones are tried this far apart. */
const DOWN_MS = 10_000;

/**
 * C.UTF-8 as ctype makes trigrams of Chinese text work; collation by code point keeps indexes
 * portable between systems.
 */
const INITDB = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--lc-collate=C',
  '--lc-ctype=C.UTF-8',
  '--auth=scram-sha-256',
  '--no-instructions',
];
/**
 * jit costs more than it saves on small queries; locks: a bulk job may touch many tables of a
 * tenant; parallel workers take tens of milliseconds to start, so that only reading much is worth
 * them: a search planned for any word was four times slower with them.
 */
const SETTINGS = [
  'jit=off',
  'timezone=UTC',
  'lc_messages=C',
  'max_locks_per_transaction=256',
  'shared_buffers=256MB',
  'work_mem=16MB',
  'random_page_cost=1.1',
  'parallel_setup_cost=20000',
  'wal_compression=on',
  // The log of PostgreSQL is no place for what people wrote: neither statements nor their details.
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
];
const UNSAFE = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'shared_buffers=64MB',
  'autovacuum=off',
];

interface ClusterPlace {
  cluster: string;
  secret: string;
  log: string;
  user: RunAs | undefined;
  binaries: Binaries;
}

/** Our environment without what would steer PostgreSQL elsewhere. */
function cleanEnv(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('PG') && !name.startsWith('LC_') && name !== 'LANG',
  );
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}

async function placeOf(dataDir: string): Promise<ClusterPlace> {
  const user = runAs();
  const binaries = openBinaries(await findBinaries(), user);
  const cluster = join(dataDir, 'pg');
  requireReachable(binaries.postgres, 'PostgreSQL 程序', user);
  requireReachable(cluster, '数据目录', user);
  return {
    cluster,
    secret: join(dataDir, 'pg.secret'),
    log: join(dataDir, 'postgres.log'),
    user,
    binaries,
  };
}

/** A folder that is not a cluster of this version may hold foreign data: nothing is touched. */
function checkCluster(cluster: string): void {
  const file = join(cluster, 'PG_VERSION');
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  if (version === MAJOR) return;
  throw new EmbeddedError(
    version
      ? `${cluster} 属于 PostgreSQL ${version}，内置版本为 ${MAJOR}。请用原来的版本运行 npm run backup 目录，再用本版本把它恢复到新的 DATA_DIR：npm run restore 目录`
      : `${cluster} 不是完整的 PostgreSQL 数据目录。请把 DATA_DIR 改名或换一个，再用 npm run restore 备份目录 恢复`,
  );
}

/** Makes the cluster under another name first: a folder named pg is always whole. */
function init({ cluster, secret, user, binaries }: ClusterPlace, unsafe: boolean): void {
  if (existsSync(cluster)) return checkCluster(cluster);
  const draft = `${cluster}.new`;
  const passwordFile = `${draft}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const password = randomBytes(24).toString('base64url');
  for (const file of [secret, passwordFile]) writeFileSync(file, password, { mode: 0o600 });
  for (const path of [draft, passwordFile]) handTo(path, user);
  const args = [
    '-D',
    draft,
    '-U',
    USER,
    `--pwfile=${passwordFile}`,
    ...INITDB,
    ...(unsafe ? ['--no-sync'] : []),
  ];
  const done = spawnSync(binaries.initdb, args, {
    ...identity(user),
    cwd: draft,
    env: cleanEnv(),
    encoding: 'utf8',
  });
  rmSync(passwordFile, { force: true });
  if (done.status !== 0)
    throw new EmbeddedError(
      `数据库初始化失败：${(done.stderr || done.error?.message || '').trim()}`,
    );
  renameSync(draft, cluster);
}

const identity = (user: RunAs | undefined) => (user ? { uid: user.uid, gid: user.gid } : {});

/**
 * detached: Ctrl-C in the terminal reaches this process only, which then stops PostgreSQL after its
 * last request.
 */
function launch(
  { cluster, log, user, binaries }: ClusterPlace,
  args: readonly string[],
): ChildProcess {
  const out = openSync(log, 'a', 0o600);
  const child = spawn(binaries.postgres, ['-D', cluster, ...args], {
    ...identity(user),
    cwd: cluster,
    env: cleanEnv(),
    detached: process.platform !== 'win32',
    stdio: ['ignore', out, out],
  });
  closeSync(out);
  return child;
}

const settingArgs = ({ unsafe = false, maxConnections = 60 }: ClusterOptions) =>
  [...SETTINGS, `max_connections=${maxConnections}`, ...(unsafe ? UNSAFE : [])].flatMap(
    (setting) => ['-c', setting],
  );

/**
 * After a kill -9 the old backends need a moment to notice; until then a new server refuses the
 * shared memory. A start that recovers what a crash left may take long, and one that is ended begins
 * from the front: it is waited for as long as it runs.
 */
async function launchUntilReady(
  place: ClusterPlace,
  args: readonly string[],
  { onSlow, slowMs = SLOW_MS }: Pick<ClusterOptions, 'onSlow' | 'slowMs'>,
): Promise<ChildProcess> {
  for (let left = RESTARTS; ; left -= 1) {
    const child = launch(place, args);
    let failure: Error | undefined;
    // Stays: a signal that cannot be sent is an 'error' event too, and one without a listener ends
    // this process.
    child.on('error', (error) => {
      failure = error;
    });
    const gone = () =>
      failure !== undefined || child.exitCode !== null || child.signalCode !== null;
    const settled = () => gone() || isReady(place.cluster, child.pid ?? 0);
    if (!(await waitUntil(settled, slowMs))) {
      onSlow?.();
      await waitUntil(settled, Infinity);
    }
    if (!gone()) return child;
    if (left <= 0 || failure)
      throw new EmbeddedError(
        `内置 PostgreSQL 启动失败${failure ? `：${failure.message}` : ''}，详情见 ${place.log}`,
      );
    await pause(RESTART_MS);
  }
}

async function stopChild(child: ChildProcess, { cluster, binaries }: ClusterPlace): Promise<void> {
  const gone = () => child.exitCode !== null || child.signalCode !== null;
  if (gone()) return;
  if (process.platform === 'win32')
    spawnSync(binaries.pg_ctl, ['stop', '-m', 'fast', '-D', cluster], { env: cleanEnv() });
  else child.kill('SIGINT');
  if (!(await waitUntil(gone, STOP_MS))) child.kill('SIGQUIT');
  await waitUntil(gone, STOP_MS);
}

/**
 * Keeps PostgreSQL running: when it dies without being asked to, it is started again at the same
 * address.
 */
class RunningCluster implements Cluster {
  readonly connection: pg.PoolConfig;
  readonly #place: ClusterPlace;
  readonly #args: readonly string[];
  readonly #drop: () => void;
  readonly #options: ClusterOptions;
  #child: ChildProcess;
  #stopping = false;

  constructor(
    place: ClusterPlace,
    at: ListenAt,
    args: readonly string[],
    child: ChildProcess,
    options: ClusterOptions,
  ) {
    this.connection = {
      host: at.host,
      port: at.port,
      user: USER,
      database: 'postgres',
      password: secretOf(place),
      options: QUIET,
    };
    this.#place = place;
    this.#args = args;
    this.#drop = at.drop;
    this.#options = options;
    this.#child = child;
    this.#watch();
  }

  get pid(): number {
    return this.#child.pid!;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await stopChild(this.#child, this.#place);
    this.#drop();
  }

  #watch(): void {
    this.#child.unref();
    this.#child.once('exit', (code) => {
      if (this.#stopping) return;
      this.#options.onExit?.(code);
      void this.#restart();
    });
  }

  async #restart(): Promise<void> {
    while (!this.#stopping) {
      try {
        const child = await launchUntilReady(this.#place, this.#args, this.#options);
        this.#child = child;
        if (this.#stopping) await stopChild(child, this.#place);
        else this.#watch();
        return;
      } catch {
        // What stops it (a full disk) may pass. Meanwhile /readyz says that it is down, and the log
        // of PostgreSQL why.
        await new Promise((resolve) => {
          setTimeout(resolve, DOWN_MS).unref();
        });
      }
    }
  }
}

function secretOf({ secret }: ClusterPlace): string {
  if (!existsSync(secret))
    throw new EmbeddedError(
      `缺少 ${secret}，无法连接内置 PostgreSQL。请放回该文件；找不到时把 DATA_DIR 改名，再用 npm run restore 备份目录 恢复`,
    );
  return readFileSync(secret, 'utf8').trim();
}

/**
 * Starts the embedded PostgreSQL, making its cluster on the first run and recovering what a crash
 * left.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const place = await placeOf(options.dataDir);
  init(place, options.unsafe ?? false);
  await clearLeftovers(place.cluster);
  const leaveLog = boundLog(place.log);
  const { drop, ...address } = await listenAt(options.dataDir, place.user);
  const at = {
    ...address,
    drop: () => {
      leaveLog();
      drop();
    },
  };
  const args = [...at.args, ...settingArgs(options)];
  try {
    const child = await launchUntilReady(place, args, options);
    return new RunningCluster(place, at, args, child, options);
  } catch (error) {
    at.drop();
    throw error;
  }
}
