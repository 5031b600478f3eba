import { describe, expect, it } from 'vitest';
import {
  applyRename,
  callCatalogue,
  flatten,
  pageUses,
  type Kind,
  type NestedDocument,
  type PageDocument,
  type Schema,
} from '../../src/page/index.ts';
import changeLog from '../../schemas/pages/block/changeLog.json' with { type: 'json' };
import comments from '../../schemas/pages/block/comments.json' with { type: 'json' };
import { catalogues } from '../fixtures/catalogues.ts';

/**
 * What a prop, an argument or an input of a call names is said by its schema (src/document/schema/kinds.ts),
 * and renames and usages find it there. Every such place of every widget, action and call is tried.
 */
interface Spot {
  /** dataTable.columns, !create.values, call bizmeta.record.list.sort.0.field. */
  readonly name: string;
  readonly kind: Kind;
  /** The keys from the props, arguments or input. */
  readonly path: readonly (string | number)[];
}
/** Free texts and anything: what may name something. */
const isOpen = ({ type, enum: choices, const: one, properties, items, anyOf }: Schema): boolean =>
  (type === undefined || type === 'string' || type === 'object' || type === 'array') &&
  choices === undefined &&
  one === undefined &&
  !properties &&
  !anyOf &&
  (!items || (!Array.isArray(items) && isOpen(items)));
function below(schema: Schema): [string | number | undefined, Schema][] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  return [
    ...Object.entries(properties),
    ...[items ?? []].flat().map((item): [number, Schema] => [0, item]),
    ...[...anyOf, ...oneOf, ...allOf].map((branch): [undefined, Schema] => [undefined, branch]),
  ];
}
function spots(schema: Schema, name: string, path: readonly (string | number)[] = []): Spot[] {
  const kind = schema['x-kind'];
  if (kind) return [{ name: [name, ...path].join('.'), kind, path }];
  return below(schema).flatMap(([key, inner]) =>
    spots(inner, name, key === undefined ? path : [...path, key]),
  );
}
/** Names of props that speak of something with a kind. */
const SPEAKS = new RegExp(
  [
    'field|column|sort|group|object|^page|pageKey|^path|path$|address|^url|href|^to$',
    '^call$|^id$|api|^steps?$|slot|node|^cell|prop$|keyName|dimension|measure|series',
    '^via|^target|^source|^form$|machine|^rows$|^document$|^params$|^input$',
  ].join('|'),
  'i',
);
function silent(schema: Schema, name: string, path: readonly (string | number)[] = []): string[] {
  if (schema['x-kind']) return [];
  const last = path.at(-1);
  const own =
    typeof last === 'string' && SPEAKS.test(last) && isOpen(schema)
      ? [[name, ...path].join('.')]
      : [];
  return [
    ...own,
    ...below(schema).flatMap(([key, inner]) =>
      silent(inner, name, key === undefined ? path : [...path, key]),
    ),
  ];
}

const definitions = [
  ...catalogues.widgets.map(({ type, props }) => ({ name: type, schema: props })),
  ...catalogues.actions.map(({ name, args }) => ({ name: `!${name}`, schema: args })),
];
/** Props whose names speak of something they do not name. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  '!edit.id': 'the id of a record',
  '!insert.keyName': 'a property of the row that is made',
  'changeLog.fields': 'fields as a describe has them, not their names',
  'conditionBuilder.fields': 'fields as a describe has them',
  'field.input': 'a way to fill in',
  'fieldEntries.fields': 'fields as a describe has them',
  'fieldSelect.fields': 'fields as a describe has them',
  'formulaEditor.fields': 'fields as a describe has them',
  'grantText.fields': 'fields as a describe has them',
  'layoutCanvas.columnsField': 'a property of the layout that is edited',
  'layoutCanvas.groups': 'a property of the layout that is edited',
  'layoutCanvas.nameField': 'a property of the layout that is edited',
  'layoutCanvas.spanField': 'a property of the layout that is edited',
  'layoutCanvas.tabField': 'a property of the layout that is edited',
  'link.href': 'an address outside',
  'navItem.href': 'an address outside',
  'pagePreview.params': 'for the document beside it, which the server has not seen',
  'ruleText.fields': 'fields as a describe has them',
  'smartForm.form': 'the id of a smart form',
  'treeCanvas.kinds.0.group': 'a heading of its menu',
  'valueInput.field': 'a field as a describe has it',
  'valueInput.fields': 'fields as a describe has them',
  'viewTabs.group': 'the id of a group of views',
  'viewTabs.groups': 'groups of views',
  'widgetSettings.node': 'a node of another document',
};

describe('a prop or argument that names something', () => {
  it('says so, or is listed with the reason why it does not', () => {
    const found = definitions.flatMap(({ name, schema }) => silent(schema, name));
    expect([...new Set(found)].sort()).toEqual(Object.keys(EXCEPTIONS).sort());
  });

  it('has a kind the engine knows, beside what it refers to', () => {
    const known = new Set(everySpot.map(({ kind }) => kind.kind));
    expect(everySpot.length).toBeGreaterThan(150);
    expect(Object.keys(PLANTED).filter((kind) => !known.has(kind as Kind['kind']))).toEqual([]);
    const foreign = definitions.filter(({ schema }) =>
      /"x-(?!kind"|decimal")/.test(JSON.stringify(schema)),
    );
    expect(foreign.map(({ name }) => name)).toEqual([]);
  });
});

/** Calls that name a view or a form by its id say nothing of its object: their fields stay. */
const callSpots = [...callCatalogue()].flatMap(([id, { input }]) =>
  input
    ? spots(input, `call ${id}`).filter(
        ({ kind }) => !('of' in kind) || input.properties?.['object'] !== undefined,
      )
    : [],
);
const everySpot: readonly Spot[] = [
  ...definitions.flatMap(({ name, schema }) => spots(schema, name)),
  ...callSpots,
];

type Writing = readonly [how: string, before: unknown, after: unknown];
const x = ($x: string): unknown => ({ $x });
const t = ($t: string): unknown => ({ $t });
const written = (before: string, after: string): Writing[] => [
  ['plain', before, after],
  ['one of two', x(`if(1 = 1, '${before}', 'other')`), x(`if(1 = 1, '${after}', 'other')`)],
  ['or else', x(`state.s ?? '${before}'`), x(`state.s ?? '${after}'`)],
  ['a text without holes', t(before), t(after)],
];
const listed = (all: Writing[]): Writing[] => [
  ...all,
  ['in a list', all.map(([, before]) => before), all.map(([, , after]) => after)],
];
const inside = (all: Writing[], within: readonly string[] = []): Writing[] =>
  within.reduce(
    (before, key) => [
      ...before,
      ...all.map(([how, was, now]): Writing => [
        `${key} of ${how}`,
        [{ [key]: was, title: 'amount of order' }],
        [{ [key]: now, title: 'amount of order' }],
      ]),
    ],
    all,
  );
/** What is put at a place of a kind, and what it is after 订单 order.amount became deal.total. */
const PLANTED: { readonly [K in Kind['kind']]?: (kind: Extract<Kind, { kind: K }>) => Writing[] } =
  {
    object: () => written('order', 'deal'),
    page: () => [
      ...written('object.order.list', 'object.deal.list'),
      ['with a hole', t('object.order.{state.x}'), t('object.deal.{state.x}')],
    ],
    address: ({ within }) =>
      inside(
        [
          ...written('/app/1/order/record/2', '/app/1/deal/record/2'),
          [
            'with holes',
            t('/app/{state.x}/order?a={state.x}'),
            t('/app/{state.x}/deal?a={state.x}'),
          ],
          ['joined', x("'/app/' & state.x & '/order'"), x("'/app/' & state.x & '/deal'")],
          ['a space', '/appspace/1/client/2/order.amount', '/appspace/1/client/2/deal.total'],
          ['in a hole', t("{state.x ?? '/app/1/order'}/2"), t("{state.x ?? '/app/1/deal'}/2")],
        ],
        within,
      ),
    field: ({ within }) => inside(listed(written('amount', 'total')), within),
    via: () => written('order.amount', 'deal.total'),
    filter: () => [
      [
        'a leaf',
        { field: 'amount', op: 'eq', value: 'amount' },
        { field: 'total', op: 'eq', value: 'amount' },
      ],
      [
        'a field in a tree',
        { op: 'and', items: [{ field: 'name', op: 'eq', value: 'amount', valueType: 'field' }] },
        { op: 'and', items: [{ field: 'name', op: 'eq', value: 'total', valueType: 'field' }] },
      ],
    ],
    values: () => [
      ['keys', { amount: 'amount' }, { total: 'amount' }],
      ['a list', [{ amount: 1 }], [{ total: 1 }]],
    ],
    path: () => [['a path', 'record.amount', 'record.total']],
    target: () => [['a path', 'record.amount', 'record.total']],
  };

const put = (path: readonly (string | number)[], value: unknown): unknown => {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  return typeof key === 'number' ? [put(rest, value)] : { [key]: put(rest, value) };
};
/** What says which object is meant, beside the place. */
function beside(kind: Kind, object: string): Record<string, unknown> {
  const [first] = 'of' in kind ? kind.of : [];
  if (first === undefined || first === 'bind') return {};
  if (first === 'object') return { object };
  return { [first]: x(first === 'fields' ? 'shape.data.fields' : 'orders.records') };
}
const pageOf = (parts: object): PageDocument =>
  ({
    spec: 'page/1',
    key: 'mine.page',
    rev: 1,
    title: 'order amount',
    state: { x: { type: 'text', init: 'order' }, s: { type: 'text' } },
    sources: {
      orders: { list: 'order' },
      shape: { describe: 'order' },
      ...(parts as { sources?: object }).sources,
    },
    forms: { record: { object: 'order' } },
    root: 'a',
    nodes: {
      a: { type: 'page@1', note: 'order amount' },
      ...(parts as { nodes?: object }).nodes,
    },
    onOpen: (parts as { onOpen?: unknown[] }).onOpen ?? [],
  }) as PageDocument;
const steps = (step: object): object[] => [
  step,
  { do: 'try', args: { steps: [{ do: 'forEach', args: { items: [], steps: [step] } }] } },
  { do: 'switch', args: { value: 1, cases: [{ is: 1, steps: [step] }] } },
  { do: 'parallel', args: { branches: [[step]] } },
  { do: 'back', onError: [step] },
];
/** A page with the value at the place, wherever such a place can be. */
function planted({ name, kind, path }: Spot, value: unknown, object = 'order'): PageDocument {
  const around = put(path, value) as Record<string, unknown>;
  const given = path.length > 0 ? { ...beside(kind, object), ...around } : around;
  if (name.startsWith('call ')) {
    const id = name.slice('call '.length, name.length - path.join('.').length - 1);
    return pageOf({
      sources: { asked: { call: id, input: given } },
      onOpen: steps({ do: 'call', args: { id, input: given } }),
    });
  }
  const [owner = ''] = name.split('.');
  if (owner.startsWith('!')) {
    const list = steps({ do: owner.slice(1), args: given });
    return pageOf({ onOpen: list, nodes: { b: { type: 'button@1', on: { click: list } } } });
  }
  const widget = catalogues.widgets.find(({ type }) => type === owner)!;
  return pageOf({
    nodes: { b: { type: `${owner}@${widget.version}`, bind: 'orders', props: given } },
  });
}

describe('a rename of an object and of a field', () => {
  const rename = { object: 'order', to: 'deal', fields: new Map([['amount', 'total']]) };
  /** The page without what is planted follows too: its own sources and forms. */
  const followed = (document: PageDocument): PageDocument =>
    ({
      ...document,
      sources: {
        ...document.sources,
        orders: { list: 'deal' },
        shape: { describe: 'deal' },
      },
      forms: { record: { object: 'deal' } },
    }) as PageDocument;
  const tried = everySpot.flatMap((spot) =>
    ((PLANTED[spot.kind.kind] as ((kind: Kind) => Writing[]) | undefined)?.(spot.kind) ?? []).map(
      ([how, before, after]) => [`${spot.name}: ${how}`, spot, before, after] as const,
    ),
  );
  it('reaches every place a schema declares, however it is written', () => {
    const missed = tried.filter(([, spot, before, after]) => {
      const next = applyRename(planted(spot, before), rename, { catalogues });
      return JSON.stringify(next) !== JSON.stringify(followed(planted(spot, after, 'deal')));
    });
    expect(tried.length).toBeGreaterThan(400);
    expect(missed.map(([what]) => what)).toEqual([]);
  });
  it('changes nothing that only looks like the name', () => {
    const open = definitions.flatMap(({ name, schema }) =>
      Object.entries(schema.properties ?? {}).flatMap(([prop, inner]) =>
        inner['x-kind'] || !isOpen(inner) ? [] : [{ name: `${name}.${prop}`, path: [prop] }],
      ),
    );
    const values = ['order', 'amount', 'record.amount', [{ field: 'amount', object: 'order' }]];
    const changed = open.flatMap((spot) =>
      values.flatMap((value) => {
        const document = planted({ ...spot, kind: { kind: 'rows' } }, value);
        const next = applyRename(document, rename, { catalogues });
        return JSON.stringify(next) === JSON.stringify(followed(document)) ? [] : [spot.name];
      }),
    );
    expect(open.length).toBeGreaterThan(150);
    expect(changed).toEqual([]);
  });
  it('leaves fields of the same name to other objects', () => {
    const of = tried.filter(([, { kind }]) => 'of' in kind && kind.kind !== 'via');
    const changed = of.filter(([, spot, before]) => {
      const text = JSON.stringify(planted(spot, before)).replaceAll('"order"', '"client"');
      const document = JSON.parse(text) as PageDocument;
      return applyRename(document, rename, { catalogues }) !== document;
    });
    expect(changed.map(([what]) => what)).toEqual([]);
  });
});

describe('usages of a page', () => {
  it('are found at every place a schema declares', () => {
    const ways: Partial<Record<Kind['kind'], unknown[]>> = {
      page: ['page.visit', x("if(1 = 1, 'page.visit', 'x.y')")],
      address: ['/page/visit', t('/page/visit?id={state.x}'), x("'/page/visit?id=' & state.x")],
    };
    const missed = everySpot.flatMap((spot) =>
      (ways[spot.kind.kind] ?? []).flatMap((value) => {
        const within = spot.kind.kind === 'address' ? (spot.kind.within ?? []) : [];
        const all = [value, ...within.map((key) => [{ [key]: value }])];
        return all.filter(
          (each) =>
            !pageUses(planted(spot, each), catalogues).some(({ key }) => key === 'page.visit'),
        ).length === 0
          ? []
          : [spot.name];
      }),
    );
    expect(missed).toEqual([]);
  });
});

describe('a cell or a parameter', () => {
  const rename = { object: 'order', to: 'deal', fields: new Map([['amount', 'total']]) };
  const chart = { type: 'chart@1', bind: 'orders', props: { dimension: x('state.by') } };
  it('names what the places that read it name: its first value, what is set, what it is compared with', () => {
    const by = (field: string) =>
      ({
        ...pageOf({ nodes: { b: { ...chart, when: { visible: x(`state.by = '${field}'`) } } } }),
        state: { by: { type: 'text', init: field }, other: { type: 'text', init: 'amount' } },
        onOpen: [
          { do: 'set', args: { target: 'state.by', value: field } },
          { do: 'set', args: { target: 'state.other', value: 'amount' } },
        ],
      }) as PageDocument;
    const { state, onOpen, nodes } = applyRename(by('amount'), rename, { catalogues });
    expect({ state, onOpen, nodes }).toMatchObject({
      state: by('total').state,
      onOpen: by('total').onOpen,
      nodes: by('total').nodes,
    });
  });
  it('of another page gives a meaning to what is handed in, through blocks and dialogs', () => {
    const block = {
      ...pageOf({ nodes: { b: { ...chart, props: { dimension: x('params.by') } } } }),
      key: 'block.by',
      params: { by: { type: 'text' }, title: { type: 'text' } },
    } as PageDocument;
    const using = (by: string) => {
      const params = { by, title: 'amount' };
      return pageOf({
        nodes: { b: { type: 'block@1', props: { block: 'block.by', params } } },
        onOpen: [{ do: 'dialog', args: { page: 'block.by@3', params } }],
      });
    };
    const find = (key: string) => (key === 'block.by' ? block : undefined);
    const { nodes, onOpen } = applyRename(using('amount'), rename, { catalogues, find });
    expect({ nodes, onOpen }).toEqual({
      nodes: using('total').nodes,
      onOpen: using('total').onOpen,
    });
  });
  it.each([comments, changeLog])('`object` of $key is the name of an object', (block) => {
    const using = (object: string) => {
      const params = { object, recordId: 'order' };
      return pageOf({ nodes: { b: { type: 'block@1', props: { block: block.key, params } } } });
    };
    const find = (key: string) =>
      key === block.key ? flatten(block as unknown as NestedDocument) : undefined;
    expect(applyRename(using('order'), rename, { catalogues, find }).nodes).toEqual(
      using('deal').nodes,
    );
  });
});
it('a rename follows fields through lookups and columns of sub-tables', () => {
  const document = pageOf({
    sources: { bills: { list: 'bill', fields: ['order.amount', 'amount'] } },
    nodes: {
      b: {
        type: 'repeat@1',
        bind: 'record.lines',
        slots: { item: { as: 'line', nodes: ['c'] } },
      },
      c: { type: 'text@1', props: { text: x('line.price & sum(price of record.lines)') } },
    },
  });
  document.nodes['a']!.slots = { content: ['b'] };
  const next = applyRename(
    document,
    {
      object: 'order',
      to: 'order',
      fields: new Map([['amount', 'total']]),
      columns: new Map([['lines', new Map([['price', 'cost']])]]),
    },
    {
      catalogues,
      target: (object, field) => (object + field === 'billorder' ? 'order' : undefined),
    },
  );
  expect([next.sources!['bills'], next.nodes['c']!.props]).toEqual([
    { list: 'bill', fields: ['order.total', 'amount'] },
    { text: x('line.cost & sum(cost of record.lines)') },
  ]);
});
