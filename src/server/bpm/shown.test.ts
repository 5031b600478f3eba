import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { asks, chain, Company, end, start } from './testing/company.ts';

type Grant = NonNullable<InputOf<'bizmeta.authgroup.create'>['grants']>['objects'][string];

/** A company whose leaves are closed: each person has what a test grants them. */
let company: Company;
/** A leave made by a builder, in which `note` is confidential. */
let secret = '';
const CONFIDENTIAL = '只有人事知道';

const grant = async (name: string, as: string, leave: Grant): Promise<void> => {
  const { msg } = await company.call(
    'bizmeta.authgroup.create',
    {
      scopeType: 'object',
      scopeId: 'leave',
      name,
      members: { userIds: [company.id(as)] },
      grants: { objects: { leave } },
    },
    'builder',
  );
  expect(msg).toBe('ok');
};

const made = async (note = CONFIDENTIAL): Promise<string> => {
  const records = [{ reason: '回家', days: 2, note }];
  const { data } = await company.call(
    'bizmeta.record.bulkCreate',
    { object: 'leave', records },
    'builder',
  );
  return data.ids[0]!;
};

beforeAll(async () => {
  company = await Company.open();
  const closed = { objectApiName: 'leave', defaultAccess: 'none' as const };
  expect((await company.call('bizmeta.authgroup.config', closed, 'builder')).msg).toBe('ok');
  secret = await made();
  await grant('看事由', 'sales', {
    ops: ['view', 'changeLog'],
    scope: { view: 'all', changeLog: 'all' },
    fields: { reason: 'read', days: 'read', note: 'none' },
  });
  await grant('提交申请', 'user', {
    ops: ['create'],
    scope: { create: 'all' },
    fields: { reason: 'write', days: 'write', note: 'none' },
  });
});
afterAll(() => company.close());

const form = (instanceId: string, as: string) =>
  company.call('bpm.process.form', { instanceId }, as);
const keysOf = async (instanceId: string, as: string): Promise<string[]> => {
  const { msg, data } = await form(instanceId, as);
  expect(msg).toBe('ok');
  const names = data.describe.fields.map(({ apiName }) => apiName);
  return Object.keys(data.record ?? {}).filter((name) => names.includes(name));
};
const simple = (name: string, more: object = {}) =>
  company.template(name, chain(start, asks('lead', [company.id('leader')], more), end), {
    lockRecord: false,
  });

describe('an approval shows of its record no more than one may see', () => {
  it('a draft is about a record its author sees', async () => {
    const templateId = await simple('草稿');
    const drafts = await company.call(
      'bpm.work.saveDraft',
      { templateId, recordId: secret },
      'user',
    );
    expect(drafts.error?.reason).toBe('RECORD_UNKNOWN');
    const none = await company.call('bpm.work.saveDraft', { templateId, recordId: 'x' }, 'user');
    expect(none.error?.reason).toBe('RECORD_UNKNOWN');
    const own = await company.call(
      'bpm.work.saveDraft',
      { templateId, record: { reason: '去看病' } },
      'user',
    );
    const { instanceId } = own.data;
    const other = { templateId, instanceId, recordId: secret };
    expect((await company.call('bpm.work.saveDraft', other, 'user')).error?.reason).toBe(
      'RECORD_UNKNOWN',
    );
    expect((await form(instanceId, 'user')).data.record).toEqual({ reason: '去看病' });
  });

  it('who reads the record reads in its approval the same fields, and changes of those alone', async () => {
    const templateId = await simple('读者', { fieldPerms: { '*': 'write' } });
    const { instanceId } = await company.start(templateId, 'builder', {}, { recordId: secret });
    await company.did(instanceId, 'leader', 'approve', { values: { note: '改过', days: 3 } });
    expect(await keysOf(instanceId, 'sales')).toEqual(['reason', 'days', 'approver']);
    const { events } = await company.detail(instanceId, 'sales');
    expect(events.flatMap(({ diff }) => diff.map(({ field }) => field))).toEqual(['days']);
    const whole = await company.detail(instanceId, 'builder');
    expect(whole.events.flatMap(({ diff }) => diff.map(({ field }) => field))).toEqual([
      'days',
      'note',
    ]);
  });

  it('who starts it on a record reads what they read before, and writes nothing they may not', async () => {
    const templateId = await simple('代交');
    const recordId = await made();
    const { instanceId } = await company.start(templateId, 'sales', {}, { recordId });
    expect(await keysOf(instanceId, 'sales')).toEqual(['reason', 'days', 'approver']);
    await company.did(instanceId, 'leader', 'return');
    for (const values of [{ note: '我改' }, { days: 9 }]) {
      const refused = await company.does(instanceId, 'sales', 'submit', { values });
      expect(refused.code).toBe(values.note === undefined ? 403 : 400);
    }
    expect(await company.record(recordId)).toMatchObject({ note: CONFIDENTIAL, days: 2 });
    expect(await company.did(instanceId, 'sales', 'submit')).toBe('running');
  });

  it('who may make records and see none corrects their own, once it is returned or withdrawn', async () => {
    const templateId = await simple('自己提交');
    const { instanceId, recordId } = await company.start(templateId, 'user');
    expect(await keysOf(instanceId, 'user')).toEqual(['reason', 'days', 'approver']);
    await company.did(instanceId, 'leader', 'return');
    const refused = await company.does(instanceId, 'user', 'submit', { values: { note: '我改' } });
    expect(refused.code).toBe(400);
    await company.did(instanceId, 'user', 'submit', { values: { days: 5 } });
    await company.call('bpm.process.operate', { instanceId, op: 'withdraw' }, 'user');
    const again = { instanceId, op: 'submit' as const, values: { days: 6 } };
    expect((await company.call('bpm.process.operate', again, 'user')).msg).toBe('ok');
    expect(await company.record(recordId)).toMatchObject({ days: 6 });
  });

  it('who gets a copy is shown what its sender was shown', async () => {
    const templateId = await simple('抄送', { fieldPerms: { note: 'hidden' } });
    const { instanceId } = await company.start(templateId, 'builder', {}, { recordId: secret });
    const copy = (as: string, to: string) =>
      company.call('bpm.process.operate', { instanceId, op: 'cc', userIds: [company.id(to)] }, as);
    expect((await copy('leader', 'finance')).msg).toBe('ok');
    expect(await keysOf(instanceId, 'finance')).not.toContain('note');
    expect((await copy('finance', 'warehouse')).msg).toBe('ok');
    expect(await keysOf(instanceId, 'warehouse')).not.toContain('note');
    expect(await keysOf(instanceId, 'warehouse')).toContain('reason');
    expect((await copy('builder', 'warehouse')).msg).toBe('ok');
    expect(await keysOf(instanceId, 'warehouse')).toContain('note');
    // Who reads all of the record loses nothing by a copy of less.
    await grant('看全部', 'finance', { ops: ['view'], scope: { view: 'all' } });
    expect(await keysOf(instanceId, 'finance')).toContain('note');
  });

  it('the way an approval would go says nothing of records and fields one does not see', async () => {
    const nodes = chain(
      start,
      {
        id: 'branch',
        type: 'condition',
        branches: [
          { id: 'b1', when: 'note <> ""', next: asks('secretly', [company.id('leader')]) },
          { id: 'b2', default: true, next: asks('openly', [company.id('leader')]) },
        ],
      },
      end,
    );
    const templateId = await company.template('预测', nodes, { lockRecord: false });
    const forecast = (as: string) =>
      company.call('bpm.process.forecast', { templateId, recordId: secret }, as);
    expect((await forecast('user')).error?.reason).toBe('RECORD_UNKNOWN');
    const steps = (await forecast('sales')).data.steps.map(({ nodeId }) => nodeId);
    expect(steps).toContain('openly');
    const asDraft = { templateId, recordId: secret };
    const draft = (await company.call('bpm.work.saveDraft', asDraft, 'sales')).data;
    const ofDraft = await company.call('bpm.process.forecast', draft, 'sales');
    expect(ofDraft.data.steps.map(({ nodeId }) => nodeId)).toEqual(steps);
    const initiators = { initiators: { userIds: [company.id('leader')] } };
    const closed = await company.template('只给主管', chain(start, end), initiators);
    const asked = await company.call('bpm.process.forecast', { templateId: closed }, 'sales');
    expect(asked.code).toBe(403);
  });
});
