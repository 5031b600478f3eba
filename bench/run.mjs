// npm run bench: every benchmark, one after the other, then docs/performance.md. `npm run bench --
// list bulk` runs only those; options such as --rounds=3 are handed on.
import { fileURLToPath } from 'node:url';
import { installPackages } from '../scripts/lib/install.mjs';
import { run } from '../scripts/lib/run.mjs';
import { NAMES, writePage } from './lib/results.mjs';

/** Installs packages of others first, so only when it is named. */
const NAMED_ONLY = ['peers'];
const IN_BROWSER = ['forms', 'lists', 'subtable', 'rules', 'signin', 'picker', 'org'];

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith('--'));
const unknown = wanted.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) {
  console.error(`没有名为 ${unknown.join('、')} 的测量；可用：${NAMES.join(' ')}`);
  process.exit(1);
}
await installPackages();
let failed = 0;
const chosen = NAMES.filter(
  (each) => (wanted.length === 0 && !NAMED_ONLY.includes(each)) || wanted.includes(each),
);
for (const name of chosen) {
  const script = IN_BROWSER.includes(name) ? `bench/browser/${name}.mjs` : `bench/${name}.mjs`;
  if (
    (await run(process.execPath, [script, ...words.filter((word) => word.startsWith('--'))])) !== 0
  ) {
    console.error(`测量 ${name} 失败`);
    failed += 1;
  }
}
const written = writePage(chosen);
process.exitCode = failed === 0 && written ? 0 : 1;
