import { makeObservable, observable, runInAction } from 'mobx';

/** Waiting shows only when it lasts this long, in milliseconds: shorter waits flicker. */
const SHOW_AFTER_MS = 300;

/** Whether the bar at the top shows: something the page needs has been loading for a while. */
export class LoadingProgress {
  visible = false;
  private waiting = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  constructor() {
    makeObservable(this, { visible: observable });
  }

  /** Waits along; answers the same promise. */
  track<T>(work: Promise<T>): Promise<T> {
    this.waiting += 1;
    this.timer ??= setTimeout(() => this.show(true), SHOW_AFTER_MS);
    const done = (): void => {
      this.waiting -= 1;
      if (this.waiting > 0) return;
      clearTimeout(this.timer);
      this.timer = undefined;
      this.show(false);
    };
    work.then(done, done);
    return work;
  }
  private show(visible: boolean): void {
    runInAction(() => {
      this.visible = visible;
    });
  }
}
