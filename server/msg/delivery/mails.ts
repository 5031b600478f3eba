import { v7 as uuid } from 'uuid';
import { claim, putBack, settle, storable, type Claimed, type Database, type Tx } from '../../kernel/index.ts';
import { HopelessError } from './hopeless.ts';
import type { MailChannel } from './mail-channel.ts';
import { filled, HIDDEN } from './secrets.ts';

/** Mails claimed at once; each is sent within its lease. */
const BATCH = 5;
/** What is shown of why a mail was not sent. */
const MAX_ERROR = 300;

type MailItem = Claimed<'mail'>;

interface Outcome { state: 'waiting' | 'boxed' | 'sent' | 'failed'; error: string; /** The code is readable in what is kept. */ clear: boolean }

/** A mail's text with its code, or what stands in its place. */
const textOf = ({ text, code }: MailItem['payload'], shown: string | undefined): string => (code === undefined || shown === undefined ? text : filled(text, { code: shown }));

/** What is kept of a mail, written by each try. */
async function note(tx: Tx, { id, tenantId, payload, tries, createdAt }: MailItem, { state, error, clear }: Outcome): Promise<void> {
  const body = textOf(payload, clear ? payload.code : HIDDEN);
  await tx.run(`
    insert into msg.mail as m (id, outbox_id, tenant_id, to_address, subject, body, state, error, tries, created_at, sent_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, case when $7 in ('sent', 'boxed') then now() end)
    on conflict (outbox_id) do update set state = excluded.state, error = excluded.error, tries = excluded.tries, body = excluded.body, sent_at = excluded.sent_at`,
  [uuid(), id, tenantId, payload.to, payload.subject, body, state, error, tries, createdAt]);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function sent(db: Database, item: MailItem, keeps: boolean, clear: boolean): Promise<void> {
  await db.withGate(async (tx) => { if (await settle(tx, item)) await note(tx, item, { state: keeps ? 'boxed' : 'sent', error: '', clear: keeps && clear }); });
}

async function notSent(db: Database, item: MailItem, error: unknown): Promise<void> {
  await db.withGate(async (tx) => {
    const left = await putBack(tx, item, messageOf(error), error instanceof HopelessError);
    if (left) await note(tx, item, { state: left === 'dead' ? 'failed' : 'waiting', error: storable(messageOf(error), MAX_ERROR), clear: false });
  });
}

async function deliver(db: Database, channel: MailChannel, clear: boolean, item: MailItem): Promise<void> {
  const { to, subject } = item.payload;
  try {
    await channel.send({ id: `${item.createdAt.getTime()}.${item.id}`, to, subject, text: textOf(item.payload, item.payload.code) });
  } catch (error) {
    await notSent(db, item, error);
    return;
  }
  await sent(db, item, channel.keeps, clear);
}

/** Delivers mails that are due; answers how many it took. `clear`: codes stay readable in mails that are kept here (a demo). */
export async function deliverMails(db: Database, channel: MailChannel, clear: boolean): Promise<number> {
  const items = await claim(db, 'mail', BATCH);
  await Promise.all(items.map((item) => deliver(db, channel, clear, item)));
  return items.length;
}
