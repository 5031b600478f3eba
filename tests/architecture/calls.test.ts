import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { marksOf } from '../../src/page/index.ts';
import { catalogues } from '../fixtures/catalogues.ts';
import { ROOT } from './tree.ts';

/**
 * The marks in the schemas of widgets and actions determine who may write a page that makes a call.
 * So every place in the engine and the renderers that makes a call whose name comes from a document
 * is listed here, with its mark.
 */
const FROM_DOCUMENTS: Readonly<Record<string, { action: string } | { widget: string }>> = {
  'src/runtime/actions/kinds/call.ts': { action: 'call' },
  'src/runtime/actions/kinds/download.ts': { action: 'download' },
  'src/runtime/actions/kinds/upload/index.ts': { action: 'upload' },
  'src/runtime/actions/context.ts': { action: 'send' },
  'renderers/tree/use-children.ts': { widget: 'tree' },
};
/** Files that pass on a name given by their callers. */
const FORWARDERS: ReadonlySet<string> = new Set([
  'src/runtime/models/record-changes.ts', // callAndPublish: its callers are looked at
  'src/runtime/models/list.ts',
  'src/runtime/scope/declare.ts', // Asks.ask of sources, the marked `call` of a document's source
  'src/runtime/sources/request-client.ts',
  'src/runtime/scope/guard.ts',
  'src/studio/preview/preview-ports.ts',
  'renderers/smartForm/DraftForm.tsx',
  'renderers/smartForm/form-ports.ts',
  'src/runtime/scope/machine.ts', // `machines` of a document, checked by their names
]);

const PORTS = new Set(['call', 'saveAnswer', 'sendFile', 'actor', 'machine']);
const isProduct = (path: string): boolean =>
  /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$|\/testing\//.test(path);

/** A literal name, or one of several. */
function isFixed(node: ts.Expression | undefined): boolean {
  if (node === undefined) return true;
  if (ts.isConditionalExpression(node)) return isFixed(node.whenTrue) && isFixed(node.whenFalse);
  return ts.isStringLiteral(node);
}
/** What a call is made on: ports, or something that has them. */
function reaches(callee: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(callee) || !PORTS.has(callee.name.text)) return false;
  return /(^|\.|\?)(ports|context|this|#ports)\??$/.test(callee.expression.getText());
}

/** Lines of a file where a call's name is not written in the code. */
function openNames(path: string, text: string): string[] {
  const source = ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const isTell = ts.isIdentifier(node.expression) && node.expression.text === 'callAndTell';
      const name = isTell ? node.arguments[1] : node.arguments[0];
      if ((isTell || reaches(node.expression)) && !isFixed(name))
        found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    }
    // A port taken out of its object is called where this test does not look.
    if (
      ts.isBindingElement(node) &&
      PORTS.has((node.propertyName ?? node.name).getText()) &&
      /ports$/.test(node.parent.parent.getText())
    )
      found.push(path);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
const undeclared = (path: string, text: string): string[] =>
  path in FROM_DOCUMENTS || FORWARDERS.has(path) ? [] : openNames(path, text);

const files = ['src/runtime', 'src/ui', 'src/view', 'src/studio', 'renderers']
  .flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .map((path) => join(ROOT, room, path))
      .filter(isProduct),
  )
  .map((path) => ({ path: relative(ROOT, path), text: readFileSync(path, 'utf8') }));

describe('calls whose names come from documents', () => {
  it('are made in declared places only', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap(({ path, text }) => undeclared(path, text))).toEqual([]);
  });
  it('stay declared where they are', () => {
    const open = new Set(
      files.filter(({ path, text }) => openNames(path, text).length > 0).map(({ path }) => path),
    );
    expect(Object.keys(FROM_DOCUMENTS).filter((path) => !open.has(path))).toEqual([]);
  });
  it.each(Object.entries(FROM_DOCUMENTS))('have a mark in the schema: %s', (_path, from) => {
    const schema =
      'action' in from
        ? catalogues.actions.find(({ name }) => name === from.action)?.args
        : catalogues.widgets.find(({ type }) => type === from.widget)?.props;
    expect(
      marksOf(schema!).some(
        (mark) => mark['x-kind']?.kind === 'call' || mark['x-kind']?.kind === 'event',
      ),
    ).toBe(true);
  });
  it.each([
    'export const f = (node) => node.ports.call(node.props.api, {});',
    'export const f = (ports, props) => ports.saveAnswer(props.api, {}, "x");',
    'export const f = ({ ports }, args) => ports.sendFile(args.call, {}, args.file, () => undefined);',
    'export const f = (ports, props) => callAndTell(ports, props.api, {});',
    'export const f = (context, id) => context.call(`${id}.save`, {});',
    'export const f = (node) => { const { call } = node.ports; return call(node.props.api, {}); };',
    'export const f = (ports, props) => ports.call(props.x ? "bizmeta.app.list" : props.api, {});',
  ])('are found where one is planted: %s', (text) => {
    expect(undeclared('renderers/planted/View.tsx', text)).not.toEqual([]);
  });
  it('props and arguments that speak of a call are marked', () => {
    const speaking = (schema: { properties?: object }): string[] =>
      Object.entries(schema.properties ?? {})
        .filter(
          ([name, inner]) =>
            (/^(call|api|service)$/i.test(name) ||
              /^接口编号/.test(String((inner as { description?: string }).description))) &&
            marksOf(inner as never).length === 0,
        )
        .map(([name]) => name);
    expect([
      ...catalogues.actions.flatMap(({ name, args }) =>
        speaking(args).map((arg) => `${name}.${arg}`),
      ),
      ...catalogues.widgets.flatMap(({ type, props }) =>
        speaking(props).map((prop) => `${type}.${prop}`),
      ),
    ]).toEqual([]);
  });
});
