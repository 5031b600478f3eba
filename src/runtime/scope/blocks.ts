import { reaction } from 'mobx';
import type { PageGrant } from '../../contract/index.ts';
import { MAX_BLOCKS_DEEP, splitPin, type NodeModel, type PageModel } from '../../page/index.ts';
import { isRecord } from '../../values/index.ts';
import { guardedPorts } from './guard.ts';
import { PageScope } from './page-scope.ts';
import { modelsShared, pathsShared } from './shared.ts';

/** A block's page and what it may do. */
interface BlockPage {
  readonly model: PageModel;
  readonly grant: PageGrant;
}
type FindBlock = (key: string) => BlockPage | undefined;

/** The key of the block a node shares with; null for every other node. */
function keyShared(node: NodeModel): string | null {
  const key = node.props['block'];
  return key?.kind === 'literal' && typeof key.value === 'string' && pathsShared(node)
    ? key.value
    : null;
}
/** Keys of the blocks a page shares with. */
export const keysShared = (page: PageModel): string[] => [
  ...new Set([...page.nodes.values()].flatMap((node) => keyShared(node) ?? [])),
];

/**
 * What a block sets, its page acts on with the page's rights. So a page of the program shares with
 * the program's blocks only, and a company's page with a block of the company at one revision, for
 * which its own publisher answers, or one that was granted all that the page was (decision 24).
 */
const mayShare = (page: PageGrant, block: PageGrant, reference: string): boolean =>
  block.origin === 'program' ||
  (page.origin === 'company' &&
    (splitPin(reference).rev !== undefined ||
      page.allows.every((each) => block.allows.includes(each))));

/**
 * A page opens so many blocks at most. Saving refuses circles and too many levels of one document,
 * but what blocks of companies show may change after that, and multiplies with each level.
 */
const MAX_OPENED = 50;

/**
 * Opens the blocks a page shares with, before its forms take their rules. Each has the page's ports,
 * guarded for both. One that cannot be opened, or that would be in itself, says so where it is drawn.
 */
export function openBlocks(page: PageScope, grant: PageGrant, find: FindBlock): void {
  let opened = 0;
  const openIn = (scope: PageScope, around: readonly string[]): void => {
    if (around.length >= MAX_BLOCKS_DEEP) return;
    for (const node of scope.page.nodes.values()) {
      const key = keyShared(node);
      if (opened >= MAX_OPENED || key === null || around.includes(key)) continue;
      const block = find(key);
      if (!block || !mayShare(grant, block.grant, key)) continue;
      const inner = openBlock(scope, node, block);
      if (!inner) continue;
      opened += 1;
      openIn(inner, [...around, key]);
    }
  };
  openIn(page, []);
}

function openBlock(
  outer: PageScope,
  node: NodeModel,
  { model, grant }: BlockPage,
): PageScope | null {
  const shared = modelsShared(outer, pathsShared(node)!, model);
  if (!shared || model.problems.some(({ severity }) => severity === 'error')) return null;
  const params = (): Record<string, unknown> => {
    const given = outer.valueOf(node.props['params'], null);
    return isRecord(given) ? given : {};
  };
  const inner = new PageScope(model, guardedPorts(outer.ports, grant), params(), shared);
  outer.addBlock(
    node.id,
    inner,
    reaction(params, (next) => inner.setParams(next)),
  );
  return inner;
}
