import type { Take } from '../../contract/index.ts';
import { nameIn, type DocumentKind } from '../base/kind.ts';
import type { NodeDocument, NodeOf } from '../nodes/document.ts';
import { Draft } from './draft.ts';
import type { MergeConflict } from './merge.ts';
import type { OperationOf } from './types.ts';
import { describeValue, nodeName, type NodeWords } from './words.ts';

/** Two changes of the same thing, in words. `id` names this very pair of changes. */
export interface DocumentConflict {
  id: string;
  nodeId?: string;
  path: string[];
  why: string;
  words: string;
  /** The values; null for taken away. */
  mine: unknown;
  theirs: unknown;
  mineWords: string;
  theirsWords: string;
  /** What can be chosen. */
  takes: Take[];
}
interface Versions<Document> {
  base: Document;
  mine: Document;
  theirs: Document;
}

/** A conflict as the builder who decides about it reads it. */
export function describeConflict<Document extends NodeDocument>(
  conflict: MergeConflict<Document>,
  versions: Versions<Document>,
  kind: DocumentKind,
  words: NodeWords<Document>,
): Omit<DocumentConflict, 'id' | 'takes'> {
  const { nodeId, path, why, ours } = conflict;
  const value = conflict.theirs.op === 'set' ? conflict.theirs.value : undefined;
  return {
    ...(nodeId !== undefined && { nodeId }),
    path,
    why,
    words: where(conflict, versions, kind, words),
    mine: ours ?? null,
    theirs: value ?? null,
    ...sides(conflict, versions, words),
  };
}

function where<Document extends NodeDocument>(
  { nodeId, path }: MergeConflict<Document>,
  { base, mine, theirs }: Versions<Document>,
  kind: DocumentKind,
  words: NodeWords<Document>,
): string {
  if (nodeId === undefined)
    return `${documentPart(kind, path[0] ?? '')}${path[1] === undefined ? '' : `“${path[1]}”`}`;
  const home = [base, mine, theirs].find((document) => Object.hasOwn(document.nodes, nodeId));
  const node = home?.nodes[nodeId] as NodeOf<Document> | undefined;
  const name = nodeName(node, home ?? base, words);
  return path.length === 0 || path[0] === 'root' ? name : `${name}的${words.partName(node, path)}`;
}
function documentPart(kind: DocumentKind, part: string): string {
  if (part === 'root') return `${kind.called}的最上层`;
  const value = nameIn(kind.values, part);
  if (value !== undefined) return `${kind.called}${value}`;
  return nameIn(kind.sections, part) ?? nameIn(kind.parts, part) ?? `${kind.called}设置`;
}

type Sides = Pick<DocumentConflict, 'mineWords' | 'theirsWords'>;
function sides<Document extends NodeDocument>(
  { why, theirs: operation, ours, nodeId, path }: MergeConflict<Document>,
  { mine, theirs }: Versions<Document>,
  words: NodeWords<Document>,
): Sides {
  // Names of parents are those of our document, whose sections the words may read.
  const moved = (document: Document): string => movedTo(nodeId, new Draft(document), mine, words);
  switch (why) {
    case 'bothChanged':
      return { mineWords: changedTo(ours), theirsWords: changedBy(operation, path) };
    case 'weRemoved':
      return { mineWords: '已删除', theirsWords: did(operation, new Draft(theirs), words) };
    case 'theyRemoved':
      return { mineWords: '有改动，保留', theirsWords: '已删除' };
    case 'bothMoved':
      return { mineWords: moved(mine), theirsWords: moved(theirs) };
    case 'bothInserted':
      return { mineWords: '新增的内容', theirsWords: '编号相同、内容不同' };
    case 'wouldNest':
      return { mineWords: moved(mine), theirsWords: '移到了它自己的里面' };
  }
}
function changedBy<Document extends NodeDocument>(
  operation: OperationOf<Document>,
  path: readonly string[],
): string {
  return operation.op === 'set' && path[0] !== 'root' ? changedTo(operation.value) : '换了最上层';
}
function changedTo(value: unknown): string {
  const said = describeValue(value);
  return said === undefined ? '有修改' : said === '空' ? '清除' : `改为${said}`;
}
function did<Document extends NodeDocument>(
  operation: OperationOf<Document>,
  theirs: Draft<Document>,
  words: NodeWords<Document>,
): string {
  if (operation.op === 'set')
    return `修改了${words.partName(operation.id === undefined ? undefined : theirs.node(operation.id), operation.path)}`;
  return operation.op === 'insert' ? '在其中新增了内容' : '移动了位置';
}
function movedTo<Document extends NodeDocument>(
  id: string | undefined,
  draft: Draft<Document>,
  document: Document,
  words: NodeWords<Document>,
): string {
  const spot = id === undefined ? 'nowhere' : draft.positionOf(id);
  return typeof spot === 'object'
    ? `移到了${nodeName(draft.node(spot.parent), document, words)}里`
    : '移动了位置';
}
