import { readFileSync } from 'node:fs';
import type { BrowserContext } from '@playwright/test';
import type { CallId, DataOf, InputOf } from '../../contract/index.ts';
import { callOf } from '../../contract/index.ts';
import { expect, test, type Person } from './person.ts';
import { pagesOfRoutes, stopsOf, walk } from './walk.ts';

/** The walk must stay short: pages beside each other keep both cores of a small machine busy. */
const ABREAST = 6;
const PHONE = { width: 390, height: 844 };
const WIDGETS = (JSON.parse(readFileSync('schemas/widgets.json', 'utf8')) as { type: string }[]).map(({ type }) => ({ widget: type }));
const MODES = ['page', 'form'].map((designerMode) => ({ designerMode }));
const baseOf = (person: Person): string => new URL(person.page.url()).origin;

type Ask = <I extends CallId>(id: I, input: InputOf<I>) => Promise<DataOf<I>>;
/** Asks the server as the person who is signed in here. */
async function asks(person: Person): Promise<Ask> {
  const headers = await person.page.evaluate(() => Object.fromEntries(['token', 'userid', 'tenant', 'region'].map((name) => [name === 'region' ? 'regionId' : name, localStorage.getItem(`login-${name}`) ?? ''])));
  return async (id, input) => {
    const call = callOf(id);
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => String((input as Record<string, unknown>)[name]));
    const answer = await person.page.request.post(baseOf(person) + path, { headers, data: Object.fromEntries(Object.entries(input as object).filter(([name]) => !call.path.includes(`{${name}}`))) });
    const { code, data, msg } = await answer.json() as { code: number; data: never; msg: string };
    expect(code, `${id}: ${msg}`).toBe(200);
    return data;
  };
}

/** A form that anybody with its link may fill in. */
async function linkOf(ask: Ask): Promise<string> {
  const name = `访客登记 ${Date.now()}`;
  const layout = { pages: [{ sections: [{ items: ['name', 'tel', 'industry', 'remark'].map((field) => ({ kind: 'field' as const, field })) }] }] };
  const { id, version } = await ask('bizmeta.smartform.create', { object: 'customer', name, body: { layout, publish: { mode: 'link' } } });
  const { token } = await ask('bizmeta.smartform.publish', { id, version });
  return token ?? '';
}
/** A page of the company's own, published. */
async function ownPageOf(ask: Ask): Promise<string> {
  const ownPage = `walk${Date.now()}`;
  const { key } = await ask('bizmeta.page.create', { key: `page.${ownPage}`, title: '来访须知' });
  const { draftVersion } = await ask('bizmeta.page.draft.get', { pageKey: key });
  await ask('bizmeta.page.publish', { pageKey: key, draftVersion });
  return ownPage;
}
/** Values for the parameters of the routes, from what the demo company has. */
async function world(ask: Ask) {
  const [app] = await ask('bizmeta.app.list', {});
  const appId = app?.id ?? '';
  const objects = (await ask('bizmeta.describe.list', { appId })).map(({ apiName }) => apiName);
  const records = await Promise.all(objects.map(async (object) => {
    const [{ records: [record] }, { views, groups }] = await Promise.all([ask('bizmeta.record.list', { object, size: 1 }), ask('bizmeta.customView.list', { object })]);
    return { appId, busApiName: object, apiName: object, id: String(record?.['id']), viewId: views[0]?.id ?? 'all', groupId: groups[0]?.id ?? 'all' };
  }));
  const token = await linkOf(ask);
  return [records, WIDGETS, MODES, [{ token, form: token }], [{ key: 'main.home' }], [{ ownPage: await ownPageOf(ask) }]];
}
/** Pages whose schema was asked for during a walk. */
function pagesAsked(context: BrowserContext): ReadonlySet<string> {
  const asked = new Set<string>();
  context.on('request', (request) => { const key = /\/page\/([^/]+)\/schema/.exec(request.url())?.[1]; if (key) asked.add(decodeURIComponent(key)); });
  return asked;
}

test('every page of the product opens within the policy, without a fault, and fits a phone', async ({ person, browser }) => {
  test.slow();
  await person.signsIn('admin');
  await person.page.setViewportSize(PHONE);
  const base = baseOf(person);
  const stops = stopsOf(await world(await asks(person)));
  const context = person.page.context();
  const stranger = await browser.newContext({ viewport: PHONE, locale: 'zh-CN' });
  const asked = [pagesAsked(context), pagesAsked(stranger)];
  await person.page.close();
  const found = [
    ...await walk(context, base, stops.filter(({ open }) => !open).map(({ path }) => path), ABREAST),
    ...await walk(stranger, base, stops.filter(({ open }) => open).map(({ path }) => path), ABREAST),
  ];
  await stranger.close();
  expect(found).toEqual([]);
  expect(pagesOfRoutes().filter((key) => !asked.some((each) => each.has(key))), 'pages of routes that did not open').toEqual([]);
});

test('a script in the page or from elsewhere is refused, and the walk finds it', async ({ person }) => {
  await person.signsIn('user');
  const base = baseOf(person);
  const context = person.page.context();
  await context.route((url) => url.pathname === '/main', async (route) => {
    const answer = await route.fetch();
    const planted = `<script>document.title = 'planted'</script><script src="https://elsewhere.invalid/x.js"></script>`;
    await route.fulfill({ response: answer, body: (await answer.text()).replace('</body>', `${planted}</body>`) });
  });
  const found = await walk(context, base, ['/main'], 1);
  expect(found.filter(({ what }) => what.startsWith('was refused: script-src-elem')).map(({ path, what }) => `${path} ${what}`)).toEqual(['/main was refused: script-src-elem inline', '/main was refused: script-src-elem https://elsewhere.invalid/x.js']);
});
