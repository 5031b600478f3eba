import type { Database } from './database/database.ts';
import type { Tx } from './database/tenant-tx.ts';
import type { OutboxTopic, OutboxTopics } from './outbox.ts';
import { storable } from './storable.ts';

/**
 * How often a delivery is tried before it is given up: with the waits between, about half a day.
 */
export const MAX_TRIES = 10;
/** Seconds before the second try; each further wait is twice as long, up to the longest. */
const FIRST_WAIT_S = 5;
const LONGEST_WAIT_S = 7_200;
/**
 * A claimed row is reserved for so long; if its process dies, others take it afterwards. Longer
 * than any one delivery may take.
 */
const LEASE = `interval '90 seconds'`;
/** Characters stored of a failure. */
const MAX_ERROR = 500;
/** Given-up rows can be tried again for so long. */
const DEAD_LETTER_RETENTION = `interval '7 days'`;

export interface ClaimedMessage<T extends OutboxTopic> {
  readonly id: number;
  readonly tenantId: string | null;
  readonly payload: OutboxTopics[T];
  /** This try included. */
  readonly tries: number;
  readonly createdAt: Date;
}

const CLAIMED = `returning id, tenant_id as "tenantId", payload, tries, created_at as "createdAt"`;

/** Seconds until the next try after so many. */
const retryDelay = (tries: number): number =>
  Math.min(FIRST_WAIT_S * 2 ** (tries - 1), LONGEST_WAIT_S);

/** A code or a link a person waits for and that soon ends: no company sends it. */
const IS_AWAITED = `tenant_id is null
  and coalesce(payload ->> 'code', payload -> 'params' ->> 'code') is not null`;

const WAITS = 'topic = $1 and dead_at is null';
const IS_DUE = `${WAITS} and next_at <= now()`;
/** What one company may have of a batch: a number the planner knows, and so takes the index. */
const MOST_OF_ONE = 'least($2::integer, $3::integer)';
interface Head {
  readonly most?: string;
  /** As the index has it. */
  readonly order?: string;
}
/** The head of a queue: what has been due the longest first. */
const headOf = (
  queue: string,
  { most = '(select rows from share)', order = 'next_at, id' }: Head = {},
): string => `(
  select id, next_at, awaited, row_number() over (order by next_at, id) as place
  from (select * from (select id, next_at, ${IS_AWAITED} as awaited from kernel.outbox
    where ${IS_DUE} and ${queue} order by ${order} limit ${MOST_OF_ONE}) head
    limit ${most}) head) head`;
/** To the planner `is null` is no equality: only with the column is it the order of the index. */
const OF_NONE = headOf('tenant_id is null', { order: 'tenant_id, next_at, id' });

/**
 * Some of what is due: $2 of the topic $1, at most $3 of one company. Companies are found by the
 * first of their rows in the index, one after the other; those of no company are one of them. All
 * shares together are enough for a batch.
 */
const SOME_DUE_SQL = `with recursive company(id, next_at) as (
    (select tenant_id, next_at from kernel.outbox where ${WAITS} and tenant_id is not null
      order by tenant_id, next_at limit 1)
    union all
    select other.* from company, lateral (select tenant_id, next_at from kernel.outbox
      where ${WAITS} and tenant_id > company.id order by tenant_id, next_at limit 1) other
  ), due as (select id from company where next_at <= now()),
  queues as (select (select count(*) from due) + (select count(*) from (select from kernel.outbox
      where ${IS_DUE} and tenant_id is null limit 1) own) as number),
  share as (select least($3::integer, ceil($2::integer::numeric / greatest(number, 1)))::integer
    as rows from queues)
  select id from (
    select head.* from ${headOf(IS_AWAITED, { most: MOST_OF_ONE })}
    union all
    select head.* from ${OF_NONE} where not awaited
    union all
    select head.* from due, lateral ${headOf('tenant_id = due.id')}
  ) heads order by awaited desc, place, next_at, id limit $2::integer`;

/**
 * Takes rows that are due for the length of a lease: they are delivered outside of any transaction.
 * What is awaited comes first, then companies by turns, each in its order, and at most `each` of
 * one: much of one, or what is slow at it, does not keep others waiting. However much waits, it
 * reads the heads of the companies' queues.
 */
export async function claimMessages<T extends OutboxTopic>(
  db: Database,
  topic: T,
  limit: number,
  each = limit,
): Promise<ClaimedMessage<T>[]> {
  return db.asAnonymous<ClaimedMessage<T>>(
    `
    update kernel.outbox o set tries = tries + 1, next_at = now() + ${LEASE}
    where id in (select id from kernel.outbox where id = any(array(${SOME_DUE_SQL}))
      and dead_at is null and next_at <= now() for update skip locked)
    ${CLAIMED}`,
    [topic, limit, each],
  );
}

/** Removes a delivered row; false when its lease had run out and another process has it. */
export async function acknowledge(
  tx: Tx,
  { id, tries }: Pick<ClaimedMessage<OutboxTopic>, 'id' | 'tries'>,
): Promise<boolean> {
  return (await tx.run('delete from kernel.outbox where id = $1 and tries = $2', [id, tries])) > 0;
}

/**
 * After a failure: the row waits for another try, or is given up. `hopeless`: another try would
 * fail as well. Undefined when another process has it.
 */
export async function retryOrDeadLetter(
  tx: Tx,
  { id, tries }: Pick<ClaimedMessage<OutboxTopic>, 'id' | 'tries'>,
  error: string,
  hopeless = false,
): Promise<'waiting' | 'dead' | undefined> {
  const dead = hopeless || tries >= MAX_TRIES;
  const changed = await tx.run(
    `update kernel.outbox
      set error = $3, next_at = now() + make_interval(secs => $4), dead_at = case when $5
      then now() end where id = $1 and tries = $2`,
    [id, tries, storable(error, MAX_ERROR), retryDelay(tries), dead],
  );
  if (changed === 0) return undefined;
  return dead ? 'dead' : 'waiting';
}

/** Which of the topics have something due. */
export async function dueTopics(
  db: Database,
  topics: readonly OutboxTopic[],
): Promise<OutboxTopic[]> {
  const rows = await db.asAnonymous<{ topic: OutboxTopic }>(
    `select topic from unnest($1::text[]) topic where exists (select from kernel.outbox o
      where o.topic = topic.topic and dead_at is null and next_at <= now())`,
    [topics],
    { name: 'kernel-outbox-due' },
  );
  return rows.map(({ topic }) => topic);
}

/** Deletes what was given up long ago: its content (a code) has expired. */
export async function purgeDeadLetters(db: Database): Promise<number> {
  return db.withAnonymousTx((tx) =>
    tx.run(`delete from kernel.outbox where dead_at < now() - ${DEAD_LETTER_RETENTION}`),
  );
}
