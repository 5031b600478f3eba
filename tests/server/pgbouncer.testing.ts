import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runAs } from '../../src/server/kernel/embedded/index.ts';
import { freePort } from './postgres-pair.testing.ts';

const PROGRAMS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'];
export const PGBOUNCER = PROGRAMS.find((path) => existsSync(path));

/** pgbouncer in transaction mode, with few sessions that many connections take turns at. */
export class PgBouncer {
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #port: number;

  private constructor(child: ChildProcess, folder: string, port: number) {
    this.#child = child;
    this.#folder = folder;
    this.#port = port;
  }

  static async start(url: string, sessions: number): Promise<PgBouncer> {
    const target = new URL(url.replace('@/', '@localhost/'));
    const folder = mkdtempSync(join(tmpdir(), 'huozi-pooler-'));
    const port = await freePort();
    const host = target.searchParams.get('host') ?? target.hostname;
    const settings = [
      '[databases]',
      `* = host=${host} port=${target.searchParams.get('port') ?? (target.port || 5432)} user=${target.username} password=${target.password}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1`,
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${sessions}`,
      'max_client_conn = 500',
    ];
    const file = join(folder, 'pgbouncer.ini');
    writeFileSync(file, `${settings.join('\n')}\n`);
    const user = runAs();
    chmodSync(folder, 0o711);
    if (user) chownSync(file, user.uid, user.gid);
    const child = spawn(PGBOUNCER!, ['-q', file], {
      ...(user && { uid: user.uid, gid: user.gid }),
      stdio: 'ignore',
    });
    const pooler = new PgBouncer(child, folder, port);
    while (!(await pooler.#answers())) {
      if (child.exitCode !== null) throw new Error('pgbouncer did not start');
      await sleep(20);
    }
    return pooler;
  }

  /** The same database, by way of the pooler. */
  via(url: string): string {
    const own = new URL(url.replace('@/', '@localhost/'));
    for (const name of ['host', 'port']) own.searchParams.delete(name);
    own.host = `127.0.0.1:${this.#port}`;
    return own.href;
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => {
      this.#child.once('exit', resolve);
    });
    this.#child.kill('SIGTERM');
    await gone;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.#port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      }).once('error', () => resolve(false));
    });
  }
}
