// Shared by the browser benchmarks: build one page an engine, serve it compressed, open it in a
// fresh Chromium, read the clocks.
import { createServer } from 'node:http';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build, loadConfigFromFile } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const DIST = fileURLToPath(new URL('../../dist/bench/', import.meta.url));
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--js-flags=--expose-gc',
  '--enable-precise-memory-info',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
];
// Without the 60 Hz limit, times to the second animation frame are not rounded to 16.7 ms.
const FREE = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/**
 * Left out of the benchmark pages as the product's build leaves it out: the shapes of responses,
 * and unused definitions.
 */
async function asTheProduct() {
  const { config } = await loadConfigFromFile(
    { command: 'build', mode: 'production' },
    fileURLToPath(new URL('../../vite.config.ts', import.meta.url)),
    undefined,
    'silent',
  );
  return {
    plugins: config.plugins.flat().filter(({ name }) => name?.startsWith('huozi:slim-')),
    treeshake: config.build.rolldownOptions.treeshake,
  };
}

/**
 * Builds <home>/<entry> as a production page of its own under dist/bench/<name>; packages are those
 * nearest to `home`.
 */
async function buildPage(
  { name, entry, home = join(here, 'pages'), define = {} },
  { plugins, treeshake },
) {
  const folder = join(home, `.${name}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${name}</title><div id="root"></div><script type="module" src="../${entry}"></script></html>`,
  );
  await build({
    configFile: false,
    root: folder,
    base: './',
    logLevel: 'error',
    plugins: [...plugins, react()],
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    build: {
      outDir: join(DIST, name),
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: 1e5,
      cssMinify: false,
      rolldownOptions: { treeshake },
    },
  });
}

function answer(dir, cache, request, response) {
  const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
  const file = join(dir, path.endsWith('/') ? `${path}index.html` : path);
  if (!file.startsWith(dir) || !existsSync(file) || statSync(file).isDirectory()) {
    response.writeHead(404).end();
    return;
  }
  if (!cache.has(file)) cache.set(file, gzipSync(readFileSync(file), { level: 9 }));
  response.writeHead(200, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'content-encoding': 'gzip',
    'cache-control': 'no-store',
  });
  response.end(cache.get(file));
}

/** Serves dist/bench compressed, so that encodedBodySize is the gzip size. */
async function serve() {
  const cache = new Map();
  const server = createServer((request, response) => answer(DIST, cache, request, response));
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);
export const launch = (free) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? system,
    args: [...FLAGS, ...(free ? FREE : [])],
  });

/** Builds and serves the pages; says which browser will open them. */
export async function prepare(pages) {
  const shaking = await asTheProduct();
  for (const page of pages) await buildPage(page, shaking);
  const browser = await launch(true);
  const version = browser.version();
  await browser.close();
  return { server: await serve(), chromium: version };
}
/**
 * The pages once a round, each second round from the last: what drifts on the machine meets all of
 * them.
 */
export function* inTurns(pages, rounds) {
  for (let round = 0; round < rounds; round++) yield* round % 2 ? pages.toReversed() : pages;
}

/** Opens a bench page; `metrics` and `heap` read the browser's own counters (seconds, bytes). */
export async function open(browser, url, { renders = false } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript({ path: join(here, 'inpage.js') });
  if (renders) await page.addInitScript('window.__installRenderCounter()');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForFunction(() => window.__bench, null, { timeout: 30_000 });
  const metrics = async () =>
    Object.fromEntries(
      (await cdp.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]),
    );
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage');
    return (await cdp.send('Runtime.getHeapUsage')).usedSize;
  };
  return { page, errors, metrics, heap };
}

export const cpu = (before, after) => ({
  task: (after.TaskDuration - before.TaskDuration) * 1e3,
  script: (after.ScriptDuration - before.ScriptDuration) * 1e3,
});
export { median, options } from '../lib/numbers.mjs';
