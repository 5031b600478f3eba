// What benchmarks over the big company share: the company in a data folder of its own, its server,
// its database, a browser that is signed in, and pairs of ours and floor taken one after the other.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { options, quantile } from '../lib/numbers.mjs';
import { built, cachedData, connectionOf, signIn, startServer } from '../lib/server.mjs';
import { launch } from '../browser/lib.mjs';
import { DEPTS, fill, PEOPLE } from './company.mjs';

export const rounds = Number(options().rounds ?? 5);
export const timed = async (work) => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
export const p95 = (times) => quantile(times, 0.95);

async function connected(dataDir) {
  const client = new pg.Client(connectionOf(dataDir));
  await client.connect();
  return client;
}

/** Fills the company once; `more` makes what else a benchmark needs. */
async function prepare(dataDir, more) {
  if (existsSync(join(dataDir, 'filled'))) return;
  console.log(`生成 ${PEOPLE} 人、${DEPTS} 个部门，只需一次 …`);
  const server = await startServer(dataDir);
  const headers = await signIn(server.url);
  const client = await connected(dataDir);
  await fill(client, headers.tenant);
  await more?.(server.url, headers);
  await client.end();
  await server.stop();
  writeFileSync(join(dataDir, 'filled'), '');
}

/**
 * Runs `work` with the company: its address, a signed-in user, a connection of its own, a browser.
 * All of them are closed after `work`.
 */
export async function withCompany(name, work, more) {
  await built();
  const dataDir = cachedData(name);
  await prepare(dataDir, more);
  const server = await startServer(dataDir);
  const client = await connected(dataDir);
  const browser = await launch(false);
  try {
    await work({ url: server.url, headers: await signIn(server.url), client, browser });
  } finally {
    await browser.close();
    await client.end();
    await server.stop();
  }
}

/**
 * Of each side {name: [ours, floor, what to ask]} the 95th percentiles, a round each; each is asked
 * once before.
 */
export async function pairs(sides) {
  const found = {};
  for (const [name, [ours, floor, asked]] of Object.entries(sides)) {
    found[name] = { ours: [], floor: [] };
    for (const each of asked) {
      await ours(each);
      await floor(each);
    }
    for (let round = 0; round < rounds; round++) {
      const times = { ours: [], floor: [] };
      for (const each of asked) {
        times.floor.push(await timed(() => floor(each)));
        times.ours.push(await timed(() => ours(each)));
      }
      for (const side of ['ours', 'floor']) found[name][side].push(p95(times[side]));
    }
  }
  return found;
}

/** A page of the product with a signed-in user. */
export async function signedIn(browser, url, headers) {
  const page = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 } })
  ).newPage();
  await page.goto(`${url}/favicon.svg`);
  await page.evaluate(
    (keys) => {
      for (const [name, value] of Object.entries(keys))
        localStorage.setItem(`login-${name}`, value);
    },
    {
      token: headers.token,
      tenant: headers.tenant,
      userid: headers.userid,
      region: headers.regionid,
      remember: 'true',
      domain: '',
    },
  );
  return page;
}

/**
 * The floor of a screen: after `wait` milliseconds fetches what it shows, and writes as many lines
 * of the last answer as fit.
 */
export const bare = (page, { calls, wait = 0, lines }) =>
  page.evaluate(
    async ([asked, pause, count]) => {
      const began = performance.now();
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
      });
      const headers = {
        'content-type': 'application/json',
        ...Object.fromEntries(
          ['token', 'tenant', 'userid'].map((name) => [
            name,
            localStorage.getItem(`login-${name}`),
          ]),
        ),
        regionid: localStorage.getItem('login-region'),
      };
      const answers = await Promise.all(
        asked.map(([path, body]) =>
          fetch(
            path,
            body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
          ).then((response) => response.json()),
        ),
      );
      const { data } = answers.at(-1);
      const box = document.createElement('div');
      for (const row of (data[0]?.children ?? data).slice(0, count))
        box.append(
          Object.assign(document.createElement('p'), { textContent: row.realName ?? row.title }),
        );
      document.body.append(box);
      await new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve));
      });
      box.remove();
      return performance.now() - began;
    },
    [calls, wait, lines],
  );
