import type { Database } from '../kernel/index.ts';

/**
 * Deletes lines of both logs that are older than their company keeps them; nobody's lines go by the usual time. Done by
 * the owner: no company can delete its own logs. `days` are by tenant id.
 */
export async function sweepLogs(db: Database, usual: number, days: Readonly<Record<string, number>>): Promise<number> {
  const shortest = Math.min(usual, ...Object.values(days));
  return db.withOwner(async (tx) => {
    let gone = 0;
    for (const table of ['log.login', 'log.operation']) {
      gone += await tx.run(`delete from ${table} where at < now() - make_interval(days => $1) and at < now() - make_interval(days => coalesce(($3::jsonb ->> tenant_id)::integer, $2))`, [shortest, usual, JSON.stringify(days)]);
    }
    return gone;
  });
}
