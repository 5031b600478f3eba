import { v7 as uuid } from 'uuid';
import {
  claimMessages,
  storable,
  type ClaimedMessage,
  type Database,
  type Tx,
} from '../../kernel/index.ts';
import { attemptDelivery } from './attempt.ts';
import type { MailChannel } from './mail-channel.ts';
import { fillTemplate, HIDDEN } from './secrets.ts';

/** Mails claimed at once; each is sent within its lease. */
const BATCH = 5;
/** What is shown of why a mail was not sent. */
const MAX_ERROR = 300;

type MailItem = ClaimedMessage<'mail'>;

interface Outcome {
  state: 'waiting' | 'boxed' | 'sent' | 'failed';
  error: string;
  /** The code is readable in the stored text. */
  clear: boolean;
}

/** A mail's text with its code, or with the placeholder for it. */
const textOf = ({ text, code }: MailItem['payload'], shown: string | undefined): string =>
  code === undefined || shown === undefined ? text : fillTemplate(text, { code: shown });

/** The log row of a mail, written by each try. */
async function logMail(
  tx: Tx,
  { id, tenantId, payload, tries, createdAt }: MailItem,
  { state, error, clear }: Outcome,
): Promise<void> {
  const body = textOf(payload, clear ? payload.code : HIDDEN);
  await tx.run(
    `
    insert into msg.mail as m (id, outbox_id, tenant_id, to_address, subject, body, state, error,
      tries, created_at, sent_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, case when $7 in ('sent', 'boxed')
      then now() end)
    on conflict (outbox_id) do update
      set state = excluded.state, error = excluded.error, tries = excluded.tries,
      body = excluded.body, sent_at = excluded.sent_at`,
    [uuid(), id, tenantId, payload.to, payload.subject, body, state, error, tries, createdAt],
  );
}

function deliverMail(
  db: Database,
  channel: MailChannel,
  clear: boolean,
  item: MailItem,
): Promise<void> {
  const { keeps, sendMs } = channel;
  return attemptDelivery(db, item, {
    ...(sendMs !== undefined && { sendMs }),
    send(signal) {
      const { to, subject, code } = item.payload;
      return channel.send(
        {
          id: `${item.createdAt.getTime()}.${item.id}`,
          to,
          subject,
          text: textOf(item.payload, code),
        },
        signal,
      );
    },
    sent: (tx) =>
      logMail(tx, item, { state: keeps ? 'boxed' : 'sent', error: '', clear: keeps && clear }),
    notSent: (tx, left, error) =>
      logMail(tx, item, {
        state: left === 'dead' ? 'failed' : 'waiting',
        error: storable(error, MAX_ERROR),
        clear: false,
      }),
  });
}

/**
 * Delivers mails that are due; returns how many it took. `clear`: codes stay readable in stored
 * mails (a demo).
 */
export async function deliverMails(
  db: Database,
  channel: MailChannel,
  clear: boolean,
): Promise<number> {
  const items = await claimMessages(db, 'mail', BATCH);
  await Promise.all(items.map((item) => deliverMail(db, channel, clear, item)));
  return items.length;
}
