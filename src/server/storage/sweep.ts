import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eachAlone, type TenantRef, type TenantTx } from '../kernel/index.ts';
import { forEachCompany, type Sweeping } from '../upm/index.ts';
import { DRAFT_SUFFIX, filesDir } from './disk.ts';
import { removeFiles } from './remove.ts';

/** Files one transaction removes: it ends well before other transactions wait for its locks. */
const BATCH = 200;
/** Files on disk that are compared with the table by one statement. */
const COMPARED = 500;
/**
 * A draft untouched for so long (milliseconds) is abandoned: an upload that brings nothing for 20
 * seconds is ended. A whole file gets its row within seconds. Also holds where two machines share
 * the folder.
 */
const DEAD_MS = 2 * 60_000;
/**
 * Whole files without a row are set aside for so many days: the database in use may be the wrong
 * one, or an old copy.
 */
const ASIDE_DAYS = 7;
const DAY_MS = 86_400_000;
/** Counts of days long past mean nothing. */
const OLD_COUNTS = `delete from storage.sender_day where tenant_id = $1 and day < current_date - 2`;
/** A file that counts as used nowhere although something uses it would stay, and stop the others. */
const USED_AFTER_ALL = `update storage.file f set attached = true where tenant_id = $1
  and not attached and keep_until < now() and exists (select from storage.file_use u
    where u.tenant_id = f.tenant_id and u.file_id = f.id)`;
const UNATTACHED = `select id from storage.file where tenant_id = $1 and not attached
  and keep_until < now()
  order by keep_until limit ${BATCH} for update skip locked`;

export interface FileSweep extends Sweeping {
  readonly dataDir: string;
}

/** Removes files that were uploaded and used nowhere in their time. Answers how many. */
export const sweepUnattached = (sweep: FileSweep): Promise<number> =>
  forEachCompany(
    sweep,
    'files used nowhere could not be removed',
    (tenant) => removeUnattached(sweep, tenant),
    'all',
  );

async function removeUnattached(sweep: FileSweep, tenant: TenantRef): Promise<number> {
  const { db } = sweep;
  await db.withTenant({ tenant }, async (tx) => {
    await tx.run(OLD_COUNTS, [tx.tenant.id]);
    await tx.run(USED_AFTER_ALL, [tx.tenant.id]);
  });
  let gone = 0;
  for (let batch = BATCH; batch === BATCH; gone += batch)
    batch = await db.withTenant({ tenant }, (tx) => removeSome(tx, sweep));
  return gone;
}

/** A file that is attached at this moment is locked, and passed over; one that was is not listed. */
async function removeSome(tx: TenantTx, { dataDir, log }: FileSweep): Promise<number> {
  const files = await tx.query<{ id: string }>(UNATTACHED, [tx.tenant.id]);
  const ids = files.map(({ id }) => id);
  return ids.length === 0 ? 0 : removeFiles(tx, dataDir, ids, log);
}

const namesIn = (path: string): Promise<string[]> => readdir(path).catch(() => []);
const ageOf = async (path: string): Promise<number> => {
  const found = await stat(path).catch(() => undefined);
  return found ? Date.now() - Math.max(found.mtimeMs, found.ctimeMs) : -1;
};

export interface OrphanOptions {
  /** Milliseconds a file has to be untouched. */
  readonly deadMs?: number;
  /** Only folders in which something changed since then; all when left out. */
  readonly since?: number;
}

/**
 * Cleans up what a kill leaves below the folder of files: drafts are removed, whole files without a
 * row are set aside in DATA_DIR/orphans and removed after ASIDE_DAYS. Answers how many of both.
 */
export async function sweepOrphans(
  sweep: FileSweep,
  { deadMs = DEAD_MS, since = 0 }: OrphanOptions = {},
): Promise<number> {
  const root = filesDir(sweep.dataDir);
  const ofOne = async (tenant: TenantRef): Promise<number> => {
    let gone = 0;
    for (const month of await namesIn(join(root, tenant.id))) {
      const folder = join(root, tenant.id, month);
      const touched = (await stat(folder).catch(() => undefined))?.mtimeMs ?? 0;
      if (touched >= since) gone += await sweepFolder(sweep, tenant, month, deadMs);
    }
    return gone;
  };
  const what = 'what uploads that did not end left could not be cleaned up';
  const gone = await forEachCompany(sweep, what, ofOne, 'all');
  await purgeSetAside(sweep.dataDir);
  if (gone > 0)
    sweep.log.info({ files: gone }, 'files of uploads that did not end were cleaned up');
  return gone;
}

async function sweepFolder(
  { db, dataDir, log }: FileSweep,
  tenant: TenantRef,
  month: string,
  deadMs: number,
): Promise<number> {
  const folder = join(filesDir(dataDir), tenant.id, month);
  const names = await namesIn(folder);
  const alone = (some: readonly string[], work: (name: string) => Promise<number>) =>
    eachAlone(db, some, work, (error, name) =>
      log.warn({ err: error, tenant: tenant.id, month, name }, 'a file stayed'),
    );
  const drafts = names.filter((each) => each.endsWith(DRAFT_SUFFIX));
  let gone = await alone(drafts, async (name) => {
    if ((await ageOf(join(folder, name))) < deadMs) return 0;
    await rm(join(folder, name), { force: true });
    return 1;
  });
  const whole = names.filter((each) => !each.endsWith(DRAFT_SUFFIX));
  for (let at = 0; at < whole.length; at += COMPARED) {
    const ids = whole.slice(at, at + COMPARED);
    const rows = await db.readTenant<{ id: string }>(
      { tenant },
      'select id from storage.file where tenant_id = $1 and id = any($2)',
      [tenant.id, ids],
    );
    const known = new Set(rows.map(({ id }) => id));
    const unknown = ids.filter((id) => !known.has(id));
    gone += await alone(unknown, (id) => moveAside(dataDir, join(tenant.id, month, id), deadMs));
  }
  return gone;
}

const asideDir = (dataDir: string): string => join(dataDir, 'orphans');

async function moveAside(dataDir: string, place: string, deadMs: number): Promise<number> {
  const from = join(filesDir(dataDir), place);
  if ((await ageOf(from)) < deadMs) return 0;
  const to = join(asideDir(dataDir), new Date().toISOString().slice(0, 10), place);
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
  return 1;
}

async function purgeSetAside(dataDir: string): Promise<void> {
  for (const day of await namesIn(asideDir(dataDir))) {
    const age = Date.now() - Date.parse(day);
    if (age > ASIDE_DAYS * DAY_MS)
      await rm(join(asideDir(dataDir), day), { recursive: true, force: true });
  }
}
