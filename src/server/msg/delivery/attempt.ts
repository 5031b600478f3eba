import {
  AppError,
  MAX_TRIES,
  retryOrDeadLetter,
  acknowledge,
  type ClaimedMessage,
  type Database,
  type OutboxTopic,
  type Tx,
} from '../../kernel/index.ts';
import { PermanentDeliveryError } from './permanent-error.ts';
import { withTimeLimit, type TimeLimited } from './time-limit.ts';

/**
 * How one row of the outbox is delivered, and what is written of it in the transaction that settles
 * it or puts it back.
 */
export interface DeliveryAttempt<R> extends TimeLimited {
  send(signal: AbortSignal): Promise<R>;
  sent(tx: Tx, answer: R): Promise<void>;
  notSent(tx: Tx, left: 'waiting' | 'dead', error: string): Promise<void>;
}

type Item = Pick<ClaimedMessage<OutboxTopic>, 'id' | 'tries'>;

/** Shown when the last tries ended with their process, so that no result was recorded. */
const UNFINISHED = '多次发送都没有完成，不再尝试';

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

async function recordFailure<R>(
  db: Database,
  item: Item,
  { notSent }: DeliveryAttempt<R>,
  error: unknown,
): Promise<void> {
  const text = messageOf(error);
  const isHopeless = error instanceof PermanentDeliveryError;
  await db
    .withAnonymousTx(async (tx) => {
      const left = await retryOrDeadLetter(tx, item, text, isHopeless);
      if (left) await notSent(tx, left, text);
    })
    .catch(async (failure: unknown) => {
      if (failure instanceof AppError) throw failure;
      // What cannot be written of it must not keep it from being given up.
      await db.withAnonymousTx((tx) => retryOrDeadLetter(tx, item, text, isHopeless));
    });
}

/**
 * Delivers one row, in bounded time and a bounded number of times, even if its sender throws, never
 * ends, refuses for ever or ends the process. Rejects only when the database is not available; then
 * the row is free again when its lease runs out.
 */
export async function attemptDelivery<R>(
  db: Database,
  item: Item,
  given: DeliveryAttempt<R>,
): Promise<void> {
  let answer: R;
  try {
    if (item.tries > MAX_TRIES) throw new PermanentDeliveryError(UNFINISHED);
    answer = await withTimeLimit(given, async (signal) => given.send(signal));
  } catch (error) {
    await recordFailure(db, item, given, error);
    return;
  }
  await db
    .withAnonymousTx(async (tx) => {
      if (await acknowledge(tx, item)) await given.sent(tx, answer);
    })
    .catch(async (error: unknown) => {
      if (error instanceof AppError) throw error;
      // It was delivered and cannot be noted: it is not sent again.
      await db.withAnonymousTx((tx) => retryOrDeadLetter(tx, item, messageOf(error), true));
    });
}
