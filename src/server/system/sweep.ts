import { PARAMS, type ParamKey } from '../../contract/index.ts';
import type { Database, Logger } from '../kernel/index.ts';
import { purgeExpiredLogs } from '../log/index.ts';
import { withinBounds } from './params/values.ts';

const KEY = 'log.keepDays' satisfies ParamKey;

/** Deletes log lines beyond their company's retention. */
export async function purgeExpiredSystem(sweeping: {
  readonly db: Database;
  readonly log: Logger;
}): Promise<number> {
  const rows = await sweeping.db.asAnonymous<{ tenant_id: string; value: unknown }>(
    'select tenant_id, value from system.param where key = $1',
    [KEY],
  );
  return purgeExpiredLogs(
    sweeping,
    PARAMS[KEY].default,
    Object.fromEntries(rows.map(({ tenant_id, value }) => [tenant_id, withinBounds(KEY, value)])),
  );
}
