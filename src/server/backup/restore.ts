import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  checkApplied,
  ensureRole,
  MIN_POSTGRES,
  RESTORE_SCHEMA,
  tolerateConcurrent,
  type Database,
  type ServiceMigrations,
  type Tx,
} from '../kernel/index.ts';
import { filesDir, releaseFolder } from '../storage/index.ts';
import { megabytes } from './backup.ts';
import { BackupError, fileError } from './backup-error.ts';
import { PLAIN_SETTINGS, readCatalogue, type SchemaShape } from './catalogue.ts';
import { freeBytes, isEmpty, unpacked, verify } from './folder.ts';
import { afterRows, beforeRows, nameIn, quotedName } from './make.ts';
import { readManifest, type Manifest, type SchemaPart } from './manifest.ts';

type Report = (text: string) => void;
/** A backup whose every byte was compared with its checksum. */
export interface Verified {
  readonly directory: string;
  readonly manifest: Manifest;
  readonly files: readonly string[];
}

/** A running restore. */
interface Work extends Verified {
  readonly say: Report;
  readonly signal: AbortSignal | undefined;
}

/**
 * Advisory lock that keeps two restores out of one database; the value only has to differ from our
 * other locks.
 */
const LOCK_KEY = 7300_0003;
/** Tables and their indexes take about so much of what their rows are as text. */
const SPACE_OF_ROWS = 2.5;
/** In the folder of files while they come. */
const UNFINISHED = '.restoring';
const PROGRESS_EVERY = 50;

/**
 * Reads and checks a backup; nothing is written. `known` are this program's migrations: a backup of
 * a later one is refused.
 */
export async function openBackup(
  directory: string,
  known: readonly ServiceMigrations[],
  say: Report,
): Promise<Verified> {
  const manifest = await readManifest(directory);
  checkApplied(known, manifest.migrations);
  say(`校验备份（${manifest.snapshotAt}，${manifest.tables} 张表，${manifest.files} 个附件）`);
  const parts = await verify(directory);
  return { directory, manifest, files: parts.filter((name) => name.startsWith('files/')) };
}

async function inTransaction(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  await tx.query(`begin; ${PLAIN_SETTINGS}; set local check_function_bodies = off`);
  try {
    await work();
    await tx.query('commit');
  } catch (error) {
    await tx.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function requireServer(tx: Tx, embedded: boolean): Promise<void> {
  await tx.query(`set application_name = 'huozi-restore'`);
  const [server] = await tx.query<{
    major: number;
    encoding: string;
    others: number;
  }>(`select current_setting('server_version_num')::int / 10000 as major,
    current_setting('server_encoding') as encoding, (select count(*)::int from pg_stat_activity
      where datname = current_database() and application_name = 'huozi') as others`);
  if (server!.major < MIN_POSTGRES)
    throw new BackupError(`PostgreSQL ${server!.major} 版本过低，需要 ${MIN_POSTGRES} 或更高版本`);
  if (server!.encoding !== 'UTF8')
    throw new BackupError(
      `数据库的编码是 ${server!.encoding}，需要 UTF8：请新建一个 UTF8 的空数据库`,
    );
  // An embedded database is protected from a second process by the lock of its folder.
  if (!embedded && server!.others > 0)
    throw new BackupError('有活字服务正在使用此数据库，请先停止它');
  const [lock] = await tx.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    LOCK_KEY,
  ]);
  if (!lock!.taken) throw new BackupError('另一个恢复正在进行，请等它结束');
}

const TAKEN_SQL = `select nspname::text as name from pg_namespace where nspname = any($1::text[])
  or nspname ~ '^t_[0-9]+$' order by 1`;

/**
 * The target is empty, or holds a restore that did not finish, which goes. Marks it as unfinished:
 * no server starts on it.
 */
async function prepareDatabase(tx: Tx, { shared, tenants }: Manifest): Promise<void> {
  const [half] = await tx.query<{ there: boolean }>(
    `select to_regclass('${RESTORE_SCHEMA}.target') is not null as there`,
  );
  if (half!.there) {
    const begun = await tx.query<{ name: string }>(
      `select schema as name from ${RESTORE_SCHEMA}.target`,
    );
    for (const { name } of begun)
      await tx.query(`drop schema if exists ${quotedName(name)} cascade`);
    await tx.query(`drop schema ${RESTORE_SCHEMA} cascade`);
  }
  const taken = await tx.query<{ name: string }>(TAKEN_SQL, [shared]);
  if (taken.length > 0) {
    throw new BackupError(
      '目标里已有数据，恢复不会覆盖它。内置数据库：先把数据目录改名（例如 mv data data.old），或用 DATA_DIR 指定新目录；外部数据库：用 DATABASE_URL 指定一个空数据库',
    );
  }
  await tx.query(
    `begin; create schema ${RESTORE_SCHEMA}; create table ${RESTORE_SCHEMA}.target (schema text not null); commit`,
  );
  await tx.run(`insert into ${RESTORE_SCHEMA}.target select unnest($1::text[])`, [
    [...shared, ...tenants],
  ]);
}

/** Uploaded files come into an empty folder, or one where an earlier restore stopped. */
async function prepareFiles(files: string): Promise<void> {
  const mark = join(files, UNFINISHED);
  if (
    await readFile(mark).then(
      () => true,
      () => false,
    )
  )
    await rm(files, { recursive: true });
  if (!(await isEmpty(files)))
    throw new BackupError(
      `${files} 里已有附件，恢复不会覆盖它。请先把数据目录改名，或用 DATA_DIR 指定新目录`,
    );
  await mkdir(files, { recursive: true });
  await writeFile(mark, '');
}

async function makeRoles(tx: Tx, { roles }: Manifest): Promise<void> {
  for (const { name } of roles) await ensureRole(tx, name);
  for (const { name, memberOf } of roles)
    for (const group of memberOf)
      await tolerateConcurrent(tx, `grant ${quotedName(group)} to ${quotedName(name)}`);
}

async function partOf(directory: string, schema: string): Promise<SchemaPart> {
  return JSON.parse(await readFile(join(directory, `schema/${schema}.json`), 'utf8')) as SchemaPart;
}

/** PostgreSQL makes the values of generated columns itself. */
const writtenColumns = ({ columns }: SchemaShape['tables'][number]): string =>
  columns
    .filter(({ generated }) => generated === '')
    .map(({ name }) => quotedName(name))
    .join(', ');

const SET_SEQUENCE = 'select setval($1::regclass, $2::bigint, $3)';
async function loadRows(
  tx: Tx,
  { directory, signal }: Work,
  { shape, rows, sequences }: SchemaPart,
): Promise<void> {
  for (const table of shape.tables) {
    signal?.throwIfAborted();
    const source = unpacked(join(directory, `data/${shape.name}/${table.name}.copy.gz`));
    const copied = await tx.copy(
      `copy ${nameIn(shape, table.name)} (${writtenColumns(table)}) from stdin`,
      source,
    );
    if (copied !== rows[table.name])
      throw new BackupError(
        `${shape.name}.${table.name} 应有 ${rows[table.name]} 行，只恢复了 ${copied} 行`,
      );
  }
  for (const { name, value, called } of sequences)
    await tx.query(SET_SEQUENCE, [nameIn(shape, name), value, called]);
}

/** Schemas that are made together, in one transaction: all of them or none. */
async function restoreUnit(tx: Tx, work: Work, schemas: readonly string[]): Promise<void> {
  const parts: SchemaPart[] = [];
  for (const name of schemas) parts.push(await partOf(work.directory, name));
  const shapes = parts.map(({ shape }) => shape);
  await inTransaction(tx, async () => {
    for (const statement of beforeRows(shapes)) await tx.query(statement);
    for (const part of parts) await loadRows(tx, work, part);
    for (const statement of afterRows(shapes)) await tx.query(statement);
  });
}

/** The first thing that is not as it was, in words; undefined when all is. */
function difference(wanted: SchemaShape, found: SchemaShape): string | undefined {
  for (const key of Object.keys(wanted) as (keyof SchemaShape)[]) {
    if (isDeepStrictEqual(wanted[key], found[key])) continue;
    const [lost, made] = [wanted[key], found[key]].map(
      (side) => (Array.isArray(side) ? side : [side]) as { name?: string }[],
    );
    const at = lost!.find((each, index) => !isDeepStrictEqual(each, made![index]));
    return `${wanted.name} ${key} ${at?.name ?? ''}`;
  }
  return undefined;
}

/** Reads back what was made and compares it with what was saved, schema by schema. */
async function checkShapes(tx: Tx, { directory, manifest }: Verified): Promise<void> {
  const roles = manifest.roles.map(({ name }) => name);
  for (const name of [...manifest.shared, ...manifest.tenants]) {
    const wanted = (await partOf(directory, name)).shape;
    await inTransaction(tx, async () => {
      const [found] = await readCatalogue(tx, [name], roles);
      const differs = difference(wanted, JSON.parse(JSON.stringify(found)) as SchemaShape);
      if (differs !== undefined) throw new BackupError(`恢复后的结构与备份不一致：${differs}`);
    });
  }
}

async function restoreDatabase(tx: Tx, work: Work): Promise<void> {
  const { manifest, say } = work;
  await tx.query('set synchronous_commit = off');
  await makeRoles(tx, manifest);
  say('恢复公共数据');
  await restoreUnit(tx, work, manifest.shared);
  for (const [at, name] of manifest.tenants.entries()) {
    work.signal?.throwIfAborted();
    if (at % PROGRESS_EVERY === 0) say(`恢复企业数据 ${at + 1}/${manifest.tenants.length}`);
    await restoreUnit(tx, work, [name]);
  }
  work.signal?.throwIfAborted();
  say('核对恢复后的结构');
  await checkShapes(tx, work);
  await tx.query('analyze');
}

async function restoreFiles(
  { directory, files, say, signal }: Work,
  target: string,
): Promise<void> {
  if (files.length > 0) say(`恢复 ${files.length} 个附件`);
  for (const name of files) {
    signal?.throwIfAborted();
    const path = join(target, name.slice('files/'.length));
    await mkdir(dirname(path), { recursive: true });
    await pipeline(
      createReadStream(join(directory, name)),
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    );
  }
}

async function requireSpace(
  { manifest }: Verified,
  dataDir: string,
  embedded: boolean,
): Promise<void> {
  const need = manifest.fileBytes + (embedded ? manifest.rowBytes * SPACE_OF_ROWS : 0);
  const free = await freeBytes(dataDir);
  if (free < need)
    throw new BackupError(
      `磁盘空间不足：恢复约需 ${megabytes(need)}，${dataDir} 所在的磁盘还剩 ${megabytes(free)}`,
    );
}

export interface RestoreOptions {
  readonly db: Database;
  readonly dataDir: string;
  /** The database lies in dataDir too. */
  readonly embedded: boolean;
  readonly say?: Report;
  /** Ends the restore; the target stays marked as unfinished. */
  readonly signal?: AbortSignal;
}

/**
 * Restores the installation of a verified backup into an empty database and an empty folder of
 * files. Until it is complete the target is marked, no server starts on it, and another restore
 * starts again. Throws BackupError with a sentence.
 */
export async function restore(
  verified: Verified,
  { db, dataDir, embedded, say = () => undefined, signal }: RestoreOptions,
): Promise<void> {
  const files = filesDir(dataDir);
  const work: Work = { ...verified, say, signal };
  try {
    await db.onOwnConnection(async (tx) => {
      await requireServer(tx, embedded);
      await requireSpace(verified, dataDir, embedded);
      await prepareDatabase(tx, verified.manifest);
      await prepareFiles(files);
      await restoreFiles(work, files);
      await restoreDatabase(tx, work);
      await releaseFolder(tx);
      await rm(join(files, UNFINISHED));
      // This commit is waited for until it is on disk, and with it all before it.
      await tx.query('set synchronous_commit = on');
      await tx.query(`drop schema ${RESTORE_SCHEMA} cascade`);
    });
  } catch (error) {
    if (signal?.aborted)
      throw new BackupError('恢复已取消，目标还不能使用；重新运行同一命令会从头恢复', {
        cause: error,
      });
    throw fileError(error);
  }
}
