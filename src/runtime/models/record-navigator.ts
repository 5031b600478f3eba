import { computed, makeObservable, observableRef, runInAction, when } from 'mobx';
import type { RecordValues } from '../../contract/index.ts';
import type { ListModel } from './types.ts';

/** What a list gives to be walked through. */
export type NavigableList = Pick<
  ListModel,
  | 'records'
  | 'current'
  | 'size'
  | 'total'
  | 'totalIsEstimate'
  | 'status'
  | 'loadAll'
  | 'groupBy'
  | 'setPage'
>;
/**
 * A record's place in its list, counted from 1; `more` when there are more than `of`, which is as
 * far as was counted.
 */
export interface Position {
  readonly at: number;
  readonly of: number;
  readonly more: boolean;
}
interface Opened {
  readonly id: string;
  /** Its place among the records that were there when it was last seen there. */
  readonly index: number;
}

const idOf = (record: RecordValues | undefined): string | null =>
  typeof record?.['id'] === 'string' ? record['id'] : null;

/**
 * The record of a list that is looked at by itself, and the way from it to the one before and
 * after: through the records that are there, and through the list's pages beyond them. A record
 * that has left the list keeps its place until it is left.
 */
export class RecordNavigator {
  private record: Opened | null = null;
  constructor(private readonly list: NavigableList) {
    makeObservable<this, 'record' | 'place'>(this, { record: observableRef, place: computed });
  }

  get opened(): string | null {
    return this.record?.id ?? null;
  }
  open(id: string | null): void {
    if (id === this.opened) return;
    runInAction(() => {
      this.record = id === null ? null : { id, index: this.indexOf(id) };
    });
  }
  private indexOf(id: string): number {
    return this.list.records.findIndex((record) => record['id'] === id);
  }
  private get place(): { readonly index: number; readonly isThere: boolean } {
    const { record } = this;
    if (!record) return { index: -1, isThere: false };
    const index = this.indexOf(record.id);
    return index >= 0 ? { index, isThere: true } : { index: record.index, isThere: false };
  }
  /** Records come in pages; groups and stretches have no pages to turn. */
  private get isPaged(): boolean {
    return this.list.groupBy.length === 0 && this.list.loadAll === null;
  }
  private get before(): number {
    return this.isPaged ? (this.list.current - 1) * this.list.size : 0;
  }
  private get isLastPage(): boolean {
    const { records, total, totalIsEstimate, size } = this.list;
    return (
      !this.isPaged ||
      (totalIsEstimate ? records.length < size : this.before + records.length >= total)
    );
  }

  get position(): Position | null {
    const { index, isThere } = this.place;
    if (!isThere) return null;
    const { records, total, totalIsEstimate } = this.list;
    const at = this.before + index + 1;
    if (!this.isPaged) return { at, of: records.length, more: total > records.length };
    return { at, of: Math.max(total, at), more: totalIsEstimate };
  }
  get hasPrevious(): boolean {
    return this.place.index > 0 || (this.place.index === 0 && this.before > 0);
  }
  get hasNext(): boolean {
    const { index } = this.place;
    return index >= 0 && (this.list.records[this.nextIndex] !== undefined || !this.isLastPage);
  }
  /**
   * Index of the next record: after this one, or this one's old index when it has left the list.
   */
  private get nextIndex(): number {
    const { index, isThere } = this.place;
    return isThere ? index + 1 : index;
  }

  /**
   * Opens the record after (1) or before (-1), turning the list's page when it has to; answers its
   * id, null when there is none.
   */
  async step(by: 1 | -1): Promise<string | null> {
    if (!(by === 1 ? this.hasNext : this.hasPrevious)) return null;
    const index = by === 1 ? this.nextIndex : this.place.index - 1;
    const id = idOf(this.list.records[index]) ?? (await this.beyond(by));
    if (id !== null) this.open(id);
    return id;
  }
  /**
   * The first record of the next page or the last of the one before; the list stays where it was
   * when there is none.
   */
  private async beyond(by: 1 | -1): Promise<string | null> {
    const { current } = this.list;
    this.list.setPage(current + by);
    await when(() => this.list.status !== 'loading');
    const id = this.list.status === 'ready' ? idOf(this.list.records.at(by === 1 ? 0 : -1)) : null;
    if (id === null && this.list.status === 'ready') this.list.setPage(current);
    return id;
  }
}
