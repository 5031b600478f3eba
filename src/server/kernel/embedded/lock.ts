import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedError } from './binaries.ts';

/**
 * The process that holds a data folder. `born` distinguishes it from a later one with the same
 * number (Linux).
 */
interface Holder {
  pid: number;
  born: string;
}

const lockFile = (dataDir: string) => join(dataDir, 'huozi.lock');

/**
 * Start time of a process in clock ticks since boot; empty where the system does not provide it.
 */
function bornOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command (field 2) may hold spaces and brackets; field 22 counts from behind it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readHolder(file: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Holder;
    return Number.isInteger(holder.pid) ? holder : undefined;
  } catch {
    return undefined;
  }
}

const holds = ({ pid, born }: Holder) => isAlive(pid) && (born === '' || born === bornOf(pid));

/**
 * Takes a data folder for this process; answers how to let it go. A lock whose process is gone is
 * taken over. Throws EmbeddedError when another server works in the folder.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = lockFile(dataDir);
  const holder = readHolder(file);
  if (holder && holder.pid !== process.pid && holds(holder)) {
    throw new EmbeddedError(
      `数据目录 ${dataDir} 正被另一个活字服务使用（进程 ${holder.pid}）。请先停止它，或用 DATA_DIR 指定另一个目录`,
    );
  }
  if (existsSync(file)) rmSync(file, { force: true });
  try {
    // wx: of two servers that start at the same moment, one fails here.
    writeFileSync(
      file,
      JSON.stringify({ pid: process.pid, born: bornOf(process.pid) } satisfies Holder),
      { flag: 'wx' },
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new EmbeddedError(
      `数据目录 ${dataDir} 正被另一个活字服务使用。请先停止它，或用 DATA_DIR 指定另一个目录`,
      { cause: error },
    );
  }
  return () => rmSync(file, { force: true });
}
