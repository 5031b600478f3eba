import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asks, chain, Company, end, start } from './testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await Company.open();
});
afterAll(() => company.close());

const ids = (...names: string[]): string[] => names.map((name) => company.id(name));
let count = 0;
const name = (): string => `离职 ${(count += 1)}`;
const template = (...nodes: Parameters<typeof chain>) =>
  company.template(name(), chain(start, ...nodes, end));
const inCompany = (text: string, values: unknown[]) =>
  company.server.db.withTenant(company.server.demo, (tx) =>
    tx.run(text, [tx.tenant.id, ...values]),
  );
/** As if the account were closed, or open again. */
const works = (who: string, does: boolean) =>
  inCompany(
    `update upm.member set state = case when $3::boolean then 'active' else 'off' end
      where tenant_id = $1 and user_id = $2`,
    [company.id(who), does],
  );
const handsOver = async (from: string, to: string) => {
  const input = { userId: company.id(from), toUserId: company.id(to) };
  const { msg, error } = await company.call('bpm.work.transferUpdate', input, 'admin');
  expect(error?.errors ?? msg).toBe('ok');
};
const manage = (instanceId: string, op: 'suspend' | 'resume') =>
  company.call('bpm.process.operate', { instanceId, op, opinion: '调整' }, 'admin');
/** What is done while some people have left. */
async function without(people: readonly string[], story: () => Promise<void>): Promise<void> {
  for (const who of people) await works(who, false);
  try {
    await story();
  } finally {
    for (const who of people) await works(who, true);
    await inCompany('delete from bpm.flow_successor where tenant_id = $1', []);
  }
}

describe('who leaves', () => {
  it('hands over what waits for its turn, in its place, and what is held', async () => {
    const inTurn = ids('leader', 'finance', 'sales');
    const { instanceId } = await company.start(
      await template(asks('sign', inTurn, { multi: 'sequential' })),
    );
    const { instanceId: held } = await company.start(await template(asks('x', ids('finance'))));
    await company.did(held, 'finance', 'delegate', { userIds: ids('sales') });
    await handsOver('finance', 'warehouse');
    await company.did(instanceId, 'leader', 'approve');
    expect((await company.detail(instanceId)).waitingFor).toEqual(ids('warehouse'));
    await company.did(held, 'sales', 'approve');
    expect(await company.did(held, 'warehouse', 'approve')).toBe('approved');
    await inCompany('delete from bpm.flow_successor where tenant_id = $1', []);
  });

  it('hands over what rests', async () => {
    const { instanceId } = await company.start(await template(asks('x', ids('finance'))));
    await manage(instanceId, 'suspend');
    await handsOver('finance', 'warehouse');
    await manage(instanceId, 'resume');
    expect((await company.detail(instanceId)).waitingFor).toEqual(ids('warehouse'));
    await inCompany('delete from bpm.flow_successor where tenant_id = $1', []);
  });

  it('without handing over is not given a turn: managers are', async () => {
    const inTurn = asks('sign', ids('leader', 'finance'), { multi: 'sequential' });
    const { instanceId } = await company.start(await template(inTurn));
    await without(['finance'], async () => {
      await company.did(instanceId, 'leader', 'approve');
      expect((await company.detail(instanceId)).waitingFor).toEqual(ids('admin'));
    });
  });

  it('as a starter leaves corrections to the successor, who may submit and withdraw', async () => {
    const templateId = await template(asks('lead', ids('leader')));
    const { instanceId } = await company.start(templateId);
    const { instanceId: later } = await company.start(templateId);
    await company.did(instanceId, 'leader', 'return', { opinion: '写清楚' });
    await handsOver('user', 'sales');
    await without(['user'], async () => {
      await handsOver('user', 'sales');
      const values = { reason: '探亲' };
      expect(await company.did(instanceId, 'sales', 'submit', { values })).toBe('running');
      await company.did(later, 'leader', 'return', { opinion: '写清楚' });
      await company.item(later, 'sales');
      const withdraw = { instanceId: later, op: 'withdraw' as const };
      const { data } = await company.call('bpm.process.operate', withdraw, 'sales');
      expect(data.state).toBe('withdrawn');
    });
  });

  it('is succeeded by the successor of the successor, as manager too', async () => {
    const nodes = chain(start, asks('x', ids('finance')), end);
    const templateId = await company.template(name(), nodes, { managers: ids('finance') });
    await handsOver('finance', 'warehouse');
    await handsOver('warehouse', 'sales');
    await without(['finance', 'warehouse'], async () => {
      await handsOver('warehouse', 'sales');
      await inCompany(
        `insert into bpm.flow_successor values ($1, $2, $3) on conflict do nothing`,
        ids('finance', 'warehouse'),
      );
      const { instanceId } = await company.start(templateId);
      expect((await company.detail(instanceId)).waitingFor).toEqual(ids('sales'));
      const all = await company.call('bpm.process.viewAll', {}, 'sales');
      expect(all.data.records.map((each) => each.instanceId)).toContain(instanceId);
      const urge = { instanceId, op: 'suspend', opinion: '等等' } as const;
      expect((await company.call('bpm.process.operate', urge, 'sales')).msg).toBe('ok');
    });
  });

  it('is not asked where a node names him for the case that no one is found', async () => {
    const emptyApprover = { users: ids('finance') };
    const unfound = { id: 'x', type: 'approve', name: 'x', emptyApprover } as const;
    const templateId = await template({
      ...unfound,
      candidates: [{ strategy: 50, param: ['approver'] }],
    });
    await handsOver('finance', 'warehouse');
    await without(['finance'], async () => {
      await handsOver('finance', 'warehouse');
      const { instanceId } = await company.start(templateId);
      expect((await company.detail(instanceId)).waitingFor).toEqual(ids('warehouse'));
    });
  });
});

describe('an administrator', () => {
  it('is relieved of nothing by who manages members: neither approvals nor departments', async () => {
    const role = await company.call(
      'upm.roleMenu.save',
      { kind: 'role', title: '人事专员', functions: ['user.manage'] },
      'admin',
    );
    await company.call(
      'upm.userRole.addRoleForSeveralUser',
      { roleId: role.data.id, userIds: ids('warehouse') },
      'admin',
    );
    const { instanceId } = await company.start(await template(asks('x', ids('admin'))));
    const userId = company.id('admin');
    const given = { userId, toUserId: company.id('sales'), kinds: ['todo' as const] };
    const [own] = (await company.call('upm.userOrg.listOrgByUserId', { userId }, 'admin')).data;
    const refused = [
      await company.call('bpm.work.transferUpdate', given, 'warehouse'),
      await company.call('bpm.work.transferCount', { userId }, 'warehouse'),
      await company.call('bpm.work.transferQuery', { userId, kind: 'todo' }, 'warehouse'),
      await company.call('upm.userOrg.handover', { userId }, 'warehouse'),
      await company.call(
        'upm.userOrg.deleteUserOrgGroup',
        { orgId: own!.id, userIds: [userId] },
        'warehouse',
      ),
      await company.call(
        'upm.userOrg.addUserOrg',
        { orgId: own!.id, userIds: [userId], isMain: true },
        'warehouse',
      ),
    ];
    expect(refused.map(({ error }) => error?.reason)).toEqual(refused.map(() => 'MEMBER_ADMIN'));
    expect((await company.detail(instanceId)).waitingFor).toEqual(ids('admin'));
  });
});
