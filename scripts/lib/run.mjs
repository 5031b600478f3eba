// Runs programs for the chores. No dependencies: this works before anything is installed.
import { spawn, spawnSync } from 'node:child_process';

/** Runs a program on this terminal; answers its exit code (1 when it could not be started). */
export function run(command, args, { env, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: 'inherit',
      env: { ...process.env, ...env },
      ...options,
    });
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

/**
 * Runs a program and prints its output when it has ended: for programs that run in parallel.
 * Returns its exit code.
 */
export function runBeside(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => said.push(chunk));
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(said));
      resolve(code ?? 1);
    });
  });
}

/** What a program prints, or null when it failed or is not there. */
export function output(command, args = []) {
  const { status, stdout, error } = spawnSync(command, args, { encoding: 'utf8' });
  return error || status !== 0 ? null : stdout.trim();
}

/** Where a program is, or null. */
export const which = (name) =>
  (process.platform === 'win32'
    ? output('where', [name])?.split(/\r?\n/)[0]
    : output('sh', ['-c', `command -v ${name}`])) || null;

export const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
