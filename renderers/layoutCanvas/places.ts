import type { FieldModel, RecordModel } from '../../src/runtime/models/index.ts';

/** Where something stands: page, section, item; -1 for the levels it has not. */
export interface Place {
  readonly part: number;
  readonly group: number;
  readonly item: number;
}
export type Level = 'part' | 'group' | 'item';
export const levelOf = ({ group, item }: Place): Level =>
  item >= 0 ? 'item' : group >= 0 ? 'group' : 'part';
export const samePlace = (a: Place, b: Place): boolean =>
  a.part === b.part && a.group === b.group && a.item === b.item;
export const placeOfKey = (key: string): Place => {
  const [part = -1, group = -1, item = -1] = key.split('.').map(Number);
  return { part, group, item };
};
export const placeKey = ({ part, group, item }: Place): string => `${part}.${group}.${item}`;

/** Names of the inner lists. */
export interface Shape {
  readonly groups: string;
  readonly items: string;
}
const rowsIn = (row: RecordModel | undefined, name: string): FieldModel | undefined =>
  row?.hasField(name) ? row.field(name) : undefined;

/** The nested lists of a form's field, by places. */
export class Places {
  constructor(
    readonly parts: FieldModel,
    private readonly shape: Shape,
  ) {}
  groupsOf(part: number): FieldModel | undefined {
    return rowsIn(this.parts.rows[part], this.shape.groups);
  }
  itemsOf(part: number, group: number): FieldModel | undefined {
    return rowsIn(this.groupsOf(part)?.rows[group], this.shape.items);
  }
  /** The list a place is in, and its number there. */
  listOf(place: Place): { list: FieldModel | undefined; at: number } {
    switch (levelOf(place)) {
      case 'part':
        return { list: this.parts, at: place.part };
      case 'group':
        return { list: this.groupsOf(place.part), at: place.group };
      case 'item':
        return { list: this.itemsOf(place.part, place.group), at: place.item };
    }
  }
  rowAt(place: Place): RecordModel | undefined {
    const { list, at } = this.listOf(place);
    return list?.rows[at];
  }

  /**
   * Moves what stands at `from` so that it stands before what is at `to`; answers where it then is,
   * or null when it stays.
   */
  move(from: Place, to: Place): Place | null {
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
  step(from: Place, by: 1 | -1): Place | null {
    const { list, at } = this.listOf(from);
    const last = (list?.rows.length ?? 0) - 1;
    if (by > 0 ? at < last : at > 0) return withNumber(from, by > 0 ? at + 2 : at - 1);
    const next = this.neighbour(from, by);
    if (!next) return null;
    const { list: there } = this.listOf(next);
    return withNumber(next, by > 0 ? 0 : (there?.rows.length ?? 0));
  }
  /** The list before or after the one a place is in, as any place in it. */
  private neighbour(from: Place, by: 1 | -1): Place | null {
    const level = levelOf(from);
    if (level === 'part') return null;
    if (level === 'group')
      return this.parts.rows[from.part + by] ? { ...from, part: from.part + by } : null;
    const within = from.group + by;
    if (this.groupsOf(from.part)?.rows[within]) return { ...from, group: within };
    for (let part = from.part + by; this.parts.rows[part]; part += by) {
      const count = this.groupsOf(part)?.rows.length ?? 0;
      if (count > 0) return { part, group: by > 0 ? 0 : count - 1, item: from.item };
    }
    return null;
  }
}
const withNumber = (place: Place, at: number): Place => {
  switch (levelOf(place)) {
    case 'part':
      return { ...place, part: at };
    case 'group':
      return { ...place, group: at };
    case 'item':
      return { ...place, item: at };
  }
};
