// The organisation page in a company of 5,000 departments and 50,000 people: what the server takes
// for the tree and for a move, and from the address to a tree on the screen. Floors: the bare SQL,
// and a page that fetches the same tree and writes 25 lines. The company is that of the picker's
// measuring. node bench/browser/org.mjs [--rounds=5] [--no-build]
import { measured, report } from '../lib/results.mjs';
import { call } from '../lib/server.mjs';
import { DEPTS, PEOPLE } from '../picker/company.mjs';
import { bare, p95, pairs, rounds, signedIn, timed, withCompany } from '../picker/run.mjs';

/** Times each thing is done in one round; the round's number is their 95th percentile. */
const TIMES = 5;
const PATH = '/platform/organization';
/** Two departments at the top, which change places again and again. */
const [FIRST, SECOND] = ['bench-d-00000', 'bench-d-00001'];
/** Lines of the tree that fit a screen. */
const LINES = 25;

const swap = (at) => ({ id: FIRST, parentId: '-1', beforeId: at % 2 === 0 ? null : SECOND });

/**
 * The SQL alone, over a connection of its own: the tree with its counts, and one row that goes
 * elsewhere.
 */
function floorsOf(client, tenant) {
  return {
    tree: () =>
      client.query({
        name: 'floor-tree',
        text: `select d.id, d.parent_id, d.title, (select count(*) from upm.user_dept u
          where u.tenant_id = d.tenant_id and u.dept_id = d.id) as people from upm.dept d
          where d.tenant_id = $1 order by d.sort, d.id`,
        values: [tenant],
      }),
    move: (at) =>
      client.query({
        name: 'floor-move',
        text: 'update upm.dept set sort = $3 where tenant_id = $1 and id = $2',
        values: [tenant, FIRST, at % 2],
      }),
  };
}

function onServer(url, headers, client) {
  const floors = floorsOf(client, headers.tenant);
  const times = Array.from({ length: TIMES }, (_, at) => at);
  return pairs({
    tree: [() => call(url, headers, '/upm/org/tree', {}), floors.tree, times],
    move: [(at) => call(url, headers, '/upm/org/updateOrgGroup', swap(at)), floors.move, times],
  });
}

const drawn = (page) => page.getByRole('treeitem', { name: /第 1 中心/ }).waitFor();
/**
 * Gaps between frames while the pointer goes down a stretch of the screen in steps, in ms: their
 * 95th percentile.
 */
async function framesWhile(page, work) {
  await page.evaluate(() => {
    window.gaps = [];
    let before = performance.now();
    const tick = (now) => {
      window.gaps?.push(now - before);
      before = now;
      if (window.gaps) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await work();
  return p95(
    await page.evaluate(() => {
      const { gaps } = window;
      window.gaps = undefined;
      return gaps;
    }),
  );
}
const STEPS = 40;
async function pull(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: STEPS });
}

/**
 * Drags the first department of a centre ten lines down, all of it visible: smoothness of the drag,
 * and the time from the drop until the server has it.
 */
async function drags(page) {
  const lines = page.getByRole('treeitem', { name: /^业务 / });
  const middle = async (line) => {
    const { x, y, height } = await line.boundingBox();
    return { x: x + 100, y: y + height / 2 };
  };
  const [from, to] = [await middle(lines.nth(0)), await middle(lines.nth(10))];
  const frames = await framesWhile(page, () => pull(page, from, { x: to.x, y: to.y + 8 }));
  const saved = page.waitForResponse((answer) => answer.url().includes('updateOrgGroup'));
  const drop = await timed(async () => {
    await page.mouse.up();
    await saved;
  });
  await page.waitForResponse((answer) => answer.url().includes('/upm/org/tree'));
  return { frames, drop };
}

async function inBrowser(browser, url, headers) {
  const page = await signedIn(browser, url, headers);
  const found = { ours: [], floor: [], frames: [], still: [], drop: [], write: [] };
  for (let round = 0; round < rounds; round++) {
    const times = { open: [], bare: [] };
    for (let at = 0; at < TIMES; at++) {
      // A document with a body and nothing of the application.
      await page.goto(`${url}/healthz`);
      times.bare.push(await bare(page, { calls: [['/upm/org/tree', {}]], lines: LINES }));
      times.open.push(
        await timed(async () => {
          await page.goto(url + PATH);
          await drawn(page);
        }),
      );
    }
    found.ours.push(p95(times.open));
    found.floor.push(p95(times.bare));
    const { frames, drop } = await drags(page);
    found.frames.push(frames);
    found.drop.push(drop);
    found.write.push(await timed(() => call(url, headers, '/upm/org/updateOrgGroup', swap(0))));
    // The next round looks for it at the top again.
    await call(url, headers, '/upm/org/updateOrgGroup', swap(1));
    await page.goto(`${url}/healthz`);
    found.still.push(
      await framesWhile(page, () => pull(page, { x: 400, y: 200 }, { x: 400, y: 280 })),
    );
    await page.mouse.up();
  }
  await page.context().close();
  return found;
}

await withCompany('org', async ({ url, headers, client, browser }) => {
  await client.query(`set huozi.tenant = '${headers.tenant}'`);
  const s = await onServer(url, headers, client);
  // In sight again, at the top.
  await call(url, headers, '/upm/org/updateOrgGroup', swap(1));
  const b = await inBrowser(browser, url, headers);
  report(
    {
      name: 'org',
      title: `组织树：${DEPTS.toLocaleString('en')} 个部门、${PEOPLE.toLocaleString('en')} 人`,
      floor:
        '服务端各行：同样的 SQL，直接连接；Chromium 各行：取同样的答复，写出 25 行文字的空白网页；拖动的底线是空白网页上同样移动的指针，松开的底线是直接调用接口',
      command: 'npm run bench -- org',
      rounds,
      lines: [
        measured('从地址到看见组织树（Chromium，p95）', 'ms', b.ours, b.floor),
        measured('拖动部门时两帧的间隔（Chromium，p95）', 'ms', b.frames, b.still),
        measured('松开至服务端写好（Chromium）', 'ms', b.drop, b.write),
        measured('整棵组织树与各级人数（服务端，p95）', 'ms', s.tree.ours, s.tree.floor),
        measured('移动一个部门（服务端，p95）', 'ms', s.move.ours, s.move.floor),
      ],
      note: '从地址打开含整个应用的加载；移动含环与层数的检查、同级的重排和操作日志。',
    },
    { chromium: browser.version() },
  );
});
