import type { DocumentNode, Slot } from './document.ts';
import { copy, isObject, isText, own, put } from '../base/json.ts';

/** Ids in a slot, in either form; anything that is not text is left out (validation reports it). */
export function slotIds(slot: unknown): string[] {
  const list = Array.isArray(slot) ? slot : own(slot, 'nodes');
  return Array.isArray(list) ? list.filter(isText) : [];
}
/** The row alias of a repeated slot. */
export function slotAlias(slot: unknown): string | undefined {
  const alias = own(slot, 'as');
  return isText(alias) ? alias : undefined;
}
/** The same slot with other ids. */
export const withIds = (slot: Slot | undefined, ids: string[]): Slot =>
  slot === undefined || Array.isArray(slot) ? ids : { ...slot, nodes: ids };

/** Every slot of a node that may be malformed, by name. */
export function slotsOf(node: unknown): [string, unknown][] {
  const slots = own(node, 'slots');
  return isObject(slots) ? Object.entries(slots) : [];
}
/** Ids of all children in the order of the slots. */
export const childIds = (node: DocumentNode | undefined): string[] =>
  slotsOf(node).flatMap(([, slot]) => slotIds(slot));

/** name@major in its two parts; undefined when it is not written so. */
export function splitType(type: unknown): { name: string; major: number } | undefined {
  const parts = isText(type) ? /^([a-z][A-Za-z0-9]*)@([1-9][0-9]{0,3})$/.exec(type) : null;
  return parts ? { name: parts[1]!, major: Number(parts[2]) } : undefined;
}

/** The slots as they are written, with nothing in them. */
export function emptySlots(slots: DocumentNode['slots']): NonNullable<DocumentNode['slots']> {
  const out: NonNullable<DocumentNode['slots']> = {};
  for (const [name, slot] of Object.entries(slots ?? {})) put(out, name, withIds(slot, []));
  return out;
}
/** A node without its children; its slots are unchanged otherwise. */
export const bare = <Node extends DocumentNode>(node: Node): Node =>
  copy(node.slots === undefined ? node : { ...node, slots: emptySlots(node.slots) });
