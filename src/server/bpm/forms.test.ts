import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormPublish, RecordValues, SmartForm } from '../../contract/index.ts';
import { asks, chain, Company, end, start } from './testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await Company.open();
});
afterAll(() => company.close());

let count = 0;
const name = (): string => `表单的流程 ${(count += 1)}`;
const byLeader = () => chain(start, asks('lead', [company.id('leader')]), end);
const template = (settings: Parameters<Company['template']>[2] = {}) =>
  company.template(name(), byLeader(), settings);

/** A form of leaves that is published, or the answer that it may not be. */
async function publish(more: Partial<FormPublish>, fields = ['reason', 'days'], as = 'builder') {
  const items = fields.map((field) => ({ kind: 'field' as const, field }));
  const body = {
    terminal: 'both' as const,
    layout: { pages: [{ sections: [{ items }] }] },
    rules: [],
    validations: [],
    publish: { mode: 'link' as const, ...more },
  };
  const made = await company.call(
    'bizmeta.smartform.create',
    { object: 'leave', name: '请假登记', body },
    as,
  );
  expect(made.msg).toBe('ok');
  const { id, version } = made.data;
  return company.call('bizmeta.smartform.publish', { id, version }, as);
}
async function form(more: Partial<FormPublish>, fields?: string[], as?: string) {
  const answer = await publish(more, fields, as);
  expect(answer.error?.errors ?? answer.msg).toBe('ok');
  return answer.data;
}

type Form = Pick<SmartForm, 'token' | 'publishedVersion'>;
const send = (
  { token, publishedVersion }: Form,
  values: RecordValues,
  { as, ...more }: { as?: string; editKey?: string; requestId?: string } = {},
) =>
  company.server.call(
    'bizmeta.smartform.submit',
    {
      token: token!,
      values,
      formVersion: publishedVersion,
      requestId: randomUUID(),
      ...more,
    },
    as === undefined ? undefined : company.as(as),
  );
const mine = async ({ token }: Form, editKey?: string, as?: string) =>
  (
    await company.server.call(
      'bizmeta.smartform.mine',
      { token: token!, ...(editKey !== undefined && { editKey }) },
      as === undefined ? undefined : company.as(as),
    )
  ).data;
const open = async ({ token }: Form, more: object = {}, as?: string) =>
  (
    await company.server.call(
      'bizmeta.smartform.open',
      { token: token!, ...more },
      as === undefined ? undefined : company.as(as),
    )
  ).data;

/** What a person has to approve that is called so. */
const todoOf = async (as: string, templateId: string) =>
  (await company.call('bpm.work.todo', { size: 100 }, as)).data.records.filter(
    (each) => each.templateId === templateId,
  );
const records = async (reason: string) =>
  (
    await company.call(
      'bizmeta.record.list',
      { object: 'leave', filter: { field: 'reason', op: 'eq', value: reason } },
      'builder',
    )
  ).data.records;
const newsOf = async (as: string) =>
  (
    await company.call('msg.msgsCenterInfo.page', { current: 1, size: 50, isRead: 0 }, as)
  ).data.records.map(({ content }) => content);

describe('a submission starts an approval', () => {
  it("a visitor's in the name of who published the form, once, and it is decided as any other", async () => {
    const flow = await template();
    const opened = await form({ flow });
    const requestId = randomUUID();
    const sent = await send(opened, { reason: '访客的', days: 3 }, { requestId });
    expect(sent.msg).toBe('ok');
    await send(opened, { reason: '访客的', days: 3 }, { requestId });
    const [item, ...others] = await todoOf('leader', flow);
    expect(others).toEqual([]);
    const detail = await company.detail(item!.instanceId);
    expect(detail).toMatchObject({ starterId: company.id('builder'), state: 'running' });
    const { data: history } = await company.call(
      'bpm.process.history',
      { instanceId: item!.instanceId },
      'leader',
    );
    expect(JSON.stringify(history)).toContain('访客通过表单“请假登记”提交');
    expect(await records('访客的')).toMatchObject([{ days: 3, flowStatus: 'running' }]);
    await company.did(item!.instanceId, 'leader', 'approve', { opinion: '只给内部看的话' });
    expect(await records('访客的')).toMatchObject([{ flowStatus: 'approved' }]);
    const key = sent.data.editKey!;
    expect(await mine(opened, key)).toMatchObject([{ flow: 'approved', canEdit: false }]);
    const shown = JSON.stringify([await mine(opened, key), await open(opened, { editKey: key })]);
    expect(shown).toContain('已通过');
    expect(shown).not.toContain('只给内部看的话');
    expect(shown).not.toContain('苏念慈');
    expect(shown).not.toContain(company.id('leader'));
  });

  it("a member's in their own name: it is among those they started", async () => {
    const flow = await template({ initiators: { userIds: [company.id('user')] } });
    const opened = await form({ flow, mode: 'member' });
    expect((await send(opened, { reason: '成员的' }, { as: 'user' })).msg).toBe('ok');
    const started = await company.call('bpm.work.owner', {}, 'user');
    expect(started.data.records.filter(({ templateId }) => templateId === flow)).toHaveLength(1);
    const { data } = await company.call('bizmeta.smartform.submissions', {}, 'user');
    expect(data.records[0]).toMatchObject({ flow: 'running', canEdit: false });
    const { id } = data.records[0]!;
    const page = await company.call('bizmeta.smartform.submission', { id }, 'user');
    expect(JSON.stringify(page.data.page)).toContain('审批中');
    expect(JSON.stringify(page.data)).not.toContain(company.id('leader'));
  });

  it('a field the start asks for and the submission leaves empty is said at the field', async () => {
    const asking = { ...start, fieldPerms: { note: 'required' } };
    const flow = await company.template(
      name(),
      chain(asking, asks('lead', [company.id('leader')]), end),
    );
    const opened = await form({ flow }, ['reason', 'note']);
    const refused = await send(opened, { reason: '没有备注' });
    expect(refused.error.errors).toMatchObject([
      { path: '/values/note', reason: 'FLOW_FIELD_REQUIRED' },
    ]);
    expect(await records('没有备注')).toEqual([]);
    expect((await send(opened, { reason: '没有备注', note: '有' })).msg).toBe('ok');
  });
});

describe('a form that could not start its approval', () => {
  const why = async (answer: Promise<Awaited<ReturnType<typeof publish>>>) =>
    (await answer).error?.errors?.map(({ path, msg }) => [path, msg]);

  it('is not published, and says why in the preview too', async () => {
    const stopped = await template();
    await company.call('bpm.template.operate', { id: stopped, op: 'disable' }, 'builder');
    expect(await why(publish({ flow: stopped }))).toEqual([
      ['/body/publish/flow', expect.stringMatching(/已停用/)],
    ]);
    expect(await why(publish({ flow: randomUUID() }))).toEqual([
      ['/body/publish/flow', expect.stringMatching(/已被删除/)],
    ]);
    const picks = { ...asks('lead', []), candidates: [{ strategy: 35 as const }] };
    const picked = await company.template(name(), chain(start, picks, end));
    expect(await why(publish({ flow: picked, mode: 'member' }))).toEqual([
      ['/body/publish/flow', expect.stringMatching(/由发起人选择审批人/)],
    ]);
    const asking = { ...start, fieldPerms: { note: 'required' } };
    const full = await company.template(
      name(),
      chain(asking, asks('lead', [company.id('leader')]), end),
    );
    expect(await why(publish({ flow: full }))).toEqual([
      ['/body/publish/flow', expect.stringMatching(/必填“备注”/)],
    ]);
    const fields = [{ apiName: 'title', label: '名称', type: 'text' as const }];
    await company.call(
      'bizmeta.describe.create',
      { describe: { apiName: 'trip', label: '出差', fields } },
      'builder',
    );
    const other = await company.call(
      'bpm.template.commit',
      { template: { name: name(), objectApiName: 'trip' }, nodes: byLeader() },
      'builder',
    );
    expect(await why(publish({ flow: other.data.id }))).toEqual([
      ['/body/publish/flow', expect.stringMatching(/别的对象/)],
    ]);
    const look = await company.call(
      'bizmeta.smartform.preview',
      {
        object: 'leave',
        body: {
          layout: {
            pages: [{ sections: [{ items: [{ kind: 'field', field: 'reason' }] }] }],
          },
          publish: { mode: 'link', flow: stopped },
        },
      },
      'builder',
    );
    expect(look.data.faults).toMatchObject([
      { aspect: 'publish', msg: expect.stringMatching(/已停用/) },
    ]);
  });

  it('a builder who may not start it does not start it through visitors', async () => {
    const flow = await template({ initiators: { userIds: [company.id('finance')] } });
    expect(await why(publish({ flow }))).toEqual([
      ['/body/publish/flow', expect.stringMatching(/不在流程.*的发起范围内/)],
    ]);
    // In a form for members each member starts it: who may not is refused, and nothing is left.
    const opened = await form({ flow, mode: 'member' });
    expect(await open(opened, {}, 'user')).toMatchObject({ state: 'barred' });
    const refused = await send(opened, { reason: '无权发起' }, { as: 'user' });
    expect(refused.error.reason).toBe('FORM_CLOSED');
    expect(await records('无权发起')).toEqual([]);
    expect(await todoOf('leader', flow)).toEqual([]);
    expect((await send(opened, { reason: '可以发起' }, { as: 'finance' })).msg).toBe('ok');
  });

  it('takes nothing from when its template is stopped or asks for more, and tells who made it', async () => {
    const flow = await template();
    const opened = await form({ flow });
    const seen = await open(opened);
    expect(seen.state).toBe('open');
    await company.call('bpm.template.operate', { id: flow, op: 'disable' }, 'builder');
    await expect
      .poll(() => newsOf('builder'))
      .toContainEqual(expect.stringMatching(/表单“请假登记”现在不能提交：流程“.*”已停用/));
    expect((await open(opened)).state).toBe('barred');
    const refused = await send(opened, { reason: '停了' });
    expect(refused).toMatchObject({ error: { reason: 'FORM_CLOSED' } });
    expect(refused.msg).not.toContain('流程“');
    expect(await records('停了')).toEqual([]);
    await company.call('bpm.template.operate', { id: flow, op: 'enable' }, 'builder');
    expect((await send(opened, { reason: '又可以了' })).msg).toBe('ok');
    const picks = { ...asks('lead', []), candidates: [{ strategy: 35 as const }] };
    await company.template(name(), chain(start, picks, end), {}, flow);
    expect((await open(opened)).state).toBe('barred');
  });

  it('refuses as a whole when the flow finds no one to ask: names of steps stay inside', async () => {
    const picks = {
      ...asks('secret', [], { name: '机密一步' }),
      candidates: [{ strategy: 34 as const }],
    };
    const flow = await company.template(name(), chain(start, picks, end));
    const opened = await form({ flow });
    const refused = await send(opened, { reason: '没有人选' });
    expect(refused.error.reason).toBe('FORM_CLOSED');
    expect(JSON.stringify(refused)).not.toContain('机密一步');
    expect(await records('没有人选')).toEqual([]);
    await expect.poll(() => newsOf('builder')).toContainEqual(expect.stringContaining('机密一步'));
  });

  it('the template it starts is not deleted', async () => {
    const flow = await template();
    await form({ flow });
    const refused = await company.call('bpm.template.delete', { id: flow }, 'builder');
    expect(refused).toMatchObject({
      error: { reason: 'FLOW_TEMPLATE_USED' },
      msg: expect.stringContaining('表单“请假登记”'),
    });
  });

  it('a visitor of another company gets no further than any visitor', async () => {
    const flow = await template({ initiators: { userIds: [company.id('builder')] } });
    const opened = await form({ flow });
    const { auth } = await company.server.newTenant('stranger');
    const sent = await company.server.call(
      'bizmeta.smartform.submit',
      {
        token: opened.token!,
        values: { reason: '外人' },
        formVersion: opened.publishedVersion,
        requestId: randomUUID(),
      },
      auth,
    );
    expect(sent.msg).toBe('ok');
    const [item] = await todoOf('leader', flow);
    const at = await company.server.call(
      'bpm.process.detail',
      { instanceId: item!.instanceId },
      auth,
    );
    expect(at.error.reason).toBe('FLOW_UNKNOWN');
    expect(await company.detail(item!.instanceId)).toMatchObject({
      starterId: company.id('builder'),
    });
    const forMembers = await form({ flow, mode: 'member' });
    const refused = await company.server.call(
      'bizmeta.smartform.open',
      { token: forMembers.token! },
      auth,
    );
    expect(refused.data.state).toBe('login');
  });
});

describe('a submission that may be changed', () => {
  it('is not while its approval holds the record, nor after it was decided on', async () => {
    const flow = await template();
    const opened = await form({ flow, allowEdit: 'always' });
    const { data } = await send(opened, { reason: '改不改', days: 1 });
    const editKey = data.editKey!;
    expect(await mine(opened, editKey)).toMatchObject([{ canEdit: false, flow: 'running' }]);
    const refused = await send(opened, { reason: '改不改', days: 9 }, { editKey });
    expect(refused.error.reason).toBe('FORM_EDIT_CLOSED');
    expect(refused.error.current).toBeUndefined();
    const [item] = await todoOf('leader', flow);
    await company.did(item!.instanceId, 'leader', 'approve');
    expect((await send(opened, { reason: '改不改', days: 9 }, { editKey })).error.reason).toBe(
      'FORM_EDIT_CLOSED',
    );
    expect(await records('改不改')).toMatchObject([{ days: 1 }]);
  });

  it('is while the template locks nothing: the approver sees the change, and no second approval begins', async () => {
    const flow = await template({ lockRecord: false });
    const opened = await form({ flow, allowEdit: 'always' });
    const { data } = await send(opened, { reason: '可改', days: 1 });
    const changed = await send(opened, { reason: '可改', days: 2 }, { editKey: data.editKey! });
    expect(changed.msg).toBe('ok');
    expect(await records('可改')).toMatchObject([{ days: 2 }]);
    expect(await todoOf('leader', flow)).toHaveLength(1);
  });

  it('is not, and says so, while another approval of the record holds it', async () => {
    const opened = await form({ allowEdit: 'always' });
    const { data } = await send(opened, { reason: '另一个审批', days: 1 });
    const editKey = data.editKey!;
    const [record] = await records('另一个审批');
    const flow = await template({ titleTemplate: '内部标题' });
    await company.start(flow, 'builder', {}, { recordId: String(record!['id']) });
    expect(await mine(opened, editKey)).toMatchObject([{ canEdit: false, flow: null }]);
    const refused = await send(opened, { reason: '另一个审批', days: 2 }, { editKey });
    expect(JSON.stringify(refused)).not.toContain('内部标题');
    expect(refused.error.reason).toBe('FORM_EDIT_CLOSED');
  });
});
