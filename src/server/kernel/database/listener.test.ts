import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test?.drop());

const tell = (channel: string, payload: string) =>
  test.db.asAnonymous('select pg_notify($1, $2)', [channel, payload]);

it('receives what is notified on its channels, also after its connection was lost, and reports that something may be missing', async () => {
  const heard: (string | null)[] = [];
  const other: (string | null)[] = [];
  const stop = test.db.listen('one_channel', (payload) => heard.push(payload));
  test.db.listen('other_channel', (payload) => other.push(payload));
  await expect.poll(() => [heard, other]).toEqual([[null], [null]]);
  await tell('one_channel', 'a');
  await expect.poll(() => heard).toEqual([null, 'a']);
  await test.db.asOwner((tx) =>
    tx.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'huozi-listener' and datname = current_database()`,
    ),
  );
  await expect.poll(() => heard, { timeout: 5_000 }).toEqual([null, 'a', null]);
  await tell('one_channel', 'b');
  await expect.poll(() => heard).toEqual([null, 'a', null, 'b']);
  stop();
  await tell('one_channel', 'c');
  await tell('other_channel', 'd');
  await expect.poll(() => other.at(-1)).toBe('d');
  expect(heard.at(-1)).toBe('b');
});

it('takes no statement for the name of a channel', () => {
  expect(() => test.db.listen('a; drop table x', () => undefined)).toThrow(RangeError);
});
