// npm run bench: every benchmark, one after the other, then docs/performance.md. `npm run bench --
// list bulk` runs only those; options such as --rounds=3 are handed on.
import { fileURLToPath } from 'node:url';
import { installPackages } from '../scripts/lib/install.mjs';
import { run } from '../scripts/lib/run.mjs';
import { NAMES, writePage } from './lib/results.mjs';

/** Only when they are named: the first installs packages of others, the others fill 10,000,000 rows. */
const NAMED_ONLY = ['peers', 'large', 'scoped'];
/** Benchmarks that are another with options of its own. */
const VARIANTS = {
  large: ['list', '--records=10000000'],
  scoped: ['list', '--scoped', '--records=10000000'],
};
const IN_BROWSER = ['forms', 'lists', 'subtable', 'rules', 'signin', 'picker', 'org', 'canvas'];

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith('--'));
const unknown = wanted.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) {
  console.error(`没有名为 ${unknown.join('、')} 的测量；可用：${NAMES.join(' ')}`);
  process.exit(1);
}
await installPackages();
const chosen = NAMES.filter(
  (each) => (wanted.length === 0 && !NAMED_ONLY.includes(each)) || wanted.includes(each),
);
const measured = [];
for (const name of chosen) {
  const [file, ...options] = VARIANTS[name] ?? [name];
  const script = IN_BROWSER.includes(name) ? `bench/browser/${name}.mjs` : `bench/${file}.mjs`;
  const flags = [...options, ...words.filter((word) => word.startsWith('--'))];
  if ((await run(process.execPath, [script, ...flags])) === 0) measured.push(name);
  else console.error(`测量 ${name} 失败`);
}
const written = measured.length === 0 || writePage(measured);
process.exitCode = measured.length === chosen.length && written ? 0 : 1;
