// The member picker in a company of 50,000 people and 5,000 departments: what the server takes, and
// from the press of the icon, or the last letter, to names on the screen. Floors: the bare SQL, and
// a page that fetches the same answers and writes 20 lines. node bench/browser/picker.mjs
// [--rounds=5] [--no-build]
import { measured, report } from '../lib/results.mjs';
import { call } from '../lib/server.mjs';
import { DEPTS, PEOPLE, TEXTS } from '../picker/company.mjs';
import { bare, p95, pairs, rounds, signedIn, withCompany } from '../picker/run.mjs';

const PAGE = '/bizmeta/v1/page';
const KEY = 'page.benchPicker';
/** Longest the making of the search keys may take, in milliseconds: 50,000 names. */
const KEYS_MS = 120_000;
/** How long a picker waits for a pause in typing, in milliseconds; the floor waits as long. */
const PAUSE_MS = 300;
/** Lines that fit a picker. */
const LINES = 20;

const CENTRE = 'bench-d-00003';

/** A page with nothing but a picker. */
async function pickerPage(url, headers) {
  const body = [
    { id: 'page', type: 'page@1', props: { title: '选择成员' }, slots: { default: ['members'] } },
    {
      id: 'members',
      type: 'memberPicker@1',
      bind: 'state.members',
      props: { label: '参与人', range: [1, 4] },
    },
  ];
  await call(url, headers, `${PAGE}/create`, { key: KEY, title: '选择成员' });
  const { draftVersion, document } = await call(url, headers, `${PAGE}/${KEY}/draft/get`, {});
  const next = {
    ...document,
    state: { members: { type: 'list', init: [] } },
    root: 'page',
    nodes: Object.fromEntries(body.map(({ id, ...node }) => [id, node])),
  };
  await call(url, headers, `${PAGE}/${KEY}/draft/save`, { draftVersion, document: next });
  const saved = await call(url, headers, `${PAGE}/${KEY}/draft/get`, {});
  await call(url, headers, `${PAGE}/${KEY}/publish`, { draftVersion: saved.draftVersion });
}
/** A server that starts makes the keys that are missing. */
async function keysMade(client) {
  for (
    const until = Date.now() + KEYS_MS;
    Date.now() < until;
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    })
  ) {
    const { rows } = await client.query(
      `select count(*)::int as n from upm.member where search_key = ''`,
    );
    if (rows[0].n === 0) return;
  }
  throw new Error('检索键没有按时生成');
}

/** The SQL alone, prepared, over a connection of its own. */
function floorsOf(client, tenant) {
  const ask = (name, text, values) => client.query({ name, text, values });
  return {
    search: (text) =>
      ask(
        'floor-search',
        `select user_id, real_name, head_img_url from upm.member where tenant_id = $1
          and state = 'active' and (search_key like $2 or search_key like $3)
          order by search_key like $2 desc, real_name collate "zh-x-icu", user_id limit 200`,
        [tenant, `%|${text}%`, `%${/^[a-z]+$/.test(text) ? ' ' : ''}${text}%`],
      ),
    page: () =>
      ask(
        'floor-page',
        `select user_id, real_name, head_img_url from upm.member where tenant_id = $1
          and state = 'active' order by real_name collate "zh-x-icu", user_id limit 60`,
        [tenant],
      ),
    dept: () =>
      ask(
        'floor-dept',
        `with recursive below as (select id from upm.dept where tenant_id = $1 and id = $2 union
      select d.id from upm.dept d join below on d.parent_id = below.id where d.tenant_id = $1)
      select user_id, real_name, head_img_url from upm.member m where tenant_id = $1
        and state = 'active' and user_id in (select ud.user_id from upm.user_dept ud
        join below on below.id = ud.dept_id where ud.tenant_id = $1)
        order by real_name collate "zh-x-icu", user_id limit 60`,
        [tenant, CENTRE],
      ),
    tree: () =>
      ask(
        'floor-tree',
        'select id, parent_id, title from upm.dept where tenant_id = $1 order by sort, id',
        [tenant],
      ),
  };
}
const get = async (url, headers, path) =>
  (await (await fetch(`${url}${path}`, { headers })).json()).data;

function onServer(url, headers, client) {
  const floors = floorsOf(client, headers.tenant);
  const times = (count) => Array.from({ length: count }, () => '');
  return pairs({
    search: [
      (text) => call(url, headers, '/upm/sysUser/listUserByDefault', { name: text, size: 200 }),
      floors.search,
      TEXTS,
    ],
    page: [
      () => get(url, headers, '/upm/userOrg/getUserByOrg?orgId=-1&active=true&size=60'),
      floors.page,
      times(20),
    ],
    dept: [
      () => get(url, headers, `/upm/userOrg/getUserByOrg?orgId=${CENTRE}&active=true&size=60`),
      floors.dept,
      times(20),
    ],
    tree: [() => call(url, headers, '/upm/org/assignedTree', { ids: [] }), floors.tree, times(10)],
  });
}

/** From the press, or the letter, to rows that fit what was asked, seen by the page itself. */
const until = (page, start, wanted) =>
  page.evaluate(
    ([how, text]) =>
      new Promise((resolve) => {
        const began = performance.now();
        const done = () => {
          const options = [...document.querySelectorAll('[role=dialog] [role=option]')];
          return (
            options.length > 0 &&
            (text === ''
              ? document.querySelector('[role=dialog] [role=treeitem]')
              : options.every((each) => each.textContent.includes(text)))
          );
        };
        const look = () => {
          if (done())
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
          else requestAnimationFrame(look);
        };
        if (how === 'open') document.querySelector('button[aria-haspopup=dialog]').click();
        else {
          const box = document.querySelector('[role=dialog] input');
          box.focus();
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, how);
          box.dispatchEvent(new Event('input', { bubbles: true }));
        }
        look();
      }),
    [start, wanted],
  );

const NAMES = ['王', '李', '张', '陈', '黄'];
async function inBrowser(browser, url, headers) {
  const page = await signedIn(browser, url, headers);
  await page.goto(`${url}/page/${KEY.slice('page.'.length)}`);
  await page.locator('button[aria-haspopup=dialog]').last().waitFor();
  const found = { open: { ours: [], floor: [] }, search: { ours: [], floor: [] } };
  await until(page, 'open', '');
  await page.keyboard.press('Escape');
  for (let round = 0; round < rounds; round++) {
    const times = { open: [], search: [], openFloor: [], searchFloor: [] };
    for (const name of NAMES) {
      times.openFloor.push(
        await bare(page, {
          lines: LINES,
          calls: [
            ['/upm/org/assignedTree', { ids: [] }],
            ['/upm/userOrg/getUserByOrg?orgId=-1&active=true&size=60'],
          ],
        }),
      );
      times.open.push(await until(page, 'open', ''));
      times.searchFloor.push(
        await bare(page, {
          lines: LINES,
          wait: PAUSE_MS,
          calls: [['/upm/sysUser/listUserByDefault', { name, size: 200 }]],
        }),
      );
      times.search.push(await until(page, name, name));
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.locator('[role=dialog]').waitFor({ state: 'detached' });
    }
    found.open.ours.push(p95(times.open));
    found.open.floor.push(p95(times.openFloor));
    found.search.ours.push(p95(times.search));
    found.search.floor.push(p95(times.searchFloor));
  }
  await page.context().close();
  return found;
}

await withCompany(
  'picker',
  async ({ url, headers, client, browser }) => {
    await keysMade(client);
    const s = await onServer(url, headers, client);
    const b = await inBrowser(browser, url, headers);
    report(
      {
        name: 'picker',
        title: `选择成员：${PEOPLE.toLocaleString('en')} 人、${DEPTS.toLocaleString('en')} 个部门`,
        floor:
          '服务端各行：同样的 SQL，直接连接；Chromium 各行：取同样的答复，写出 20 行文字的空白网页',
        command: 'npm run bench -- picker',
        rounds,
        lines: [
          measured('打开至部门树与第一屏人员（Chromium，p95）', 'ms', b.open.ours, b.open.floor),
          measured(
            '停止输入至结果（Chromium，含 300 ms 等待，p95）',
            'ms',
            b.search.ours,
            b.search.floor,
            { aim: 1.5 },
          ),
          measured('按姓名、拼音、首字母查找（服务端，p95）', 'ms', s.search.ours, s.search.floor),
          measured('全部人员的一页（服务端，p95）', 'ms', s.page.ours, s.page.floor),
          measured('一个中心及其下级的一页人员（服务端，p95）', 'ms', s.dept.ours, s.dept.floor),
          measured('整棵部门树（服务端，p95）', 'ms', s.tree.ours, s.tree.floor),
        ],
        note: '服务端各行含会话、权限与租户的核对，以及每个人所在的部门。',
      },
      { chromium: browser.version() },
    );
  },
  pickerPage,
);
