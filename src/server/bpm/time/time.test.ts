import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Parts } from '../parts.ts';
import { asks, chain, Company, end, start } from '../testing/company.ts';
import { TimerJob } from './timers.ts';

let company: Company;
beforeAll(async () => {
  company = await Company.open();
});
afterAll(() => company.close());

const ids = (...names: string[]): string[] => names.map((name) => company.id(name));
const working = { weekdays: [0, 1], hours: [{ from: '09:00', to: '12:00' }], days: [] };
let count = 0;
const template = (...nodes: Parameters<typeof chain>) =>
  company.template(`限时 ${(count += 1)}`, chain(start, ...nodes, end));
const inCompany = <T>(text: string, values: unknown[]): Promise<T[]> =>
  company.server.db.withTenant(company.server.demo, (tx) =>
    tx.query(text, [tx.tenant.id, ...values]),
  ) as Promise<T[]>;
const due = (instanceId: string) => company.timeIsUp(instanceId);
const becomes = (instanceId: string, state: string) =>
  vi.waitFor(async () => expect((await company.detail(instanceId)).state).toBe(state), {
    timeout: 60_000,
    interval: 200,
  });

describe('what is not answered in time', () => {
  it('is approved by itself, once, and history says that time did it', async () => {
    const timeouts = [{ after: { amount: 2, unit: 'hours' as const }, action: 'approve' as const }];
    const { instanceId } = await company.start(
      await template(asks('lead', ids('leader'), { timeouts })),
    );
    expect(await due(instanceId)).toBe(1);
    await becomes(instanceId, 'approved');
    const { events } = await company.detail(instanceId);
    expect(events.filter(({ op }) => op === 'timeout')).toMatchObject([{ actor: null }]);
    expect(await due(instanceId)).toBe(0);
  });

  it('transfer against the time-out: one of them wins whole', async () => {
    const timeouts = [{ after: { amount: 2, unit: 'hours' as const }, action: 'approve' as const }];
    const { instanceId } = await company.start(
      await template(asks('lead', ids('leader'), { timeouts })),
    );
    const itemId = await company.item(instanceId, 'leader');
    await due(instanceId);
    const transferred = await company.call(
      'bpm.process.operate',
      { itemId, op: 'transfer', userIds: ids('sales') },
      'leader',
    );
    // The node goes on being timed: time decides once, no matter who has it then.
    await becomes(instanceId, 'approved');
    const { items, events } = await company.detail(instanceId);
    expect(events.filter(({ op }) => op === 'timeout')).toHaveLength(1);
    expect(events.filter(({ op }) => op === 'transfer')).toHaveLength(
      transferred.msg === 'ok' ? 1 : 0,
    );
    expect(items.filter(({ state }) => state === 'active')).toEqual([]);
    expect(items).toHaveLength(transferred.msg === 'ok' ? 2 : 1);
  });

  it('goes to the leader of who is late; to managers where there is none', async () => {
    const { tenant } = company.as('admin');
    const reportsTo = (user: string, superior: string | null) =>
      company.server.db.withOwner(
        (tx) =>
          tx.run(`update upm.member set superior_id = $3 where tenant_id = $1 and user_id = $2`, [
            tenant,
            company.id(user),
            superior,
          ]),
        tenant,
      );
    await reportsTo('sales', company.id('leader'));
    await reportsTo('warehouse', null);
    await company.server.db.withOwner(
      (tx) =>
        tx.run('delete from upm.user_dept where tenant_id = $1 and user_id = $2', [
          tenant,
          company.id('warehouse'),
        ]),
      tenant,
    );
    const timeouts = [
      { after: { amount: 2, unit: 'hours' as const }, action: 'escalate' as const },
    ];
    const late = async (who: string) => {
      const nodes = chain(start, asks('ask', ids(who), { timeouts }), end);
      const id = await company.template(`上级接手 ${who}`, nodes, { managers: ids('finance') });
      const { instanceId } = await company.start(id);
      await due(instanceId);
      await vi.waitFor(
        async () => {
          const { items } = await company.detail(instanceId);
          expect(items.map(({ state }) => state)).toEqual(['transferred', 'active']);
        },
        { timeout: 60_000, interval: 200 },
      );
      return instanceId;
    };
    const led = await late('sales');
    expect(await company.did(led, 'leader', 'approve')).toBe('approved');
    const managed = await late('warehouse');
    expect((await company.detail(managed)).waitingFor).toEqual(ids('finance'));
  });

  it('waits while the instance is suspended', async () => {
    const timeouts = [{ after: { amount: 2, unit: 'hours' as const }, action: 'reject' as const }];
    const { instanceId } = await company.start(
      await template(asks('lead', ids('leader'), { timeouts })),
    );
    const suspend = { instanceId, op: 'suspend', opinion: '等等' } as const;
    expect((await company.call('bpm.process.operate', suspend, 'admin')).msg).toBe('ok');
    await due(instanceId);
    const { db, demo } = company.server;
    const job = new TimerJob({} as Parts, () => {});
    const { place, pause } = await db.withTenant(demo, (tx) => job.runBatch(tx));
    // What rests does not wake the company's job over and over.
    expect(place === null || pause! > 3_600).toBe(true);
    await company.call(
      'bpm.process.operate',
      { instanceId, op: 'resume', opinion: '继续' },
      'admin',
    );
    await due(instanceId);
    await becomes(instanceId, 'rejected');
  });

  it('goes by the version the instance was moved to, from when its step was entered', async () => {
    const after = (amount: number, action: 'remind' | 'approve') =>
      ({ after: { amount, unit: 'days' }, action }) as const;
    const asksIn = (...timeouts: object[]) =>
      chain(start, asks('lead', ids('leader'), { timeouts }), end);
    const id = await company.template('改限时', asksIn(after(1, 'remind')));
    const { instanceId } = await company.start(id);
    const { tenant } = company.as('admin');
    await company.server.db.withOwner(
      (tx) =>
        tx.run(
          `update bpm.flow_event set at = at - interval '12 hours'
            where tenant_id = $1 and instance_id = $2`,
          [tenant, instanceId],
        ),
      tenant,
    );
    await company.template('改限时', asksIn(after(3, 'approve'), after(1, 'remind')), {}, id);
    const moved = await company.call(
      'bpm.template.dynamicUpdate',
      { id, dryRun: false, reason: '放宽' },
      'builder',
    );
    expect(moved.data).toMatchObject({ moved: 1 });
    const left = await inCompany<{ hours: number }>(
      `select round(extract(epoch from due_at - now()) / 3600)::integer as hours from bpm.flow_timer
        where tenant_id = $1 and instance_id = $2 order by no`,
      [instanceId],
    );
    expect(left.map(({ hours }) => hours)).toEqual([60, 12]);
  });
});

it('what waits for a condition goes on when the record comes to fulfil it', async () => {
  const waits = { id: 'until', type: 'wait' as const, when: 'days > 5' };
  const { instanceId, recordId } = await company.start(
    await company.template('等条件', chain(start, waits, end), { lockRecord: false }),
  );
  await due(instanceId);
  const edit = { object: 'leave', records: [{ id: recordId, version: 1, days: 9 }] };
  expect((await company.call('bizmeta.record.bulkEdit', edit, 'builder')).msg).toBe('ok');
  await due(instanceId);
  await becomes(instanceId, 'approved');
});

describe('while a person is away', () => {
  const away = (more: object = {}) => ({
    substituteId: company.id('sales'),
    startsAt: new Date(Date.now() - 60_000).toISOString(),
    endsAt: new Date(Date.now() + 86_400_000).toISOString(),
    ...more,
  });
  const asked = async (days: number, settings: object = {}): Promise<string[]> => {
    const record = { reason: '回家', days };
    const { instanceId } = await company.start(
      await template(asks('lead', ids('leader'), settings)),
      'user',
      record,
    );
    const { items } = await company.detail(instanceId);
    return items.filter(({ state }) => state === 'active').map(({ userId }) => userId);
  };

  it('a rule is about templates one starts or has to do with, and no others', async () => {
    const closed = await company.template(
      '只有销售能发起',
      chain(start, asks('x', ids('sales')), end),
      {
        initiators: { userIds: ids('sales') },
      },
    );
    const refused = await company.call(
      'bpm.substitution.save',
      away({ templateIds: [closed], endsAt: new Date(Date.now() + 5_000).toISOString() }),
      'warehouse',
    );
    expect(refused.error.reason).toBe('FLOW_SUBSTITUTION');
    const saved = await company.call(
      'bpm.substitution.save',
      away({ substituteId: company.id('finance'), templateIds: [closed] }),
      'sales',
    );
    expect(saved.msg).toBe('ok');
    await company.call('bpm.substitution.remove', { ids: [saved.data.id] }, 'sales');
  });

  it('the substitute is asked, as far as the amount says; not any more after it was cancelled', async () => {
    const saved = await company.call(
      'bpm.substitution.save',
      away({ condition: 'days <= 3' }),
      'leader',
    );
    expect(saved.msg).toBe('ok');
    expect(await asked(2)).toEqual(ids('sales'));
    expect(await asked(8)).toEqual(ids('leader'));
    const { data } = await company.call('bpm.substitution.list', {}, 'leader');
    expect(data.records).toMatchObject([{ isNow: true, condition: 'days <= 3' }]);
    const others = await company.call('bpm.substitution.remove', { ids: [saved.data.id] }, 'user');
    expect(others.data.removed).toBe(0);
    await company.call('bpm.substitution.remove', { ids: [saved.data.id] }, 'leader');
    expect(await asked(2)).toEqual(ids('leader'));
  });

  it('a condition learns nothing of a field the node hides from who wrote it', async () => {
    const { data } = await company.call(
      'bpm.substitution.save',
      away({ condition: 'days <= 3' }),
      'leader',
    );
    expect(await asked(2, { fieldPerms: { days: 'hidden' } })).toEqual(ids('leader'));
    expect(await asked(2, { fieldPerms: { '*': 'hidden', days: 'read' } })).toEqual(ids('sales'));
    await company.call('bpm.substitution.remove', { ids: [data.id] }, 'leader');
  });

  it('no one is their own substitute, and a condition has to be one', async () => {
    const own = { substituteId: company.id('leader') };
    const first = await company.call('bpm.substitution.save', away(own), 'leader');
    expect(first.msg).toContain('不能代理自己');
    const wrong = await company.call(
      'bpm.substitution.save',
      away({ condition: 'days >' }),
      'leader',
    );
    expect(wrong.msg).toContain('条件有误');
  });

  it('the starter is not asked for another what is their own', async () => {
    const saved = await company.call(
      'bpm.substitution.save',
      away({ substituteId: company.id('user') }),
      'leader',
    );
    expect(saved.msg).toBe('ok');
    expect(await asked(2, { starterIsApprover: 'skip' })).toEqual(ids('leader'));
    await company.call('bpm.substitution.remove', { ids: [saved.data.id] }, 'leader');
  });

  it('two who are each other’s substitutes are asked themselves', async () => {
    await company.call('bpm.substitution.save', away(), 'leader');
    await company.call(
      'bpm.substitution.save',
      away({ substituteId: company.id('leader') }),
      'sales',
    );
    expect(await asked(2)).toEqual(ids('leader'));
  });
});

describe('the company’s calendar', () => {
  it('takes several days at once, in place of what it says about them', async () => {
    const manages = <I extends 'bpm.calendar.setDays' | 'bpm.calendar.removeDays'>(
      id: I,
      input: Parameters<typeof company.call<I>>[1],
    ) => company.call(id, input, 'admin');
    const days = async () =>
      (await company.call('bpm.calendar.detail', {}, 'user')).data.days.map(
        ({ day, kind, name }) => `${day} ${kind} ${name}`,
      );
    const long = { from: '2027-09-30', to: '2027-10-02', kind: 'off' as const, name: '国庆' };
    expect((await manages('bpm.calendar.setDays', long)).data).toEqual({ days: 3 });
    const work = { from: '2027-10-02', kind: 'work' as const, name: '补班' };
    expect((await manages('bpm.calendar.setDays', work)).data).toEqual({ days: 1 });
    expect(await days()).toEqual([
      '2027-09-30 off 国庆',
      '2027-10-01 off 国庆',
      '2027-10-02 work 补班',
    ]);
    const moved = { ...work, from: '2027-10-09', to: '2027-10-10', instead: '2027-10-02' };
    expect((await manages('bpm.calendar.setDays', moved)).msg).toBe('ok');
    const gone = await manages('bpm.calendar.removeDays', { days: ['2027-09-30', '2027-10-09'] });
    expect(gone.data).toEqual({ days: 2 });
    expect(await days()).toEqual(['2027-10-01 off 国庆', '2027-10-10 work 补班']);
    for (const wrong of [
      { ...long, to: '2027-09-01' },
      { ...long, to: '2029-01-01' },
      { ...long, to: '2027-10-32' },
    ]) {
      const { error } = await manages('bpm.calendar.setDays', wrong);
      expect(error?.errors?.[0]).toMatchObject({ path: '/to', reason: 'FLOW_CALENDAR' });
    }
    expect((await company.call('bpm.calendar.setDays', long, 'user')).code).toBe(403);
    await manages('bpm.calendar.removeDays', { days: ['2027-10-01', '2027-10-10'] });
  });

  it('takes public holidays, and time-outs go by it', async () => {
    const imported = await company.call('bpm.calendar.importHolidays', { year: 2026 }, 'admin');
    expect(imported.data).toEqual({ days: 39, isAnnounced: true });
    const { data } = await company.call('bpm.calendar.detail', {}, 'user');
    expect(data.days.find(({ day }) => day === '2026-02-14')).toMatchObject({ kind: 'work' });
    const refused = await company.call('bpm.calendar.update', { ...working, days: [] }, 'user');
    expect(refused.code).toBe(403);
    const wrong = { ...working, hours: [{ from: '10:00', to: '09:00' }] };
    expect((await company.call('bpm.calendar.update', wrong, 'admin')).msg).toContain('工作日历');
    const always = {
      weekdays: [0, 1, 2, 3, 4, 5, 6],
      hours: [{ from: '00:00', to: '24:00' }],
      days: [],
    };
    expect((await company.call('bpm.calendar.update', always, 'admin')).msg).toBe('ok');
    const timeouts = [
      { after: { amount: 3, unit: 'workHours' as const }, action: 'remind' as const },
    ];
    const { instanceId } = await company.start(
      await template(asks('lead', ids('leader'), { timeouts })),
    );
    const [timer] = await inCompany<{ hours: number }>(
      `select extract(epoch from due_at - now()) / 3600 as hours from bpm.flow_timer
        where tenant_id = $1 and instance_id = $2`,
      [instanceId],
    );
    expect(Number(timer!.hours)).toBeCloseTo(3, 1);
  });
});
