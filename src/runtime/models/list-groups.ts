import { computed, observable, runInAction } from 'mobx';
import type { ObservableMap } from 'mobx';
import { MAX_PAGE_SIZE, type Group, type RecordValues } from '../../contract/index.ts';
import type { GroupLine, GroupRecords, ListGrouping } from './types.ts';

/** Records fetched at once when a group is opened, and by each 更多 after it. */
const PAGE = 50;
/**
 * Groups that are open from the start: so many at most, and no more once this many records show.
 */
const OPEN_FIRST = 5;
const OPEN_RECORDS = 50;

interface Page {
  readonly records: readonly RecordValues[];
  readonly loading: boolean;
  readonly failure: Error | null;
}
const FRESH: Page = { records: [], loading: false, failure: null };
export interface GroupedList {
  readonly groupBy: readonly string[];
  readonly groups: readonly Group[];
  recordsWithin(values: readonly unknown[], current: number, size: number): Promise<GroupRecords>;
}
const keyOf = (values: readonly unknown[]): string => JSON.stringify(values);

/**
 * Which groups of a list are open, and the records of those: fetched when a group is opened,
 * retained while others load.
 */
export class ListGroups implements ListGrouping {
  private readonly pages: ObservableMap<string, Page> = observable.map<string, Page>(undefined, {
    deep: false,
  });
  private readonly turned: ObservableMap<string, boolean> = observable.map<string, boolean>();
  private round = 0;
  constructor(private readonly list: GroupedList) {}

  private readonly openFirst = computed(() => {
    const open = new Set<string>();
    let records = 0;
    for (const { values, count } of this.leaves) {
      if (open.size >= OPEN_FIRST || records >= OPEN_RECORDS) break;
      open.add(keyOf(values));
      records += count;
    }
    return open;
  });
  private get leaves(): readonly Group[] {
    return this.list.groups.filter(({ values }) => values.length === this.list.groupBy.length);
  }
  private isOpen(key: string, leaf: boolean): boolean {
    return this.turned.get(key) ?? (!leaf || this.openFirst.get().has(key));
  }

  private readonly linesNow = computed(() => this.makeLines());
  get lines(): readonly GroupLine[] {
    return this.linesNow.get();
  }
  private readonly recordsNow = computed(() =>
    this.lines.flatMap((line) => (line.kind === 'record' ? [line.record] : [])),
  );
  /** Records of open groups, in their order. */
  get records(): readonly RecordValues[] {
    return this.recordsNow.get();
  }

  private makeLines(): GroupLine[] {
    const { groups, groupBy } = this.list;
    const lines: GroupLine[] = [];
    /** Level of a closed group: those within it are passed over. */
    let closed = Infinity;
    for (const group of groups) {
      const level = group.values.length - 1;
      if (level > closed) continue;
      closed = Infinity;
      const key = keyOf(group.values);
      const leaf = level === groupBy.length - 1;
      const open = this.isOpen(key, leaf);
      lines.push({ kind: 'group', key, level, open, group });
      if (!open) closed = level;
      else if (leaf) lines.push(...this.recordLines(key, level, group));
    }
    return lines;
  }
  private recordLines(key: string, level: number, { count }: Group): GroupLine[] {
    const { records, loading, failure } = this.pages.get(key) ?? { ...FRESH, loading: true };
    const lines: GroupLine[] = records.map((record) => ({ kind: 'record', record }));
    if (failure) return [...lines, { kind: 'failed', key, level, failure }];
    const left = Math.max(0, count - records.length);
    return left === 0 ? lines : [...lines, { kind: 'more', key, level, left, loading }];
  }

  toggle(key: string): void {
    const values = JSON.parse(key) as unknown[];
    const leaf = values.length === this.list.groupBy.length;
    const open = !this.isOpen(key, leaf);
    runInAction(() => this.turned.set(key, open));
    if (open && leaf && !this.pages.has(key)) void this.load(key, 1);
  }
  more(key: string): void {
    const { records, loading } = this.pages.get(key) ?? FRESH;
    if (!loading) void this.load(key, Math.floor(records.length / PAGE) + 1);
  }
  /**
   * New groups were loaded: the records of open ones are refetched, as many as there were; the old
   * ones show until then.
   */
  renew(): void {
    this.round += 1;
    const open = new Set(
      this.leaves.map(({ values }) => keyOf(values)).filter((key) => this.isOpen(key, true)),
    );
    runInAction(() => {
      for (const key of [...this.pages.keys()]) if (!open.has(key)) this.pages.delete(key);
    });
    for (const key of open) void this.load(key, 1, this.pages.get(key)?.records.length);
  }
  /** Other fields to group by, or none: nothing that was open means anything. */
  forget(): void {
    this.round += 1;
    runInAction(() => {
      this.pages.clear();
      this.turned.clear();
    });
  }
  find(id: string): RecordValues | undefined {
    for (const { records } of this.pages.values()) {
      const found = records.find((record) => record['id'] === id);
      if (found) return found;
    }
    return undefined;
  }
  applySavedRecord(saved: RecordValues): void {
    for (const [key, page] of this.pages) {
      if (page.records.some((record) => record['id'] === saved['id']))
        this.pages.set(key, {
          ...page,
          records: page.records.map((record) =>
            record['id'] === saved['id'] ? { ...record, ...saved } : record,
          ),
        });
    }
  }

  /** Records of a group from a page on, at least `most` where there are so many. */
  private async read(key: string, current: number, most: number): Promise<RecordValues[]> {
    const { round } = this;
    const values = JSON.parse(key) as unknown[];
    const size = Math.min(MAX_PAGE_SIZE, PAGE * Math.ceil(most / PAGE));
    const read: RecordValues[] = [];
    for (let page = current; round === this.round; page += 1) {
      const { records } = await this.list.recordsWithin(values, page, size);
      read.push(...records);
      if (records.length < size || read.length >= most) break;
    }
    return read;
  }
  private async load(key: string, current: number, most = PAGE): Promise<void> {
    const { round } = this;
    const before = this.pages.get(key) ?? FRESH;
    const set = (page: Page): void => {
      if (round === this.round) runInAction(() => this.pages.set(key, page));
    };
    set({ ...before, loading: true, failure: null });
    try {
      const records = await this.read(key, current, Math.max(PAGE, most));
      set({
        records:
          current === 1 ? records : [...before.records.slice(0, (current - 1) * PAGE), ...records],
        loading: false,
        failure: null,
      });
    } catch (failure) {
      set({ ...before, loading: false, failure: failure as Error });
    }
  }
}
