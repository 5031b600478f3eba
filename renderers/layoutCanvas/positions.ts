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

/** A page that sections belong to by their own word, where all sections are in one list. */
export interface CanvasTab {
  readonly key: string;
  readonly title: string;
}
/** How one list of sections is divided. */
export interface CanvasTabs {
  /** The first has the sections that name none of the others. */
  readonly tabs: readonly CanvasTab[];
  /** The property of a section that names its tab. */
  readonly field: string;
}
/** Names of the inner lists. */
export interface CanvasShape {
  /** Null where there are no pages: the field is the list of sections of the only one. */
  readonly groups: string | null;
  readonly items: string;
  readonly divided?: CanvasTabs | null;
  /** Sections that are not of this canvas have other values there. */
  readonly only?: Readonly<Record<string, unknown>>;
}
const rowsIn = (row: RecordModel | undefined, name: string): FieldModel | undefined =>
  row?.hasField(name) ? row.field(name) : undefined;

const valueIn = (row: RecordModel, name: string): unknown =>
  row.hasField(name) ? row.field(name).value : undefined;

/**
 * The nested lists of a form's field, by places. Sections of one list that is divided into tabs are
 * numbered through that list.
 */
export class CanvasLayout {
  constructor(
    private readonly root: FieldModel,
    private readonly shape: CanvasShape,
  ) {}
  /** The list of pages; null where there are none. */
  get parts(): FieldModel | null {
    return this.shape.groups === null ? null : this.root;
  }
  get tabs(): readonly CanvasTab[] | null {
    return this.shape.divided?.tabs ?? null;
  }
  get partCount(): number {
    return this.parts?.rows.length ?? this.tabs?.length ?? 1;
  }
  /** There is a section an item can be put into. */
  get hasGroups(): boolean {
    return this.lastGroup !== null;
  }
  /** The last section of the last page that has one. */
  get lastGroup(): { part: number; group: number } | null {
    for (let part = this.partCount - 1; part >= 0; part--) {
      const group = this.groupsIn(part).at(-1);
      if (group !== undefined) return { part, group };
    }
    return null;
  }
  /** A place by its section alone: that says itself which tab it is in. */
  placed(place: CanvasPosition): CanvasPosition {
    const row = this.tabs && place.group >= 0 ? this.root.rows[place.group] : undefined;
    return row ? { ...place, part: this.tabOf(row) } : place;
  }
  groupsOf(part: number): FieldModel | undefined {
    const { groups } = this.shape;
    if (groups === null) return part >= 0 && part < this.partCount ? this.root : undefined;
    return rowsIn(this.root.rows[part], groups);
  }
  /** Numbers of the sections of a page in their list. */
  groupsIn(part: number): readonly number[] {
    const rows = this.groupsOf(part)?.rows ?? [];
    return [...rows.keys()].filter(
      (at) => this.isHere(rows[at]!) && (this.tabs === null || this.tabOf(rows[at]!) === part),
    );
  }
  private isHere(row: RecordModel): boolean {
    return Object.entries(this.shape.only ?? {}).every(
      ([name, wanted]) => (valueIn(row, name) ?? false) === wanted,
    );
  }
  /** The number of the tab a section is in; what names no tab is in the first. */
  tabOf(row: RecordModel): number {
    const { tabs = [], field = '' } = this.shape.divided ?? {};
    return Math.max(
      0,
      tabs.findIndex(({ key }, at) => at > 0 && key === valueIn(row, field)),
    );
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
      const turns = this.turn(row, from, to);
      if (at === source.at) return turns ? withNumber(to, at) : null;
      source.list.moveRow(source.at, at);
      return withNumber(to, at);
    }
    // A row belongs to its list: in another one it is another row with the same values.
    const values = row.values();
    target.list.insertRow(target.at, values);
    source.list.removeRow(source.at);
    return to;
  }

  /** Says at a section that it is in another tab; false where it is not. */
  private turn(row: RecordModel, from: CanvasPosition, to: CanvasPosition): boolean {
    const { divided } = this.shape;
    if (!divided || levelOf(from) !== 'group' || from.part === to.part) return false;
    row.field(divided.field).set(to.part > 0 ? divided.tabs[to.part]!.key : null);
    return true;
  }

  /**
   * One step up or down in the order they are read: from the end of a section to the next one. Null
   * at either end.
   */
  step(from: CanvasPosition, by: 1 | -1): CanvasPosition | null {
    if (levelOf(from) === 'group') return this.stepGroup(from, by);
    const { list, at } = this.listOf(from);
    const last = (list?.rows.length ?? 0) - 1;
    if (by > 0 ? at < last : at > 0) return withNumber(from, by > 0 ? at + 2 : at - 1);
    const next = this.neighbour(from, by);
    if (!next) return null;
    const { list: there } = this.listOf(next);
    return withNumber(next, by > 0 ? 0 : (there?.rows.length ?? 0));
  }
  /** A position in the list before or after the one that holds an item; null at either end. */
  private neighbour(from: CanvasPosition, by: 1 | -1): CanvasPosition | null {
    if (levelOf(from) === 'part') return null;
    const here = this.groupsIn(from.part);
    const within = here[here.indexOf(from.group) + by];
    if (within !== undefined && here.indexOf(from.group) + by >= 0)
      return { ...from, group: within };
    for (let part = from.part + by; this.groupsOf(part); part += by) {
      const group = this.groupsIn(part).at(by > 0 ? 0 : -1);
      if (group !== undefined) return { part, group, item: from.item };
    }
    return null;
  }
  /** Past its neighbour of the same page, or to the nearest end of the page before or after. */
  private stepGroup(from: CanvasPosition, by: 1 | -1): CanvasPosition | null {
    const here = this.groupsIn(from.part);
    const beside = here[here.indexOf(from.group) + by];
    if (beside !== undefined && here.indexOf(from.group) + by >= 0)
      return { ...from, group: by > 0 ? beside + 1 : beside };
    const part = from.part + by;
    if (!this.groupsOf(part)) return null;
    const group = this.groupsIn(part).at(by > 0 ? 0 : -1);
    return {
      part,
      group: group === undefined ? this.endOf(part) : group + Number(by < 0),
      item: -1,
    };
  }
  /** The number a section gets at the end of a page. */
  endOf(part: number): number {
    const last = this.groupsIn(part).at(-1);
    return last === undefined ? (this.groupsOf(part)?.rows.length ?? 0) : last + 1;
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
