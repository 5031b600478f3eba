import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A position in the queue: arrival time, entry id, and until when it may be restored. Milliseconds
 * since 1970.
 */
export interface QueueToken {
  readonly since: number;
  readonly id: string;
  readonly until: number;
}

/** A token as it is sent; anything longer is not ours. */
const TOKEN_FORMAT = /^(\d{13,16}(?:\.\d{1,3})?)~([\w-]{8,32})~(\d{13,16})~([\w-]{22})$/;
/** Bytes of the code at its end: guessing one of 2^128 opens nothing but an earlier place. */
const CODE_BYTES = 16;

const codeOf = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest().subarray(0, CODE_BYTES).toString('base64url');

export function writeQueueToken(key: Buffer, { since, id, until }: QueueToken): string {
  const text = `${since}~${id}~${until}`;
  return `${text}~${codeOf(key, text)}`;
}

/** What a token says; undefined when it was not signed with this key. Expiry is not checked. */
export function readQueueToken(key: Buffer, given: unknown): QueueToken | undefined {
  const [, since, id, until, seal] = (typeof given === 'string' && TOKEN_FORMAT.exec(given)) || [];
  if (!since || !id || !until || !seal) return undefined;
  const right = Buffer.from(codeOf(key, `${since}~${id}~${until}`));
  return timingSafeEqual(right, Buffer.from(seal))
    ? { since: Number(since), id, until: Number(until) }
    : undefined;
}
