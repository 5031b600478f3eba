import { whenSeen } from './when-seen.ts';

/** News that came to all at once is read by each tab at another moment within this: milliseconds. */
const SPREAD_MS = 500;

/**
 * Keeps lists and counts of approvals in step with the server: they are read again soon after the
 * stream says that they have changed, once for many changes, and not before the tab is looked at.
 */
export class WorkRefresh {
  readonly #refresh: () => void;
  #waiting = false;
  #wasUp = false;

  constructor(refresh: () => void) {
    this.#refresh = refresh;
  }

  hear(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    setTimeout(() => void whenSeen().then(() => this.#done()), Math.random() * SPREAD_MS);
  }
  /** The stream is there: what happened while it was not is unknown. */
  up(): void {
    if (this.#wasUp) this.hear();
    this.#wasUp = true;
  }

  #done(): void {
    this.#waiting = false;
    this.#refresh();
  }
}
