import { describe, expect, it } from 'vitest';
import type { Rights } from '../../src/contract/index.ts';
import { forbiddenCalls, marksOf, type PageDocument, type Schema } from '../../src/page/index.ts';
import { catalogues } from '../fixtures/catalogues.ts';

/**
 * A builder's page must not do through its viewer what the builder may not. Every argument of every
 * action and every prop of every widget that reaches a port is tried, by the generated schemas
 * themselves: new ones are tried automatically.
 */
const BUILDER: Rights = { isSuper: false, functions: ['build.use'] };
const ADMIN: Rights = { isSuper: true, functions: [] };
const GRANT = 'upm.userRole.addRoleForSeveralUser';
const PERSONAL = 'upm.region.getActiveUserToken';

type Json = unknown;
const page = (parts: object): PageDocument =>
  ({
    spec: 'page/1',
    key: 'mine.page',
    rev: 0,
    title: '页',
    root: 'a',
    nodes: { a: { type: 'page@1' } },
    ...parts,
  }) as PageDocument;
const refused = (document: PageDocument, rights = BUILDER): string[] =>
  forbiddenCalls(document, catalogues, { rights }).map(({ place, why }) => `${place.path} ${why}`);

const MARKS: ReadonlySet<unknown> = new Set(['call', 'document', 'event']);
/**
 * Values of a schema in which one marked place after the other holds what the attack puts there.
 */
function planted(schema: Schema, put: (mark: Schema) => Json): Json[] {
  if (MARKS.has(schema['x-kind']?.kind)) return [put(schema)];
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
    planted(inner, put).map((value) => ({ [name]: value })),
  );
  const items =
    schema.items && !Array.isArray(schema.items)
      ? planted(schema.items, put).map((value) => [value])
      : [];
  return [...inside, ...items, ...(schema.anyOf ?? []).flatMap((branch) => planted(branch, put))];
}
const marked = (schema: Schema, kind: 'call' | 'document' | 'event'): boolean =>
  marksOf(schema).some((mark) => mark['x-kind']?.kind === kind);

/** Ways to write a call's id so that it is, or may be, the forbidden one. */
const writings = (id: string): [string, Json][] => [
  ['plain', id],
  ['a formula', { $x: `'${id}'` }],
  ['one of two', { $x: `if(1 = 1, 'bizmeta.app.list', '${id}')` }],
  ['put together', { $x: `concat('${id.slice(0, 5)}', '${id.slice(5)}')` }],
  ['of a cell', { $x: 'state.which' }],
  ['a text with holes', { $t: `${id.slice(0, 5)}{state.rest}` }],
];
const steps = (id: string): [string, Json][] =>
  catalogues.actions
    .filter(({ args }) => marked(args, 'call'))
    .flatMap(({ name, args }) =>
      writings(id).flatMap(([how, value]) =>
        planted(args, () => value).map((given): [string, Json] => [
          `${name}: ${how}`,
          { do: name, args: given },
        ]),
      ),
    );

/** The values an argument that holds steps may have around one step. */
function holding(schema: Schema, step: Json): Json[] {
  if (schema['x-kind']?.kind === 'actions') return [[step]];
  const items =
    schema.items && !Array.isArray(schema.items)
      ? holding(schema.items, step).map((value) => [value])
      : [];
  return [
    ...items,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) =>
      holding(inner, step).map((value) => ({ [name]: value })),
    ),
  ];
}
const within = (step: Json): [string, Json][] =>
  catalogues.actions.flatMap(({ name, args, steps: held = [] }) =>
    held.flatMap((arg) =>
      holding(args.properties![arg]!, step).map((value): [string, Json] => [
        `${name}.${arg}`,
        { do: name, args: { [arg]: value } },
      ]),
    ),
  );

const places: [string, (step: Json) => PageDocument][] = [
  ['when the page opens', (step) => page({ onOpen: [step] })],
  ['of a node', (step) => page({ nodes: { a: { type: 'button@1', on: { click: [step] } } } })],
  ['after a failure', (step) => page({ onOpen: [{ do: 'back', onError: [step] }] })],
  ['of a block', (step) => ({ ...page({ onOpen: [step] }), key: 'block.mine' })],
];

describe('a step that names a call', () => {
  it.each(steps(GRANT))('is refused at every place: %s', (_how, step) => {
    for (const [place, around] of places) {
      expect(refused(around(step)), place).not.toEqual([]);
      for (const [composed, outer] of within(step)) {
        expect(refused(around(outer)), `${place} in ${composed}`).not.toEqual([]);
        for (const [twice, outermost] of within(outer))
          expect(refused(around(outermost)), `${place} in ${composed} in ${twice}`).not.toEqual([]);
      }
    }
  });
  it.each(steps(PERSONAL))(
    'is refused to administrators as well when it is about the viewer’s account: %s',
    (_how, step) => {
      for (const [place, around] of places)
        expect(refused(around(step), ADMIN), place).not.toEqual([]);
    },
  );
  it.each(['bpm.process.operate', 'bpm.work.approval', 'bpm.substitution.save'])(
    'is refused to administrators as well when it decides in the viewer’s name: %s',
    (id) => {
      for (const [place, around] of places)
        for (const [, step] of steps(id))
          expect(refused(around(step), ADMIN), place).not.toEqual([]);
    },
  );
  it.each(['bpm.template.publish', 'bpm.template.commit'])(
    'is an administrator’s to write when it goes as far as its caller’s rights: %s',
    (id) => {
      const opened = page({ onOpen: [{ do: 'call', args: { id, input: {} } }] });
      expect(refused(opened)).toEqual([expect.stringContaining('只有管理员')]);
      expect(refused(opened, ADMIN)).toEqual([]);
    },
  );
  it('is one of the known ones', () => {
    expect(
      catalogues.actions.filter(({ args }) => marked(args, 'call')).map(({ name }) => name),
    ).toEqual(expect.arrayContaining(['call', 'download', 'upload']));
  });
});

describe('a widget that makes requests by itself', () => {
  const nodes = catalogues.widgets
    .filter(({ props }) => marked(props, 'call'))
    .flatMap(({ type, version, props }) =>
      writings(GRANT).flatMap(([how, value]) =>
        planted(props, () => value).map((given): [string, object] => [
          `${type}: ${how}`,
          { type: `${type}@${version}`, props: given },
        ]),
      ),
    );
  it.each(nodes)('is refused: %s', (_how, node) =>
    expect(refused(page({ nodes: { a: node } }))).not.toEqual([]),
  );
  it('may not be given its whole request by a formula', () => {
    expect(
      refused(page({ nodes: { a: { type: 'tree@1', props: { load: { $x: 'state.load' } } } } })),
    ).toEqual([expect.stringContaining('接口编号须直接写出')]);
  });
});

describe('a document in a prop', () => {
  const evil = page({ onOpen: [{ do: 'call', args: { id: PERSONAL } }] });
  const ways: [string, Json][] = [
    ['an object', evil],
    ['its text', JSON.stringify(evil)],
    ['a formula', { $x: 'state.page' }],
    ['a text with holes', { $t: '{state.page}' }],
    ['a node', { type: 'text@1' }],
  ];
  const nodes = catalogues.widgets
    .filter(({ props }) => marked(props, 'document'))
    .flatMap(({ type, version, props }) =>
      ways.flatMap(([how, value]) =>
        planted(props, () => value).map((given): [string, object] => [
          `${type}: ${how}`,
          { type: `${type}@${version}`, props: given },
        ]),
      ),
    );
  it.each(nodes)('is refused to all authors, as it was never checked: %s', (_how, node) => {
    expect(refused(page({ nodes: { a: node } }), ADMIN)).toEqual([
      expect.stringContaining('不能运行写在属性里的页面'),
    ]);
  });
  it('stays where the page of the program has it, unchanged', () => {
    const base = page({ nodes: { a: nodes[0]![1] } });
    expect(forbiddenCalls(base, catalogues, { rights: BUILDER, base })).toEqual([]);
    expect(
      forbiddenCalls(base, catalogues, {
        rights: BUILDER,
        base: page({ nodes: { a: nodes[1]![1] } }),
      }),
    ).toHaveLength(1);
  });
});

describe('a source', () => {
  it.each(writings(GRANT))('is refused: %s', (_how, value) =>
    expect(refused(page({ sources: { x: { call: value } } }))).not.toEqual([]),
  );
  it('that says it is a list as well is still one of a call', () =>
    expect(refused(page({ sources: { x: { list: 'order', call: GRANT } } }))).not.toEqual([]));
});

describe('what no catalogue knows', () => {
  it.each<[string, object]>([
    ['an action', { onOpen: [{ do: 'teleport', args: { to: [GRANT] } }] }],
    ['an argument', { onOpen: [{ do: 'back', args: { then: { id: { $x: `'${GRANT}'` } } } }] }],
    ['a widget', { nodes: { a: { type: 'teapot@1', props: { brew: GRANT } } } }],
    ['a prop', { nodes: { a: { type: 'text@1', props: { ask: { call: GRANT } } } } }],
    [
      'all arguments from a formula',
      { onOpen: [{ do: 'call', args: { $x: `{ id: '${GRANT}' }` } }] },
    ],
  ])('names no call the builder could not make: %s', (_what, parts) =>
    expect(refused(page(parts))).not.toEqual([]),
  );
});

describe('the session', () => {
  const send = (machine: string, event: Json): object => ({ do: 'send', args: { machine, event } });
  it.each<[string, Json]>([
    ['SIGNED_IN', { type: 'SIGNED_IN', session: { token: 't' } }],
    ['SIGN_OUT', 'SIGN_OUT'],
    ['a formula', { $x: 'state.event' }],
    ['a type by formula', { type: { $x: 'state.type' } }],
  ])('is sent nothing by a company’s page: %s', (_what, event) => {
    for (const machines of [{}, { own: { use: 'session' } }]) {
      const name = Object.keys(machines)[0] ?? 'session';
      expect(refused(page({ machines, onOpen: [send(name, event)] }), ADMIN)).toEqual([
        expect.stringContaining('关系到使用者的登录'),
      ]);
    }
  });
  it('is left by the same button as in the page of the program, and by no other', () => {
    const button = { type: 'button@1', on: { click: [send('session', { type: 'SIGN_OUT' })] } };
    const base = page({ nodes: { a: button } });
    const beyond = (document: PageDocument) =>
      forbiddenCalls(document, catalogues, { rights: BUILDER, base });
    expect(beyond(page({ title: '改过', nodes: { a: { ...button, note: '改过' } } }))).toEqual([]);
    expect(beyond(page({ onOpen: button.on.click, nodes: { a: button } }))).toHaveLength(1);
    expect(beyond(page({ nodes: { a: button, b: button } }))).toHaveLength(1);
  });
  it('and machines that make calls by themselves are allowed for no company’s page', () => {
    expect(refused(page({ machines: { box: { use: 'messages' } } }), ADMIN)).not.toEqual([]);
    expect(refused(page({ machines: { editor: { use: 'documentEditor' } } }))).not.toEqual([]);
    expect(refused(page({ machines: { other: { use: 'unheardOf' } } }), ADMIN)).not.toEqual([]);
  });
});

it('a file is saved from calls that give one, and sent to calls that take one', () => {
  const step = (name: string, call: string) =>
    refused(page({ onOpen: [{ do: name, args: { call } }] }), ADMIN);
  expect(step('download', 'bizmeta.app.save')).toEqual([expect.stringContaining('给出的不是文件')]);
  expect(step('upload', 'bizmeta.app.save')).toEqual([expect.stringContaining('不接收文件')]);
  expect([
    step('download', 'log.loginLog.export'),
    step('upload', 'upm.userOrg.importUser'),
  ]).toEqual([[], []]);
});

it.each([
  'bizmeta.page.draft.save',
  'bizmeta.page.publish',
  'upm.roleMenu.save',
  'upm.region.active',
])(
  'calls whose effect depends on the caller’s rights are put into pages by administrators only: %s',
  (id) => {
    const document = page({ onOpen: [{ do: 'call', args: { id } }] });
    const almost: Rights = {
      isSuper: false,
      functions: ['build.use', 'role.manage', 'user.manage'],
    };
    expect([refused(document, almost).length, refused(document, ADMIN)]).toEqual([1, []]);
  },
);

it('no marked schema hides behind a reference, where the check would not find it', () => {
  const hidden = (schema: unknown): boolean =>
    typeof schema === 'object' &&
    schema !== null &&
    ('$ref' in schema || Object.values(schema).some(hidden));
  const marksSomewhere = (schema: unknown): boolean =>
    /"kind":"(call|document|event)"/.test(JSON.stringify(schema));
  const all = [
    ...catalogues.widgets.map(({ type, props }) => ({ name: type, schema: props })),
    ...catalogues.actions.map(({ name, args }) => ({ name, schema: args })),
  ];
  expect(
    all.filter(({ schema }) => marksSomewhere(schema) && hidden(schema)).map(({ name }) => name),
  ).toEqual([]);
});
