// Conditions of fields: a form of 500 fields with 200 rules against the same form without; one
// condition among more and more names. node bench/browser/rules.mjs [--rounds=5] [--n=500]
import { measured, report } from '../lib/results.mjs';
import { inTurns, launch, open, options, prepare } from './lib.mjs';
import { measureForm } from './measure-form.mjs';

const RULED = 'form-ruled';
const page = (name, ruled) => ({
  name,
  entry: 'form-huozi.tsx',
  define: { __WINDOWED__: 'false', __RULED__: String(ruled) },
});
const FORMS = [page('form-unruled', false), page(RULED, true)];
const PREDICATE = { name: 'predicate', entry: 'predicate.ts' };
const given = options();
const rounds = Number(given.rounds ?? 5);
const fields = Number(given.n ?? 500);
const NAMES = [50, 200, 1_000];

async function predicate(url) {
  const browser = await launch(true);
  try {
    const { page: tab } = await open(browser, url);
    return await tab.evaluate(
      (counts) => counts.map((count) => window.__bench.measure(count)),
      NAMES,
    );
  } finally {
    await browser.close();
  }
}

const { server, chromium } = await prepare([...FORMS, PREDICATE]);
const forms = [];
for (const { name } of inTurns(FORMS, rounds))
  forms.push({ name, ...(await measureForm(`${server.url}/${name}/`, fields)) });
const times = [];
for (let round = 0; round < rounds; round++)
  times.push(await predicate(`${server.url}/${PREDICATE.name}/`));
server.close();
const WHAT = {
  key: ['按键到画出', 'ms', 1.1],
  script: ['每次按键的 JavaScript', 'ms', 1.1],
  compute: ['改一个数字到合计更新', 'ms'],
  mount: ['模式到画出', 'ms'],
  heap: ['每个字段的堆', 'KB'],
};
const numbers = (ruled, key) =>
  forms.filter((row) => (row.name === RULED) === ruled).map((row) => row[key]);
report(
  {
    name: 'rules',
    title: `校验规则：${fields} 个字段，其中 200 个有跨字段的规则`,
    floor:
      '同一张表单，没有规则；判断式一项的底线是手写的同一条 JavaScript 判断（用浮点数，不是精确小数）',
    command: 'npm run bench -- rules',
    rounds,
    lines: [
      ...Object.entries(WHAT).map(([key, [what, unit, aim]]) =>
        measured(what, unit, numbers(true, key), numbers(false, key), aim ? { aim } : {}),
      ),
      ...NAMES.map((count, i) =>
        measured(
          `判断式一次求值，${count.toLocaleString('en')} 个变量`,
          'µs',
          times.map((each) => each[i].ours),
          times.map((each) => each[i].floor),
        ),
      ),
    ],
    note: "判断式：`qty*price>100 and status='approved' and user.level>=2`。",
  },
  { chromium },
);
