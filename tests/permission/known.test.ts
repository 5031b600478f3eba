import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  CallId,
  DataOf,
  Grants,
  InputOf,
  ObjectGrant,
  RecordValues,
} from '../../src/contract/index.ts';
import type { TenantRef } from '../../src/server/kernel/index.ts';
import { testServer, type Answer, type Auth, type TestServer } from '../../src/server/testing.ts';
import type { PageDocument } from '../../src/page/index.ts';
import { builderOf } from '../../src/server/bizmeta/testing/builder.ts';
import { newMember } from './members.ts';

/**
 * A workshop: 工 works on her own jobs and reads those of the others, without prices; 来 hands jobs in
 * and sees none. What each may do is known to the pages they get.
 */
let server: TestServer;
let builder: Auth;
let tenant: TenantRef;
let worker: Auth;
let guest: Auth;
let appId = '';
let mine = '';
let other = '';

async function made<I extends CallId>(id: I, input: InputOf<I>, as = builder): Promise<DataOf<I>> {
  const told = await server.call(id, input, as);
  expect(told.error?.errors ?? told.msg).toBe('ok');
  return told.data;
}
const refusal = ({ status, error }: Answer): string =>
  [status, ...(error?.errors?.length ? error.errors.map(({ reason }) => reason) : [error?.reason])]
    .filter(Boolean)
    .join(' ');
const call = async <I extends CallId>(id: I, input: InputOf<I>, as: Auth): Promise<string> =>
  refusal(await server.call(id, input, as));
let groups = 0;
async function group(members: readonly Auth[], grants: Grants, more: object = {}): Promise<string> {
  groups += 1;
  const { id } = await made('bizmeta.authgroup.create', {
    scopeType: 'project',
    name: `组${groups}`,
    members: { userIds: members.map(({ userid }) => userid) },
    grants,
    ...more,
  });
  return id;
}

const WORK: ObjectGrant = {
  ops: ['create', 'view', 'edit', 'print', 'comment'],
  scope: { view: 'all', edit: 'self', print: 'self', comment: 'self' },
  fields: { price: 'none', number: 'read' },
};
const HAND_IN: ObjectGrant = { ops: ['create'], fields: { price: 'none' } };

beforeAll(async () => {
  server = await testServer();
  const company = await server.newTenant('workshop');
  tenant = company.tenant;
  builder = company.auth;
  worker = await newMember(server, tenant, '工');
  guest = await newMember(server, tenant, '来');
  appId = (await made('bizmeta.app.save', { name: '车间' })).id;
  await made('bizmeta.app.active', { id: appId, active: true });
  const text = (apiName: string) => ({ apiName, label: apiName, type: 'text' }) as const;
  await made('bizmeta.describe.create', {
    appId,
    describe: {
      apiName: 'job',
      label: '工单',
      fields: [
        text('title'),
        text('number'),
        { apiName: 'price', label: 'price', type: 'integer' },
      ],
    },
  });
  const create = (as: Auth, title: string) =>
    made('bizmeta.record.bulkCreate', { object: 'job', records: [{ title, price: 5 }] }, as);
  mine = (await create(worker, 'mine')).ids[0]!;
  other = (await create(builder, 'other')).ids[0]!;
  await made('bizmeta.authgroup.config', { objectApiName: 'job', defaultAccess: 'none' });
  await group([worker], { objects: { job: WORK } });
  await group([guest], { objects: { job: HAND_IN } });
});
afterAll(() => server?.close());

const detail = (id: string, as: Auth) => made('bizmeta.record.detail', { object: 'job', id }, as);

describe('what one may do', () => {
  it('is said of the object, of a record and of the records of a list', async () => {
    const { ops } = await made('bizmeta.describe.detail', { apiName: 'job' }, worker);
    expect(ops).toEqual(['create', 'view', 'edit', 'print', 'comment']);
    expect((await made('bizmeta.describe.detail', { apiName: 'job' })).ops).toBeUndefined();
    const own = { can: ['view', 'edit', 'print', 'comment'], locked: ['number'] };
    const read = { can: ['view'], locked: ['title', 'number'] };
    expect((await detail(mine, worker)).rights).toEqual(own);
    expect((await detail(other, worker)).rights).toEqual(read);
    expect((await detail(other, builder)).rights).toBeUndefined();
    const ask = { object: 'job', rights: true } as const;
    const { rights } = await made('bizmeta.record.list', ask, worker);
    expect(rights).toEqual({ [mine]: own, [other]: read });
    const grouped = { ...ask, groupBy: ['title'], within: ['mine'] };
    expect((await made('bizmeta.record.list', grouped, worker)).rights).toEqual({ [mine]: own });
    expect((await made('bizmeta.record.list', ask)).rights).toBeUndefined();
    expect((await made('bizmeta.record.list', { object: 'job' }, worker)).rights).toBeUndefined();
  });

  it('is what the server then allows', async () => {
    const edit = (record: RecordValues) =>
      call('bizmeta.record.bulkEdit', { object: 'job', records: [record] }, worker);
    expect(await edit({ id: mine, version: 1, number: 'N' })).toBe('403 FIELD_FORBIDDEN');
    expect(await edit({ id: other, version: 1, title: 'x' })).toBe('403 RECORD_FORBIDDEN');
    expect(await edit({ id: mine, version: 1, title: 'mine' })).toBe('200');
  });
});

describe('a page of the company', () => {
  it('is sent without what its reader does not know of an object', async () => {
    const x = (text: string) => ({ $x: text });
    const build = builderOf(server, builder);
    const document: PageDocument = {
      spec: 'page/1',
      key: 'page.work',
      rev: 0,
      title: '工单台',
      params: { id: { type: 'text' } },
      sources: { jobs: { list: 'job', fields: ['title', 'price'] } },
      forms: { record: { object: 'job', id: x('params.id') } },
      root: 'a',
      nodes: {
        a: { type: 'page@1', slots: { default: ['title', 'price', 'says', 'table', 'box'] } },
        box: { type: 'stack@1', slots: { default: ['again'] } },
        title: { type: 'field@1', bind: 'record.title' },
        price: { type: 'field@1', bind: 'record.price' },
        again: { type: 'field@1', bind: 'record.price' },
        says: { type: 'text@1', props: { text: { $t: '共 {record.price} 元' } } },
        table: {
          type: 'dataTable@1',
          bind: 'jobs',
          props: { columns: ['title', { field: 'price', width: 90 }] },
        },
      },
    };
    const answer = await build.bring(document);
    expect(answer.error?.errors ?? answer.msg).toBe('ok');
    const page = async (as: Auth) =>
      (await made('bizmeta.page.schema', { pageKey: 'page.work' }, as)).document as PageDocument;
    expect(JSON.stringify(await page(builder))).toContain('record.price');
    const seen = await page(worker);
    expect(JSON.stringify(seen)).not.toContain('price"');
    expect(Object.keys(seen.nodes)).toEqual(['a', 'title', 'says', 'table', 'box']);
    expect(seen.nodes['a']!.slots!['default']).toEqual(['title', 'says', 'table', 'box']);
    expect(seen.nodes['table']!.props).toEqual({ columns: ['title'] });
    expect(seen.nodes['says']!.props).toEqual({ text: { $t: '共 {record._gone} 元' } });
    expect(seen.sources!['jobs']).toMatchObject({ fields: ['title'] });
  });
});

describe('who only hands records in', () => {
  it('gets the form and what follows it in place of the list, and sees nothing', async () => {
    const page = async (pageKey: string) =>
      JSON.stringify(await made('bizmeta.page.schema', { pageKey }, guest));
    expect(await page('object.job.list')).toContain('已提交');
    expect(await page('object.job.form')).toContain('record.title');
    expect(await page('object.job.form')).not.toContain('price');
    for (const pageKey of ['object.job.detail', 'object.job.picker'])
      expect(await call('bizmeta.page.schema', { pageKey }, guest)).toBe('403 NO_ACCESS');
    expect(await made('bizmeta.record.defaults', { object: 'job' }, guest)).toBeTruthy();
    const given = { object: 'job', records: [{ title: 'handed in' }] };
    const { read } = await made('bizmeta.record.bulkCreate', { ...given, read: true }, guest);
    expect(read).toEqual([]);
    expect(await call('bizmeta.record.list', { object: 'job' }, guest)).toBe('403 NO_ACCESS');
    const apps = await made('bizmeta.app.list', {}, guest);
    expect(apps.map(({ objects }) => objects.map(({ apiName }) => apiName))).toEqual([['job']]);
  });
});

const only = (ids: readonly string[], more: Partial<ObjectGrant> = {}): Grants => ({
  objects: { job: { ops: ['view'], views: [...ids], ...more } },
});
const view = async (name: string, more: object = {}, as = builder): Promise<string> =>
  (
    await made(
      'bizmeta.customView.create',
      { object: 'job', view: { name, kind: 'grid', scope: 'shared', ...more } },
      as,
    )
  ).id;
let names = 0;
function person(more: { deptIds?: string[] } = {}): Promise<Auth> {
  names += 1;
  return newMember(server, tenant, `人${names}`, more);
}

describe('views that are granted', () => {
  it('are the only shared ones that are offered, united over groups', async () => {
    const [first, second, third] = [await view('一'), await view('二'), await view('三')];
    const reader = await person();
    const one = await group([reader], only([second]));
    const offered = async () => {
      const { views, onlyViews } = await made('bizmeta.customView.list', { object: 'job' }, reader);
      return [...views.map(({ name }) => name), onlyViews];
    };
    expect(await offered()).toEqual(['二', true]);
    for (const id of [first, third]) {
      expect(await call('bizmeta.customView.detail', { id }, reader)).toBe('404 VIEW_UNKNOWN');
      const through = { object: 'job', viewId: id };
      expect(await call('bizmeta.record.list', through, reader)).toBe('404 VIEW_UNKNOWN');
      const copy = { object: 'job', copyOf: id, view: { name: '副本' } };
      expect(await call('bizmeta.customView.create', copy, reader)).toBe('404 VIEW_UNKNOWN');
    }
    const other = await group([reader], only([third]));
    expect(await offered()).toEqual(['二', '三', true]);
    const all = await group([reader], { objects: { job: { ops: ['view'] } } });
    expect(await offered()).toEqual(['一', '二', '三', false]);
    for (const id of [all, other]) await made('bizmeta.authgroup.remove', { id });
    expect(await offered()).toEqual(['二', true]);
    const mine = await view('我的', { scope: 'personal' }, reader);
    expect(await offered()).toEqual(['二', '我的', true]);
    expect(await call('bizmeta.authgroup.update', { id: one, grants: only([mine]) }, builder)).toBe(
      '400 AUTH_GROUP_SETTING',
    );
  });

  it('open no wider list for who does not read a field of their filter', async () => {
    const filter = { field: 'price', op: 'gt', value: 100 };
    const dear = await view('贵的', { dataFilter: filter });
    const { views } = await made('bizmeta.customView.list', { object: 'job' }, worker);
    expect(views.find(({ id }) => id === dear)).toMatchObject({
      dataFilter: null,
      hiddenFilter: true,
      broken: false,
    });
    const through = { object: 'job', viewId: dear };
    expect(await call('bizmeta.record.list', through, worker)).toBe('403 VIEW_HIDDEN');
    expect((await made('bizmeta.record.list', through)).total).toBe(0);
  });
});

describe('closed applications and pages', () => {
  it('are there for those whom a group lets in, and not for others', async () => {
    const shut = (await made('bizmeta.app.save', { name: '财务', domain: 'money' })).id;
    await made('bizmeta.app.active', { id: shut, active: true });
    await made('bizmeta.app.domainStatus', { id: shut, active: true });
    await made('bizmeta.describe.create', {
      appId: shut,
      describe: {
        apiName: 'bill',
        label: '账单',
        fields: [{ apiName: 'title', label: '标题', type: 'text' }],
      },
    });
    await made('bizmeta.record.bulkCreate', { object: 'bill', records: [{ title: 'secret' }] });
    const [inApp, byName, byObject, out] = [
      await person(),
      await person(),
      await person(),
      await person(),
    ];
    const config = { appId: shut, defaultAccess: 'none' } as const;
    expect(await made('bizmeta.authgroup.config', config)).toEqual(config);
    await group([inApp], { objects: {} }, { scopeType: 'app', scopeId: shut });
    await group([byName], { objects: {}, apps: [shut] });
    await group([byObject], { objects: { bill: { ops: ['view'] } } });
    for (const as of [inApp, byName, byObject]) {
      expect((await made('bizmeta.app.get', { id: shut }, as)).name).toBe('财务');
      expect(await made('bizmeta.app.idByDomain', { domain: 'money' }, as)).toEqual({ id: shut });
      expect((await made('bizmeta.record.list', { object: 'bill' }, as)).total).toBe(1);
    }
    expect(await call('bizmeta.app.get', { id: shut }, out)).toBe('403 NO_ACCESS');
    expect((await made('bizmeta.app.list', {}, out)).map(({ name }) => name)).not.toContain('财务');
    expect(await made('bizmeta.app.idByDomain', { domain: 'money' }, out)).toEqual({ id: null });
    expect(await call('bizmeta.record.list', { object: 'bill' }, out)).toBe('403 NO_ACCESS');
    expect(await call('bizmeta.page.schema', { pageKey: 'object.bill.list' }, out)).toBe(
      '403 NO_ACCESS',
    );
    const found = JSON.stringify(await made('bizmeta.search', { text: 'secret' }, out));
    expect(found).not.toContain('secret');
    expect((await made('bizmeta.app.copy', { id: shut })).id).toBeTruthy();
    const apps = await made('bizmeta.authgroup.list', { scopeType: 'project' });
    expect(apps.apps.map(({ name }) => name)).toEqual(['财务', '财务 副本']);
    await made('bizmeta.authgroup.config', { appId: shut, defaultAccess: 'all' });
    expect((await made('bizmeta.record.list', { object: 'bill' }, out)).total).toBe(1);
  });

  it('of pages hold for the page, its address and the menu', async () => {
    const document = (title: string) => ({
      spec: 'page/1',
      key: 'page.board',
      rev: 0,
      title,
      root: 'a',
      nodes: { a: { type: 'page@1' } },
    });
    const build = builderOf(server, builder);
    expect((await build.bring(document('看板'))).code).toBe(200);
    const { version } = await made('bizmeta.app.detail', { id: appId });
    const entry = { do: 'add', kind: 'page', title: '看板', page: 'page.board' } as const;
    await made('bizmeta.app.navigation', { id: appId, version, ...entry });
    const reader = await person();
    const menu = async () =>
      (await made('bizmeta.app.list', {}, reader)).flatMap(({ name, menu: entries }) =>
        name !== '车间' ? [] : entries.map(({ title }) => title),
      );
    expect(await menu()).toEqual(['看板']);
    const closed = { page: 'page.board', defaultAccess: 'none' } as const;
    expect(
      await made('bizmeta.authgroup.config', { page: '/page/board', defaultAccess: 'none' }),
    ).toEqual(closed);
    const open = (pageKey: string) => call('bizmeta.page.schema', { pageKey }, reader);
    expect(await menu()).toEqual([]);
    expect(await open('page.board')).toBe('403 NO_ACCESS');
    const dashboards = ['page.board'];
    await group([reader], { objects: {}, dashboards });
    const { groups: all } = await made('bizmeta.authgroup.list', { type: 'custom' });
    expect(all.at(-1)!.grants).toEqual({ objects: {}, pages: dashboards });
    const unknown = {
      name: '无',
      scopeType: 'project',
      grants: { objects: {}, dashboards: ['?'] },
    };
    expect(await call('bizmeta.authgroup.create', unknown as never, builder)).toBe(
      '400 AUTH_GROUP_SETTING',
    );
    expect(await open('page.board')).toBe('200');
    expect(await menu()).toEqual(['看板']);
    expect(await call('bizmeta.authgroup.config', { page: 'main.home' }, builder)).toBe(
      '404 PAGE_UNKNOWN',
    );
    expect(
      await call('bizmeta.authgroup.config', { page: 'page.visit', appId: 'x' }, builder),
    ).toBe('400 AUTH_GROUP_SETTING');
  });
});

describe('what groups leave to others', () => {
  it('keeps a file of records one does not see from being attached elsewhere', async () => {
    await made('bizmeta.describe.create', {
      appId,
      describe: {
        apiName: 'paper',
        label: '文件',
        fields: [
          { apiName: 'title', label: '标题', type: 'text' },
          { apiName: 'file', label: '附件', type: 'attachment' },
        ],
      },
    });
    const { body } = await server.inject({
      method: 'POST',
      url: '/storage/attachment/upload',
      headers: { ...builder, 'content-type': 'multipart/form-data; boundary=xx' },
      payload: `--xx\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nabc\r\n--xx--\r\n`,
    });
    const { fileId } = (JSON.parse(body) as { data: { fileId: string } }).data;
    const attach = (as: Auth) =>
      call('bizmeta.record.bulkCreate', { object: 'paper', records: [{ file: [{ fileId }] }] }, as);
    expect(await attach(builder)).toBe('200');
    const [reader, writer] = [await person(), await person()];
    expect(await attach(reader)).toBe('200');
    await made('bizmeta.authgroup.config', { objectApiName: 'paper', defaultAccess: 'none' });
    const own = { ops: ['create', 'view'], scope: { view: 'self' } } satisfies ObjectGrant;
    await group([reader], { objects: { paper: own } });
    await group([writer], { objects: { paper: own } });
    expect(await attach(reader)).toBe('200');
    expect(await attach(writer)).toBe('404 FILE_UNKNOWN');
  });

  it('counts records of a department that is to be deleted', async () => {
    const { id } = await made('upm.org.addOrgGroup', { title: '样机组', parentId: null });
    const owner = await person({ deptIds: [id] });
    const given = { object: 'paper', records: [{ title: 'of the team', owner: owner.userid }] };
    await made('bizmeta.record.bulkCreate', given);
    const { free, uses } = await made('upm.org.uses', { id });
    expect([free, ...uses.map(({ title }) => title)]).toEqual([false, '文件的“所属部门”']);
  });

  it('has an order that is saved at once', async () => {
    const names = async () =>
      (await made('bizmeta.authgroup.list', { scopeType: 'project' })).groups.map(({ id }) => id);
    const before = await names();
    await made('bizmeta.authgroup.sort', { ids: before.toReversed() });
    expect(await names()).toEqual(before.toReversed());
    expect(await call('bizmeta.authgroup.sort', { ids: before }, worker)).toBe('403 FORBIDDEN');
  });
});
