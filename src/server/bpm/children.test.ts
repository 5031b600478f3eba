import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { asks, chain, Company, end, start } from './testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await Company.open();
});
afterAll(() => company.close());

const ids = (...names: string[]): string[] => names.map((name) => company.id(name));
let count = 0;
const name = (): string => `子流程 ${(count += 1)}`;
const child = () => company.template(name(), chain(start, asks('in', ids('finance')), end));
const sub = (id: string, templateId: string, more: object = {}) =>
  ({ id, type: 'subProcess', name: id, templateId, values: { reason: "'子'" }, ...more }) as const;
const manage = async (instanceId: string, op: InputOf<'bpm.process.operate'>['op']) => {
  const answer = await company.call(
    'bpm.process.operate',
    { instanceId, op, opinion: '调整' },
    'admin',
  );
  expect(answer.msg).toBe('ok');
  return answer.data.state;
};
const childOf = async (instanceId: string): Promise<string> =>
  (await company.detail(instanceId)).children.at(-1)!.instanceId;
const inCompany = (text: string, values: unknown[]) =>
  company.server.db.withTenant(company.server.demo, (tx) =>
    tx.run(text, [tx.tenant.id, ...values]),
  );

describe('a child that ends while its parent rests', () => {
  it.each([
    ['approve', 'approved'],
    ['reject', 'rejected'],
  ] as const)('%s counts when the parent is resumed', async (op, state) => {
    const templateId = await company.template(name(), chain(start, sub('sub', await child()), end));
    const { instanceId } = await company.start(templateId);
    await manage(instanceId, 'suspend');
    await company.did(await childOf(instanceId), 'finance', op);
    expect((await company.detail(instanceId)).state).toBe('suspended');
    expect(await manage(instanceId, 'resume')).toBe(state);
  });

  it('is found by its parent also where an earlier version did not tell it', async () => {
    const templateId = await company.template(name(), chain(start, sub('sub', await child()), end));
    const { instanceId } = await company.start(templateId);
    await manage(instanceId, 'suspend');
    await inCompany(
      `update bpm.flow_instance set status = 'approved' where tenant_id = $1 and id = $2`,
      [await childOf(instanceId)],
    );
    expect(await manage(instanceId, 'resume')).toBe('approved');
  });
});

describe('a sub-process that cannot be started', () => {
  const bin = (templateId: string, isGone: boolean) =>
    inCompany(
      `update bpm.flow_template set deleted_at = case when $3::boolean then now() end
        where tenant_id = $1 and id = $2`,
      [templateId, isGone],
    );

  it.each([true, false])('stops no approver, and is tried again: waited for %s', async (waits) => {
    const inner = await child();
    const templateId = await company.template(
      name(),
      chain(
        start,
        asks('lead', ids('leader')),
        sub('sub', inner, { waits }),
        asks('last', ids('sales')),
        end,
      ),
    );
    const { instanceId } = await company.start(templateId);
    await bin(inner, true);
    expect(await company.did(instanceId, 'leader', 'approve')).toBe('suspended');
    expect((await company.detail(instanceId)).events.at(-1)).toMatchObject({
      op: 'failed',
      nodeId: 'sub',
      opinion: expect.stringContaining('没有这个流程模板'),
    });
    expect(await manage(instanceId, 'resume')).toBe('suspended');
    await bin(inner, false);
    expect(await manage(instanceId, 'resume')).toBe('running');
    expect(await company.did(await childOf(instanceId), 'finance', 'approve')).toBe('approved');
    expect(await company.at(instanceId)).toEqual(['last']);
  });

  it('is cancelled with its parent as if it had never been', async () => {
    const inner = await child();
    const templateId = await company.template(name(), chain(start, sub('sub', inner), end));
    await bin(inner, true);
    const { instanceId } = await company.start(templateId);
    expect((await company.detail(instanceId)).state).toBe('suspended');
    expect(await manage(instanceId, 'cancel')).toBe('cancelled');
  });
});

describe('a template that is deleted', () => {
  it('is not one that others start', async () => {
    const inner = await child();
    const outer = name();
    await company.template(outer, chain(start, sub('sub', inner), end));
    const { error, msg } = await company.call('bpm.template.delete', { id: inner }, 'builder');
    expect(error.reason).toBe('FLOW_TEMPLATE_USED');
    expect(msg).toContain(outer);
  });

  it('ends what runs of it, also two children of one parent', async () => {
    const inner = await child();
    const outer = name();
    const branches = ['one', 'two'].map((id) => ({ id: `${id}-way`, next: chain(sub(id, inner)) }));
    const both = { id: 'both', type: 'parallel', branches } as const;
    const templateId = await company.template(outer, chain(start, both, end));
    const { instanceId } = await company.start(templateId);
    await company.template(outer, chain(start, asks('x', ids('leader')), end), {}, templateId);
    const input = { id: inner, cancelRunning: true };
    expect((await company.call('bpm.template.delete', input, 'builder')).msg).toBe('ok');
    const { state, children } = await company.detail(instanceId);
    expect([state, ...children.map((each) => each.state)]).toEqual([
      'rejected',
      'cancelled',
      'cancelled',
    ]);
  });
});
