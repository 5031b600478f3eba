import { makeObservable, observable, observableRef, runInAction } from 'mobx';

/** Where the person is inside this entry. Observable, so that a menu marks itself. */
export class NavigationStore {
  path = '/';
  query: Record<string, string> = {};
  /** Parameters of the address and its query, as the page inside the shell gets them. */
  params: Record<string, string> = {};
  /** No page of this window was reached yet. */
  firstPage = true;
  /** How far each place in the history was scrolled, by its key: for coming back. */
  readonly scrollPositions = new Map<string, number>();
  constructor() {
    makeObservable(this, { path: observable, query: observableRef, params: observableRef });
  }
  setLocation(path: string, query: Record<string, string>, params: Record<string, string>): void {
    runInAction(() => {
      this.path = path;
      this.query = query;
      this.params = params;
    });
  }
}
