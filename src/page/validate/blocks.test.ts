import { expect, it } from 'vitest';
import { blockUses, MAX_BLOCKS_DEEP } from '../model/blocks.ts';
import type { PageDocument, PageNode } from '../model/document.ts';
import { pageUses } from '../references/index.ts';
import { catalogues } from '../../../tests/fixtures/catalogues.ts';
import { validatePage } from './index.ts';

const any = { type: 'object' } as const;
const widgets = [
  { type: 'block', version: 1, title: '区块', category: 'layout', props: any },
  {
    type: 'box',
    version: 1,
    title: '盒',
    category: 'layout',
    props: any,
    slots: { default: { title: '内容' } },
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
