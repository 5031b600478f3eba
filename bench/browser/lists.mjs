// The same 10,000 rows of 12 columns: our windowed grid against hand-written windowing, interleaved in one run.
// node bench/browser/lists.mjs [--rounds=5] [--rows=10000] [--cols=12]
import { buildPage, cpu, launch, load, median, open, options, serve } from './lib.mjs';

const FLOOR = 'list-floor';
const PAGES = [{ name: FLOOR, entry: 'list-floor.jsx' }, { name: 'list-huozi', entry: 'list-huozi.tsx' }];
/** Jumps of 5,000 px: a whole window and more, so that no row of the last one is left. */
const STEP = 5_000;
const STEPS = 40;
const FRAME = 1_000 / 60;
const given = options();
const rounds = Number(given.rounds ?? 5);
const size = [Number(given.rows ?? 10_000), Number(given.cols ?? 12)];

const dropped = (frames) => frames.reduce((sum, time) => sum + Math.max(0, Math.round(time / FRAME) - 1), 0);

/** One fresh browser: `free` without the 60 Hz limit for costs, with it for dropped frames. */
async function measure(url, free) {
  const browser = await launch(free);
  try {
    const { page, errors, metrics, heap } = await open(browser, url);
    const before = await heap();
    const mount = await page.evaluate(([rows, cols]) => window.__h.listMount(rows, cols, 60_000), size);
    if (!mount.ok) throw new Error(`no row appeared; ${errors[0] ?? ''}`);
    await page.waitForTimeout(300);
    const after = await heap();
    const elements = await page.evaluate(() => document.getElementsByTagName('*').length);
    const start = await metrics();
    const scroll = await page.evaluate(([step, steps]) => window.__h.listScroll(step, steps), [STEP, STEPS]);
    await page.waitForTimeout(100);
    const spent = cpu(start, await metrics());
    if (errors.length) throw new Error(errors[0]);
    const net = await page.evaluate(() => window.__h.net());
    return { paint: mount.paint, heap: (after - before) / 2 ** 20, elements, task: spent.task / STEPS, script: spent.script / STEPS, dropped: dropped(scroll.frames), blank: scroll.blank, js: net.js / 1024 };
  } finally { await browser.close(); }
}

const LABELS = { paint: 'first paint, ms', task: 'main thread a jump, ms', script: 'JavaScript a jump, ms', dropped: `dropped frames of ${STEPS}`, blank: `blank frames of ${STEPS}`, heap: 'heap, MB', elements: 'elements', js: 'JavaScript gzip, KB' };

function report(rows) {
  console.log(`\nList of ${size.join(' x ')} (${rounds} rounds, load ${load().toFixed(1)}); ratio = median of the rounds' ratios to the floor`);
  for (const key of Object.keys(LABELS)) {
    const floor = rows.filter((row) => row.name === FLOOR).map((row) => row[key]);
    const ours = rows.filter((row) => row.name !== FLOOR).map((row) => row[key]);
    const ratio = median(ours.map((value, i) => value / floor[i]));
    console.log(`  ${LABELS[key].padEnd(26)} floor ${median(floor).toFixed(2).padStart(8)}  huozi ${median(ours).toFixed(2).padStart(8)}  ratio ${Number.isFinite(ratio) ? ratio.toFixed(2) : '-'}`);
  }
}

for (const page of PAGES) await buildPage(page);
const server = await serve();
const rows = [];
for (let round = 0; round < rounds; round++) {
  for (const { name } of round % 2 ? [...PAGES].reverse() : PAGES) {
    const url = `${server.url}/${name}/`;
    const free = await measure(url, true);
    const limited = await measure(url, false);
    rows.push({ name, ...free, dropped: limited.dropped, blank: limited.blank });
  }
}
report(rows);
server.close();
