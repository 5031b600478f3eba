import {
  BLOCK_PREFIX,
  BLOCK_WIDGET,
  blockCycle,
  blockDepth,
  fitsParam,
  MAX_BLOCKS_DEEP,
} from '../model/blocks.ts';
import type { PageDocument } from '../model/document.ts';
import {
  asText,
  isObject,
  isText,
  own,
  hint,
  at,
  nodePath,
  splitType,
  slotAlias,
  type ProblemPath,
  type Tree,
  looksTagged,
} from '../../document/index.ts';
import type { Validation } from './context.ts';
import type { ScopeTypes } from './scope.ts';
import { checkShares } from './shared.ts';

/**
 * Blocks a page shows: they exist, take these parameters, are not nested too deep, and never lead
 * back to the page.
 */
export function checkBlocks(v: Validation, tree: Tree, scope: ScopeTypes): void {
  const find = v.options.block;
  if (!find) return;
  const document = v.document as unknown as PageDocument;
  for (const [id, node] of v.part('nodes')) {
    if (splitType(own(node, 'type'))?.name !== BLOCK_WIDGET) continue;
    const props = own(node, 'props') ?? {};
    const place = at(nodePath(id), 'props');
    const block = blockOf(v, props, find, place);
    if (!block) continue;
    checkParams(v, block, own(props, 'params') ?? {}, at(place, 'params'));
    checkShares(v, block, props, scope, place);
    if (own(props, 'shares') !== undefined && isRepeated(v, tree, id))
      v.problems.invalid(
        at(place, 'shares'),
        '按行重复的位置里，区块不能与页面共用：它在页面里只有一份',
      );
  }
  const circle = blockCycle(document, find);
  const first =
    circle && v.part('nodes').find(([, node]) => own(own(node, 'props'), 'block') === circle[1]);
  if (circle)
    return v.problems.invalid(
      first ? at(nodePath(first[0]), 'props', 'block') : { path: '/nodes' },
      `区块循环引用：${circle.join(' → ')}`,
    );
  const depth = blockDepth(document, find);
  if (depth > MAX_BLOCKS_DEEP)
    v.problems.invalid(
      { path: '/nodes' },
      `区块最多嵌套 ${MAX_BLOCKS_DEEP} 层，现在有 ${depth} 层`,
    );
}

/** The block a node shows, where its key is written out; what is wrong with the key is named. */
function blockOf(
  v: Validation,
  props: unknown,
  find: NonNullable<Validation['options']['block']>,
  place: ProblemPath,
): PageDocument | undefined {
  const key = own(props, 'block');
  if (key === undefined) v.problems.invalid(place, '缺少“block”');
  if (!isText(key)) {
    if (own(props, 'shares') !== undefined)
      v.problems.invalid(at(place, 'block'), '与页面共用的区块，键要写明，不能是公式');
    return undefined;
  }
  if (!key.startsWith(BLOCK_PREFIX)) {
    v.problems.invalid(at(place, 'block'), `“${key}”不是区块：区块的键以“${BLOCK_PREFIX}”开头`);
    return undefined;
  }
  const block = key === v.document.key ? (v.document as unknown as PageDocument) : find(key);
  if (!block) v.problems.invalid(at(place, 'block'), `没有键为“${key}”的区块`);
  return block;
}

/** A node that is drawn once a row. */
function isRepeated(v: Validation, tree: Tree, id: string): boolean {
  const nodes = own(v.document, 'nodes');
  for (let up = tree.parents.get(id); up; up = tree.parents.get(up.id)) {
    const slots = v.widgets.get(asText(own(own(nodes, up.id), 'type')))?.slots ?? {};
    const slot = own(slots, up.slot) ?? own(slots, '*');
    const isOne = own(slot, 'repeated') === 'one';
    if (!isOne && slotAlias(own(own(own(nodes, up.id), 'slots'), up.slot)) !== undefined)
      return true;
  }
  return false;
}

function checkParams(v: Validation, block: PageDocument, given: unknown, place: ProblemPath): void {
  if (!isObject(given) || looksTagged(given)) return;
  const declared = block.params ?? {};
  for (const [name, value] of Object.entries(given)) {
    const decl = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (!decl)
      v.problems.invalid(
        at(place, name),
        `区块“${block.key}”没有参数“${name}”${hint(name, Object.keys(declared))}`,
      );
    else if (!looksTagged(value) && !fitsParam(decl, value))
      v.problems.invalid(at(place, name), `参数“${name}”的类型应为 ${decl.type}`);
  }
  for (const name of requiredIn(declared))
    if (own(given, name) === undefined) v.problems.invalid(place, `缺少参数“${name}”`);
}
const requiredIn = (declared: NonNullable<PageDocument['params']>): string[] =>
  Object.keys(declared).filter((name) => declared[name]!.required === true);
