import { observable, runInAction } from 'mobx';
import type { IObservableValue } from 'mobx';
import type { ListModel } from '../../runtime/models/index.ts';

/**
 * A table's header can ask for a condition on its column, and the filter tool of the same list
 * opens with one: there is one editor of conditions, and a page without it offers none.
 */
interface Wish {
  readonly box: IObservableValue<string | null>;
  listeners: number;
}
const wishes = new WeakMap<ListModel, Wish>();
const counts = observable.box(0);
function wishOf(list: ListModel): Wish {
  const known = wishes.get(list) ?? { box: observable.box<string | null>(null), listeners: 0 };
  wishes.set(list, known);
  return known;
}
/** The way to ask for a condition on a field; null while nobody would hear. Observable. */
export function wantFilter(list: ListModel, field: string): (() => void) | null {
  counts.get();
  const wish = wishOf(list);
  return wish.listeners > 0 ? () => runInAction(() => wish.box.set(field)) : null;
}
/** Whoever edits the list's conditions says so; answers the way to stop. */
export function offerFilter(list: ListModel): () => void {
  const wish = wishOf(list);
  const count = (by: number): void => {
    wish.listeners += by;
    runInAction(() => counts.set(counts.get() + 1));
  };
  count(1);
  return () => count(-1);
}
/** The field somebody wants a condition on, or null; taken back by `takeWish`. Observable. */
export const wishedField = (list: ListModel): string | null => wishOf(list).box.get();
export const takeWish = (list: ListModel): void => runInAction(() => wishOf(list).box.set(null));
