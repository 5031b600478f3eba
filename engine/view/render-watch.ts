/** A view may draw this often in one second: a drag at 120 Hz with a second update each still fits. */
export const MAX_RENDERS_PER_SECOND = 300;

/** A view that keeps drawing itself; caught by its node's quarantine. */
export class RenderLoopError extends Error {
  override readonly name = 'RenderLoopError';
  constructor() { super(`一秒内重绘超过 ${MAX_RENDERS_PER_SECOND} 次，已停止`); }
}

/** Counts the renders of one node; throws a RenderLoopError when there are too many in a second. */
export class RenderWatch {
  count = 0;
  private since = 0;
  private inWindow = 0;
  rendered(now: number = performance.now()): void {
    this.count += 1;
    if (now - this.since > 1000 && this.inWindow <= MAX_RENDERS_PER_SECOND) { this.since = now; this.inWindow = 0; }
    this.inWindow += 1;
    // Stays over until someone asks for another try: React itself renders once more before it gives up.
    if (this.inWindow > MAX_RENDERS_PER_SECOND) throw new RenderLoopError();
  }
  /** Another try. */
  restart(): void { this.inWindow = 0; }
}
