import type { PageConflict } from '../../contract/index.ts';
import type { PageDocument } from '../model/document.ts';
import { Draft } from './draft.ts';
import type { MergeConflict } from './merge.ts';
import { nodeName, partName, describeValue, type NamingOptions } from './node-names.ts';
import type { PageOperation } from './types.ts';

const HEAD: Record<string, string> = {
  title: '页面标题',
  root: '页面的最上层',
  params: '参数',
  state: '状态',
  sources: '数据源',
  forms: '表单',
  machines: '流程',
  onOpen: '打开页面时的动作',
};

/** A conflict as the builder who decides about it reads it. */
export function describeConflict(
  conflict: MergeConflict,
  mine: PageDocument,
  theirs: PageDocument,
  base: PageDocument,
  options: NamingOptions,
): Omit<PageConflict, 'id' | 'takes'> {
  const { nodeId, path, why, ours } = conflict;
  const value = conflict.theirs.op === 'set' ? conflict.theirs.value : undefined;
  return {
    ...(nodeId !== undefined && { nodeId }),
    path,
    why,
    words: where(conflict, [base, mine, theirs], options),
    mine: ours ?? null,
    theirs: value ?? null,
    ...sides(conflict, new Draft(mine), new Draft(theirs), mine, options),
  };
}

function where(
  { nodeId, path }: MergeConflict,
  documents: readonly PageDocument[],
  options: NamingOptions,
): string {
  if (nodeId === undefined)
    return `${HEAD[path[0] ?? ''] ?? '页面设置'}${path[1] === undefined ? '' : `“${path[1]}”`}`;
  const home = documents.find((document) => Object.hasOwn(document.nodes, nodeId));
  const name = nodeName(home?.nodes[nodeId], home ?? documents[0]!, options);
  return path.length === 0 || path[0] === 'root'
    ? name
    : `${name}的${partName(home?.nodes[nodeId], path, options)}`;
}

type Sides = Pick<PageConflict, 'mineWords' | 'theirsWords'>;
function sides(
  { why, theirs: operation, ours, nodeId, path }: MergeConflict,
  mine: Draft,
  theirs: Draft,
  document: PageDocument,
  options: NamingOptions,
): Sides {
  switch (why) {
    case 'bothChanged':
      return {
        mineWords: changedTo(ours),
        theirsWords:
          operation.op === 'set' && path[0] !== 'root' ? changedTo(operation.value) : '换了最上层',
      };
    case 'weRemoved':
      return { mineWords: '已删除', theirsWords: did(operation, theirs, options) };
    case 'theyRemoved':
      return { mineWords: '有改动，保留', theirsWords: '已删除' };
    case 'bothMoved':
      return {
        mineWords: movedTo(nodeId, mine, document, options),
        theirsWords: movedTo(nodeId, theirs, document, options),
      };
    case 'bothInserted':
      return { mineWords: '新增的内容', theirsWords: '编号相同、内容不同' };
    case 'wouldNest':
      return {
        mineWords: movedTo(nodeId, mine, document, options),
        theirsWords: '移到了它自己的里面',
      };
  }
}
function changedTo(value: unknown): string {
  const said = describeValue(value);
  return said === undefined ? '有修改' : said === '空' ? '清除' : `改为${said}`;
}
function did(operation: PageOperation, theirs: Draft, options: NamingOptions): string {
  if (operation.op === 'set')
    return `修改了${partName(operation.id === undefined ? undefined : theirs.node(operation.id), operation.path, options)}`;
  return operation.op === 'insert' ? '在其中新增了内容' : '移动了位置';
}
function movedTo(
  id: string | undefined,
  draft: Draft,
  document: PageDocument,
  options: NamingOptions,
): string {
  const spot = id === undefined ? 'nowhere' : draft.positionOf(id);
  return typeof spot === 'object'
    ? `移到了${nodeName(draft.node(spot.parent), document, options)}里`
    : '移动了位置';
}
