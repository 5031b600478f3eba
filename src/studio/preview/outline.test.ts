import { describe, expect, it } from 'vitest';
import {
  apply,
  flatten,
  treeProblems,
  type NestedNode,
  type PageDocument,
  type PageOperation,
} from '../../page/index.ts';
import type { Wish } from '../../../machines/index.ts';
import { actions } from '../../runtime/actions/index.ts';
import { defineWidget, props, textProp } from '../../view/kit/index.ts';
import { createRegistry } from '../../view/index.ts';
import { PAGE_ROW, outlineOf } from './outline.ts';
import type { NewId } from './new-id.ts';
import { pageTools } from './tools.ts';

const view = () => Promise.resolve({ default: () => null });
const widget = (type: string, title: string, slots: object = {}) =>
  defineWidget({
    type,
    version: 1,
    title,
    category: 'layout',
    props: props({ text: textProp('文字') }),
    slots: slots as never,
    view,
  });
const registry = createRegistry(
  [
    widget('text', '文字'),
    widget('page', '页面', { default: { title: '内容' }, extra: { title: '标题右侧：按钮' } }),
    widget('tabs', '页签', { '*': { title: '与页签同名的内容' } }),
    widget('repeat', '重复', {
      item: { title: '每一行', repeated: true },
      empty: { title: '没有数据时', most: 1 },
    }),
    widget('box', '盒', { body: { title: '内容', accepts: ['text'] } }),
  ],
  actions,
);
/** Ids of tests are counted, those of editors are random. */
const counted: NewId = (taken, wish) => {
  for (let n = 1; ; n++) {
    const id = n === 1 ? wish : `${wish}${n}`;
    if (!taken.has(id)) return id;
  }
};
const tools = pageTools(registry, counted);
const text = (id: string): NestedNode => ({ id, type: 'text@1', props: { text: id } });
const page = (): PageDocument =>
  flatten({
    spec: 'page/1',
    key: 'k',
    rev: 1,
    title: '客户',
    body: {
      id: 'page',
      type: 'page@1',
      slots: {
        default: [
          text('甲'),
          {
            id: 'tabs',
            type: 'tabs@1',
            props: {
              items: [
                { key: 'one', title: '一' },
                { key: 'two', title: '二' },
              ],
            },
            slots: { one: [text('乙')] },
          },
          { id: 'rows', type: 'repeat@1' },
          { id: 'box', type: 'box@1' },
        ],
      },
    },
  });
const rows = (selected: string, of = page()) =>
  outlineOf(of, registry, selected).map(({ id, parentId, title }) => [parentId, id, title]);

describe('an outline', () => {
  it('shows nodes by what is written on them, the slots of items, and empty slots of the selected node only', () => {
    expect(rows('甲')).toEqual([
      [null, PAGE_ROW, '客户'],
      [PAGE_ROW, 'page', '页面'],
      ['page', '甲', '甲'],
      ['page', 'tabs', '页签'],
      ['tabs', '#one@tabs', '一'],
      ['#one@tabs', '乙', '乙'],
      ['tabs', '#two@tabs', '二'],
      ['page', 'rows', '重复'],
      ['page', 'box', '盒'],
    ]);
    const withTemplates = page();
    withTemplates.nodes['甲']!.props = { text: { $t: '你好，{user.realName}' } };
    withTemplates.title = { $t: '{params.key}' };
    expect(
      rows('甲', withTemplates)
        .slice(0, 3)
        .map(([, , title]) => title),
    ).toEqual(['页面', '页面', '你好，…']);
    expect(rows('page').at(-1)).toEqual(['page', '#extra@page', '标题右侧']);
  });
});

/** The page after a wish, and what is selected then; or why not. */
function command(asked: Wish, selected: string, of = page()) {
  const plan = tools.plan(of as never, asked, selected);
  if ('refusal' in plan) return plan.refusal;
  const next = apply(of, plan.steps as unknown as PageOperation[]);
  expect(treeProblems(next)).toEqual([]);
  return { next, select: plan.select, slots: (id: string) => next.nodes[id]?.slots };
}
const done = (result: ReturnType<typeof command>) => {
  if (typeof result === 'string') throw new Error(result);
  return result;
};

describe('what a person wants done', () => {
  it('adds into what is selected, else behind it, with its name on it, and selects it', () => {
    const inSlot = done(command({ type: 'INSERT', what: 'text' }, '#two@tabs'));
    expect([inSlot.slots('tabs'), inSlot.select, inSlot.next.nodes['text']]).toEqual([
      { one: ['乙'], two: ['text'] },
      'text',
      { type: 'text@1', props: { text: '文字' } },
    ]);
    expect(done(command({ type: 'INSERT', what: 'box' }, '甲')).slots('page')).toEqual({
      default: ['甲', 'box2', 'tabs', 'rows', 'box'],
    });
    expect(done(command({ type: 'INSERT', what: 'text' }, 'rows')).slots('rows')).toEqual({
      item: { as: 'row', nodes: ['text'] },
    });
    expect(done(command({ type: 'INSERT', what: 'text' }, PAGE_ROW)).slots('page')).toEqual({
      default: ['甲', 'tabs', 'rows', 'box', 'text'],
    });
  });
  it('two builders who add the same widget at the same time both have theirs after the merge', () => {
    const editor = pageTools(registry);
    const before = page() as never;
    const adds = () => {
      const plan = editor.plan(before, { type: 'INSERT', what: 'text' }, '甲');
      if ('refusal' in plan) throw new Error(plan.refusal);
      return { select: plan.select, document: editor.apply(before, plan.steps) };
    };
    const [mine, theirs] = [adds(), adds()];
    const { nodes } = editor.merge(before, mine.document, theirs.document) as never as PageDocument;
    expect(mine.select).not.toBe(theirs.select);
    expect(Object.keys(nodes)).toEqual(expect.arrayContaining([mine.select, theirs.select]));
  });
  it('moves by the outline: into another slot, and among its siblings', () => {
    expect(
      done(command({ type: 'MOVE', id: '甲', parentId: '#two@tabs', index: 0 }, '甲')).slots(
        'tabs',
      ),
    ).toEqual({ one: ['乙'], two: ['甲'] });
    expect(
      done(command({ type: 'MOVE', id: '甲', parentId: 'page', index: 2 }, '甲')).slots('page'),
    ).toEqual({ default: ['tabs', 'rows', '甲', 'box'] });
    expect(
      done(command({ type: 'MOVE', id: '甲', parentId: 'box', index: 0 }, '甲')).slots('box'),
    ).toEqual({ body: ['甲'] });
  });
  it('removes with all below, and selects what is next to it', () => {
    const result = done(command({ type: 'REMOVE', id: 'tabs' }, 'tabs'));
    expect([Object.keys(result.next.nodes), result.select]).toEqual([
      ['page', '甲', 'rows', 'box'],
      'rows',
    ]);
  });
  it('copies with all below, under ids of their own', () => {
    const result = done(command({ type: 'DUPLICATE' }, 'tabs'));
    expect(result.slots('page')).toEqual({ default: ['甲', 'tabs', 'tabsCopy', 'rows', 'box'] });
    expect(result.slots('tabsCopy')).toEqual({ one: ['乙Copy'] });
  });
  it.each<[string, Wish, string]>([
    ['the root away', { type: 'REMOVE', id: 'page' }, '页面的最外层不能删除'],
    ['a slot away', { type: 'REMOVE', id: '#one@tabs' }, '插槽不能删除，可以删除其中的组件'],
    [
      'what a slot does not take',
      { type: 'MOVE', id: 'rows', parentId: 'box', index: 0 },
      '“盒”里不能放组件',
    ],
    ['what nobody knows', { type: 'INSERT', what: 'teapot' }, '没有名为“teapot”的组件'],
  ])('says why it does not put %s', (_, asked, why) =>
    expect(command(asked, '#one@tabs')).toBe(why),
  );
  it('keeps to the most a slot takes', () => {
    const full = done(command({ type: 'INSERT', what: 'text' }, '#empty@rows', { ...page() }));
    expect(command({ type: 'INSERT', what: 'text' }, '#empty@rows', full.next)).toBe(
      '“没有数据时”里最多放 1 个',
    );
  });
});

describe('pages as documents', () => {
  it('are read flat or nested, and refused when they are no tree', () => {
    expect(tools.read({ key: 'k', body: { type: 'text@1' } })).toMatchObject({
      document: { root: 'text' },
    });
    expect(tools.read({ ...page(), nodes: { ...page().nodes, lost: { type: 'text@1' } } })).toEqual(
      { refusal: expect.stringContaining('lost') },
    );
    expect(tools.read([])).toEqual({ refusal: '这里应是一份页面文档' });
  });
  it('take over what others changed; of the same place, ours stays', () => {
    const [base, ours, theirs] = [page(), page(), page()];
    ours.title = '我的';
    theirs.title = '他的';
    theirs.nodes['甲']!.props = { text: '变了' };
    expect(tools.merge(base as never, ours as never, theirs as never)).toMatchObject({
      title: '我的',
      nodes: { 甲: { props: { text: '变了' } } },
    });
  });
});
