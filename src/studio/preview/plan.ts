import type { Json, PageDocument, PageNode, PageOperation } from '../../page/index.ts';
import type { Plan, Wish } from '../../../machines/index.ts';
import type { SlotDefinition } from '../../view/kit/index.ts';
import type { Registry } from '../../view/index.ts';
import { copyWish, type NewId } from './new-id.ts';
import { PAGE_ROW, idsIn, mainSlotOf, outlineOf, slotsOfNode, type PageRow } from './outline.ts';

/** Where something is put: a slot of a node, and the place in it. */
interface Target {
  parent: string;
  slot: string;
  index: number;
  definition: SlotDefinition | undefined;
}
type Steps = { steps: PageOperation[]; select: string } | { refusal: string };

/** What a widget says of itself when nothing else is said: its name, where it has a text for it. */
const SAMPLE = ['title', 'text', 'label'];
const ROW_ALIAS = 'row';

/**
 * How what a person wants done to a page is done, by the lines of its outline; a refusal is a
 * sentence for them.
 */
export class PagePlans {
  private readonly rows: readonly PageRow[];
  private readonly taken: Set<string>;
  constructor(
    private readonly page: PageDocument,
    private readonly registry: Registry,
    private readonly selected: string,
    private readonly newId: NewId,
  ) {
    this.rows = outlineOf(page, registry, selected);
    this.taken = new Set(Object.keys(page.nodes));
  }

  plan(wish: Wish): Plan {
    switch (wish.type) {
      case 'INSERT':
        return this.insert(wish.what);
      case 'MOVE':
        return this.move(wish.id, wish.parentId, wish.index);
      case 'REMOVE':
        return this.remove(wish.id ?? this.selected);
      case 'DUPLICATE':
        return this.duplicate(wish.id ?? this.selected);
    }
  }

  private row(id: string | null): PageRow | undefined {
    return this.rows.find((row) => row.id === id);
  }
  private node(id: string): PageNode {
    return this.page.nodes[id]!;
  }
  private definition(id: string) {
    return this.registry.widget(this.node(id).type)?.definition;
  }
  private slots(id: string) {
    return slotsOfNode(this.node(id), this.definition(id));
  }

  /** Position of a node; null for the root. */
  private homeOf(id: string): Target | null {
    for (const [parent, node] of Object.entries(this.page.nodes)) {
      for (const slot of Object.keys(node.slots ?? {})) {
        const index = idsIn(node, slot).indexOf(id);
        if (index >= 0)
          return {
            parent,
            slot,
            index,
            definition: this.slots(parent).find(({ name }) => name === slot)?.definition,
          };
      }
    }
    return null;
  }
  /** The slot of a line: its own, or the first that accepts such a widget. */
  private slotOf(row: PageRow, type: string): Target | null {
    if (row.node === null) return this.slotOf(this.row(this.page.root)!, type);
    const places = this.slots(row.node).filter(({ name, definition }) =>
      row.slot === null ? this.accepts(definition, type) : name === row.slot,
    );
    const place = places[0];
    return place
      ? {
          parent: row.node,
          slot: place.name,
          index: idsIn(this.node(row.node), place.name).length,
          definition: place.definition,
        }
      : null;
  }
  private accepts(slot: SlotDefinition | undefined, type: string): boolean {
    const widget = this.registry.widget(type)?.definition;
    return (
      !slot?.accepts ||
      !widget ||
      slot.accepts.includes(widget.type) ||
      slot.accepts.includes(widget.category)
    );
  }
  /** Why a slot does not take a widget; null when it does. */
  private refusal(
    { parent, slot, definition }: Target,
    type: string,
    isThere: boolean,
  ): string | null {
    if (!this.accepts(definition, type))
      return `“${definition!.title}”里不能放${this.registry.widget(type)?.definition.title ?? '这个组件'}`;
    const held = idsIn(this.node(parent), slot).length;
    return definition?.most !== undefined && !isThere && held >= definition.most
      ? `“${definition.title}”里最多放 ${definition.most} 个`
      : null;
  }
  /** A repeated slot gets a row alias before its first node. */
  private opened({ parent, slot, definition }: Target): PageOperation[] {
    if (!definition?.repeated || Object.hasOwn(this.node(parent).slots ?? {}, slot)) return [];
    return [
      {
        op: 'set',
        id: parent,
        path: ['slots', slot],
        value: { as: ROW_ALIAS, nodes: [] } as unknown as Json,
      },
    ];
  }

  private insert(what: string): Steps {
    const widget = this.registry.widgets
      .filter(({ type }) => type === what)
      .sort((a, b) => b.version - a.version)[0];
    if (!widget) return { refusal: `没有名为“${what}”的组件` };
    const type = `${widget.type}@${widget.version}`;
    const row = this.row(this.selected) ?? this.row(PAGE_ROW)!;
    const home = row.node === null ? null : this.homeOf(row.node);
    const to =
      this.slotOf(row, type) ??
      (home && row.kind === 'node' ? { ...home, index: home.index + 1 } : null);
    if (!to) return { refusal: '请先选中要放进去的位置' };
    const refusal = this.refusal(to, type, false);
    if (refusal) return { refusal };
    const known =
      (widget.props as { properties?: Record<string, { type?: string }> }).properties ?? {};
    const naming = SAMPLE.find(
      (name) => known[name] && (known[name].type ?? 'string') === 'string',
    );
    const id = this.newId(this.taken, widget.type);
    const node: PageNode = { type, ...(naming && { props: { [naming]: widget.title } }) };
    return {
      steps: [
        ...this.opened(to),
        { op: 'insert', id, node, to: { parent: to.parent, slot: to.slot, index: to.index } },
      ],
      select: id,
    };
  }

  private move(id: string, parentId: string | null, index: number): Steps {
    const row = this.row(parentId);
    const moved = this.page.nodes[id];
    if (!moved || id === this.page.root || !row || row.node === null)
      return { refusal: '不能移动到这里' };
    const to = this.slotOf(row, moved.type);
    if (!to) return { refusal: `“${row.title}”里不能放组件` };
    const home = this.homeOf(id);
    const isSame = home?.parent === to.parent && home.slot === to.slot;
    const refusal = this.refusal(to, moved.type, isSame);
    if (refusal) return { refusal };
    // Directly under a node come the nodes of its main slot, and then its other slots, which have
    // no index.
    const isOwn = row.slot !== null || to.slot === mainSlotOf(this.definition(row.node));
    const most = to.index - (isSame ? 1 : 0);
    return {
      steps: [
        ...this.opened(to),
        {
          op: 'move',
          id,
          to: { parent: to.parent, slot: to.slot, index: isOwn ? Math.min(index, most) : most },
        },
      ],
      select: id,
    };
  }

  private remove(id: string): Steps {
    const home = this.page.nodes[id] ? this.homeOf(id) : null;
    if (!home)
      return {
        refusal:
          this.row(id)?.kind === 'slot'
            ? '插槽不能删除，可以删除其中的组件'
            : '页面的最外层不能删除',
      };
    const rest = idsIn(this.node(home.parent), home.slot).filter((each) => each !== id);
    return {
      steps: [{ op: 'remove', id }],
      select: rest[home.index] ?? rest.at(-1) ?? home.parent,
    };
  }

  private duplicate(id: string): Steps {
    const home = this.page.nodes[id] ? this.homeOf(id) : null;
    if (!home) return { refusal: '页面的最外层不能复制' };
    const refusal = this.refusal(home, this.node(id).type, false);
    if (refusal) return { refusal };
    const steps: PageOperation[] = [];
    const copied = this.copyOf(
      id,
      { parent: home.parent, slot: home.slot, index: home.index + 1 },
      steps,
    );
    return { steps, select: copied };
  }
  /** Inserts a copy of a node and all below it; answers its id. */
  private copyOf(
    id: string,
    to: { parent: string; slot: string; index: number },
    steps: PageOperation[],
  ): string {
    const { slots = {}, ...rest } = this.node(id);
    const copied = this.newId(this.taken, copyWish(id));
    this.taken.add(copied);
    const empty = Object.fromEntries(
      Object.entries(slots).map(([name, slot]) => [
        name,
        Array.isArray(slot) ? [] : { as: slot.as, nodes: [] },
      ]),
    );
    steps.push({
      op: 'insert',
      id: copied,
      node: { ...rest, ...(Object.keys(slots).length > 0 && { slots: empty }) },
      to,
    });
    for (const slot of Object.keys(slots))
      idsIn(this.node(id), slot).forEach((child, index) =>
        this.copyOf(child, { parent: copied, slot, index }, steps),
      );
    return copied;
  }
}
