import type { DataOf, InputOf, SmsLog } from '../../../contract/index.ts';
import { isoSql, type Context } from '../../kernel/index.ts';
import { searchPattern, type OutboxReader } from './reader.ts';

/** The send status in words. */
const STATE = `case send_status when 0 then 'waiting' when 20 then 'failed' when 30 then 'logged'
  else case receive_status when 10 then 'delivered' when 20 then 'undelivered' else 'sent' end end`;
const COLUMNS = `id, mobile, template, template_name as "templateName", content,
  send_status as "sendStatus", ${STATE} as state, receive_status as "receiveStatus",
  provider, provider_serial as "providerSerial", error, tries,
    ${isoSql('created_at')} as "createTime", ${isoSql('sent_at')} as "sentTime",
    ${isoSql('received_at')} as "receivedTime"`;

export async function smsPage(
  reader: OutboxReader,
  ctx: Context,
  { query, state, ...paging }: InputOf<'msg.smsSendLogs.page'>,
): Promise<DataOf<'msg.smsSendLogs.page'>> {
  return reader.page<SmsLog>(
    ctx,
    {
      table: 'msg.sms_log',
      columns: COLUMNS,
      values: [searchPattern(query), state ?? null],
      where: `($3::text is null or mobile like $3 or content ilike $3)
        and ($4::text is null or ${STATE} = $4)`,
    },
    paging,
  );
}
