import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { isAlive } from './lock.ts';

/**
 * Lines of postmaster.pid (PostgreSQL's own format): process, port, socket folder, address, state.
 */
const PID = 0;
const PORT = 3;
const SOCKET_DIR = 4;
const ADDRESS = 5;
const STATUS = 7;
const USER = 'huozi';
/**
 * Options of our connections: a refused statement is an error of its caller, who logs it without
 * the values that PostgreSQL would repeat in its own log.
 */
export const QUIET = '-c log_min_messages=log';

/**
 * How to reach the PostgreSQL that a server runs in a data folder at this moment; undefined when
 * none does.
 */
export function runningCluster(dataDir: string): pg.PoolConfig | undefined {
  try {
    const lines = readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim());
    if (!isAlive(Number(lines[PID])) || lines[STATUS] !== 'ready') return undefined;
    return {
      host: lines[SOCKET_DIR] || lines[ADDRESS] || '127.0.0.1',
      port: Number(lines[PORT]),
      user: USER,
      password: readFileSync(join(dataDir, 'pg.secret'), 'utf8').trim(),
      options: QUIET,
    };
  } catch {
    return undefined;
  }
}
