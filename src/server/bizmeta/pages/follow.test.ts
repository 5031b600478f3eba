import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PageDocument } from '../../../page/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { builderOf } from '../testing/builder.ts';

let server: TestServer;
let builder: Auth;
let id: string;
let fieldIds: Record<string, string>;
const text = (apiName: string, label: string) => ({ apiName, label, type: 'text' as const });
const detail = async (apiName: string) =>
  (await server.call('bizmeta.describe.detail', { apiName }, builder)).data;

beforeAll(async () => {
  server = await testServer();
  builder = await server.signIn('builder');
  id = (
    await server.call(
      'bizmeta.describe.create',
      {
        describe: {
          apiName: 'deal',
          label: '商机',
          fields: [text('name', '名称'), text('stage', '阶段')],
        },
      },
      builder,
    )
  ).data.id;
  fieldIds = Object.fromEntries(
    (await detail('deal')).fields.map((field) => [field.apiName, field.id]),
  );
  expect((await save('mine.deal')).msg).toBe('ok');
});
afterAll(() => server?.close());

const page = (key: string) => ({
  spec: 'page/1',
  key,
  rev: 0,
  title: '商机',
  sources: {
    deals: {
      list: 'deal',
      where: { $x: "stage = 'open'" },
      sort: [{ field: 'stage', dir: 'asc' }],
    },
  },
  forms: { record: { object: 'deal' } },
  root: 'r',
  nodes: {
    r: { type: 'stack@1', slots: { default: ['f', 't'] } },
    f: { type: 'field@1', bind: 'record.stage' },
    t: { type: 'text@1', props: { text: { $t: '{record.stage} stage' } } },
  },
});
const save = (key: string, as = builder) => builderOf(server, as).bring(page(key));
const served = async (key: string, as = builder) =>
  (await server.call('bizmeta.page.schema', { pageKey: key }, as)).data.document as PageDocument;
const update = async (change: object) => {
  const { version, fields } = await detail(
    (await server.call('bizmeta.describe.list', {}, builder)).data.find((each) => each.id === id)!
      .apiName,
  );
  return server.call(
    'bizmeta.describe.update',
    {
      describe: {
        id,
        label: '商机',
        version,
        fields: fields.map((field) => ({ id: field.id, ...text(field.apiName, field.label) })),
        ...change,
      } as never,
    },
    builder,
  );
};

it('pages follow a field that gets another name, as a new revision; the page stays valid', async () => {
  const before = await served('mine.deal');
  expect(
    (
      await update({
        fields: [
          { id: fieldIds['name'], ...text('name', '名称') },
          { id: fieldIds['stage'], ...text('phase', '阶段') },
        ],
      })
    ).msg,
  ).toBe('ok');
  const after = await served('mine.deal');
  expect(after).toMatchObject({
    rev: before.rev + 1,
    sources: { deals: { where: { $x: "phase = 'open'" }, sort: [{ field: 'phase' }] } },
    nodes: { f: { bind: 'record.phase' }, t: { props: { text: { $t: '{record.phase} stage' } } } },
  });
  expect((await builderOf(server, builder).bring({ ...after, title: '后来' })).msg).toBe('ok');
});
it('and an object; a page of the object moves to its new key', async () => {
  expect(
    (
      await builderOf(server, builder).bring({
        ...(await served('mine.deal')),
        key: 'object.deal.list',
      })
    ).msg,
  ).toBe('ok');
  expect((await update({ apiName: 'chance' })).msg).toBe('ok');
  expect(await served('mine.deal')).toMatchObject({
    sources: { deals: { list: 'chance' } },
    forms: { record: { object: 'chance' } },
  });
  expect(await served('object.chance.list')).toMatchObject({
    key: 'object.chance.list',
    nodes: { f: { bind: 'record.phase' } },
  });
  expect(
    (await server.call('bizmeta.page.schema', { pageKey: 'object.deal.list' }, builder)).code,
  ).toBe(404);
});
it('drafts of every editor follow as well; a page retains its history and its draft under its new key', async () => {
  const hands = builderOf(server, builder);
  const version = await hands.change('object.chance.list', (document) => {
    document.title = '机会';
  });
  const { document } = await hands.open('object.chance.list');
  expect(
    (
      await update({
        apiName: 'prospect',
        fields: [
          { id: fieldIds['name'], ...text('name', '名称') },
          { id: fieldIds['stage'], ...text('step', '阶段') },
        ],
      })
    ).msg,
  ).toBe('ok');
  const draft = await hands.open('object.prospect.list');
  expect(draft).toMatchObject({
    hasDraft: true,
    conflictWith: null,
    words: ['页面的标题由“后来”改为“机会”'],
    document: {
      title: '机会',
      sources: { deals: { list: 'prospect', where: { $x: "step = 'open'" } } },
      nodes: { f: { bind: 'record.step' } },
    },
  });
  expect((await hands.history('object.prospect.list')).map(({ words }) => words[0])).toEqual([
    '随对象或字段的新名称修改',
    '随对象或字段的新名称修改',
    expect.any(String),
  ]);
  // An editor opened under the old names saves only its own change.
  document.nodes['t']!.note = '备注';
  expect(
    (
      await hands.save('object.prospect.list', version, {
        ...document,
        key: 'object.prospect.list',
      })
    ).data,
  ).toMatchObject({ merged: true });
  expect((await hands.open('object.prospect.list')).document.nodes).toMatchObject({
    f: { bind: 'record.step' },
    t: { note: '备注' },
  });
  expect(
    (
      await hands.publish(
        'object.prospect.list',
        (await hands.open('object.prospect.list')).draftVersion,
      )
    ).msg,
  ).toBe('ok');
  expect(
    (
      await update({
        apiName: 'chance',
        fields: [
          { id: fieldIds['name'], ...text('name', '名称') },
          { id: fieldIds['stage'], ...text('phase', '阶段') },
        ],
      })
    ).msg,
  ).toBe('ok');
});
it('a change that renames nothing makes no revision', async () => {
  const { rev } = await served('mine.deal');
  expect((await update({ description: '说明' })).msg).toBe('ok');
  expect((await served('mine.deal')).rev).toBe(rev);
});
it('another company’s pages are unchanged', async () => {
  const { auth } = await server.newTenant('theirs');
  await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'chance',
        label: '机会',
        fields: [text('phase', '阶段'), text('stage', '阶段二')],
      },
    },
    auth,
  );
  expect((await builderOf(server, auth).bring(await served('mine.deal'))).msg).toBe('ok');
  expect((await update({ apiName: 'deal' })).msg).toBe('ok');
  expect(await served('mine.deal', auth)).toMatchObject({
    forms: { record: { object: 'chance' } },
  });
});
