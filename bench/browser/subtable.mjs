// A form's 1,200 rows of 12 columns: our table against a hand-written table of inputs, interleaved
// in one run. node bench/browser/subtable.mjs [--rounds=5] [--rows=1200] [--cols=12]
import { measured, report } from '../lib/results.mjs';
import { cpu, inTurns, launch, median, open, options, prepare } from './lib.mjs';
import { measureList } from './measure-list.mjs';

const FLOOR = 'subtable-floor';
const PAGES = [
  { name: FLOOR, entry: 'subtable-floor.jsx' },
  { name: 'subtable-huozi', entry: 'subtable-huozi.tsx' },
];
const given = options();
const rounds = Number(given.rounds ?? 5);
const size = [Number(given.rows ?? 1_200), Number(given.cols ?? 12)];
/** Jumps of 1,000 px: more than the window, and all of them within the rows. */
const JUMPS = { step: 1_000, steps: 40 };
const TEXT = 'thequickbrownfoxjump';

/** Opens a cell's input and types into it: milliseconds to open, and a key. */
async function typing(url) {
  const browser = await launch(true);
  try {
    const { page, errors, metrics } = await open(browser, url);
    const mount = await page.evaluate(
      ([rows, cols]) => window.__h.listMount(rows, cols, 60_000),
      size,
    );
    if (!mount.ok) throw new Error(`no row appeared; ${errors[0] ?? ''}`);
    await page.waitForTimeout(300);
    const opened = await page.evaluate(async () => {
      const paints = () =>
        new Promise((done) => {
          requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
        });
      const start = performance.now();
      const input = window.__bench.editor(4, 3);
      if (!input) return null;
      Object.assign(window.__bench, { find: () => input });
      return (await paints()) - start;
    });
    if (opened === null) throw new Error('the cell took no input');
    const before = await metrics();
    const keys = await page.evaluate((text) => window.__h.keys('cell', text, 30), TEXT);
    const spent = cpu(before, await metrics());
    if (!keys.ok) throw new Error(`typed text was lost: ${keys.value} instead of ${keys.want}`);
    if (errors.length) throw new Error(errors[0]);
    return { open: opened, key: median(keys.paint), keyScript: spent.script / keys.paint.length };
  } finally {
    await browser.close();
  }
}

const WHAT = {
  paint: ['首次画出，可以填写', 'ms', 1.5],
  task: ['每次跳跃占用主线程', 'ms', 1.5],
  script: ['每次跳跃的 JavaScript', 'ms'],
  dropped: [`${JUMPS.steps} 次跳跃丢失的帧`, '帧'],
  open: ['点进一格，到可以输入', 'ms'],
  key: ['格中按键到画出', 'ms'],
  keyScript: ['格中每次按键的 JavaScript', 'ms'],
  heap: ['堆', 'MB'],
  elements: ['页面元素', '个'],
  js: ['JavaScript（gzip）', 'KB'],
};
const { server, chromium } = await prepare(PAGES);
const rows = [];
for (const { name } of inTurns(PAGES, rounds)) {
  const url = `${server.url}/${name}/`;
  rows.push({ name, ...(await measureList(url, size, JUMPS)), ...(await typing(url)) });
}
server.close();
const numbers = (wanted, key) =>
  rows.filter((row) => (row.name === FLOOR) === wanted).map((row) => row[key]);
const lines = Object.entries(WHAT).map(([key, [what, unit, aim]]) =>
  measured(what, unit, numbers(false, key), numbers(true, key), aim ? { aim } : {}),
);
report(
  {
    name: 'subtable',
    title: `表单中的明细：${size[0].toLocaleString('en')} 行 × ${size[1]} 列，每次跳 ${JUMPS.step.toLocaleString('en')} 像素`,
    floor: '手写的 React 窗口化表格，可见的每格一个输入框，没有模型、校验、撤销、粘贴与合计',
    command: 'npm run bench -- subtable',
    rounds,
    lines,
  },
  { chromium },
);
