// The member picker in a company of 50,000 people and 5,000 departments: what the server takes, and from the press of the icon,
// or the last letter, to names on the screen. Floors: the bare SQL, and a page that fetches the same answers and writes 20
// lines. node bench/browser/picker.mjs [--rounds=5] [--no-build]
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { quantile } from '../lib/numbers.mjs';
import { measured, report } from '../lib/results.mjs';
import { built, cachedData, call, connectionOf, signIn, startServer } from '../lib/server.mjs';
import { DEPTS, fill, PEOPLE, TEXTS } from '../picker/company.mjs';
import { launch, options } from './lib.mjs';

const rounds = Number(options().rounds ?? 5);
const dataDir = cachedData('picker');
const PAGE = '/bizmeta/v1/page';
const KEY = 'page.benchPicker';
/** Longest the making of the search keys may take, in milliseconds: 50,000 names. */
const KEYS_MS = 120_000;
/** How long a picker waits for a pause in typing, in milliseconds; the floor waits as long. */
const PAUSE_MS = 300;

const CENTRE = 'bench-d-00003';

const timed = async (work) => { const began = performance.now(); await work(); return performance.now() - began; };
const p95 = (times) => quantile(times, 0.95);

async function prepare() {
  if (existsSync(join(dataDir, 'filled'))) return;
  console.log(`生成 ${PEOPLE} 人、${DEPTS} 个部门，只需一次 …`);
  const server = await startServer(dataDir);
  const headers = await signIn(server.url);
  const client = new pg.Client(connectionOf(dataDir));
  await client.connect();
  await fill(client, headers.tenant);
  const body = [{ id: 'page', type: 'page@1', props: { title: '选择成员' }, slots: { default: ['members'] } }, { id: 'members', type: 'memberPicker@1', bind: 'state.members', props: { label: '参与人', range: [1, 4] } }];
  await call(server.url, headers, `${PAGE}/create`, { key: KEY, title: '选择成员' });
  const { draftVersion, document } = await call(server.url, headers, `${PAGE}/${KEY}/draft/get`, {});
  const next = { ...document, state: { members: { type: 'list', init: [] } }, root: 'page', nodes: Object.fromEntries(body.map(({ id, ...node }) => [id, node])) };
  await call(server.url, headers, `${PAGE}/${KEY}/draft/save`, { draftVersion, document: next });
  const saved = await call(server.url, headers, `${PAGE}/${KEY}/draft/get`, {});
  await call(server.url, headers, `${PAGE}/${KEY}/publish`, { draftVersion: saved.draftVersion });
  await client.end();
  await server.stop();
  writeFileSync(join(dataDir, 'filled'), '');
}
/** A server that starts makes the keys that are missing. */
async function keysMade(client) {
  for (const until = Date.now() + KEYS_MS; Date.now() < until; await new Promise((resolve) => { setTimeout(resolve, 500); })) {
    const { rows } = await client.query(`select count(*)::int as n from upm.member where search_key = ''`);
    if (rows[0].n === 0) return;
  }
  throw new Error('检索键没有按时生成');
}

/** The SQL alone, prepared, over a connection of its own. */
function floorsOf(client, tenant) {
  const ask = (name, text, values) => client.query({ name, text, values });
  return {
    search: (text) => ask('floor-search', `select user_id, real_name, head_img_url from upm.member where tenant_id = $1 and state = 'active' and (search_key like $2 or search_key like $3) order by search_key like $2 desc, real_name collate "zh-x-icu", user_id limit 200`, [tenant, `%|${text}%`, `%${/^[a-z]+$/.test(text) ? ' ' : ''}${text}%`]),
    page: () => ask('floor-page', `select user_id, real_name, head_img_url from upm.member where tenant_id = $1 and state = 'active' order by real_name collate "zh-x-icu", user_id limit 60`, [tenant]),
    dept: () => ask('floor-dept', `with recursive below as (select id from upm.dept where tenant_id = $1 and id = $2 union select d.id from upm.dept d join below on d.parent_id = below.id where d.tenant_id = $1)
      select user_id, real_name, head_img_url from upm.member m where tenant_id = $1 and state = 'active' and user_id in (select ud.user_id from upm.user_dept ud join below on below.id = ud.dept_id where ud.tenant_id = $1) order by real_name collate "zh-x-icu", user_id limit 60`, [tenant, CENTRE]),
    tree: () => ask('floor-tree', 'select id, parent_id, title from upm.dept where tenant_id = $1 order by sort, id', [tenant]),
  };
}
const get = async (url, headers, path) => (await (await fetch(`${url}${path}`, { headers })).json()).data;

async function onServer(url, headers, client) {
  const floors = floorsOf(client, headers.tenant);
  const SIDES = {
    search: [(text) => call(url, headers, '/upm/sysUser/listUserByDefault', { name: text, size: 200 }), floors.search, TEXTS],
    page: [() => get(url, headers, '/upm/userOrg/getUserByOrg?orgId=-1&active=true&size=60'), floors.page, Array.from({ length: 20 }, () => '')],
    dept: [() => get(url, headers, `/upm/userOrg/getUserByOrg?orgId=${CENTRE}&active=true&size=60`), floors.dept, Array.from({ length: 20 }, () => '')],
    tree: [() => call(url, headers, '/upm/org/assignedTree', { ids: [] }), floors.tree, Array.from({ length: 10 }, () => '')],
  };
  const found = {};
  for (const [name, [ours, floor, texts]] of Object.entries(SIDES)) {
    found[name] = { ours: [], floor: [] };
    for (const text of texts) { await ours(text); await floor(text); }
    for (let round = 0; round < rounds; round++) {
      const times = { ours: [], floor: [] };
      for (const text of texts) { times.floor.push(await timed(() => floor(text))); times.ours.push(await timed(() => ours(text))); }
      for (const side of ['ours', 'floor']) found[name][side].push(p95(times[side]));
    }
  }
  return found;
}

/** Fetches what a picker shows when it opens, or finds, and writes 20 lines of it. */
const bare = (page, { calls, wait }) => page.evaluate(async ([asked, pause]) => {
  const began = performance.now();
  await new Promise((resolve) => { setTimeout(resolve, pause); });
  const headers = { 'content-type': 'application/json', ...Object.fromEntries(['token', 'tenant', 'userid'].map((name) => [name, localStorage.getItem(`login-${name}`)])), regionid: localStorage.getItem('login-region') };
  const answers = await Promise.all(asked.map(([path, body]) => fetch(path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }).then((response) => response.json())));
  const box = document.createElement('div');
  for (const row of answers.at(-1).data.slice(0, 20)) box.append(Object.assign(document.createElement('p'), { textContent: row.realName }));
  document.body.append(box);
  await new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });
  box.remove();
  return performance.now() - began;
}, [calls, wait]);

/** From the press, or the letter, to rows that fit what was asked, seen by the page itself. */
const until = (page, start, wanted) => page.evaluate(([how, text]) => new Promise((resolve) => {
  const began = performance.now();
  const done = () => {
    const options = [...document.querySelectorAll('[role=dialog] [role=option]')];
    return options.length > 0 && (text === '' ? document.querySelector('[role=dialog] [role=treeitem]') : options.every((each) => each.textContent.includes(text)));
  };
  const look = () => { if (done()) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began))); else requestAnimationFrame(look); };
  if (how === 'open') document.querySelector('button[aria-haspopup=dialog]').click();
  else {
    const box = document.querySelector('[role=dialog] input');
    box.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, how);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }
  look();
}), [start, wanted]);

const NAMES = ['王', '李', '张', '陈', '黄'];
async function inBrowser(browser, url, headers) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${url}/favicon.svg`);
  await page.evaluate((keys) => { for (const [name, value] of Object.entries(keys)) localStorage.setItem(`login-${name}`, value); }, { token: headers.token, tenant: headers.tenant, userid: headers.userid, region: headers.regionid, remember: 'true', domain: '' });
  await page.goto(`${url}/page/${KEY.slice('page.'.length)}`);
  await page.locator('button[aria-haspopup=dialog]').last().waitFor();
  const found = { open: { ours: [], floor: [] }, search: { ours: [], floor: [] } };
  await until(page, 'open', '');
  await page.keyboard.press('Escape');
  for (let round = 0; round < rounds; round++) {
    const times = { open: [], search: [], openFloor: [], searchFloor: [] };
    for (const name of NAMES) {
      times.openFloor.push(await bare(page, { wait: 0, calls: [['/upm/org/assignedTree', { ids: [] }], ['/upm/userOrg/getUserByOrg?orgId=-1&active=true&size=60']] }));
      times.open.push(await until(page, 'open', ''));
      times.searchFloor.push(await bare(page, { wait: PAUSE_MS, calls: [['/upm/sysUser/listUserByDefault', { name, size: 200 }]] }));
      times.search.push(await until(page, name, name));
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.locator('[role=dialog]').waitFor({ state: 'detached' });
    }
    found.open.ours.push(p95(times.open)); found.open.floor.push(p95(times.openFloor));
    found.search.ours.push(p95(times.search)); found.search.floor.push(p95(times.searchFloor));
  }
  await context.close();
  return found;
}

async function run() {
  await built();
  await prepare();
  const server = await startServer(dataDir);
  const client = new pg.Client(connectionOf(dataDir));
  await client.connect();
  const browser = await launch(false);
  try {
    await keysMade(client);
    const headers = await signIn(server.url);
    const s = await onServer(server.url, headers, client);
    const b = await inBrowser(browser, server.url, headers);
    report({
      name: 'picker', title: `选择成员：${PEOPLE.toLocaleString('en')} 人、${DEPTS.toLocaleString('en')} 个部门`, floor: '服务端各行：同样的 SQL，直接连接；Chromium 各行：取同样的答复，写出 20 行文字的空白网页',
      command: 'npm run bench -- picker', rounds,
      lines: [
        measured('打开至部门树与第一屏人员（Chromium，p95）', 'ms', b.open.ours, b.open.floor), measured('停止输入至结果（Chromium，含 300 ms 等待，p95）', 'ms', b.search.ours, b.search.floor, { aim: 1.5 }),
        measured('按姓名、拼音、首字母查找（服务端，p95）', 'ms', s.search.ours, s.search.floor), measured('全部人员的一页（服务端，p95）', 'ms', s.page.ours, s.page.floor),
        measured('一个中心及其下级的一页人员（服务端，p95）', 'ms', s.dept.ours, s.dept.floor), measured('整棵部门树（服务端，p95）', 'ms', s.tree.ours, s.tree.floor),
      ],
      note: '服务端各行含会话、权限与租户的核对，以及每个人所在的部门。',
    }, { chromium: browser.version() });
  } finally {
    await browser.close();
    await client.end();
    await server.stop();
  }
}

await run();
