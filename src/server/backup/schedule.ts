import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  postMessage,
  type BackupConfig,
  type Config,
  type Database,
  type Logger,
  type Tx,
} from '../kernel/index.ts';
import { adminIds, operatingTenant } from '../upm/index.ts';
import { backup } from './backup.ts';
import { BackupError, fileError } from './backup-error.ts';
import { BackupWriter, isWhole, PARTIAL } from './folder.ts';
import { dayAndTime, folderName, isBackupName } from './names.ts';
import { readManifest } from './manifest.ts';
import { logRun, type Run } from './runs.ts';

const POLL_MS = 60_000;
const DAY_MS = 86_400_000;
/** A scheduled backup that failed is tried again after so long. */
const RETRY_MS = 3_600_000;
/** Held by the process that makes the scheduled backup: one of several does. */
const LOCK_KEY = 7300_0004;
const UNKNOWN_ERROR = '备份失败，原因见服务器日志';

export interface Scheduled {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
}
interface BackupAttempt {
  readonly startedAt: Date;
  readonly ok: boolean;
  /** Files it lacked. */
  readonly lost?: number;
}

const clockText = (at: Date): string => {
  const { day, time } = dayAndTime(at);
  return `${day} ${time}`;
};

/**
 * The last moment a backup was to be made, as text of the platform's clock; such texts compare as
 * moments do.
 */
function lastDue(at: string, now: Date): string {
  const { day, time } = dayAndTime(now);
  return time >= at ? `${day} ${at}` : `${dayAndTime(new Date(now.getTime() - DAY_MS)).day} ${at}`;
}

/**
 * Whether the backup of today (or of yesterday, before today's time) is still to be made: missed
 * ones are made up for, failed ones are tried again after an hour. `attempts` are the scheduled
 * runs, the newest first.
 */
export function isDue(at: string, now: Date, attempts: readonly BackupAttempt[]): boolean {
  const due = lastDue(at, now);
  const since = attempts.filter(({ startedAt }) => clockText(startedAt) >= due);
  if (since.some(({ ok }) => ok)) return false;
  return since.every(({ startedAt }) => now.getTime() - startedAt.getTime() >= RETRY_MS);
}

const attemptsOf = (tx: Tx): Promise<BackupAttempt[]> =>
  tx.query<BackupAttempt>(
    `select started_at as "startedAt", ok, lost from backup.run where scheduled
      order by id desc limit 50`,
  );

/** Whole backups by name, so by age; and names of those that were being written. */
async function backupsIn(dir: string): Promise<{ whole: string[]; begun: string[] }> {
  const names = (await readdir(dir).catch(() => [])).sort();
  const whole: string[] = [];
  for (const name of names.filter(isBackupName))
    if (await isWhole(join(dir, name))) whole.push(name);
  return {
    whole,
    begun: names.filter(
      (name) => name.endsWith(PARTIAL) && isBackupName(name.slice(0, -PARTIAL.length)),
    ),
  };
}

/**
 * The scheduled ones to remove, of names sorted by age. The newest that lacks no file stays beyond
 * the number: those after it may be nothing to go back to.
 */
async function outdated(dir: string, whole: readonly string[], keep: number): Promise<string[]> {
  const scheduled: string[] = [];
  let lastComplete: string | undefined;
  for (const name of whole) {
    // A folder whose manifest cannot be read is no backup to go back to.
    const manifest = await readManifest(join(dir, name)).catch(() => undefined);
    if (manifest?.scheduled !== false) scheduled.push(name);
    if (manifest && manifest.missingFiles.length + manifest.damagedFiles.length === 0)
      lastComplete = name;
  }
  return scheduled.slice(0, -keep).filter((name) => name !== lastComplete);
}

/**
 * Removes scheduled backups beyond `keep` and what interrupted ones left; those made by command
 * stay.
 */
export async function pruneBackups({ dir, keep }: BackupConfig, dataDir: string): Promise<void> {
  const { whole, begun } = await backupsIn(dir);
  for (const name of await outdated(dir, whole, keep))
    await rm(join(dir, name), { recursive: true });
  for (const name of begun) {
    // One that is being written is locked, and refuses.
    const left = await BackupWriter.begin(join(dir, name.slice(0, -PARTIAL.length)), dataDir).catch(
      () => undefined,
    );
    await left?.drop();
  }
}

/** A message to the administrators of the company that runs the installation. */
async function notifyAdmins(db: Database, typeCode: string, content: string): Promise<void> {
  const tenant = await operatingTenant(db);
  if (!tenant) return;
  await db.withTenant({ tenant }, async (tx) => {
    const userIds = await adminIds(tx, tenant.id);
    if (userIds.length > 0)
      await postMessage(tx, tenant.id, 'message', { userIds, typeCode, content });
  });
}

/**
 * Says once a day that a backup failed, and when one lacks more files than the last one did: what
 * was lost long ago is not worth a message every day.
 */
async function report(
  db: Database,
  run: Run,
  attempts: readonly BackupAttempt[],
  due: string,
): Promise<void> {
  if (run.ok) {
    const before = attempts.find(({ ok }) => ok)?.lost ?? 0;
    if (run.lost > before)
      await notifyAdmins(
        db,
        'backup_incomplete',
        `自动备份缺少附件：${run.warning}。请检查附件目录，详情见「系统管理 / 备份」`,
      );
  } else if (attempts.every(({ startedAt }) => clockText(startedAt) < due))
    await notifyAdmins(
      db,
      'backup_failed',
      `自动备份失败：${run.error}。一小时后会再试，详情见「系统管理 / 备份」`,
    );
}

async function makeOne(
  { config, db, log }: Scheduled,
  settings: BackupConfig,
  now: Date,
  signal: AbortSignal,
): Promise<Run> {
  const run = { startedAt: now, scheduled: true, directory: join(settings.dir, folderName(now)) };
  try {
    const { bytes, warnings, lost } = await backup({
      db,
      dataDir: config.filesDir ?? config.dataDir,
      directory: run.directory,
      signal,
      scheduled: true,
    });
    if (warnings.length > 0) log.warn({ warnings }, 'backup');
    return { ...run, ok: true, bytes, error: '', warning: warnings.join('；'), lost };
  } catch (error) {
    log.error({ err: error }, 'backup');
    return {
      ...run,
      ok: false,
      bytes: 0,
      warning: '',
      lost: 0,
      error: error instanceof BackupError ? error.message : UNKNOWN_ERROR,
    };
  }
}

async function takesLock(tx: Tx): Promise<boolean> {
  const [lock] = await tx.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    LOCK_KEY,
  ]);
  return lock?.taken === true;
}

/**
 * Makes the scheduled backup if it is due and no other process is at it; answers whether it made
 * one.
 */
export async function backUpIfDue(
  scheduled: Scheduled,
  now: Date,
  signal: AbortSignal,
): Promise<boolean> {
  const {
    config: { backup: settings, dataDir },
    db,
  } = scheduled;
  const at = settings?.at;
  if (!settings || at === undefined || !isDue(at, now, await db.withOwner(attemptsOf)))
    return false;
  return db.onOwnConnection(async (tx) => {
    const isAlone = await takesLock(tx);
    const attempts = await attemptsOf(tx);
    if (!isAlone || !isDue(at, now, attempts)) return false;
    const run = await makeOne(scheduled, settings, now, signal);
    // A server that stops makes it up after its next start.
    if (signal.aborted) return false;
    await logRun(db, run);
    await report(db, run, attempts, lastDue(at, now));
    if (run.ok) await pruneBackups(settings, dataDir);
    return true;
  });
}

/**
 * Why the daily backup cannot be written to its folder, in a sentence; undefined when it can, or
 * when there is none. Tries it as a backup does, since a folder may be read-only for a service alone.
 */
export async function folderFault({
  backup: settings,
  dataDir,
  quiet,
}: Config): Promise<string | undefined> {
  if (quiet || settings?.at === undefined) return undefined;
  try {
    const probe = await BackupWriter.begin(join(settings.dir, `probe-${randomUUID()}`), dataDir);
    await probe.drop();
    return undefined;
  } catch (error) {
    return `不能写入 BACKUP_DIR=${settings.dir}：${(fileError(error) as Error).message}`;
  }
}

/** Looks every minute whether a backup is due; answers how to end it. */
export function startSchedule(scheduled: Scheduled): () => Promise<void> {
  const stop = new AbortController();
  let looking: Promise<unknown> = Promise.resolve();
  let busy = false;
  const look = (): void => {
    if (busy) return;
    busy = true;
    looking = backUpIfDue(scheduled, new Date(), stop.signal)
      .catch((error: unknown) => scheduled.log.warn({ err: error }, 'backup'))
      .finally(() => {
        busy = false;
      });
  };
  const timer = setInterval(look, POLL_MS).unref();
  look();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await looking;
  };
}
