import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_REVISIONS, SYSTEM_PAGES_COOKIE } from '../../../contract/index.ts';
import type { PageDocument, PageNode } from '../../../page/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { builderOf, type Builder } from '../testing/builder.ts';

let server: TestServer;
let auth: Auth;
let hands: Builder;
let other: Builder;
beforeAll(async () => {
  server = await testServer();
  auth = await server.signIn('builder');
  [hands, other] = [builderOf(server, auth), builderOf(server, await server.signIn('admin'))];
});
afterAll(() => server?.close());

const text = (words: string): PageNode => ({ type: 'text@1', props: { text: words } });
const page = (key: string, words = '一', more: Partial<PageDocument> = {}): PageDocument => ({
  spec: 'page/1',
  key,
  rev: 0,
  title: '通知',
  root: 'a',
  nodes: { a: text(words) },
  ...more,
});
const say =
  (words: string) =>
  (document: PageDocument): void => {
    document.nodes['a']!.props!['text'] = words;
  };
const next = async (key: string, words: string, note?: string) =>
  hands.publish(key, await hands.change(key, say(words)), note);
const restore = (pageKey: string, rev: number) =>
  server.call('bizmeta.page.restore', { pageKey, rev, note: '退回' }, auth);
const wordsOf = (document: PageDocument): unknown => document.nodes['a']?.props?.['text'];
const stored = (key: string) =>
  server.db.withTenant(server.demo, (tx) =>
    tx.query<{ rev: number; whole: boolean; ops: number }>(
      `SELECT rev, document IS NOT NULL AS whole, json_array_length(operations) AS ops
        FROM bizmeta.page WHERE tenant_id = $1 AND key = $2 ORDER BY rev`,
      [tx.tenant.id, key],
    ),
  );

describe('publishing', () => {
  it('serves the draft as the next revision, with a hash of its own, and records what changed and why', async () => {
    await hands.bring(page('mine.note'));
    const answer = await next('mine.note', '二', '换个说法');
    expect(answer).toMatchObject({ code: 200, data: { key: 'mine.note', rev: 2 } });
    expect(await hands.served('mine.note')).toMatchObject({
      rev: 2,
      nodes: { a: { props: { text: '二' } } },
    });
    const { headers } = await server.inject({
      method: 'GET',
      url: '/bizmeta/v1/page/mine.note/schema',
      headers: auth,
    });
    expect(headers['etag']).toBe(`"company-${answer.data.hash}"`);
    expect(await hands.history('mine.note')).toMatchObject([
      {
        rev: 2,
        note: '换个说法',
        words: ['文字由“一”改为“二”'],
        current: true,
        by: expect.stringMatching(/./),
        restoredFrom: null,
        reset: false,
        hash: answer.data.hash,
      },
      { rev: 1, note: '', words: ['新建页面'], current: false },
    ]);
    expect(await hands.row('mine.note')).toMatchObject({
      rev: 2,
      hasDraft: false,
      publishedBy: expect.stringMatching(/./),
      publishedAt: expect.any(String),
    });
  });
  it('twice at the same time: one wins, the other gets the current draft', async () => {
    await hands.bring(page('mine.race'));
    const version = await hands.change('mine.race', say('二'));
    const answers = await Promise.all([
      hands.publish('mine.race', version),
      other.publish('mine.race', version),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409)!.error).toMatchObject({
      reason: 'STALE_VERSION',
      current: { hasDraft: false, baseRev: 2 },
    });
    expect((await hands.history('mine.race')).map(({ rev }) => rev)).toEqual([2, 1]);
  });
  it('a draft changed meanwhile is refused: a builder publishes what they saw', async () => {
    await hands.bring(page('mine.seen'));
    const version = await hands.change('mine.seen', say('我看到的'));
    await other.change('mine.seen', say('后来改的'));
    expect(await hands.publish('mine.seen', version)).toMatchObject({
      code: 409,
      error: { reason: 'STALE_VERSION' },
    });
    expect(wordsOf(await hands.served('mine.seen'))).toBe('一');
  });
  it('no change is refused, and so is a page shown before signing in', async () => {
    await hands.bring(page('mine.same'));
    expect(
      await hands.publish('mine.same', (await hands.open('mine.same')).draftVersion),
    ).toMatchObject({ code: 400, error: { reason: 'PAGE_UNCHANGED' } });
    expect(
      await server.call('bizmeta.page.draft.get', { pageKey: 'passport.login' }, auth),
    ).toMatchObject({ code: 400, error: { reason: 'PAGE_FIXED' } });
  });
  it('twice by one request is once', async () => {
    await hands.bring(page('mine.twice'));
    const input = {
      pageKey: 'mine.twice',
      draftVersion: await hands.change('mine.twice', say('二')),
      requestId: 'publish-once',
    };
    const answers = [
      await server.call('bizmeta.page.publish', input, auth),
      await server.call('bizmeta.page.publish', input, auth),
    ];
    expect(answers.map(({ data }) => data.rev)).toEqual([2, 2]);
  });
});

describe('the list of pages', () => {
  it('shows what was worked on last first, then the system’s and the objects’; pages shown before signing in are left out', async () => {
    await hands.bring(page('mine.listed', '一', { title: '列出来' }));
    await hands.change('main.home', (document) => {
      document.nodes[document.root]!.note = '备注';
    });
    const list = async (input: object) =>
      (await server.call('bizmeta.page.list', { size: 200, ...input }, auth)).data;
    const { records, total } = await list({});
    expect(records.slice(0, 2).map(({ key }) => key)).toEqual(['main.home', 'mine.listed']);
    expect(records.some(({ key }) => key.startsWith('passport.'))).toBe(false);
    // A page of the list has 200 at most.
    expect(records.length).toBe(Math.min(total, 200));
    expect((await list({ query: '列出' })).records.map(({ key }) => key)).toEqual(['mine.listed']);
    expect((await list({ state: 'draft' })).records.map(({ key }) => key)).toContain('main.home');
    expect((await list({ state: 'own' })).records.every(({ kind }) => kind === 'own')).toBe(true);
    const second = await list({ current: 2, size: 1 });
    expect([second.records.map(({ key }) => key), second.total, second.current]).toEqual([
      ['mine.listed'],
      total,
      2,
    ]);
    await server.call(
      'bizmeta.page.draft.discard',
      { pageKey: 'main.home', draftVersion: (await hands.open('main.home')).draftVersion },
      auth,
    );
  });
});

describe('history', () => {
  it('is stored as operations: only the served revision is stored whole, and every revision can be read again', async () => {
    // Long enough that the change is shorter than the page.
    await hands.bring(
      page('mine.long', '零', {
        params: Object.fromEntries(
          Array.from({ length: 40 }, (_, i) => [`param${i}`, { type: 'text' as const }]),
        ),
      }),
    );
    for (const words of ['一', '二', '三']) await next('mine.long', words);
    expect(await stored('mine.long')).toEqual([
      { rev: 1, whole: false, ops: 0 },
      { rev: 2, whole: false, ops: 1 },
      { rev: 3, whole: false, ops: 1 },
      { rev: 4, whole: true, ops: 1 },
    ]);
    const revisions = await Promise.all(
      [1, 2, 3, 4].map((rev) =>
        server.call('bizmeta.page.revision', { pageKey: 'mine.long', rev }, auth),
      ),
    );
    expect(
      revisions.map(({ data }) => [
        (data.document as PageDocument).rev,
        wordsOf(data.document as PageDocument),
      ]),
    ).toEqual([
      [1, '零'],
      [2, '一'],
      [3, '二'],
      [4, '三'],
    ]);
  });
  it('compares any two states in words and operations', async () => {
    await hands.bring(page('mine.sides'));
    await next('mine.sides', '二');
    await hands.change('mine.sides', (document) => {
      document.title = '公告';
    });
    const compare = async (
      from: 1 | 2 | 'draft' | 'published',
      to: 1 | 2 | 'draft' | 'published',
    ) =>
      (await server.call('bizmeta.page.compare', { pageKey: 'mine.sides', from, to }, auth)).data;
    expect(await compare(1, 2)).toEqual({
      operations: [{ op: 'set', id: 'a', path: ['props', 'text'], value: '二' }],
      words: ['文字由“一”改为“二”'],
    });
    expect((await compare('published', 'draft')).words).toEqual(['页面的标题由“通知”改为“公告”']);
    expect((await compare(2, 'published')).operations).toEqual([]);
  });
  it('ends at its limit; the served revision and the base of the draft stay', async () => {
    await hands.bring(page('mine.old'));
    await server.db.withTenant(server.demo, (tx) =>
      tx.run(
        `INSERT INTO bizmeta.page (tenant_id, key, rev, hash, document, active, saved_by)
          SELECT tenant_id, key, rev + n, hash || n, document, false, saved_by
          FROM bizmeta.page, generate_series(1, $2) n WHERE tenant_id = $1 AND key = 'mine.old'`,
        [tx.tenant.id, MAX_REVISIONS + 5],
      ),
    );
    await next('mine.old', '新');
    const revs = (await stored('mine.old')).map(({ rev }) => rev);
    expect([revs[0], revs.length, revs.at(-1)]).toEqual([1, MAX_REVISIONS + 1, MAX_REVISIONS + 7]);
    expect(wordsOf(await hands.served('mine.old'))).toBe('新');
    expect((await restore('mine.old', 2)).error.reason).toBe('REVISION_UNKNOWN');
  });
});

describe('going back', () => {
  it('to an earlier revision is a new one, with a note', async () => {
    await hands.bring(page('mine.back'));
    await next('mine.back', '二');
    expect((await restore('mine.back', 1)).data.rev).toBe(3);
    expect(wordsOf(await hands.served('mine.back'))).toBe('一');
    expect((await hands.history('mine.back'))[0]).toMatchObject({
      rev: 3,
      restoredFrom: 1,
      note: '退回',
      words: ['文字由“二”改为“一”'],
      current: true,
    });
    expect((await restore('mine.back', 9)).code).toBe(404);
  });
  it('to the page of the system ends the overlay; that can be taken back as well', async () => {
    const system = await hands.served('main.home');
    await hands.publish(
      'main.home',
      await hands.change('main.home', (document) => {
        document.title = '我们的首页';
      }),
    );
    expect(await hands.row('main.home')).toMatchObject({
      kind: 'system',
      overlay: true,
      title: '我们的首页',
    });
    expect(
      (await server.call('bizmeta.page.reset', { pageKey: 'main.home', note: '重来' }, auth)).data,
    ).toMatchObject({ rev: system.rev });
    expect(await hands.served('main.home')).toEqual(system);
    expect(await hands.row('main.home')).toMatchObject({ overlay: false, hasDraft: false });
    const [reset, ours] = await hands.history('main.home');
    expect([reset, ours]).toMatchObject([
      { reset: true, current: true, note: '重来' },
      { reset: false, current: false },
    ]);
    expect((await restore('main.home', ours!.rev)).code).toBe(200);
    expect(await hands.served('main.home')).toMatchObject({
      title: '我们的首页',
      rev: reset!.rev + 1,
    });
    await server.call('bizmeta.page.reset', { pageKey: 'main.home' }, auth);
  });
  it('a builder may request the program’s page while the company’s is broken; no one else can', async () => {
    const system = await hands.served('main.home');
    await hands.publish(
      'main.home',
      await hands.change('main.home', (document) => {
        document.title = '坏掉的首页';
      }),
    );
    const asked = async (account: string) =>
      JSON.parse(
        (
          await server.inject({
            method: 'GET',
            url: '/bizmeta/v1/page/main.home/schema',
            headers: { ...(await server.signIn(account)), cookie: `a=b; ${SYSTEM_PAGES_COOKIE}=1` },
          })
        ).body,
      ) as { data: { origin: string; document: PageDocument } };
    expect((await asked('builder')).data).toEqual({
      origin: 'program',
      allows: [],
      document: system,
    });
    expect((await asked('user')).data.document.title).toBe('坏掉的首页');
    await server.call('bizmeta.page.reset', { pageKey: 'main.home' }, auth);
  });
  it('an own page has no system page to go back to', async () => {
    await hands.bring(page('mine.alone'));
    expect(await server.call('bizmeta.page.reset', { pageKey: 'mine.alone' }, auth)).toMatchObject({
      code: 400,
      msg: '“通知”是自建页面，没有系统版本可以恢复',
    });
  });
});

describe('pages of one’s own', () => {
  it('begin as a draft that is not served, empty or as a copy of another page', async () => {
    expect((await hands.create('mine.blank', '空白')).code).toBe(200);
    expect(await hands.row('mine.blank')).toMatchObject({
      kind: 'own',
      rev: 0,
      hasDraft: true,
      publishedAt: null,
      title: '空白',
    });
    expect((await server.call('bizmeta.page.schema', { pageKey: 'mine.blank' }, auth)).code).toBe(
      404,
    );
    const { draftVersion, problems, words } = await hands.open('mine.blank');
    expect([problems, words]).toEqual([[], ['新建页面']]);
    expect((await hands.publish('mine.blank', draftVersion)).data).toMatchObject({ rev: 1 });
    expect((await hands.create('mine.copy', '抄来', 'main.home')).code).toBe(200);
    expect((await hands.open('mine.copy')).document).toMatchObject({
      key: 'mine.copy',
      title: '抄来',
      root: (await hands.served('main.home')).root,
    });
  });
  it.each([
    ['main.mine', 'NAME_RESERVED'],
    ['object.deal.list', 'NAME_RESERVED'],
    ['build', 'NAME_RESERVED'],
    ['mine.taken', 'NAME_TAKEN'],
    ['我的', 'NAME_FORMAT'],
    ['Mine', 'NAME_FORMAT'],
    ['a..b', 'NAME_FORMAT'],
    ['', 'NAME_FORMAT'],
  ])('with a key that is free and theirs: %s', async (key, reason) => {
    await hands.create('mine.taken');
    expect(await hands.create(key)).toMatchObject({
      code: 400,
      error: { reason, errors: [{ path: '/key' }] },
    });
  });
  it('requested by two at once are created once', async () => {
    expect(
      (await Promise.all([hands.create('mine.first'), other.create('mine.first')]))
        .map(({ code }) => code)
        .sort(),
    ).toEqual([200, 400]);
  });
  it('are removed when no page uses them, and brought back by restoring', async () => {
    const remove = (pageKey: string) => server.call('bizmeta.page.remove', { pageKey }, auth);
    await hands.bring(page('block.footer'));
    await hands.bring(
      page('mine.user', '', {
        title: '欢迎',
        nodes: { a: { type: 'block@1', props: { block: 'block.footer' } } },
      }),
    );
    expect(await remove('block.footer')).toMatchObject({
      code: 400,
      msg: '“通知”被 “欢迎” 用到，不能删除',
    });
    expect((await remove('mine.user')).code).toBe(200);
    expect((await remove('block.footer')).code).toBe(200);
    expect([
      await hands.row('block.footer'),
      (await server.call('bizmeta.page.schema', { pageKey: 'block.footer' }, auth)).code,
    ]).toEqual([undefined, 404]);
    expect((await remove('block.footer')).code).toBe(404);
    expect((await remove('main.home')).error.reason).toBe('PAGE_NOT_OWN');
    expect((await restore('block.footer', 1)).data.rev).toBe(2);
    expect(wordsOf(await hands.served('block.footer'))).toBe('一');
  });
  it('are not removed while the menu of an application leads to them', async () => {
    const remove = () => server.call('bizmeta.page.remove', { pageKey: 'page.visit' }, auth);
    await hands.bring(page('page.visit'));
    const { id } = (await server.call('bizmeta.app.save', { name: '拜访' }, auth)).data;
    const entry = { id, kind: 'page' as const, title: '拜访', page: 'page.visit' };
    const adding = { ...entry, do: 'add' as const };
    const { key } = (await server.call('bizmeta.app.navigation', adding, auth)).data;
    expect((await remove()).msg).toContain('应用“拜访”的菜单');
    await server.call('bizmeta.app.navigation', { id, do: 'remove', key }, auth);
    expect((await remove()).code).toBe(200);
  });
});

describe('a block pinned to one revision', () => {
  it('stays unchanged, is listed so, and outlives the history’s limit', async () => {
    await hands.bring(page('block.head', '旧的'));
    await next('block.head', '新的');
    const user = (reference: string, key: string) =>
      page(key, '', { nodes: { a: { type: 'block@1', props: { block: reference } } } });
    expect((await hands.bring(user('block.head@1', 'mine.pinned'))).msg).toBe('ok');
    expect([
      wordsOf(await hands.served('block.head@1')),
      wordsOf(await hands.served('block.head')),
    ]).toEqual(['旧的', '新的']);
    expect(
      (await server.call('bizmeta.page.usages', { pageKey: 'block.head' }, auth)).data,
    ).toEqual([{ key: 'mine.pinned', title: '通知', nodes: ['a'], pinned: 1 }]);
    expect(await hands.bring(user('block.head@9', 'mine.nopin'))).toMatchObject({
      code: 400,
      error: { reason: 'PAGE_INVALID' },
    });
    await server.db.withTenant(server.demo, (tx) =>
      tx.run(
        `UPDATE bizmeta.page SET rev = rev + $2 WHERE tenant_id = $1 AND key = 'block.head'
          AND rev = 2`,
        [tx.tenant.id, MAX_REVISIONS + 5],
      ),
    );
    await next('block.head', '更新');
    expect(wordsOf(await hands.served('block.head@1'))).toBe('旧的');
  });
  it('that leads to itself through a revision is a circle', async () => {
    await hands.bring(page('block.loop'));
    expect(
      (
        await hands.bring(
          page('block.inner', '', {
            nodes: { a: { type: 'block@1', props: { block: 'block.loop' } } },
          }),
        )
      ).msg,
    ).toBe('ok');
    const answer = await hands.bring(
      page('block.loop', '', {
        nodes: { a: { type: 'block@1', props: { block: 'block.inner@1' } } },
      }),
    );
    expect(answer).toMatchObject({ code: 400, error: { reason: 'PAGE_INVALID' } });
    expect(answer.msg).toContain('block.loop → block.inner@1 → block.loop');
  });
});
