// What each entry brings before its first screen, and what the engine weighs by itself, gzip,
// against the limits. node bench/size.mjs [--no-build]
import { entrySize, LIMIT_KB } from '../scripts/size.mjs';
import { launch, open, prepare } from './browser/lib.mjs';
import { report } from './lib/results.mjs';
import { built } from './lib/server.mjs';

const TITLES = { passport: '登录', index: '主应用', build: '搭建中心' };
/**
 * Limits of the engine over React, and of the engine, React and the widgets of a plain list page;
 * kB.
 */
const ENGINE_KB = 35;
const LIST_KB = 250;

const line = (what, ours, floor) => ({
  what,
  unit: 'kB',
  ours,
  floor,
  ratio: ours / floor,
  aim: 1,
});

await built();
const lines = Object.keys(TITLES).map((entry) =>
  line(`${TITLES[entry]}（${entry}.html）首屏 JavaScript`, entrySize(entry).js / 1000, LIMIT_KB),
);

const { server, chromium } = await prepare(
  ['react-alone', 'libraries-alone', 'engine-alone', 'list-page'].map((name) => ({
    name,
    entry: `${name}.ts`,
  })),
);
/** JavaScript the browser fetched for a page, kB. */
async function fetched(name) {
  const browser = await launch(true);
  try {
    const { page } = await open(browser, `${server.url}/${name}/`);
    return (await page.evaluate(() => window.__h.net())).js / 1000;
  } finally {
    await browser.close();
  }
}
const [react, libraries, engine] = [
  await fetched('react-alone'),
  await fetched('libraries-alone'),
  await fetched('engine-alone'),
];
lines.push(
  line('引擎，含 mobx、xstate 与 decimal.js，不含组件与 React', engine - react, ENGINE_KB),
);
lines.push({ ...line('其中活字自己的代码', engine - libraries, ENGINE_KB), aim: undefined });
lines.push(line('引擎、React 与普通列表页的全部组件', await fetched('list-page'), LIST_KB));
server.close();
report(
  {
    name: 'size',
    title: '体积（gzip）',
    floor: `上限：首屏 ${LIMIT_KB} kB，引擎 ${ENGINE_KB} kB，列表页 ${LIST_KB} kB`,
    command: 'npm run bench -- size',
    lines,
  },
  { chromium },
);
