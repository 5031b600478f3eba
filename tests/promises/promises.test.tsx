// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { pageOf, renders, testPage, testWidgets } from '../../src/view/testing/index.ts';
import { parse, toSentence, toSql, compile, check, scopeOf } from '../../src/expression/index.ts';
import {
  apply,
  compilePage,
  flatten,
  applyRename,
  generatedKey,
  invert,
  migrate,
  nest,
  pageUses,
  validatePage,
  type NestedDocument,
  type PageDocument,
  type PageOperation,
} from '../../src/page/index.ts';

/**
 * The seven promises of the page language (docs/page-schema.md): one test each that fails when it
 * is broken.
 */
const read = (path: string): never => JSON.parse(readFileSync(path, 'utf8')) as never;
const sources = (room: string): { path: string; text: string }[] =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|testing/.test(path))
    .map((path) => ({ path: join(room, path), text: readFileSync(join(room, path), 'utf8') }));
const ROOMS = [
  'src/contract',
  'src/expression',
  'src/values',
  'src/page',
  'machines',
  'src/runtime',
  'src/ui',
  'src/view',
  'src/studio',
  'renderers',
  'src/app',
  'src/server',
];
const catalogues = { widgets: read('schemas/widgets.json'), actions: read('schemas/actions.json') };
const boxed = (...nodes: object[]) =>
  ({ id: 'root', type: 'box@1', slots: { default: nodes } }) as never;
const order = {
  type: 'object',
  properties: {
    name: { type: 'string', title: '名称' },
    price: { type: 'number', title: '单价' },
    count: { type: 'number', title: '数量' },
  },
};
const field = (name: string) => ({ id: name, type: 'field@1', bind: `order.${name}` });

describe('1. every screen is one of these documents', () => {
  const files = readdirSync('schemas/pages', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  );
  const keys = new Set(
    files.map((file) => (read(join('schemas/pages', file)) as { key: string }).key),
  );
  test.each(readdirSync('schemas/routes'))('every address of %s leads to one', (file) => {
    const lines = read(join('schemas/routes', file)) as {
      path: string;
      page?: string;
      shell?: string;
      redirect?: string;
    }[];
    const asked = lines.flatMap(({ page, shell }) =>
      [page, shell].filter((key) => key !== undefined),
    );
    expect(asked.length).toBeGreaterThan(0);
    // page.{ownPage}: a company's own pages, which are documents as well.
    expect(
      asked.filter(
        (key) =>
          !keys.has(key) && key !== 'page.{ownPage}' && !generatedKey(key.replace(/\{\w+\}/g, 'x')),
      ),
    ).toEqual([]);
  });
  test('nothing beside pages draws a screen: the application has only the frame of a page, and the notice when there is none', () => {
    const drawing = sources('src/app')
      .filter(({ path }) => path.endsWith('.tsx'))
      .map(({ path }) => path.replace(/^src\/app\/(shells|entries|feedback)\//, ''));
    expect(drawing.sort()).toEqual([
      'Notice.tsx',
      'RouteError.tsx',
      'RoutedPage.tsx',
      'SessionGuard.tsx',
      'ShellLayout.tsx',
      // The frame of the page that asks who is there to sign in again: the page is passport.again.
      'SignInAgain.tsx',
      'TopBar.tsx',
      'build.tsx',
      // Asks which version stays, as confirmations ask: no page of its own.
      'choose-versions.tsx',
      'feedback.tsx',
      'index.tsx',
      'passport.tsx',
      'router.tsx',
      'start.tsx',
    ]);
  });
});

describe('2. data never becomes code', () => {
  test('no room of the product can make code of a text', () => {
    const makers =
      /\beval\s*\(|new Function\b|\bFunction\s*\(\s*['"`]|dangerouslySetInnerHTML|set(?:Timeout|Interval)\(\s*['"`]/;
    const code = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    expect(
      ROOMS.flatMap(sources)
        .filter(({ text }) => makers.test(code(text)))
        .map(({ path }) => path),
    ).toEqual([]);
  });
  test('a page compiles, checks and runs where no code can be made, and a text stays the text it is', async () => {
    const forbidden = (): never => {
      throw new Error('code was made of a text');
    };
    const texts = [
      '{{user.id}}',
      '${user.id}',
      '{order.name}',
      '=1+1',
      '<script>alert(1)</script>',
      'javascript:alert(1)',
      '__proto__',
    ];
    const document = pageOf({
      forms: { order: { schema: order, init: { price: 2, count: 3 } } },
      body: boxed(...texts.map((text, i) => ({ id: `t${i}`, type: 'text@1', props: { text } })), {
        id: 'sum',
        type: 'text@1',
        props: { text: { $x: 'order.price * order.count' } },
      }),
    });
    const real = {
      Function: globalThis.Function,
      eval: Reflect.get(globalThis, 'eval') as unknown,
    };
    Object.assign(globalThis, {
      Function: new Proxy(real.Function, { construct: forbidden, apply: forbidden }),
      eval: forbidden,
    });
    try {
      const on = await testPage(document, { widgets: testWidgets });
      on.expects({ sees: [...texts, '6'] });
      expect(document.nodes['t0']).toBeDefined();
      expect(validatePage(document, catalogues).problems.length).toBeGreaterThan(0);
    } finally {
      Object.assign(globalThis, real);
    }
  });
});

describe('3. one expression, four readings', () => {
  test('a closure, types, SQL and a sentence of one text agree on what it says', () => {
    const source = "qty * price > 100 and status = 'approved'";
    const parsed = parse(source);
    if (!parsed.ok) throw new Error(source);
    const types = { qty: 'number', price: 'number', status: 'text' } as const;
    const typeOf = ([name = '']: readonly string[]) => types[name as keyof typeof types];
    expect(check(parsed.ast, { typeOf, names: () => Object.keys(types) })).toMatchObject({
      type: 'boolean',
      errors: [],
    });
    const run = compile(parsed.ast);
    const ctx = { now: new Date(0), timeZone: 'Asia/Shanghai' };
    expect(
      [
        { qty: 11, price: 10, status: 'approved' },
        { qty: 10, price: 10, status: 'approved' },
        { qty: null, price: 1, status: 'draft' },
      ].map((row) => run(scopeOf(row), ctx)),
    ).toEqual([true, false, false]);
    expect(
      toSql(parsed.ast, {
        timeZone: ctx.timeZone,
        column: (path) => ({ sql: path[0]!, type: typeOf(path) }),
      }),
    ).toMatchObject({
      type: 'boolean',
      params: ['100', 'approved'],
      sql: expect.stringMatching(/qty.*\*.*price.*>.*AND.*status.*=/),
    });
    expect(
      toSentence(parsed.ast, {
        label: ([name = '']) => ({ qty: '数量', price: '单价', status: '状态' })[name],
      }),
    ).toMatch(/数量.*单价.*100.*状态.*approved/);
  });
  test('that they agree in a real PostgreSQL is held by tests that are there', () => {
    for (const path of [
      'tests/property/expression-sql.test.ts',
      'src/server/bizmeta/query/where.test.ts',
    ])
      expect(readFileSync(path, 'utf8')).toMatch(/PostgreSQL|testServer/);
  });
});

describe('4. a change costs what it touches', () => {
  const document = pageOf({
    forms: { order: { schema: order, init: { price: 2 } } },
    state: { tab: { type: 'text' } },
    body: boxed(
      field('name'),
      field('price'),
      field('count'),
      { id: 'sum', type: 'text@1', props: { text: { $x: 'order.price * order.count' } } },
      { id: 'still', type: 'text@1', props: { text: { $x: 'state.tab' } } },
    ),
  });
  test('who reads what is known before a page runs, and a circle is refused', () => {
    const model = compilePage(document);
    expect(model.nodes.get('sum')!.props['text']!.dependencies).toEqual([
      ['order', 'price'],
      ['order', 'count'],
    ]);
    expect(model.readers.get('state.tab')).toEqual({ nodes: ['still'], declarations: [] });
    const round = {
      a: { call: 'x', input: { of: { $x: 'b.data' } } },
      b: { call: 'x', input: { of: { $x: 'a.data' } } },
    };
    expect(compilePage({ ...document, sources: round }).problems[0]?.msg).toContain(
      '循环依赖：a → b → a',
    );
  });
  test('a keystroke draws the field and what is computed from it, nothing else', async () => {
    const on = await testPage(document, { widgets: testWidgets });
    renders.clear();
    await act(async () => on.scope.forms.get('order')!.field('price').set(7));
    const before = on.scope.forms.get('order')!.field('count');
    await act(async () => before.set(3));
    on.expects({ sees: '21' });
    expect(Object.fromEntries(renders)).toEqual({ price: 1, sum: 1, count: 1 });
  });
});

describe('5. a broken node breaks itself only', () => {
  test('the rest of the page continues, the data is preserved, and another try is offered', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = [
      { id: 'throws', type: 'broken@1', bind: 'order.name' },
      { id: 'gone', type: 'field@1', bind: 'order.nothing' },
      { id: 'formula', type: 'text@1', props: { text: { $x: '1 +' } } },
      { id: 'unknown', type: 'nobody@9' },
    ];
    const on = await testPage(
      pageOf({
        forms: { order: { schema: order, init: { name: '留下', price: 1 } } },
        body: boxed(...broken, field('price')),
      }),
      { widgets: testWidgets },
    );
    for (const node of broken) on.expects({ sees: node.id });
    await on.type('单价', '5');
    on.expects({ 单价: '5', sees: '重试' });
    expect(on.scope.forms.get('order')!.values()).toEqual({ name: '留下', price: 5 });
  });
});

describe('6. nothing stored is ever unreadable', () => {
  test('an unknown widget keeps its JSON through every form a document takes', () => {
    const odd = {
      type: 'fromTheFuture@7',
      props: { deep: [{ $x: 'state.x' }, { any: 'thing' }] },
      slots: { some: [{ type: 'text@1', id: 'inside' }] },
      on: { pop: [{ do: 'unknownAction', args: { a: 1 } }] },
    };
    const document = pageOf({ body: { id: 'root', ...odd } as never });
    expect(flatten(nest(document) as NestedDocument)).toEqual(document);
    expect(JSON.parse(JSON.stringify(compilePage(document).document))).toEqual(document);
    expect(migrate(document).document).toEqual(document);
    expect(compilePage(document).nodes.get('root')?.type).toBe('fromTheFuture@7');
  });
  test('older documents are lifted step by step, the stored one stays as it was', () => {
    const old = { ...pageOf({ body: boxed({ id: 'a', type: 'text@1', props: { words: '旧' } }) }) };
    const before = structuredClone(old);
    expect(
      migrate(old, {
        widgets: {
          'text@1': (props) => ({ text: props['words'] }),
          'text@2': (props) => ({ ...props, size: 1 }),
        },
      }).document,
    ).toMatchObject({ nodes: { a: { type: 'text@3', props: { text: '旧', size: 1 } } } });
    expect(old).toEqual(before);
  });
  test('every widget that was there is there: a major that goes needs a migration to the next', () => {
    const widgets = read('schemas/widgets.json') as { type: string; version: number }[];
    const kept = new Set(widgets.map(({ type, version }) => `${type}@${version}`));
    for (const { type, version } of widgets)
      for (let major = 1; major < version; major++)
        expect(
          kept.has(`${type}@${major}`) ||
            sources(`renderers/${type}`).some(({ text }) => text.includes('migrate')),
          `${type}@${major}`,
        ).toBe(true);
  });
});

describe('7. references survive renames', () => {
  const describeOf = (label: string) => ({
    id: 'o',
    apiName: 'client',
    label: '客户',
    titleField: 'name',
    appId: null,
    version: 1,
    validator: '',
    fields: [
      { id: 'f1', apiName: 'name', label, type: 'text', order: 0 },
      {
        id: 'f2',
        apiName: 'level',
        label: '等级',
        type: 'singleSelect',
        order: 1,
        options: [{ code: 'a', label: `${label}甲` }],
      },
    ],
  });
  test('what is stored is ids, what is shown are the labels of now', async () => {
    const document = pageOf({ forms: { order: { object: 'client' } }, body: boxed(field('name')) });
    const stored = JSON.stringify(document);
    for (const label of ['名称', '客户全称']) {
      const on = await testPage(document, {
        widgets: testWidgets,
        describes: { client: describeOf(label) as never },
      });
      on.expects({ sees: label });
    }
    expect(JSON.stringify(document)).toBe(stored);
  });
  test('a node that moves keeps its id and what others say of it', () => {
    const document = pageOf({
      body: boxed(
        { id: 'a', type: 'box@1', slots: { default: [{ id: 'b', type: 'text@1' }] } },
        { id: 'c', type: 'button@1', on: { click: [{ do: 'focus', args: { target: 'b' } }] } },
      ),
    });
    const moved = [
      { op: 'move', id: 'b', to: { parent: 'root', slot: 'default', index: 0 } },
    ] as never;
    const after = attempt(document, moved);
    expect(after.nodes['c']).toEqual(document.nodes['c']);
    expect(after.nodes['b']).toEqual(document.nodes['b']);
  });
  test('a page follows its object’s fields to other names, in binds, formulas and conditions; the server does so in the same transaction', () => {
    const document = pageOf({
      forms: { order: { object: 'client' } },
      sources: { all: { list: 'client', where: { $x: "level = 'a'" } } },
      body: boxed({
        id: 'x',
        type: 'field@1',
        bind: 'order.level',
        when: { visible: { $x: "order.level != 'b'" } },
      }),
    });
    const next = applyRename(
      document,
      {
        object: 'client',
        to: 'client',
        fields: new Map([['level', 'grade']]),
      },
      { catalogues },
    );
    expect(next).toMatchObject({
      sources: { all: { where: { $x: "grade = 'a'" } } },
      nodes: { x: { bind: 'order.grade', when: { visible: { $x: "order.grade != 'b'" } } } },
    });
    expect(readFileSync('src/server/bizmeta/routes.ts', 'utf8')).toContain('changingObject');
    expect(readFileSync('src/server/bizmeta/change-object.ts', 'utf8')).toContain(
      'followingObject',
    );
  });
  test('usages can be listed', () => {
    expect(
      pageUses(
        pageOf({ body: boxed({ id: 'x', type: 'block@1', props: { block: 'block.address' } }) }),
        catalogues,
      ),
    ).toEqual([{ nodeId: 'x', key: 'block.address' }]);
  });
});
/** Applies operations, and takes them back to see that nothing is lost. */
function attempt(document: PageDocument, operations: readonly PageOperation[]): PageDocument {
  const after = apply(document, operations);
  expect(apply(after, invert(document, operations))).toEqual(document);
  return after;
}
