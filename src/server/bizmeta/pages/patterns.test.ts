import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageDocument } from '../../../page/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { builderOf, type Builder } from '../testing/builder.ts';
import { patternProblems } from './patterns.ts';

let server: TestServer;
let auth: Auth;
let hands: Builder;
beforeAll(async () => {
  server = await testServer();
  auth = await server.signIn('builder');
  hands = builderOf(server, auth);
});
afterAll(() => server?.close());

const page = (key: string, pattern: string): PageDocument =>
  ({
    spec: 'page/1',
    key,
    rev: 0,
    title: '登记',
    root: 'a',
    nodes: { a: { type: 'form@1', bind: 'entry' } },
    forms: {
      entry: {
        schema: {
          type: 'object',
          properties: { code: { type: 'string', title: '编号', pattern } },
        },
      },
    },
  }) as unknown as PageDocument;
const PLACE = '/forms/entry/schema/properties/code/pattern';
const GOOD = [
  '^1[3-9]\\d{9}$',
  '^[A-Z]{2}-\\d{4}$',
  '^([a-z0-9]+\\.)*[a-z]+$',
  '^[一-龥]{2,}(·[一-龥]+)*$',
  '^(?!0)\\d{6}$',
  '^\\d{17}[\\dXx]$',
  '^.*a.*b$',
];
const SLOW = [
  '^(a+)+$',
  '^(\\w+\\s?)*$',
  '(a|a)*b',
  '^(a|b|ab)*c$',
  '.*a.*b.*c',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
];
/** A page with a field for each pattern; its fields are checked together. */
function pageOf(patterns: readonly string[]): PageDocument {
  const properties = Object.fromEntries(
    patterns.map((pattern, n) => [`f${n}`, { type: 'string', pattern }]),
  );
  return {
    ...page('mine.many', '^a$'),
    forms: { entry: { schema: { type: 'object', properties } } },
  } as unknown as PageDocument;
}

describe('a pattern of a form', () => {
  it('may be used when no text takes it long', async () => {
    expect(await patternProblems(server.db, pageOf(GOOD))).toEqual([]);
  });

  it('that never ends for some text is refused at its place', async () => {
    const problems = await patternProblems(server.db, pageOf(SLOW));
    expect(problems.map(({ path }) => path)).toEqual(
      SLOW.map((_pattern, n) => `/forms/entry/schema/properties/f${n}/pattern`),
    );
    for (const { msg, reason } of problems)
      expect([reason, msg]).toEqual([
        'PAGE_INVALID',
        expect.stringMatching(/^页面配置有误：pattern (会让浏览器长时间卡住|过于复杂)/),
      ]);
  });

  it('that may never end is reported in the draft with its place, and not published', async () => {
    const refused = await hands.bring(page('mine.slow', '^(a+)+$'));
    expect(refused).toMatchObject({
      code: 400,
      error: { reason: 'PAGE_INVALID', errors: [{ path: expect.stringContaining(PLACE) }] },
    });
    expect((await hands.open('mine.slow')).problems).toMatchObject([
      { path: PLACE, severity: 'error', msg: expect.stringContaining('长时间卡住') },
    ]);
  });

  it('that was published before patterns were checked is left out of the served page, which still works', async () => {
    await hands.bring(page('mine.old', '^b+$'));
    const schema = async () =>
      ((await hands.served('mine.old')).forms!['entry'] as { schema: object }).schema;
    expect(await schema()).toMatchObject({ properties: { code: { pattern: '^b+$' } } });
    const tag = async () =>
      (
        await server.inject({
          method: 'GET',
          url: '/bizmeta/v1/page/mine.old/schema',
          headers: auth,
        })
      ).headers['etag'];
    const before = await tag();
    await server.db.withOwner(
      (tx) =>
        tx.run(
          `update bizmeta.page set document = replace(document::text, '^b+$', '^(b+)+$')::json
            where key = 'mine.old'`,
        ),
      auth.tenant,
    );
    expect(await schema()).toEqual({
      type: 'object',
      properties: { code: { type: 'string', title: '编号' } },
    });
    // A browser that cached the page requests it again.
    expect(await tag()).not.toBe(before);
    expect((await hands.open('mine.old')).problems).toMatchObject([{ path: PLACE }]);
  });
});
