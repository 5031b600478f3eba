import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database, Logger, TenantRef } from '../kernel/index.ts';
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
const UNATTACHED = `select id from storage.file where tenant_id = $1 and not attached
  and keep_until < now()
  order by keep_until limit ${BATCH} for update skip locked`;

export interface Sweeping {
  readonly db: Database;
  readonly dataDir: string;
  readonly log: Logger;
}

const tenantsOf = (db: Database): Promise<TenantRef[]> =>
  db.asAnonymous<TenantRef>('select id, no, region from upm.tenant order by no');

/** Removes files that were uploaded and used nowhere in their time. Answers how many. */
export async function sweepUnattached({ db, dataDir, log }: Sweeping): Promise<number> {
  let gone = 0;
  for (const tenant of await tenantsOf(db)) {
    await db.withTenant({ tenant }, (tx) => tx.run(OLD_COUNTS, [tx.tenant.id]));
    for (let batch = BATCH; batch === BATCH; gone += batch) {
      batch = await db.withTenant({ tenant }, async (tx) => {
        // A file that is attached at this moment is locked, and passed over; one that was is no
        // longer in the list.
        const ids = await tx.query<{ id: string }>(UNATTACHED, [tx.tenant.id]);
        return ids.length === 0
          ? 0
          : removeFiles(
              tx,
              dataDir,
              ids.map(({ id }) => id),
              log,
            );
      });
    }
  }
  return gone;
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
  sweeping: Sweeping,
  { deadMs = DEAD_MS, since = 0 }: OrphanOptions = {},
): Promise<number> {
  let gone = 0;
  const root = filesDir(sweeping.dataDir);
  for (const tenant of await tenantsOf(sweeping.db)) {
    for (const month of await namesIn(join(root, tenant.id))) {
      const folder = join(root, tenant.id, month);
      const touched = (await stat(folder).catch(() => undefined))?.mtimeMs ?? 0;
      if (touched >= since) gone += await sweepFolder(sweeping, tenant, month, deadMs);
    }
  }
  await purgeSetAside(sweeping.dataDir);
  if (gone > 0)
    sweeping.log.info({ files: gone }, 'files of uploads that did not end were cleaned up');
  return gone;
}

async function sweepFolder(
  { db, dataDir }: Sweeping,
  tenant: TenantRef,
  month: string,
  deadMs: number,
): Promise<number> {
  const folder = join(filesDir(dataDir), tenant.id, month);
  const names = await namesIn(folder);
  let gone = 0;
  for (const name of names.filter((each) => each.endsWith(DRAFT_SUFFIX))) {
    if ((await ageOf(join(folder, name))) < deadMs) continue;
    await rm(join(folder, name), { force: true });
    gone += 1;
  }
  const whole = names.filter((each) => !each.endsWith(DRAFT_SUFFIX));
  for (let at = 0; at < whole.length; at += COMPARED) {
    const ids = whole.slice(at, at + COMPARED);
    const rows = await db.readTenant<{ id: string }>(
      { tenant },
      'select id from storage.file where tenant_id = $1 and id = any($2)',
      [tenant.id, ids],
    );
    const known = new Set(rows.map(({ id }) => id));
    for (const id of ids)
      if (!known.has(id)) gone += await moveAside(dataDir, join(tenant.id, month, id), deadMs);
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
