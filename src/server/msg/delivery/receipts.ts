import { storable, type Database } from '../../kernel/index.ts';
import type { Receipt, SmsProvider } from './sms-provider.ts';

/**
 * Messages asked about at once: the provider takes some twenty questions a second of one account.
 */
const BATCH = 10;
/** Receipts come within three days of sending or not at all; after that it stays unknown. */
const GIVEN_UP = `interval '3 days'`;
/**
 * Most come within seconds: ten, then each time twice as long, at most three hours. Others that ask
 * meanwhile skip it.
 */
const LATER = `least(interval '10 seconds' * power(2, least(receipt_tries + 1, 12)), interval '3 hours')`;
/** What is shown of why a message was not received. */
const MAX_WHY = 300;

interface PendingReceipt {
  id: string;
  mobile: string;
  serial: string;
  sent: Date;
}

/** Takes messages whose receipt is due, so that no two processes ask about the same one. */
const CLAIM = `update msg.sms_log l set receipt_tries = receipt_tries + 1,
    receipt_due = case when sent_at > now() - ${GIVEN_UP} then now() + ${LATER} end
  from (select id from msg.sms_log where receipt_due <= now() and provider = $1 order by receipt_due
    limit ${BATCH} for update skip locked) due
  where l.id = due.id returning l.id, l.mobile, l.provider_serial as serial, l.sent_at as sent`;

/** A message is received or not once and for all: a later answer changes nothing. */
async function recordReceipts(
  db: Database,
  id: string,
  { received, at, why }: Receipt,
): Promise<void> {
  await db.withAnonymousTx((tx) =>
    tx.run(
      `update msg.sms_log set receive_status = $2, received_at = $3, error = $4, receipt_due = null
        where id = $1 and receive_status = 0`,
      [id, received ? 10 : 20, at?.toISOString() ?? null, received ? '' : storable(why, MAX_WHY)],
    ),
  );
}

/**
 * Asks whether messages were received; answers how many it asked about. A question that fails is
 * asked again later.
 */
export async function fetchReceipts(
  db: Database,
  provider: SmsProvider,
  failed: (error: unknown) => void,
): Promise<number> {
  const { receipt } = provider;
  if (!receipt) return 0;
  const waiting = await db.asAnonymous<PendingReceipt>(CLAIM, [provider.name]);
  await Promise.all(
    waiting.map(async ({ id, ...sent }) => {
      const answer = await receipt(sent).catch((error: unknown) => {
        failed(error);
        return null;
      });
      if (answer) await recordReceipts(db, id, answer);
    }),
  );
  return waiting.length;
}

const POLL_MS = 10_000;

/** Asks for receipts now and then, a round at a time; answers how to end it. */
export function watchReceipts(
  db: Database,
  provider: SmsProvider,
  failed: (error: unknown) => void,
): () => Promise<void> {
  let round: Promise<void> | null = null;
  let stopped = false;
  const look = async (): Promise<void> => {
    for (let asked = BATCH; asked === BATCH && !stopped;)
      asked = await fetchReceipts(db, provider, failed);
  };
  const timer = setInterval(() => {
    round ??= look()
      .catch(failed)
      .finally(() => {
        round = null;
      });
  }, POLL_MS).unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await round;
  };
}
