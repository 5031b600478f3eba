import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asks, chain, Company, end, start } from './testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await Company.open();
});
afterAll(() => company.close());

const ids = (...names: string[]): string[] => names.map((name) => company.id(name));
/** Templates of one story each: names are taken once. */
let count = 0;
const template = (...nodes: Parameters<typeof chain>) =>
  company.template(`流程 ${(count += 1)}`, chain(start, ...nodes, end));

describe('a leave and its record', () => {
  it('is locked while it is approved, says where it is, and is free afterwards', async () => {
    const { instanceId, recordId } = await company.start(
      await template(asks('lead', ids('leader'))),
    );
    expect(await company.record(recordId)).toMatchObject({ flowStatus: 'running' });
    const edited = await company.call(
      'bizmeta.record.bulkEdit',
      { object: 'leave', records: [{ id: recordId, version: 1, days: 9 }] },
      'builder',
    );
    expect(edited.error.reason).toBe('FLOW_RECORD_LOCKED');
    expect(edited.error.current).toEqual({ instanceId });
    const removed = await company.call(
      'bizmeta.record.bulkDelete',
      { object: 'leave', ids: [recordId] },
      'builder',
    );
    expect(removed.error.reason).toBe('FLOW_RECORD_LOCKED');
    const second = await company.call(
      'bpm.work.start',
      { templateId: await template(asks('other', ids('leader'))), recordId },
      'user',
    );
    expect(second.error.reason).toBe('FLOW_RECORD_BUSY');
    const filter = { field: 'flowStatus', op: 'eq' as const, value: 'running' };
    const list = await company.call('bizmeta.record.list', { object: 'leave', filter }, 'builder');
    expect(list.data.records.map(({ id }) => id)).toEqual([recordId]);
    await company.did(instanceId, 'leader', 'approve');
    expect(await company.record(recordId)).toMatchObject({ flowStatus: 'approved' });
    const free = await company.call(
      'bizmeta.record.bulkEdit',
      { object: 'leave', records: [{ id: recordId, version: 1, days: 9 }] },
      'builder',
    );
    expect(free.msg).toBe('ok');
  });

  it('who approved before is asked again where something has to be filled in, and nowhere else', async () => {
    const leader = ids('leader');
    const nodes = chain(
      start,
      asks('one', leader),
      asks('two', leader, { fieldPerms: { note: 'required' } }),
      asks('three', leader),
      end,
    );
    const templateId = await company.template('去重', nodes, { dedupe: 'once' });
    const { instanceId, recordId } = await company.start(templateId);
    await company.did(instanceId, 'leader', 'approve');
    expect(await company.at(instanceId)).toEqual(['two']);
    await company.did(instanceId, 'leader', 'approve', { values: { note: '已付' } });
    expect((await company.detail(instanceId)).state).toBe('approved');
    expect(await company.record(recordId)).toMatchObject({ note: '已付' });
  });

  it('an approver writes the fields of his node, and sees no others', async () => {
    const fieldPerms = { note: 'required', days: 'write', approver: 'hidden' };
    const { instanceId, recordId } = await company.start(
      await template(asks('lead', ids('leader'), { fieldPerms })),
    );
    const form = await company.call('bpm.process.form', { instanceId }, 'leader');
    expect(form.data.rights).toEqual({ reason: 'read', days: 'write', note: 'required' });
    expect(form.data.describe.fields.map(({ apiName }) => apiName)).toEqual([
      'reason',
      'days',
      'note',
    ]);
    const refused = async (values: Record<string, unknown>) =>
      (await company.does(instanceId, 'leader', 'approve', { values })).error.errors?.[0];
    expect(await refused({})).toMatchObject({
      reason: 'FLOW_FIELD_REQUIRED',
      path: '/values/note',
    });
    expect(await refused({ reason: '别的', note: '可' })).toMatchObject({
      reason: 'FLOW_FIELD_CLOSED',
      path: '/values/reason',
    });
    expect(await refused({ approver: company.id('user'), note: '可' })).toMatchObject({
      reason: 'UNKNOWN_FIELD',
    });
    await company.did(instanceId, 'leader', 'approve', { values: { note: '可', days: 1 } });
    expect(await company.record(recordId)).toMatchObject({ note: '可', days: 1 });
    const { data } = await company.call(
      'bizmeta.dataChangeLog.list',
      { object: 'leave', recordId },
      'builder',
    );
    expect(data.records[0]).toMatchObject({
      userId: company.id('leader'),
      flow: { instanceId, nodeName: 'lead' },
    });
    const [, approved] = (await company.detail(instanceId)).events;
    expect(approved!.diff).toMatchObject([
      { field: 'days', old: 2, new: 1 },
      { field: 'note', old: null, new: '可' },
    ]);
  });
});

describe('what is wrong with the values', () => {
  it('is said at the places where they were written', async () => {
    const fieldPerms = { note: 'required', days: 'write' };
    const begin = { id: 'start', type: 'start' as const, fieldPerms: { days: 'required' } };
    const templateId = await company.template(
      '位置',
      chain(begin, asks('lead', ids('leader'), { fieldPerms }), end),
    );
    const refused = async (record: Record<string, unknown>) =>
      (await company.call('bpm.work.start', { templateId, record }, 'user')).error.errors;
    expect(await refused({ reason: '回家' })).toMatchObject([
      { path: '/record/days', reason: 'FLOW_FIELD_REQUIRED' },
    ]);
    expect(await refused({ reason: '回家', days: '很多' })).toMatchObject([
      { path: '/record/days' },
    ]);
    expect(await refused({ days: 2 })).toMatchObject([{ path: '/record/reason' }]);
    const { instanceId } = await company.start(templateId);
    const { error } = await company.does(instanceId, 'leader', 'approve', {
      values: { note: '可', days: '很多' },
    });
    expect(error.errors).toMatchObject([{ path: '/values/days' }]);
  });
});

describe('what people do with what they were asked', () => {
  it('returned to the starter, corrected, and approved', async () => {
    const { instanceId, recordId } = await company.start(
      await template(asks('lead', ids('leader'))),
    );
    expect(await company.did(instanceId, 'leader', 'return', { opinion: '写清楚' })).toBe(
      'returned',
    );
    expect(await company.record(recordId)).toMatchObject({ flowStatus: 'returned' });
    const own = await company.call('bpm.work.owner', { states: ['returned'] }, 'user');
    expect(own.data.records.map((each) => each.instanceId)).toContain(instanceId);
    expect(await company.did(instanceId, 'user', 'submit', { values: { reason: '回老家' } })).toBe(
      'running',
    );
    expect(await company.did(instanceId, 'leader', 'approve')).toBe('approved');
    expect(await company.record(recordId)).toMatchObject({ reason: '回老家' });
  });

  it('countersigned by three: all of them, and one rejection ends it', async () => {
    const three = ids('leader', 'finance', 'sales');
    const templateId = await template(asks('sign', three, { multi: 'all' }));
    const { instanceId } = await company.start(templateId);
    expect(await company.did(instanceId, 'leader', 'approve')).toBe('running');
    expect(await company.did(instanceId, 'finance', 'approve')).toBe('running');
    expect(await company.did(instanceId, 'sales', 'approve')).toBe('approved');
    const { instanceId: other } = await company.start(templateId);
    expect(await company.did(other, 'finance', 'reject', { opinion: '不行' })).toBe('rejected');
    await expect(company.item(other, 'leader')).rejects.toThrow('nothing to do');
  });

  it('transferred, delegated and given back, signers before and after', async () => {
    const { instanceId } = await company.start(await template(asks('lead', ids('leader'))));
    const yes = { userIds: ids('finance') };
    await company.did(instanceId, 'leader', 'transfer', yes);
    await company.did(instanceId, 'finance', 'delegate', { userIds: ids('sales') });
    expect(await company.did(instanceId, 'sales', 'approve')).toBe('running');
    await company.did(instanceId, 'finance', 'addSign', {
      when: 'before',
      userIds: ids('warehouse'),
    });
    await expect(company.item(instanceId, 'finance')).rejects.toThrow('nothing to do');
    expect(await company.did(instanceId, 'warehouse', 'approve')).toBe('running');
    await company.did(instanceId, 'finance', 'addSign', { when: 'after', userIds: ids('sales') });
    expect(await company.did(instanceId, 'finance', 'approve')).toBe('running');
    expect(await company.did(instanceId, 'sales', 'approve')).toBe('approved');
    const { items } = await company.detail(instanceId);
    expect(items.map(({ role, state, onBehalfOf }) => [role, state, onBehalfOf])).toEqual([
      ['main', 'transferred', null],
      ['main', 'approved', company.id('leader')],
      ['delegate', 'approved', company.id('finance')],
      ['before', 'approved', null],
      ['after', 'approved', null],
    ]);
  });

  it('withdrawn by the starter, started again, and an approval taken back', async () => {
    const nodes = chain(start, asks('lead', ids('leader')), asks('boss', ids('admin')), end);
    const { instanceId, recordId } = await company.start(
      await company.template('可撤回的流程', nodes, { allowWithdraw: 'untilFirstApproval' }),
    );
    const withdraw = { instanceId, op: 'withdraw' as const };
    expect((await company.call('bpm.process.operate', withdraw, 'user')).data.state).toBe(
      'withdrawn',
    );
    expect(await company.record(recordId)).toMatchObject({ flowStatus: 'withdrawn' });
    const again = await company.call('bpm.work.start', { instanceId }, 'user');
    expect(again.data).toEqual({ instanceId, recordId });
    const itemId = await company.item(instanceId, 'leader');
    await company.did(instanceId, 'leader', 'approve');
    const late = await company.call('bpm.process.operate', withdraw, 'user');
    expect(late.error.reason).toBe('FLOW_WITHDRAW_LATE');
    const retract = { itemId, op: 'retract' as const };
    expect((await company.call('bpm.process.operate', retract, 'leader')).msg).toBe('ok');
    expect(await company.at(instanceId)).toEqual(['lead']);
  });

  it('an approval taken back without naming it: the last one given', async () => {
    const nodes = [asks('lead', ids('leader')), asks('boss', ids('admin'))] as const;
    const { instanceId } = await company.start(await template(...nodes));
    await company.did(instanceId, 'leader', 'approve');
    const last = { instanceId, op: 'retract' as const };
    expect((await company.call('bpm.process.operate', last, 'sales')).msg).not.toBe('ok');
    expect((await company.call('bpm.process.operate', last, 'leader')).msg).toBe('ok');
    expect(await company.at(instanceId)).toEqual(['lead']);
  });

  it('urged once, copied, and talked about', async () => {
    const { instanceId } = await company.start(await template(asks('lead', ids('leader'))));
    const urge = { instanceId, op: 'urge' as const };
    const isUrged = async () =>
      (await company.call('bpm.work.todo', {}, 'leader')).data.records.find(
        (each) => each.instanceId === instanceId,
      )!.isUrged;
    expect(await isUrged()).toBe(false);
    expect((await company.call('bpm.process.operate', urge, 'user')).msg).toBe('ok');
    expect(await isUrged()).toBe(true);
    expect((await company.call('bpm.process.operate', urge, 'user')).error.reason).toBe(
      'FLOW_URGE_OFTEN',
    );
    await company.call(
      'bpm.process.operate',
      { instanceId, op: 'cc', userIds: ids('warehouse') },
      'user',
    );
    const copies = await company.call('bpm.work.cc', { isUnread: true }, 'warehouse');
    expect(copies.data.records.map((each) => each.instanceId)).toContain(instanceId);
    expect((await company.detail(instanceId, 'warehouse')).role).toBe('cc');
    const read = await company.call('bpm.work.cc', { isUnread: true }, 'warehouse');
    expect(read.data.records.map((each) => each.instanceId)).not.toContain(instanceId);
    const all = await company.call('bpm.work.cc', { isUnread: false }, 'warehouse');
    expect(all.data.records.map((each) => each.instanceId)).toContain(instanceId);
    await company.call(
      'bpm.process.operate',
      { instanceId, op: 'comment', opinion: '收到' },
      'warehouse',
    );
    expect((await company.detail(instanceId)).events.at(-1)).toMatchObject({
      op: 'comment',
      opinion: '收到',
    });
  });

  it('a manager jumps, reassigns, suspends, resumes and cancels, each with a reason', async () => {
    const { instanceId } = await company.start(
      await template(asks('lead', ids('leader')), asks('boss', ids('finance'))),
    );
    const manage = (
      op: 'jump' | 'reassign' | 'suspend' | 'resume' | 'cancel',
      more: object = {},
      as = 'admin',
    ) => company.call('bpm.process.operate', { instanceId, op, opinion: '调整', ...more }, as);
    expect((await manage('jump', { targetNodeId: 'boss' }, 'user')).error.reason).toBe(
      'FLOW_NOT_MANAGER',
    );
    expect((await manage('jump', { targetNodeId: 'boss', opinion: '' })).error.reason).toBe(
      'FLOW_OPINION_REQUIRED',
    );
    expect((await manage('jump', { targetNodeId: 'boss' })).msg).toBe('ok');
    expect(await company.at(instanceId)).toEqual(['boss']);
    const { itemId, ...asked } = (await company.detail(instanceId)).reassignable[0]!;
    expect(asked).toEqual({ userId: company.id('finance'), name: '方砚秋（boss）' });
    expect((await company.detail(instanceId, 'finance')).reassignable).toEqual([]);
    expect((await manage('reassign', { itemId, userIds: ids('sales') })).msg).toBe('ok');
    expect((await manage('suspend')).data.state).toBe('suspended');
    const { offered } = await company.detail(instanceId, 'sales');
    expect(offered.map(({ op }) => op)).not.toContain('approve');
    expect((await company.does(instanceId, 'sales', 'approve')).error.reason).toBe(
      'FLOW_SUSPENDED',
    );
    expect((await manage('resume')).data.state).toBe('running');
    expect((await manage('cancel')).data.state).toBe('cancelled');
  });
});

describe('people who are chosen on the way', () => {
  const chosen = (strategy: 34 | 35) =>
    ({ id: 'second', type: 'approve', name: '复核', candidates: [{ strategy }] }) as const;

  it('are asked for by name where the one who acts can choose them', async () => {
    const nodes = chain(start, asks('first', [company.id('leader')]), chosen(34), end);
    const { instanceId } = await company.start(await company.template('上一人选', nodes));
    const refused = await company.does(instanceId, 'leader', 'approve');
    expect(refused.error.reason).toBe('FLOW_PICKS');
    expect(refused.msg).toContain('复核');
    const picks = { second: [company.id('sales')] };
    await company.did(instanceId, 'leader', 'approve', { picks });
    expect((await company.detail(instanceId)).waitingFor).toEqual([company.id('sales')]);
    const templateId = await company.template('发起人选', chain(start, chosen(35), end));
    const unpicked = { templateId, record: { reason: '回家' } };
    const started = await company.call('bpm.work.start', unpicked, 'user');
    expect(started.error.reason).toBe('FLOW_PICKS');
  });

  it('are chosen by the approver before, not by who starts', async () => {
    const nodes = chain(start, asks('first', [company.id('leader')]), chosen(34), end);
    const templateId = await company.template('不由发起人选', nodes);
    const picks = { second: [company.id('user')] };
    const given = { templateId, record: { reason: '回家' } };
    const started = await company.call('bpm.work.start', { ...given, picks }, 'user');
    expect(started.error).toMatchObject({ reason: 'FLOW_PICK_WRONG' });
    // Nor by a draft: what it says is forgotten.
    const draft = await company.call('bpm.work.saveDraft', { ...given, picks }, 'user');
    const { instanceId } = draft.data;
    expect((await company.call('bpm.work.start', { instanceId }, 'user')).msg).toBe('ok');
    expect((await company.does(instanceId, 'leader', 'approve')).error.reason).toBe('FLOW_PICKS');
    const theirs = { second: [company.id('sales')] };
    await company.did(instanceId, 'leader', 'approve', { picks: theirs });
    expect((await company.detail(instanceId)).waitingFor).toEqual([company.id('sales')]);
  });

  it('are chosen by who starts where no approver comes before', async () => {
    const templateId = await company.template('第一步自选', chain(start, chosen(34), end));
    const given = { templateId, record: { reason: '回家' } };
    const unpicked = await company.call('bpm.work.start', given, 'user');
    expect(unpicked.error.reason).toBe('FLOW_PICKS');
    const picks = { second: [company.id('sales')] };
    const { data } = await company.call('bpm.work.start', { ...given, picks }, 'user');
    expect((await company.detail(data.instanceId)).waitingFor).toEqual([company.id('sales')]);
  });

  it('are as if no one was found where it comes there in another way', async () => {
    const nodes = chain(start, asks('first', [company.id('leader')]), chosen(34), end);
    const { instanceId } = await company.start(await company.template('跳到自选', nodes));
    const jump = { instanceId, op: 'jump', targetNodeId: 'second', opinion: '直接复核' } as const;
    expect((await company.call('bpm.process.operate', jump, 'admin')).msg).toBe('ok');
    expect(await company.at(instanceId)).toEqual(['second']);
    expect((await company.detail(instanceId)).waitingFor).not.toEqual([]);
  });
});

describe('who sees an approval', () => {
  it('someone who has no part in it sees nothing of it', async () => {
    const { instanceId } = await company.start(await template(asks('lead', ids('leader'))));
    const { tenant, auth } = await company.server.newTenant(`other${count}`);
    expect(tenant.id).not.toBe(company.as('user').tenant);
    const looked = await company.server.call('bpm.process.detail', { instanceId }, auth);
    expect(looked.error.reason).toBe('FLOW_UNKNOWN');
    const operated = await company.server.call(
      'bpm.process.operate',
      { instanceId, op: 'cancel', opinion: '试试' },
      auth,
    );
    expect(operated.error.reason).toBe('FLOW_UNKNOWN');
  });

  it("another's item is not approved", async () => {
    const { instanceId } = await company.start(await template(asks('lead', ids('leader'))));
    const itemId = await company.item(instanceId, 'leader');
    const answer = await company.call('bpm.process.operate', { itemId, op: 'approve' }, 'finance');
    expect(answer.error.reason).toBe('FLOW_ITEM_NOT_YOURS');
  });
});

describe('twice and at once', () => {
  it('a double click is one approval', async () => {
    const { instanceId } = await company.start(
      await template(asks('lead', ids('leader')), asks('boss', ids('leader'))),
    );
    const itemId = await company.item(instanceId, 'leader');
    const click = { itemId, op: 'approve' as const, requestId: 'click-1' };
    const [one, two] = await Promise.all([
      company.call('bpm.process.operate', click, 'leader'),
      company.call('bpm.process.operate', click, 'leader'),
    ]);
    expect(one.data).toEqual(two.data);
    expect((await company.detail(instanceId)).events).toHaveLength(2);
  });

  it.each(['any', 'all', 'first', 'ratio', 'sequential', 'random'])(
    'two approve at once: %s counts each once',
    async (multi) => {
      const { instanceId } = await company.start(
        await template(asks('sign', ids('leader', 'finance'), { multi, ratio: 1 })),
      );
      const items = await Promise.all(
        ['leader', 'finance'].map((name) => company.item(instanceId, name).catch(() => null)),
      );
      const answers = await Promise.all(
        ['leader', 'finance'].map((name, i) =>
          items[i] === null
            ? null
            : company.call('bpm.process.operate', { itemId: items[i]!, op: 'approve' }, name),
        ),
      );
      const done = answers.filter((answer) => answer?.msg === 'ok').length;
      const { state, items: after } = await company.detail(instanceId);
      const isAll = multi === 'all' || multi === 'ratio';
      expect(done).toBe(isAll ? 2 : 1);
      expect(state).toBe(multi === 'sequential' ? 'running' : 'approved');
      expect(after.filter(({ state: each }) => each === 'approved')).toHaveLength(done);
    },
  );

  it('approve against withdraw: one of them wins whole', async () => {
    const { instanceId, recordId } = await company.start(
      await template(asks('lead', ids('leader'))),
    );
    const itemId = await company.item(instanceId, 'leader');
    const answers = await Promise.all([
      company.call('bpm.process.operate', { itemId, op: 'approve' }, 'leader'),
      company.call('bpm.process.operate', { instanceId, op: 'withdraw' }, 'user'),
    ]);
    expect(answers.filter(({ msg }) => msg === 'ok')).toHaveLength(1);
    const { state } = await company.detail(instanceId);
    expect(state).toBe(answers[0]!.msg === 'ok' ? 'approved' : 'withdrawn');
    expect(await company.record(recordId)).toMatchObject({ flowStatus: state });
  });
});
