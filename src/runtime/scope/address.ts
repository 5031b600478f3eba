import { observable, runInAction } from 'mobx';
import { LIST_QUERY, type StateSpec } from '../../page/index.ts';
import { equalData } from '../models/equal.ts';
import type { ListModelImpl } from '../models/list.ts';
import type { Cell } from '../models/types.ts';
import { coerceParam } from './params.ts';

type Query = Readonly<Record<string, unknown>>;
/** A cell synced to the URL, and its initial value when the URL has none. */
interface UrlCell {
  readonly spec: StateSpec;
  readonly cell: Cell;
  readonly init: unknown;
}

export const isInAddress = ({ remember, shared }: StateSpec): boolean =>
  (remember === 'address' || remember === 'history') && !shared;

/**
 * The value a query gives a cell. A name without text is an empty cell; what cannot be read as its
 * type is as good as not said.
 */
export function cellValueFromUrl(spec: StateSpec, query: Query, init: unknown): unknown {
  const given = query[spec.name];
  if (given === undefined) return init;
  return given === '' ? null : (coerceParam(spec, given) ?? init);
}

/** Text by name, null where a cell is what it begins with and the address needs not say so. */
const textsOf = (kept: readonly UrlCell[]): Record<string, string | null> =>
  Object.fromEntries(
    kept.map(({ spec, cell, init }) => [
      spec.name,
      equalData(cell.value, init) || bothEmpty(cell.value, init) ? null : textOf(cell.value),
    ]),
  );
const isEmpty = (value: unknown): boolean => value === null || value === '';
const bothEmpty = (a: unknown, b: unknown): boolean => isEmpty(a) && isEmpty(b);
const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : value === null ? '' : String(value);

/** What of a page can stand in an address: its cells, and one list. */
interface AddressParts {
  cells(): readonly UrlCell[];
  list(): ListModelImpl | undefined;
}
/**
 * What a page has in the query of its address: that of the window, once `begin` says so. A page inside
 * it may have its own there beside it; its names go with it.
 */
export class PageAddress {
  private readonly inner = observable.map<string, PageAddress>(undefined, { deep: false });
  /** Names of pages inside that may be in the address still. */
  private readonly left = new Set<string>();
  private readonly flag = observable.box(false);
  /** What the window's address says. */
  private query: Query = {};
  constructor(private readonly parts: AddressParts) {}

  /** Whether it is the address of the window. */
  get isOpen(): boolean {
    return this.flag.get();
  }
  begin(query: Query): void {
    this.query = query;
    if (!this.isOpen) runInAction(() => this.flag.set(true));
  }
  get isUsed(): boolean {
    return this.parts.cells().length > 0 || this.parts.list() !== undefined || this.inner.size > 0;
  }
  /** What the address has to say now: text by name, null where it need not say anything. Observable. */
  get texts(): Record<string, string | null> {
    const texts: Record<string, string | null> = {};
    for (const name of this.left) texts[name] = null;
    for (const page of this.inner.values()) Object.assign(texts, page.texts);
    return Object.assign(texts, this.parts.list()?.query, textsOf(this.parts.cells()));
  }
  /** Names whose turning is a step of its own in the history. */
  get steps(): ReadonlySet<string> {
    return new Set([
      ...this.parts.cells().flatMap(({ spec }) => (spec.remember === 'history' ? spec.name : [])),
      ...(this.parts.list() ? ['record'] : []),
      ...[...this.inner.values()].flatMap((page) => [...page.steps]),
    ]);
  }
  /** Names that can be shown in the page that is there; others need a new one. */
  get shown(): ReadonlySet<string> {
    return new Set([
      ...this.steps,
      ...(this.parts.list() ? LIST_QUERY : []),
      ...this.left,
      ...[...this.inner.values()].flatMap((page) => Object.keys(page.texts)),
    ]);
  }
  /** Shows what the query says, as it did when it was there before. */
  show(query: Query): void {
    this.query = query;
    const cells = this.parts.cells();
    runInAction(() => {
      // Twice, as one cell may reset another that was set before it.
      for (const _turn of [1, 2])
        for (const { spec, cell, init } of cells) {
          const value = cellValueFromUrl(spec, query, init);
          if (!equalData(cell.value, value)) cell.set(value);
        }
      this.parts.list()?.showQuery(query);
      for (const page of this.inner.values()) page.show(query);
    });
  }
  /** A page inside, by its place, that has its own in this address; null when it goes. */
  share(place: string, page: PageAddress | null): void {
    const before = this.inner.get(place);
    for (const name of Object.keys(before?.texts ?? {})) this.left.add(name);
    runInAction(() => {
      if (page) this.inner.set(place, page);
      else this.inner.delete(place);
    });
    if (!page || !this.isOpen) return;
    page.begin(this.query);
    page.show(this.query);
  }
}
