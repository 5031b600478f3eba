import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asks, chain, Company, end, start } from './testing/company.ts';

/** A company in which no one has rights to leaves by themselves. */
let company: Company;
let recordId = '';
let instanceId = '';
const SHOWN = { note: 'write', days: 'hidden' };

beforeAll(async () => {
  company = await Company.open();
  const closed = { objectApiName: 'leave', defaultAccess: 'none' as const };
  expect((await company.call('bizmeta.authgroup.config', closed, 'builder')).msg).toBe('ok');
  const nodes = chain(start, asks('lead', [company.id('leader')], { fieldPerms: SHOWN }), end);
  const started = await company.start(
    await company.template('只问主管', nodes, { lockRecord: false }),
    'builder',
  );
  ({ recordId, instanceId } = started);
});
afterAll(() => company.close());

/** Each call that reads one record, as a person. */
const detail = (as: string, id = recordId) =>
  company.call('bizmeta.record.detail', { object: 'leave', id }, as);
const others = (as: string, id = recordId) =>
  Promise.all([
    company.call('bizmeta.record.version', { object: 'leave', id }, as),
    company.call('bizmeta.dataChangeLog.list', { object: 'leave', recordId: id }, as),
    company.call('bizmeta.describe.detail', { apiName: 'leave', recordId: id }, as),
  ]);

const about = () => ({ object: 'leave', recordId });
const talks = (as: string) =>
  company.call('bizmeta.comments.create', { ...about(), content: `${as} 说` }, as);
const reads = (as: string) => company.call('bizmeta.comments.list', about(), as);

describe('who is asked about a record without rights to it', () => {
  it('reads of it what the node shows, and can do nothing with it', async () => {
    const edit = {
      object: 'leave',
      records: [{ id: recordId, days: 5, note: '改过', version: 1 }],
    };
    expect((await company.call('bizmeta.record.bulkEdit', edit, 'builder')).msg).toBe('ok');
    const { data } = await detail('leader');
    expect(data.record).toMatchObject({ id: recordId, reason: '回家', note: '改过' });
    expect(Object.keys(data.record)).not.toContain('days');
    expect(data.rights).toEqual({ can: [], locked: ['reason', 'note', 'approver'] });
    const [version, log, describe] = await others('leader');
    expect(version.data).toEqual({ version: 2 });
    const changed = log.data.records.flatMap(({ diff }) => diff.map(({ field }) => field));
    expect(new Set(changed)).toEqual(new Set(['note', 'reason']));
    expect(describe.data.fields.map(({ apiName }) => apiName)).toEqual([
      'reason',
      'note',
      'approver',
    ]);
    const mine = { ...edit, records: [{ id: recordId, note: '我改', version: 2 }] };
    expect((await company.call('bizmeta.record.bulkEdit', mine, 'leader')).code).not.toBe(200);
    const field = { object: 'leave', recordId, field: 'days' };
    expect((await company.call('bizmeta.dataChangeLog.list', field, 'leader')).code).not.toBe(200);
  });

  it('reads no other record, and none at all where a copy is decided on', async () => {
    const other = await company.call(
      'bizmeta.record.bulkCreate',
      { object: 'leave', records: [{ reason: '别的' }] },
      'builder',
    );
    expect((await detail('leader', other.data.ids[0])).code).not.toBe(200);
    expect(
      (await company.call('bizmeta.describe.detail', { apiName: 'leave' }, 'leader')).code,
    ).toBe(403);
    const nodes = chain(start, asks('copy', [company.id('sales')]), end);
    const template = await company.template('看副本', nodes, { dataMode: 'snapshot' });
    const copied = await company.start(template, 'builder');
    for (const answer of [
      await detail('sales', copied.recordId),
      ...(await others('sales', copied.recordId)),
    ])
      expect(answer.code).not.toBe(200);
  });

  it('comments on it while asked, and no longer', async () => {
    expect((await talks('leader')).msg).toBe('ok');
    expect((await reads('leader')).data.records).toMatchObject([{ content: 'leader 说' }]);
    await company.did(instanceId, 'leader', 'approve');
    for (const answer of [await talks('leader'), await reads('leader'), await detail('leader')])
      expect(answer.code).not.toBe(200);
    for (const answer of await others('leader')) expect(answer.code).not.toBe(200);
  });

  it('no one else does, nor the approver of another record', async () => {
    const nodes = chain(start, asks('other', [company.id('sales')]), end);
    await company.start(await company.template('问别人', nodes), 'builder');
    for (const as of ['sales', 'finance', 'warehouse']) {
      expect((await reads(as)).code, as).not.toBe(200);
      expect((await talks(as)).code, as).not.toBe(200);
      expect((await detail(as)).code, as).not.toBe(200);
      for (const answer of await others(as)) expect(answer.code, as).not.toBe(200);
    }
  });
});
