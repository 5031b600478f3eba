// One measurement of a form page: what the benchmark of our own form and that of the peers both
// take.
import { cpu, launch, median, open } from './lib.mjs';

const TEXT = 'thequickbrownfoxjump';

/** Scrolls to a field and waits until it takes input; milliseconds. */
async function reached(page, key) {
  const { ok, ms } = await page.evaluate((wanted) => window.__h.reach(wanted), key);
  if (!ok) throw new Error(`field ${key} could not be reached`);
  return ms;
}

/** A page that hangs must not block the run: its browser is closed after this many milliseconds. */
const PATIENCE = 120_000;

/**
 * One form of n fields in a fresh browser, mounted, typed into, summed and revealed once.
 * Milliseconds; `heap` KB a field, `js` KB gzip, `renders` components a key (only when asked for).
 * Throws what went wrong.
 */
export async function measureForm(url, n, { renders: counts = false } = {}) {
  const browser = await launch(true);
  const guard = setTimeout(() => void browser.close(), PATIENCE);
  try {
    const { page, errors, metrics, heap } = await open(browser, url, { renders: counts });
    const heapBefore = await heap();
    const start = await metrics();
    const mount = await page.evaluate((size) => window.__h.mount(size), n);
    if (!mount.ok) throw new Error(`field ${mount.missing} never appeared; ${errors[0] ?? ''}`);
    await page.waitForTimeout(300);
    const mounted = await metrics();
    const heapAfter = await heap();
    const net = await page.evaluate(() => window.__h.net());
    const model = await page.evaluate(() => window.__bench.model());
    const reach = await reached(page, model.mid);
    await page.evaluate((key) => window.__bench.find(key).focus(), model.mid);
    await page.waitForTimeout(150);
    if (counts)
      await page.evaluate(() => {
        Object.assign(window.__h.rc, { on: true, renders: 0, commits: 0 });
      });
    const beforeKeys = await metrics();
    const keys = await page.evaluate(
      ([key, text]) => window.__h.keys(key, text, 30),
      [model.mid, TEXT],
    );
    await page.waitForTimeout(450);
    const afterKeys = await metrics();
    const renders = counts ? await page.evaluate(() => window.__h.rc.renders / 20) : NaN;
    if (!keys.ok) throw new Error(`typed text was lost: ${keys.value} instead of ${keys.want}`);
    await reached(page, model.num);
    const compute = await page.evaluate((key) => window.__h.compute(key), model.num);
    if (!compute.ok) throw new Error('the total never changed');
    await reached(page, model.reveal.ctl);
    const reveal = await page.evaluate(
      (r) => window.__h.reveal(r.ctl, r.value, r.key),
      model.reveal,
    );
    if (!reveal.ok) throw new Error(`reveal: ${reveal.why}`);
    if (errors.length) throw new Error(errors[0]);
    return {
      mount: mount.paint,
      first: mount.first,
      reach,
      mountCpu: cpu(start, mounted).task,
      key: median(keys.paint),
      script: cpu(beforeKeys, afterKeys).script / keys.paint.length,
      compute: compute.ms,
      reveal: reveal.ms,
      heap: (heapAfter - heapBefore) / n / 1024,
      js: net.js / 1024,
      renders,
    };
  } finally {
    clearTimeout(guard);
    await browser.close();
  }
}
