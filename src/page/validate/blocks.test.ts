import { expect, it } from 'vitest';
import { blockUses, MAX_BLOCKS_DEEP } from '../model/blocks.ts';
import type { PageDocument, PageNode } from '../model/document.ts';
import { pageUses } from '../references/index.ts';
import { catalogues } from '../../../tests/fixtures/catalogues.ts';
import { validatePage, type WidgetCatalogue } from './index.ts';

const any = { type: 'object' as const };
const widgets: WidgetCatalogue = [
  { type: 'block', version: 1, title: '区块', category: 'layout', props: any },
  {
    type: 'box',
    version: 1,
    title: '盒',
    category: 'layout',
    props: any,
    slots: { default: { title: '内容' } },
  },
  {
    type: 'rows',
    version: 1,
    title: '各行',
    category: 'layout',
    props: any,
    slots: { body: { title: '行', repeated: true } },
  },
  {
    type: 'one',
    version: 1,
    title: '一行',
    category: 'layout',
    props: any,
    slots: { body: { title: '行', repeated: 'one' } },
  },
  {
    type: 'input',
    version: 1,
    title: '输入',
    category: 'input',
    props: any,
    bind: { kinds: ['field'] },
  },
];
const page = (
  key: string,
  nodes: PageNode[],
  params: PageDocument['params'] = {},
): PageDocument => ({
  spec: 'page/1',
  key,
  rev: 1,
  title: 'x',
  params,
  root: 'r',
  nodes: {
    r: { type: 'box@1', slots: { default: nodes.map((_, i) => `n${i}`) } },
    ...Object.fromEntries(nodes.map((node, i) => [`n${i}`, node])),
  },
});
const use = (block: string, params?: object): PageNode => ({
  type: 'block@1',
  props: { block, ...(params && { params }) } as never,
});
const address = page('block.address', [], {
  city: { type: 'text', required: true },
  zoom: { type: 'number' },
});
const problemsOf = (document: PageDocument, blocks: PageDocument[] = [address]) =>
  validatePage(document, {
    widgets,
    actions: [],
    block: (key) => blocks.find((each) => each.key === key),
  }).problems.map(({ path, msg }) => `${path} ${msg.replace('页面配置有误：', '')}`);

it('a block is used with the parameters it declares, in their types', () => {
  expect(
    problemsOf(page('a.b', [use('block.address', { city: { $x: "'北京'" }, zoom: 3 })])),
  ).toEqual([]);
  expect(problemsOf(page('a.b', [use('block.address', { citty: '北京', zoom: '3' })]))).toEqual([
    '/nodes/n0/props/params/citty 区块“block.address”没有参数“citty”，是否想写“city”',
    '/nodes/n0/props/params/zoom 参数“zoom”的类型应为 number',
    '/nodes/n0/props/params 缺少参数“city”',
  ]);
});
it('what is no block, or not there, is named', () => {
  expect(problemsOf(page('a.b', [use('block.gone'), use('main.home')]))).toEqual([
    '/nodes/n0/props/block 没有键为“block.gone”的区块',
    '/nodes/n1/props/block “main.home”不是区块：区块的键以“block.”开头',
  ]);
});
const part: PageDocument = {
  ...page('block.part', []),
  state: { who: { type: 'text', shared: true } },
  sources: { people: { call: 'upm.org.tree', shared: true } },
  forms: { order: { shared: true } },
  nodes: { r: { type: 'input@1', bind: 'order.reason' } },
};
const around = (shares: object, more: Partial<PageDocument> = {}): PageDocument => ({
  ...page('a.b', [{ ...use('block.part'), props: { block: 'block.part', shares } as never }]),
  state: { name: { type: 'text' }, long: { type: 'number' }, all: { type: 'text', is: 'x' } },
  sources: { users: { call: 'upm.org.tree' }, apps: { call: 'bizmeta.app.list' } },
  forms: { edit: { schema: { type: 'object', properties: { reason: { type: 'string' } } } } },
  ...more,
});
const whole = { 'state.who': 'state.name', people: 'users', order: 'edit' };
it('what a block shares is handed in, each of its kind and type', () => {
  expect(problemsOf(around(whole), [part])).toEqual([]);
  const faults = (shares: object, more?: Partial<PageDocument>) =>
    problemsOf(around({ ...whole, ...shares }, more), [part]).map((text) =>
      text.replace('/nodes/n0/props/shares', ''),
    );
  expect(problemsOf(around({}), [part])).toHaveLength(3);
  expect(faults({ 'state.who': 'state.nam' })).toEqual([
    expect.stringMatching(
      /^\/state.who 没有可以共用的“state.nam”：区块要的是状态，是否想写“state.name”/,
    ),
  ]);
  expect(faults({ 'state.who': 'state.long' })).toEqual([expect.stringContaining('“type”是 text')]);
  expect(faults({ 'state.who': 'state.all' })).toEqual([expect.stringContaining('用 params')]);
  expect(faults({ people: 'apps' })).toEqual([expect.stringContaining('“call”是 upm.org.tree')]);
  expect(faults({ order: 'users' })).toEqual([expect.stringContaining('区块要的是表单')]);
  expect(faults({ other: 'users' })).toEqual([expect.stringContaining('没有共用“other”')]);
  expect(faults({}, { forms: { edit: { schema: { type: 'object', properties: {} } } } })).toEqual([
    expect.stringContaining('表单里没有“reason”'),
  ]);
});
it('only a block shares, and says no more of it than what it is', () => {
  const state = { who: { type: 'text', shared: true, init: '甲' } } as const;
  expect(problemsOf({ ...page('block.x', []), state })).toEqual([
    '/state/who/init 与页面共用的声明不能有“init”：它由页面声明',
  ]);
  expect(
    problemsOf({ ...page('a.x', []), state: { who: { type: 'text', shared: true } } }),
  ).toEqual([expect.stringContaining('只有区块可以')]);
});
it('a block shares in one place: not in rows, except in one that is chosen', () => {
  const inRows = (type: string) => ({
    ...around(whole),
    nodes: {
      r: { type, slots: { body: { as: 'row', nodes: ['n0'] } } },
      n0: { ...use('block.part'), props: { block: 'block.part', shares: whole } },
    } as never,
  });
  expect(problemsOf(inRows('rows@1'), [part])).toEqual([
    expect.stringContaining('按行重复的位置里'),
  ]);
  expect(problemsOf(inRows('one@1'), [part])).toEqual([]);
});
it('blocks that lead back to themselves are refused with the whole circle, through stored pages too', () => {
  const stored = [page('block.b', [use('block.c')]), page('block.c', [use('block.a')])];
  expect(problemsOf(page('block.a', [use('block.b')]), stored)).toEqual([
    '/nodes/n0/props/block 区块循环引用：block.a → block.b → block.c → block.a',
  ]);
  expect(problemsOf(page('block.a', [use('block.a')]), [])).toEqual([
    '/nodes/n0/props/block 区块循环引用：block.a → block.a',
  ]);
});
it('blocks within blocks have a limit; the same block twice has none', () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, i) =>
      page(`block.c${i}`, i + 1 < length ? [use(`block.c${i + 1}`)] : []),
    );
  expect(
    problemsOf(page('a.b', [use('block.c0'), use('block.c0')]), chain(MAX_BLOCKS_DEEP)),
  ).toEqual([]);
  expect(problemsOf(page('a.b', [use('block.c0')]), chain(MAX_BLOCKS_DEEP + 1))).toEqual([
    `/nodes 区块最多嵌套 ${MAX_BLOCKS_DEEP} 层，现在有 ${MAX_BLOCKS_DEEP + 1} 层`,
  ]);
});
it('usages are listed by node: blocks, embedded pages, pages that actions open', () => {
  const document = page('a.b', [
    use('block.x'),
    { type: 'pageEmbed@1', props: { pageKey: 'c.d' } },
    {
      type: 'box@1',
      on: {
        click: [
          { do: 'dialog', args: { page: 'block.x' } },
          { do: 'drawer', args: { page: 'e.f' } },
        ],
      },
    },
  ]);
  expect(blockUses(document)).toEqual([{ nodeId: 'n0', key: 'block.x' }]);
  expect(pageUses(document, catalogues).map(({ nodeId, key }) => `${nodeId} ${key}`)).toEqual([
    'n0 block.x',
    'n1 c.d',
    'n2 block.x',
    'n2 e.f',
  ]);
});
