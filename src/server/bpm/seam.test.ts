import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asks, chain, Company, end, start } from './testing/company.ts';

/** What other programs are written against: paths, names and answers stay as they are. */
let company: Company;
beforeAll(async () => {
  company = await Company.open();
});
afterAll(() => company.close());

/** A call as another program makes it: no help of ours. */
async function post(url: string, payload: unknown, as: string) {
  const response = await company.server.inject({
    method: 'POST',
    url,
    payload: payload as object,
    headers: { ...company.as(as) },
  });
  return response.json<{ code: number; data: Record<string, unknown>; msg: string }>();
}
async function get(url: string, as: string) {
  const response = await company.server.inject({
    method: 'GET',
    url,
    headers: { ...company.as(as) },
  });
  return response.json<{ code: number; data: Record<string, unknown>; msg: string }>();
}

describe('the seam', () => {
  it('a template is committed, started, worked through and looked at', async () => {
    const committed = await post(
      '/bpm/template/commit',
      {
        template: { name: '请假审批', objectApiName: 'leave' },
        nodes: {
          id: 'start',
          type: 'start',
          next: {
            id: 'byDays',
            type: 'condition',
            branches: [
              {
                id: 'long',
                when: 'days > 3',
                next: {
                  id: 'boss',
                  type: 'approve',
                  name: '总经理',
                  candidates: [{ strategy: 30, param: [company.id('admin')] }],
                  multi: 'any',
                },
              },
              { id: 'short', default: true },
            ],
            next: {
              id: 'lead',
              type: 'approve',
              name: '主管',
              candidates: [{ strategy: 30, param: [company.id('leader')] }],
              multi: 'all',
              next: { id: 'end', type: 'end' },
            },
          },
        },
      },
      'builder',
    );
    expect(committed).toMatchObject({ code: 200, data: { version: 1 } });
    const templateId = committed.data['id'] as string;

    const started = await post(
      '/bpm/work/draftProcess/start',
      { templateId, record: { reason: '年假', days: 5 }, requestId: 'seam-1' },
      'user',
    );
    expect(started).toMatchObject({ code: 200 });
    const { instanceId, recordId } = started.data as { instanceId: string; recordId: string };
    const again = await post(
      '/bpm/work/draftProcess/start',
      { templateId, record: { reason: '年假', days: 5 }, requestId: 'seam-1' },
      'user',
    );
    expect(again.data).toEqual({ instanceId, recordId });

    const todo = await post('/bpm/work/todo', { current: 1, size: 20 }, 'admin');
    expect(todo.data).toMatchObject({ total: 1 });
    const [row] = todo.data['records'] as Record<string, unknown>[];
    expect(row).toMatchObject({ instanceId, templateId, nodeId: 'boss', state: 'active' });
    expect(typeof row!['title']).toBe('string');
    expect(Date.parse(String(row!['createdAt']))).not.toBeNaN();
    expect((await get('/bpm/work/dashboard/count', 'admin')).data).toMatchObject({
      todo: 1,
      cc: 0,
    });

    const approved = await post(
      '/bpm/process/operate',
      { itemId: row!['itemId'], op: 'approve', opinion: '好' },
      'admin',
    );
    expect(approved.data).toMatchObject({ state: 'running', instanceId });
    const last = await company.did(instanceId, 'leader', 'approve');
    expect(last).toBe('approved');

    const { data } = await get(`/bpm/process/detail?instanceId=${instanceId}`, 'user');
    expect(data).toMatchObject({ state: 'approved', recordId });
    expect(data['items']).toMatchObject([
      { nodeId: 'boss', userId: company.id('admin'), state: 'approved' },
      { nodeId: 'lead', userId: company.id('leader'), state: 'approved' },
    ]);
    expect(data['events']).toMatchObject([
      { seq: 1, op: 'submit', actor: company.id('user') },
      { seq: 2, op: 'approve', actor: company.id('admin') },
      { seq: 3, op: 'approve', actor: company.id('leader') },
    ]);
    expect((await post('/bpm/work/finished', {}, 'leader')).data).toMatchObject({ total: 1 });
    expect((await post('/bpm/work/owner', {}, 'user')).data).toMatchObject({ total: 1 });
    expect((await post('/bpm/work/cc', {}, 'user')).data).toMatchObject({ records: [], total: 0 });
    expect((await post('/bpm/work/delete', {}, 'user')).data).toMatchObject({
      records: [],
      total: 0,
    });
  });

  it('a chain of 290 approvals is taken, as deep as it nests', async () => {
    const nodes = Array.from({ length: 290 }, (_, i) =>
      asks(`n${i}`, [company.id('leader')], { auto: 'approve' }),
    );
    const id = await company.template('很长的流程', chain(start, ...nodes, end));
    const { instanceId } = await company.start(id);
    expect((await company.detail(instanceId, 'user')).state).toBe('approved');
  });

  it('a template committed again without settings keeps those it has', async () => {
    const nodes = chain(start, asks('lead', [company.id('leader')]), end);
    const commit = (template: object) =>
      post(
        '/bpm/template/commit',
        { template: { objectApiName: 'leave', ...template }, nodes },
        'builder',
      );
    const settings = { initiators: { userIds: [company.id('leader')] } };
    const { data } = await commit({ name: '只给主管发起', settings });
    const again = { id: data['id'], name: '只给主管发起' };
    expect(await commit(again)).toMatchObject({ code: 200, data: { version: 2 } });
    const starts = () =>
      post(
        '/bpm/work/draftProcess/start',
        { templateId: data['id'], record: { reason: '事假' } },
        'user',
      );
    expect((await starts()).code).not.toBe(200);
    expect(await commit({ ...again, settings: {} })).toMatchObject({ data: { version: 3 } });
    expect((await starts()).code).toBe(200);
  });
});
