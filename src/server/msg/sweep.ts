import { eachAlone, purgeDeadLetters, type Database, type TenantTx } from '../kernel/index.ts';
import { forEachCompany, type Sweeping } from '../upm/index.ts';

/**
 * Retention of read messages, of unread ones, and of what was sent; without it the tables would
 * only grow.
 */
const KEEP_READ = `interval '180 days'`;
const KEEP_UNREAD = `interval '1 year'`;
const KEEP_SENT = `interval '90 days'`;
/** Most messages of one person; beyond it the oldest go. */
const MOST_OF_ONE = 5_000;

/** What belongs to no company, each on its own. */
const OF_ALL: readonly ((db: Database) => Promise<number>)[] = [
  purgeDeadLetters,
  // A message to people who are no members is delivered to no one.
  (db) =>
    db.withAnonymousTx((tx) =>
      tx.run(`delete from kernel.outbox where topic = 'message' and tenant_id is null`),
    ),
  ...['msg.mail', 'msg.sms_log'].map(
    (table) => (db: Database) =>
      db.withAnonymousTx((tx) =>
        tx.run(`delete from ${table} where created_at < now() - ${KEEP_SENT}`),
      ),
  ),
];

/** Deletes what has expired. Run periodically by the server. */
export async function purgeExpiredMessages({ db, log }: Sweeping): Promise<void> {
  const what = 'expired messages could not be deleted';
  await eachAlone(
    db,
    OF_ALL,
    (purge) => purge(db),
    (error) => log.warn({ err: error }, what),
  );
  await forEachCompany({ db, log }, what, (tenant) => db.withTenant({ tenant }, purgeOwn), 'all');
}

async function purgeOwn(tx: TenantTx): Promise<void> {
  await tx.run(
    `delete from msg.message where tenant_id = $1
      and (read_at < now() - ${KEEP_READ} or created_at < now() - ${KEEP_UNREAD})`,
    [tx.tenant.id],
  );
  await tx.run(
    `delete from msg.message m using (select id, row_number() over (partition by user_id
        order by seq desc) as place from msg.message where tenant_id = $1) old
      where m.tenant_id = $1 and m.id = old.id and old.place > ${MOST_OF_ONE}`,
    [tx.tenant.id],
  );
}
