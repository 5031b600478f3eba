import { purgeDeadLetters, type Database } from '../kernel/index.ts';

/**
 * Retention of read messages, of unread ones, and of what was sent; without it the tables would
 * only grow.
 */
const KEEP_READ = `interval '180 days'`;
const KEEP_UNREAD = `interval '1 year'`;
const KEEP_SENT = `interval '90 days'`;
/** Most messages of one person; beyond it the oldest go. */
const MOST_OF_ONE = 5_000;

/** Deletes what has expired. Run periodically by the server. */
export async function purgeExpiredMessages(db: Database): Promise<void> {
  await purgeDeadLetters(db);
  // A message to people who are no members is delivered to no one.
  await db.withAnonymousTx((tx) =>
    tx.run(`delete from kernel.outbox where topic = 'message' and tenant_id is null`),
  );
  for (const table of ['msg.mail', 'msg.sms_log'])
    await db.withAnonymousTx((tx) =>
      tx.run(`delete from ${table} where created_at < now() - ${KEEP_SENT}`),
    );
  const tenants = await db.asAnonymous<{ id: string; no: number; region: string }>(
    'select id, no, region from upm.tenant',
  );
  for (const tenant of tenants)
    await db.withTenant({ tenant }, async (tx) => {
      await tx.run(
        `delete from msg.message where tenant_id = $1
          and (read_at < now() - ${KEEP_READ} or created_at < now() - ${KEEP_UNREAD})`,
        [tenant.id],
      );
      await tx.run(
        `delete from msg.message m using (select id, row_number() over (partition by user_id
            order by seq desc) as place from msg.message where tenant_id = $1) old
          where m.tenant_id = $1 and m.id = old.id and old.place > ${MOST_OF_ONE}`,
        [tenant.id],
      );
    });
}
