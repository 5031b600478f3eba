// A throw-away cluster of the PostgreSQL this machine has, for running the server suite against
// another version. No dependencies.
import { chownSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { output } from './run.mjs';
import { temporaryFolder } from './temporary-folder.mjs';

/** The oldest version the product supports. */
const OLDEST = 15;
const DEBIAN = '/usr/lib/postgresql';

function candidates() {
  const debian = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin'))
    : [];
  return [...debian, output('pg_config', ['--bindir'])].filter(
    (dir) => dir && existsSync(join(dir, 'initdb')) && existsSync(join(dir, 'postgres')),
  );
}

const versionOf = (dir) =>
  Number(/(\d+)/.exec(output(join(dir, 'postgres'), ['--version']) ?? '')?.[1] ?? 0);

/** The newest server binaries of this machine that are new enough, or null. */
export function findSystemPostgres() {
  const known = candidates()
    .map((dir) => ({ dir, version: versionOf(dir) }))
    .filter(({ version }) => version >= OLDEST);
  return known.sort((a, b) => b.version - a.version)[0] ?? null;
}

/** PostgreSQL refuses to run as root: the user to run it as instead. */
function runner() {
  if (process.getuid?.() !== 0) return {};
  for (const user of ['postgres', 'nobody']) {
    const uid = Number(output('id', ['-u', user]));
    const gid = Number(output('id', ['-g', user]));
    if (uid > 0) return { uid, gid };
  }
  throw new Error('以 root 运行时需要 postgres 或 nobody 用户来启动 PostgreSQL');
}

const START_MS = 20_000;

async function untilReady(dir, ready) {
  const until = Date.now() + START_MS;
  while (!existsSync(join(dir, '.s.PGSQL.5432'))) {
    if (Date.now() > until || !ready()) throw new Error('系统的 PostgreSQL 未能启动');
    await new Promise((done) => setTimeout(done, 100));
  }
  await new Promise((done) => setTimeout(done, 300));
}

/** Starts a cluster without durability; returns its address and a function that stops it. */
export async function startSystemPostgres({ dir: bin }) {
  const who = runner();
  const dir = temporaryFolder('system');
  if (who.uid) chownSync(dir, who.uid, who.gid);
  const data = join(dir, 'data');
  const made = spawnSync(
    join(bin, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { ...who, cwd: dir, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb 失败：${made.stderr}`);
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
    // As the embedded one of tests has them: compiling a statement costs more than running it once.
    'jit=off',
    'autovacuum=off',
    'listen_addresses=',
    `unix_socket_directories=${dir}`,
    'max_connections=200',
    'log_min_messages=fatal',
  ];
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...who, cwd: dir, stdio: 'ignore' },
  );
  const stop = async () => {
    if (server.exitCode === null) {
      const gone = new Promise((done) => server.once('exit', done));
      server.kill('SIGQUIT');
      await gone;
    }
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await untilReady(dir, () => server.exitCode === null);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://postgres@/postgres?host=${encodeURIComponent(dir)}`, stop };
}
