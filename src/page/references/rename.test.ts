import { expect, it } from 'vitest';
import type { PageDocument } from '../model/document.ts';
import { flatten } from '../model/nested.ts';
import { catalogues } from '../../../tests/fixtures/catalogues.ts';
import { applyRename as apply, type Rename } from './rename.ts';

const applyRename = (document: PageDocument, rename: Rename): PageDocument =>
  apply(document, rename, { catalogues });

const page = (parts: object, key = 'mine.page'): PageDocument =>
  flatten({
    spec: 'page/1',
    key,
    rev: 1,
    title: 'x',
    body: { id: 'r', type: 'box@1' },
    ...parts,
  } as never);
const fields = (...pairs: [string, string][]) => ({
  object: 'order',
  to: 'order',
  fields: new Map(pairs),
});
const amount = fields(['amount', 'total']);
const ORDER = {
  forms: { record: { object: 'order', init: { amount: 1 } } },
  sources: { orders: { list: 'order' }, others: { list: 'client' } },
};
const withNodes = (...nodes: object[]) =>
  page({ ...ORDER, body: { id: 'r', type: 'box@1', slots: { default: nodes } } });
const renamed = (node: object, rename = amount) =>
  applyRename(withNodes({ id: 'n', ...node }), rename).nodes['n'];

it('binds, formulas and texts with holes follow a field; other objects and plain words stay', () => {
  expect(
    renamed({
      type: 'field@1',
      bind: 'record.amount',
      when: { visible: { $x: 'record.amount > 1 and user.id is not null' } },
    }),
  ).toMatchObject({
    bind: 'record.total',
    when: { visible: { $x: 'record.total > 1 and user.id is not null' } },
  });
  expect(
    renamed({
      type: 'text@1',
      props: {
        text: { $t: '金额 {record.amount} {{amount}}' },
        other: 'record.amount',
        sum: { $x: 'sum(orders.records.amount where amount > 1)' },
      },
    }),
  ).toMatchObject({
    props: {
      text: { $t: '金额 {record.total} {{amount}}' },
      other: 'record.amount',
      sum: { $x: 'sum(orders.records.total where total > 1)' },
    },
  });
  const untouched = withNodes({
    id: 'n',
    type: 'text@1',
    bind: 'others',
    props: { columns: ['amount'], text: { $x: 'sum(others.records.amount)' } },
  });
  expect(
    applyRename({ ...untouched, forms: {}, sources: { others: { list: 'client' } } }, amount),
  ).toEqual({ ...untouched, forms: {}, sources: { others: { list: 'client' } } });
});
it('names of fields in the props of what shows the records follow', () => {
  expect(
    renamed({
      type: 'dataTable@1',
      bind: 'orders',
      props: {
        columns: ['name', 'amount', { field: 'amount', width: 1 }],
        summary: [{ field: 'amount', fn: 'sum' }],
        title: 'amount',
      },
    }),
  ).toMatchObject({
    props: {
      columns: ['name', 'total', { field: 'total', width: 1 }],
      summary: [{ field: 'total', fn: 'sum' }],
      title: 'amount',
    },
  });
});
it('rows of a list are records: their alias follows, an alias of something else does not', () => {
  const document = withNodes(
    {
      id: 'list',
      type: 'repeat@1',
      props: { items: { $x: 'orders.records' } },
      slots: {
        item: {
          as: 'row',
          nodes: [{ id: 'in', type: 'text@1', props: { text: { $x: 'row.amount' } } }],
        },
      },
    },
    {
      id: 'other',
      type: 'repeat@1',
      props: { items: { $x: 'others.records' } },
      slots: {
        item: {
          as: 'row',
          nodes: [{ id: 'out', type: 'text@1', props: { text: { $x: 'row.amount' } } }],
        },
      },
    },
  );
  const { nodes } = applyRename(document, amount);
  expect([nodes['in']!.props!['text'], nodes['out']!.props!['text']]).toEqual([
    { $x: 'row.total' },
    { $x: 'row.amount' },
  ]);
});
it('conditions, filters, sorts and fields of lists follow; the page’s own names in them do not', () => {
  const document = page({
    params: { amount: { type: 'number' } },
    sources: {
      orders: {
        list: 'order',
        where: { $x: 'amount > params.amount' },
        filter: {
          op: 'and',
          items: [
            { field: 'amount', op: 'eq', value: 'amount' },
            { field: 'name', op: 'eq', value: 'amount', valueType: 'field' },
          ],
        },
        sort: [{ field: 'amount', dir: 'asc' }],
        fields: ['name', 'amount'],
      },
    },
  });
  expect(applyRename(document, amount).sources).toEqual({
    orders: {
      list: 'order',
      where: { $x: 'total > params.amount' },
      filter: {
        op: 'and',
        items: [
          { field: 'total', op: 'eq', value: 'amount' },
          { field: 'name', op: 'eq', value: 'total', valueType: 'field' },
        ],
      },
      sort: [{ field: 'total', dir: 'asc' }],
      fields: ['name', 'total'],
    },
  });
});
it('record steps and targets follow, nested ones too', () => {
  const steps = [
    {
      do: 'forEach',
      args: {
        items: [],
        steps: [
          { do: 'create', args: { object: 'order', values: { amount: { $x: 'record.amount' } } } },
          { do: 'create', args: { object: 'client', values: { amount: 1 } } },
        ],
      },
    },
    { do: 'set', args: { target: 'record.amount', value: 'record.amount' } },
  ];
  expect(renamed({ type: 'button@1', on: { click: steps } })!.on).toEqual({
    click: [
      {
        do: 'forEach',
        args: {
          items: [],
          steps: [
            { do: 'create', args: { object: 'order', values: { total: { $x: 'record.total' } } } },
            { do: 'create', args: { object: 'client', values: { amount: 1 } } },
          ],
        },
      },
      { do: 'set', args: { target: 'record.total', value: 'record.amount' } },
    ],
  });
  expect(applyRename(withNodes(), amount).forms).toEqual({
    record: { object: 'order', init: { total: 1 } },
  });
});
it('two fields that swap their names swap them', () => {
  expect(
    renamed(
      { type: 'text@1', props: { text: { $x: 'record.a & record.b' } } },
      fields(['a', 'b'], ['b', 'a']),
    ),
  ).toMatchObject({ props: { text: { $x: 'record.b & record.a' } } });
});
it('an object’s new name reaches sources, forms, steps and the pages named after it', () => {
  const document = page(
    { ...ORDER, body: { id: 'r', type: 'pageEmbed@1', props: { pageKey: 'object.order.detail' } } },
    'object.order.list',
  );
  const next = applyRename(document, { object: 'order', to: 'deal', fields: new Map() });
  expect(next).toMatchObject({
    key: 'object.deal.list',
    forms: { record: { object: 'deal' } },
    sources: { orders: { list: 'deal' }, others: { list: 'client' } },
    nodes: { r: { props: { pageKey: 'object.deal.detail' } } },
  });
});
it('a page that does not mention it is the same page', () => {
  const document = page({ body: { id: 'r', type: 'text@1', props: { text: 'amount' } } });
  expect(applyRename(document, amount)).toBe(document);
});
