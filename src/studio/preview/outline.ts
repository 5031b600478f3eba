import { isRecord, textOf } from '../../values/index.ts';
import type { SlotDefinition, WidgetDefinition } from '../../view/kit/index.ts';
import type { PageDocument, PageNode } from '../../page/index.ts';
import type { Registry } from '../../view/index.ts';

/** The page itself is the row above its nodes. */
export const PAGE_ROW = '#page';
/** A line of a page's outline: the page, a node, or one of a node's slots. */
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
  /** What a node is found by beside its title: its widget and its id. */
  readonly words?: string;
  readonly draggable: boolean;
  readonly droppable: boolean;
  readonly menu: boolean;
}
export interface SlotPlace {
  readonly name: string;
  readonly definition: SlotDefinition | undefined;
}

const NAMING = ['title', 'text', 'label', 'name', 'placeholder'];
/** What a person wrote on it: a text, or the text around its holes. */
function writtenOn(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  const around = isRecord(value)
    ? textOf(value['$t'])
        .replaceAll(/\{[^{}]*\}/gu, '…')
        .trim()
    : '';
  return around.replaceAll(/[…\s·]/gu, '') === '' ? '' : around;
}
const shortOf = (text: string): string => text.split(/[：；，。（]/u)[0]!;

/**
 * What a node is called in an outline: what is written on it, the field or cell it is bound to,
 * else its widget's name.
 */
function nodeTitle(node: PageNode, definition: WidgetDefinition | undefined): string {
  const ownText = NAMING.map((name) => writtenOn(node.props?.[name])).find(Boolean);
  const bind = textOf(node.bind);
  return ownText ?? (bind.includes('.') ? bind : (definition?.title ?? textOf(node.type)));
}

/** Keys of a slot for each of a list's items: tabs, steps, panels. */
const keysOfItems = (node: PageNode): string[] =>
  (Array.isArray(node.props?.['items']) ? node.props['items'] : []).flatMap((item) =>
    isRecord(item) && typeof item['key'] === 'string' ? [item['key']] : [],
  );

/** Every slot a node has or may have, in the order of its widget. */
export function slotsOfNode(node: PageNode, definition: WidgetDefinition | undefined): SlotPlace[] {
  const known = definition?.slots ?? {};
  const keyed = Object.hasOwn(known, '*') ? keysOfItems(node) : [];
  const names = [
    ...keyed,
    ...Object.keys(known).filter((name) => name !== '*'),
    ...Object.keys(node.slots ?? {}),
  ];
  return [...new Set(names)].map((name) => ({
    name,
    definition: Object.hasOwn(known, name) ? known[name] : known['*'],
  }));
}
/**
 * The slot whose content is drawn directly under the node in an outline: its widget's first. None
 * for a widget with a slot for each of its items.
 */
export const mainSlotOf = (definition: WidgetDefinition | undefined): string | null => {
  const names = Object.keys(definition?.slots ?? {});
  return names.includes('*') ? null : (names[0] ?? null);
};
export const idsIn = (node: PageNode | undefined, slot: string): readonly string[] => {
  const held = Object.hasOwn(node?.slots ?? {}, slot) ? node!.slots![slot]! : [];
  return Array.isArray(held) ? held : held.nodes;
};

/** What a row of a node says of it. */
const nodeRow = (id: string, node: PageNode, definition: WidgetDefinition | undefined) => ({
  id,
  title: nodeTitle(node, definition),
  icon: definition?.designer?.icon ?? 'question-circle',
  kind: 'node' as const,
  node: id,
  slot: null,
  words: `${definition?.title ?? ''} ${node.type} ${id}`,
});

class Outline {
  readonly rows: PageRow[] = [];
  constructor(
    private readonly page: PageDocument,
    private readonly registry: Registry,
    private readonly selected: string,
  ) {}

  add(id: string, parentId: string): void {
    const node = this.page.nodes[id];
    if (!node) return;
    const definition = this.registry.widget(node.type)?.definition;
    const slots = slotsOfNode(node, definition);
    const isRoot = id === this.page.root;
    this.rows.push({
      ...nodeRow(id, node, definition),
      parentId,
      draggable: !isRoot,
      droppable: slots.length > 0,
      menu: !isRoot,
    });
    const main = mainSlotOf(definition);
    if (main !== null) for (const child of idsIn(node, main)) this.add(child, id);
    for (const place of slots)
      if (place.name !== main && this.shows(id, node, place, definition))
        this.addSlot(id, node, place);
  }
  /**
   * A slot with nothing in it is shown where it may be wanted: of the selected node, and for each
   * of a widget's items.
   */
  private shows(
    id: string,
    node: PageNode,
    { name }: SlotPlace,
    definition: WidgetDefinition | undefined,
  ): boolean {
    return (
      idsIn(node, name).length > 0 ||
      this.selected === id ||
      this.selected === slotRow(id, name) ||
      (definition?.slots?.['*'] !== undefined && !Object.hasOwn(definition.slots, name))
    );
  }
  private addSlot(id: string, node: PageNode, { name, definition }: SlotPlace): void {
    const row = slotRow(id, name);
    this.rows.push({
      id: row,
      parentId: id,
      title: slotTitle(node, name, definition?.title ?? name),
      icon: 'folder',
      kind: 'slot',
      node: id,
      slot: name,
      draggable: false,
      droppable: true,
      menu: false,
    });
    for (const child of idsIn(node, name)) this.add(child, row);
  }
}
const slotRow = (id: string, slot: string): string => `#${slot}@${id}`;
/** A slot named after an item (a tab) is called what the item is called. */
function slotTitle(node: PageNode, name: string, title: string): string {
  const item = (Array.isArray(node.props?.['items']) ? node.props['items'] : []).find(
    (each) => isRecord(each) && each['key'] === name,
  );
  return (isRecord(item) && writtenOn(item['title'])) || shortOf(title);
}

/**
 * The page as a tree: its nodes by their names; content of a slot other than the main one is under
 * that slot's name.
 */
export function outlineOf(page: PageDocument, registry: Registry, selected: string): PageRow[] {
  const outline = new Outline(page, registry, selected);
  outline.rows.push({
    id: PAGE_ROW,
    parentId: null,
    title: writtenOn(page.title) || '页面',
    icon: 'file',
    kind: 'page',
    node: null,
    slot: null,
    draggable: false,
    droppable: false,
    menu: false,
  });
  outline.add(page.root, PAGE_ROW);
  return outline.rows;
}
