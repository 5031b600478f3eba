import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobDone, type Auth } from '../../testing.ts';
import { builderOf } from '../testing/builder.ts';
import { TestClient, f } from '../testing/index.ts';
import { renamedIn } from './renamed.ts';

let client: TestClient;
let admin: Auth;
beforeAll(async () => {
  client = await TestClient.open();
  admin = await client.server.signIn('admin');
});
afterAll(() => client?.close());

let made = 0;
const member = async (): Promise<string> =>
  (
    await client.server.call(
      'upm.userOrg.createUser',
      { realName: `某人${++made}`, account: `reference.${made}`, password: 'Huozi@2026' },
      admin,
    )
  ).data.id;
const dept = async (title: string) =>
  (await client.server.call('upm.org.addOrgGroup', { title, parentId: '-1' }, admin)).data.id;
const FORM = (owner: string) => ({
  terminal: 'both' as const,
  layout: {
    pages: [
      {
        sections: [
          {
            items: [
              { kind: 'field' as const, field: 'name' },
              { kind: 'field' as const, field: 'owner', default: owner },
            ],
          },
        ],
      },
    ],
  },
  rules: [],
  validations: [],
  publish: { mode: 'member' as const },
});

/** A company with settings that name one person and one department, wherever ids are stored. */
async function setUp(object: string, person: string, place: string) {
  const { server, builder, user } = client;
  await client.made(object, [
    f('name', '名称', 'text'),
    f('owner', '负责人', 'user', { defaultValue: person }),
    f('place', '部门', 'dept', { defaultValue: place }),
  ]);
  const view = (
    await server.call(
      'bizmeta.customView.create',
      {
        object,
        view: {
          name: '跟进',
          kind: 'grid',
          scope: 'shared',
          auth: { userIds: [person, builder.userid], deptIds: [place] },
          dataFilter: { field: 'owner', op: 'eq', value: person },
        },
      },
      builder,
    )
  ).data;
  const kept = (
    await server.call(
      'bizmeta.filterView.create',
      {
        object,
        name: '某人的',
        filter: { op: 'and', items: [{ field: 'owner', op: 'in', value: [person, user.userid] }] },
      },
      user,
    )
  ).data;
  const form = (
    await server.call(
      'bizmeta.smartform.create',
      { object, name: '登记', body: FORM(person) },
      builder,
    )
  ).data;
  await server.call('bizmeta.smartform.publish', { id: form.id, version: form.version }, builder);
  const pages = builderOf(server, builder);
  await pages.bring({
    spec: 'page/1',
    key: `page.${object}`,
    rev: 1,
    title: '看板',
    root: 'page',
    nodes: {
      page: { type: 'page@1', slots: { default: ['text'] } },
      text: { type: 'text@1', props: { text: { $x: `if(user.id = '${person}', '是', '否')` } } },
    },
  } as never);
  return { view, kept, form, pages };
}

describe('settings that name a leaving member', () => {
  it('are listed before they leave, and name the successor afterwards', async () => {
    const [from, to, place] = [await member(), await member(), await dept('设置里的部门')];
    const { view, kept, form, pages } = await setUp('setting', from, place);
    const left = (await client.server.call('upm.userOrg.handover', { userId: from }, admin)).data;
    expect(left).toEqual([
      {
        key: 'bizmeta.setting',
        title: '提到本人的设置',
        count: 5,
        about:
          'setting表的“负责人”的默认值和设置、setting表的视图“跟进”的筛选和设置、setting表的常用筛选“某人的”等 5 处',
      },
    ]);
    const version = (await client.describe('setting')).version;

    const { data: removed } = await client.server.call(
      'upm.userOrg.removeByUserId',
      { userId: from, toUserId: to },
      admin,
    );
    await jobDone(client.server, removed.jobId, admin);

    const describe = await client.describe('setting');
    expect([
      describe.version,
      describe.fields.find(({ apiName }) => apiName === 'owner')!.defaultValue,
    ]).toEqual([version + 1, to]);
    const views = (
      await client.server.call('bizmeta.customView.list', { object: 'setting' }, client.builder)
    ).data.views;
    expect(views.find(({ id }) => id === view.id)).toMatchObject({
      version: view.version + 1,
      auth: { userIds: [to, client.builder.userid], deptIds: [place] },
      dataFilter: { value: to },
      broken: false,
    });
    const filters = (
      await client.server.call('bizmeta.filterView.list', { object: 'setting' }, client.user)
    ).data;
    expect(JSON.stringify(filters)).toContain(`["${to}","${client.user.userid}"]`);
    expect(JSON.stringify(filters)).not.toContain(from);
    const after = (
      await client.server.call('bizmeta.smartform.detail', { id: form.id }, client.builder)
    ).data;
    expect(after).toMatchObject({
      changed: false,
      publishedVersion: 2,
      layout: { pages: [{ sections: [{ items: [{}, { default: to }] }] }] },
    });
    const page = await pages.served('page.setting');
    expect(JSON.stringify(page)).toContain(`user.id = '${to}'`);
    expect((await pages.history('page.setting'))[0]).toMatchObject({
      words: ['随成员离职，改为接手的人'],
    });
    expect(
      (await client.server.call('upm.userOrg.handover', { userId: to }, admin)).data,
    ).toMatchObject([{ key: 'bizmeta.setting', count: 5 }]);
    expect(kept.name).toBe('某人的');
  });

  it('prevent the deletion of a department, with names and links', async () => {
    const [person, place] = [await member(), await dept('默认的部门')];
    await setUp('standing', person, place);
    const refused = await client.server.call('upm.org.deleteOrgGroup', { id: place }, admin);
    expect(refused.msg).toBe(
      '“默认的部门”正被使用：standing表的“部门”的默认值和设置、standing表的视图“跟进”的可见范围，不能删除',
    );
    expect((await client.server.call('upm.org.uses', { id: place }, admin)).data).toMatchObject({
      free: false,
      count: 2,
      uses: [{ link: '/build.html#/object/standing', records: null }, { link: null }],
    });
  });

  it('and records prevent the deletion of a role', async () => {
    const { server, builder } = client;
    const role = async (title: string) =>
      (await server.call('upm.roleMenu.save', { kind: 'role', title, functions: [] }, admin)).data
        .id;
    const refusalOf = async (id: string) =>
      (await server.call('upm.roleMenu.delete', { id }, admin)).msg;
    const [inRecord, inView] = [await role('经办岗'), await role('看板岗')];
    await client.made('duty', [f('name', '名称', 'text'), f('post', '岗位', 'role')]);
    await client.one('duty', { name: '收货', post: inRecord });
    const shown = { name: '岗位视图', kind: 'grid', scope: 'shared' } as const;
    const made = await server.call(
      'bizmeta.customView.create',
      { object: 'duty', view: { ...shown, auth: { roleIds: [inView] } } },
      builder,
    );
    expect(made.msg).toBe('ok');
    expect(await refusalOf(inRecord)).toBe(
      '角色“经办岗”还有 duty表的“岗位”（1 条记录）在用，不能删除',
    );
    expect(await refusalOf(inView)).toBe(
      '角色“看板岗”还有 duty表的视图“岗位视图”的可见范围在用，不能删除',
    );
    expect(await refusalOf(await role('空岗'))).toBe('ok');
  });

  it('of another company are not included', async () => {
    const { auth } = await client.server.newTenant('references-other');
    const place = await dept('本公司的部门');
    expect((await client.server.call('upm.org.uses', { id: place }, auth)).error.reason).toBe(
      'DEPT_UNKNOWN',
    );
    expect((await client.server.call('upm.org.uses', { id: place }, admin)).data).toMatchObject({
      free: true,
    });
  });
});

describe('one id replaced by another', () => {
  it.each([
    ['a value', { a: 'x', b: 'from' }, { a: 'x', b: 'to' }],
    ['a list, nobody twice', { ids: ['to', 'a', 'from'] }, { ids: ['to', 'a'] }],
    ['an expression', { $x: `owner = 'from'` }, { $x: `owner = 'to'` }],
    [
      'texts that repeat in a list that is none of people',
      ['x', 'x', { a: 'from' }],
      ['x', 'x', { a: 'to' }],
    ],
  ])('in %s', (_, value, next) => expect(renamedIn<unknown>(value, 'from', 'to')).toEqual(next));
  it('leaves the same value when it does not name the id', () => {
    const value = { a: [1, null, { b: 'c' }] };
    expect(renamedIn(value, 'from', 'to')).toBe(value);
  });
});
