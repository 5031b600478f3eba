import { observable, runInAction } from 'mobx';
import type { IObservableValue } from 'mobx';
import type { ListModel } from '../../runtime/models/index.ts';

/**
 * A table's header can ask for a condition on its column, and the filter tool of the same list
 * opens with one: there is one editor of conditions, and a page without it offers none.
 */
interface FilterRequest {
  readonly box: IObservableValue<string | null>;
  listeners: number;
}
const requests = new WeakMap<ListModel, FilterRequest>();
const counts = observable.box(0);
function requestOf(list: ListModel): FilterRequest {
  const known = requests.get(list) ?? { box: observable.box<string | null>(null), listeners: 0 };
  requests.set(list, known);
  return known;
}
/**
 * Returns a function that asks for a condition on a field; null without a registered filter editor.
 * Observable.
 */
export function requestFilter(list: ListModel, field: string): (() => void) | null {
  counts.get();
  const wish = requestOf(list);
  return wish.listeners > 0 ? () => runInAction(() => wish.box.set(field)) : null;
}
/** Registers an editor of the list's conditions; returns the unregister function. */
export function registerFilterEditor(list: ListModel): () => void {
  const wish = requestOf(list);
  const count = (by: number): void => {
    wish.listeners += by;
    runInAction(() => counts.set(counts.get() + 1));
  };
  count(1);
  return () => count(-1);
}
/**
 * The field a condition was requested for, or null; reset by `consumeFilterRequest`. Observable.
 */
export const requestedFilterField = (list: ListModel): string | null => requestOf(list).box.get();
export const consumeFilterRequest = (list: ListModel): void =>
  runInAction(() => requestOf(list).box.set(null));
