// What each entry brings before its first screen, gzip, against the limit. node bench/size.mjs [--no-build]
import { entrySize, LIMIT_KB } from '../scripts/size.mjs';
import { report } from './lib/results.mjs';
import { built } from './lib/server.mjs';

const TITLES = { passport: '登录', index: '主应用', build: '搭建中心' };

await built();
const lines = Object.keys(TITLES).map((entry) => {
  const js = entrySize(entry).js / 1000;
  return { what: `${TITLES[entry]}（${entry}.html）首屏 JavaScript`, unit: 'kB', ours: js, floor: LIMIT_KB, ratio: js / LIMIT_KB, aim: 1 };
});
report({ name: 'size', title: '体积（gzip）', floor: `首屏 JavaScript 上限 ${LIMIT_KB} kB`, command: 'npm run bench -- size', lines });
