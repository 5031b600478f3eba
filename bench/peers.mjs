// The same form and the same list in other engines, ours and the hand-written floor among them,
// interleaved in one run. node bench/peers.mjs [--rounds=3] [--n=50,200,1000] [--only=rjsf,amis]
// [--rows=10000] [--cols=12]
import { inTurns, median, options, prepare } from './browser/lib.mjs';
import { measureForm } from './browser/measure-form.mjs';
import { measureList, STEPS } from './browser/measure-list.mjs';
import { pairedRatio } from './lib/numbers.mjs';
import { report, shown } from './lib/results.mjs';
import { FORMS, LISTS } from './peers/engines.mjs';
import { install, pageOf, versionsOf } from './peers/prepare.mjs';

const given = options();
const rounds = Number(given.rounds ?? 3);
const sizes = String(given.n ?? '50,200,1000')
  .split(',')
  .map(Number);
const size = [Number(given.rows ?? 10_000), Number(given.cols ?? 12)];
const only = given.only ? String(given.only).split(',') : null;
/**
 * One that fails, or takes this long once, is not asked again at that size: the others' rounds
 * matter more.
 */
const TOO_SLOW = 30_000;

const chosen = (peers) => peers.filter(({ name }) => !only || only.includes(name));
const forms = {
  floor: 'form-floor',
  own: [
    { name: 'form-floor', entry: 'form-floor.jsx' },
    { name: 'form-huozi', entry: 'form-huozi.tsx', define: { __WINDOWED__: 'true' } },
    { name: 'form-huozi-all', entry: 'form-huozi.tsx', define: { __WINDOWED__: 'false' } },
  ],
  peers: chosen(FORMS),
};
const lists = {
  floor: 'list-floor',
  own: [
    { name: 'list-floor', entry: 'list-floor.jsx' },
    { name: 'list-huozi', entry: 'list-huozi.tsx' },
  ],
  peers: chosen(LISTS),
};
const NAMES = {
  'form-floor': '底线（手写 React）',
  'form-huozi': '**活字**',
  'form-huozi-all': '活字，全部挂载',
  'list-floor': '底线（手写窗口化）',
  'list-huozi': '**活字**',
};

const FORM_COLUMNS = {
  first: '首屏可填 ms',
  mount: '全部字段在页面中 ms',
  key: '按键到画出 ms',
  script: '每键 JavaScript ms',
  renders: '每键重绘组件',
  compute: '合计 ms',
  reveal: '显示字段 ms',
  heap: '每字段堆 KB',
  js: 'JavaScript KB',
};
const LIST_COLUMNS = {
  paint: '首次画出 ms',
  task: '每跳主线程 ms',
  script: '每跳 JavaScript ms',
  dropped: `${STEPS} 跳丢帧`,
  blank: '空白画面',
  heap: '堆 MB',
  elements: '元素',
  js: 'JavaScript KB',
};
/** Columns that say a count: beside a floor of 0 a ratio says nothing. */
const PLAIN = new Set(['renders', 'dropped', 'blank', 'elements', 'js']);

async function run(kind, measure) {
  const rows = [];
  const failed = new Map();
  for (const { name } of inTurns([...kind.own, ...kind.peers], rounds)) {
    if (failed.has(name)) continue;
    try {
      const row = { name, ...(await measure(name)) };
      rows.push(row);
      if ((row.mount ?? row.paint) > TOO_SLOW) failed.set(name, '太慢，只测一轮');
      console.log(
        `  ${name.padEnd(16)} ${Object.entries(row)
          .filter(([, value]) => typeof value === 'number')
          .map(([key, value]) => `${key} ${shown(value)}`)
          .join('  ')}`,
      );
    } catch (failure) {
      failed.set(name, failure.message.split('\n')[0].slice(0, 120));
      console.log(`  ${name.padEnd(16)} ${failure.message}`);
    }
  }
  return { rows, failed };
}

/** A line an engine: the median, and its ratio to the floor of the same rounds. */
function tableOf(kind, columns, { rows, failed }) {
  const valuesOf = (name, key) => rows.filter((row) => row.name === name).map((row) => row[key]);
  const cell = (name, key) => {
    const values = valuesOf(name, key);
    if (!values.some(Number.isFinite)) return '–';
    return PLAIN.has(key) || name === kind.floor
      ? shown(median(values))
      : `${shown(median(values))}（${shown(pairedRatio(values, valuesOf(kind.floor, key)))}×）`;
  };
  const names = [...kind.own, ...kind.peers].map(({ name }) => name);
  return {
    head: ['引擎', ...Object.values(columns)],
    rows: names.map((name) => [
      NAMES[name] ?? name,
      ...(rows.some((row) => row.name === name)
        ? Object.keys(columns).map((key) => cell(name, key))
        : [
            `没有结果：${failed.get(name) ?? ''}`,
            ...Object.keys(columns)
              .slice(1)
              .map(() => ''),
          ]),
    ]),
  };
}

await install([...forms.peers, ...lists.peers]);
const { server, chromium } = await prepare([
  ...forms.own,
  ...lists.own,
  ...[...forms.peers, ...lists.peers].map(pageOf),
]);
const tables = [];
for (const n of sizes) {
  console.log(`表单 ${n} 个字段`);
  // Components are counted apart from the clock: counting costs time.
  const timed = await run(forms, (name) => measureForm(`${server.url}/${name}/`, n));
  const counted = new Map();
  for (const { name } of [...forms.own, ...forms.peers]) {
    if (!timed.failed.has(name))
      counted.set(
        name,
        await measureForm(`${server.url}/${name}/`, n, { renders: true }).then(
          (row) => row.renders,
          () => NaN,
        ),
      );
  }
  for (const row of timed.rows) row.renders = counted.get(row.name) ?? NaN;
  tables.push({
    title: `表单，${n.toLocaleString('en')} 个字段`,
    ...tableOf(forms, FORM_COLUMNS, timed),
  });
}
console.log(`列表 ${size.join(' × ')}`);
tables.push({
  title: `列表，${size[0].toLocaleString('en')} 行 × ${size[1]} 列`,
  ...tableOf(
    lists,
    LIST_COLUMNS,
    await run(lists, (name) => measureList(`${server.url}/${name}/`, size)),
  ),
});
server.close();
const versions = [...new Set([...forms.peers, ...lists.peers].flatMap(versionsOf))].toSorted();
report(
  {
    name: 'peers',
    title: '与其他引擎并排',
    floor: '手写的 React：表单每个字段一个独立组件，列表手写窗口化',
    command: 'npm run bench -- peers',
    rounds,
    lines: [],
    tables,
    note: `各引擎：${versions.join('、')}。`,
  },
  { chromium },
);
