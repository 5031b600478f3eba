import { action, makeObservable, observable } from 'mobx';
import { whenSeen } from './when-seen.ts';

/** What the stream says: how often rights have changed so far, and in how many milliseconds to ask. */
interface AccessNews {
  readonly rights: number;
  readonly within: number;
}
function newsIn(data: unknown): AccessNews | null {
  const { rights, within } = (data ?? {}) as Partial<AccessNews>;
  return typeof rights === 'number' && typeof within === 'number' ? { rights, within } : null;
}

/**
 * Keeps open pages in step with what their person may do with records: what is shown is read again
 * soon after it has changed, at another moment in each tab of a company, and not before the tab is
 * looked at. Nothing typed is lost, and the session goes on.
 */
export class AccessRefresh {
  readonly #refresh: () => void;
  #known: number | undefined;
  #waiting = false;
  /** Changes so far that this page was refreshed for. Observable. */
  changes = 0;

  constructor(refresh: () => void) {
    this.#refresh = refresh;
    makeObservable(this, { changes: observable, done: action });
  }

  /** The first number is how it was when the page was loaded. */
  hear(data: unknown): void {
    const news = newsIn(data);
    if (!news) return;
    const isNew = this.#known !== undefined && this.#known !== news.rights;
    this.#known = news.rights;
    if (!isNew || this.#waiting) return;
    this.#waiting = true;
    setTimeout(() => void whenSeen().then(() => this.done()), Math.random() * news.within);
  }

  done(): void {
    this.#waiting = false;
    this.#refresh();
    this.changes += 1;
  }
}
