// The same form of 50, 200 and 1,000 fields: our page engine against hand-written React, interleaved in one run.
// node bench/browser/forms.mjs [--rounds=5] [--n=50,200,1000] [--renders]
import { buildPage, cpu, launch, load, median, open, options, serve } from './lib.mjs';

const FLOOR = 'form-floor';
const PAGES = [{ name: FLOOR, entry: 'form-floor.jsx' }, { name: 'form-huozi', entry: 'form-huozi.tsx' }];
const TEXT = 'thequickbrownfoxjump';
const given = options();
const rounds = Number(given.rounds ?? 5);
const sizes = String(given.n ?? '50,200,1000').split(',').map(Number);

async function measure(url, n) {
  const browser = await launch(true);
  try {
    const { page, errors, metrics, heap } = await open(browser, url, { renders: Boolean(given.renders) });
    const heapBefore = await heap();
    const start = await metrics();
    const mount = await page.evaluate((size) => window.__h.mount(size), n);
    if (!mount.ok) throw new Error(`field ${mount.missing} never appeared; ${errors[0] ?? ''}`);
    await page.waitForTimeout(300);
    const mounted = await metrics();
    const heapAfter = await heap();
    const net = await page.evaluate(() => window.__h.net());
    const model = await page.evaluate(() => { const m = window.__bench.model(); window.__bench.find(m.mid).focus(); return m; });
    await page.waitForTimeout(150);
    if (given.renders) await page.evaluate(() => { Object.assign(window.__h.rc, { on: true, renders: 0, commits: 0 }); });
    const beforeKeys = await metrics();
    const keys = await page.evaluate(([key, text]) => window.__h.keys(key, text, 30), [model.mid, TEXT]);
    await page.waitForTimeout(450);
    const afterKeys = await metrics();
    const renders = given.renders ? await page.evaluate(() => window.__h.rc.renders / 20) : NaN;
    if (!keys.ok) throw new Error(`typed text was lost: ${keys.value} instead of ${keys.want}`);
    const compute = await page.evaluate((key) => window.__h.compute(key), model.num);
    if (!compute.ok) throw new Error('the total never changed');
    const reveal = await page.evaluate((r) => window.__h.reveal(r.ctl, r.value, r.key), model.reveal);
    if (!reveal.ok) throw new Error(`reveal: ${reveal.why}`);
    if (errors.length) throw new Error(errors[0]);
    return {
      mount: mount.paint, mountCpu: cpu(start, mounted).task, key: median(keys.paint), script: cpu(beforeKeys, afterKeys).script / keys.paint.length,
      compute: compute.ms, reveal: reveal.ms, heap: (heapAfter - heapBefore) / n / 1024, js: net.js / 1024, renders,
    };
  } finally { await browser.close(); }
}

const LABELS = { mount: 'schema to painted, ms', mountCpu: 'main thread of mount, ms', key: 'key to painted, ms', script: 'JavaScript a key, ms', compute: 'total after a digit, ms', reveal: 'reveal, ms', heap: 'heap a field, KB', js: 'JavaScript gzip, KB', renders: 'components a key' };

function report(n, rows) {
  console.log(`\nForm of ${n} fields (${rounds} rounds, load ${load().toFixed(1)}); ratio = median of the rounds' ratios to the floor`);
  for (const key of Object.keys(LABELS)) {
    const floor = rows.filter((r) => r.name === FLOOR).map((r) => r[key]);
    const ours = rows.filter((r) => r.name !== FLOOR).map((r) => r[key]);
    if (!ours.some(Number.isFinite)) continue;
    const ratio = median(ours.map((value, i) => value / floor[i]));
    console.log(`  ${LABELS[key].padEnd(28)} floor ${median(floor).toFixed(2).padStart(8)}  huozi ${median(ours).toFixed(2).padStart(8)}  ratio ${ratio.toFixed(2)}`);
  }
}

for (const page of PAGES) await buildPage(page);
const server = await serve();
for (const n of sizes) {
  const rows = [];
  for (let round = 0; round < rounds; round++) {
    for (const { name } of round % 2 ? [...PAGES].reverse() : PAGES) rows.push({ name, ...(await measure(`${server.url}/${name}/`, n)) });
  }
  report(n, rows);
}
server.close();
