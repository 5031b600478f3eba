import { readFileSync } from 'node:fs';
import { callOf, type CallId, type DataOf, type InputOf } from '../../src/contract/index.ts';
import { expect, type Person } from './fixtures.ts';
import type { RouteParameters } from './walk.ts';

/**
 * Values for the parameters of addresses in a walk: real ids of the demo company, and things
 * created for it.
 */

type Ask = <I extends CallId>(id: I, input: InputOf<I>) => Promise<DataOf<I>>;
/** Asks the server as the person who is signed in here. */
export async function callAs(person: Person): Promise<Ask> {
  const { origin } = new URL(person.page.url());
  const headers = await person.page.evaluate(() =>
    Object.fromEntries(
      ['token', 'userid', 'tenant', 'region'].map((name) => [
        name === 'region' ? 'regionId' : name,
        localStorage.getItem(`login-${name}`) ?? '',
      ]),
    ),
  );
  return async (id, input) => {
    const call = callOf(id);
    const given = input as Record<string, unknown>;
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => String(given[name]));
    const answer = await person.page.request.post(origin + path, {
      headers,
      data: Object.fromEntries(
        Object.entries(given).filter(([name]) => !call.path.includes(`{${name}}`)),
      ),
    });
    const { code, data, msg } = (await answer.json()) as { code: number; data: never; msg: string };
    expect(code, `${id}: ${msg}`).toBe(200);
    return data;
  };
}

type App = DataOf<'bizmeta.app.list'>[number];

async function objectParameters(ask: Ask, app: App, apiName: string) {
  const [
    {
      records: [record],
    },
    { views, groups },
    [child],
  ] = await Promise.all([
    ask('bizmeta.record.list', { object: apiName, size: 1 }),
    ask('bizmeta.customView.list', { object: apiName }),
    ask('bizmeta.describe.referrers', { apiName }),
  ]);
  const id = String(record?.['id']);
  return {
    appId: app.id,
    busApiName: apiName,
    apiName,
    id,
    dataId: id,
    viewId: views[0]?.id ?? 'all',
    groupId: groups[0]?.id ?? 'all',
    childApiName: child?.object ?? apiName,
  };
}
/**
 * Each object with a record of its own, a view, a group and who points to it. One object after the
 * other: one person may have only so many calls waiting.
 */
async function objectsOf(ask: Ask) {
  const objects: Awaited<ReturnType<typeof objectParameters>>[] = [];
  for (const app of await ask('bizmeta.app.list', {}))
    for (const { apiName } of app.objects) objects.push(await objectParameters(ask, app, apiName));
  return objects;
}

const OBJECT = 'docTemplate';
async function formOf(ask: Ask, mode: 'link' | 'member') {
  const layout = {
    pages: [
      {
        sections: [
          { items: ['name', 'kind', 'text'].map((field) => ({ kind: 'field' as const, field })) },
        ],
      },
    ],
  };
  const { id, version } = await ask('bizmeta.smartform.create', {
    object: OBJECT,
    name: `登记 ${mode} ${Date.now()}`,
    body: { layout, publish: { mode } },
  });
  return ask('bizmeta.smartform.publish', { id, version });
}
/** A form members fill in, filled in once. */
async function submitted(ask: Ask): Promise<{ form: string; submission: string }> {
  const { id, token, publishedVersion } = await formOf(ask, 'member');
  await ask('bizmeta.smartform.submit', {
    token: token ?? '',
    values: { name: '巡查记录', kind: 'file' },
    formVersion: publishedVersion,
    requestId: `walk-${Date.now()}-0123456789`,
  });
  const {
    records: [record],
  } = await ask('bizmeta.smartform.submissions', { formId: id });
  return { form: id, submission: record?.id ?? '' };
}
/** A page of the company's own, published. */
async function ownPage(ask: Ask): Promise<string> {
  const name = `walk${Date.now()}`;
  const { key } = await ask('bizmeta.page.create', { key: `page.${name}`, title: '巡查页面' });
  const { draftVersion } = await ask('bizmeta.page.draft.get', { pageKey: key });
  await ask('bizmeta.page.publish', { pageKey: key, draftVersion, note: '巡查' });
  return name;
}

/** A template one may start, and an approval one has a part in. */
async function approvalOf(ask: Ask): Promise<{ templateId: string; instanceId: string }> {
  const { categories } = await ask('bpm.work.startList', {});
  const {
    records: [copy],
  } = await ask('bpm.work.cc', { size: 1 });
  return {
    templateId: categories[0]?.templates[0]?.id ?? '',
    instanceId: copy?.instanceId ?? '',
  };
}

/**
 * Values for the parameters of all routes; a route whose parameters mean something else has its
 * own.
 */
export async function collectRouteParameters(person: Person): Promise<RouteParameters> {
  const ask = await callAs(person);
  const objects = await objectsOf(ask);
  const { form, submission } = await submitted(ask);
  const { templateId, instanceId } = await approvalOf(ask);
  const home = objects.find(({ apiName }) => apiName === OBJECT)!;
  const widgets = (
    JSON.parse(readFileSync('schemas/widgets.json', 'utf8')) as { type: string }[]
  ).map(({ type }) => ({ widget: type }));
  return {
    axes: [
      objects,
      widgets,
      ['page', 'form'].map((designerMode) => ({ designerMode })),
      [{ token: (await formOf(ask, 'link')).token ?? '' }],
      [{ key: 'main.home' }],
      [{ ownPage: await ownPage(ask) }],
    ],
    own: {
      '/x/:domain': [{ domain: 'nowhere' }],
      '/main/workflow/:entry': ['todo', 'applied', 'draft', 'finished', 'cc', 'deleted'].map(
        (entry) => ({ entry }),
      ),
      '/main/workflow/start/:templateId': [{ templateId }],
      '/main/workflow/instance/:id': [{ id: instanceId }],
      '/flow/:id': [{ id: templateId }],
      '/main/forms/submission/:id': [{ id: submission }],
      '/app/:appId/:busApiName/form/:form': [{ ...home, form }],
      '/object/:apiName/form/:formId': [{ ...home, formId: form }],
      '/personal/:active': [
        'profile',
        'mobile',
        'email',
        'password',
        'bindings',
        'history',
        'devices',
      ].map((active) => ({ active })),
      '/company/:type': ['version', 'profile', 'invite', 'domain', 'administrator'].map((type) => ({
        type,
      })),
    },
    queries: { '/platform/workflow/template/detail': `?id=${templateId}` },
  };
}
