import { BODY } from './budgets.ts';

/**
 * Calls `work` for each item, with the turns of other requests between: 5,000 records of some width
 * are a tenth of a second of work. `work` answers false to stop.
 */
export async function inTurns<T>(
  items: readonly T[],
  work: (item: T, i: number) => boolean,
): Promise<void> {
  let began = performance.now();
  for (const [i, item] of items.entries()) {
    if (!work(item, i)) return;
    if (performance.now() - began < BODY.turn) continue;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    began = performance.now();
  }
}
