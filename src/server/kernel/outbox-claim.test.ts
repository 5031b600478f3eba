import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from './database/database.ts';
import { acknowledge, claimMessages, dueTopics, retryOrDeadLetter } from './outbox-claim.ts';
import { openTestDatabase, type TestDatabase } from './testing.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
beforeEach(() => test.db.asAnonymous('delete from kernel.outbox'));
afterAll(() => test?.drop());

/** Mails that wait, of a company or of none; `ago` in seconds since they are due. */
const post = (company: string | null, names: readonly string[], ago = 0, payload: object = {}) =>
  test.db.withOwner((tx) =>
    tx.run(
      `insert into kernel.outbox (tenant_id, topic, payload, next_at)
        select $1, 'mail', jsonb_build_object('subject', name) || $4::jsonb,
          now() - make_interval(secs => $3)
        from unnest($2::text[]) with ordinality as n(name, place) order by place`,
      [company, names, ago, JSON.stringify(payload)],
    ),
  );
const subjects = (messages: readonly { payload: { subject: string } }[]) =>
  messages.map(({ payload }) => payload.subject).toSorted();
const claim = async (limit: number, each?: number) =>
  subjects(await claimMessages(test.db, 'mail', limit, each));

describe('what is claimed', () => {
  it('goes by turns of the companies, each in its order, much of one or little of many', async () => {
    await post('a', ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9'], 60);
    await post('b', ['b1', 'b2']);
    await post('c', ['c1']);
    await post(null, ['n1', 'n2'], 5);
    expect(await claim(4)).toEqual(['a1', 'b1', 'c1', 'n1']);
    expect(await claim(4)).toEqual(['a2', 'a3', 'b2', 'n2']);
    expect(await claim(4)).toEqual(['a4', 'a5', 'a6', 'a7']);
    expect(await claim(4, 1)).toEqual(['a8']);
    expect(await dueTopics(test.db, ['sms', 'mail'])).toEqual(['mail']);
    expect(await claim(4)).toEqual(['a9']);
    // All are claimed for a while.
    expect(await claim(4)).toEqual([]);
    expect(await dueTopics(test.db, ['sms', 'mail'])).toEqual([]);
  });

  it('begins with codes that people wait for, and comes again when a delivery failed', async () => {
    await post('a', ['a1', 'a2']);
    await post(null, ['invitation']);
    await post(null, ['code'], 0, { code: '123456' });
    const [first] = await claimMessages(test.db, 'mail', 1);
    expect(first?.payload.subject).toBe('code');
    expect(await claim(2)).toEqual(['a1', 'invitation']);
    await test.db.withAnonymousTx((tx) => retryOrDeadLetter(tx, first!, 'no answer'));
    await test.db.asAnonymous(`update kernel.outbox set next_at = now() where error is not null`);
    expect(await claim(1)).toEqual(['code']);
    await test.db.withAnonymousTx(async (tx) => {
      expect(await acknowledge(tx, first!)).toBe(false);
    });
    expect(await claim(9)).toEqual(['a2']);
  });

  it('leaves out what was given up, and what another process takes at this moment', async () => {
    await post('a', ['dead', 'taken', 'free'], 9);
    await test.db.asAnonymous(
      `update kernel.outbox set dead_at = now() where payload ->> 'subject' = 'dead'`,
    );
    const both = await Promise.all([claim(2), claim(2)]);
    expect(both.flat().toSorted()).toEqual(['free', 'taken']);
  });
});

it('reads the heads of the queues, however much waits', async () => {
  const many = (n: number) => Array.from({ length: n }, (_, i) => `m${i}`);
  await post('a', many(30_000), 60);
  await post('b', many(500), 60);
  await post(null, many(5_000), 60);
  // Half of it waits for another try.
  await test.db.withOwner((tx) =>
    tx.run(`update kernel.outbox set next_at = now() + interval '1 hour' where id % 2 = 0`),
  );
  await test.db.withOwner((tx) => tx.run('analyze kernel.outbox'));
  const plans: unknown[] = [];
  const explained = {
    asAnonymous: async (text: string, values: unknown[]) => {
      plans.push(await test.db.asAnonymous(`explain (analyze, format json) ${text}`, values));
      return [];
    },
  } as unknown as Database;
  await claimMessages(explained, 'mail', 5);
  const [rows] = [JSON.stringify(plans).matchAll(/"Actual Rows":\s*([\d.]+)/g)];
  const most = Math.max(...[...rows!].map(([, n]) => Number(n)));
  expect(most).toBeLessThan(50);
});
