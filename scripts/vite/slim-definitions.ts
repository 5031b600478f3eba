import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Plugin } from 'vite';

/** Where widgets and actions are defined, and where the short hands they use are. */
const DEFINITION =
  /\/(renderers\/\w+\/index|src\/runtime\/actions\/(layer|query|kinds\/[\w/]+))\.ts$/;
/** The view of a widget, and the part of the definition that comes with it. */
const VIEW = /\/renderers\/\w+\/View\.tsx$/;
const DRAWN_QUERY = '?drawn';
const DRAWN_MODULE = /\/renderers\/\w+\/index\.ts\?drawn$/;
const SHORT_HANDS = ['src/view/kit/props.ts', 'src/runtime/actions/schema.ts'];

/** By the name of a short hand, which of its arguments is the description. */
function descriptionsOf(path: string): [string, number][] {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: [string, number][] = [];
  ts.forEachChild(file, (statement) => {
    if (!ts.isVariableStatement(statement)) return;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!initializer || !ts.isArrowFunction(initializer)) continue;
      const at = initializer.parameters.findIndex(
        (parameter) => parameter.name.getText(file) === 'description',
      );
      if (at >= 0) found.push([name.getText(file), at]);
    }
  });
  return found;
}
const descriptions = new Map(SHORT_HANDS.flatMap(descriptionsOf));

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  (ts.isBinaryExpression(node) && isText(node.left) && isText(node.right));
/**
 * What of a definition only checking and designing a document reads, by the function it is given
 * to.
 */
const DESIGNED: Readonly<Record<string, readonly string[]>> = {
  defineWidget: ['category', 'bind', 'slots', 'events', 'designer'],
  defineAction: ['args', 'result'],
};
/** What of a widget's definition is first read when it is drawn: it travels with the view. */
const DRAWN = ['title', 'props'];
/** The function whose call this is a member of the argument of, and the member's name. */
function memberOf(node: ts.Node): { of: string; name: string } | null {
  if (!ts.isPropertyAssignment(node) || !ts.isCallExpression(node.parent.parent)) return null;
  return { of: node.parent.parent.expression.getText(), name: node.name.getText() };
}
/** The text that only designers show, where the node has one. */
function textOf(node: ts.Node): ts.Node | undefined {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const at = descriptions.get(node.expression.text);
    return at === undefined ? undefined : node.arguments[at];
  }
  return ts.isPropertyAssignment(node) && node.name.getText() === 'description'
    ? node.initializer
    : undefined;
}

interface Change {
  at: number;
  to: number;
  by: string;
}
const apply = (code: string, changes: readonly Change[]): string =>
  changes
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, to, by }) => text.slice(0, at) + by + text.slice(to), code);

/** A definition without these members, and without the texts that only designers show. */
function without(code: string, members: Readonly<Record<string, readonly string[]>>): string {
  const file = ts.createSourceFile('definition.ts', code, ts.ScriptTarget.Latest, true);
  const changes: Change[] = [];
  const visit = (node: ts.Node): void => {
    const member = memberOf(node);
    if (member && members[member.of]?.includes(member.name)) {
      const comma = code[node.end] === ',' ? 1 : 0;
      changes.push({ at: node.pos, to: node.end + comma, by: '' });
      return;
    }
    const text = textOf(node);
    if (text && isText(text)) changes.push({ at: text.getStart(file), to: text.end, by: `''` });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return withPureCalls(apply(code, changes));
}

/**
 * Defining has no effect: marked so, what a definition no longer mentions is dropped. What runs
 * later, in functions, is left alone.
 */
function withPureCalls(code: string): string {
  const file = ts.createSourceFile('definition.ts', code, ts.ScriptTarget.Latest, true);
  const changes: Change[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isCallExpression(node)) {
      const at = node.getStart(file);
      changes.push({ at, to: at, by: '/*#__PURE__*/ ' });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return apply(code, changes);
}

/** A view that is written as text while it is far from the screen needs its props before. */
const travelsWhole = (code: string): boolean => /^  placeholder[:(]/m.test(code);

/** A definition's source without what only designers need, and what its view brings. */
export const slimDefinition = (code: string): string =>
  without(code, {
    ...DESIGNED,
    defineWidget: travelsWhole(code)
      ? DESIGNED['defineWidget']!
      : [...DESIGNED['defineWidget']!, ...DRAWN],
  });

/** The module a view brings its part of the definition in. */
export function drawnDefinition(code: string): string {
  const others = [...DESIGNED['defineWidget']!, 'type', 'version', 'view', 'migrate'];
  return `${without(code, { defineWidget: others }).replace(/^export default (\w+);$/m, '')}
export { ${/^export default (\w+);$/m.exec(code)![1]} as drawn };
`;
}

/**
 * Leaves what only designers need out of the definitions every page loads: they have it from
 * schemas/widgets.json and actions.json (src/studio/preview/described.ts). What a widget needs to be
 * drawn comes with its view.
 */
export function slimDefinitions(): Plugin {
  return {
    name: 'huozi:slim-definitions',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: DRAWN_MODULE },
      handler: (id) => ({
        code: drawnDefinition(readFileSync(id.replace(DRAWN_QUERY, ''), 'utf8')),
        moduleType: 'ts',
        moduleSideEffects: false,
      }),
    },
    transform: {
      filter: { id: [DEFINITION, VIEW] },
      handler(code, id) {
        if (!VIEW.test(id)) return { code: slimDefinition(code), map: null };
        const definition = readFileSync(join(dirname(id), 'index.ts'), 'utf8');
        return travelsWhole(definition)
          ? null
          : { code: `${code}\nexport { drawn } from './index.ts${DRAWN_QUERY}';\n`, map: null };
      },
    },
  };
}
