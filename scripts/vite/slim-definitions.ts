import { readFileSync } from 'node:fs';
import ts from 'typescript';
import type { Plugin } from 'vite';

/** Where widgets and actions are defined, and where the short hands they use are. */
const DEFINITION =
  /\/(renderers\/\w+\/index|src\/runtime\/actions\/(layer|query|kinds\/[\w/]+))\.ts$/;
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
 * to; the props of a widget stay, for their defaults.
 */
const DESIGNED: Readonly<Record<string, readonly string[]>> = {
  defineWidget: ['category', 'bind', 'slots', 'events'],
  defineAction: ['args', 'result'],
};
function isDesigned(node: ts.Node): boolean {
  if (!ts.isPropertyAssignment(node) || !ts.isCallExpression(node.parent.parent)) return false;
  return DESIGNED[node.parent.parent.expression.getText()]?.includes(node.name.getText()) === true;
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

/** A definition's source without what only designers need. */
export function slimDefinition(code: string): string {
  const file = ts.createSourceFile('definition.ts', code, ts.ScriptTarget.Latest, true);
  const changes: { from: number; to: number; by: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (isDesigned(node)) {
      const comma = code[node.end] === ',' ? 1 : 0;
      changes.push({ from: node.pos, to: node.end + comma, by: '' });
      return;
    }
    const text = textOf(node);
    if (text && isText(text)) changes.push({ from: text.getStart(file), to: text.end, by: `''` });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return changes
    .toSorted((a, b) => b.from - a.from)
    .reduce((slim, { from, to, by }) => slim.slice(0, from) + by + slim.slice(to), code);
}

/**
 * Leaves what only designers need out of the definitions every page loads: they have it from
 * schemas/widgets.json and actions.json (src/studio/preview/described.ts).
 */
export function slimDefinitions(): Plugin {
  return {
    name: 'huozi:slim-definitions',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: DEFINITION },
      handler: (code) => ({ code: slimDefinition(code), map: null }),
    },
  };
}
