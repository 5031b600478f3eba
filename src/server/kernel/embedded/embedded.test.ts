import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type OpenDatabase } from '../open-database.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { isAlive, lockDataDir } from './lock.ts';
import { waitUntil } from './postmaster.ts';
import { runningCluster } from './running.ts';

const dirs: string[] = [];
const running: (() => Promise<void>)[] = [];
function emptyDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'huozi-pg-'));
  chmodSync(dir, 0o711);
  return dir;
}
function newDir(): string {
  const dir = emptyDir();
  dirs.push(dir);
  return dir;
}

/**
 * A data folder with a cluster that was made and stopped. Making one takes seconds, so the tests
 * have copies of it.
 */
const made = emptyDir();
beforeAll(async () => {
  const cluster = await startCluster({ dataDir: made });
  await cluster.stop();
}, 60_000);
afterAll(() => rmSync(made, { recursive: true, force: true }));
function dirWithCluster(): string {
  const dir = newDir();
  // With its owner, who is not root.
  execFileSync('cp', ['-a', `${made}/.`, dir]);
  return dir;
}
async function start(dataDir: string): Promise<Cluster> {
  const cluster = await startCluster({ dataDir });
  running.push(() => cluster.stop());
  return cluster;
}
async function query(cluster: Pick<Cluster, 'connection'>, text: string): Promise<unknown[]> {
  const client = new pg.Client(cluster.connection as pg.ClientConfig);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
async function open(dataDir: string): Promise<OpenDatabase> {
  const opened = await openDatabase({ dataDir, databaseUrl: undefined });
  running.push(() => opened.close());
  return opened;
}
const postmasterPid = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);

afterEach(async () => {
  for (const stop of running.splice(0)) await stop().catch(() => undefined);
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
}, 60_000);

describe('the embedded PostgreSQL', () => {
  it('takes Chinese text into trigrams, sorts by pinyin on request, and is not reachable from outside', async () => {
    const cluster = await start(dirWithCluster());
    await query(cluster, 'create extension pg_trgm');
    expect(
      await query(
        cluster,
        `select array_length(show_trgm('低代码'), 1) as n, current_setting('listen_addresses') as l`,
      ),
    ).toEqual([{ n: 4, l: '' }]);
    const sorted = await query(
      cluster,
      `select string_agg(x, '' order by x collate "zh-x-icu") as s
        from unnest(array['重', '赵', '李', '阿', '王']) x`,
    );
    expect(sorted).toEqual([{ s: '阿李王赵重' }]);
  }, 60_000);

  it('comes back by itself after kill -9, with every committed row', async () => {
    const dir = dirWithCluster();
    const cluster = await start(dir);
    await query(
      cluster,
      'create table kept (id int); insert into kept select generate_series(1, 1000)',
    );
    const killed = cluster.pid;
    process.kill(killed, 'SIGKILL');
    expect(await waitUntil(() => cluster.pid !== killed, 20_000)).toBe(true);
    expect(await query(cluster, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }]);
  }, 60_000);

  it('is waited for while it recovers, however long that takes, and says that it does', async () => {
    const dir = dirWithCluster();
    // Looks for each segment of the log in a slow archive, and finds none.
    writeFileSync(join(dir, 'pg', 'recovery.signal'), '');
    const slowly = `restore_command = 'sleep 1; false'\nhot_standby = off\n`;
    appendFileSync(join(dir, 'pg', 'postgresql.auto.conf'), slowly);
    let slow = 0;
    const began = Date.now();
    const cluster = await startCluster({ dataDir: dir, slowMs: 1, onSlow: () => (slow += 1) });
    running.push(() => cluster.stop());
    expect(Date.now() - began).toBeGreaterThan(1_000);
    expect(slow).toBe(1);
    expect(await query(cluster, 'select pg_is_in_recovery() as recovering')).toEqual([
      { recovering: false },
    ]);
  }, 60_000);

  it('is reached by commands beside it, also where its temporary folder is its own', async () => {
    const dir = dirWithCluster();
    mkdirSync(join(dir, 'hz-gone'));
    const { host } = (await start(dir)).connection;
    expect(dirname(host!)).toBe(dir);
    expect(readdirSync(dir).filter((name) => name.startsWith('hz-'))).toEqual([basename(host!)]);
    expect(runningCluster(dir)).toMatchObject({ host });
    expect(
      await query(
        { connection: { ...runningCluster(dir), database: 'postgres' } },
        'select 1 as one',
      ),
    ).toEqual([{ one: 1 }]);
  }, 60_000);

  it('listens in the temporary folder where the path of its data is too long for a socket', async () => {
    const dir = join(newDir(), 'long'.repeat(20));
    mkdirSync(dir);
    chmodSync(dir, 0o711);
    execFileSync('cp', ['-a', `${made}/.`, dir]);
    const cluster = await start(dir);
    expect(dirname(cluster.connection.host!)).toBe(tmpdir());
    expect(await query(cluster, 'select 1 as one')).toEqual([{ one: 1 }]);
  }, 60_000);

  it('has a log without what people wrote, and sets a long one aside', async () => {
    const dir = dirWithCluster();
    const log = join(dir, 'postgres.log');
    writeFileSync(log, Buffer.alloc(40 * 1024 * 1024, '-'));
    const cluster = await start(dir);
    expect(statSync(`${log}.1`).size).toBe(40 * 1024 * 1024);
    await query(cluster, 'create table person (mobile text unique)');
    const insert = `insert into person values ('13800138000')`;
    await query(cluster, insert);
    await expect(query(cluster, insert)).rejects.toThrow(/unique/);
    await expect(query(cluster, `select '13800138000'::date`)).rejects.toThrow(/out of range/);
    await cluster.stop();
    const text = readFileSync(log, 'utf8');
    expect(text).toContain('database system is shut down');
    expect(text).not.toContain('13800138000');
  }, 60_000);

  it('starts over a stale postmaster.pid whose number belongs to another process now', async () => {
    const dir = dirWithCluster();
    const first = await start(dir);
    await query(first, 'create table kept (id int); insert into kept values (1)');
    const file = readFileSync(join(dir, 'pg', 'postmaster.pid'), 'utf8');
    await first.stop();
    writeFileSync(join(dir, 'pg', 'postmaster.pid'), file.replace(/^\d+/, String(process.pid)));
    expect(await query(await start(dir), 'select id from kept')).toEqual([{ id: 1 }]);
  }, 60_000);

  it('takes over from a PostgreSQL that a killed server left running', async () => {
    const dir = dirWithCluster();
    const script = `import { startCluster } from ${JSON.stringify(new URL('./cluster.ts', import.meta.url).href)};
      await startCluster({ dataDir: ${JSON.stringify(dir)} }); process.kill(process.pid, 'SIGKILL');`;
    const file = join(dir, 'orphan.mjs');
    writeFileSync(file, script);
    expect(() =>
      execFileSync(process.execPath, ['--import', import.meta.resolve('tsx'), file], {
        stdio: 'ignore',
      }),
    ).toThrow();
    const orphan = postmasterPid(dir);
    expect(isAlive(orphan)).toBe(true);
    const { db } = await open(dir);
    expect(isAlive(orphan)).toBe(false);
    expect(await db.withOwner((tx) => tx.query('select 1 as one'))).toEqual([{ one: 1 }]);
  }, 60_000);

  it('refuses a second server on the same folder, and takes over a lock whose process is gone', () => {
    const dir = newDir();
    writeFileSync(join(dir, 'huozi.lock'), JSON.stringify({ pid: process.ppid, born: '' }));
    expect(() => lockDataDir(dir)).toThrow(/正被另一个活字服务使用（进程 \d+）/);
    writeFileSync(join(dir, 'huozi.lock'), JSON.stringify({ pid: process.ppid, born: 'another' }));
    lockDataDir(dir)();
    writeFileSync(join(dir, 'huozi.lock'), 'torn');
    lockDataDir(dir)();
  });

  it('touches nothing in a folder that is no cluster of this version', async () => {
    const dir = newDir();
    mkdirSync(join(dir, 'pg'));
    writeFileSync(join(dir, 'pg', 'precious'), 'data');
    await expect(startCluster({ dataDir: dir })).rejects.toThrow(/不是完整的 PostgreSQL 数据目录/);
    writeFileSync(join(dir, 'pg', 'PG_VERSION'), '16\n');
    await expect(startCluster({ dataDir: dir })).rejects.toThrow(/属于 PostgreSQL 16/);
    expect(readFileSync(join(dir, 'pg', 'precious'), 'utf8')).toBe('data');
  });

  it('says what to do when it runs as root from a folder only root may enter', async () => {
    if (process.getuid?.() !== 0) return;
    const dir = newDir();
    chmodSync(dir, 0o700);
    await expect(startCluster({ dataDir: dir })).rejects.toThrow(
      /无法进入[\s\S]*普通用户[\s\S]*chmod o\+x[\s\S]*DATABASE_URL/,
    );
  });
});
