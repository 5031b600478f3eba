import type { DataOf, InputOf, MailDetail, MailRow } from '../../../contract/index.ts';
import { AppError, isoSql, type Context, type Database } from '../../kernel/index.ts';
import { searchPattern, type OutboxReader } from './reader.ts';

const COLUMNS = `id, to_address as "to", subject, state, error, tries,
  ${isoSql('created_at')} as "createTime", ${isoSql('sent_at')} as "sentTime"`;
/** What a mail program would make a link of. */
const LINK = /https?:\/\/[^\s<>"'，。；）]+/g;

export async function mailPage(
  reader: OutboxReader,
  ctx: Context,
  { query, state, ...paging }: InputOf<'msg.mail.page'>,
): Promise<DataOf<'msg.mail.page'>> {
  return reader.page<MailRow>(
    ctx,
    {
      table: 'msg.mail',
      columns: COLUMNS,
      values: [searchPattern(query), state ?? null],
      where: `($3::text is null or to_address ilike $3 or subject ilike $3)
          and ($4::text is null or state = $4)`,
    },
    paging,
  );
}

export async function mailDetail(
  reader: OutboxReader,
  ctx: Context,
  id: string,
): Promise<MailDetail> {
  const row = await reader.one<Omit<MailDetail, 'links'>>(
    ctx,
    'msg.mail',
    `${COLUMNS}, body as text`,
    id,
  );
  if (!row) throw new AppError('MAIL_UNKNOWN');
  return { ...row, links: [...new Set(row.text.match(LINK))] };
}

/** Makes a given-up mail due again, with all its tries before it. */
export async function resendMail(
  db: Database,
  reader: OutboxReader,
  ctx: Context,
  id: string,
): Promise<null> {
  const row = await reader.one<{ outbox_id: number; state: MailRow['state'] }>(
    ctx,
    'msg.mail',
    'outbox_id, state',
    id,
  );
  if (!row) throw new AppError('MAIL_UNKNOWN');
  const again =
    row.state === 'failed' &&
    (await db.withAnonymousTx(async (tx) => {
      const left = await tx.run(
        `update kernel.outbox set dead_at = null, tries = 0, next_at = now() where id = $1
          and dead_at is not null`,
        [row.outbox_id],
      );
      if (left > 0)
        await tx.run(`update msg.mail set state = 'waiting', error = '', tries = 0 where id = $1`, [
          id,
        ]);
      return left > 0;
    }));
  if (!again) throw new AppError('MAIL_NOT_FAILED');
  return null;
}
