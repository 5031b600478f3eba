import { PARAMS, type ParamKey } from '../../contract/index.ts';
import type { Database } from '../kernel/index.ts';
import { sweepLogs } from '../log/index.ts';
import { settled } from './params/values.ts';

const KEY = 'log.keepDays' satisfies ParamKey;

/** Lets go of log lines that are older than their companies keep them. */
export async function sweepSystem(db: Database): Promise<number> {
  const rows = await db.atGate<{ tenant_id: string; value: unknown }>(
    'select tenant_id, value from system.param where key = $1',
    [KEY],
  );
  return sweepLogs(
    db,
    PARAMS[KEY].default,
    Object.fromEntries(rows.map(({ tenant_id, value }) => [tenant_id, settled(KEY, value)])),
  );
}
