// The same 10,000 rows of 12 columns: our windowed grid against hand-written windowing, interleaved in one run.
// node bench/browser/lists.mjs [--rounds=5] [--rows=10000] [--cols=12]
import { measured, report } from '../lib/results.mjs';
import { cpu, inTurns, launch, open, options, prepare } from './lib.mjs';

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

const WHAT = { paint: ['首次画出', 'ms'], task: ['每次跳跃占用主线程', 'ms'], script: ['每次跳跃的 JavaScript', 'ms'], dropped: [`${STEPS} 次跳跃丢失的帧`, '帧'], blank: [`${STEPS} 次跳跃后的空白画面`, '次'], heap: ['堆', 'MB'], elements: ['页面元素', '个'], js: ['JavaScript（gzip）', 'KB'] };

function linesOf(rows) {
  const numbers = (wanted, key) => rows.filter((row) => (row.name === FLOOR) === wanted).map((row) => row[key]);
  return Object.entries(WHAT).map(([key, [what, unit]]) => measured(what, unit, numbers(false, key), numbers(true, key)));
}

const { server, chromium } = await prepare(PAGES);
const rows = [];
for (const { name } of inTurns(PAGES, rounds)) {
  const url = `${server.url}/${name}/`;
  const free = await measure(url, true);
  const limited = await measure(url, false);
  rows.push({ name, ...free, dropped: limited.dropped, blank: limited.blank });
}
server.close();
report({ name: 'lists', title: `列表控件：${size[0].toLocaleString('en')} 行 × ${size[1]} 列，每次跳 ${STEP.toLocaleString('en')} 像素`, floor: '手写的 React 窗口化列表，行高固定，没有选择、排序、调宽与键盘', command: 'npm run bench -- lists', rounds, lines: linesOf(rows) }, { chromium });
