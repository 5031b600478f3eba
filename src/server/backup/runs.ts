import type { Database } from '../kernel/index.ts';

/**
 * A backup that ended. `error` is a sentence, empty when it succeeded; bytes are those of its
 * folder.
 */
export interface Run {
  readonly startedAt: Date;
  readonly ok: boolean;
  readonly directory: string;
  readonly bytes: number;
  readonly error: string;
  /** What it lacks although it ended; empty when it lacks nothing. */
  readonly warning: string;
  /** Files that were lost or damaged. */
  readonly lost: number;
  readonly scheduled: boolean;
}
export interface EndedRun extends Run {
  readonly id: number;
  readonly endedAt: Date;
}

/** Runs that stay in the history. */
const KEEP_RUNS = 100;

/** Writes down how a backup ended; not in a database of a version that keeps no such list yet. */
export async function logRun(db: Database, run: Run): Promise<void> {
  await db.withOwner(async (tx) => {
    const [table] = await tx.query<{ there: boolean }>(
      `select exists (select from pg_attribute where attrelid = to_regclass('backup.run')
        and attname = 'warning' and not attisdropped) as there`,
    );
    if (!table?.there) return;
    await tx.run(
      `insert into backup.run (started_at, scheduled, ok, directory, bytes, error, warning, lost)
        values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        run.startedAt,
        run.scheduled,
        run.ok,
        run.directory,
        run.bytes,
        run.error,
        run.warning,
        run.lost,
      ],
    );
    await tx.run(
      `delete from backup.run where id <= (select id from backup.run order by id desc offset $1
        limit 1)`,
      [KEEP_RUNS],
    );
  });
}

const COLUMNS = `id, started_at as "startedAt", ended_at as "endedAt", scheduled, ok, directory,
  bytes::float8 as bytes, error, warning, lost`;

/** The newest first. */
export function recentRuns(db: Database, limit: number): Promise<EndedRun[]> {
  return db.asAnonymous<EndedRun>(`select ${COLUMNS} from backup.run order by id desc limit $1`, [
    limit,
  ]);
}

/** The newest backup that succeeded. */
export async function lastSuccess(db: Database): Promise<EndedRun | undefined> {
  return (
    await db.asAnonymous<EndedRun>(
      `select ${COLUMNS} from backup.run where ok order by id desc limit 1`,
    )
  )[0];
}
