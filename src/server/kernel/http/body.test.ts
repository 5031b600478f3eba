import { connect, type AddressInfo, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BODY_SIZES,
  calls,
  MAX_BULK,
  type Call,
  type Envelope,
  type ErrorData,
} from '../../../contract/index.ts';
import type { Session } from '../context.ts';
import { RouteTable } from './route.ts';
import { createHttp } from './server.ts';
import { hashToken } from './session.ts';

const MB = 1024 * 1024;
const PEOPLE = ['a1', 'a2', 'a3', 'b1'];
/** a1, a2 and a3 are of company a, b1 of company b. */
const session = (who: string): Session => ({
  tenant: { id: who[0]!, no: 1, region: 'r' },
  userId: who,
  realName: '',
  roles: [],
  isSuper: false,
  functions: ['build.use'],
  isBuilder: true,
  rightsVersion: 0,
  tokenHash: Buffer.alloc(0),
  id: who,
});
const sessions = new Map(PEOPLE.map((who) => [hashToken(who).toString('hex'), session(who)]));
const as = (who: string) => ({ token: who, userid: who, tenant: who[0]!, regionid: 'r' });

let app: FastifyInstance;
let port = 0;
const begun: string[] = [];
let handled: unknown;
let wait: Promise<void> = Promise.resolve();

beforeAll(async () => {
  app = await createHttp({ logger: false });
  app.get('/healthz', () => ({ status: 'ok' }));
  const routes = new RouteTable(app, async (hash) => {
    const found = sessions.get(hash.toString('hex'));
    return found ? { state: 'alive', session: found } : { state: 'unknown' };
  });
  routes.route('bizmeta.record.bulkCreate', async (input, ctx) => {
    begun.push(ctx.userId);
    handled = input;
    await wait;
    return { ids: [] };
  });
  routes.route('bizmeta.record.list', (input) => {
    handled = input;
    return { records: [] } as never;
  });
  routes.route('msg.msgsCenterInfo.mark', () => null);
  routes.route('upm.tenant.logout', (input) => {
    handled = input;
    return null;
  });
  routes.route('storage.attachment.att', () => null as never);
  routes.openRoute('bizmeta.smartform.submit', (input) => {
    handled = input;
    return { editKey: null };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app?.close());

const CREATE = '/bizmeta/v1/object/customer/action/BulkCreate';
const LIST = '/bizmeta/v1/object/customer/controller/List';
type Told = Pick<ErrorData, 'reason' | 'errors'> & { msg: string; code: number };
const told = async (answer: Promise<{ statusCode: number; body: string }>): Promise<Told> => {
  const { statusCode, body } = await answer;
  const { code, data, msg } = JSON.parse(body) as Envelope<ErrorData>;
  expect(statusCode).toBe(code);
  return { code, msg, reason: data?.reason, ...(data?.errors?.length && { errors: data.errors }) };
};
const post = (url: string, payload: string, who = 'a1', type = 'application/json') =>
  app.inject({ method: 'POST', url, payload, headers: { ...as(who), 'content-type': type } });
const reasonAt = ({ reason, errors }: Told) => [reason, errors?.[0]?.path];

describe('a body', () => {
  it('has the size its call needs, and the refusal says how much that is', async () => {
    expect(
      await told(post('/msg/msgsCenterInfo/mark', JSON.stringify(['x'.repeat(BODY_SIZES.call)]))),
    ).toMatchObject({ code: 413, reason: 'TOO_LARGE', msg: '请求内容过大，最多 64 KB' });
    expect(
      await told(post(LIST, JSON.stringify({ search: 'x'.repeat(BODY_SIZES.list) }))),
    ).toMatchObject({ code: 413, msg: '请求内容过大，最多 256 KB' });
    expect(
      await told(post(CREATE, JSON.stringify({ records: ['x'.repeat(BODY_SIZES.records)] }))),
    ).toMatchObject({ code: 413, msg: '请求内容过大，最多 20 MB' });
  });

  it('that is small for its call passes: the largest of each', async () => {
    const ids = Array.from(
      { length: 200 },
      (_, n) => `0199aaaa-bbbb-7ccc-8ddd-${String(n).padStart(12, '0')}`,
    );
    expect((await post('/msg/msgsCenterInfo/mark', JSON.stringify(ids))).statusCode).toBe(200);
    const inAThousand = {
      op: 'and',
      items: Array.from({ length: 5 }, (_, n) => ({
        field: `f${n}`,
        op: 'in',
        value: Array.from({ length: 1_000 }, (__, m) => ids[m % 200]),
      })),
    };
    expect((await post(LIST, JSON.stringify({ filter: inAThousand }))).statusCode).toBe(200);
    const text = '长'.repeat(20_000);
    const rows = Array.from({ length: 2_000 }, (_, n) =>
      Object.fromEntries(Array.from({ length: 10 }, (__, column) => [`c${column}`, n * column])),
    );
    const submitted = {
      token: 't',
      formVersion: 1,
      requestId: 'r'.repeat(16),
      values: { a: text, b: text, c: text, rows },
    };
    expect(
      (
        await app.inject({
          method: 'POST',
          url: '/bizmeta/v1/smartform/submit',
          payload: submitted,
        })
      ).statusCode,
    ).toBe(200);
    const records = Array.from({ length: 5_000 }, (_, n) =>
      Object.fromEntries(
        Array.from({ length: 100 }, (__, field) => [`field_${field}`, `第 ${n} 条的值 ${field}`]),
      ),
    );
    const body = JSON.stringify({ records });
    expect(Buffer.byteLength(body)).toBeGreaterThan(15 * MB);
    expect((await post(CREATE, body)).statusCode).toBe(200);
    expect(JSON.stringify(handled)).toBe(JSON.stringify({ records, object: 'customer' }));
  });

  it('is counted before it is parsed: depth and values, at no place of its own', async () => {
    expect(reasonAt(await told(post(LIST, `{"within":${'['.repeat(100_000)}`)))).toEqual([
      'VALUE_FORMAT',
      '',
    ]);
    expect(reasonAt(await told(post(LIST, `{"within":[${'[],'.repeat(60_000)}1]}`)))).toEqual([
      'VALUE_FORMAT',
      '',
    ]);
    expect(reasonAt(await told(post(CREATE, `{${'"a":1,'.repeat(1_500_000)}"b":1}`)))).toEqual([
      'VALUE_FORMAT',
      '',
    ]);
    expect(
      reasonAt(await told(post(LIST, JSON.stringify({ search: '[[[{{{,,,"'.repeat(9) })))),
    ).toEqual([undefined, undefined]);
  });

  it('that is large is checked like a small one, and what is wrong in it has its place', async () => {
    const large = (last: string) => `{"records":[${'{"a":"0123456789"},'.repeat(40_000)}${last}]}`;
    for (const last of [
      '{"a":"x\\u0000"}',
      '{"__proto__":{"x":1}}',
      '{"a":{"constructor":{"prototype":{}}}}',
      '{"a":"\\ud800"}',
      '{"a":1e999}',
    ]) {
      const [reason, path] = reasonAt(await told(post(CREATE, large(last))));
      expect([last, reason, path?.startsWith('/records/40000/')]).toEqual([
        last,
        'VALUE_FORMAT',
        true,
      ]);
    }
    expect((await told(post(CREATE, large('{"a":1}').slice(0, -1)))).reason).toBe('BODY_NOT_JSON');
    expect((await told(post(CREATE, large('{"a":1},')))).reason).toBe('BODY_NOT_JSON');
  });

  it('that is large holds nothing of the large ones before it', async () => {
    const records = (text: string, count: number) =>
      JSON.stringify({ records: Array.from({ length: count }, () => ({ a: text.repeat(100) })) });
    for (const [text, count] of [
      ['甲', 5_000],
      ['b', 4_000],
    ] as const) {
      const body = records(text, count);
      expect(Buffer.byteLength(body)).toBeGreaterThan(BODY_SIZES.list);
      expect((await post(CREATE, body, text === 'b' ? 'b1' : 'a1')).statusCode).toBe(200);
      expect(JSON.stringify(handled)).toBe(body.replace(/\}$/, ',"object":"customer"}'));
      // One that ends early leaves its bytes in the memory, and the memory to the next.
      expect((await told(post(CREATE, body.slice(0, -3)))).reason).toBe('BODY_NOT_JSON');
    }
  });

  it('travels as its call says: an HTML form only to sign out, and a name in it once', async () => {
    const FORM = 'application/x-www-form-urlencoded';
    expect((await told(post(LIST, 'size=1', 'a1', FORM))).reason).toBe('BAD_REQUEST');
    expect((await told(post(LIST, 'size=1', 'a1', 'text/plain'))).reason).toBe('BAD_REQUEST');
    expect((await told(post('/upm/tenant/logout', '{}'))).reason).toBe('BAD_REQUEST');
    expect(await told(post('/upm/tenant/logout', 'token=x&token=y', 'a1', FORM))).toMatchObject({
      reason: 'GIVEN_TWICE',
      msg: '“token”重复给出',
    });
    expect((await post('/upm/tenant/logout', 'token=x', 'a1', FORM)).statusCode).toBe(200);
  });
});

describe('names of a request', () => {
  const get = (query: string) =>
    told(app.inject({ url: `/storage/attachment/att?${query}`, headers: as('a1') }));
  it('are declared, and a parameter that is not is refused by its name', async () => {
    expect(await get('fileId=1&title=x')).toMatchObject({
      code: 400,
      reason: 'PARAM_UNDECLARED',
      msg: '不认识的参数“title”',
    });
    expect(
      await told(
        app.inject({ method: 'POST', url: `${LIST}?size=1`, payload: {}, headers: as('a1') }),
      ),
    ).toMatchObject({ reason: 'PARAM_UNDECLARED' });
    expect((await get('fileId=1&timestamp=5')).code).toBe(200);
  });
  it('come once, in one part of the request', async () => {
    expect(await get('fileId=1&fileId=2')).toMatchObject({
      reason: 'GIVEN_TWICE',
      msg: '“fileId”重复给出',
    });
    for (const { id, params, query, body } of calls as unknown as readonly Call[]) {
      const names = [params, query, body].flatMap((part) =>
        Object.keys((part as { properties?: object } | undefined)?.properties ?? {}),
      );
      expect([id, names.filter((name, at) => names.indexOf(name) < at)]).toEqual([id, []]);
    }
  });
});

const opened: Socket[] = [];
afterAll(() => {
  for (const socket of opened) socket.destroy();
});
/** A request as bytes; `answer` is all that came back. */
function send(head: string, body = ''): { socket: Socket; answer: () => string } {
  const socket = connect(port, '127.0.0.1');
  opened.push(socket);
  let got = '';
  socket
    .on('data', (chunk: Buffer) => {
      got += chunk.toString();
    })
    .on('error', () => undefined);
  socket.write(head);
  socket.write(body);
  return { socket, answer: () => got };
}
const headOf = (who: string, length: number) =>
  `POST ${CREATE} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${Object.entries(
    as(who),
  )
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
const aWhile = () =>
  new Promise((done) => {
    setTimeout(done, 150);
  });
const large = JSON.stringify({
  records: Array.from({ length: MAX_BULK }, () => ({ a: '0123456789'.repeat(10) })),
});

describe('many large bodies', () => {
  it('take their turns: one of a person, two of a company; those of others go on', async () => {
    begun.length = 0;
    let go = (): void => undefined;
    wait = new Promise((resolve) => {
      go = resolve;
    });
    const sent = ['a1', 'a1', 'a2', 'a3', 'b1'].map((who) =>
      send(headOf(who, large.length), large),
    );
    await expect.poll(() => begun.toSorted()).toEqual(['a1', 'a2', 'b1']);
    await aWhile();
    expect(begun).toHaveLength(3);
    go();
    await expect
      .poll(() => sent.filter(({ answer }) => answer().includes('"code":200')).length)
      .toBe(5);
    expect(begun.toSorted()).toEqual(['a1', 'a1', 'a2', 'a3', 'b1']);
    wait = Promise.resolve();
  });

  it('of one person are refused when too many wait, and who leaves makes room', async () => {
    begun.length = 0;
    const half = send(headOf('a1', large.length), large.slice(0, 1_000));
    const waiting = Array.from({ length: 5 }, () => send(headOf('a1', large.length), large));
    await expect
      .poll(() => waiting.filter(({ answer }) => answer().includes('TOO_FREQUENT')).length)
      .toBe(1);
    waiting[0]!.socket.destroy();
    half.socket.destroy();
    await expect
      .poll(() => waiting.filter(({ answer }) => answer().includes('"code":200')).length)
      .toBe(3);
  });

  it('leave the others their answers in time', async () => {
    const heavy = Buffer.from(
      JSON.stringify({
        records: Array.from({ length: 5_000 }, (_, n) =>
          Object.fromEntries(
            Array.from({ length: 140 }, (__, field) => [`field_${field}`, `${n}-${field}`]),
          ),
        ),
      }),
    );
    const parsing = performance.now();
    JSON.parse(heavy.toString());
    const atOnce = performance.now() - parsing;
    const sent = send(headOf('a2', heavy.length));
    sent.socket.write(heavy);
    const waits: number[] = [];
    while (!sent.answer().includes('"code":200')) {
      const began = performance.now();
      await new Promise((done) => {
        setTimeout(done, 1);
      });
      waits.push(performance.now() - began);
    }
    // In one piece, parsing and checking would block other requests for more than twice as long as
    // parsing alone.
    expect(Math.max(...waits)).toBeLessThan(atOnce);
  });
});

describe('a body that is refused', () => {
  it('is read to its end without haste before it is answered', async () => {
    const bytes = Buffer.alloc(30 * MB, ' ');
    const began = performance.now();
    const sent = send(
      `POST /bizmeta/v1/smartform/submit HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${bytes.length}\r\n\r\n`,
    );
    sent.socket.write(bytes);
    await expect.poll(() => sent.answer()).toContain('"reason":"TOO_LARGE"');
    expect(performance.now() - began).toBeGreaterThan(500);
  });

  it('is answered soon when the rest does not come', async () => {
    const began = performance.now();
    const sent = send(headOf('b1', 30 * MB), 'x'.repeat(1_000));
    await expect.poll(() => sent.answer()).toContain('"reason":"TOO_LARGE"');
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});

describe('bodies that come slowly', () => {
  it('of one person may hold only so much memory', async () => {
    const slow = Array.from({ length: 60 }, () => send(headOf('a3', 250_000), 'x'.repeat(249_000)));
    await expect
      .poll(() => slow.filter(({ answer }) => answer().includes('TOO_FREQUENT')).length)
      .toBeGreaterThan(20);
    expect((await post(LIST, '{}', 'b1')).statusCode).toBe(200);
    for (const { socket } of slow) socket.destroy();
    await expect.poll(async () => (await post(LIST, '{}', 'a3')).statusCode).toBe(200);
  });

  it('and end early are refused, not a failure of the server', async () => {
    const cut = send(headOf('b1', 500), '{"records":[');
    cut.socket.end();
    await expect.poll(() => cut.answer()).toMatch(/^HTTP\/1.1 400 /);
  });
});
