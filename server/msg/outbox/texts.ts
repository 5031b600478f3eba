import type { DataOf, InputOf, SmsLog } from '../../../contract/index.ts';
import type { Context } from '../../kernel/index.ts';
import { iso, pattern, type OutboxReader } from './reader.ts';

const COLUMNS = `id, mobile, template, template_name as "templateName", content, send_status as "sendStatus", receive_status as "receiveStatus",
  provider, provider_serial as "providerSerial", error, tries, ${iso('created_at')} as "createTime", ${iso('sent_at')} as "sentTime"`;

export async function smsPage(reader: OutboxReader, ctx: Context, { query, sendStatus, ...paging }: InputOf<'msg.smsSendLogs.page'>): Promise<DataOf<'msg.smsSendLogs.page'>> {
  return reader.page<SmsLog>(ctx, {
    table: 'msg.sms_log', columns: COLUMNS, values: [pattern(query), sendStatus ?? null],
    where: '($3::text is null or mobile like $3 or content ilike $3) and ($4::int is null or send_status = $4)',
  }, paging);
}
