import type { NodeDocument } from '../../src/document/index.ts';
import {
  isRecord,
  labelOf,
  recordsOf,
  rowsOf,
  textOf,
  type LabelSource,
} from '../../src/values/index.ts';
import type { KindProps } from './index.ts';

/** The two ways nodes are put together; a node has one of them. */
const BELOW = 'below';
const BESIDE = 'beside';
export const SIDE_BY_SIDE: ReadonlySet<string> = new Set([BESIDE]);
/** Above what has no parent among the rows. */
const TOP = '#';

export interface CanvasKind extends KindProps {
  readonly shape: 'card' | 'pill' | 'none';
}
/** A line of text; the names of members are known where it is drawn. */
export interface CanvasLine {
  readonly text: string;
  readonly members: readonly { readonly kind: string; readonly id: string }[];
}
export interface CanvasNode {
  readonly id: string;
  readonly kind: CanvasKind;
  readonly title: string;
  readonly lines: readonly CanvasLine[];
  /** Cannot be moved, copied or removed. */
  readonly fixed: boolean;
}
export interface Canvas {
  readonly kinds: readonly CanvasKind[];
  readonly nodes: ReadonlyMap<string, CanvasNode>;
  /** Parents by id; what is on top has none. */
  readonly parents: ReadonlyMap<string, string>;
  readonly document: NodeDocument;
}

/** Lines under a title: what fits in a box. */
const MAX_LINES = 2;

/** What is no text in a kind is left out: kinds may come from an expression. */
export function kindsOf(kinds: unknown): CanvasKind[] {
  return recordsOf(kinds).map((kind) => {
    const isPlain = ([, value]: [string, unknown]) =>
      typeof value === 'string' || typeof value === 'boolean';
    const plain: Partial<KindProps> = Object.fromEntries(Object.entries(kind).filter(isPlain));
    const key = textOf(plain.key);
    return { ...plain, key, title: textOf(plain.title) || key, shape: plain.shape ?? 'card' };
  });
}
const lineOf = (line: unknown): CanvasLine => ({
  text: isRecord(line) ? textOf(line['text']) : textOf(line),
  members: recordsOf(isRecord(line) ? line['members'] : []).map((member) => ({
    kind: textOf(member['kind']),
    id: textOf(member['id']),
  })),
});
const otherKind = (key: string): CanvasKind => ({ key, title: key, shape: 'card', icon: 'common' });

const nodeOf = (
  id: string,
  kind: CanvasKind,
  row: Readonly<Record<string, unknown>>,
): CanvasNode => ({
  id,
  kind,
  title: textOf(row['title']) || kind.title,
  lines: rowsOf(row['lines']).map(lineOf).slice(0, MAX_LINES),
  fixed: row['fixed'] === true || kind.fixed === true,
});

/** The rows that can be drawn, by their ids. */
function nodesOf(items: unknown, kinds: readonly CanvasKind[]) {
  const byKey = new Map(kinds.map((kind) => [kind.key, kind]));
  const nodes = new Map<string, CanvasNode>();
  const parents = new Map<string, string>();
  for (const row of recordsOf(items)) {
    const id = textOf(row['id']);
    if (id === '' || id === TOP || nodes.has(id)) continue;
    const key = textOf(row['kind']);
    nodes.set(id, nodeOf(id, byKey.get(key) ?? otherKind(key), row));
    // A parent comes before its children, so that there are no circles.
    const parent = textOf(row['parentId']);
    if (nodes.has(parent) && parent !== id) parents.set(id, parent);
  }
  return { nodes, parents };
}

type CanvasRows = ReturnType<typeof nodesOf>;

/** Ids of the rows below each row; TOP for those that are below none. */
function rowsBelow({ nodes, parents }: CanvasRows): Map<string, string[]> {
  const children = new Map<string, string[]>([[TOP, []]]);
  for (const id of nodes.keys()) {
    children.set(id, []);
    children.get(parents.get(id) ?? TOP)!.push(id);
  }
  return children;
}

/** The rows as a document of nodes in slots, which layout and keys go by. */
export function canvasOf(items: unknown, kinds: readonly CanvasKind[]): Canvas {
  const rows = nodesOf(items, kinds);
  return { kinds, ...rows, document: documentOf(rows, kinds) };
}

function documentOf(rows: CanvasRows, kinds: readonly CanvasKind[]): NodeDocument {
  const { nodes } = rows;
  const children = rowsBelow(rows);
  const document: NodeDocument = { root: TOP, nodes: {} };
  for (const [id, ids] of children) {
    const { key, branch } = nodes.get(id)?.kind ?? {};
    const slot = branch === undefined ? BELOW : BESIDE;
    const isBranch = kinds.some((kind) => kind.branch === key);
    const holds = id === TOP || slot === BESIDE || ids.length > 0 || isBranch;
    document.nodes[id] = { type: 'node@1', ...(holds && { slots: { [slot]: ids } }) };
  }
  const root = rootRow(nodes, children.get(TOP)!);
  if (root === undefined) return document;
  delete document.nodes[TOP];
  return { ...document, root };
}

/** A row that only holds the others is what the tree begins with, as a document's root. */
function rootRow(
  nodes: CanvasRows['nodes'],
  [first, ...others]: readonly string[],
): string | undefined {
  const isOnly = first !== undefined && others.length === 0;
  return isOnly && nodes.get(first)?.kind.shape === 'none' ? first : undefined;
}

export const sizeOf = ({ nodes }: Canvas, id: string) => {
  const node = nodes.get(id);
  switch (node?.kind.shape) {
    case 'card':
      return { width: 232, height: 48 + 20 * node.lines.length };
    case 'pill':
      return { width: 136, height: 32 };
    default:
      return undefined;
  }
};
export const GAP_X = 48;
export const GAP_Y = 56;

/** Everything below a node, without itself. */
export function within({ document }: Canvas, id: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (at: string): void => {
    for (const slot of Object.values(document.nodes[at]?.slots ?? {}))
      for (const child of Array.isArray(slot) ? slot : slot.nodes) {
        if (found.has(child)) continue;
        found.add(child);
        visit(child);
      }
  };
  visit(id);
  return found;
}
export const childrenOf = ({ document }: Canvas, id: string): readonly string[] =>
  Object.values(document.nodes[id]?.slots ?? {}).flatMap((slot) =>
    Array.isArray(slot) ? slot : slot.nodes,
  );
/** What a node lies in, from the top, without what only holds the whole. */
export function aboveOf({ parents, document }: Canvas, id: string): string[] {
  const above: string[] = [];
  for (let at = parents.get(id); at !== undefined && at !== document.root; at = parents.get(at))
    above.unshift(at);
  return above;
}
export const parentOf = ({ parents, document }: Canvas, id: string): string =>
  parents.get(id) ?? document.root;

/** Most names of members in a line. */
const MAX_MEMBERS = 6;
/** A line with the names of its members, as far as they are known. */
export function lineText({ text, members }: CanvasLine, labels: LabelSource): string {
  if (members.length === 0) return text;
  const names = members.slice(0, MAX_MEMBERS).map(({ kind, id }) => labelOf(kind, id, labels));
  const more = members.length > MAX_MEMBERS ? ` 等 ${members.length} 个` : '';
  return `${text}${names.join('、')}${more}`;
}
