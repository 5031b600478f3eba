/**
 * A view may draw this often in one second: a drag at 120 Hz with a second update each still fits.
 */
const MAX_RENDERS_PER_SECOND = 300;
/**
 * What one drawing of a view itself may take, its children aside, in milliseconds: a person feels a
 * tenth of a second.
 */
const RENDER_BUDGET_MS = 150;
/**
 * Drawings over the budget, one after the other, until the view is stopped: the first few may be
 * the machine's fault.
 */
const MAX_SLOW_RENDERS = 4;

/** A view that keeps drawing itself; caught by its node's quarantine. */
class RenderLoopError extends Error {
  override readonly name = 'RenderLoopError';
  constructor() {
    super(`一秒内重绘超过 ${MAX_RENDERS_PER_SECOND} 次，已停止`);
  }
}
/** A view whose drawing holds up the page again and again; caught by its node's quarantine. */
class RenderBudgetError extends Error {
  override readonly name = 'RenderBudgetError';
  constructor() {
    super(
      `连续 ${MAX_SLOW_RENDERS} 次绘制都超过 ${RENDER_BUDGET_MS} 毫秒，已停止，以免拖慢整个页面`,
    );
  }
}

/**
 * Counts and times the renders of one node; throws when there are too many in a second, or they
 * take too long.
 */
export class RenderWatch {
  count = 0;
  /** Milliseconds of the last drawing, and of the slowest. */
  last = 0;
  slowest = 0;
  private since = 0;
  private inWindow = 0;
  private slow = 0;

  /** Draws; the time it takes is the view's own, since children draw later. */
  draw<T>(view: () => T): T {
    const start = performance.now();
    this.rendered(start);
    if (this.slow >= MAX_SLOW_RENDERS) throw new RenderBudgetError();
    try {
      return view();
    } finally {
      this.last = performance.now() - start;
      if (this.last > this.slowest) this.slowest = this.last;
      this.slow = this.last > RENDER_BUDGET_MS ? this.slow + 1 : 0;
    }
  }
  private rendered(now: number): void {
    this.count += 1;
    if (now - this.since > 1000 && this.inWindow <= MAX_RENDERS_PER_SECOND) {
      this.since = now;
      this.inWindow = 0;
    }
    this.inWindow += 1;
    // Stays over until someone asks for another try: React itself renders once more before it gives
    // up.
    if (this.inWindow > MAX_RENDERS_PER_SECOND) throw new RenderLoopError();
  }
  /** Another try. */
  restart(): void {
    this.inWindow = 0;
    this.slow = 0;
  }
}
