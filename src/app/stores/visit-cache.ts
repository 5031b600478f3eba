/**
 * Responses cached by key and shared while they are fresh. A new visit makes all of them stale: the
 * next caller fetches again, and gets the same object as before if `sameAs` finds no change, so
 * that nothing on the screen is redrawn.
 */
export class VisitCache<T> {
  private readonly fetch: (key: string) => Promise<T>;
  private readonly isSame: (a: T, b: T) => boolean;
  private readonly entries = new Map<string, { visit: number; promise: Promise<T>; value?: T }>();
  private visit = 0;
  /** The last visit whose answers are not to be shown any more. */
  private expired = -1;

  constructor(fetch: (key: string) => Promise<T>, sameAs: (a: T, b: T) => boolean) {
    this.fetch = fetch;
    this.isSame = sameAs;
  }

  /** The newest response of this visit; a failure is not cached. */
  get(key: string): Promise<T> {
    const known = this.entries.get(key);
    if (known?.visit === this.visit) return known.promise;
    return this.store(key, this.fetch(key), known?.value);
  }
  /** What is known, however old. */
  peek(key: string): T | undefined {
    return this.entries.get(key)?.value;
  }
  /** What is known and may be shown before it is asked for again. */
  shown(key: string): T | undefined {
    const known = this.entries.get(key);
    return known && known.visit > this.expired ? known.value : undefined;
  }
  /** Stores a response that is already pending. */
  store(key: string, coming: Promise<T>, before?: T): Promise<T> {
    const visit = this.visit;
    const promise = coming.then((value) =>
      before !== undefined && this.isSame(before, value) ? before : value,
    );
    this.entries.set(key, { visit, promise, value: before });
    promise.then(
      (value) => {
        if (this.entries.get(key)?.promise === promise)
          this.entries.set(key, { visit, promise, value });
      },
      () => {
        if (this.entries.get(key)?.promise === promise) this.entries.delete(key);
      },
    );
    return promise;
  }
  /** From now on each key is fetched again. */
  nextVisit(): void {
    this.visit += 1;
  }
  /** The same, and nothing known so far is shown meanwhile. */
  expire(): void {
    this.expired = this.visit;
    this.nextVisit();
  }
  clear(): void {
    this.entries.clear();
  }
}
