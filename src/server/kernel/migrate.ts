import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from './database/database.ts';
import type { Tx } from './database/tenant-tx.ts';
import { isPgError } from './database/pg-errors.ts';
import { resourceDir } from './resources.ts';
import { ANONYMOUS_ROLE, META_ROLE } from './tenant.ts';

/** One forward step of a service's tables. `name` is NNNN_words. */
interface Migration {
  name: string;
  sql: string;
  /** What a step does to stored values that SQL cannot: in the same transaction, after its SQL. */
  rewrite?: Rewrite;
}
type Rewrite = (tx: Tx) => Promise<void>;
export interface ServiceMigrations {
  service: string;
  migrations: readonly Migration[];
}

/**
 * The database holds what this program does not know or knows otherwise; going on could destroy
 * data.
 */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

export const MIN_POSTGRES = 15;
/** Any constant: it keeps two starting servers from migrating at once. */
const LOCK_KEY = 7300_0001;
/** Exists in a database while a backup is restored into it: its contents are incomplete. */
export const RESTORE_SCHEMA = 'huozi_restore';
const FILE = /^(\d{4}_[a-z0-9-]+)\.sql$/;

/**
 * The sql/NNNN_*.sql files of a service, in order; pass `import.meta.url` of the service's
 * index.ts. `rewrites` are the parts of steps, by their names, that are no SQL.
 */
export function migrationsOf(
  service: string,
  moduleUrl: string,
  rewrites: Readonly<Record<string, Rewrite>> = {},
): ServiceMigrations {
  const dir = resourceDir(moduleUrl, './sql/', `./sql/${service}/`, '.sql');
  const names = readdirSync(dir)
    .filter((name) => FILE.test(name))
    .sort();
  return {
    service,
    migrations: names.map((file) => {
      const name = file.replace('.sql', '');
      const rewrite = rewrites[name];
      return { name, sql: readFileSync(join(dir, file), 'utf8'), ...(rewrite && { rewrite }) };
    }),
  };
}

const hashOf = (sql: string) =>
  createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');

/**
 * Brings every service's tables up to date: each file once, in a transaction of its own, in the
 * order of the services. Servers that start together wait for one another. Answers how many files
 * were applied.
 */
export async function migrate(
  db: Database,
  services: readonly ServiceMigrations[],
  onStep?: (name: string) => void,
): Promise<number> {
  return db.asOwner(async (tx) => {
    await checkVersion(tx);
    await tx.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    try {
      await prepare(tx);
      let applied = 0;
      for (const service of services) applied += await migrateService(tx, service, onStep);
      return applied;
    } finally {
      await tx.query('select pg_advisory_unlock($1)', [LOCK_KEY]);
    }
  });
}

async function checkVersion(tx: Tx): Promise<void> {
  const [row] = await tx.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  );
  if (row && row.version >= MIN_POSTGRES) return;
  throw new MigrationError(
    `PostgreSQL ${row?.version} 版本过低，需要 ${MIN_POSTGRES} 或更高版本 (PostgreSQL >= ${MIN_POSTGRES} is required)`,
  );
}

async function prepare(tx: Tx): Promise<void> {
  const [state] = await tx.query<{ half: boolean }>(
    `select to_regnamespace('${RESTORE_SCHEMA}') is not null as half`,
  );
  if (state?.half)
    throw new MigrationError(
      '此数据库的恢复没有完成，不能使用。请重新运行 npm run restore 备份目录 (an unfinished restore)',
    );
  for (const role of [META_ROLE, ANONYMOUS_ROLE]) await ensureRole(tx, role);
  await tx.query(`create schema if not exists kernel`);
  await tx.query(`create table if not exists kernel.migration (
    service text not null, name text not null, hash text not null,
      applied_at timestamptz not null default now(), primary key (service, name))`);
}

async function migrateService(
  tx: Tx,
  { service, migrations }: ServiceMigrations,
  onStep?: (name: string) => void,
): Promise<number> {
  const rows = await tx.query<{ name: string; hash: string }>(
    'select name, hash from kernel.migration where service = $1',
    [service],
  );
  const done = new Map(rows.map((row) => [row.name, row.hash]));
  refuseUnknownMigrations(service, migrations, done);
  await tx.query(`create schema if not exists ${service}`);
  await tx.query(`grant usage on schema ${service} to ${META_ROLE}, ${ANONYMOUS_ROLE}`);
  const missing = migrations.filter(({ name }) => !done.has(name));
  for (const step of missing) {
    onStep?.(`${service}/${step.name}`);
    await applyStep(tx, service, step);
  }
  return missing.length;
}

/**
 * Refuses steps, applied elsewhere, that this program does not know, or knows with another text: a
 * restored backup's.
 */
export function checkApplied(
  known: readonly ServiceMigrations[],
  applied: readonly { service: string; name: string; hash: string }[],
): void {
  const services = new Map(known.map((each) => [each.service, each.migrations]));
  for (const { service, name, hash } of applied)
    refuseUnknownMigrations(service, services.get(service) ?? [], new Map([[name, hash]]));
}

/**
 * A step applied with another text, or one unknown to this program: the data belongs to another
 * version.
 */
function refuseUnknownMigrations(
  service: string,
  migrations: readonly Migration[],
  done: ReadonlyMap<string, string>,
): void {
  const known = new Map(migrations.map(({ name, sql }) => [name, hashOf(sql)]));
  for (const [name, hash] of done) {
    if (known.get(name) === hash) continue;
    const [why, reason] = known.has(name)
      ? ['的内容在执行后被改动', 'changed after it was applied']
      : ['不在本程序中，数据可能来自更新的版本', 'unknown to this program'];
    throw new MigrationError(`数据库升级步骤 ${service}/${name} ${why} (migration ${reason})`);
  }
}

async function applyStep(
  tx: Tx,
  service: string,
  { name, sql, rewrite }: Migration,
): Promise<void> {
  await tx.query('begin');
  try {
    await tx.query(sql);
    await rewrite?.(tx);
    await tx.query('insert into kernel.migration (service, name, hash) values ($1, $2, $3)', [
      service,
      name,
      hashOf(sql),
    ]);
    await tx.query('commit');
  } catch (error) {
    await tx.query('rollback');
    throw new MigrationError(
      `数据库升级步骤 ${service}/${name} 失败：${(error as Error).message}`,
      { cause: error },
    );
  }
}

/**
 * Roles belong to the whole cluster, so another database may be making the same one at this moment.
 */
const ROLE_EXISTS = ['42710', '23505'];
const CONCURRENTLY_UPDATED = 'XX000';
const ROLE_ATTEMPTS = 20;

/**
 * Makes a role that cannot log in and lets this connection's user become it; asking twice changes
 * nothing.
 */
export async function ensureRole(tx: Tx, role: string): Promise<void> {
  const [row] = await tx.query<{ member: boolean }>(
    `select pg_has_role(current_user, oid, 'member') as member from pg_roles where rolname = $1`,
    [role],
  );
  if (!row) await tolerateConcurrent(tx, `create role ${role} nologin`);
  if (!row?.member) await tolerateConcurrent(tx, `grant ${role} to current_user`);
}

/**
 * Runs a statement about roles inside or outside a transaction, again while another database
 * touches the same role.
 */
export async function tolerateConcurrent(tx: Tx, sql: string): Promise<void> {
  for (let left = ROLE_ATTEMPTS; ; left -= 1) {
    try {
      await tx.query(`do $$ begin ${sql}; end $$`);
      return;
    } catch (error) {
      if (!isPgError(error)) throw error;
      if (ROLE_EXISTS.includes(error.code)) return;
      if (left <= 0 || error.code !== CONCURRENTLY_UPDATED) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 10 + Math.random() * 40));
  }
}
