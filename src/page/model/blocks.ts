import type { PageDocument, ParamDecl } from './document.ts';
import { isText, own, splitType } from '../../document/index.ts';

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

/** Whether a block shares something with the page that shows it. */
export const isSharing = ({ state, sources, forms, machines }: PageDocument): boolean =>
  [state, sources, forms, machines].some((part) =>
    Object.values(part ?? {}).some(({ shared }) => shared === true),
  );

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
