import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { TenantTx } from '../../kernel/index.ts';
import { gate } from '../../kernel/testing.ts';
import { asks, chain, Company, end, start } from '../testing/company.ts';

let company: Company;
let instanceId: string;
beforeAll(async () => {
  company = await Company.open();
  const template = await company.template(
    '不限时',
    chain(start, asks('lead', [company.id('leader')]), end),
  );
  ({ instanceId } = await company.start(template));
});
afterAll(() => company.close());

const inCompany = <T>(work: (tx: TenantTx) => Promise<T>): Promise<T> =>
  company.server.db.withTenant(company.server.demo, work);
const noTimers = () =>
  inCompany((tx) => tx.run('delete from bpm.flow_timer where tenant_id = $1', [tx.tenant.id]));
/** As if the job's time had come. */
const look = () =>
  inCompany((tx) =>
    tx.run(
      `update kernel.job set next_at = now(), state = state
        where tenant_id = $1 and kind = 'bpm.timers' and state = 'waiting'`,
      [tx.tenant.id],
    ),
  );
/** Hours until each job of the company that waits looks again; of one at its batch, none. */
const sleeping = async (): Promise<number[]> => {
  const rows = await inCompany((tx) =>
    tx.query<{ hours: number }>(
      `select extract(epoch from next_at - now())::float8 / 3600 as hours from kernel.job
        where tenant_id = $1 and kind = 'bpm.timers' and state = 'waiting' and held_until is null`,
      [tx.tenant.id],
    ),
  );
  return rows.map(({ hours }) => hours);
};
const within = { timeout: 20_000, interval: 30 };
const sleepsAbout = (hours: number) =>
  vi.waitFor(async () => {
    const jobs = await sleeping();
    expect(jobs).toHaveLength(1);
    expect(jobs[0]).toBeCloseTo(hours, 1);
  }, within);
const ends = () =>
  vi.waitFor(async () => {
    const [row] = await inCompany((tx) =>
      tx.query<{ n: number }>(
        `select count(*)::integer as n from kernel.job
          where tenant_id = $1 and kind = 'bpm.timers' and state = 'waiting'`,
        [tx.tenant.id],
      ),
    );
    expect(row!.n).toBe(0);
  }, within);
const setTimer = (tx: TenantTx, hours: number, no = 1) =>
  tx.run(
    `insert into bpm.flow_timer (tenant_id, instance_id, no, visit, due_at)
      values ($1, $2, $3, 1, now() + make_interval(secs => $4 * 3600.0))`,
    [tx.tenant.id, instanceId, no, hours],
  );
beforeEach(async () => {
  await noTimers();
  await look();
  await ends();
});

let count = 0;
const limited = async (amount: number, unit: 'hours' | 'days') =>
  company.start(
    await company.template(
      `限时 ${(count += 1)}`,
      chain(
        start,
        asks('lead', [company.id('leader')], {
          timeouts: [{ after: { amount, unit }, action: 'approve' }],
        }),
        end,
      ),
    ),
  );
const administers = async (id: string, op: 'suspend' | 'resume') =>
  expect(
    (await company.call('bpm.process.operate', { instanceId: id, op, opinion: '等等' }, 'admin'))
      .msg,
  ).toBe('ok');

it('sleeps until the next time-out of the company, is woken for an earlier one, and ends when none is left', async () => {
  const week = await limited(7, 'days');
  await sleepsAbout(7 * 24);
  await limited(2, 'hours');
  await sleepsAbout(2);
  await limited(3, 'days');
  await look();
  await sleepsAbout(2);
  await company.timeIsUp(week.instanceId);
  await vi.waitFor(
    async () => expect((await company.detail(week.instanceId)).state).toBe('approved'),
    within,
  );
  await sleepsAbout(2);
  await noTimers();
  await look();
  await ends();
});

it('ends while the only instance with a time-out rests, and is there again when it goes on', async () => {
  const { instanceId: resting } = await limited(5, 'hours');
  await administers(resting, 'suspend');
  await look();
  await ends();
  await administers(resting, 'resume');
  await sleepsAbout(5);
});

it('a timer written while the job finds none and ends is not lost', async () => {
  await inCompany((tx) => setTimer(tx, 9));
  await sleepsAbout(9);
  const [written, mayCommit] = [gate(), gate()];
  const writing = inCompany(async (tx) => {
    await setTimer(tx, 3, 2);
    written.open();
    await mayCommit.opened;
  });
  await written.opened;
  await noTimers();
  await look();
  await ends();
  mayCommit.open();
  await writing;
  await sleepsAbout(3);
});

it('no timer is lost whenever the job looks, begins or ends beside it', async () => {
  for (let round = 0; round < 60; round += 1) {
    await inCompany((tx) => setTimer(tx, 40));
    // The first timer goes, so that the job ends now or goes on for the second, as they meet.
    const looks = noTimers().then(look);
    await sleep(round % 12);
    await Promise.all([looks, inCompany((tx) => setTimer(tx, 2, 2))]);
    const [left] = await inCompany((tx) =>
      tx.query('select from bpm.flow_timer where tenant_id = $1', [tx.tenant.id]),
    );
    if (left) await sleepsAbout(2);
    await noTimers();
    if (round % 2 === 0) await look();
  }
}, 120_000);
