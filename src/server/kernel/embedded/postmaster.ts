import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EmbeddedError } from './binaries.ts';
import { isAlive } from './lock.ts';

const POLL_MS = 25;
const STOP_MS = 15_000;
/** Line of postmaster.pid with the progress of the start. */
const STATUS_LINE = 7;
const SOCKET_DIR_LINE = 4;
/** Our socket folders are made with mkdtemp under this name; nothing else is ever removed. */
export const SOCKET_DIR_PREFIX = 'hz-';

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid');

function lines(cluster: string): string[] {
  try {
    return readFileSync(pidFile(cluster), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Whether the server of this cluster takes connections. */
export const isReady = (cluster: string, pid: number): boolean => {
  const all = lines(cluster);
  return Number(all[0]) === pid && (all[STATUS_LINE] ?? '').trim() === 'ready';
};

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

export async function waitUntil(done: () => boolean, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs;
  while (!done()) {
    if (Date.now() > end) return false;
    await pause(POLL_MS);
  }
  return true;
}

/**
 * True when the process is a postgres of this cluster; where the system does not provide that, an
 * alive process counts as one.
 */
function isPostgresOf(pid: number, cluster: string): boolean {
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return (args[0] ?? '').includes('postgres') && args.includes(cluster);
  } catch {
    return process.platform !== 'linux' && isAlive(pid);
  }
}

/**
 * Whose socket a folder holds: the second line of PostgreSQL's lock file; undefined when there is
 * none.
 */
function ownerOf(socketDir: string): string | undefined {
  try {
    const lock = readdirSync(socketDir).find(
      (name) => name.startsWith('.s.PGSQL.') && name.endsWith('.lock'),
    );
    return lock && readFileSync(join(socketDir, lock), 'utf8').split('\n')[1];
  } catch {
    return undefined;
  }
}

/**
 * Removes the socket folder a cluster used last, unless another cluster has come to use a folder of
 * that name.
 */
function dropSocketDir(socketDir: string, cluster: string): void {
  if (!basename(socketDir).startsWith(SOCKET_DIR_PREFIX)) return;
  const owner = ownerOf(socketDir);
  if (owner === undefined || owner === cluster) rmSync(socketDir, { recursive: true, force: true });
}

/**
 * Clears what a killed server left: its PostgreSQL, still running without it, is stopped; a
 * postmaster.pid whose number now belongs to another process is removed. Call only with the data
 * folder locked.
 */
export async function clearLeftovers(cluster: string): Promise<void> {
  const pid = Number(lines(cluster)[0]);
  if (!pid) return;
  const socketDir = lines(cluster)[SOCKET_DIR_LINE] ?? '';
  if (!isPostgresOf(pid, cluster)) {
    dropSocketDir(socketDir, cluster);
    rmSync(pidFile(cluster), { force: true });
    return;
  }
  process.kill(pid, 'SIGINT');
  if (await waitUntil(() => !isAlive(pid), STOP_MS)) {
    dropSocketDir(socketDir, cluster);
    return;
  }
  throw new EmbeddedError(`上次遗留的 PostgreSQL（进程 ${pid}）没有停止，请结束该进程后重试`);
}
