import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { seedAuthority } from './authority.ts';
import { seedCrm } from './seed.ts';
import { seedTalk } from './talk.ts';
import { seedProjects } from './projects.ts';
import { seedStores } from './stores.ts';

let server: TestServer;
let user: Auth;
beforeAll(async () => {
  server = await testServer();
  user = await server.signIn('user');
  await seedCrm(server.demo);
});
afterAll(() => server?.close());

const list = async (object: string, more: object = {}, as = user) =>
  (await server.call('bizmeta.record.list', { object, size: 50, ...more }, as)).data;

describe('the demo company', () => {
  it('has one app with six objects, linked by lookups', async () => {
    const apps = (await server.call('bizmeta.app.list', {}, user)).data;
    expect(apps.map((app) => [app.name, app.objects.map((object) => object.label)])).toEqual([
      ['客户管理', ['客户', '联系人', '商机', '订单', '订单明细', '合同']],
    ]);
  });

  it("has a few thousand records that read like a company's", async () => {
    const counts = await Promise.all(
      ['customer', 'contact', 'opportunity', 'salesOrder', 'orderLine'].map(
        async (object) => (await list(object)).total,
      ),
    );
    expect(counts.every((count) => count >= 400)).toBe(true);
    const { records, labels } = await list('salesOrder');
    for (const record of records) {
      expect(labels['customer']?.[String(record['customer'])]).toMatch(/公司$/);
      expect(labels['user']?.[String(record['owner'])]).toMatch(/^\p{Script=Han}{2,3}$/u);
    }
    expect(new Set(records.map((record) => record['status'])).size).toBeGreaterThan(2);
  });

  it('has orders whose amount is the sum of their lines', async () => {
    const {
      records: [order],
    } = await list('salesOrder');
    const { records: lines } = await list('orderLine', {
      filter: { field: 'order', op: 'eq', value: order!['id'] },
    });
    expect(lines.reduce((sum, line) => sum + Number(line['amount']), 0)).toBeCloseTo(
      Number(order!['amount']),
      2,
    );
  });

  it('has contracts with rows, numbers and computed values', async () => {
    const { records, labels } = await list('contract', { sort: [{ field: 'no', dir: 'asc' }] });
    expect(records.length).toBe(50);
    expect(records[0]).toMatchObject({
      no: expect.stringMatching(/^HT\d{6}0001$/),
      kind: expect.any(String),
      terms: { type: 'doc' },
    });
    expect(Number(records[0]!['amount'])).toBeGreaterThan(0);
    expect(labels).toMatchObject({
      role: expect.anything(),
      dept: expect.anything(),
      salesOrder: expect.anything(),
    });
    const whole = (
      await server.call(
        'bizmeta.record.detail',
        { object: 'contract', id: String(records[0]!['id']) },
        user,
      )
    ).data.record;
    const lines = whole['lines'] as { quantity: number; price: number }[];
    expect(lines.reduce((sum, line) => sum + line.quantity * line.price, 0)).toBeCloseTo(
      Number(whole['amount']),
      2,
    );
    expect(records[0]!['lines']).toBe(lines.length);
  });

  it('has records with a history and comments, shown with names and labels', async () => {
    await seedTalk(server.demo);
    for (const object of ['customer', 'opportunity', 'salesOrder', 'contract']) {
      const { records: changed } = await list(object, {
        filter: { field: 'version', op: 'gt', value: 1 },
      });
      expect(changed.length).toBeGreaterThan(3);
      const log = (
        await server.call(
          'bizmeta.dataChangeLog.list',
          { object, recordId: String(changed[0]!['id']) },
          user,
        )
      ).data;
      expect(log.records.length).toBeGreaterThan(1);
      expect(log.records.every(({ userId }) => log.labels['user']?.[userId])).toBe(true);
    }
    const {
      records: [deal],
    } = await list('opportunity', { filter: { field: 'version', op: 'gt', value: 2 } });
    const talk = (
      await server.call(
        'bizmeta.comments.list',
        { object: 'opportunity', recordId: String(deal!['id']) },
        user,
      )
    ).data;
    expect(talk.total).toBe(3);
    expect(talk.records.at(-1)).toMatchObject({ parentId: null, mentions: [expect.any(String)] });
    expect(talk.records[0]!.parentId).toBe(talk.records.at(-1)!.id);
  });

  it('has no telephone number that could be a real person’s', async () => {
    const { records } = await list('contact');
    expect(records.every((record) => /^120\d{8}$/.test(String(record['mobile'])))).toBe(true);
  });

  it('lies in the past, none of it after now', async () => {
    const { records } = await list('customer');
    expect(records.every((record) => Date.parse(String(record['createdAt'])) <= Date.now())).toBe(
      true,
    );
  });
});

describe('the demo company’s warehouse', () => {
  it('has ten thousand moves, and papers in folders', async () => {
    await seedStores(server.demo);
    const last = await list('stockMove', { size: 1, sort: [{ field: 'no', dir: 'desc' }] });
    expect([last.totalIsEstimate || last.total === 10_000, last.records[0]!['no']]).toEqual([
      true,
      'LS010000',
    ]);
    const { records } = await list('docTemplate');
    const folders = records
      .filter((record) => record['kind'] === 'folder')
      .map((record) => record['id']);
    expect(folders).toHaveLength(4);
    expect(
      records
        .filter((record) => record['kind'] !== 'folder')
        .every((record) => folders.includes(record['parent'])),
    ).toBe(true);
  });
});

describe('the demo company’s projects', () => {
  it('are nested tasks with dependencies, and views everybody has', async () => {
    await seedProjects(server.demo);
    const { records } = await list('projectTask');
    const byId = new Map(records.map((record) => [record['id'], record]));
    expect(records.filter((record) => record['parent'] === null)).toHaveLength(3);
    expect(records.filter((record) => record['startOn'] === null).length).toBeGreaterThan(0);
    for (const record of records) {
      const before = byId.get(record['before']);
      if (before?.['endOn'] && record['startOn'])
        expect(String(record['startOn']) > String(before['endOn'])).toBe(true);
      expect(Number(record['progress'])).toBeLessThanOrEqual(100);
    }
    const { views } = (
      await server.call('bizmeta.customView.list', { object: 'projectTask' }, user)
    ).data;
    expect(views.map(({ kind, isDefault, scope }) => [kind, isDefault, scope])).toEqual([
      ['gantt', true, 'shared'],
      ['kanban', false, 'shared'],
      ['calendar', false, 'shared'],
      ['hierarchy', false, 'shared'],
    ]);
  });
});

describe('who sees what in the demo', () => {
  it('differs: salespeople their own, their leader the department’s, others all with some fields', async () => {
    const before = await list('customer');
    await seedAuthority(server.demo);
    const [leader, sales, finance, warehouse] = await Promise.all(
      ['leader', 'sales', 'finance', 'warehouse'].map((account) => server.signIn(account)),
    );
    expect((await list('customer')).total).toBe(before.total);
    const own = await list('customer', {}, sales);
    const led = await list('customer', {}, leader);
    expect(own.records.every(({ owner }) => owner === sales!.userid)).toBe(true);
    expect(new Set(led.records.map(({ dept }) => dept)).size).toBe(1);
    expect([own.total, led.total].every((n) => n > 0)).toBe(true);
    expect(led.total).toBeGreaterThan(own.total);
    const contacts = await list('contact', {}, sales);
    const mine = new Set(own.records.map(({ id }) => id));
    expect(contacts.records.every(({ customer }) => mine.has(customer))).toBe(true);

    expect((await list('customer', {}, finance)).records[0]!['tel']).toMatch(/\*\*\*\*/);
    expect(Object.keys((await list('salesOrder', {}, finance)).records[0]!)).toContain('amount');
    expect(Object.keys((await list('salesOrder', {}, warehouse)).records[0]!)).not.toContain(
      'amount',
    );
    const refused = await server.call('bizmeta.record.list', { object: 'opportunity' }, warehouse);
    expect(refused.error.reason).toBe('NO_ACCESS');
  });
});
