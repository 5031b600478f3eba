// npm test: everything that says whether the product works. Installs what is missing first. No
// dependencies of its own. `npm test -- unit browser` runs only those steps; `--bail` stops at the
// first that fails.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failuresOfPlaywright, failuresOfVitest, sayFailure } from './lib/failures.mjs';
import { ensureBrowser, ensureFirefox, ensureFonts, installPackages } from './lib/install.mjs';
import { ensureNode24 } from './lib/node24.mjs';
import { npm, output, run, runBeside } from './lib/run.mjs';
import { findSystemPostgres, startSystemPostgres } from './lib/system-postgres.mjs';
import { tryStart } from './lib/try-start.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const bail = process.argv.includes('--bail');
const reports = mkdtempSync(join(tmpdir(), 'huozi-reports-'));
const total = { passed: 0, failed: 0 };
const failures = [];

const scripts = () => JSON.parse(readFileSync('package.json', 'utf8')).scripts;
const script = (name, ...args) => {
  if (!scripts()[name]) throw new Error(`package.json 没有脚本 "${name}"`);
  return runBeside(npm, ['run', '--silent', name, ...(args.length ? ['--', ...args] : [])]);
};

function report(name) {
  const path = join(reports, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** Adds what a test tool counted; a step that failed without a failed test counts as one. */
function count(code, passed, failed) {
  total.passed += passed;
  total.failed += code !== 0 && failed === 0 ? 1 : failed;
}

async function vitest(name, args, { env, node = process.execPath } = {}) {
  const file = join(reports, `${name}.json`);
  const code = await run(
    node,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    { env },
  );
  const told = report(`${name}.json`);
  count(code, told?.numPassedTests ?? 0, told?.numFailedTests ?? 0);
  failures.push(...failuresOfVitest(told ?? {}));
  return code;
}

const projects = (...names) => names.flatMap((name) => ['--project', name]);

/** Of two runs of the server suite each makes up half of the inputs (tests/setup/half.ts). */
const halfOf = (half) =>
  steps().filter(({ name }) => name === 'unit' || name === 'others').length === 2
    ? { TEST_HALF: half }
    : {};

/**
 * The server suite on the other Node that is supported, and on the oldest PostgreSQL where this
 * machine has it.
 */
async function onOthers() {
  const node = await ensureNode24();
  const found = findSystemPostgres();
  console.log(
    `Node.js ${output(node, ['--version'])}；${found ? `PostgreSQL ${found.version}：${found.dir}` : '本机没有 PostgreSQL 15 或更新版本的服务器程序，用内置的'}`,
  );
  const cluster = found && (await startSystemPostgres(found));
  try {
    return await vitest('others', projects('server'), {
      node,
      env: { ...halfOf('second'), ...(cluster && { TEST_DATABASE_URL: cluster.url }) },
    });
  } finally {
    await cluster?.stop();
  }
}

async function startOnNode24() {
  await tryStart(await ensureNode24());
  return 0;
}

/** What the pages of failed stories showed: the output of a run comes without its screenshots. */
function showFailedPages() {
  const files = existsSync('test-results') ? readdirSync('test-results', { recursive: true }) : [];
  for (const file of files.filter((each) => basename(each) === 'error-context.md')) {
    const text = readFileSync(join('test-results', file), 'utf8');
    const [, page = ''] = text.split(/^# (?:Page snapshot|Test source)$/m);
    console.log(`${file}${page}`);
  }
}

async function playwright() {
  const CHROMIUM_PATH = await ensureBrowser();
  const firefox = await ensureFirefox();
  await ensureFonts();
  console.log(`浏览器：${CHROMIUM_PATH}${firefox ? `，${firefox}` : ''}`);
  const env = {
    CHROMIUM_PATH,
    ...(firefox && { FIREFOX_PATH: firefox }),
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'browser.json'),
  };
  const code = await run(
    process.execPath,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      '-c',
      'tests/e2e/playwright.config.ts',
      '--reporter=list,json',
    ],
    { env },
  );
  showFailedPages();
  const told = report('browser.json');
  const stats = told?.stats;
  failures.push(...failuresOfPlaywright(told ?? {}));
  count(code, (stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected ?? 0);
  return code;
}

/** Steps without tests of their own count only when they fail. */
const checked = async (code) => {
  count(await code, 0, 0);
  return code;
};

/**
 * Steps that only read the sources run beside each other; the others have the machine to
 * themselves.
 */
const STEPS = [
  { name: 'types', title: '类型检查', reads: true, go: () => checked(script('types')) },
  { name: 'lint', title: '代码规范与房间规则', reads: true, go: () => checked(script('lint')) },
  {
    name: 'generated',
    title: '生成的文件是最新的',
    reads: true,
    go: () => checked(script('generate', '--check')),
  },
  {
    name: 'unit',
    title: '单元、合约与服务端测试，十万份改坏的页面、十万段乱写的公式',
    go: () => vitest('unit', projects('unit', 'alone', 'server', 'fuzz'), { env: halfOf('first') }),
  },
  { name: 'others', title: '服务端测试，用 Node.js 24 和本机的 PostgreSQL', go: onOthers },
  { name: 'start', title: '在 Node.js 24 上启动、登录、停止', go: startOnNode24 },
  { name: 'browser', title: '浏览器测试', go: playwright },
];

const times = [];

async function step({ title, go }) {
  console.log(`\n▶ ${title}`);
  const from = Date.now();
  const code = await Promise.resolve()
    .then(go)
    .catch((error) => {
      console.error(error.message);
      count(1, 0, 0);
      return 1;
    });
  const line = `${code === 0 ? '✓' : '✗'} ${title}（${((Date.now() - from) / 1000).toFixed(1)} 秒）`;
  times.push(line);
  console.log(line);
  return code;
}

function steps() {
  const unknown = wanted.filter((name) => !STEPS.some((each) => each.name === name));
  if (unknown.length > 0)
    throw new Error(
      `没有名为 ${unknown.join('、')} 的步骤；可用：${STEPS.map(({ name }) => name).join(' ')}`,
    );
  return STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
}

async function main() {
  const chosen = steps();
  await installPackages();
  const reading = chosen.filter(({ reads }) => reads);
  const codes = await Promise.all(reading.map(step));
  if (bail && codes.some((code) => code !== 0)) return;
  for (const each of chosen.filter(({ reads }) => !reads))
    if ((await step(each)) !== 0 && bail) break;
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  total.failed += 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
for (const failed of failures) console.log(`\n${sayFailure(failed)}`);
console.log(`\n${times.join('\n')}\n合计 ${Math.round(performance.now() / 1000)} 秒`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
