import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildStale } from '../../scripts/lib/build.mjs';

const PROGRAM = 'dist/server/main.js';
/** Says which process builds; the others wait. */
const BUILDING = 'dist/server.building';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether this process may build now: no other does, or the one that did is gone. */
function isMine(): boolean {
  mkdirSync('dist', { recursive: true });
  try {
    writeFileSync(BUILDING, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const pid = existsSync(BUILDING) ? Number(readFileSync(BUILDING, 'utf8')) : 0;
    if (pid !== 0 && !isAlive(pid)) rmSync(BUILDING, { force: true });
    return false;
  }
}

let built: Promise<void> | undefined;
async function build(): Promise<void> {
  while (!isMine()) await sleep(50);
  try {
    await buildStale((_title, work) => work(), ['server']);
  } finally {
    rmSync(BUILDING, { force: true });
  }
}

/**
 * The program as it is installed, built from these sources when it is stale. It starts in a tenth
 * of the processor's time that the sources take.
 */
export async function serverProgram(): Promise<string> {
  built ??= build();
  await built;
  return PROGRAM;
}
