import { makeObservable, observable, runInAction } from 'mobx';

/**
 * The server's clock: the offset is taken once, from the first answer's date (specification,
 * section 4).
 */
export class ClockStore {
  /**
   * Milliseconds the server is ahead of this machine. The header has whole seconds, so less than
   * one is no difference.
   */
  offset = 0;
  private set = false;
  constructor() {
    makeObservable(this, { offset: observable });
  }
  syncWith(serverDate: Date, here = Date.now()): void {
    if (this.set) return;
    this.set = true;
    const offset = serverDate.getTime() - here;
    runInAction(() => {
      this.offset = Math.abs(offset) < 1_000 ? 0 : offset;
    });
  }
  now(): Date {
    return new Date(Date.now() + this.offset);
  }
}
