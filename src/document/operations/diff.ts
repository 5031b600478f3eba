import { copy, isObject, own, same, type Json, type JsonObject } from '../base/json.ts';
import type { DocumentKind } from '../base/kind.ts';
import type { DocumentNode, NodeDocument, NodeOf, Slot } from '../nodes/document.ts';
import { bare, childIds, slotIds, withIds } from '../nodes/slots.ts';
import { Draft } from './draft.ts';
import type { NodePosition, OperationOf } from './types.ts';

/**
 * The operations that turn one document into the other: apply(a, diff(a, b)) is b. Both must be
 * trees. Siblings that keep their order are not moved; nothing is removed and inserted again.
 */
export function diff<Document extends NodeDocument>(
  a: Document,
  b: Document,
  kind: DocumentKind,
): OperationOf<Document>[] {
  const pass = new Comparison(a, b, kind);
  return pass.run();
}

class Comparison<Document extends NodeDocument> {
  private readonly operations: OperationOf<Document>[] = [];
  private readonly draft: Draft<Document>;

  constructor(
    private readonly a: Document,
    private readonly b: Document,
    private readonly kind: DocumentKind,
  ) {
    this.draft = new Draft(a);
  }

  run(): OperationOf<Document>[] {
    this.keys(
      undefined,
      omit(this.a, ['nodes', 'root']),
      omit(this.b, ['nodes', 'root']),
      Object.keys(this.kind.sections),
    );
    if (this.a.root !== this.b.root) this.bring(this.b.root, 'root');
    this.arrange(this.b.root);
    this.removeGone();
    this.contents();
    return this.operations;
  }

  private step(operation: OperationOf<Document>): void {
    this.operations.push(operation);
    this.draft.apply(operation);
  }

  /** Moves a node to its position, inserting it when it is new. */
  private bring(id: string, to: NodePosition): void {
    if (this.draft.has(id)) this.step({ op: 'move', id, to });
    else this.step({ op: 'insert', id, node: bare(this.b.nodes[id] as NodeOf<Document>), to });
  }

  /** Arranges the children of a node that is at its position already, then theirs. */
  private arrange(id: string): void {
    for (const [slot, content] of Object.entries(this.b.nodes[id]?.slots ?? {}))
      this.arrangeSlot(id, slot, slotIds(content));
    for (const child of childIds(this.b.nodes[id])) this.arrange(child);
  }

  private arrangeSlot(parent: string, slot: string, wanted: string[]): void {
    const rank = new Map(wanted.map((id, i) => [id, i]));
    const staying = longestRise(
      this.draft.children(parent, slot).filter((id) => rank.has(id)),
      (id) => rank.get(id)!,
    );
    let previous: string | undefined;
    for (const id of wanted) {
      if (!staying.has(id))
        this.bring(id, { parent, slot, index: this.indexAfter(parent, slot, previous, id) });
      previous = id;
    }
  }

  /** The index behind a sibling, counted as if the node itself were out already. */
  private indexAfter(
    parent: string,
    slot: string,
    previous: string | undefined,
    id: string,
  ): number {
    const rest = this.draft.children(parent, slot).filter((child) => child !== id);
    return previous === undefined ? 0 : rest.indexOf(previous) + 1;
  }

  private removeGone(): void {
    const gone = Object.keys(this.a.nodes).filter((id) => !Object.hasOwn(this.b.nodes, id));
    // Children before parents, one by one: descriptions count what was removed, and a merge decides
    // about each.
    const done = new Set<string>();
    for (const top of gone) {
      if (done.has(top)) continue;
      for (const id of this.draft.within(top).reverse()) {
        this.step({ op: 'remove', id });
        done.add(id);
      }
    }
  }

  private contents(): void {
    for (const [id, after] of Object.entries(this.b.nodes)) {
      if (!Object.hasOwn(this.a.nodes, id)) continue;
      this.keys(
        id,
        omit(this.a.nodes[id]!, ['slots']),
        omit(after, ['slots']),
        this.kind.nodeParts,
      );
    }
    for (const [id, after] of Object.entries(this.b.nodes))
      this.slotWritings(id, this.draft.node(id)!, after);
  }

  /** The aliases of slots, slots left empty and slots gone: the children are in place by now. */
  private slotWritings(id: string, before: DocumentNode, after: DocumentNode): void {
    if (after.slots === undefined) {
      if (before.slots !== undefined) this.step({ op: 'set', id, path: ['slots'] });
      return;
    }
    if (before.slots === undefined) this.step({ op: 'set', id, path: ['slots'], value: {} });
    for (const name of new Set([...Object.keys(before.slots ?? {}), ...Object.keys(after.slots)])) {
      this.slotWriting(
        id,
        name,
        own(before.slots, name) as Slot | undefined,
        own(after.slots, name) as Slot | undefined,
      );
    }
  }
  private slotWriting(
    id: string,
    name: string,
    before: Slot | undefined,
    after: Slot | undefined,
  ): void {
    if (after === undefined) this.step({ op: 'set', id, path: ['slots', name] });
    else if (before === undefined || !same(withIds(before, []), withIds(after, [])))
      this.step({
        op: 'set',
        id,
        path: ['slots', name],
        value: withIds(after, []) as unknown as Json,
      });
  }

  /** Sets for the keys that differ; keys in `opened` are compared entry by entry. */
  private keys(
    id: string | undefined,
    before: JsonObject,
    after: JsonObject,
    opened: readonly string[],
    base: string[] = [],
  ): void {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const was = own(before, key);
      const is = own(after, key);
      if (same(was, is)) continue;
      const inner = base.length === 0 && opened.includes(key) && isObject(was) && isObject(is);
      if (inner) this.keys(id, was, is, opened, [key]);
      else
        this.step({
          op: 'set',
          ...(id !== undefined && { id }),
          path: [...base, key],
          ...(is !== undefined && { value: copy(is) as Json }),
        });
    }
  }
}

function omit(object: object, keys: string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** The first of so many places for which it is true, as it is for all that follow. */
function firstFrom(count: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const mid = (low + high) >> 1;
    if (holds(mid)) high = mid;
    else low = mid + 1;
  }
  return low;
}

/** The longest run of items whose ranks rise: what may stay while the others move around it. */
function longestRise(items: readonly string[], rank: (item: string) => number): Set<string> {
  const tails: number[] = [];
  const before: number[] = [];
  items.forEach((item, i) => {
    const low = firstFrom(tails.length, (at) => rank(items[tails[at]!]!) >= rank(item));
    before[i] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = i;
  });
  const out = new Set<string>();
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i]!) out.add(items[i]!);
  return out;
}
