import {
  MESSAGE_TOPICS,
  type DataOf,
  type InputOf,
  type MessageTopic,
} from '../../../contract/index.ts';
import type { Context, Database } from '../../kernel/index.ts';

const TOPICS = Object.keys(MESSAGE_TOPICS) as MessageTopic[];
const isFixed = (topic: MessageTopic): boolean => MESSAGE_TOPICS[topic].fixed;

/** What messages are about, and which of it this person wants. */
export async function listTopics(
  db: Database,
  ctx: Context,
): Promise<DataOf<'msg.preference.list'>> {
  const muted = new Set(
    (
      await db.readTenant<{ topic: string }>(
        ctx,
        'select topic from msg.muted where tenant_id = $1 and user_id = $2',
        [ctx.tenant.id, ctx.userId],
        { name: 'msg-muted' },
      )
    ).map(({ topic }) => topic),
  );
  return TOPICS.map((topic) => ({
    topic,
    ...MESSAGE_TOPICS[topic],
    on: isFixed(topic) || !muted.has(topic),
  }));
}

/** Switches a topic on or off for this person; one that is fixed stays on. */
export async function saveTopic(
  db: Database,
  ctx: Context,
  { topic, on }: InputOf<'msg.preference.save'>,
): Promise<DataOf<'msg.preference.save'>> {
  const isOn = on || isFixed(topic);
  await db.withTenant(ctx, (tx) =>
    tx.run(
      isOn
        ? 'delete from msg.muted where tenant_id = $1 and user_id = $2 and topic = $3'
        : 'insert into msg.muted (tenant_id, user_id, topic) values ($1, $2, $3) on conflict do nothing',
      [ctx.tenant.id, ctx.userId, topic],
    ),
  );
  return { topic, on: isOn };
}
