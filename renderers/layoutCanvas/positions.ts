import type { FieldModel, RecordModel } from '../../src/runtime/models/index.ts';

/** Position as page, section, item; -1 for levels it does not have. */
export interface CanvasPosition {
  readonly part: number;
  readonly group: number;
  readonly item: number;
}
export type CanvasLevel = 'part' | 'group' | 'item';
export const levelOf = ({ group, item }: CanvasPosition): CanvasLevel =>
  item >= 0 ? 'item' : group >= 0 ? 'group' : 'part';
export const isSamePosition = (a: CanvasPosition, b: CanvasPosition): boolean =>
  a.part === b.part && a.group === b.group && a.item === b.item;
export const positionOfKey = (key: string): CanvasPosition => {
  const [part = -1, group = -1, item = -1] = key.split('.').map(Number);
  return { part, group, item };
};
export const positionKey = ({ part, group, item }: CanvasPosition): string =>
  `${part}.${group}.${item}`;

/** Names of the inner lists. */
export interface CanvasShape {
  /** Null where there are no pages: the field is the list of sections of the only one. */
  readonly groups: string | null;
  readonly items: string;
}
const rowsIn = (row: RecordModel | undefined, name: string): FieldModel | undefined =>
  row?.hasField(name) ? row.field(name) : undefined;

/** The nested lists of a form's field, by places. */
export class CanvasLayout {
  constructor(
    private readonly root: FieldModel,
    private readonly shape: CanvasShape,
  ) {}
  /** The list of pages; null where there are none. */
  get parts(): FieldModel | null {
    return this.shape.groups === null ? null : this.root;
  }
  get partCount(): number {
    return this.parts?.rows.length ?? 1;
  }
  /** There is a section an item can be put into. */
  get hasGroups(): boolean {
    return (this.groupsOf(this.partCount - 1)?.rows.length ?? 0) > 0;
  }
  groupsOf(part: number): FieldModel | undefined {
    const { groups } = this.shape;
    if (groups === null) return part === 0 ? this.root : undefined;
    return rowsIn(this.root.rows[part], groups);
  }
  itemsOf(part: number, group: number): FieldModel | undefined {
    return rowsIn(this.groupsOf(part)?.rows[group], this.shape.items);
  }
  /** The list a place is in, and its number there. */
  listOf(place: CanvasPosition): { list: FieldModel | undefined; at: number } {
    switch (levelOf(place)) {
      case 'part':
        return { list: this.parts ?? undefined, at: place.part };
      case 'group':
        return { list: this.groupsOf(place.part), at: place.group };
      case 'item':
        return { list: this.itemsOf(place.part, place.group), at: place.item };
    }
  }
  rowAt(place: CanvasPosition): RecordModel | undefined {
    const { list, at } = this.listOf(place);
    return list?.rows[at];
  }

  /**
   * Moves the part at `from` before the one at `to`; returns its new position, or null when it
   * stays.
   */
  move(from: CanvasPosition, to: CanvasPosition): CanvasPosition | null {
    const [source, target] = [this.listOf(from), this.listOf(to)];
    const row = source.list?.rows[source.at];
    if (!row || !source.list || !target.list || levelOf(from) !== levelOf(to)) return null;
    if (source.list === target.list) {
      const at = target.at > source.at ? target.at - 1 : target.at;
      if (at === source.at) return null;
      source.list.moveRow(source.at, at);
      return withNumber(to, at);
    }
    // A row belongs to its list: in another one it is another row with the same values.
    const values = row.values();
    target.list.insertRow(target.at, values);
    source.list.removeRow(source.at);
    return to;
  }

  /**
   * One step up or down in the order they are read: from the end of a section to the next one. Null
   * at either end.
   */
  step(from: CanvasPosition, by: 1 | -1): CanvasPosition | null {
    const { list, at } = this.listOf(from);
    const last = (list?.rows.length ?? 0) - 1;
    if (by > 0 ? at < last : at > 0) return withNumber(from, by > 0 ? at + 2 : at - 1);
    const next = this.neighbour(from, by);
    if (!next) return null;
    const { list: there } = this.listOf(next);
    return withNumber(next, by > 0 ? 0 : (there?.rows.length ?? 0));
  }
  /** A position in the list before or after the one that holds `from`; null at either end. */
  private neighbour(from: CanvasPosition, by: 1 | -1): CanvasPosition | null {
    const level = levelOf(from);
    if (level === 'part') return null;
    if (level === 'group')
      return this.groupsOf(from.part + by) ? { ...from, part: from.part + by } : null;
    const within = from.group + by;
    if (this.groupsOf(from.part)?.rows[within]) return { ...from, group: within };
    for (let part = from.part + by; this.groupsOf(part); part += by) {
      const count = this.groupsOf(part)?.rows.length ?? 0;
      if (count > 0) return { part, group: by > 0 ? 0 : count - 1, item: from.item };
    }
    return null;
  }
}
const withNumber = (place: CanvasPosition, at: number): CanvasPosition => {
  switch (levelOf(place)) {
    case 'part':
      return { ...place, part: at };
    case 'group':
      return { ...place, group: at };
    case 'item':
      return { ...place, item: at };
  }
};
