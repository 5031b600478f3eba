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
  const started = await company.start(await company.template('只问主管', nodes), 'builder');
  ({ recordId, instanceId } = started);
});
afterAll(() => company.close());

const about = () => ({ object: 'leave', recordId });
const talks = (as: string) =>
  company.call('bizmeta.comments.create', { ...about(), content: `${as} 说` }, as);
const reads = (as: string) => company.call('bizmeta.comments.list', about(), as);

describe('who is asked about a record without rights to it', () => {
  it('comments on it while asked, and no longer', async () => {
    expect((await talks('leader')).msg).toBe('ok');
    expect((await reads('leader')).data.records).toMatchObject([{ content: 'leader 说' }]);
    await company.did(instanceId, 'leader', 'approve');
    expect((await talks('leader')).code).not.toBe(200);
    expect((await reads('leader')).code).not.toBe(200);
  });

  it('no one else does, nor the approver of another record', async () => {
    const nodes = chain(start, asks('other', [company.id('sales')]), end);
    await company.start(await company.template('问别人', nodes), 'builder');
    for (const as of ['sales', 'finance', 'warehouse']) {
      expect((await reads(as)).code, as).not.toBe(200);
      expect((await talks(as)).code, as).not.toBe(200);
    }
  });
});
