import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTenant } from '../../upm/index.ts';
import { startJob, JobRunner, type JobKind, type TenantRef } from '../index.ts';
import { openTestDatabase, type TestDatabase } from '../testing.ts';
import { releaseJob, mustYield, claimJob, type ClaimedJob } from './claim.ts';

const KINDS = ['work'];
let test: TestDatabase;
let one: TenantRef;
let two: TenantRef;
beforeAll(async () => {
  test = await openTestDatabase();
  const company = (name: string): Promise<TenantRef> =>
    createTenant(test.db, { name }, async (_tx, tenant) => tenant);
  [one, two] = [await company('甲公司'), await company('乙公司')];
});
afterEach(() => test.db.asAnonymous('delete from kernel.job'));
afterAll(() => test?.drop());

const begin = (tenant: TenantRef): Promise<string> =>
  test.db.withTenant({ tenant }, (tx) =>
    startJob(tx, { kind: 'work', title: '做事', payload: {}, total: 1, by: 'somebody' }),
  );
const take = (): Promise<ClaimedJob | undefined> => claimJob(test.db, KINDS, false);
const companiesOf = (taken: readonly (ClaimedJob | undefined)[]): string[] =>
  taken.map((job) => job?.tenant.id ?? '').toSorted();
const both = (): string[] => [one.id, two.id].toSorted();

it('two processes that look at the same moment take a job of each company, however many the first has', async () => {
  for (let round = 0; round < 15; round++) {
    for (let n = 0; n < 4; n++) await begin(one);
    await begin(two);
    expect(companiesOf(await Promise.all([take(), take()]))).toEqual(both());
    await test.db.asAnonymous('delete from kernel.job');
  }
});

it('a company alone may use what is free, the oldest job first', async () => {
  const ids = [await begin(one), await begin(one), await begin(one)];
  expect([(await take())?.id, (await take())?.id, (await take())?.id, await take()]).toEqual([
    ...ids,
    undefined,
  ]);
});

it('a job that is due again and again goes behind those that came meanwhile', async () => {
  const endless = await begin(one);
  const later = await begin(two);
  await test.db.asAnonymous('update kernel.job set next_at = clock_timestamp() where id = $1', [
    endless,
  ]);
  expect([(await take())?.id, (await take())?.id]).toEqual([later, endless]);
});

it('a company with two running jobs gives one back when another company comes', async () => {
  await begin(one);
  await begin(one);
  const [first, second] = [(await take())!, (await take())!];
  expect(await mustYield(test.db, first, KINDS)).toBe(false);
  await begin(two);
  expect(await mustYield(test.db, first, KINDS)).toBe(true);
  await releaseJob(test.db, first);
  expect(await mustYield(test.db, second, KINDS)).toBe(false);
  expect((await take())?.tenant.id).toBe(two.id);
});

it("long work of one company in both places lets another company's through, and goes on", async () => {
  const order: string[] = [];
  let open = true;
  const step: JobKind<never>['runBatch'] = async (tx, { done }) => {
    order.push(tx.tenant.id);
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
    return { did: 1, place: tx.tenant.id === one.id && open ? { at: done } : null };
  };
  const runner = new JobRunner(test.db, (error) => {
    throw error;
  });
  runner.define('work', { access: 'admin', runBatch: step });
  await begin(one);
  await begin(one);
  runner.start();
  try {
    await expect.poll(() => order.length).toBeGreaterThan(4);
    await runner.settled(await begin(two), 5_000);
    expect(order).toContain(two.id);
    open = false;
    await expect
      .poll(
        async () =>
          (await test.db.asAnonymous(`select from kernel.job where state = 'waiting'`)).length,
      )
      .toBe(0);
  } finally {
    await runner.stop();
  }
});

it('what one process dropped in its death waits for a process without other work, and nothing goes before it', async () => {
  await begin(two);
  const lost = (await take())!;
  await test.db.asAnonymous(
    'update kernel.job set next_at = now(), held_until = null where id = $1',
    [lost.id],
  );
  await begin(one);
  expect(await take()).toBeUndefined();
  expect(await claimJob(test.db, KINDS, true)).toMatchObject({ id: lost.id, isSuspect: true });
  expect((await take())?.tenant.id).toBe(one.id);
});
