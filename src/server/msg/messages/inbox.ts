import {
  containerOf,
  messageType,
  type DataOf,
  type InputOf,
  type Message,
} from '../../../contract/index.ts';
import type { Context, Database } from '../../kernel/index.ts';
import { publishInboxChanges } from './deliver.ts';

/** As PostgreSQL makes JSON of it. */
interface Row {
  id: string;
  content: string;
  created_at: string;
  read_at: string | null;
  type_code: string;
  handler_params: Record<string, unknown>;
  from_name: string;
}

function messageOf({
  id,
  content,
  created_at,
  read_at,
  type_code,
  handler_params,
  from_name,
}: Row): Message {
  return {
    id,
    content,
    createTime: new Date(created_at).toISOString(),
    isRead: read_at ? 1 : 0,
    typeCode: type_code,
    title: messageType(type_code).title,
    container: containerOf(type_code, handler_params),
    handlerParams: handler_params,
    fromName: from_name,
  };
}

/**
 * Unread ones in the order they came, read ones in the order they were read: the one marked last is
 * on top.
 */
const ORDER = {
  0: { where: 'read_at is null', by: 'seq desc' },
  1: { where: 'read_at is not null', by: 'read_at desc, seq desc' },
} as const;

/** One page of a person's own messages. */
export async function inboxPage(
  db: Database,
  ctx: Context,
  { current, size, isRead }: InputOf<'msg.msgsCenterInfo.page'>,
): Promise<DataOf<'msg.msgsCenterInfo.page'>> {
  const { where, by } = ORDER[isRead];
  const [row] = await db.readTenant<{ total: number; rows: Row[] }>(
    ctx,
    `
    select (select count(*) from msg.message where tenant_id = $1 and user_id = $2
      and ${where}) as total,
      coalesce((select json_agg(x) from (
        select p.id, p.content, p.created_at, p.read_at, p.type_code, p.handler_params,
          coalesce(m.real_name, '') as from_name from (
          select * from msg.message where tenant_id = $1 and user_id = $2 and ${where}
            order by ${by} limit $3 offset $4) p
        left join upm.member m on m.tenant_id = $1 and m.user_id = p.from_user_id
        order by ${by}) x), '[]') as rows`,
    [ctx.tenant.id, ctx.userId, size, (current - 1) * size],
    { name: `msg-page-${isRead}` },
  );
  return { records: row!.rows.map(messageOf), total: row!.total };
}

export async function countUnread(db: Database, ctx: Context): Promise<number> {
  const [row] = await db.readTenant<{ n: number }>(
    ctx,
    'select count(*) as n from msg.message where tenant_id = $1 and user_id = $2 and read_at is null',
    [ctx.tenant.id, ctx.userId],
    { name: 'msg-unread' },
  );
  return row!.n;
}

/**
 * Marks a person's own messages. Ids of other people's, unknown ones and those marked already
 * answer the same and change nothing. Marked from two tabs at once, each is marked once: the second
 * waits for the first and finds nothing left to do.
 */
export async function markRead(db: Database, ctx: Context, ids: readonly string[]): Promise<null> {
  return changeMessages(
    db,
    ctx,
    `update msg.message set read_at = now() where tenant_id = $1 and user_id = $2 and id = any($3)
      and read_at is null`,
    ids,
  );
}

/** Deletes a person's own messages, the same way. */
export async function removeMessages(
  db: Database,
  ctx: Context,
  ids: readonly string[],
): Promise<null> {
  return changeMessages(
    db,
    ctx,
    'delete from msg.message where tenant_id = $1 and user_id = $2 and id = any($3)',
    ids,
  );
}

async function changeMessages(
  db: Database,
  ctx: Context,
  text: string,
  ids: readonly string[],
): Promise<null> {
  return db.withTenant(ctx, async (tx) => {
    // Always in one order: two requests about the same messages wait for each other and never in a
    // circle.
    await tx.query(
      `select from msg.message where tenant_id = $1 and user_id = $2 and id = any($3) order by id
        for update`,
      [ctx.tenant.id, ctx.userId, ids],
    );
    if ((await tx.run(text, [ctx.tenant.id, ctx.userId, ids])) > 0)
      await publishInboxChanges(tx, ctx.tenant.id, [ctx.userId]);
    return null;
  });
}
