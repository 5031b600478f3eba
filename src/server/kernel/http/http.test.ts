import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '../context.ts';
import { AppError } from '../errors.ts';
import { JsonText, RawResponse } from './envelope.ts';
import { RouteTable } from './route.ts';
import { createHttp } from './server.ts';
import { hashToken } from './session.ts';

const session = (roles: string[]): Session => ({
  tenant: { id: 't', no: 1, region: 'r' },
  userId: roles[0]!,
  realName: '',
  roles,
  isSuper: roles.includes('admin'),
  functions: roles.includes('builder') ? ['build.use'] : [],
  isBuilder: roles.includes('builder') || roles.includes('admin'),
  rightsVersion: 0,
  tokenHash: Buffer.alloc(0),
  id: roles[0]!,
});
const SESSIONS = new Map(
  ['member', 'builder'].map((role) => [hashToken(role).toString('hex'), session([role])]),
);
const as = (role: string) => ({ token: role, userid: role, tenant: 't', regionid: 'r' });

let app: FastifyInstance;
let handled: unknown[] = [];

beforeAll(async () => {
  app = await createHttp({ logger: false });
  const routes = new RouteTable(app, async (hash) => {
    const found = SESSIONS.get(hash.toString('hex'));
    return found ? { state: 'alive', session: found } : { state: 'unknown' };
  });
  routes.route('bizmeta.record.list', (input) => {
    handled.push(input);
    return new JsonText('{"records":[]}');
  });
  routes.route('bizmeta.record.bulkCreate', (input) => {
    handled.push(input);
    return { ids: [] };
  });
  routes.route('bizmeta.describe.delete', () => {
    throw new Error('secret of the house');
  });
  routes.route(
    'storage.attachment.att',
    () =>
      new RawResponse('bytes', {
        'content-type': 'text/plain',
        'content-disposition': 'attachment',
        'cache-control': 'private, no-cache',
      }),
  );
  routes.route('bizmeta.app.get', () => {
    throw new AppError('STALE_VERSION', {}, { current: { id: '1' } });
  });
  routes.openRoute('upm.anno.captchaCheck', () => null as never);
  routes.openRoute('bizmeta.page.schema', (input, ctx) => ({
    origin: 'program',
    allows: [],
    document:
      input.pageKey === 'long'
        ? 'x'.repeat(2_000)
        : { key: input.pageKey, who: ctx.session?.userId ?? null },
  }));
  await app.ready();
});
afterAll(() => app?.close());

const post = (url: string, payload: unknown, headers: Record<string, string> = as('member')) =>
  app.inject({
    method: 'POST',
    url,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': 'application/json', ...headers },
  });
const LIST = '/bizmeta/v1/object/customer/controller/List';
const CREATE = '/bizmeta/v1/object/customer/action/BulkCreate';

describe('an answer', () => {
  it('travels in the envelope, JSON of the database untouched', async () => {
    expect((await post(LIST, {})).body).toBe('{"code":200,"data":{"records":[]},"msg":"ok"}');
  });
  it('of a file travels as it is', async () => {
    const got = await app.inject({
      method: 'GET',
      url: '/storage/attachment/att?fileId=1',
      headers: as('member'),
    });
    expect([got.body, got.headers['content-disposition']]).toEqual(['bytes', 'attachment']);
  });
  it('is compressed when it is long and the caller takes it', async () => {
    const get = (key: string) =>
      app.inject({
        method: 'GET',
        url: `/bizmeta/v1/page/${key}/schema`,
        headers: { 'accept-encoding': 'gzip' },
      });
    expect((await get('short')).headers['content-encoding']).toBeUndefined();
    expect((await get('long')).headers['content-encoding']).toBe('gzip');
  });
  it('is not cached in between, unless its call allows it', async () => {
    const kept = async (answer: ReturnType<typeof post>) => (await answer).headers['cache-control'];
    expect([
      await kept(post(LIST, {})),
      await kept(post(LIST, {}, {})),
      await kept(app.inject('/upm/none')),
    ]).toEqual(['no-store', 'no-store', 'no-store']);
    expect(
      await kept(
        app.inject({
          method: 'GET',
          url: '/storage/attachment/att?fileId=1',
          headers: as('member'),
        }),
      ),
    ).toBe('private, no-cache');
  });
  it('has no head without a body: a stream of events would stay open unread', async () => {
    expect(
      (
        await app.inject({
          method: 'HEAD',
          url: '/storage/attachment/att?fileId=1',
          headers: as('member'),
        })
      ).statusCode,
    ).toBe(404);
  });
  it('forbids scripts from elsewhere, framing and guessing of types', async () => {
    const { headers } = await app.inject('/nope');
    expect(headers['content-security-policy']).toContain(`script-src 'self';`);
    expect(headers['content-security-policy']).toContain(`frame-ancestors 'none'`);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect((await app.inject('/upm/%zz')).headers['content-security-policy']).toContain(
      `script-src 'self';`,
    );
  });
});

describe('a refusal', () => {
  const reasonOf = async (sent: ReturnType<typeof post>) => {
    const answer = await sent;
    const { code, data, msg } = answer.json() as {
      code: number;
      data: { reason: string; errors: { path: string }[] };
      msg: string;
    };
    expect(answer.statusCode).toBe(code);
    expect(msg).toMatch(/\p{Script=Han}/u);
    return { code, reason: data.reason, path: data.errors[0]?.path };
  };

  it('says what is not JSON, what is missing, unknown, of the wrong type, and where', async () => {
    expect(await reasonOf(post(LIST, '{"a":'))).toMatchObject({
      code: 400,
      reason: 'BODY_NOT_JSON',
    });
    expect(await reasonOf(post(LIST, ''))).toMatchObject({ code: 400, reason: 'BODY_NOT_JSON' });
    expect(await reasonOf(post(CREATE, {}))).toEqual({
      code: 400,
      reason: 'REQUIRED',
      path: '/records',
    });
    expect(await reasonOf(post(LIST, { nope: 1 }))).toEqual({
      code: 400,
      reason: 'UNKNOWN_FIELD',
      path: '/nope',
    });
    expect(await reasonOf(post(LIST, { size: '10' }))).toEqual({
      code: 400,
      reason: 'VALUE_TYPE',
      path: '/size',
    });
    expect(await reasonOf(post(LIST, { sort: [{ field: 'a', dir: 'up' }] }))).toEqual({
      code: 400,
      reason: 'VALUE_OPTION',
      path: '/sort/0/dir',
    });
    expect(await reasonOf(post(LIST, []))).toMatchObject({ code: 400, reason: 'VALUE_TYPE' });
  });

  it('never lets text, keys, numbers or depths through that the database cannot hold', async () => {
    handled = [];
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const bodies = [
      '{"records":[{"a":"x\\u0000y"}]}',
      '{"records":[{"a\\u0000":1}]}',
      '{"records":[{"a":"\\ud800"}]}',
      '{"records":[{"a":1e999}]}',
      `{"records":[{"a":${deep}}]}`,
      '{"records":[{"__proto__":{"x":1}}]}',
      '{"__proto__":1,"records":[{}]}',
      '{"records":[{"constructor":{"prototype":1}}]}',
    ];
    for (const body of bodies) expect((await reasonOf(post(CREATE, body))).code).toBe(400);
    expect(handled).toEqual([]);
  });

  it('comes before parsing for more values than any request of ours has, and for a stranger who sends much', async () => {
    const many = `{"records":[${'[],'.repeat(1_000_000)}0]}`;
    expect(await reasonOf(post(CREATE, many))).toMatchObject({
      code: 400,
      reason: 'VALUE_FORMAT',
      path: '',
    });
    expect(await reasonOf(post('/upm/anno/captcha/check', many, {}))).toMatchObject({
      code: 413,
      reason: 'TOO_LARGE',
    });
  });

  it('is an envelope too for an unknown address, a broken one, a foreign content type and a body too large', async () => {
    expect(await reasonOf(post('/upm/none', {}))).toMatchObject({ code: 404, reason: 'NOT_FOUND' });
    expect(await reasonOf(post('/upm/%zz', {}))).toMatchObject({ code: 400 });
    expect(
      await reasonOf(
        app.inject({
          method: 'POST',
          url: LIST,
          payload: '<a/>',
          headers: { ...as('member'), 'content-type': 'text/xml' },
        }),
      ),
    ).toMatchObject({ code: 400 });
    expect(
      await reasonOf(post(LIST, JSON.stringify({ search: 'x'.repeat(21 * 1024 * 1024) }))),
    ).toMatchObject({ code: 413, reason: 'TOO_LARGE' });
    expect(await reasonOf(app.inject({ method: 'DELETE', url: LIST }))).toMatchObject({
      code: 404,
    });
  });

  it('of an unforeseen failure shows its number and nothing of its inside', async () => {
    const { statusCode, body } = await post(
      '/bizmeta/v1/object/describe/service/deleteDescribe',
      { apiName: 'a' },
      as('builder'),
    );
    expect(statusCode).toBe(500);
    expect(body).not.toContain('secret');
    expect(body).toMatch(/服务器异常（[\w-]{36}）/);
  });

  it('of a stale version carries the current row', async () => {
    const got = await app.inject({
      method: 'GET',
      url: '/bizmeta/v1/application/getApp/1',
      headers: as('member'),
    });
    expect(got.json()).toMatchObject({
      code: 409,
      data: { reason: 'STALE_VERSION', current: { id: '1' } },
    });
  });
});

describe('anonymous access', () => {
  it('looks at the session before the body, and at the role before the handler', async () => {
    expect((await post(LIST, '{broken', {})).json()).toMatchObject({
      code: 401,
      data: { reason: 'TOKEN_MISSING' },
    });
    expect(
      (await post('/bizmeta/v1/object/describe/service/deleteDescribe', { apiName: 'a' })).json(),
    ).toMatchObject({ code: 403, data: { reason: 'FORBIDDEN' } });
  });
  it('lets anyone to an open call, and knows who it is only when all four headers agree', async () => {
    const who = async (headers: Record<string, string>) =>
      (
        (await app.inject({ url: '/bizmeta/v1/page/passport.login/schema', headers })).json() as {
          data: { document: unknown };
        }
      ).data.document;
    expect(await who({})).toEqual({ key: 'passport.login', who: null });
    expect(await who(as('member'))).toEqual({ key: 'passport.login', who: 'member' });
    expect(await who({ ...as('member'), tenant: 'x' })).toEqual({
      key: 'passport.login',
      who: null,
    });
    expect(await who({ ...as('member'), token: 'x' })).toEqual({
      key: 'passport.login',
      who: null,
    });
  });
  it('cannot be hung wrongly: an open call as a closed one, or twice', () => {
    const routes = new RouteTable(
      { route: () => undefined } as unknown as FastifyInstance,
      async () => ({ state: 'unknown' }),
    );
    expect(() =>
      routes.route('upm.anno.signIn', () => {
        throw new Error();
      }),
    ).toThrow(/open/);
    expect(() =>
      routes.openRoute('bizmeta.app.get', () => {
        throw new Error();
      }),
    ).toThrow(/session/);
    routes.route('bizmeta.app.get', () => {
      throw new Error();
    });
    expect(() =>
      routes.route('bizmeta.app.get', () => {
        throw new Error();
      }),
    ).toThrow(/twice/);
  });
});
