import { computed, makeObservable, observable, observableRef, reaction, runInAction } from 'mobx';
import type { ObservableSet } from 'mobx';
import {
  MAX_BULK,
  MAX_PAGE_SIZE,
  type CustomView,
  type FilterNode,
  type Group,
  type Labels,
  type ObjectDescribe,
  type RecordValues,
  type Sort,
  type SummaryAsk,
  type SummaryValue,
} from '../../contract/index.ts';
import type { EnginePorts } from '../ports/ports.ts';
import type { RecordChangeEvent } from '../ports/record-news.ts';
import { equalData } from './equal.ts';
import { ListEdits } from './list-edits.ts';
import { ListGroups } from './list-groups.ts';
import { ListSums } from './list-sums.ts';
import { fetchAllPages } from './fetch-all-pages.ts';
import { RecordNavigator } from './record-navigator.ts';
import { RefetchScheduler, dependsOnObjects } from './record-changes.ts';
import { chosenAfter, chosenFrom, queryOf, type ListQuery } from './list-address.ts';
import { inputOf, matchingOf, type ListRequest, type SendRequest } from './list-input.ts';
import { rememberSize } from './list-size.ts';
import { changesOf, groupsOf, seenThrough, START, type Chosen } from './list-view.ts';
import { Loads } from './loads.ts';
import { canOf, type Can } from './rights.ts';
import type { GroupRecords, ListModel, LoadAllOptions } from './types.ts';

/** `by`: what its groups are groups of. */
interface Answer extends GroupRecords {
  labels: Labels;
  cursor?: string | null;
  groups?: Group[];
  groupsMore?: boolean;
  summary?: SummaryValue[];
  by?: unknown;
}
type Inner =
  | 'viewKnown'
  | 'answer'
  | 'chosen'
  | 'storedDescribe'
  | 'storedView'
  | 'request'
  | 'viewGroups';

const NONE: readonly never[] = [];
const EMPTY: Answer = { records: [], total: 0, totalIsEstimate: false, labels: {} };
/** Most records selected at once: what one bulk action takes. */
export const SELECT_MAX = MAX_BULK;
/**
 * The records of an object with filter, sort, search, paging and selection: table, cards, pager and
 * search box are views of it.
 */
export class ListModelImpl implements ListModel {
  readonly kind = 'list';
  private answer: Answer = EMPTY;
  private chosen: Chosen = START;
  /** What the address has said since a view was last taken: it is meant for the view that comes. */
  private fromAddress: Chosen | null = null;
  private viewKnown = false;
  /** It was asked for an object before: another one resets the list. */
  private begun = false;
  /** The object as it is, and the view as it is stored: without what lies over them. */
  private storedDescribe: ObjectDescribe | null = null;
  private storedView: CustomView | null = null;
  status: ListModel['status'] = 'idle';
  failure: Error | null = null;
  loadAll: LoadAllOptions | null = null;
  private readonly selected: ObservableSet<string> = observable.set<string>(undefined, {
    deep: false,
  });
  private stops: (() => void)[] = [];
  private inFlight: AbortController | null = null;
  private readonly loads = new Loads();
  private readonly refresher = new RefetchScheduler(
    () => this.inFlight,
    () => void this.reload(),
  );
  private readonly sumsRefresher = new RefetchScheduler(
    () => this.inFlight,
    () => this.summary.reload(),
  );
  readonly grouping = new ListGroups(this);
  readonly navigator = new RecordNavigator(this);
  readonly edits: ListEdits;
  readonly summary: ListSums;

  /**
   * `keepsSize`: the page leaves the size to the person, whose last choice holds for every such
   * list.
   */
  constructor(
    private readonly ask: () => ListRequest,
    private readonly call: SendRequest,
    private readonly ports: EnginePorts,
    private readonly keepsSize = false,
    private readonly opensInAddress: () => boolean = () => false,
  ) {
    makeObservable<this, Inner>(this, {
      answer: observableRef,
      chosen: observableRef,
      storedDescribe: observableRef,
      storedView: observableRef,
      viewKnown: observableRef,
      status: observableRef,
      failure: observableRef,
      loadAll: observableRef,
      request: computed({ equals: equalData }),
      view: computed,
      // The same list until the view changes.
      viewGroups: computed({ equals: equalData }),
    });
    this.edits = new ListEdits(this, ports);
    this.summary = new ListSums(this, call);
  }
  /** Begins to follow what is asked for. */
  open(): void {
    this.stops = [
      reaction(
        () => this.object,
        (object) => this.startAnew(object),
        { fireImmediately: true },
      ),
      reaction(
        () => this.input,
        (input) => void this.loads.add(this.load(input)),
        { fireImmediately: true, equals: equalData },
      ),
      this.summary.open(),
    ];
  }

  private get request(): ListRequest {
    return this.ask();
  }
  get object(): string {
    return this.request.object ?? '';
  }
  get describe(): ObjectDescribe | null {
    return seenThrough(this.view, this.storedDescribe);
  }
  get can(): Can {
    return canOf(this.storedDescribe);
  }
  /** The stored view with the unsaved settings of its kind applied. */
  get view(): CustomView | null {
    const { storedView: view, chosen } = this;
    return view && chosen.kindConfig ? { ...view, kindConfig: chosen.kindConfig } : view;
  }
  get viewChanges(): ListModel['viewChanges'] {
    return changesOf(this.chosen, this.storedView, this.request.sort, this.viewGroups);
  }
  get records(): readonly RecordValues[] {
    return this.groupBy.length > 0 ? this.grouping.records : this.answer.records;
  }
  get labels(): Labels {
    return this.answer.labels;
  }
  get total(): number {
    return this.summary.total ?? this.answer.total;
  }
  get totalIsEstimate(): boolean {
    return this.summary.total === null && this.answer.totalIsEstimate;
  }
  get current(): number {
    return this.loadAll ? 1 : this.chosen.current;
  }
  get size(): number {
    return this.loadAll
      ? Math.min(MAX_PAGE_SIZE, this.loadAll.atMost)
      : (this.chosen.size ?? this.view?.pageSize ?? this.request.size);
  }
  get sort(): Sort {
    return this.chosen.sort ?? (this.view?.sort.length ? this.view.sort : this.request.sort);
  }
  get filter(): FilterNode | null {
    const { filter } = this.chosen;
    return filter === undefined ? (this.view?.dataFilter ?? null) : filter;
  }
  get search(): string {
    return this.chosen.search;
  }
  get selection(): ReadonlySet<string> {
    return this.selected;
  }
  get groupBy(): readonly string[] {
    return this.loadAll ? NONE : (this.chosen.groupBy ?? this.viewGroups);
  }
  private get viewGroups(): readonly string[] {
    return groupsOf(this.view);
  }
  /** Groups of what it was grouped by before mean nothing to what it is grouped by now. */
  get groups(): readonly Group[] {
    const { groups = NONE, by } = this.answer;
    return equalData(by, this.groupBy) ? groups : NONE;
  }
  get groupsMore(): boolean {
    return this.answer.groupsMore ?? false;
  }
  get summaryAsk(): SummaryAsk {
    return this.chosen.summary;
  }
  get groupedSummary(): readonly SummaryValue[] {
    return this.answer.summary ?? NONE;
  }
  get hasFilter(): boolean {
    return this.filter !== null || this.search !== '';
  }

  setPage(current: number): void {
    this.choose({ current: Math.max(1, current) });
  }
  setSize(size: number): void {
    if (this.keepsSize) rememberSize(this.ports, size);
    this.choose({ size, current: 1 });
  }
  setSort(sort: Sort): void {
    this.choose({ sort, current: 1 });
  }
  setFilter(filter: FilterNode | null): void {
    this.choose({ filter, current: 1 });
  }
  setSearch(text: string): void {
    this.choose({ search: text.trim(), current: 1 });
  }
  setGroupBy(groupBy: readonly string[]): void {
    this.grouping.forget();
    this.choose({ groupBy, current: 1 });
  }
  setLoadAll(reach: LoadAllOptions | null): void {
    if (!equalData(reach, this.loadAll)) runInAction(() => (this.loadAll = reach));
  }
  setSummary(summary: SummaryAsk): void {
    runInAction(() => {
      this.chosen = { ...this.chosen, summary };
    });
  }
  /** Opening one of its records is a step in the history of the page's address. */
  get inAddress(): boolean {
    return this.opensInAddress();
  }
  /** What the page's address has to say of it. Observable. */
  get query(): ListQuery {
    const { chosen, storedView, viewKnown, request, navigator } = this;
    return queryOf(chosen, viewKnown ? storedView : undefined, request.sort, navigator.opened);
  }
  /** Shows what the page's address says. */
  showQuery(query: Readonly<Record<string, unknown>>): void {
    const chosen = chosenAfter(this.chosen, this.query, query);
    const { record } = query;
    this.lookAgain(() => {
      this.chosen = chosen;
      this.fromAddress = chosenFrom(query);
      this.navigator.open(typeof record === 'string' && record !== '' ? record : null);
    });
  }
  private choose(change: Partial<Chosen>): void {
    runInAction(() => {
      this.fromAddress = null;
      this.chosen = { ...this.chosen, ...change };
    });
  }
  setView(view: CustomView | null): void {
    const other = view?.id !== this.view?.id;
    this.lookAgain(() => {
      this.storedView = view;
      this.viewKnown = true;
      if (!other) return;
      this.selected.clear();
      this.chosen = { ...(this.fromAddress ?? START), summary: this.summaryAsk };
      this.fromAddress = null;
    });
  }
  setKindConfig(config: CustomView['kindConfig'] | null): void {
    const { kindConfig: _, ...rest } = this.chosen;
    this.lookAgain(() => {
      this.chosen = config ? { ...rest, kindConfig: config } : rest;
    });
  }
  resetView(): void {
    const { size, search, summary } = this.chosen;
    this.lookAgain(() => {
      this.chosen = { current: 1, search, summary, ...(size !== undefined && { size }) };
    });
  }
  /** Open groups stay open unless the request changes: then their records are refetched. */
  private lookAgain(change: () => void): void {
    const before = this.input;
    runInAction(change);
    if (!equalData(before, this.input)) this.grouping.forget();
  }
  select(ids: readonly string[], on: boolean): void {
    runInAction(() => ids.forEach((id) => (on ? this.selected.add(id) : this.selected.delete(id))));
  }
  clearSelection(): void {
    runInAction(() => this.selected.clear());
  }
  async selectMatching(): Promise<number> {
    const { input, object, matching } = this;
    if (!input) return 0;
    const whole = { object, ...matching, fields: ['id'], current: 1, size: MAX_PAGE_SIZE };
    const { signal } = new AbortController();
    const { records } = await fetchAllPages(
      (more) => this.call('bizmeta.record.list', { ...whole, ...more }, signal) as Promise<Answer>,
      SELECT_MAX,
    );
    const ids = records.slice(0, SELECT_MAX).map((record) => String(record['id']));
    if (equalData(input, this.input)) this.select(ids, true);
    return ids.length;
  }
  find(id: string): RecordValues | undefined {
    return this.answer.records.find((record) => record['id'] === id) ?? this.grouping.find(id);
  }
  applySavedRecord(saved: RecordValues): void {
    const answer = this.answer;
    const records = answer.records.map((record) =>
      record['id'] === saved['id'] ? { ...record, ...saved } : record,
    );
    runInAction(() => {
      this.answer = { ...answer, records };
      this.grouping.applySavedRecord(saved);
    });
  }
  append(record: RecordValues): void {
    const { records, total, ...rest } = this.answer;
    runInAction(() => (this.answer = { ...rest, records: [...records, record], total: total + 1 }));
  }
  /** What the call is asked with; null when nothing is to be asked. */
  private get input(): Record<string, unknown> | null {
    return inputOf(this.request, this);
  }
  get matching(): Record<string, unknown> {
    return matchingOf(this.input);
  }
  reload(): Promise<void> {
    if (this.object) void this.loadDescribe(this.object);
    this.summary.reload();
    return this.loads.add(this.load(this.input));
  }
  /**
   * Records were written: refetches the current page if it shows any of them. What the list wrote
   * itself it shows already, but for what all records come to.
   */
  onRecordsChanged({ objects, by }: RecordChangeEvent): void {
    const describe = this.storedDescribe;
    if (this.input && (describe ? dependsOnObjects(describe, objects) : objects.has(this.object)))
      (by === this ? this.sumsRefresher : this.refresher).schedule();
  }
  async recordsWithin(
    values: readonly unknown[],
    current: number,
    size: number,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<GroupRecords> {
    const { input } = this;
    if (!input) return EMPTY;
    const { summary: _, ...asked } = input;
    const answer = (await this.call(
      'bizmeta.record.list',
      { ...asked, groupBy: this.groupBy.slice(0, values.length), within: values, current, size },
      signal,
    )) as Answer;
    this.ports.labels.add(answer.labels);
    this.edits.rights.take(answer.rights);
    return answer;
  }

  /** Another object: nothing the person chose, and no record, is about it. */
  private startAnew(object: string): void {
    runInAction(() => {
      if (this.begun) {
        this.chosen = START;
        this.navigator.open(null);
      }
      this.begun ||= object !== '';
      if (this.view && this.view.object !== object) this.storedView = null;
      this.answer = EMPTY;
      this.storedDescribe = null;
      this.selected.clear();
      this.edits.drafts.clear();
    });
    if (object) void this.loadDescribe(object);
  }
  private async loadDescribe(object: string): Promise<void> {
    try {
      const describe = await this.ports.describe(object);
      if (this.object === object) runInAction(() => (this.storedDescribe = describe));
    } catch (failure) {
      if (this.object === object) this.fail(failure as Error);
    }
  }
  private async load(input: Record<string, unknown> | null): Promise<void> {
    this.inFlight?.abort();
    const asked = (this.inFlight = new AbortController());
    if (!input)
      return runInAction(() => {
        this.status = 'idle';
        this.answer = EMPTY;
      });
    runInAction(() => (this.status = 'loading'));
    try {
      const ask = (more: object): Promise<Answer> =>
        this.call('bizmeta.record.list', { ...input, ...more }, asked.signal) as Promise<Answer>;
      const answer = await (this.loadAll ? fetchAllPages(ask, this.loadAll.atMost) : ask({}));
      if (!asked.signal.aborted) this.take({ ...answer, by: input['groupBy'] });
    } catch (failure) {
      if (!asked.signal.aborted) this.fail(failure as Error);
    }
  }
  private take(answer: Answer): void {
    if (answer.labels) this.ports.labels.add(answer.labels);
    this.edits.rights.take(answer.rights);
    const lastPage = Math.max(1, Math.ceil(answer.total / this.size));
    // The last page went away with its records: show the one before instead of nothing.
    if (
      answer.records.length === 0 &&
      !answer.groups &&
      !answer.totalIsEstimate &&
      this.current > lastPage
    )
      return this.setPage(lastPage);
    runInAction(() => {
      this.answer = answer;
      this.failure = null;
      this.status = 'ready';
    });
    if (this.groupBy.length > 0) this.grouping.renew();
  }
  private fail(failure: Error): void {
    runInAction(() => {
      this.failure = failure;
      this.status = 'failed';
    });
  }
  dispose(): void {
    this.stops.forEach((stop) => stop());
    this.refresher.stop();
    this.sumsRefresher.stop();
    this.inFlight?.abort();
  }
}
