import { describe, expect, it } from 'vitest';
import { MAX_NAME, MAX_NODE_ID, MAX_VALUE_DEPTH } from '../../document/index.ts';
import { MAX_ACTIONS, MAX_DECLARATIONS } from '../model/limits.ts';
import { validatePage } from './index.ts';

const any = { type: 'object' } as const;
const widget = (type: string, title: string, category: string, more: object = {}) => ({
  type,
  version: 1,
  title,
  category,
  props: any,
  ...more,
});
const widgets = [
  widget('box', '盒', 'layout', {
    slots: {
      default: { title: '内容' },
      menu: { title: '菜单', accepts: ['navigation', 'button'], most: 2 },
      rows: { title: '行', accepts: ['display'], repeated: true },
    },
  }),
  widget('button', '按钮', 'action', { events: { click: { title: '单击' } } }),
  widget('text', '文字', 'display'),
  widget('link', '链接', 'navigation'),
];
const actions = [{ name: 'toast', title: '提示', args: any }];
const page = (parts: object) => ({
  spec: 'page/1',
  key: 'a.b',
  rev: 1,
  title: 'x',
  root: 'r',
  nodes: { r: { type: 'text@1' } },
  ...parts,
});
const problemsOf = (parts: object) =>
  validatePage(page(parts), { widgets, actions }).problems.map(({ path, msg, nodeId }) => [
    path,
    msg.replace('页面配置有误：', ''),
    nodeId,
  ]);
const boxOf = (slots: object, nodes: object) => ({
  nodes: { r: { type: 'box@1', slots }, ...nodes },
});

describe('a slot', () => {
  it('refuses a node it does not take, at the node’s own place and in words', () => {
    expect(
      problemsOf(boxOf({ menu: ['a', 'b'] }, { a: { type: 'link@1' }, b: { type: 'text@1' } })),
    ).toEqual([['/nodes/r/slots/menu/1', '插槽“menu”不能放“文字”，可放：导航、按钮', 'b']]);
    expect(
      problemsOf(boxOf({ rows: { as: 'row', nodes: ['a'] } }, { a: { type: 'button@1' } })),
    ).toEqual([['/nodes/r/slots/rows/nodes/0', '插槽“rows”不能放“按钮”，可放：展示', 'a']]);
    expect(
      problemsOf(
        boxOf(
          { menu: ['a', 'b'], default: ['c'] },
          { a: { type: 'link@1' }, b: { type: 'button@1' }, c: { type: 'text@1' } },
        ),
      ),
    ).toEqual([]);
  });
  it('refuses more nodes than it takes', () => {
    expect(
      problemsOf(
        boxOf(
          { menu: ['a', 'b', 'c'] },
          { a: { type: 'link@1' }, b: { type: 'link@1' }, c: { type: 'link@1' } },
        ),
      ),
    ).toEqual([['/nodes/r/slots/menu', '插槽“menu”最多放 2 个节点，现在有 3 个', 'r']]);
  });
});

describe('each limit has a problem of its own', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
  const many = (count: number, make: (i: number) => object) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, make(i)]));
  const toast = { do: 'toast', args: {} };
  it.each([
    [
      'actions of an event',
      {
        nodes: {
          r: {
            type: 'button@1',
            on: { click: Array.from({ length: MAX_ACTIONS + 1 }, () => toast) },
          },
        },
      },
      '/nodes/r/on/click',
      `最多 ${MAX_ACTIONS} 个动作`,
    ],
    [
      'declarations of a kind',
      { state: many(MAX_DECLARATIONS + 1, () => ({ type: 'text' })) },
      '/state',
      `最多声明 ${MAX_DECLARATIONS} 项`,
    ],
    [
      'levels of a value',
      { nodes: { r: { type: 'text@1', props: { deep: nested(MAX_VALUE_DEPTH + 2) } } } },
      '/nodes/r/props/deep',
      `嵌套超过 ${MAX_VALUE_DEPTH} 层`,
    ],
    [
      'letters of a name',
      { sources: { ['n'.repeat(MAX_NAME + 1)]: { describe: 'x' } } },
      '/sources/',
      `最多 ${MAX_NAME} 个字符`,
    ],
    [
      'letters of a node’s id',
      {
        root: 'i'.repeat(MAX_NODE_ID + 1),
        nodes: { ['i'.repeat(MAX_NODE_ID + 1)]: { type: 'text@1' } },
      },
      '/',
      `最多 ${MAX_NODE_ID}`,
    ],
  ])('%s', (_what, parts, place, text) => {
    const found = problemsOf(parts).find(([, msg]) => String(msg).includes(text));
    expect(found?.[0]).toContain(place);
  });
});
