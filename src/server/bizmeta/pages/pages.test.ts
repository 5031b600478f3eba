import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageDocument } from '../../../page/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { loadLibrary } from '../library/library.ts';
import { builderOf } from '../testing/builder.ts';

let server: TestServer;
let builder: Auth;
let user: Auth;
beforeAll(async () => {
  server = await testServer();
  [builder, user] = [await server.signIn('builder'), await server.signIn('user')];
  await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'leave',
        label: '请假单',
        fields: [
          { apiName: 'reason', label: '事由', type: 'text', required: true, maxLength: 20 },
          { apiName: 'days', label: '天数', type: 'decimal', precision: 4, scale: 1 },
        ],
      },
    },
    builder,
  );
});
afterAll(() => server?.close());

const page = (pageKey: string, as?: Auth) => server.call('bizmeta.page.schema', { pageKey }, as);
const small = (key: string, text: string): PageDocument => ({
  spec: 'page/1',
  key,
  rev: 1,
  title: text,
  root: 'a',
  nodes: { a: { type: 'text@1', props: { text } } },
});

describe('the pages that came with the program', () => {
  it('are all sound', () => {
    expect(
      loadLibrary().faults.map(
        ({ file, problems }) => `${file} ${problems[0]?.path} ${problems[0]?.msg}`,
      ),
    ).toEqual([]);
  });

  it('are stored in the database, each version once', async () => {
    const rows = await server.db.withOwner((tx) =>
      tx.query<{ key: string }>('select key from bizmeta.system_page'),
    );
    expect(rows.length).toBe(loadLibrary().pages.size);
  });
});

describe('a page is served', () => {
  it('to anyone when it is for users who have not signed in', async () => {
    expect(await page('passport.login')).toMatchObject({
      code: 200,
      data: { origin: 'program', document: { spec: 'page/1', key: 'passport.login' } },
    });
  });

  it("else to members only: a missing, wrong or another company's token gets different errors", async () => {
    expect(await page('main.home', user)).toMatchObject({
      code: 200,
      data: { origin: 'program', document: { key: 'main.home' } },
    });
    expect(await page('main.home')).toMatchObject({
      code: 401,
      error: { reason: 'TOKEN_MISSING' },
    });
    expect(await page('main.home', { ...user, token: 'x' })).toMatchObject({
      code: 401,
      error: { reason: 'TOKEN_INVALID' },
    });
    expect(await page('main.home', { ...user, tenant: 'other' })).toMatchObject({
      code: 403,
      error: { reason: 'TENANT_MISMATCH' },
    });
  });

  it.each(['list', 'form', 'detail'])(
    'generated from the describe when no page was written: %s',
    async (kind) => {
      expect(await page(`object.leave.${kind}`, user)).toMatchObject({
        code: 200,
        data: { origin: 'company', document: { key: `object.leave.${kind}` } },
      });
    },
  );

  it.each([
    'nowhere',
    'object.nothing.list',
    'object.leave.chart',
    '../../etc/passwd',
    'a'.repeat(500),
    '页面',
  ])('not when there is none: %s', async (key) => {
    const answer = await page(key, user);
    expect(answer).toMatchObject({ code: 404, error: { reason: 'PAGE_UNKNOWN' } });
    expect(answer.msg).toMatch(/^没有名为“/);
  });

  it('in a few bytes to a browser that has it cached', async () => {
    const first = await server.inject({
      method: 'GET',
      url: '/bizmeta/v1/page/main.home/schema',
      headers: user,
    });
    const again = await server.inject({
      method: 'GET',
      url: '/bizmeta/v1/page/main.home/schema',
      headers: { ...user, 'if-none-match': String(first.headers['etag']) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('a company saves its own version of a page', () => {
  it('which its members get from then on, and no one else, until it is reset', async () => {
    const other = await server.newTenant('pager');
    const system = (await page('main.home', user)).data.document as PageDocument;
    expect(await builderOf(server, builder).bring(small('main.home', '我们的首页'))).toMatchObject({
      code: 200,
      data: { key: 'main.home', rev: system.rev + 1 },
    });
    expect((await page('main.home', user)).data).toMatchObject({
      origin: 'company',
      document: { title: '我们的首页', rev: system.rev + 1 },
    });
    expect((await page('main.home', other.auth)).data.document).toEqual(system);
    await server.call('bizmeta.page.reset', { pageKey: 'main.home' }, builder);
    expect((await page('main.home', user)).data).toEqual({
      origin: 'program',
      allows: [],
      document: system,
    });
  });

  const bad: [string, unknown, string, RegExp][] = [
    [
      '没有这个组件',
      { ...small('x', 'x'), nodes: { a: { type: 'teapot@1' } } },
      'WIDGET_UNKNOWN',
      /^\/document\/nodes\/a/,
    ],
    [
      '公式写错',
      { ...small('x', 'x'), nodes: { a: { type: 'text@1', props: { text: { $x: '1 +' } } } } },
      'EXPRESSION_INVALID',
      /^\/document\/nodes\/a\/props\/text/,
    ],
    ['不是页面', { hello: 1 }, 'PAGE_INVALID', /^\/document/],
    ['不是对象', 'x', 'PAGE_INVALID', /^\/document/],
    ['标识不符', small('y', 'x'), 'PAGE_INVALID', /^\/document\/key/],
    [
      '属性类型不对',
      { ...small('x', 'x'), nodes: { a: { type: 'text@1', props: { nothing: 1 } } } },
      'PAGE_INVALID',
      /^\/document\/nodes\/a\/props/,
    ],
  ];
  it.each(bad)(
    'a document that cannot be drawn is refused with its place: %s',
    async (_why, document, reason, path) => {
      const hands = builderOf(server, builder);
      await hands.create('x');
      const kept = await hands.save('x', (await hands.open('x')).draftVersion, document);
      const answer = kept.code === 200 ? await hands.publish('x', kept.data.draftVersion) : kept;
      expect(answer).toMatchObject({ code: 400, error: { reason } });
      expect(answer.error.errors?.[0]?.path).toMatch(path);
      expect((await page('x', user)).code).toBe(404);
    },
  );

  it('an end user may not', async () => {
    expect((await builderOf(server, user).create('y')).code).toBe(403);
    expect((await server.call('bizmeta.page.draft.get', { pageKey: 'main.home' }, user)).code).toBe(
      403,
    );
  });
});

describe('the module that checks a record', () => {
  it('is fetched without a session by the name in a describe, and reports what the server would report', async () => {
    const { validator } = (await server.call('bizmeta.describe.detail', { apiName: 'leave' }, user))
      .data;
    const answer = await server.inject({
      method: 'GET',
      url: `/bizmeta/v1/validator/${validator}`,
    });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const { default: validate } = (await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(answer.body)}`
    )) as {
      default: ((value: unknown) => boolean) & {
        errors?: { instancePath: string; keyword: string }[];
      };
    };
    expect(validate({ reason: '回家', days: 1.5 })).toBe(true);
    expect(validate({ reason: '二'.repeat(21), days: 'x' })).toBe(false);
    expect(validate.errors?.map((error) => `${error.instancePath} ${error.keyword}`)).toEqual([
      '/reason maxLength',
      '/days type',
    ]);
    expect(validate({ reason: '😀'.repeat(20) })).toBe(true);
  });

  it('has another name in another company, and no unpublished name', async () => {
    const other = await server.newTenant('checker');
    await server.call(
      'bizmeta.describe.create',
      { describe: { apiName: 'leave', label: '请假单', fields: [] } },
      other.auth,
    );
    const mine = (await server.call('bizmeta.describe.detail', { apiName: 'leave' }, user)).data
      .validator;
    const theirs = (await server.call('bizmeta.describe.detail', { apiName: 'leave' }, other.auth))
      .data.validator;
    expect(mine).not.toBe(theirs);
    for (const name of ['x.js', `${'0'.repeat(40)}.js`, 'leave'])
      expect(
        (await server.inject({ method: 'GET', url: `/bizmeta/v1/validator/${name}` })).statusCode,
      ).toBe(404);
  });
});
