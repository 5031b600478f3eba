import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A place in the line: when its person came, which of them it is, and until when they may come back
 * for it. Milliseconds since 1970.
 */
export interface Ticket {
  readonly since: number;
  readonly id: string;
  readonly until: number;
}

/** A ticket as it travels; more than this is none of ours and not worth looking at. */
const TICKET = /^(\d{13,16}(?:\.\d{1,3})?)~([\w-]{8,32})~(\d{13,16})~([\w-]{22})$/;
/** Bytes of the signature: guessing one of 2^128 opens nothing but an earlier place. */
const SEAL_BYTES = 16;

const sealOf = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest().subarray(0, SEAL_BYTES).toString('base64url');

export function writeTicket(key: Buffer, { since, id, until }: Ticket): string {
  const text = `${since}~${id}~${until}`;
  return `${text}~${sealOf(key, text)}`;
}

/**
 * What a ticket says; nothing when it was not signed with this key. Whether it is over is not
 * looked at.
 */
export function readTicket(key: Buffer, given: unknown): Ticket | undefined {
  const [, since, id, until, seal] = (typeof given === 'string' && TICKET.exec(given)) || [];
  if (!since || !id || !until || !seal) return undefined;
  const right = Buffer.from(sealOf(key, `${since}~${id}~${until}`));
  return timingSafeEqual(right, Buffer.from(seal))
    ? { since: Number(since), id, until: Number(until) }
    : undefined;
}
