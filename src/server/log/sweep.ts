import { eachAlone, type Database, type Logger, type Tx } from '../kernel/index.ts';
import { SWEEP } from './chain.ts';

/** A company's chain is shortened once a day at most: each time leaves a line of its own. */
const SWEPT_EVERY = `interval '23 hours'`;
/** Lines one transaction removes: operations of the company wait for it. */
const SLICE = 20_000;
const SWEEPER = '系统';

const RETENTION = `make_interval(days => coalesce(($2::jsonb ->> tenant_id)::integer, $1))`;

async function sweepLogins(
  db: Database,
  usual: number,
  days: Readonly<Record<string, number>>,
): Promise<number> {
  const shortest = Math.min(usual, ...Object.values(days));
  return db.withOwner((tx) =>
    tx.run(
      `delete from log.login where at < now() - make_interval(days => $3) and at < now() - ${RETENTION}`,
      [usual, JSON.stringify(days), shortest],
    ),
  );
}

/** Companies whose chain begins with a line that is too old. */
async function dueChains(
  db: Database,
  usual: number,
  days: Readonly<Record<string, number>>,
): Promise<string[]> {
  const rows = await db.withOwner((tx) =>
    tx.query<{ tenant_id: string }>(
      `
    select tenant_id from log.chain c where (swept_at is null or swept_at < now() - ${SWEPT_EVERY})
      and exists (select from log.operation o where o.tenant_id = c.tenant_id
        and o.seq = c.anchor_seq + 1 and o.at < now() - ${RETENTION.replace('tenant_id', 'c.tenant_id')})`,
      [usual, JSON.stringify(days)],
    ),
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

interface Cut {
  readonly from: number;
  readonly seq: number;
  readonly hash: string;
}

/** The last line of a slice before the first that is young enough. Locks the chain. */
async function cutOf(
  tx: Tx,
  tenantId: string,
  days: number,
  slice: number,
): Promise<Cut | undefined> {
  await tx.query('select from log.chain where tenant_id = $1 for update', [tenantId]);
  const [cut] = await tx.query<Cut>(
    `
    with slice as (select o.seq, o.at from log.chain c
        join log.operation o on o.tenant_id = c.tenant_id and o.seq > c.anchor_seq
        where c.tenant_id = $1 order by o.seq limit $3),
      young as (select min(seq) as seq from slice where at >= now() - make_interval(days => $2)),
      cut as (select coalesce((select seq - 1 from young), (select max(seq) from slice)) as seq)
    select c.anchor_seq + 1 as from, o.seq, encode(o.hash, 'hex') as hash
      from log.chain c, cut, log.operation o
    where c.tenant_id = $1 and o.tenant_id = $1 and o.seq = cut.seq and o.seq > c.anchor_seq`,
    [tenantId, days, slice],
  );
  return cut;
}

/**
 * Removes the lines of a chain that are too old. The hash of the last of them becomes the anchor
 * the chain begins at, and a line at the end of the chain records it: moving the anchor would
 * require changing that line, and all after it.
 */
async function shorten(tx: Tx, tenantId: string, days: number, slice: number): Promise<number> {
  const cut = await cutOf(tx, tenantId, days, slice);
  if (!cut) return 0;
  const gone = await tx.run('delete from log.operation where tenant_id = $1 and seq <= $2', [
    tenantId,
    cut.seq,
  ]);
  await tx.run(
    `update log.chain set anchor_seq = $2, anchor_hash = decode($3, 'hex'), swept_at = now()
      where tenant_id = $1`,
    [tenantId, cut.seq, cut.hash],
  );
  await tx.query('select log.append($1::jsonb)', [
    JSON.stringify({
      tenant_id: tenantId,
      user_id: '',
      real_name: SWEEPER,
      call_id: SWEEP,
      summary: '清理过期日志',
      about: `操作日志 第 ${cut.from} 行到第 ${cut.seq} 行`,
      change: `保留 ${days} 天，更早的已删除`,
      subjects: [],
      code: 200,
      reason: '',
      detail: { seq: cut.seq, hash: cut.hash },
      request_id: '',
      ip: '',
      ms: 0,
    }),
  ]);
  return gone;
}

/**
 * Deletes lines of both logs beyond their company's retention; lines without a company have the
 * default one. Done by the owner: no company can delete its own logs. `days` are by tenant id.
 */
export async function purgeExpiredLogs(
  { db, log }: { readonly db: Database; readonly log: Logger },
  usual: number,
  days: Readonly<Record<string, number>>,
  slice = SLICE,
): Promise<number> {
  const ofOne = async (tenantId: string): Promise<number> => {
    let gone = 0;
    for (let batch = slice; batch >= slice; gone += batch)
      batch = await db.withOwner(
        (tx) => shorten(tx, tenantId, days[tenantId] ?? usual, slice),
        tenantId,
      );
    return gone;
  };
  const logins = await sweepLogins(db, usual, days);
  const operations = await eachAlone(db, await dueChains(db, usual, days), ofOne, (error, tenant) =>
    log.warn({ err: error, tenant }, 'a log could not be shortened'),
  );
  return logins + operations;
}
