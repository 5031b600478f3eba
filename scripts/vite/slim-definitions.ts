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
/** Titles of slots and events; that of the widget itself is shown where it cannot be drawn. */
const isInnerTitle = (node: ts.PropertyAssignment): boolean => {
  const member = node.parent.parent;
  const group = member.parent?.parent;
  return (
    ts.isPropertyAssignment(member) &&
    group !== undefined &&
    ts.isPropertyAssignment(group) &&
    ['slots', 'events'].includes(group.name.getText())
  );
};
/** The text that only designers show, where the node has one. */
function textOf(node: ts.Node): ts.Node | undefined {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const at = descriptions.get(node.expression.text);
    return at === undefined ? undefined : node.arguments[at];
  }
  if (!ts.isPropertyAssignment(node)) return undefined;
  const name = node.name.getText();
  return name === 'description' || (name === 'title' && isInnerTitle(node))
    ? node.initializer
    : undefined;
}

/** A definition's source without the texts that only designers show. */
export function slimDefinition(code: string): string {
  const file = ts.createSourceFile('definition.ts', code, ts.ScriptTarget.Latest, true);
  const texts: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text && isText(text)) texts.push(text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return texts
    .toSorted((a, b) => b.pos - a.pos)
    .reduce((slim, text) => `${slim.slice(0, text.getStart(file))}''${slim.slice(text.end)}`, code);
}

/**
 * Leaves the descriptions of props, arguments, slots and events out of the definitions every page
 * loads: designers have them from schemas/widgets.json (src/studio/preview/described.ts).
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
