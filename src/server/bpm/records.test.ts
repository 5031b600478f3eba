import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordWorkOf } from '../bizmeta/index.ts';
import { asks, chain, Company, end, start } from './testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await Company.open();
});
afterAll(() => company.close());

const ids = (...names: string[]): string[] => names.map((name) => company.id(name));
let count = 0;
const name = (): string => `记录 ${(count += 1)}`;

describe('where a copy of the record is decided on', () => {
  const settings = {
    dataMode: 'snapshot',
    titleTemplate: '{{days}}天',
    lockRecord: false,
  } as const;
  const NOTES = { fieldPerms: { note: 'write' } };
  const MARKS = { approver: 'starter.id' };
  /** Long leaves go to sales; the leader may note something. */
  const template = () =>
    company.template(
      name(),
      chain(
        start,
        {
          id: 'way',
          type: 'condition',
          branches: [
            { id: 'long', when: 'days > 3', next: chain(asks('boss', ids('sales'))) },
            { id: 'short', default: true, next: chain(asks('lead', ids('leader'), NOTES)) },
          ],
        },
        { id: 'mark', type: 'trigger', name: '记', do: { action: 'update', values: MARKS } },
        asks('last', ids('finance')),
        end,
      ),
      settings,
    );
  const shown = async (instanceId: string, as: string) =>
    (await company.call('bpm.process.form', { instanceId }, as)).data.record;

  it('a submission after it was withdrawn or returned takes the record as it is then', async () => {
    const record = { reason: '回家', days: 2 };
    const { instanceId } = await company.start(await template(), 'user', record);
    expect((await company.at(instanceId)).at(-1)).toBe('lead');
    await company.call('bpm.process.operate', { instanceId, op: 'withdraw' }, 'user');
    const again = { instanceId, record: { days: 9 } };
    expect((await company.call('bpm.work.start', again, 'user')).msg).toBe('ok');
    expect((await company.at(instanceId)).at(-1)).toBe('boss');
    expect(await company.detail(instanceId)).toMatchObject({ title: '9天' });
    expect(await shown(instanceId, 'sales')).toMatchObject({ days: 9 });
    await company.did(instanceId, 'sales', 'return', { opinion: '太长' });
    await company.did(instanceId, 'user', 'submit', { values: { days: 1 } });
    expect((await company.at(instanceId)).at(-1)).toBe('lead');
    expect(await shown(instanceId, 'leader')).toMatchObject({ days: 1 });
  });

  it('takes what the approval itself writes, and nothing that others write meanwhile', async () => {
    const record = { reason: '回家', days: 2 };
    const { instanceId, recordId } = await company.start(await template(), 'user', record);
    const { version } = await company.record(recordId);
    const edited = await company.call(
      'bizmeta.record.bulkEdit',
      { object: 'leave', records: [{ id: recordId, version: version as number, days: 8 }] },
      'builder',
    );
    expect(edited.msg).toBe('ok');
    await company.did(instanceId, 'leader', 'approve', { values: { note: '可' } });
    expect(await company.record(recordId)).toMatchObject({ days: 8, note: '可' });
    expect(await shown(instanceId, 'finance')).toMatchObject({
      days: 2,
      note: '可',
      approver: company.id('user'),
    });
  });
});

describe('an approval that has ended', () => {
  const form = async (instanceId: string, as: string) =>
    (await company.call('bpm.process.form', { instanceId }, as)).data;
  const edit = async (id: string, values: object) => {
    const { version } = await company.record(id);
    const records = [{ id, version: version as number, ...values }];
    const edited = await company.call(
      'bizmeta.record.bulkEdit',
      { object: 'leave', records },
      'builder',
    );
    expect(edited.msg).toBe('ok');
  };
  const template = () =>
    company.template(name(), chain(start, asks('lead', ids('leader')), end), { lockRecord: false });

  it('shows who had a part in it what was decided, and its starter the record as it is', async () => {
    const record = { reason: '回家', days: 2, approver: company.id('sales') };
    const { instanceId, recordId } = await company.start(await template(), 'user', record);
    await edit(recordId, { days: 3 });
    expect(await form(instanceId, 'leader')).toMatchObject({
      record: { days: 3 },
      isSnapshot: false,
    });
    await company.did(instanceId, 'leader', 'approve');
    await edit(recordId, { days: 99, approver: company.id('finance') });
    const ended = await form(instanceId, 'leader');
    expect(ended).toMatchObject({ record: { days: 3 }, isSnapshot: true, isFinal: true });
    expect(Object.keys(ended.labels['user']!)).toContain(company.id('sales'));
    expect(await form(instanceId, 'user')).toMatchObject({
      record: { days: 99 },
      isSnapshot: false,
    });
  });

  it('goes by the record itself when it was withdrawn and runs again', async () => {
    const { instanceId, recordId } = await company.start(await template());
    await company.call('bpm.process.operate', { instanceId, op: 'withdraw' }, 'user');
    const again = { instanceId, record: { days: 5 } };
    expect((await company.call('bpm.work.start', again, 'user')).msg).toBe('ok');
    await edit(recordId, { days: 6 });
    const running = { record: { days: 6 }, isSnapshot: false };
    expect(await form(instanceId, 'leader')).toMatchObject(running);
    await company.did(instanceId, 'leader', 'reject', { opinion: '不行' });
    await edit(recordId, { days: 7 });
    expect(await form(instanceId, 'leader')).toMatchObject({ ...running, isSnapshot: true });
  });
});

describe('the approvals of a record', () => {
  it('stay with the record and with those who look after them when the starter deletes theirs', async () => {
    const template = await company.template(name(), chain(start, asks('lead', ids('leader')), end));
    const { instanceId, recordId } = await company.start(template);
    await company.did(instanceId, 'leader', 'reject', { opinion: '重复' });
    const removed = await company.call('bpm.work.remove', { instanceIds: [instanceId] }, 'user');
    expect(removed.msg).toBe('ok');
    const ofRecord = { object: 'leave', id: recordId };
    const { data } = await company.call('bizmeta.object.flowDetail', ofRecord, 'admin');
    expect(data.records).toMatchObject([{ instanceId, state: 'rejected' }]);
    const all = await company.call('bpm.process.viewAll', { templateId: template }, 'admin');
    expect(all.data.records.map((each) => each.instanceId)).toEqual([instanceId]);
    const own = await company.call('bpm.work.owner', { templateId: template }, 'user');
    expect(own.data.records).toEqual([]);
  });

  it('are shown without waiting for who writes it', async () => {
    const { recordId } = await company.start(
      await company.template(name(), chain(start, asks('lead', ids('leader')), end)),
    );
    const { db, demo } = company.server;
    const looks = () =>
      company.call('bizmeta.object.flowDetail', { object: 'leave', id: recordId }, 'admin');
    const shown = await db.withTenant(demo, async (tx) => {
      await recordWorkOf(db).lockOf(tx, 'leave', recordId);
      return looks();
    });
    expect(shown.data.lockedBy).not.toBeNull();
  });

  it('keep their object out of the bin, and can be ended where it is there', async () => {
    const fields = [{ apiName: 'place', label: '地点', type: 'text' as const }];
    const makes = (apiName: string) =>
      company.call(
        'bizmeta.describe.create',
        { describe: { apiName, label: '出差', fields } },
        'builder',
      );
    expect((await makes('trip')).msg).toBe('ok');
    const template = { name: name(), objectApiName: 'trip', settings: {} };
    const nodes = chain(start, asks('lead', ids('leader')), end);
    const made = await company.call('bpm.template.commit', { template, nodes }, 'builder');
    const { instanceId } = await company.start(made.data.id, 'user', { place: '成都' });
    const refused = await company.call('bizmeta.describe.delete', { apiName: 'trip' }, 'builder');
    expect(refused.error.reason).toBe('OBJECT_IN_FLOW');
    const { tenant } = company.as('admin');
    await company.server.db.withOwner(
      (tx) =>
        tx.run(
          `update bizmeta.object set deleted_at = now() where tenant_id = $1 and api_name = 'trip'`,
          [tenant],
        ),
      tenant,
    );
    // What is known of objects is read again when one changes.
    expect((await makes('tour')).msg).toBe('ok');
    const cancel = { instanceId, op: 'cancel', opinion: '对象没有了' } as const;
    const { data, error } = await company.call('bpm.process.operate', cancel, 'admin');
    expect(error?.reason ?? data.state).toBe('cancelled');
  });
});

describe('a sub-process about the same record', () => {
  const fills = { fieldPerms: { note: 'required' } };
  const inner = () =>
    company.template(
      name(),
      chain(
        start,
        asks('fill', ids('finance'), fills),
        { id: 'set', type: 'trigger', name: '记', do: { action: 'update', values: { days: '7' } } },
        end,
      ),
    );

  it('writes what its parent has locked against everybody else', async () => {
    const sub = { id: 'sub', type: 'subProcess', name: '会签', templateId: await inner() } as const;
    const outer = await company.template(name(), chain(start, sub, end));
    const { instanceId, recordId } = await company.start(outer);
    const [child] = (await company.detail(instanceId)).children;
    const filled = { values: { note: '已核' } };
    expect(await company.did(child!.instanceId, 'finance', 'approve', filled)).toBe('approved');
    expect((await company.detail(instanceId)).state).toBe('approved');
    expect(await company.record(recordId)).toMatchObject({ note: '已核', days: 7 });
  });

  it('that locks it lets its parent write, and no one beside', async () => {
    const sub = { id: 'sub', type: 'subProcess', name: '会签', templateId: await inner() } as const;
    const branches = [
      { id: 'left', next: chain(sub) },
      { id: 'right', next: chain(asks('own', ids('leader'), fills)) },
    ];
    const outer = await company.template(
      name(),
      chain(start, { id: 'both', type: 'parallel', branches }, end),
      { lockRecord: false },
    );
    const { instanceId, recordId } = await company.start(outer);
    const edit = { object: 'leave', records: [{ id: recordId, version: 1, days: 9 }] };
    const others = await company.call('bizmeta.record.bulkEdit', edit, 'builder');
    expect(others.error.reason).toBe('FLOW_RECORD_LOCKED');
    await company.did(instanceId, 'leader', 'approve', { values: { note: '并行' } });
    expect(await company.record(recordId)).toMatchObject({ note: '并行' });
  });
});
