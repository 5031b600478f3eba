import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState, Text } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

/** JSON as written in the editor, complete or partly typed. */
export type Path = readonly (string | number)[];
const textOf = (doc: Text, { from, to }: { from: number; to: number }): string =>
  doc.sliceString(from, to);

/** What a string says; one that is still being written says what there is. */
function stringOf(source: string): string {
  try {
    return JSON.parse(source) as string;
  } catch {
    return source.replace(/^"|"$/g, '');
  }
}
const isValue = ({ name }: SyntaxNode): boolean =>
  name === 'Object' ||
  name === 'Array' ||
  name === 'String' ||
  name === 'Number' ||
  name === 'True' ||
  name === 'False' ||
  name === 'Null';
function kids(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let at = node.firstChild; at; at = at.nextSibling) found.push(at);
  return found;
}
export const valueOfProperty = (property: SyntaxNode): SyntaxNode | undefined =>
  kids(property).find(isValue);
export const keyOf = (property: SyntaxNode, doc: Text): string => {
  const name = property.getChild('PropertyName');
  return name ? stringOf(textOf(doc, name)) : '';
};
const items = (list: SyntaxNode): SyntaxNode[] => kids(list).filter(isValue);

/** The value of a node, as far as it is written. */
export function valueOf(node: SyntaxNode | undefined | null, doc: Text): unknown {
  switch (node?.name) {
    case 'JsonText':
      return valueOf(kids(node).find(isValue), doc);
    case 'Object':
      return Object.fromEntries(
        node
          .getChildren('Property')
          .map((property) => [keyOf(property, doc), valueOf(valueOfProperty(property), doc)]),
      );
    case 'Array':
      return items(node).map((item) => valueOf(item, doc));
    case 'String':
      return stringOf(textOf(doc, node));
    case 'Number':
      return Number(textOf(doc, node));
    case 'True':
      return true;
    case 'False':
      return false;
    default:
      return null;
  }
}
/**
 * Milliseconds a text may take to be read to its end; 2,000,000 characters take about half of it.
 */
const READ_MS = 1_000;
/**
 * The whole text as a tree. The editor itself reads only as far as the screen shows: half a
 * document would look faulty.
 */
export const rootOf = (state: EditorState): SyntaxNode =>
  (ensureSyntaxTree(state, state.doc.length, READ_MS) ?? syntaxTree(state)).topNode;

/** The way from the root to a node. */
export function pathOf(node: SyntaxNode, doc: Text): Path {
  const path: (string | number)[] = [];
  for (let at: SyntaxNode | null = node; at?.parent; at = at.parent) {
    if (at.parent.name === 'Property' && isValue(at)) path.unshift(keyOf(at.parent, doc));
    if (at.parent.name === 'Array')
      path.unshift(items(at.parent).filter((item) => item.to <= at.from).length);
  }
  return path;
}

const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
function step(node: SyntaxNode, part: string, doc: Text): SyntaxNode | undefined {
  if (node.name === 'Array') return items(node)[Number(part)];
  return node.name === 'Object'
    ? node.getChildren('Property').find((property) => keyOf(property, doc) === part)
    : undefined;
}
const within = (node: SyntaxNode): SyntaxNode | undefined =>
  node.name === 'Property' ? valueOfProperty(node) : node;
/** As far as a pointer leads: the last part that is there, and how many parts led to it. */
function follow(
  from: SyntaxNode | undefined,
  parts: readonly string[],
  doc: Text,
): { node: SyntaxNode | undefined; depth: number } {
  let node = from;
  let depth = 0;
  for (const part of parts) {
    const inside = node && within(node);
    const next = inside && step(inside, part, doc);
    if (!next) break;
    node = next;
    depth++;
  }
  return { node, depth };
}
/** The object with "id": id, at any depth. */
function withId(node: SyntaxNode | undefined, id: string, doc: Text): SyntaxNode | undefined {
  if (!node) return undefined;
  if (
    node.name === 'Object' &&
    node
      .getChildren('Property')
      .some(
        (property) =>
          keyOf(property, doc) === 'id' && valueOf(valueOfProperty(property), doc) === id,
      )
  )
    return node;
  for (const child of kids(node)) {
    const found = withId(child, id, doc);
    if (found) return found;
  }
  return undefined;
}
/** The node a JSON pointer leads to, or the nearest around it. */
function nearestNode(pointer: string, state: EditorState): SyntaxNode | undefined {
  const { doc } = state;
  const root = kids(rootOf(state)).find(isValue);
  const parts = partsOf(pointer);
  const { node, depth } = follow(root, parts, doc);
  if (depth >= 2 || parts[0] !== 'nodes' || parts[1] === undefined) return node;
  const nested = withId(root, parts[1], doc);
  return nested ? follow(nested, parts.slice(2), doc).node : node;
}
/**
 * Where a JSON pointer leads, or the nearest around it. /nodes/ID of a flat document also finds the
 * node in a nested one.
 */
export function placeOf(pointer: string, state: EditorState): { from: number; to: number } {
  const node = nearestNode(pointer, state);
  if (!node) return { from: 0, to: 0 };
  const named = node.name === 'Property' ? (node.getChild('PropertyName') ?? node) : node;
  // A whole object underlined would colour the screen: only its first line is marked.
  return { from: named.from, to: Math.min(named.to, state.doc.lineAt(named.from).to) };
}
