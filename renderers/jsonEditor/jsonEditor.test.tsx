// @vitest-environment jsdom
import { currentCompletions, startCompletion } from '@codemirror/autocomplete';
import { undo } from '@codemirror/commands';
import { forEachDiagnostic } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { screen, waitFor } from '@testing-library/react';
import { act } from 'react';
import { expect, test } from 'vitest';
import { fakePorts } from '../../src/view/testing/index.ts';
import { openPage } from '../../tests/fixtures/page.ts';
import jsonEditor from './index.ts';

const schema = {
  type: 'object',
  required: ['type'],
  properties: {
    type: { enum: ['text@1', 'tabs@1'], description: '组件' },
    note: { type: 'string', description: '备注' },
    child: { $ref: '#' },
    list: { type: 'array', items: { $ref: '#' } },
  },
  allOf: [
    {
      if: { properties: { type: { const: 'tabs@1' } }, required: ['type'] },
      then: { properties: { props: { $ref: '#/$defs/tabs' } } },
    },
  ],
  $defs: {
    tabs: {
      type: 'object',
      properties: {
        variant: { description: '样式', enum: ['line', 'capsule'], default: 'line' },
        keep: { type: 'boolean' },
      },
    },
  },
};
const editor = (): EditorView =>
  EditorView.findFromDOM(document.querySelector<HTMLElement>('.cm-editor')!)!;
const shown = () => editor().state.doc.toString();
async function open(init: unknown, props = {}, ports = fakePorts({})) {
  const page = await openPage(
    [jsonEditor],
    {
      state: { source: { type: 'any', init: init as never } },
      body: {
        type: 'jsonEditor@1',
        bind: 'state.source',
        props: { label: '源码', schema, ...props },
      },
    },
    { ports },
  );
  const type = async (text: string) => {
    const at = text.indexOf('|');
    const plain = text.replace('|', '');
    act(() =>
      editor().dispatch({
        changes: { from: 0, to: editor().state.doc.length, insert: plain },
        selection: { anchor: at < 0 ? plain.length : at },
        userEvent: 'input.type',
      }),
    );
    await page.settle();
  };
  const offers = async () => {
    act(() => {
      startCompletion(editor());
    });
    await waitFor(() => expect(currentCompletions(editor().state).length).toBeGreaterThan(0));
    return currentCompletions(editor().state).map(({ label }) => label);
  };
  const problems = () => {
    const found: [string, string][] = [];
    forEachDiagnostic(editor().state, ({ message }, from, to) =>
      found.push([message, editor().state.sliceDoc(from, to)]),
    );
    return found;
  };
  return {
    page,
    ports,
    type,
    offers,
    problems,
    value: () => page.scope.cells.get('source')!.value,
  };
}

test('text is stored as it is typed; data once they are complete', async () => {
  const on = await open('{}');
  await on.type('{"a": ');
  expect(on.value()).toBe('{"a": ');
});
test('data are written out, and follow once the text is whole', async () => {
  const on = await open({ a: 1 }, { as: 'data' });
  expect(shown()).toBe('{\n  "a": 1\n}');
  await on.type('{"a": [1,');
  expect(on.value()).toEqual({ a: 1 });
  await on.type('{"a":[1,2]}');
  expect([on.value(), shown()]).toEqual([{ a: [1, 2] }, '{"a":[1,2]}']);
});
test.each([
  ['{ "|" }', ['type', 'note', 'child', 'list']],
  ['{ "type": "text@1", | }', ['note', 'child', 'list']],
  ['{ "type": "tabs@1", | }', ['note', 'child', 'list', 'props']],
  ['{ "type": "|" }', ['text@1', 'tabs@1']],
  ['{ "type": "tabs@1", "props": { "variant": | } }', ['line', 'capsule']],
  ['{ "type": "tabs@1", "props": { "keep": | } }', ['true', 'false']],
  ['{ "list": [{ "type": "tabs@1", "props": { "k|" } }] }', ['keep']],
])('in %s the schema offers %j', async (text, wanted) => {
  const on = await open('');
  await on.type(text);
  expect(await on.offers()).toEqual(wanted);
});
test('what is no JSON is shown at its place, in Chinese', async () => {
  const on = await open('');
  await on.type('{ "a": 1 "b": 2 }');
  await waitFor(() => expect(on.problems()[0]?.[0]).toMatch(/JSON|缺少/), { timeout: 3000 });
  expect(screen.getByRole('button', { name: '1 个问题' })).toBeTruthy();
});
test('problems of a page are at their pointers, in a flat document and in a nested one', async () => {
  const problems = [{ path: '/nodes/t/props/text', msg: '不合适' }];
  const on = await open('{"nodes": {"t": {"props": {"text": 1}}}}', { problems });
  await waitFor(() => expect(on.problems()).toEqual([['不合适', '"text"']]), { timeout: 3000 });
  await on.type('{"body": {"id": "t", "props": {"text": 1}}}');
  await waitFor(() => expect(on.problems()).toEqual([['不合适', '"text"']]), { timeout: 3000 });
});
test('a kind of document brings its own schema and checks', async () => {
  const ports = {
    ...fakePorts({}),
    documentKind: async () => ({
      schema: { properties: { spec: {} } },
      problems: () => [{ path: '/spec', msg: '版本不对', severity: 'error' as const }],
    }),
  };
  const on = await open('{"spec": 1}', { schema: null, kind: 'page' }, ports);
  await waitFor(() => expect(on.problems()).toEqual([['版本不对', '"spec"']]), { timeout: 3000 });
});
test('is tidied up, and undone', async () => {
  const on = await open('{"a":[1]}');
  await on.page.click('整理');
  expect(on.value()).toBe('{\n  "a": [\n    1\n  ]\n}');
  act(() => {
    undo(editor());
  });
  expect(shown()).toBe('{"a":[1]}');
  await on.type('{"a"');
  await on.page.click('整理');
  expect(shown()).toBe('{"a"');
});
test('a text beyond the limit is not taken in', async () => {
  const on = await open('{}', { maxLength: 10 });
  await on.type('{"a": "much too long"}');
  expect([shown(), on.value()]).toEqual(['{}', '{}']);
});
test('a long document is read to its end before it is called faulty', async () => {
  const nodes = Object.fromEntries(
    Array.from({ length: 4_000 }, (_, i) => [
      `n${i}`,
      { type: 'text@1', note: `第 ${i} 个节点，文字够长，编辑器不会一次读完` },
    ]),
  );
  const seen: number[] = [];
  const kind = {
    schema: {},
    problems: (value: unknown) => {
      seen.push(Object.keys((value as { nodes: object }).nodes).length);
      return [];
    },
  };
  const on = await open(
    { nodes },
    { schema: null, kind: 'page', as: 'data', at: '/nodes/n3999/note' },
    { ...fakePorts({}), documentKind: async () => kind },
  );
  await waitFor(() => expect(seen.at(-1)).toBe(4_000), { timeout: 30_000 });
  expect(new Set(seen)).toEqual(new Set([4_000]));
  expect(editor().state.doc.lineAt(editor().state.selection.main.from).text).toContain(
    '第 3999 个',
  );
  expect(on.problems()).toEqual([]);
});
