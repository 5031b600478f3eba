// What a process and its children spent of the processor, from /proc; NaN where there is none
// (macOS, Windows).
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second of /proc: 100 on every Linux of today. */
const TICKS = 100;

function spentBy(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * (1000 / TICKS);
  } catch {
    return 0;
  }
}

function childrenOf(pid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return (
          Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]) ===
          pid
        );
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Milliseconds spent so far by a process. */
export const cpuOf = (pid) => (existsSync('/proc') ? spentBy(pid) : NaN);
/** Milliseconds spent so far by the living children of a process: the backends of a PostgreSQL. */
export const cpuOfChildren = (pid) =>
  existsSync('/proc') ? childrenOf(pid).reduce((sum, child) => sum + spentBy(child), 0) : NaN;
