import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DescribeInput } from '../../contract/index.ts';
import { asks, chain, Company, end, start } from './testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await Company.open();
});
afterAll(() => company.close());

const describeLeave = async () =>
  (await company.call('bizmeta.describe.detail', { apiName: 'leave' }, 'builder')).data;

/** Fields of the leave get other names, as in the object designer. */
async function rename(names: Readonly<Record<string, string>>): Promise<void> {
  const { id, label, version, fields } = await describeLeave();
  const changed = fields
    .filter(({ apiName }) => Object.hasOwn(names, apiName))
    .map((field) => ({ ...field, apiName: names[field.apiName]! }));
  const describe = { id, label, version, fields: changed } as DescribeInput;
  const { msg, error } = await company.call('bizmeta.describe.update', { describe }, 'builder');
  expect(error?.errors ?? msg).toBe('ok');
}

it('renamed fields stay hidden, and branches, titles and people of an approval go by them', async () => {
  const long = {
    id: 'long',
    name: '长假',
    when: 'days > 3',
    next: asks('boss', [company.id('sales')]),
  };
  const templateId = await company.template(
    '休假',
    chain(
      start,
      {
        id: 'lead',
        type: 'approve',
        name: 'lead',
        candidates: [{ strategy: 50, param: ['approver'] }],
        fieldPerms: { note: 'hidden' },
      } as never,
      { id: 'split', type: 'condition', branches: [long, { id: 'short', default: true }] } as never,
      end,
    ),
    { titleTemplate: '休 {{days}} 天', summaryFields: ['days'], lockRecord: false },
  );
  const record = { reason: '回家', days: 9, note: '只有人事知道', approver: company.id('leader') };
  const { instanceId: running } = await company.start(templateId, 'user', record);
  const { id } = (await describeLeave()).fields.find(({ apiName }) => apiName === 'days')!;
  const { data: uses } = await company.call(
    'bizmeta.describe.fieldUses',
    { apiName: 'leave', id },
    'builder',
  );
  expect(uses.text).toContain('审批流程“休假”');

  await rename({ days: 'length', note: 'remark', approver: 'decider' });
  const { reason } = record;
  const { instanceId: later } = await company.start(templateId, 'user', {
    reason,
    length: 9,
    remark: '保密',
    decider: company.id('leader'),
  });
  for (const instanceId of [running, later]) {
    const { data } = await company.call('bpm.process.form', { instanceId }, 'leader');
    const shown = data.describe.fields.map(({ apiName }) => apiName);
    expect(shown).toContain('length');
    expect(shown).not.toContain('remark');
    expect(Object.keys(data.record!)).not.toContain('remark');
    expect((await company.detail(instanceId)).title).toBe('休 9 天');
    await company.did(instanceId, 'leader', 'approve');
    expect(await company.at(instanceId)).toContain('boss');
  }
  const { data: draft } = await company.call(
    'bpm.template.draft.get',
    { id: templateId },
    'builder',
  );
  expect(draft.problems).toEqual([]);
  expect(JSON.stringify(draft.document)).toContain('length > 3');
});

it('a code rule that approvals number by stays, and goes on fitting their object', async () => {
  const submit = (over: object) =>
    company.call(
      'system.coderule.submit',
      {
        code: 'leave_no',
        name: '请假编号',
        reset: 'never',
        mode: 'gapless',
        segments: [{ kind: 'seq' as const, length: 4 }],
        ...over,
      },
      'admin',
    );
  const made = await submit({});
  expect(made.msg).toBe('ok');
  const { id } = made.data;
  const nodes = chain(start, asks('lead', [company.id('leader')]), end);
  await company.template('编号的假', nodes, { codeRule: 'leave_no' });
  const removed = await company.call('system.coderule.remove', { id }, 'admin');
  expect(removed.msg).toContain('流程“编号的假”');
  const segments = [
    { kind: 'field', field: 'nothing' },
    { kind: 'seq' as const, length: 4 },
  ];
  const changed = await submit({ id, version: made.data.version, segments });
  expect(JSON.stringify(changed)).toContain('流程“编号的假”按这条规则编号');
  const unknown = await company.call(
    'bpm.template.commit',
    {
      template: { name: '没有号', objectApiName: 'leave', settings: { codeRule: 'leave_number' } },
      nodes,
    },
    'builder',
  );
  expect(JSON.stringify(unknown)).toContain('编号规则“leave_number”不存在，或已停用');
});
