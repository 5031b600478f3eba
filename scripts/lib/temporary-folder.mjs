// Where tests put the data of a throw-away PostgreSQL, or a copy of the tree. No dependencies.
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Linux keeps these files in memory: a database is made from its template in a fifth of the time.
 */
const MEMORY = '/dev/shm';
/** Bytes a whole run needs, with room to spare; containers often give this folder only 64 MB. */
const ENOUGH = 4 * 1024 ** 3;
const OWN = /^huozi-.*-(\d+)-[^-]+$/;

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (failure) {
    return failure.code === 'EPERM';
  }
}

/** Removes what killed runs left behind: on a disk it waits for the next start, here it is memory. */
function sweep() {
  for (const name of readdirSync(MEMORY)) {
    const pid = OWN.exec(name)?.[1];
    if (pid && !isRunning(Number(pid)))
      rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

function hasMemory() {
  if (!existsSync(MEMORY)) return false;
  sweep();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH;
}

/** Makes a folder that is thrown away, in memory where there is enough; answers its path. */
export const temporaryFolder = (name) =>
  mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), `huozi-${name}-${process.pid}-`));
