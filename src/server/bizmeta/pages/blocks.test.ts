import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PageDocument, PageNode } from '../../../page/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { builderOf } from '../testing/builder.ts';

let server: TestServer;
let builder: Auth;
beforeAll(async () => {
  server = await testServer();
  builder = await server.signIn('builder');
});
afterAll(() => server?.close());

const page = (key: string, node: PageNode, params: PageDocument['params'] = {}) => ({
  spec: 'page/1',
  key,
  rev: 0,
  title: `页面 ${key}`,
  params,
  root: 'r',
  nodes: { r: node },
});
const use = (block: string, params: Record<string, string> = {}): PageNode => ({
  type: 'block@1',
  props: { block, params },
});
const text: PageNode = { type: 'text@1', props: { text: '地址' } };
const save = (document: ReturnType<typeof page>, as = builder) =>
  builderOf(server, as).bring(document);
const saying = async (document: ReturnType<typeof page>) => {
  const { code, error } = await save(document);
  return [code, error.errors?.map(({ path, msg }) => `${path} ${msg}`).join()];
};

it('blocks are saved like pages, used by others, and their usages are listed', async () => {
  expect(
    (await save(page('block.place', text, { city: { type: 'text', required: true } }))).msg,
  ).toBe('ok');
  expect((await save(page('mine.order', use('block.place', { city: '北京' })))).msg).toBe('ok');
  expect(
    (
      await save(
        page('mine.opens', {
          type: 'button@1',
          props: { text: '看' },
          on: { click: [{ do: 'dialog', args: { page: 'block.place', params: { city: 'x' } } }] },
        }),
      )
    ).msg,
  ).toBe('ok');
  expect(
    (await server.call('bizmeta.page.usages', { pageKey: 'block.place' }, builder)).data,
  ).toEqual([
    { key: 'mine.opens', title: '页面 mine.opens', nodes: ['r'] },
    { key: 'mine.order', title: '页面 mine.order', nodes: ['r'] },
  ]);
  expect(
    (
      await server.call(
        'bizmeta.page.usages',
        { pageKey: 'block.place' },
        await server.signIn('user'),
      )
    ).code,
  ).toBe(403);
});
it('an own page is used by pages that link to its address, and by pages that open it', async () => {
  expect((await save(page('page.visit', text))).msg).toBe('ok');
  const go = (to: unknown): PageNode => ({
    type: 'button@1',
    props: { text: '去' },
    on: { click: [{ do: 'navigate', args: { to: to as never } }] },
  });
  for (const [key, to] of [
    ['mine.goes', '/page/visit'],
    ['mine.asks', { $t: '/page/visit?id={params.id}' }],
    ['mine.else', '/page/visitors'],
    ['mine.worked', { $t: '/page/{params.id}' }],
  ] as const)
    expect((await save(page(key, go(to), { id: { type: 'text' } }))).msg).toBe('ok');
  expect(
    (
      await save({
        ...page('mine.begins', text),
        onOpen: [{ do: 'dialog', args: { page: 'page.visit' } }],
      } as never)
    ).msg,
  ).toBe('ok');
  expect(
    (await server.call('bizmeta.page.usages', { pageKey: 'page.visit' }, builder)).data.map(
      ({ key }) => key,
    ),
  ).toEqual(['mine.asks', 'mine.begins', 'mine.goes']);
});
it('a page that shows a block with wrong parameters, or a missing one, is refused', async () => {
  expect(await saying(page('mine.wrong', use('block.place')))).toEqual([
    400,
    expect.stringContaining('缺少参数“city”'),
  ]);
  expect(await saying(page('mine.wrong', use('block.none')))).toEqual([
    400,
    expect.stringContaining('没有键为“block.none”的区块'),
  ]);
});
const served = async (pageKey: string) =>
  (await server.call('bizmeta.page.schema', { pageKey }, builder)).data;
const fetched = async (pageKey: string, etag: unknown) =>
  server.inject({
    method: 'GET',
    url: `/bizmeta/v1/page/${pageKey}/schema`,
    headers: { ...builder, ...(etag !== undefined && { 'if-none-match': String(etag) }) },
  });
it('a page is sent with the blocks it shows, and those within them; a changed block is a changed page', async () => {
  expect((await save(page('block.inner', text))).msg).toBe('ok');
  expect((await save(page('block.outer', use('block.inner')))).msg).toBe('ok');
  expect((await save(page('mine.whole', use('block.outer')))).msg).toBe('ok');
  const { blocks = [] } = await served('mine.whole');
  expect(blocks.map(({ key, origin }) => [key, origin])).toEqual([
    ['block.outer', 'company'],
    ['block.inner', 'company'],
  ]);
  const first = await fetched('mine.whole', undefined);
  expect((await fetched('mine.whole', first.headers['etag'])).statusCode).toBe(304);
  expect((await save({ ...page('block.inner', text), title: '换了' })).msg).toBe('ok');
  expect((await fetched('mine.whole', first.headers['etag'])).statusCode).toBe(200);
});
it('a block pinned to a revision is sent with the page, in that revision, and with what it shows itself', async () => {
  const words = (said: string): PageNode => ({ type: 'text@1', props: { text: said } });
  await save(page('block.inner', words('里面')));
  await save(page('block.head', use('block.inner')));
  await save(page('mine.pins', use('block.head@1')));
  await save(page('block.head', words('新的')));
  const { blocks = [] } = await served('mine.pins');
  expect(blocks.map(({ key }) => key)).toEqual(['block.head@1', 'block.inner']);
  expect(JSON.stringify(blocks[0]!.document)).toContain('block.inner');
  const alone = await served('block.head@1');
  expect(alone.document).toEqual(blocks[0]!.document);
  expect(alone.blocks?.map(({ key }) => key)).toEqual(['block.inner']);
});
it('a page of the program comes with its blocks, those of the program as the program’s', async () => {
  const { origin, blocks = [] } = await served('system.users');
  expect(origin).toBe('program');
  expect(blocks.map(({ key }) => key)).toContain('block.users.invite');
  expect(new Set(blocks.map((block) => block.origin))).toEqual(new Set(['program']));
});
it('a block of the program that shares with its page is not changed by itself', async () => {
  const { document } = await served('block.users.bulk');
  const changed = { ...(document as ReturnType<typeof page>), title: '我们的' };
  const { msg, error } = await save(changed, await server.signIn('admin'));
  expect(`${msg} ${JSON.stringify(error)}`).toContain('不能单独修改');
});
it('a circle through stored blocks is refused when it would be closed', async () => {
  expect((await save(page('block.one', text))).msg).toBe('ok');
  expect((await save(page('block.two', use('block.one')))).msg).toBe('ok');
  expect(await saying(page('block.one', use('block.two')))).toEqual([
    400,
    expect.stringContaining('区块循环引用：block.one → block.two → block.one'),
  ]);
});
it('another company has no access to them', async () => {
  const { auth } = await server.newTenant('others');
  expect((await server.call('bizmeta.page.usages', { pageKey: 'block.place' }, auth)).data).toEqual(
    [],
  );
  expect((await save(page('mine.order', use('block.place', { city: '北京' })), auth)).code).toBe(
    400,
  );
});
