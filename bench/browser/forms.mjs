// The same form of 50, 200 and 1,000 fields: our page engine against hand-written React,
// interleaved in one run. node bench/browser/forms.mjs [--rounds=5] [--n=50,200,1000] [--renders]
// [--rjsf]: with rjsf's Form as what turns the schema into the tree (decision 21).
import { measured, report } from '../lib/results.mjs';
import { inTurns, options, prepare } from './lib.mjs';
import { measureForm } from './measure-form.mjs';

const FLOOR = 'form-floor';
const OURS = 'form-huozi';
/**
 * Ours with every field mounted, as the floor does it: what windowing is worth, and what one field
 * costs.
 */
const ALL = 'form-huozi-all';
const huozi = (name, windowed) => ({
  name,
  entry: 'form-huozi.tsx',
  define: { __WINDOWED__: String(windowed) },
});
const given = options();
const rjsf = (name, windowed) => ({ ...huozi(name, windowed), entry: 'form-rjsf.tsx' });
const TRIED = given.rjsf ? [rjsf('form-rjsf', true), rjsf('form-rjsf-all', false)] : [];
const PAGES = [
  { name: FLOOR, entry: 'form-floor.jsx' },
  huozi(OURS, true),
  huozi(ALL, false),
  ...TRIED,
];
const rounds = Number(given.rounds ?? 5);
const sizes = String(given.n ?? '50,200,1000')
  .split(',')
  .map(Number);

/** What each number is; an aim is for the largest form. */
const WHAT = {
  key: ['按键到画出', 'ms', 0.4],
  script: ['每次按键的 JavaScript', 'ms', 1.5],
  first: ['首屏可以填写', 'ms'],
  mount: ['模式到画出', 'ms', 0.5],
  mountCpu: ['挂载占用主线程', 'ms'],
  reach: ['滚动到远处的字段，到可以填写', 'ms'],
  compute: ['改一个数字到合计更新', 'ms', 1.2],
  reveal: ['选择后显示一个字段', 'ms', 1.2],
  heap: ['每个字段的堆', 'KB'],
  js: ['JavaScript（gzip）', 'KB'],
  renders: ['每次按键重绘的组件', '个'],
};

/**
 * Lines of one size: as the product runs, then with every field mounted where that is another
 * thing.
 */
function linesOf(n, rows) {
  const numbers = (name, key) => rows.filter((row) => row.name === name).map((row) => row[key]);
  const isLargest = n === sizes.at(-1);
  return [
    [OURS, ''],
    [ALL, '（全部挂载）'],
    ...TRIED.map(({ name }) => [name, `（${name}）`]),
  ].flatMap(([name, mark]) =>
    Object.entries(WHAT)
      .filter(
        ([key]) =>
          numbers(name, key).some(Number.isFinite) &&
          (key !== 'js' || (isLargest && name === OURS)),
      )
      .map(([key, [what, unit, aim]]) =>
        measured(
          `${n.toLocaleString('en')} 个字段${mark}，${what}`,
          unit,
          numbers(name, key),
          numbers(FLOOR, key),
          isLargest && aim && name === OURS ? { aim } : {},
        ),
      ),
  );
}

const { server, chromium } = await prepare(PAGES);
const lines = [];
for (const n of sizes) {
  const rows = [];
  for (const { name } of inTurns(PAGES, rounds))
    rows.push({
      name,
      ...(await measureForm(`${server.url}/${name}/`, n, { renders: Boolean(given.renders) })),
    });
  lines.push(...linesOf(n, rows));
}
server.close();
report(
  {
    name: 'forms',
    title: `表单：${sizes.join('、')} 个字段`,
    floor: '手写的 React 受控表单，没有模式、校验与组件库',
    command: 'npm run bench -- forms',
    rounds,
    lines,
  },
  { chromium },
);
