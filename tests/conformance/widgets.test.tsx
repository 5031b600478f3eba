// @vitest-environment jsdom
import axe from 'axe-core';
import { getObserverTree } from 'mobx';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ObjectDescribe } from '../../src/contract/index.ts';
import { fakePorts, pageOf, testPage } from '../../src/view/testing/index.ts';
import { inputs, preloadInputs } from '../../src/ui/inputs/index.ts';
import { loadIcons } from '../../src/ui/icons/index.ts';
import type { NestedNode } from '../../src/page/index.ts';
import { widgets } from '../../renderers/index.ts';
import { exampleOf, type Parts } from '../fixtures/examples.ts';

/**
 * What every widget promises, run over the whole list: it renders its example, survives props of
 * any kind, has no accessibility fault, is reachable by keyboard where it can be used, and leaves
 * nothing behind.
 */
const field = (apiName: string, label: string, type: string, more = {}) => ({
  id: apiName,
  apiName,
  label,
  type,
  order: 1,
  ...more,
});
const order = {
  id: 'order',
  apiName: 'order',
  label: '订单',
  titleField: 'name',
  appId: null,
  version: 1,
  fields: [
    field('name', '订单名称', 'text'),
    field('amount', '金额', 'currency', { scale: 2, currencyCode: 'CNY' }),
    field('status', '状态', 'singleSelect', {
      options: [{ code: 'new', label: '新建', color: 'arcoblue' }],
    }),
    field('placedOn', '下单日期', 'date'),
    field('owner', '负责人', 'user'),
  ],
} as unknown as ObjectDescribe;
/** The order of the demo company: examples show its records when they run in the product. */
const salesOrder = {
  ...order,
  id: 'salesOrder',
  apiName: 'salesOrder',
  titleField: 'orderNo',
  fields: order.fields.map((each) => ({
    ...each,
    apiName: { name: 'orderNo', placedOn: 'orderDay' }[each.apiName] ?? each.apiName,
  })),
} as ObjectDescribe;
const records = [
  {
    id: 'r1',
    version: 1,
    name: '云帆科技 11 月订单',
    orderNo: 'SO-2026-0001',
    orderDay: '2026-11-02',
    amount: 12800,
    status: 'new',
    placedOn: '2026-11-02',
    owner: 'u1',
  },
  {
    id: 'r2',
    version: 1,
    name: '北辰电器订单',
    orderNo: 'SO-2026-0002',
    orderDay: null,
    amount: null,
    status: 'gone',
    placedOn: null,
    owner: null,
  },
];
const list = {
  records,
  total: 2,
  totalIsEstimate: false,
  cursor: null,
  current: 1,
  size: 20,
  labels: { user: { u1: '张伟' } },
};
const world = () =>
  fakePorts({
    describes: { order, salesOrder },
    answers: {
      'bizmeta.record.list': list,
      'bizmeta.describe.detail': salesOrder,
      'bizmeta.record.detail': { record: records[0], labels: {} },
      'bizmeta.describe.list': [],
      'bizmeta.app.list': [],
      'upm.sysUser.listUserByDefault': [],
      'upm.org.assignedTree': [],
    },
  });
const inner = pageOf({ key: 'inner', body: { type: 'text@1', props: { text: '内嵌页面' } } });
/** Every page a widget embeds exists: missing pages are not what this test is about. */
const pages = new Proxy({}, { get: () => inner }) as Record<string, typeof inner>;
const open = (parts: Parts) =>
  testPage(pageOf(parts), { widgets, ports: world(), pages, outlet: <p>内容</p> });
/** Arco reads element.ref in development builds only; the production build says nothing. */
const known = /^Accessing element\.ref was removed in React 19/;
/** Regions and headings are the page's business; jsdom has no colours to compare. */
const rules = Object.fromEntries(
  [
    'region',
    'page-has-heading-one',
    'landmark-one-main',
    'landmark-unique',
    'heading-order',
    'color-contrast',
    'document-title',
    'html-has-lang',
    'bypass',
  ].map((rule) => [rule, { enabled: false }]),
);
const broken = () => document.querySelectorAll('.hz-error').length;

const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
beforeAll(() =>
  Promise.all([
    preloadInputs(Object.keys(inputs)),
    loadIcons(),
    ...widgets.map((widget) => widget.view()),
  ]),
);
afterEach(() => errors.mockClear());

/** The example with one prop of the node under test replaced. */
function withProp(parts: Parts, type: string, name: string, value: unknown): Parts {
  const replace = (node: NestedNode): NestedNode => ({
    ...node,
    ...(node.type.startsWith(`${type}@`) && { props: { ...node.props, [name]: value as never } }),
    ...(node.slots && {
      slots: Object.fromEntries(
        Object.entries(node.slots).map(([slot, content]) => [
          slot,
          Array.isArray(content)
            ? content.map(replace)
            : { ...content, nodes: content.nodes.map(replace) },
        ]),
      ),
    }),
  });
  return { ...parts, body: replace(parts.body) };
}
const ODD: readonly unknown[] = [null, 0, -1, 'x', true, [], {}, [null], [{ key: {} }]];

it('covers every widget, each listed once under its own name', () => {
  expect(widgets.length).toBeGreaterThan(10);
  expect(new Set(widgets.map(({ type, version }) => `${type}@${version}`)).size).toBe(
    widgets.length,
  );
});

for (const widget of widgets) {
  describe(`${widget.type}@${widget.version}`, () => {
    const parts = exampleOf(widget);
    it('renders its example without an error card or a console error', async () => {
      const page = await open(parts);
      expect(broken()).toBe(0);
      expect(
        errors.mock.calls
          .map((call) => String(call[0]).slice(0, 300))
          .filter((text) => !known.test(text)),
      ).toEqual([]);
      expect(document.querySelectorAll('.hz-page-skeleton')).toHaveLength(0);
      page.leave();
    });
    it('has no accessibility fault', async () => {
      const page = await open(parts);
      const { violations } = await axe.run(document.body, { rules });
      expect(violations.map((fault) => `${fault.id}: ${fault.nodes[0]?.html}`)).toEqual([]);
      page.leave();
    });
    it('survives props of any kind, given by an expression that went astray', async () => {
      const properties =
        (widget.props as { properties?: Record<string, unknown> }).properties ?? {};
      const state = parts.state ?? {};
      const page = await open({
        ...parts,
        state: { ...state, odd: { type: 'any', init: null } },
        body: Object.keys(properties).reduce(
          (body, name) => withProp({ body } as Parts, widget.type, name, { $x: 'state.odd' }).body,
          parts.body,
        ),
      });
      const cell = page.scope.cells.get('odd')!;
      const fell: unknown[] = [];
      for (const value of ODD) {
        cell.set(value);
        await page.settle();
        if (broken() > 0) fell.push(value);
      }
      expect(fell).toEqual([]);
      page.leave();
    });
    it('describes its props, slots and events in Chinese', () => {
      const { properties = {} } = widget.props as {
        properties?: Record<string, { description?: string }>;
      };
      const texts = [
        widget.title,
        ...Object.values(properties).map((prop) => prop.description ?? ''),
        ...Object.values(widget.slots ?? {}).map(({ title }) => title),
        ...Object.values(widget.events ?? {}).map(({ title }) => title),
      ];
      expect(texts.filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
    });
    it('leaves no subscription and no element behind', async () => {
      const properties = Object.keys(
        (widget.props as { properties?: Record<string, unknown> }).properties ?? {},
      );
      const state = { ...parts.state, odd: { type: 'any', init: null } } as Parts['state'];
      const page = await open({
        ...parts,
        state,
        body: properties.reduce(
          (body, name) => withProp({ body } as Parts, widget.type, name, { $x: 'state.odd' }).body,
          parts.body,
        ),
      });
      page.leave();
      await page.settle();
      const watchers = [...page.scope.cells.values()].flatMap(
        (cell) => getObserverTree((cell as unknown as { box: object }).box).observers ?? [],
      );
      expect(watchers).toEqual([]);
      expect(document.querySelectorAll('body > div > *')).toHaveLength(0);
    });
  });
}
