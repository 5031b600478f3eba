import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let builder: Auth;
let user: Auth;
let stranger: Auth;
beforeAll(async () => {
  server = await testServer();
  [builder, user] = [await server.signIn('builder'), await server.signIn('user')];
  stranger = (await server.newTenant('neighbour')).auth;
});
afterAll(() => server?.close());

const newApp = async (name: string): Promise<string> =>
  (await server.call('bizmeta.app.save', { name }, builder)).data.id;
const newObject = async (
  appId: string,
  apiName: string,
  fields: InputOf<'bizmeta.describe.create'>['describe']['fields'] = [
    { apiName: 'name', label: '名称', type: 'text' },
  ],
): Promise<void> => {
  const made = await server.call(
    'bizmeta.describe.create',
    { appId, describe: { apiName, label: `${apiName}对象`, fields } },
    builder,
  );
  expect(made.msg).toBe('ok');
};
const open = (id: string, active = true, as = builder) =>
  server.call('bizmeta.app.active', { id, active }, as);
const detail = async (id: string) =>
  (await server.call('bizmeta.app.detail', { id }, builder)).data;
const names = async (as: Auth) =>
  (await server.call('bizmeta.app.list', {}, as)).data.map(({ name }) => name);
const nav = (input: InputOf<'bizmeta.app.navigation'>, as = builder) =>
  server.call('bizmeta.app.navigation', input, as);
/** What the menu shows to a person, group by group. */
const menu = async (id: string, as = user) =>
  (await server.call('bizmeta.app.get', { id }, as)).data.menu.map(({ title, items }) =>
    items.length > 0 ? { [title]: items.map((each) => each.title) } : title,
  );

describe('a draft application', () => {
  it('is the builders’ alone, with its objects, until it is opened, and again when it is taken out of use', async () => {
    const id = await newApp('草稿应用');
    await newObject(id, 'draftThing');
    const asUser = {
      record: () => server.call('bizmeta.record.list', { object: 'draftThing' }, user),
      create: () =>
        server.call(
          'bizmeta.record.bulkCreate',
          { object: 'draftThing', records: [{ name: '一' }] },
          user,
        ),
      describe: () => server.call('bizmeta.describe.detail', { apiName: 'draftThing' }, user),
      page: () => server.call('bizmeta.page.schema', { pageKey: 'object.draftThing.list' }, user),
    };
    const reasons = async () =>
      Promise.all(Object.values(asUser).map(async (ask) => (await ask()).error?.reason ?? 'ok'));
    expect(await names(builder)).toContain('草稿应用');
    expect(await names(user)).not.toContain('草稿应用');
    expect((await server.call('bizmeta.app.get', { id }, user)).error.reason).toBe('APP_UNKNOWN');
    expect(await reasons()).toEqual(Array(4).fill('OBJECT_CLOSED'));
    expect((await server.call('bizmeta.describe.list', { name: 'draftThing' }, user)).data).toEqual(
      [],
    );
    expect((await server.call('bizmeta.record.list', { object: 'draftThing' }, builder)).code).toBe(
      200,
    );

    await open(id);
    expect(await names(user)).toContain('草稿应用');
    expect(await reasons()).toEqual(Array(4).fill('ok'));

    await open(id, false);
    expect(await names(user)).not.toContain('草稿应用');
    expect(await reasons()).toEqual(Array(4).fill('OBJECT_CLOSED'));
  });

  it('is found by no search of members, nor among what refers to a record, until it is opened', async () => {
    const [shown, id] = [await newApp('已开放的'), await newApp('草稿的')];
    await open(shown);
    await newObject(shown, 'openThing');
    await newObject(id, 'closedThing', [
      { apiName: 'name', label: '名称', type: 'text' },
      { apiName: 'to', label: '到', type: 'lookup', refObject: 'openThing' },
    ]);
    const add = async (object: string, record: object) =>
      (
        await server.call(
          'bizmeta.record.bulkCreate',
          { object, records: [record as never] },
          builder,
        )
      ).data.ids[0]!;
    const target = await add('openThing', { name: '找得到的螺栓' });
    await add('closedThing', { name: '还没开放的螺栓', to: target });
    const found = async (as: Auth) =>
      (await server.call('bizmeta.search', { text: '螺栓' }, as)).data.groups.map(
        ({ object }) => object,
      );
    const referring = async (as: Auth) =>
      (
        await server.call('bizmeta.record.refList', { object: 'openThing', id: target }, as)
      ).data.map(({ object }) => object);
    expect([await found(builder), await referring(builder)]).toEqual([
      ['openThing', 'closedThing'],
      ['closedThing'],
    ]);
    expect([await found(user), await referring(user)]).toEqual([['openThing'], []]);
    await open(id);
    expect([await found(user), await referring(user)]).toEqual([
      ['openThing', 'closedThing'],
      ['closedThing'],
    ]);
    // One that the menu hides is searched only when it is asked for; in a group as well.
    const { navigation } = await detail(id);
    const { key: group } = (await nav({ id, do: 'add', kind: 'group', title: '杂项' })).data;
    const key = navigation[0]!.id;
    await nav({ id, do: 'move', key, parentKey: group });
    await nav({ id, do: 'set', key, hidden: true });
    expect(await found(user)).toEqual(['openThing']);
    const asked = { text: '螺栓', object: 'closedThing' };
    expect((await server.call('bizmeta.search', asked, user)).data.groups).toHaveLength(1);
  });

  it('is opened by builders of its company only', async () => {
    const id = await newApp('别人的');
    expect((await open(id, true, user)).code).toBe(403);
    expect((await open(id, true, stranger)).error.reason).toBe('APP_UNKNOWN');
    expect((await detail(id)).status).toBe('draft');
  });
});

describe('an object taken out of use', () => {
  it('is not in the menu and refuses members, and keeps its records', async () => {
    const id = await newApp('停用对象');
    await open(id);
    await newObject(id, 'pausing');
    await server.call(
      'bizmeta.record.bulkCreate',
      { object: 'pausing', records: [{ name: '一' }] },
      user,
    );
    await server.call('bizmeta.describe.active', { apiName: 'pausing', active: false }, builder);
    expect(await menu(id)).toEqual([]);
    expect((await server.call('bizmeta.record.list', { object: 'pausing' }, user)).msg).toBe(
      '“pausing对象”还没有开放或已停用，请联系搭建它的同事',
    );
    await server.call('bizmeta.describe.active', { apiName: 'pausing', active: true }, builder);
    expect((await server.call('bizmeta.record.list', { object: 'pausing' }, user)).data.total).toBe(
      1,
    );
  });
});

describe('the menu of an application', () => {
  it('is put in groups and order, hides objects and leads to links and pages', async () => {
    const id = await newApp('菜单');
    await open(id);
    for (const name of ['menuA', 'menuB', 'menuC']) await newObject(id, name);
    const key = async (title: string) =>
      (await detail(id)).navigation.find((row) => row.title === title)!.id;
    const group = (await nav({ id, do: 'add', kind: 'group', title: '台账' })).data.key;
    await nav({ id, do: 'move', key: await key('menuC对象'), parentKey: group, beforeKey: null });
    await nav({ id, do: 'move', key: group, parentKey: null, beforeKey: await key('menuA对象') });
    await nav({ id, do: 'add', kind: 'link', title: '手册', url: 'https://example.com/a b' });
    await nav({ id, do: 'set', key: await key('menuB对象'), hidden: true });
    expect(await menu(id)).toEqual([{ 台账: ['menuC对象'] }, 'menuA对象', '手册']);
    const [, , link] = (await server.call('bizmeta.app.get', { id }, user)).data.menu;
    expect(link).toMatchObject({ kind: 'link', url: 'https://example.com/a%20b', path: '' });
    // What has no icon of its own has that of its kind, as in the designer: titles stay in line.
    const drawn = (await server.call('bizmeta.app.get', { id }, user)).data.menu;
    expect(drawn.map(({ title, icon }) => `${title} ${icon}`).slice(1)).toEqual([
      'menuA对象 list',
      '手册 link',
    ]);
    // A new object is in the menu at once; a group that goes leaves what it held.
    await newObject(id, 'menuD');
    await nav({ id, do: 'remove', key: group });
    expect(await menu(id)).toEqual(['menuC对象', 'menuA对象', '手册', 'menuD对象']);
    // The cards of the application show what its menu shows.
    expect(
      (await server.call('bizmeta.app.get', { id }, user)).data.objects.map((o) => o.apiName),
    ).toEqual(['menuC', 'menuA', 'menuD']);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '/inside', 'ftp://example.com', ''])(
    'takes no link that is not http or https: %s',
    async (url) => {
      const id = await newApp(`链接 ${url.slice(0, 10)}`);
      expect(
        (await nav({ id, do: 'add', kind: 'link', title: '坏', url })).error.errors,
      ).toMatchObject([{ path: '/url', reason: 'VALUE_FORMAT' }]);
    },
  );

  it('refuses pages that are not there, entries that are gone, and changes of an older menu', async () => {
    const id = await newApp('旧菜单');
    const { version } = await detail(id);
    expect(
      (await nav({ id, do: 'add', kind: 'page', title: '页', page: 'page.none' })).error.reason,
    ).toBe('PAGE_UNKNOWN');
    expect((await nav({ id, do: 'remove', key: 'gone' })).error.reason).toBe('NAV_UNKNOWN');
    expect((await nav({ id, do: 'add', kind: 'group', title: '甲', version })).code).toBe(200);
    expect((await nav({ id, do: 'add', kind: 'group', title: '乙', version })).error.reason).toBe(
      'STALE_VERSION',
    );
    expect((await nav({ id, do: 'add', kind: 'group', title: '丙' }, stranger)).error.reason).toBe(
      'APP_UNKNOWN',
    );
    expect((await nav({ id, do: 'add', kind: 'group', title: '丙' }, user)).code).toBe(403);
  });
});

describe('applications', () => {
  it('are put in order; those not named come after', async () => {
    const [a, b] = [await newApp('顺序甲'), await newApp('顺序乙')];
    await server.call('bizmeta.app.sort', { ids: [b, a] }, builder);
    expect((await names(builder)).slice(0, 2)).toEqual(['顺序乙', '顺序甲']);
    expect((await server.call('bizmeta.app.sort', { ids: [a] }, user)).code).toBe(403);
  });

  it('answer a change made from an older version with a conflict', async () => {
    const id = await newApp('版本');
    const { version } = await detail(id);
    const rename = (name: string) =>
      server.call('bizmeta.app.update', { id, name, version }, builder);
    expect((await rename('版本一')).code).toBe(200);
    expect((await rename('版本二')).error.reason).toBe('STALE_VERSION');
  });

  it('have an address that can be switched off', async () => {
    const id = await newApp('地址');
    await open(id);
    await server.call('bizmeta.app.domainUpdate', { id, domain: 'place' }, builder);
    const found = async () =>
      (await server.call('bizmeta.app.idByDomain', { domain: 'place' }, user)).data.id;
    expect(await found()).toBe(id);
    await server.call('bizmeta.app.domainStatus', { id, active: false }, builder);
    expect(await found()).toBeNull();
  });

  it('are in the operation log, in words', async () => {
    const id = await newApp('记入日志');
    await open(id);
    await server.call('bizmeta.app.update', { id, name: '记入日志二' }, builder);
    const admin = await server.signIn('admin');
    const lines = (
      await server.call('log.operationLog.search', { search: '记入日志', size: 20 }, admin)
    ).data.records;
    expect(lines.map(({ summary, change }) => `${summary} ${change}`)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('应用改名 名称：记入日志 → 记入日志二'),
        expect.stringContaining('开放应用 状态：草稿 → 已开放'),
        expect.stringContaining('新建应用'),
      ]),
    );
  });
});
