import type { DataOf } from '../../contract/index.ts';
import type { Config, Context, Database } from '../kernel/index.ts';
import { operatingTenant } from '../upm/index.ts';
import { lastSuccess, recentRuns, type EndedRun } from './runs.ts';

const SHOWN = 30;
/** A daily backup this old was missed at least once. */
const LATE_HOURS = 26;
const HOUR_MS = 3_600_000;

const shownRun = ({
  id,
  startedAt,
  endedAt,
  scheduled,
  ok,
  directory,
  bytes,
  error,
  warning,
}: EndedRun): DataOf<'backup.state'>['runs'][number] => ({
  id: String(id),
  startedAt: startedAt.toISOString(),
  endedAt: endedAt.toISOString(),
  kind: scheduled ? 'schedule' : 'command',
  result: ok ? (warning === '' ? 'ok' : 'incomplete') : 'failed',
  directory,
  megabytes: Math.ceil(bytes / 1_048_576),
  error: error || warning,
});

/**
 * How the installation is backed up, for administrators of the company that runs it (the first
 * one). Others learn that it is not theirs to look after, and nothing else: folders and errors are
 * of the machine.
 */
export async function backupState(
  db: Database,
  { backup }: Config,
  ctx: Context,
): Promise<DataOf<'backup.state'>> {
  const mine = (await operatingTenant(db))?.id === ctx.tenant.id;
  const schedule =
    mine && backup?.at !== undefined
      ? { at: backup.at, directory: backup.dir, keep: backup.keep }
      : null;
  if (!mine)
    return { mine, schedule, lastAt: null, ageHours: null, late: false, lacks: '', runs: [] };
  const last = await lastSuccess(db);
  const ageHours = last ? Math.floor((Date.now() - last.endedAt.getTime()) / HOUR_MS) : null;
  return {
    mine,
    schedule,
    lastAt: last?.endedAt.toISOString() ?? null,
    ageHours,
    late: ageHours === null || ageHours >= LATE_HOURS,
    lacks: last?.warning ?? '',
    runs: (await recentRuns(db, SHOWN)).map(shownRun),
  };
}
