// Opening the settings of a node with 22 props: the designer's own form, with and without the menus
// beside its inputs, and rjsf's (decision 21). node bench/browser/inspector.mjs [--rounds=5] [--times=20]
import { inTurns, launch, median, open, options, prepare } from './lib.mjs';

const own = (name, whole) => ({
  name,
  entry: 'inspector-huozi.tsx',
  define: { __WHOLE__: String(whole) },
});
const PAGES = [
  own('inspector-huozi-whole', true),
  own('inspector-huozi', false),
  ...[true, false].map((whole) => ({
    ...own(`inspector-rjsf${whole ? '-whole' : ''}`, whole),
    entry: 'inspector-rjsf.tsx',
  })),
];
const given = options();
const rounds = Number(given.rounds ?? 5);
const times = Number(given.times ?? 20);

const { server, chromium } = await prepare(PAGES);
const found = new Map(PAGES.map(({ name }) => [name, []]));
for (const { name } of inTurns(PAGES, rounds)) {
  const browser = await launch(true);
  const { page, errors } = await open(browser, `${server.url}/${name}/`);
  // What is compiled and cached at first is no part of it.
  for (let i = 0; i < 4; i++)
    await page.evaluate((node) => window.__bench.select(node), i % 2 ? 'a' : 'b');
  for (let i = 0; i < times; i++)
    found
      .get(name)
      .push(await page.evaluate((node) => window.__bench.select(node), i % 2 ? 'a' : 'b'));
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]}`);
  await browser.close();
}
server.close();
console.log(`Chromium ${chromium}`);
// A busy machine only adds: the tenth of the times says what the work itself takes.
for (const [name, all] of found) {
  const tenth = all.toSorted((a, b) => a - b)[Math.floor(all.length / 10)];
  console.log(`${name}: median ${median(all).toFixed(1)} ms, tenth ${tenth.toFixed(1)} ms`);
}
