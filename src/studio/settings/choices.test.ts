import { describe, expect, it } from 'vitest';
import type { Kind, PageDocument } from '../../page/index.ts';
import { actions } from '../../runtime/actions/index.ts';
import { fakePorts } from '../../view/testing/index.ts';
import { createRegistry } from '../../view/index.ts';
import { defineWidget, props, rowsProp } from '../../view/kit/index.ts';
import type { ChoicePlace } from './choice-types.ts';
import { offerOf, shownChoices } from './choices.ts';

const rows = defineWidget({
  type: 'rows',
  version: 1,
  title: '逐行',
  category: 'data',
  props: props({ items: rowsProp('每一行') }),
  bind: { kinds: ['list'] },
  slots: { item: { title: '每一行', repeated: true } },
  view: () => Promise.resolve({ default: () => null }),
});
const field = (apiName: string, label: string, type: string, more: object = {}) => ({
  id: apiName,
  order: 0,
  apiName,
  label,
  type,
  ...more,
});
const describes = {
  order: {
    id: 'o',
    apiName: 'order',
    label: '订单',
    titleField: 'name',
    appId: null,
    version: 1,
    validator: '',
    fields: [
      field('name', '名称', 'text'),
      field('lines', '明细', 'subTable', { fields: [field('price', '单价', 'currency')] }),
      field('old', '旧的', 'text', { removed: true }),
    ],
  },
};
const pages = ['page.visit', 'block.card', 'object.order.list'];
const ports = () =>
  fakePorts({
    describes: describes as never,
    answers: {
      'bizmeta.page.list': ({ current }: { current: number }) => ({
        // Two at a time, whatever is asked for.
        records: pages
          .slice(current * 2 - 2, current * 2)
          .map((key) => ({ key, title: `题 ${key}` })),
        total: pages.length,
      }),
      'bizmeta.describe.list': [{ apiName: 'order', label: '订单' }],
      'bizmeta.describe.referrers': [
        { key: 'bill.order', label: '发票', fieldLabel: '订单', many: false },
      ],
    },
  });
const document = {
  spec: 'page/1',
  key: 'page.mine',
  rev: 1,
  title: '我的',
  state: { tab: { type: 'text' }, on: { type: 'boolean' } },
  sources: {
    orders: { list: 'order' },
    answer: { call: 'bizmeta.app.list' },
    shape: { describe: 'order' },
  },
  forms: {
    record: { object: 'order' },
    ask: { schema: { properties: { day: { title: '日期' } } } },
  },
  machines: { editor: { use: 'documentEditor' } },
  root: 'a',
  nodes: {
    a: { type: 'rows@1', bind: 'orders', slots: { item: { as: 'row', nodes: ['b'] } } },
    b: { type: 'rows@1', bind: 'record.lines' },
  },
} as unknown as PageDocument;
const place = (nodeId: string, beside: object = {}): ChoicePlace => ({
  document,
  nodeId,
  beside: beside as Record<string, unknown>,
  ports: ports(),
  registry: createRegistry([rows], actions),
});
async function choices(kind: Kind, nodeId = 'b', beside: object = {}) {
  const load = offerOf({ shape: { 'x-kind': kind } }, place(nodeId, beside));
  if (!load) return null;
  const found = await load();
  return { ...found, codes: found.options.map(({ code }) => code) };
}

describe('what a name is chosen from', () => {
  it('is all pages, or the addresses of those that have one', async () => {
    const keys = await choices({ kind: 'page' });
    expect(keys?.codes).toEqual(pages);
    expect(['block.card@3', 'block.gone'].map((key) => keys?.has(key))).toEqual([true, false]);
    const addresses = await choices({ kind: 'address' });
    expect(addresses?.codes).toEqual(['/page/visit']);
    const tried = ['/page/visit?id=1', '/page/gone', '/app/1/order', 'https://a.b'];
    expect(tried.map((each) => addresses?.has(each))).toEqual([true, false, true, true]);
  });
  it('is objects, and the fields of the one that is meant', async () => {
    expect((await choices({ kind: 'object' }))?.codes).toEqual(['order']);
    const bound = await choices({ kind: 'field', of: ['bind'] }, 'a');
    expect(bound?.options).toContainEqual({ code: 'name', label: '名称', note: 'name · 单行文本' });
    expect(bound?.codes).not.toContain('old');
    expect(['name', 'lines.price', 'old'].map((each) => bound?.has(each))).toEqual([
      true,
      true,
      false,
    ]);
    expect((await choices({ kind: 'field', of: ['bind'] }, 'b'))?.codes).toEqual(['price']);
    const named = await choices({ kind: 'field', of: ['object'] }, 'b', { object: 'order' });
    expect(named?.codes).toContain('name');
    expect(await choices({ kind: 'field', of: ['object'] }, 'b')).toBeNull();
  });
  it('is rows of the object: its sub-tables and what points to it', async () => {
    const via = await choices({ kind: 'via', of: ['object'] }, 'b', { object: 'order' });
    expect(via?.options).toEqual([
      { code: 'lines', label: '明细', note: 'lines · 明细表' },
      { code: 'bill.order', label: '发票（按订单）', note: 'bill.order' },
    ]);
  });
  it('is calls a company’s page may make, of the kind that is wanted, by their titles', async () => {
    const data = await choices({ kind: 'call', takes: 'data' });
    expect(data?.options).toContainEqual({
      code: 'bizmeta.describe.list',
      label: '对象列表',
      note: 'bizmeta.describe.list',
    });
    expect(data?.codes).not.toContain('bizmeta.page.publish');
    expect(data?.has('bizmeta.page.publish')).toBe(true);
    expect(data?.has('bizmeta.nothing')).toBe(false);
    const raw = await choices({ kind: 'call', takes: 'raw' });
    expect(raw!.codes.length).toBeGreaterThan(0);
    expect(raw?.codes.some((code) => data?.codes.includes(code))).toBe(false);
  });
  it('is paths of the page that lead to what is wanted', async () => {
    const to = async (...kinds: string[]) => (await choices({ kind: 'path', to: kinds }))?.codes;
    expect(await to('cell')).toEqual(['state.tab', 'state.on']);
    expect(await to('list')).toEqual(['orders']);
    expect(await to('source', 'describe')).toEqual(['answer', 'shape']);
    expect(await to('form', 'machine')).toEqual(['record', 'ask', 'editor']);
    expect(await to('record')).toEqual(['row']);
    expect(await to('field')).toEqual(
      expect.arrayContaining(['ask.day', 'record.name', 'record.lines', 'row.name']),
    );
    const any = await choices({ kind: 'path', to: [] });
    const tried = ['state.tab', 'state.gone', 'orders.search', 'editor.context.x', 'row', 'lost.x'];
    expect(tried.map((each) => any?.has(each))).toEqual([true, false, true, true, true, false]);
    expect((await choices({ kind: 'target' }))?.codes).toEqual(
      expect.arrayContaining(['a', 'b', 'record.name']),
    );
  });
  it('is nothing for what is no name', () => {
    const none: Kind[] = [
      { kind: 'values', of: ['object'] },
      { kind: 'input', call: 'call' },
      { kind: 'field', of: ['bind'], within: ['field'] },
    ];
    expect(none.map((kind) => offerOf({ shape: { 'x-kind': kind } }, place('a')))).toEqual([
      null,
      null,
      null,
    ]);
  });
});
it('what is chosen is listed even if it is gone, and known to be', () => {
  const known = { options: [{ code: 'a', label: '甲' }], has: (value: string) => value !== 'lost' };
  expect(shownChoices(known, ['a', 'far.away', 'lost'])).toEqual({
    options: [
      { code: 'a', label: '甲' },
      { code: 'far.away', label: 'far.away' },
      { code: 'lost', label: 'lost', note: '不存在' },
    ],
    gone: 'lost',
  });
  expect(shownChoices(known, undefined).gone).toBeNull();
});
