import { TOPIC_OF_TYPE } from '../../../contract/index.ts';
import type { Database, TenantRef, Tx } from '../../kernel/index.ts';
import { retryOrDeadLetter } from '../../kernel/index.ts';

/** Events of one tenant delivered in one statement. */
const BATCH = 100;
/** Tenants looked after before the outbox is asked again. */
const MAX_TENANTS = 50;
/** Longest content stored; a message is a sentence or two. */
const MAX_CONTENT = 2_000;
/** A notification carries at most 8,000 bytes: this many ids fit. */
const IDS_PER_NOTIFICATION = 100;

/** Notified when a user's messages changed: {t: tenant, u: users}. */
export const INBOX_CHANNEL = 'huozi_msg';

const DUE_SQL = `topic = 'message' and dead_at is null and next_at <= now()`;

/** The columns of a message that both ways of writing it fill in from an event. */
const HANDLER_SQL = `case when jsonb_typeof(payload->'handlerParams') = 'object'
  then payload->'handlerParams'
  else '{}' end`;
/** The sentence of a merged message. */
const mergedText = (text: string, count: string): string =>
  `left(replace(${text}, '{count}', (${count})::text), ${MAX_CONTENT})`;

/**
 * Takes the tenant's oldest events ($2 of them) and writes a message for each active member they
 * name who has not switched off what it is about ($3: topics by type), at once: all of it or
 * nothing. Events with the same merge key become one message, or are added to one that is unread.
 */
const DELIVER_SQL = `
  with due as (select id, payload, created_at from kernel.outbox where tenant_id = $1 and ${DUE_SQL}
    order by id limit $2 for update skip locked),
  gone as (delete from kernel.outbox o using due where o.id = due.id),
  named as (
    select due.id, due.payload, due.created_at, m.user_id, due.payload->'merge'->>'key' as merge_key
    from due
    cross join lateral jsonb_array_elements_text(case
      when jsonb_typeof(due.payload->'userIds') = 'array' then due.payload->'userIds'
      else '[]' end) as named (id)
    join upm.member m on m.tenant_id = $1 and m.user_id = named.id and m.state = 'active'
    where not exists (select from msg.muted x where x.tenant_id = $1 and x.user_id = m.user_id
      and x.topic = $3::jsonb->>(due.payload->>'typeCode'))),
  single as (
    insert into msg.message (tenant_id, id, user_id, type_code, content, handler_params,
      from_user_id, created_at, outbox_id)
    select $1, gen_random_uuid()::text, user_id, coalesce(payload->>'typeCode', ''),
      left(coalesce(payload->>'content', ''), ${MAX_CONTENT}), ${HANDLER_SQL},
      payload->>'fromUserId', created_at, id
    from named where merge_key is null order by id
    on conflict (tenant_id, user_id, outbox_id) do nothing
    returning user_id),
  merged as (
    insert into msg.message as known (tenant_id, id, user_id, type_code, content, handler_params,
      from_user_id, created_at, merge_key, merge_text, merged)
    select $1, gen_random_uuid()::text, user_id, coalesce(payload->>'typeCode', ''),
      case when n > 1 then ${mergedText("payload->'merge'->>'content'", 'n')}
        else left(coalesce(payload->>'content', ''), ${MAX_CONTENT}) end, ${HANDLER_SQL},
      payload->>'fromUserId', created_at, merge_key, payload->'merge'->>'content', n
    from (select distinct on (user_id, merge_key) *,
        count(*) over (partition by user_id, merge_key)::integer as n
      from named where merge_key is not null order by user_id, merge_key, id desc) last
    order by user_id, merge_key
    on conflict (tenant_id, user_id, merge_key) where merge_key is not null and read_at is null
    do update set merged = known.merged + excluded.merged,
      content = ${mergedText('excluded.merge_text', 'known.merged + excluded.merged')},
      handler_params = excluded.handler_params, from_user_id = excluded.from_user_id,
      created_at = excluded.created_at, seq = default
    returning user_id)
  select (select count(*) from due) as taken,
    array(select user_id from single union select user_id from merged) as users`;

/** Notifies every process whose messages changed, at the commit. */
export async function publishInboxChanges(
  tx: Tx,
  tenantId: string,
  userIds: readonly string[],
): Promise<void> {
  for (let from = 0; from < userIds.length; from += IDS_PER_NOTIFICATION) {
    await tx.run('select pg_notify($1, $2)', [
      INBOX_CHANNEL,
      JSON.stringify({ t: tenantId, u: userIds.slice(from, from + IDS_PER_NOTIFICATION) }),
    ]);
  }
}

async function deliverSome(db: Database, tenant: TenantRef, limit: number): Promise<number> {
  return db.withTenant({ tenant }, async (tx) => {
    const [row] = await tx.query<{ taken: number; users: string[] }>(
      DELIVER_SQL,
      [tenant.id, limit, JSON.stringify(TOPIC_OF_TYPE)],
      { name: 'msg-deliver' },
    );
    await publishInboxChanges(tx, tenant.id, row!.users);
    return row!.taken;
  });
}

/** An event that cannot be delivered steps aside, so that those behind it can. */
async function setAside(db: Database, tenant: TenantRef, error: unknown): Promise<number> {
  return db.withTenant({ tenant }, async (tx) => {
    const [row] = await tx.query<{ id: number; tries: number }>(
      `update kernel.outbox set tries = tries + 1 where id = (
      select id from kernel.outbox where tenant_id = $1 and ${DUE_SQL} order by id limit 1
        for update skip locked) returning id, tries`,
      [tenant.id],
    );
    if (row) await retryOrDeadLetter(tx, row, String(error));
    return row ? 1 : 0;
  });
}

async function deliverTenant(db: Database, tenant: TenantRef): Promise<number> {
  return deliverSome(db, tenant, BATCH).catch(() =>
    deliverSome(db, tenant, 1).catch((error: unknown) => setAside(db, tenant, error)),
  );
}

/**
 * Delivers messages that are due; returns how many events it took. Each reaches each member once,
 * even if a process dies in between. A company whose messages cannot even be set aside delays only
 * its own.
 */
export async function deliverMessages(
  db: Database,
  failed: (error: unknown) => void = () => undefined,
): Promise<number> {
  const tenants = await db.asAnonymous<TenantRef>(`
    select t.id, t.no, t.region from upm.tenant t
    where exists (select from kernel.outbox o where o.tenant_id = t.id and ${DUE_SQL}) order by random()
      limit ${MAX_TENANTS}`);
  let taken = 0;
  for (const tenant of tenants)
    taken += await deliverTenant(db, tenant).catch((error: unknown) => {
      failed(error);
      return 0;
    });
  return taken;
}
