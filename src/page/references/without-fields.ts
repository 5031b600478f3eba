import {
  isObject,
  isText,
  own,
  put,
  slotIds,
  slotsOf,
  type JsonObject,
} from '../../document/index.ts';
import type { PageDocument, PageNode } from '../model/document.ts';
import { applyRename, type RenameOptions } from './rename.ts';
import { mapPlaces, type Place } from './walk.ts';

/** Put in place of a field's name: no form and no record has such a field. */
const GONE = '_gone';
const isGone = (name: unknown): boolean => isText(name) && name.split('.').includes(GONE);

/**
 * The document without these fields of objects: nodes bound to one go with all within them, and lists
 * of fields lose it; an expression that reads one finds nothing. A condition on one stays and is
 * refused when it is asked, so that no list becomes wider.
 */
export function pageWithoutFields(
  document: PageDocument,
  hidden: ReadonlyMap<string, readonly string[]>,
  options: RenameOptions,
): PageDocument {
  let named = document;
  for (const [object, names] of hidden) {
    const fields = new Map(names.map((name) => [name, GONE]));
    named = applyRename(named, { object, to: object, fields }, options);
  }
  if (named === document) return document;
  const left = mapPlaces(named, options.catalogues, (place) =>
    place.kind.kind === 'field' ? withoutGone(place.value, place) : place.value,
  );
  return { ...left, nodes: withoutNodes(left) };
}

/** A field's name, or several, without those that are gone; undefined for none. */
function withoutGone(value: unknown, { kind }: Pick<Place, 'kind'>): unknown {
  if (isGone(value)) return undefined;
  if (!Array.isArray(value)) return value;
  const keys = 'within' in kind ? (kind.within ?? []) : [];
  return value.filter((item) => !isGone(item) && !keys.some((key) => isGone(own(item, key))));
}

/** The nodes that are still shown, their lists without holes. */
function withoutNodes(document: PageDocument): Record<string, PageNode> {
  const gone = new Set(
    Object.entries(document.nodes).flatMap(([id, { bind }]) => (isGone(bind) ? [id] : [])),
  );
  gone.delete(document.root);
  const nodes: Record<string, PageNode> = {};
  const keep = (id: string): void => {
    const node = document.nodes[id];
    if (!node || nodes[id]) return;
    nodes[id] = withoutSlots(node, gone);
    for (const [, slot] of slotsOf(nodes[id])) slotIds(slot).forEach(keep);
  };
  keep(document.root);
  return nodes;
}

function withoutSlots(node: PageNode, gone: ReadonlySet<string>): PageNode {
  const props = node.props && { props: dense(node.props) as NonNullable<PageNode['props']> };
  if (!node.slots) return { ...node, ...props };
  const left = (slot: unknown): unknown =>
    Array.isArray(slot)
      ? slot.filter((id) => !gone.has(String(id)))
      : isObject(slot)
        ? { ...slot, nodes: left(own(slot, 'nodes')) }
        : slot;
  const slots = Object.fromEntries(
    Object.entries(node.slots).map(([name, slot]) => [name, left(slot)]),
  ) as NonNullable<PageNode['slots']>;
  return { ...node, ...props, slots };
}

/** A value without what was taken out of its lists. */
function dense(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(dense);
  if (!isObject(value)) return value;
  const out: JsonObject = {};
  for (const [key, item] of Object.entries(value))
    if (item !== undefined) put(out, key, dense(item));
  return out;
}
