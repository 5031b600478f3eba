import type { PageDocument, ParamDecl } from './document.ts';
import { isObject, isTemplate, isText, own, splitType } from '../../document/index.ts';

/**
 * Blocks: pages of their own, under a key of their own, that other pages show by reference with
 * parameters. A block has its own state and sources, its own revisions, and is saved and migrated
 * like any page.
 */

/** Keys of blocks begin so. */
export const BLOCK_PREFIX = 'block.';
/** The widget that shows one: its props are `block`, the key, and `params`. */
export const BLOCK_WIDGET = 'block';
/** Most levels of blocks within blocks: deeper ones are unmanageable. */
export const MAX_BLOCKS_DEEP = 6;

/** A reference to another page; `rev` when it pins one revision of a block. */
export interface PageUse {
  nodeId: string;
  key: string;
  rev?: number;
}

/**
 * Splits block.address@3: a block may be shown at one published revision, independent of later
 * changes.
 */
export function splitPin(reference: string): { key: string; rev?: number } {
  const [, key, rev] = /^(.+)@([1-9][0-9]{0,8})$/.exec(reference) ?? [];
  return key?.startsWith(BLOCK_PREFIX) === true ? { key, rev: Number(rev) } : { key: reference };
}

/**
 * Blocks a document shows, by references as they are written; a key that is a formula is known only
 * when the page runs.
 */
export function blockUses(document: Pick<PageDocument, 'nodes'>): PageUse[] {
  return Object.entries(document.nodes).flatMap(([nodeId, node]) => {
    const key = splitType(node.type)?.name === BLOCK_WIDGET ? own(node.props, 'block') : undefined;
    return isText(key) ? [{ nodeId, key }] : [];
  });
}

const PAGE_ARGS = new Set(['page', 'pageKey', 'block']);
const ADDRESS_ARGS = new Set(['to', 'url']);
/** Own pages whose key begins so have an address: page.visit is at /page/visit. */
const ADDRESSED = { prefix: 'page.', path: '/page/' } as const;
/** The address of an own page; undefined for one that only other pages show. */
export const pageAddress = (key: string): string | undefined =>
  key.startsWith(ADDRESSED.prefix)
    ? ADDRESSED.path + key.slice(ADDRESSED.prefix.length)
    : undefined;

/**
 * Every node that names a page: blocks, embedded pages, pages that actions open, and addresses of
 * own pages. What the page does when it opens, and its steps, are its root's.
 */
export function pageUses({
  nodes,
  root,
  steps,
  onOpen,
}: Pick<PageDocument, 'nodes'> &
  Partial<Pick<PageDocument, 'root' | 'steps' | 'onOpen'>>): PageUse[] {
  return Object.entries(nodes).flatMap(([nodeId, { props, on }]) =>
    [...new Set(keysIn([props, on, nodeId === root ? [onOpen, steps] : undefined]))].map(
      (reference) => ({
        nodeId,
        ...splitPin(reference),
      }),
    ),
  );
}
function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    if (PAGE_ARGS.has(name) && isText(item)) return [item];
    return ADDRESS_ARGS.has(name) ? keyOfAddress(item) : keysIn(item);
  });
}
/** The own page an address leads to, if the address is literal. */
function keyOfAddress(value: unknown): string[] {
  const text = isTemplate(value) ? value.$t : value;
  const name =
    isText(text) && text.startsWith(ADDRESSED.path)
      ? /^[A-Za-z0-9_-]+(?=$|[/?#])/.exec(text.slice(ADDRESSED.path.length))?.[0]
      : undefined;
  return name === undefined ? [] : [ADDRESSED.prefix + name];
}

/**
 * Keys that lead from a block back to it, first and last the same; undefined when none do. `own` is
 * the document being saved.
 */
export function blockCycle(
  own: Pick<PageDocument, 'key' | 'nodes'>,
  find: (key: string) => Pick<PageDocument, 'nodes'> | undefined,
): string[] | undefined {
  const done = new Set<string>();
  const visit = (key: string, trail: readonly string[]): string[] | undefined => {
    if (trail.includes(key)) return [...trail.slice(trail.indexOf(key)), key];
    if (done.has(key)) return undefined;
    done.add(key);
    const document = key === own.key ? own : find(key);
    for (const use of document ? blockUses(document) : []) {
      const circle = visit(use.key, [...trail, key]);
      if (circle) return circle;
    }
    return undefined;
  };
  return visit(own.key, []);
}

/** Nesting depth of the blocks below a document; a circle counts once around. */
export function blockDepth(
  document: Pick<PageDocument, 'nodes'>,
  find: (key: string) => Pick<PageDocument, 'nodes'> | undefined,
  above: readonly string[] = [],
): number {
  const below = blockUses(document)
    .filter(({ key }) => !above.includes(key))
    .map(({ key }) => {
      const block = find(key);
      return 1 + (block ? blockDepth(block, find, [...above, key]) : 0);
    });
  return Math.max(0, ...below);
}

const KINDS: Record<ParamDecl['type'], (value: unknown) => boolean> = {
  text: isText,
  date: isText,
  dateTime: isText,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  list: Array.isArray,
  any: () => true,
};
/** Whether a literal can be handed in for a parameter. */
export const fitsParam = (decl: ParamDecl, value: unknown): boolean =>
  value === null || KINDS[decl.type](value);
