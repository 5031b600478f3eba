import { resolve } from 'node:path';
import { Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Database, Tx } from '../kernel/index.ts';
import { fileWarnings, lostOf, noFiles, writeFiles, type FileCounts } from './attachments.ts';
import { BackupError, fileError } from './backup-error.ts';
import type { SchemaShape, TableShape } from './catalogue.ts';
import { BackupWriter, freeBytes, MANIFEST } from './folder.ts';
import { nameIn, quotedName } from './make.ts';
import { manifestOf, type SequenceValue } from './manifest.ts';
import {
  beginSnapshot,
  requireUnchanged,
  ShapeChanged,
  withSnapshot,
  type Snapshot,
} from './snapshot.ts';

export interface BackupOptions {
  readonly db: Database;
  readonly dataDir: string;
  /** Folder the backup becomes; not there yet, or empty. */
  readonly directory: string;
  readonly say?: (text: string) => void;
  /** Ends the backup; nothing of it stays. */
  readonly signal?: AbortSignal;
  /** Made by the schedule, which removes it when it is old. */
  readonly scheduled?: boolean;
}
export interface BackupResult {
  readonly directory: string;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** Size of the folder. */
  readonly bytes: number;
  /** Files that are lost or damaged. */
  readonly lost: number;
  /** What the administrator should know of them. */
  readonly warnings: readonly string[];
}

/** zlib's levels: 4 writes about twice as fast as the usual 6 and a tenth larger. */
const GZIP_LEVEL = 4;
/** A table whose columns change while a backup runs (a field's type) makes it start again. */
const ATTEMPTS = 3;
/** Rows shrink to less than half of what their tables take on disk, indexes left out. */
const SPACE_OF_TABLES = 0.5;
const PROGRESS_MS = 2_000;

interface Run {
  readonly db: Database;
  readonly writer: BackupWriter;
  readonly snapshot: Snapshot;
  readonly dataDir: string;
  readonly signal: AbortSignal | undefined;
  readonly progress: (text: () => string) => void;
}
/** `tx` reads rows at the snapshot, `now` what the catalogue says meanwhile. */
interface Connections {
  readonly tx: Tx;
  readonly now: Tx;
}
interface Counts extends FileCounts {
  tables: number;
  rows: number;
  rowBytes: number;
}

const noCounts = (): Counts => ({ tables: 0, rows: 0, rowBytes: 0, ...noFiles() });

/** Says how far something is, not more often than a person reads. */
function progressOf(say: (text: string) => void): (text: () => string) => void {
  let last = Date.now();
  return (text) => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    say(text());
  };
}

const copiedColumns = ({ columns }: TableShape): string =>
  columns
    .filter(({ generated }) => generated === '')
    .map(({ name }) => quotedName(name))
    .join(', ');

/**
 * A table's rows as of the snapshot, in a transaction of its own: other transactions wait for one
 * table at most.
 */
async function writeTable(
  { tx, now }: Connections,
  { writer, snapshot, signal }: Run,
  schema: SchemaShape,
  table: TableShape,
): Promise<{ rows: number; bytes: number }> {
  const name = nameIn(schema, table.name);
  await tx.query(beginSnapshot(snapshot.id));
  await tx.query(`lock table ${name} in access share mode`).catch((error: unknown) => {
    throw (error as { code?: string }).code === '42P01' ? new ShapeChanged(name) : error;
  });
  await requireUnchanged(now, snapshot, schema.name, table.name);
  const rows = await tx.copyOut(`copy ${name} (${copiedColumns(table)}) to stdout`);
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await writer.write(
    `data/${schema.name}/${table.name}.copy.gz`,
    rows.stream,
    [count, createGzip({ level: GZIP_LEVEL })],
    signal,
  );
  await tx.query('commit');
  return { rows: rows.rows, bytes };
}

/** Sequences are outside transactions: read after the rows, they are never behind them. */
async function sequenceValues(tx: Tx, schema: SchemaShape): Promise<SequenceValue[]> {
  const values: SequenceValue[] = [];
  for (const { name } of schema.sequences) {
    const [row] = await tx.query<Omit<SequenceValue, 'name'>>(
      `select last_value::text as value, is_called as called from ${nameIn(schema, name)}`,
    );
    values.push({ name, ...row! });
  }
  return values;
}

async function writeSchema(
  connections: Connections,
  run: Run,
  schema: SchemaShape,
  counts: Counts,
  of: number,
): Promise<void> {
  const rows: Record<string, number> = {};
  for (const table of schema.tables) {
    run.signal?.throwIfAborted();
    const written = await writeTable(connections, run, schema, table);
    rows[table.name] = written.rows;
    counts.tables += 1;
    counts.rows += written.rows;
    counts.rowBytes += written.bytes;
    run.progress(
      () => `导出数据 ${counts.tables}/${of} 张表，${counts.rows.toLocaleString('zh-CN')} 行`,
    );
  }
  await run.writer.writeJson(`schema/${schema.name}.json`, {
    shape: schema,
    rows,
    sequences: await sequenceValues(connections.tx, schema),
  });
}

async function writeRows(run: Run, counts: Counts): Promise<void> {
  const schemas = [...run.snapshot.shared, ...run.snapshot.tenants];
  const of = schemas.reduce((sum, { tables }) => sum + tables.length, 0);
  await run.db.onOwnConnection((tx) =>
    run.db.onOwnConnection(async (now) => {
      for (const schema of schemas) await writeSchema({ tx, now }, run, schema, counts, of);
    }),
  );
}

async function requireSpace({ tx, shared, tenants }: Snapshot, directory: string): Promise<void> {
  const schemas = [...shared, ...tenants].map(({ name }) => name);
  const [size] = await tx.query<{ tables: number; files: number }>(
    `select coalesce(sum(pg_table_size(c.oid)), 0)::float8 as tables,
    (select coalesce(sum(size), 0)::float8 from storage.file) as files
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = any($1::text[])
      and c.relkind = 'r'`,
    [schemas],
  );
  const need = size!.tables * SPACE_OF_TABLES + size!.files;
  const free = await freeBytes(directory);
  if (free < need)
    throw new BackupError(
      `磁盘空间不足：备份约需 ${megabytes(need)}，${resolve(directory)} 所在的磁盘还剩 ${megabytes(free)}`,
    );
}

export const megabytes = (bytes: number): string =>
  `${Math.ceil(bytes / 1_048_576).toLocaleString('zh-CN')} MB`;

/** One attempt at one snapshot. */
async function attempt(options: BackupOptions, writer: BackupWriter): Promise<Counts> {
  const { db, dataDir, directory, say = () => undefined, signal } = options;
  return withSnapshot(db, async (snapshot) => {
    await requireSpace(snapshot, directory);
    const counts = noCounts();
    const run: Run = {
      db,
      writer,
      snapshot,
      dataDir,
      signal,
      progress: progressOf(say),
    };
    say(`导出 ${snapshot.tenants.length} 家企业的数据和附件`);
    await writeFiles(run, counts);
    await writeRows(run, counts);
    await writeManifest(run, counts, options.scheduled === true);
    return counts;
  });
}

async function writeManifest(
  { writer, snapshot }: Pick<Run, 'writer' | 'snapshot'>,
  { missing, removed, damaged, ...sums }: Counts,
  scheduled: boolean,
): Promise<void> {
  await writer.writeJson(
    MANIFEST,
    manifestOf({
      snapshotAt: snapshot.at,
      finishedAt: new Date().toISOString(),
      postgres: snapshot.postgres,
      migrations: snapshot.migrations,
      roles: snapshot.roles,
      shared: snapshot.shared.map(({ name }) => name),
      tenants: snapshot.tenants.map(({ name }) => name),
      ...sums,
      scheduled,
      removedFiles: removed,
      missingFiles: missing,
      damagedFiles: damaged,
    }),
  );
}

async function attempts(options: BackupOptions, writer: BackupWriter): Promise<Counts> {
  for (let left = ATTEMPTS; ; left -= 1) {
    try {
      return await attempt(options, writer);
    } catch (error) {
      if (!(error instanceof ShapeChanged)) throw error;
      if (left <= 1)
        throw new BackupError('备份期间对象的结构一直在被修改，请稍后再试', { cause: error });
      options.say?.('备份期间有对象被修改，重新开始');
      await writer.clear();
    }
  }
}

/**
 * Writes a backup of the whole installation as of one moment, while it is used. Throws BackupError
 * with a sentence for the operator; an interrupted backup leaves no folder that looks like a whole
 * one.
 */
export async function backup(options: BackupOptions): Promise<BackupResult> {
  const writer = await BackupWriter.begin(options.directory, options.dataDir).catch(
    (error: unknown) => {
      throw fileError(error);
    },
  );
  try {
    const counts = await attempts(options, writer);
    const directory = await writer.finish();
    return {
      directory,
      tables: counts.tables,
      rows: counts.rows,
      files: counts.files,
      bytes: writer.bytes,
      lost: lostOf(counts),
      warnings: fileWarnings(counts),
    };
  } catch (error) {
    await writer.drop();
    if (options.signal?.aborted)
      throw new BackupError('备份已取消，没有留下任何文件', { cause: error });
    throw fileError(error);
  }
}
