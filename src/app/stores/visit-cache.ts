/**
 * Answers kept by key and shared while they are fresh. A new visit makes all of them stale: the
 * next asker fetches again, and gets the very object it had if `sameAs` says that nothing changed,
 * so that nothing on the screen is drawn anew.
 */
export class VisitCache<T> {
  private readonly fetch: (key: string) => Promise<T>;
  private readonly sameAs: (a: T, b: T) => boolean;
  private readonly entries = new Map<string, { visit: number; promise: Promise<T>; value?: T }>();
  private visit = 0;

  constructor(fetch: (key: string) => Promise<T>, sameAs: (a: T, b: T) => boolean) {
    this.fetch = fetch;
    this.sameAs = sameAs;
  }

  /** The newest answer of this visit; a failure is not kept. */
  get(key: string): Promise<T> {
    const known = this.entries.get(key);
    if (known?.visit === this.visit) return known.promise;
    return this.keep(key, this.fetch(key), known?.value);
  }
  /** What is known, however old. */
  peek(key: string): T | undefined {
    return this.entries.get(key)?.value;
  }
  /** An answer that is already under way, asked for elsewhere. */
  keep(key: string, coming: Promise<T>, before?: T): Promise<T> {
    const visit = this.visit;
    const promise = coming.then((value) =>
      before !== undefined && this.sameAs(before, value) ? before : value,
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
  /** Whatever is asked for from now on is asked anew. */
  nextVisit(): void {
    this.visit += 1;
  }
  clear(): void {
    this.entries.clear();
  }
}
