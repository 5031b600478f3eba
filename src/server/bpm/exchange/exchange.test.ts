import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorData } from '../../../contract/index.ts';
import { chain, asks, Company, end, start } from '../testing/company.ts';

interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** An outside system: remembers what it is asked, and answers as planned. */
let other: Server;
let url = '';
let got: Got[] = [];
let answers: number[] = [];
let company: Company;

beforeAll(async () => {
  other = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      got.push({ headers: request.headers, text, body: JSON.parse(text) as Got['body'] });
      const status = answers.shift() ?? 200;
      if (status === 302) response.setHeader('location', `${url}/elsewhere`);
      response.writeHead(status).end('x'.repeat(200_000));
    });
  });
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/erp`;
  company = await Company.open({ outboundNetworks: ['127.0.0.1'] });
});
afterAll(async () => {
  await company.close();
  other.close();
});
beforeEach(() => {
  got = [];
  answers = [];
});

let count = 0;
const publish = (does: object, as = 'admin', more: object = {}) =>
  company.call(
    'bpm.template.commit',
    {
      template: { name: `外部 ${(count += 1)}`, objectApiName: 'leave' },
      nodes: chain(
        start,
        {
          id: 'ask',
          type: 'trigger',
          name: '通知外部',
          do: { action: 'http', url, ...does },
          ...more,
        },
        asks('lead', [company.id('leader')]),
        end,
      ),
    },
    as,
  );
const published = async (does: object = {}, more: object = {}): Promise<string> => {
  const { msg, data, error } = await publish(does, 'admin', more);
  expect(error?.errors?.[0]?.msg ?? msg).toBe('ok');
  return data.id;
};
const comesTo = (instanceId: string, node: string) =>
  vi.waitFor(async () => expect(await company.at(instanceId)).toEqual([node]), {
    timeout: 30_000,
    interval: 50,
  });
const asked = (times = 1) =>
  vi.waitFor(() => expect(got).toHaveLength(times), { timeout: 30_000, interval: 50 });
const stateIs = (instanceId: string, state: string) =>
  vi.waitFor(async () => expect((await company.detail(instanceId)).state).toBe(state), {
    timeout: 30_000,
    interval: 50,
  });
const inCompany = (text: string, values: unknown[] = []) =>
  company.server.db.withTenant(company.server.demo, (tx) =>
    tx.query<object>(text, [tx.tenant.id, ...values]),
  );
const due = () =>
  inCompany(
    `update kernel.outbox set next_at = now() where tenant_id = $1 and topic = 'request' and error is not null`,
  );
const tokenOf = ({ body }: Got): string =>
  new URL(String(body['callback'])).searchParams.get('token')!;
const answer = async (token: string, more: object = {}) => {
  const path = `/bpm/callback?token=${encodeURIComponent(token)}`;
  const { body } = await company.server.inject({ method: 'POST', url: path, payload: more });
  const { msg, data } = JSON.parse(body) as { msg: string; data: ErrorData };
  return { msg, error: data };
};
const resume = (instanceId: string) =>
  company.call('bpm.process.operate', { instanceId, op: 'resume', opinion: '再试' }, 'admin');

describe('a request to an outside system', () => {
  it('has the declared fields and no others, and the instance goes on when it was taken', async () => {
    const { instanceId, recordId } = await company.start(await published({ fields: ['days'] }));
    await comesTo(instanceId, 'lead');
    expect(got).toHaveLength(1);
    expect(got[0]!.body).toMatchObject({
      instanceId,
      recordId,
      nodeId: 'ask',
      record: { days: 2 },
    });
    expect(got[0]!.text).not.toContain('回家');
    expect(got[0]!.body['callback']).toBeUndefined();
    expect(got[0]!.headers['idempotency-key']).toBe(got[0]!.body['id']);
    const { calls, events } = await company.detail(instanceId);
    expect(calls).toMatchObject([{ nodeName: '通知外部', state: 'sent', status: 200, tries: 1 }]);
    expect(events.map(({ op }) => op)).toEqual(['submit', 'performed']);
  });

  it('is made again with the same key after a failure that passes', async () => {
    answers = [503, 200];
    const { instanceId } = await company.start(await published());
    await asked();
    expect(await company.at(instanceId)).toEqual(['ask']);
    await vi.waitFor(async () => {
      await due();
      expect(got.length).toBeGreaterThan(1);
    }, 30_000);
    await comesTo(instanceId, 'lead');
    expect(new Set(got.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect((await company.detail(instanceId, 'leader')).calls).toMatchObject([
      { state: 'sent', status: null, error: '' },
    ]);
  });

  it.each([404, 302])(
    'answered with %i it stops for a manager, who has it made again',
    async (status) => {
      answers = [status];
      const { instanceId } = await company.start(await published());
      await stateIs(instanceId, 'suspended');
      const { calls, events } = await company.detail(instanceId);
      expect(calls).toMatchObject([{ state: 'failed', error: `对方回答 ${status}` }]);
      expect(events.at(-1)).toMatchObject({ op: 'failed', opinion: `对方回答 ${status}` });
      expect((await resume(instanceId)).msg).toBe('ok');
      await comesTo(instanceId, 'lead');
      expect(got).toHaveLength(2);
    },
  );

  it('is not waited for where its author says so', async () => {
    answers = [400];
    const { instanceId } = await company.start(await published({}, { onFailure: 'continue' }));
    await comesTo(instanceId, 'lead');
  });

  it('is skipped by a manager, and not made any more then', async () => {
    answers = [503];
    const { instanceId } = await company.start(await published());
    await asked();
    const jump = { instanceId, op: 'jump' as const, targetNodeId: 'lead', opinion: '跳过' };
    expect((await company.call('bpm.process.operate', jump, 'admin')).msg).toBe('ok');
    await vi.waitFor(async () => {
      await due();
      expect((await company.detail(instanceId)).calls).toMatchObject([{ state: 'dropped' }]);
    }, 30_000);
    expect(got).toHaveLength(1);
  });
});

describe('headers and the signature', () => {
  it('are sent to the origin they were set for, and shown to no one', async () => {
    const id = await published({ fields: ['days'] });
    const given = {
      templateId: id,
      url,
      headers: [{ name: 'Authorization', value: 'Bearer s3cret' }],
    };
    const save = (more: object) =>
      company.call('bpm.template.outlet.save', { ...given, ...more }, 'admin');
    const { secret } = (await save({ newSecret: true })).data;
    expect((await save({ headers: [{ name: 'X-Gone', value: null }] })).data.secret).toBeNull();
    await company.start(id);
    await asked();
    const [{ headers, text }] = got as [Got];
    expect(headers['authorization']).toBe('Bearer s3cret');
    const [, at, mac] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['x-huozi-signature']))!;
    expect(mac).toBe(createHmac('sha256', secret!).update(`${at}.${text}`).digest('hex'));
    const listed = await company.call('bpm.template.outlet.list', { templateId: id }, 'builder');
    expect(listed.data).toMatchObject([{ headers: ['Authorization'], hasSecret: true }]);
    expect(JSON.stringify(listed.data)).not.toContain('s3cret');
    const stored = await inCompany(
      'select encode(sealed, $2) as sealed from bpm.flow_outlet where tenant_id = $1',
      ['escape'],
    );
    expect(JSON.stringify(stored)).not.toContain('s3cret');
  });

  it('are not sent to another origin', async () => {
    const id = await published();
    const elsewhere = 'https://other.example.com';
    const headers = [{ name: 'X-Key', value: 'k' }];
    await company.call(
      'bpm.template.outlet.save',
      { templateId: id, url: elsewhere, headers },
      'admin',
    );
    await company.start(id);
    await asked();
    expect(got[0]!.headers['x-key']).toBeUndefined();
  });

  it.each(['Host', 'Content-Length', 'X-Huozi-Signature', 'Bad Name'])(
    'a header %s is refused at its place',
    async (name) => {
      const id = await published();
      const input = { templateId: id, url, headers: [{ name, value: 'x' }] };
      const { error } = await company.call('bpm.template.outlet.save', input, 'admin');
      expect(error.errors).toMatchObject([{ path: '/headers/0/name' }]);
    },
  );
});

describe('who may', () => {
  it('a builder without the right neither publishes a request nor sets headers', async () => {
    const refused = await publish({}, 'builder');
    expect(refused.error).toMatchObject({ reason: 'FLOW_CALL_OUT' });
    const id = await published();
    for (const name of ['builder', 'user']) {
      const input = { templateId: id, url, headers: [] };
      const { code } = await company.call('bpm.template.outlet.save', input, name);
      expect(code).toBe(403);
    }
  });

  it('but changes the rest of a template that has one', async () => {
    const id = await published();
    const node = { id: 'ask', type: 'trigger' as const, name: '通知外部' };
    const changed = (to: string) =>
      company.call(
        'bpm.template.commit',
        {
          template: { id, name: `外部 ${(count += 1)}`, objectApiName: 'leave' },
          nodes: chain(start, { ...node, do: { action: 'http', url: to } }, end),
        },
        'builder',
      );
    expect((await changed(url)).msg).toBe('ok');
    expect((await changed(`${url}/more`)).error.reason).toBe('FLOW_CALL_OUT');
  });

  it('who only may start it does not read where it sends what', async () => {
    const { data } = await company.call('bpm.template.info', { id: await published() }, 'user');
    expect(JSON.stringify(data)).not.toContain('127.0.0.1');
  });

  it.each([
    'http://example.com/',
    'https://10.0.0.8/',
    'https://2130706434/',
    'https://[::1]/',
    'https://localhost/',
    'https://u:p@example.com/',
    'ftp://example.com/',
  ])('%s is refused when it is published', async (address) => {
    const { error } = await publish({ url: address });
    expect(error.errors).toMatchObject([{ reason: 'FLOW_INVALID' }]);
  });
});

describe('a request that waits for its answer', () => {
  const waits = { waits: true, answers: ['note'], fields: ['reason'] };

  it('goes on when it is called back once, with the fields it may write', async () => {
    const { instanceId, recordId } = await company.start(await published(waits));
    await asked();
    const token = tokenOf(got[0]!);
    await vi.waitFor(async () =>
      expect((await company.detail(instanceId)).calls[0]!.waitsUntil).not.toBeNull(),
    );
    expect(await company.at(instanceId)).toEqual(['ask']);
    const closed = await answer(token, { values: { days: 99 } });
    expect(closed.error.errors).toMatchObject([{ path: '/values/days', reason: 'UNKNOWN_FIELD' }]);
    const wrong = await answer(token, { values: { note: 5 } });
    expect(wrong.error.errors).toMatchObject([{ path: '/values/note' }]);
    expect(await company.at(instanceId)).toEqual(['ask']);
    expect((await answer(token, { values: { note: 'ERP-17' }, message: '已建单' })).msg).toBe('ok');
    expect(await company.at(instanceId)).toEqual(['lead']);
    expect(await company.record(recordId)).toMatchObject({ note: 'ERP-17', days: 2 });
    const { events, calls } = await company.detail(instanceId);
    expect(events.at(-1)).toMatchObject({
      op: 'calledBack',
      opinion: '已建单',
      diff: [{ field: 'note', new: 'ERP-17' }],
    });
    expect(calls[0]!.answeredAt).not.toBeNull();
    expect((await answer(token)).error.reason).toBe('FLOW_EVENT_LATE');
  });

  it('two answers at once are one', async () => {
    const { instanceId } = await company.start(await published(waits));
    await asked();
    const token = tokenOf(got[0]!);
    const both = await Promise.all([answer(token), answer(token)]);
    expect(both.filter(({ msg }) => msg === 'ok')).toHaveLength(1);
    const { events } = await company.detail(instanceId);
    expect(events.filter(({ op }) => op === 'calledBack')).toHaveLength(1);
  });

  it('is answered by no one who made up or changed a token', async () => {
    await company.start(await published(waits));
    await asked();
    const token = tokenOf(got[0]!);
    const [told, mac] = token.split('.');
    const changed = mac!.replace(/^./, (begin) => (begin === 'A' ? 'B' : 'A'));
    for (const each of ['x', `${told}.`, `${told}.${changed}`, `x${token}`])
      expect((await answer(each)).error.reason).toBe('FLOW_UNKNOWN');
  });

  it.each([
    ['stop', 'suspended'],
    ['reject', 'rejected'],
    ['continue', 'running'],
  ])('waited for too long: %s', async (onTimeout, state) => {
    const timeout = { amount: 1, unit: 'hours' };
    const { instanceId } = await company.start(await published({ ...waits, timeout, onTimeout }));
    await vi.waitFor(async () => expect(await company.timeIsUp(instanceId)).toBe(1), {
      timeout: 30_000,
      interval: 100,
    });
    if (state === 'running') await comesTo(instanceId, 'lead');
    else await stateIs(instanceId, state);
    const late = await answer(tokenOf(got[0]!));
    expect(late.error.reason).toBe(state === 'suspended' ? 'FLOW_SUSPENDED' : 'FLOW_EVENT_LATE');
    if (state !== 'suspended') return;
    expect((await resume(instanceId)).msg).toBe('ok');
    expect((await answer(tokenOf(got[0]!))).msg).toBe('ok');
    expect(await company.at(instanceId)).toEqual(['lead']);
    expect(got).toHaveLength(1);
  });

  it('fails when the other side says so', async () => {
    const { instanceId } = await company.start(await published(waits));
    await asked();
    const said = { result: 'failed' as const, message: '库存不足' };
    expect((await answer(tokenOf(got[0]!), said)).msg).toBe('ok');
    await stateIs(instanceId, 'suspended');
    expect((await company.detail(instanceId)).events.at(-1)).toMatchObject({ opinion: '库存不足' });
  });
});
