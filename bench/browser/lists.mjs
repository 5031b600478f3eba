// The same 10,000 rows of 12 columns: our windowed grid against hand-written windowing, interleaved
// in one run. node bench/browser/lists.mjs [--rounds=5] [--rows=10000] [--cols=12]
import { measured, report } from '../lib/results.mjs';
import { inTurns, options, prepare } from './lib.mjs';
import { measureList, STEP, STEPS } from './measure-list.mjs';

const FLOOR = 'list-floor';
const PAGES = [
  { name: FLOOR, entry: 'list-floor.jsx' },
  { name: 'list-huozi', entry: 'list-huozi.tsx' },
];
const given = options();
const rounds = Number(given.rounds ?? 5);
const size = [Number(given.rows ?? 10_000), Number(given.cols ?? 12)];

/** An aim bounds the ratio; of frames no more than 2 may be dropped. */
const WHAT = {
  paint: ['首次画出', 'ms', 2],
  task: ['每次跳跃占用主线程', 'ms', 1.3],
  script: ['每次跳跃的 JavaScript', 'ms'],
  dropped: [`${STEPS} 次跳跃丢失的帧`, '帧'],
  blank: [`${STEPS} 次跳跃后的空白画面`, '次'],
  heap: ['堆', 'MB'],
  elements: ['页面元素', '个'],
  js: ['JavaScript（gzip）', 'KB'],
};

function linesOf(rows) {
  const numbers = (wanted, key) =>
    rows.filter((row) => (row.name === FLOOR) === wanted).map((row) => row[key]);
  return Object.entries(WHAT).map(([key, [what, unit, aim]]) =>
    measured(what, unit, numbers(false, key), numbers(true, key), aim ? { aim } : {}),
  );
}

const { server, chromium } = await prepare(PAGES);
const rows = [];
for (const { name } of inTurns(PAGES, rounds)) {
  rows.push({ name, ...(await measureList(`${server.url}/${name}/`, size)) });
}
server.close();
report(
  {
    name: 'lists',
    title: `列表控件：${size[0].toLocaleString('en')} 行 × ${size[1]} 列，每次跳 ${STEP.toLocaleString('en')} 像素`,
    floor: '手写的 React 窗口化列表，行高固定，没有选择、排序、调宽与键盘',
    command: 'npm run bench -- lists',
    rounds,
    lines: linesOf(rows),
  },
  { chromium },
);
