import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let [admin, user, builder]: Auth[] = [];

beforeAll(async () => {
  server = await testServer();
  [admin, user, builder] = [
    await server.signIn('admin'),
    await server.signIn('user'),
    await server.signIn('builder'),
  ];
});
afterAll(() => server?.close());

const create = (input: InputOf<'busmodel.workGroup.create'>, as = admin) =>
  server.call('busmodel.workGroup.create', input, as);
const made = async (input: InputOf<'busmodel.workGroup.create'>): Promise<string> => {
  const answer = await create(input);
  expect(answer, answer.msg).toMatchObject({ code: 200 });
  return answer.data.id;
};
const detail = (id: string, as = admin) => server.call('busmodel.workGroup.detail', { id }, as);
const deptNamed = async (title: string): Promise<string> => {
  const [row] = await server.db.readTenant<{ id: string }>(
    server.demo,
    'select id from upm.dept where tenant_id = $1 and title = $2',
    [server.demo.tenant.id, title],
  );
  return row!.id;
};
const app = async (name: string): Promise<string> =>
  (await server.call('bizmeta.app.save', { name }, admin)).data.id;

describe('a work group', () => {
  it('has a name of its own, an owner, and people, departments and roles as members', async () => {
    const roleId = (await server.call('upm.role.listRoleByType', {}, admin)).data[0]!;
    const id = await made({
      name: ' 大客户攻坚 ',
      ownerId: user!.userid,
      members: {
        userIds: [builder!.userid, builder!.userid],
        deptIds: [await deptNamed('市场部')],
        roleIds: [roleId.id],
      },
    });
    expect((await detail(id)).data).toMatchObject({
      name: '大客户攻坚',
      ownerName: '许清和',
      users: [{ name: '陆知行' }],
      depts: [{ name: '市场部' }],
      roles: [{ name: roleId.roleName }],
      instances: [],
      version: 1,
    });
    expect((await create({ name: '大客户攻坚' })).error).toMatchObject({
      reason: 'NAME_TAKEN',
      errors: [{ path: '/name' }],
    });
    expect((await create({ name: ' ' })).error.reason).toBe('NAME_EMPTY');
    const free = async (name: string, self?: string) =>
      (
        await server.call(
          'busmodel.workGroup.checkName',
          { name, ...(self && { id: self }) },
          admin,
        )
      ).data.available;
    expect([
      await free('大客户攻坚'),
      await free('大客户攻坚', id),
      await free('别的'),
      await free(' '),
    ]).toEqual([false, true, true, false]);
  });

  it('refuses people and things that are not of the company, and then the whole request', async () => {
    const { auth } = await server.newTenant('other-groups');
    for (const input of [
      { members: { userIds: [auth.userid] } },
      { members: { deptIds: ['nowhere'] } },
      { modelIds: ['nothing'] },
    ]) {
      expect(await create({ name: '外人', ...input })).toMatchObject({
        code: 400,
        error: { reason: 'WORK_GROUP_PARTS_UNKNOWN', params: { count: 1 } },
      });
    }
    expect((await create({ name: '外人', ownerId: auth.userid })).error.errors).toMatchObject([
      { path: '/ownerId', reason: 'REFERENCE_MISSING' },
    ]);
    expect(
      (await server.call('busmodel.workGroup.list', { keyword: '外人' }, admin)).data.total,
    ).toBe(0);
    const id = await made({ name: '本企业的' });
    expect((await detail(id, auth)).error.reason).toBe('WORK_GROUP_UNKNOWN');
    expect(
      (await server.call('busmodel.workGroup.renovate', { id, version: 1, deleted: true }, auth))
        .error.reason,
    ).toBe('WORK_GROUP_UNKNOWN');
  });

  it('is changed part by part, by the newest version only, and deleted', async () => {
    const id = await made({ name: '将变', members: { userIds: [user!.userid] } });
    const change = (input: object) =>
      server.call('busmodel.workGroup.renovate', { id, version: 1, ...input }, admin);
    expect((await change({ about: '说明' })).data.version).toBe(2);
    expect((await change({ name: '旧的' })).error.reason).toBe('STALE_VERSION');
    expect((await change({ version: 2, members: { userIds: [] } })).code).toBe(200);
    expect((await detail(id)).data).toMatchObject({
      name: '将变',
      about: '说明',
      users: [],
      version: 3,
    });
    expect((await change({ version: 3, deleted: true })).code).toBe(200);
    expect((await detail(id)).error.reason).toBe('WORK_GROUP_UNKNOWN');
  });

  it('works on applications and objects, by the names they have now', async () => {
    const appId = await app('工单');
    const id = await made({ name: '工单组', modelIds: [appId, appId] });
    const [instance] = (await server.call('busmodel.instance.list', { groupId: id }, admin)).data
      .records;
    expect(instance).toMatchObject({
      name: '工单',
      kind: 'app',
      groupId: id,
      groupName: '工单组',
      state: 'active',
    });
    await server.call('bizmeta.app.update', { id: appId, name: '服务单' }, admin);
    expect(
      (await server.call('busmodel.instance.detail', { id: instance!.id }, admin)).data.name,
    ).toBe('服务单');
    await server.call('busmodel.workGroup.renovate', { id, version: 1, modelIds: [] }, admin);
    expect(
      (await server.call('busmodel.instance.detail', { id: instance!.id }, admin)).error.reason,
    ).toBe('INSTANCE_UNKNOWN');
  });

  it('is seen by who leads it or belongs to it, and else by who manages groups', async () => {
    const mine = await made({ name: '看得见一', ownerId: user!.userid });
    const below = await made({
      name: '看得见二',
      members: { deptIds: [await deptNamed('销售中心')] },
    });
    const not = await made({ name: '看不见', modelIds: [await app('秘密')] });
    const seen = await server.call('busmodel.workGroup.list', { keyword: '看' }, user);
    expect(seen.data.records.map(({ id }) => id).sort()).toEqual([mine, below].sort());
    expect(
      (await server.call('busmodel.workGroup.list', { keyword: '看' }, admin)).data.total,
    ).toBe(3);
    expect((await detail(not, user)).error.reason).toBe('WORK_GROUP_UNKNOWN');
    expect((await server.call('busmodel.instance.list', { groupId: not }, user)).data.total).toBe(
      0,
    );
    expect((await create({ name: '越权' }, user)).error.reason).toBe('FORBIDDEN');
  });

  it('keeps the roles it counts on', async () => {
    const role = (await server.call('upm.roleMenu.save', { kind: 'role', title: '组员' }, admin))
      .data.id;
    await made({ name: '靠角色', members: { roleIds: [role] } });
    expect((await server.call('upm.roleMenu.delete', { id: role }, admin)).msg).toBe(
      '角色“组员”还有工作组“靠角色”在用，不能删除',
    );
  });
});
