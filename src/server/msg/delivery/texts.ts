import { v7 as uuid } from 'uuid';
import {
  claimMessages,
  storable,
  type ClaimedMessage,
  type Database,
  type Tx,
} from '../../kernel/index.ts';
import { attemptDelivery } from './attempt.ts';
import { PermanentDeliveryError } from './permanent-error.ts';
import { fillTemplate, maskSecrets } from './secrets.ts';
import type { SmsProvider } from './sms-provider.ts';
import { templateFor, type SendingTemplate } from './sms-templates.ts';

/** Text messages claimed at once. */
const BATCH = 10;
/** What is shown of why a message was not sent. */
const MAX_ERROR = 300;

type SmsItem = ClaimedMessage<'sms'>;
/** Characters of a provider's number of a message; what a provider answers is not ours to trust. */
const MAX_SERIAL = 100;

interface Outcome {
  sendStatus: 0 | 10 | 20 | 30;
  serial?: string;
  error?: string;
  /** Codes are readable in the stored text. */
  clear?: boolean;
}

/**
 * What is set up for text messages. `templates`: the provider's ids of the system's templates, by
 * code.
 */
export interface SmsSettings {
  readonly provider: SmsProvider;
  readonly templates: Readonly<Record<string, string>>;
  readonly clear: boolean;
}

const UNKNOWN_TEMPLATE: SendingTemplate = { name: '', content: '', providerTemplateId: '' };

/** The log's line of a message, written by each try. */
async function logSms(
  tx: Tx,
  { id, tenantId, payload, tries, createdAt }: SmsItem,
  { name, content }: SendingTemplate,
  provider: string,
  { sendStatus, serial = '', error = '', clear = false }: Outcome,
): Promise<void> {
  const text = fillTemplate(content, clear ? payload.params : maskSecrets(payload.params));
  await tx.run(
    `
    insert into msg.sms_log (id, outbox_id, tenant_id, mobile, template, template_name, content,
      send_status, provider, provider_serial, error, tries, created_at, sent_at, receipt_due)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, case when $8 in (10, 30)
      then now() end, case when $8 = 10 and $10 <> '' then now() + interval '10 seconds' end)
    on conflict (outbox_id) do update
      set send_status = excluded.send_status, provider_serial = excluded.provider_serial,
      error = excluded.error, tries = excluded.tries, content = excluded.content,
      sent_at = excluded.sent_at, receipt_due = excluded.receipt_due`,
    [
      uuid(),
      id,
      tenantId,
      payload.mobile,
      payload.template,
      name,
      text,
      sendStatus,
      provider,
      storable(serial, MAX_SERIAL),
      error,
      tries,
      createdAt,
    ],
  );
}

function deliverSms(
  db: Database,
  { provider, templates, clear }: SmsSettings,
  item: SmsItem,
): Promise<void> {
  const { name, keeps, sendMs } = provider;
  let used = UNKNOWN_TEMPLATE;
  return attemptDelivery(db, item, {
    ...(sendMs !== undefined && { sendMs }),
    async send() {
      const { mobile, params, template: code } = item.payload;
      const template = await templateFor(db, item.tenantId, code);
      if (!template) throw new PermanentDeliveryError(`没有标识为“${code}”的短信模板`);
      used = template;
      return provider.send({
        mobile,
        params,
        outId: String(item.id),
        templateId: template.providerTemplateId || (templates[code] ?? ''),
      });
    },
    sent: (tx, serial) =>
      logSms(tx, item, used, name, { sendStatus: keeps ? 30 : 10, serial, clear: keeps && clear }),
    notSent: (tx, left, error) =>
      logSms(tx, item, used, name, {
        sendStatus: left === 'dead' ? 20 : 0,
        error: storable(error, MAX_ERROR),
      }),
  });
}

/** Delivers text messages that are due; answers how many it took. */
export async function deliverSmsMessages(db: Database, ways: SmsSettings): Promise<number> {
  const items = await claimMessages(db, 'sms', BATCH);
  await Promise.all(items.map((item) => deliverSms(db, ways, item)));
  return items.length;
}
