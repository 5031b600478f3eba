// A tree of 300 nodes: opened on the canvas and drawn by hand with the same places, and how many
// frames a second a drag has. node bench/browser/canvas.mjs [--rounds=3] [--times=10]
import { measured, report } from '../lib/results.mjs';
import { inTurns, launch, open, options, prepare } from './lib.mjs';

const PAGES = [
  { name: 'canvas-huozi', entry: 'canvas-huozi.tsx' },
  { name: 'canvas-floor', entry: 'canvas-floor.tsx' },
];
const given = options();
const rounds = Number(given.rounds ?? 3);
const times = Number(given.times ?? 10);
/** Moves of one drag, about one a frame. */
const MOVES = 120;
/** Milliseconds between the frames of a screen of 60 hertz. */
const FRAME = 1000 / 60;

const { server, chromium } = await prepare(PAGES);
const found = new Map(PAGES.map(({ name }) => [name, []]));
const drags = [];

/** Drags a node over the drawing; the times between frames meanwhile, in milliseconds. */
async function drag(page) {
  const box = await page.locator('[data-node="s1"]').boundingBox();
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.evaluate(() => {
    window.__frames = [];
    let before = performance.now();
    const next = (now) => {
      window.__frames.push(now - before);
      before = now;
      window.__timer = requestAnimationFrame(next);
    };
    window.__timer = requestAnimationFrame(next);
  });
  for (let at = 1; at <= MOVES; at++)
    await page.mouse.move(from.x + 80 * Math.sin(at / 8), from.y + at * 3);
  const frames = await page.evaluate(() => {
    cancelAnimationFrame(window.__timer);
    return window.__frames.slice(1);
  });
  await page.mouse.up();
  return frames;
}

for (const { name } of inTurns(PAGES, rounds)) {
  const browser = await launch(true);
  const { page, errors } = await open(browser, `${server.url}/${name}/`);
  for (let i = 0; i < 3; i++) await page.evaluate(() => window.__bench.open());
  for (let i = 0; i < times; i++)
    found.get(name).push(await page.evaluate(() => window.__bench.open()));
  if (name === 'canvas-huozi') drags.push(...(await drag(page)));
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]}`);
  await browser.close();
}
server.close();
const [ours, floor] = PAGES.map(({ name }) => found.get(name));
report(
  {
    name: 'canvas',
    title: '流程设计器的画布：300 个节点',
    floor: '打开：手写的同样的方框与连线；拖动：60 赫兹屏幕的一帧',
    command: 'npm run bench -- canvas',
    rounds,
    lines: [
      measured('打开', 'ms', ours, floor, { aim: 1.5 }),
      measured(
        '拖动节点时两帧的间隔',
        'ms',
        drags,
        drags.map(() => FRAME),
        { aim: 1.1 },
      ),
    ],
    note: `拖动画了 ${drags.length} 帧，其中 ${drags.filter((ms) => ms > 1.5 * FRAME).length} 帧晚了一帧以上。`,
  },
  { chromium },
);
