// The same form of 50, 200 and 1,000 fields: our page engine against hand-written React, interleaved in one run.
// node bench/browser/forms.mjs [--rounds=5] [--n=50,200,1000] [--renders]
import { measured, report } from '../lib/results.mjs';
import { cpu, inTurns, launch, median, open, options, prepare } from './lib.mjs';

const FLOOR = 'form-floor';
const OURS = 'form-huozi';
/** Ours with every field mounted, as the floor does it: what windowing is worth, and what one field costs. */
const ALL = 'form-huozi-all';
const huozi = (name, windowed) => ({ name, entry: 'form-huozi.tsx', define: { __WINDOWED__: String(windowed) } });
const PAGES = [{ name: FLOOR, entry: 'form-floor.jsx' }, huozi(OURS, true), huozi(ALL, false)];
const TEXT = 'thequickbrownfoxjump';
const given = options();
const rounds = Number(given.rounds ?? 5);
const sizes = String(given.n ?? '50,200,1000').split(',').map(Number);

/** Scrolls to a field and waits until it takes input; milliseconds. */
async function reached(page, key) {
  const { ok, ms } = await page.evaluate((wanted) => window.__h.reach(wanted), key);
  if (!ok) throw new Error(`field ${key} could not be reached`);
  return ms;
}

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
    const model = await page.evaluate(() => window.__bench.model());
    const reach = await reached(page, model.mid);
    await page.evaluate((key) => window.__bench.find(key).focus(), model.mid);
    await page.waitForTimeout(150);
    if (given.renders) await page.evaluate(() => { Object.assign(window.__h.rc, { on: true, renders: 0, commits: 0 }); });
    const beforeKeys = await metrics();
    const keys = await page.evaluate(([key, text]) => window.__h.keys(key, text, 30), [model.mid, TEXT]);
    await page.waitForTimeout(450);
    const afterKeys = await metrics();
    const renders = given.renders ? await page.evaluate(() => window.__h.rc.renders / 20) : NaN;
    if (!keys.ok) throw new Error(`typed text was lost: ${keys.value} instead of ${keys.want}`);
    await reached(page, model.num);
    const compute = await page.evaluate((key) => window.__h.compute(key), model.num);
    if (!compute.ok) throw new Error('the total never changed');
    await reached(page, model.reveal.ctl);
    const reveal = await page.evaluate((r) => window.__h.reveal(r.ctl, r.value, r.key), model.reveal);
    if (!reveal.ok) throw new Error(`reveal: ${reveal.why}`);
    if (errors.length) throw new Error(errors[0]);
    return {
      mount: mount.paint, first: mount.first, reach, mountCpu: cpu(start, mounted).task, key: median(keys.paint), script: cpu(beforeKeys, afterKeys).script / keys.paint.length,
      compute: compute.ms, reveal: reveal.ms, heap: (heapAfter - heapBefore) / n / 1024, js: net.js / 1024, renders,
    };
  } finally { await browser.close(); }
}

/** What each number is; an aim is for the largest form. */
const WHAT = {
  key: ['按键到画出', 'ms', 0.4], script: ['每次按键的 JavaScript', 'ms', 1.5], first: ['首屏可以填写', 'ms'], mount: ['模式到画出', 'ms', 0.5], mountCpu: ['挂载占用主线程', 'ms'],
  reach: ['滚动到远处的字段，到可以填写', 'ms'], compute: ['改一个数字到合计更新', 'ms', 1.2], reveal: ['选择后显示一个字段', 'ms', 1.2], heap: ['每个字段的堆', 'KB'], js: ['JavaScript（gzip）', 'KB'], renders: ['每次按键重绘的组件', '个'],
};

/** Lines of one size: as the product runs, then with every field mounted where that is another thing. */
function linesOf(n, rows) {
  const numbers = (name, key) => rows.filter((row) => row.name === name).map((row) => row[key]);
  const isLargest = n === sizes.at(-1);
  return [[OURS, ''], [ALL, '（全部挂载）']].flatMap(([name, mark]) => Object.entries(WHAT)
    .filter(([key]) => numbers(name, key).some(Number.isFinite) && (key !== 'js' || (isLargest && name === OURS)))
    .map(([key, [what, unit, aim]]) => measured(`${n.toLocaleString('en')} 个字段${mark}，${what}`, unit, numbers(name, key), numbers(FLOOR, key), isLargest && aim && name === OURS ? { aim } : {})));
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
