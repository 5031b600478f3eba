import { isRecord, textOf } from '../parts/index.ts';
import type { SlotDefinition, WidgetDefinition } from '../kit/types.ts';
import type { PageDocument, PageNode } from '../../page/index.ts';
import type { Registry } from '../registry.ts';

/** The page itself stands above its nodes. */
export const PAGE_ROW = '#page';
/** A line of a page's outline: the page, a node, or one of the slots of a node that has several. */
export interface PageRow {
  readonly [detail: string]: unknown;
  readonly id: string;
  readonly parentId: string | null;
  readonly title: string;
  readonly icon: string;
  readonly kind: 'page' | 'node' | 'slot';
  /** The node, or whose slot it is; null for the page. */
  readonly node: string | null;
  readonly slot: string | null;
  /** What the widget is called, unless that is the title already. */
  readonly about: string;
  readonly draggable: boolean;
  readonly droppable: boolean;
  readonly menu: boolean;
}
export interface SlotPlace { readonly name: string; readonly definition: SlotDefinition | undefined }

const NAMING = ['title', 'text', 'label', 'name', 'placeholder'];
/** What a person wrote on it: a text, or the text around its holes. */
function writtenOn(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return isRecord(value) ? textOf(value['$t']).trim() : '';
}
const shortOf = (text: string): string => text.split(/[：；，。（]/u)[0]!;

/** What a node is called in an outline: what is written on it, what it is bound to, else its widget's name. */
export function nodeTitle(node: PageNode, definition: WidgetDefinition | undefined): string {
  const said = NAMING.map((name) => writtenOn(node.props?.[name])).find(Boolean);
  return said ?? (textOf(node.bind) || definition?.title || textOf(node.type));
}

/** Keys of a slot for each of a list's items: tabs, steps, panels. */
const keysOfItems = (node: PageNode): string[] => (Array.isArray(node.props?.['items']) ? node.props['items'] : []).flatMap((item) => (isRecord(item) && typeof item['key'] === 'string' ? [item['key']] : []));

/** Every slot a node has or may have, in the order of its widget. */
export function slotsOfNode(node: PageNode, definition: WidgetDefinition | undefined): SlotPlace[] {
  const known = definition?.slots ?? {};
  const keyed = Object.hasOwn(known, '*') ? keysOfItems(node) : [];
  const names = [...keyed, ...Object.keys(known).filter((name) => name !== '*'), ...Object.keys(node.slots ?? {})];
  return [...new Set(names)].map((name) => ({ name, definition: Object.hasOwn(known, name) ? known[name] : known['*'] }));
}
export const idsIn = (node: PageNode | undefined, slot: string): readonly string[] => {
  const held = Object.hasOwn(node?.slots ?? {}, slot) ? node!.slots![slot]! : [];
  return Array.isArray(held) ? held : held.nodes;
};

class Outline {
  readonly rows: PageRow[] = [];
  constructor(private readonly page: PageDocument, private readonly registry: Registry) {}

  add(id: string, parentId: string): void {
    const node = this.page.nodes[id];
    if (!node) return;
    const definition = this.registry.widget(node.type)?.definition;
    const slots = slotsOfNode(node, definition);
    const title = nodeTitle(node, definition);
    this.rows.push({
      id, parentId, title, icon: definition?.designer?.icon ?? 'question-circle', kind: 'node', node: id, slot: null, about: title === definition?.title ? '' : definition?.title ?? '未知组件',
      draggable: id !== this.page.root, droppable: slots.length > 0, menu: id !== this.page.root,
    });
    for (const place of slots) this.addSlot(id, node, place, slots.length > 1);
  }
  private addSlot(id: string, node: PageNode, { name, definition }: SlotPlace, isOneOfMany: boolean): void {
    const row = isOneOfMany ? `#${name}@${id}` : id;
    if (isOneOfMany) this.rows.push({ id: row, parentId: id, title: slotTitle(node, name, definition?.title ?? name), icon: 'folder', kind: 'slot', node: id, slot: name, about: '', draggable: false, droppable: true, menu: false });
    for (const child of idsIn(node, name)) this.add(child, row);
  }
}
/** A slot named after an item (a tab) is called what the item is called. */
function slotTitle(node: PageNode, name: string, title: string): string {
  const item = (Array.isArray(node.props?.['items']) ? node.props['items'] : []).find((each) => isRecord(each) && each['key'] === name);
  return (isRecord(item) && writtenOn(item['title'])) || shortOf(title);
}

/** The page as a tree: its nodes by what they are called, with the slots of those that have several. */
export function outlineOf(page: PageDocument, registry: Registry): PageRow[] {
  const outline = new Outline(page, registry);
  outline.rows.push({ id: PAGE_ROW, parentId: null, title: writtenOn(page.title) || '页面', icon: 'file', kind: 'page', node: null, slot: null, about: '页面', draggable: false, droppable: false, menu: false });
  outline.add(page.root, PAGE_ROW);
  return outline.rows;
}
