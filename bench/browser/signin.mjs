// From the press of 登录 to a main page that can be used, in a fresh Chromium against the built
// server; the floor is a static page of one sentence from the same server. node
// bench/browser/signin.mjs [--rounds=5] [--no-build]
import { built, cachedData, startServer } from '../lib/server.mjs';
import { measured, report } from '../lib/results.mjs';
import { launch, median, options } from './lib.mjs';

const rounds = Number(options().rounds ?? 5);
/**
 * A page the server has beside the application, so that the floor pays for the same connection and
 * headers.
 */
const STATIC = '/favicon.svg';

/**
 * The live stream of messages never ends, so the network is never idle: quiet is when nothing has
 * ended for a second.
 */
async function settled(seen) {
  for (let before = -1; before !== seen.length;) {
    before = seen.length;
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000);
    });
  }
}

/** Requests and their bytes on the wire since the last call. */
function counted(page, seen) {
  page.on('requestfinished', async (request) => {
    seen.push(
      request
        .sizes()
        .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize)
        .catch(() => 0),
    );
  });
  return async () => {
    const sizes = await Promise.all(seen.splice(0));
    return { requests: sizes.length, kB: sizes.reduce((sum, size) => sum + size, 0) / 1000 };
  };
}

/**
 * One person, one fresh browser profile: opens the login page, signs in, and has arrived when the
 * main page's heading is visible.
 */
async function ours(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const seen = [];
  const since = counted(page, seen);
  await page.goto(`${url}/passport.html#/login`);
  await page.getByLabel('账号').fill('builder');
  await page.getByRole('textbox', { name: '密码' }).fill('Huozi@2026');
  const opening = await since();
  const began = performance.now();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByRole('link', { name: '客户管理' }).first().waitFor();
  const ms = performance.now() - began;
  await settled(seen);
  const after = await since();
  await page.goto(`${url}/main`);
  const again = performance.now();
  await page.reload();
  await page.getByRole('link', { name: '客户管理' }).first().waitFor();
  const return_ = performance.now() - again;
  await context.close();
  return { ms, opening, after, return_ };
}

async function floor(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const began = performance.now();
  await page.goto(`${url}${STATIC}`);
  const ms = performance.now() - began;
  await context.close();
  return ms;
}

async function run() {
  await built();
  const server = await startServer(cachedData('small'));
  const browser = await launch(false);
  const found = { ms: [], return_: [], floor: [], opening: [], after: [] };
  try {
    await ours(browser, server.url);
    for (let round = 0; round < rounds; round++) {
      found.floor.push(await floor(browser, server.url));
      const { ms, return_, opening, after } = await ours(browser, server.url);
      found.ms.push(ms);
      found.return_.push(return_);
      found.opening.push(opening);
      found.after.push(after);
    }
    const of = (list, key) => String(Math.round(median(list.map((each) => each[key]))));
    report(
      {
        name: 'signin',
        title: '从登录到主页面可用',
        floor: '同一服务端上的一个静态文件，同样的浏览器',
        command: 'npm run bench -- signin',
        rounds,
        lines: [
          measured('按下“登录”至主页面可用', 'ms', found.ms, found.floor),
          measured('再次打开主页面（已登录，有缓存）', 'ms', found.return_, found.floor),
        ],
        tables: [
          {
            title: '请求与传输',
            head: ['步骤', '请求数', 'kB'],
            rows: [
              ['打开登录页', of(found.opening, 'requests'), of(found.opening, 'kB')],
              ['登录至主页面可用', of(found.after, 'requests'), of(found.after, 'kB')],
            ],
          },
        ],
        note: '登录中核对密码（argon2id）约占 30 ms 的一个核。',
      },
      { chromium: browser.version() },
    );
  } finally {
    await browser.close();
    await server.stop();
  }
}

await run();
