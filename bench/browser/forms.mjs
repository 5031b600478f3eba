// The same form of 50, 200 and 1,000 fields: our page engine against hand-written React, interleaved in one run.
// node bench/browser/forms.mjs [--rounds=5] [--n=50,200,1000] [--renders]
import { measured, report } from '../lib/results.mjs';
import { cpu, inTurns, launch, median, open, options, prepare } from './lib.mjs';

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

/** What each number is; an aim is for the largest form. */
const WHAT = {
  key: ['按键到画出', 'ms', 1.5], script: ['每次按键的 JavaScript', 'ms'], mount: ['模式到画出', 'ms'], mountCpu: ['挂载占用主线程', 'ms'],
  compute: ['改一个数字到合计更新', 'ms'], reveal: ['选择后显示一个字段', 'ms'], heap: ['每个字段的堆', 'KB'], js: ['JavaScript（gzip）', 'KB'], renders: ['每次按键重绘的组件', '个'],
};

function linesOf(n, rows) {
  const numbers = (wanted, key) => rows.filter((row) => (row.name === FLOOR) === wanted).map((row) => row[key]);
  return Object.entries(WHAT).filter(([key]) => numbers(false, key).some(Number.isFinite) && (key !== 'js' || n === sizes.at(-1)))
    .map(([key, [what, unit, aim]]) => measured(`${n.toLocaleString('en')} 个字段，${what}`, unit, numbers(false, key), numbers(true, key), n === sizes.at(-1) && aim ? { aim } : {}));
}

const { server, chromium } = await prepare(PAGES);
const lines = [];
for (const n of sizes) {
  const rows = [];
  for (const { name } of inTurns(PAGES, rounds)) rows.push({ name, ...(await measure(`${server.url}/${name}/`, n)) });
  lines.push(...linesOf(n, rows));
}
server.close();
report({ name: 'forms', title: `表单：${sizes.join('、')} 个字段`, floor: '手写的 React 受控表单，没有模式、校验与组件库', command: 'npm run bench -- forms', rounds, lines }, { chromium });
