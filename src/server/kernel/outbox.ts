import type { Tx, Writing } from './database/tenant-tx.ts';

/**
 * A message to members: its type code (specification, section 3), sentence, and what opening it
 * needs.
 */
export interface MessageEvent {
  userIds: readonly string[];
  typeCode: string;
  content: string;
  handlerParams?: Readonly<Record<string, unknown>>;
  fromUserId?: string;
  /**
   * While a message of the same person with this key is unread, this one is added to it: one
   * message, whose `content` has the number in the place of {count}.
   */
  merge?: { readonly key: string; readonly content: string };
}
/**
 * A mail; `code` has to stay unreadable for others than the addressee, and is written as {code} in
 * `text`.
 */
export interface MailEvent {
  to: string;
  subject: string;
  text: string;
  code?: string;
}
/** A text message by the code of its template, with the template's params. */
export interface SmsEvent {
  mobile: string;
  template: string;
  params: Readonly<Record<string, string>>;
}

/** A request of an approval to an outside address (src/server/bpm/outside). */
interface RequestEvent {
  instanceId: string;
  visit: number;
}

/**
 * Topics and what each carries. The service that delivers a topic takes its rows; see
 * src/server/msg.
 */
export interface OutboxTopics {
  message: MessageEvent;
  mail: MailEvent;
  sms: SmsEvent;
  request: RequestEvent;
}
export type OutboxTopic = keyof OutboxTopics;

/**
 * Writes an event in the running transaction: it happens if the transaction commits, once, also
 * after a crash. `tenantId` is the tenant of the transaction, or null under the anonymous role when
 * there is none yet.
 */
export async function postMessage<T extends OutboxTopic>(
  tx: Tx,
  tenantId: string | null,
  topic: T,
  payload: OutboxTopics[T],
): Promise<void> {
  await tx.run('insert into kernel.outbox (tenant_id, topic, payload) values ($1, $2, $3)', [
    tenantId,
    topic,
    JSON.stringify(payload),
  ]);
}

/** An event and its topic. */
export type OutboxEvent = {
  readonly [T in OutboxTopic]: { readonly topic: T; readonly payload: OutboxTopics[T] };
}[OutboxTopic];

/** Writes many events as one statement, in the order given; otherwise as `post`. */
export async function postMessages(
  tx: Tx,
  tenantId: string | null,
  events: readonly OutboxEvent[],
): Promise<void> {
  await tx.runTogether([messagesWriting(tenantId, events)]);
}

/** The statement of `postMessages`, for sending it with others. */
export const messagesWriting = (
  tenantId: string | null,
  events: readonly OutboxEvent[],
): Writing => ({
  name: 'outbox-messages',
  text: `insert into kernel.outbox (tenant_id, topic, payload) select $1, topic, payload::jsonb
    from unnest($2::text[], $3::text[]) with ordinality as e(topic, payload, place) order by place`,
  values: [
    tenantId,
    events.map(({ topic }) => topic),
    events.map(({ payload }) => JSON.stringify(payload)),
  ],
});
