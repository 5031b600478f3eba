// One measurement of a list page: what the benchmark of our own grid and that of the peers both
// take.
import { cpu, launch, open } from './lib.mjs';

/** Jumps of 5,000 px: a whole window and more, so that no row of the last one is left. */
export const STEP = 5_000;
export const STEPS = 40;
const FRAME = 1_000 / 60;

const dropped = (frames) =>
  frames.reduce((sum, time) => sum + Math.max(0, Math.round(time / FRAME) - 1), 0);

/** One fresh browser: `free` without the 60 Hz limit for costs, with it for dropped frames. */
async function once(url, size, free, step, steps) {
  const browser = await launch(free);
  try {
    const { page, errors, metrics, heap } = await open(browser, url);
    const before = await heap();
    const mount = await page.evaluate(
      ([rows, cols]) => window.__h.listMount(rows, cols, 60_000),
      size,
    );
    if (!mount.ok) throw new Error(`no row appeared; ${errors[0] ?? ''}`);
    await page.waitForTimeout(300);
    const after = await heap();
    const elements = await page.evaluate(() => document.getElementsByTagName('*').length);
    const start = await metrics();
    const scroll = await page.evaluate(
      ([by, times]) => window.__h.listScroll(by, times),
      [step, steps],
    );
    await page.waitForTimeout(100);
    const spent = cpu(start, await metrics());
    if (errors.length) throw new Error(errors[0]);
    const net = await page.evaluate(() => window.__h.net());
    return {
      paint: mount.paint,
      heap: (after - before) / 2 ** 20,
      elements,
      task: spent.task / steps,
      script: spent.script / steps,
      dropped: dropped(scroll.frames),
      blank: scroll.blank,
      js: net.js / 1024,
    };
  } finally {
    await browser.close();
  }
}

/**
 * A list of [rows, columns]: costs without the 60 Hz limit, then frames with it. Milliseconds a
 * jump; `heap` MB.
 */
export async function measureList(url, size, { step = STEP, steps = STEPS } = {}) {
  const free = await once(url, size, true, step, steps);
  const limited = await once(url, size, false, step, steps);
  return { ...free, dropped: limited.dropped, blank: limited.blank };
}
