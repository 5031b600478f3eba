import { isCancel } from 'axios';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callWhenAdmitted, type Queued } from './admission.ts';
// Loaded with the first call that waits; here before the clock of the tests stops.
import './admission-queue.ts';

const NOW = { status: 200, data: { code: 200, data: 'in', msg: '' }, headers: {} };
const later = (ahead: number, seconds: number, ticket: string) => ({
  status: 429,
  data: { code: 429, data: { reason: 'QUEUED', params: { ahead, seconds } }, msg: '登录的人较多' },
  headers: { 'retry-after': String(seconds), 'queue-ticket': ticket },
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server that gives these responses in order; what it received, and what the user was shown. */
function server(...answers: object[]) {
  const sent: (Record<string, string> & { at?: number })[] = [];
  const told: (Queued | null)[] = [];
  const ask = async (ticket: Record<string, string>, signal?: AbortSignal) => {
    sent.push(ticket);
    signal?.throwIfAborted();
    return (answers.length > 1 ? answers.shift() : answers[0]) as typeof NOW;
  };
  return {
    sent,
    told,
    ask,
    onQueued: (queued: Queued | null) => {
      told.push(queued);
    },
  };
}

it('a response at once is asked for once, without a queue message', async () => {
  const its = server(NOW);
  expect(await callWhenAdmitted(its.ask, { onQueued: its.onQueued })).toBe(NOW);
  expect([its.sent, its.told]).toEqual([[{}], []]);
});

it('repeats when the server asks for it, with the newest ticket, and reports how many come first', async () => {
  const its = server(later(120, 4, 'one'), later(30, 2, 'two'), NOW);
  const answer = callWhenAdmitted(its.ask, { onQueued: its.onQueued });
  await vi.advanceTimersByTimeAsync(3_990);
  expect(its.sent).toEqual([{}]);
  await vi.advanceTimersByTimeAsync(500);
  expect(its.sent).toEqual([{}, { 'queue-ticket': 'one' }]);
  await vi.advanceTimersByTimeAsync(2_300);
  expect(await answer).toBe(NOW);
  expect(its.sent.at(-1)).toEqual({ 'queue-ticket': 'two' });
  expect(its.told.map((queued) => queued?.ahead ?? null)).toEqual([120, 30, null]);
});

it('gives up on request, and reports the end of the queue', async () => {
  const its = server(later(120, 4, 'one'));
  const answer = callWhenAdmitted(its.ask, { onQueued: its.onQueued }).catch(
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(100);
  its.told[0]!.cancel();
  expect(isCancel(await answer)).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(its.sent).toHaveLength(1);
  expect(its.told.at(-1)).toBeNull();
});

it('a page that is left waits no longer', async () => {
  const its = server(later(120, 4, 'one'));
  const page = new AbortController();
  const answer = callWhenAdmitted(its.ask, { onQueued: its.onQueued, signal: page.signal }).catch(
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(100);
  page.abort();
  expect(isCancel(await answer)).toBe(true);
  expect(its.sent).toHaveLength(1);
});

it('too many tries, and other refusals, are no line: they are answered as they are', async () => {
  const refused = {
    status: 429,
    data: { code: 429, data: { reason: 'TOO_FREQUENT' }, msg: '' },
    headers: { 'retry-after': '60' },
  };
  const its = server(refused);
  expect(await callWhenAdmitted(its.ask, {})).toBe(refused);
});
