import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DescribeInput, Grants, InputOf, ObjectGrant } from '../../../contract/index.ts';
import type { TenantTx } from '../../kernel/index.ts';
import { jobDone, testServer, type Auth, type TestServer } from '../../testing.ts';
import { loadAccess, type LoadedAccess } from '../access/groups-of.ts';

let server: TestServer;
let [admin, builder, user] = [{} as Auth, {} as Auth, {} as Auth];
/** Where the user works, and the department above it. */
let [east, sales] = ['', ''];

const call: TestServer['call'] = (id, input, as = builder) => server.call(id, input, as);
const inTenant = <T>(work: (tx: TenantTx) => Promise<T>): Promise<T> =>
  server.db.withTenant({ tenant: server.demo.tenant }, work);
const changesOfRights = async (tx: TenantTx): Promise<number> => {
  const [row] = await tx.query<{ n: number }>(
    'select version::integer as n from upm.rights where tenant_id = $1',
    [tx.tenant.id],
  );
  return row?.n ?? 0;
};
const accessOf = (who: Auth): Promise<LoadedAccess> =>
  inTenant((tx) => loadAccess((text, values) => tx.query(text, values), tx.tenant, who.userid));
const grantsOf = async (who: Auth): Promise<Record<string, Grants['objects']>> =>
  Object.fromEntries(
    (await accessOf(who)).grants.map(({ groupName, objects }) => [groupName, { ...objects }]),
  );

type Made = InputOf<'bizmeta.authgroup.create'>;
const create = (given: Partial<Made> & { name: string }) =>
  call('bizmeta.authgroup.create', { scopeType: 'project', ...given });
async function made(given: Partial<Made> & { name: string }): Promise<string> {
  const { code, msg, data } = await create(given);
  if (code !== 200) throw new Error(`${given.name}: ${msg}`);
  return data.id;
}
const onJob = (grant: ObjectGrant, apiName = 'job'): Grants => ({ objects: { [apiName]: grant } });
const described = async (apiName: string) =>
  (await call('bizmeta.describe.detail', { apiName })).data;

beforeAll(async () => {
  server = await testServer();
  [admin, builder, user] = (await Promise.all(
    ['admin', 'builder', 'user'].map((account) => server.signIn(account)),
  )) as [Auth, Auth, Auth];
  await call('bizmeta.describe.create', {
    describe: {
      apiName: 'job',
      label: '工单',
      fields: [
        { apiName: 'name', label: '名称', type: 'text' },
        { apiName: 'cost', label: '费用', type: 'decimal' },
        { apiName: 'worker', label: '经办人', type: 'user' },
        {
          apiName: 'parts',
          label: '配件',
          type: 'subTable',
          fields: [{ apiName: 'price', label: '单价', type: 'decimal' }],
        },
      ],
    },
  });
  [east, sales] = await inTenant(async (tx) => {
    const [row] = await tx.query<{ id: string; parent: string }>(
      `select d.id, d.parent_id as parent from upm.user_dept u join upm.dept d on d.id = u.dept_id
        where u.user_id = $1`,
      [user.userid],
    );
    return [row!.id, row!.parent];
  });
});
afterAll(() => server?.close());

describe('an authority group', () => {
  it('gives what it grants to everyone below a department, in the names of today', async () => {
    const seller: ObjectGrant = {
      ops: ['view', 'edit', 'create'],
      scope: {
        view: 'deptAndSub',
        edit: { condition: 'worker = user.id and SUM(parts.price) < cost' },
        create: { depts: [east] },
      },
      fields: { cost: 'read', '*': 'write' },
    };
    const id = await made({
      name: '销售',
      scopeType: 'object',
      scopeId: 'job',
      members: { deptIds: [sales] },
      grants: onJob(seller),
    });
    expect(await grantsOf(user)).toEqual({ 销售: { job: seller } });
    expect(await grantsOf(builder)).toEqual({});
    expect((await accessOf(user)).closed).toEqual([]);
    expect(
      (await call('bizmeta.authgroup.config', { objectApiName: 'job', defaultAccess: 'none' }))
        .data,
    ).toEqual({ objectApiName: 'job', defaultAccess: 'none' });
    expect(await accessOf(user)).toMatchObject({ closed: ['job'], depts: [east] });

    const job = await described('job');
    const columns = job.fields.map((field) => ({
      ...field,
      ...(field.apiName === 'cost' && { apiName: 'amount' }),
      ...(field.apiName === 'parts' && {
        fields: field.fields!.map((each) => ({ ...each, apiName: 'each' })),
      }),
    }));
    const renamed = await call('bizmeta.describe.update', {
      describe: { ...job, apiName: 'task', fields: columns },
    });
    expect(renamed.code).toBe(200);
    const now = {
      ...seller,
      scope: {
        ...seller.scope,
        edit: { condition: 'worker = user.id and sum(parts.each) < amount' },
      },
      fields: { amount: 'read', '*': 'write' },
    };
    expect(await grantsOf(user)).toEqual({ 销售: { task: now } });
    const { groups, objects } = (await call('bizmeta.authgroup.list', { objectApiName: 'task' }))
      .data;
    expect(groups).toMatchObject([
      { id, scopeId: 'task', version: 2, grants: { objects: { task: now } } },
    ]);
    expect(objects).toEqual([{ apiName: 'task', label: '工单', defaultAccess: 'none', views: [] }]);
  });

  it('goes by the new name of a field that its condition reads through a lookup', async () => {
    const field = (apiName: string, label: string, more: object = {}) =>
      ({ apiName, label, type: 'text', ...more }) as never;
    const region = field('region', '区域');
    await call('bizmeta.describe.create', {
      describe: { apiName: 'site', label: '工地', fields: [field('name', '名'), region] },
    });
    const at = field('at', '所在', { type: 'lookup', refObject: 'site' });
    await call('bizmeta.describe.create', {
      describe: { apiName: 'visit', label: '走访', fields: [field('name', '名'), at] },
    });
    const condition = "at.region = 'east'";
    const grants = onJob({ ops: ['view'], scope: { view: { condition } } }, 'visit');
    const id = await made({ name: '华东走访', grants });
    const site = await described('site');
    const inUse = site.fields.find(({ apiName }) => apiName === 'region')!;
    const uses = await call('bizmeta.describe.fieldUses', { apiName: 'site', id: inUse.id });
    expect(uses.data.text).toBe('授权组“华东走访”');
    const change = (given: object, version: number) =>
      call('bizmeta.describe.update', {
        describe: {
          apiName: 'site',
          label: '工地',
          version,
          fields: [{ id: inUse.id, label: '区域', type: 'text', ...given }],
        },
      });
    expect((await change({ apiName: 'area' }, 1)).msg).toBe('ok');
    const listed = (await call('bizmeta.authgroup.list', { scopeType: 'project' })).data.groups;
    expect(listed.find((group) => group.id === id)!.grants.objects['visit']!.scope).toEqual({
      view: { condition: "at.area = 'east'" },
    });
    expect(await change({ apiName: 'area', removed: true }, 2)).toMatchObject({
      code: 400,
      msg: expect.stringContaining('授权组“华东走访”的条件'),
    });
    await call('bizmeta.authgroup.remove', { id });
  });

  it('keeps the field a condition needs, and what was said of one that comes back', async () => {
    const task = await described('task');
    const remove = (name: string, gone = true) =>
      changed({ fields: task.fields.filter((field) => field.apiName === name) }, gone);
    const changed = async (given: Pick<DescribeInput, 'fields'>, removed: boolean) =>
      call('bizmeta.describe.update', {
        describe: {
          apiName: 'task',
          label: '工单',
          version: (await described('task')).version,
          fields: given.fields.map((field) => ({ ...field, removed })),
        },
      });
    const { id: field } = task.fields.find(({ apiName }) => apiName === 'amount')!;
    const uses = await call('bizmeta.describe.fieldUses', { apiName: 'task', id: field });
    expect(uses.data).toMatchObject({ count: 1, text: '授权组“销售”' });
    expect(await remove('amount')).toMatchObject({
      code: 400,
      msg: expect.stringContaining('授权组“销售”的条件'),
    });
    const id = await made({
      name: '隐藏',
      grants: onJob({ ops: ['view'], fields: { name: 'none', worker: 'none' } }, 'task'),
    });
    expect((await remove('name')).code).toBe(200);
    const grants = onJob({ ops: ['view'], fields: { worker: 'read' } }, 'task');
    expect((await call('bizmeta.authgroup.update', { id, grants })).data.grants).toEqual(grants);
    expect((await remove('name', false)).code).toBe(200);
    const [listed] = (await call('bizmeta.authgroup.list', { scopeType: 'project' })).data.groups;
    expect(listed!.grants.objects['task']!.fields).toEqual({ name: 'none', worker: 'read' });
    await call('bizmeta.authgroup.remove', { id });
  });

  it('names everything wrong by its path', async () => {
    const grants: Grants = {
      objects: {
        nope: { ops: ['view'] },
        task: {
          ops: ['view', 'edit', 'delete'],
          scope: {
            view: { condition: 'amount > ' },
            edit: { condition: 'amount + 1' },
            delete: { condition: 'boss.id = user.id' },
            print: { depts: [east, 'nowhere'] },
          },
          fields: { secret: 'read', createdAt: 'none' },
        },
      },
    };
    const { code, error } = await create({ name: '错', grants });
    const at = '/grants/objects/task';
    expect(code).toBe(400);
    expect(error.errors?.map(({ path }) => path).toSorted()).toEqual([
      '/grants/objects/nope',
      `${at}/fields/createdAt`,
      `${at}/fields/secret`,
      `${at}/scope/delete/condition`,
      `${at}/scope/edit/condition`,
      `${at}/scope/print/depts`,
      `${at}/scope/view/condition`,
    ]);
    const members = { userIds: ['nobody', user.userid], roleIds: ['none'] };
    const strangers = await create({ name: '生人', members });
    expect(strangers.error.errors?.map(({ path }) => path)).toEqual([
      '/members/userIds',
      '/members/roleIds',
    ]);
    expect(await create({ name: ' ' })).toMatchObject({
      code: 400,
      error: { reason: 'NAME_EMPTY' },
    });
    expect(await create({ name: '别处', scopeType: 'object', scopeId: 'nope' })).toMatchObject({
      code: 404,
    });
    expect(await create({ name: '别处', scopeType: 'app', scopeId: 'x' })).toMatchObject({
      code: 404,
    });
    const { groups } = (await call('bizmeta.authgroup.list', {})).data;
    expect(groups.map(({ name }) => name)).toEqual(['销售']);
  });

  it('is changed from the version that was read, under a name of its own', async () => {
    const id = await made({ name: '财务' });
    expect((await create({ name: '财务' })).error).toMatchObject({ reason: 'NAME_TAKEN' });
    await made({ name: '财务', scopeType: 'object', scopeId: 'task' });
    const grants = onJob({ ops: ['view'] }, 'task');
    const { data } = await call('bizmeta.authgroup.update', { id, version: 1, grants });
    expect(data).toMatchObject({ version: 2, grants, enabled: true, members: { userIds: [] } });
    const stale = await call('bizmeta.authgroup.update', { id, version: 1, name: '会计' });
    expect(stale).toMatchObject({
      code: 409,
      error: { reason: 'STALE_VERSION', current: { version: 2, grants } },
    });
    await call('bizmeta.authgroup.memberUpdate', { id, members: { userIds: [user.userid] } });
    expect(await grantsOf(user)).toHaveProperty('财务');
    await call('bizmeta.authgroup.update', { id, enabled: false });
    expect(await grantsOf(user)).not.toHaveProperty('财务');
    await call('bizmeta.authgroup.update', { id, enabled: true, members: {}, type: 'default' });
    expect(await grantsOf(builder)).toHaveProperty('财务');
    expect(await call('bizmeta.authgroup.remove', { id, version: 1 })).toMatchObject({ code: 409 });
    expect((await call('bizmeta.authgroup.remove', { id })).code).toBe(200);
    expect(await call('bizmeta.authgroup.remove', { id })).toMatchObject({ code: 404 });
    const log = await server.call('log.operationLog.search', { search: '授权组 销售' }, admin);
    expect(log.data.records[0]!.sentence).toBe(
      '陆知行 新建授权组：授权组 销售。名称：销售；范围：对象“工单”；成员：销售中心；状态：启用；授权的对象：工单；' +
        '“工单”的权限：可查看本部门及下级的，可新建华东销售部的，' +
        '可编辑符合条件（经办人 等于 当前用户，并且 单价之和 小于 费用）的；“费用”只读',
    );
  });
});

describe('the overview', () => {
  it('counts who sees an object by a preset, and names who is in no group', async () => {
    const before = (await call('bizmeta.authgroup.overview', {})).data;
    const bad = await create({ name: '全员', preset: 'nothing' });
    expect(bad.error).toMatchObject({ reason: 'AUTH_GROUP_SETTING' });
    const id = await made({
      name: '全员',
      scopeType: 'object',
      scopeId: 'task',
      type: 'default',
      preset: 'viewAll',
    });
    const { data } = await call('bizmeta.authgroup.overview', {});
    const task = data.objects.find(({ apiName }) => apiName === 'task')!;
    expect(task).toMatchObject({ readers: data.members, readsAll: data.members });
    expect([before.members > 0, data.idle]).toEqual([true, { total: 0, people: [] }]);
    const one = (await call('bizmeta.authgroup.list', { id })).data;
    expect([one.groups.length, one.objects[0]?.apiName, one.names]).toEqual([1, 'task', []]);
    expect((await server.call('bizmeta.authgroup.overview', {}, user)).code).toBe(403);
    await call('bizmeta.authgroup.remove', { id });
  });
});

describe('its members', () => {
  const grants: Grants = onJob({ ops: ['view'] }, 'task');
  it('are people, roles, work groups and everyone in them, for as long as they are', async () => {
    const role = (await server.call('upm.roleMenu.save', { kind: 'role', title: '质检员' }, admin))
      .data.id;
    const team = (
      await server.call(
        'busmodel.workGroup.create',
        { name: '巡检组', members: { deptIds: [sales] } },
        admin,
      )
    ).data.id;
    await made({ name: '按人', members: { userIds: [user.userid, builder.userid] }, grants });
    await made({ name: '按角色', members: { roleIds: [role] }, grants });
    await made({ name: '按工作组', members: { workGroupIds: [team] }, grants });
    const names = async (who: Auth) => Object.keys(await grantsOf(who)).toSorted();
    expect(await names(builder)).toEqual(['按人']);
    expect(await names(user)).toEqual(['按人', '按工作组', '销售'].toSorted());
    await server.call(
      'upm.userRole.addRoleForSeveralUser',
      { userIds: [user.userid], roleId: role },
      admin,
    );
    expect(await names(user)).toContain('按角色');
    await server.call(
      'upm.userRole.deleteUserRole',
      { userIds: [user.userid], roleId: role },
      admin,
    );
    expect(await names(user)).not.toContain('按角色');

    const gone = await Promise.all([
      server.call('upm.roleMenu.delete', { id: role }, admin),
      server.call('busmodel.workGroup.renovate', { id: team, version: 1, deleted: true }, admin),
      server.call('upm.org.deleteOrgGroup', { id: sales }, admin),
    ]);
    expect(gone.map(({ code, msg }) => [code, msg])).toEqual([
      [400, expect.stringContaining('授权组“按角色”')],
      [400, expect.stringContaining('授权组“按工作组”')],
      [400, expect.stringContaining('授权组“销售”')],
    ]);
  });

  it('are those who work here: who leaves is in no group, nor when they come back', async () => {
    const [colleague] = await inTenant((tx) =>
      tx.query<{ id: string }>(
        `select user_id as id from upm.member m where m.superior_id = $1 and not exists (select
          from upm.member o where o.superior_id = m.user_id) limit 1`,
        [user.userid],
      ),
    );
    const userIds = [colleague!.id];
    const id = await made({ name: '同事', members: { userIds }, grants });
    expect((await accessOf(user)).subordinates).toContain(colleague!.id);
    const left = await server.call(
      'upm.userOrg.removeByUserId',
      { userId: colleague!.id, toUserId: admin.userid },
      admin,
    );
    expect(left.msg).toBe('ok');
    await jobDone(server, left.data.jobId, admin);
    const again = await call('bizmeta.authgroup.memberUpdate', { id, members: { userIds } });
    expect(again.error.errors).toMatchObject([{ path: '/members/userIds' }]);
    const { groups } = (await call('bizmeta.authgroup.list', { objectApiName: 'task' })).data;
    expect(groups.find((group) => group.id === id)!.members.userIds).toEqual([]);
  });
});

describe('a group of an application', () => {
  it('grants only on objects that are in it', async () => {
    const app = (await call('bizmeta.app.save', { name: '工单管理' })).data.id;
    const grants = onJob({ ops: ['view', 'export'] }, 'task');
    const place = { scopeType: 'app', scopeId: app } as const;
    expect(await create({ ...place, name: '应用组', grants })).toMatchObject({ code: 400 });
    const move = async (appId: string | null) => {
      const { version, label } = await described('task');
      return call('bizmeta.describe.update', {
        describe: { apiName: 'task', label, version, appId, fields: [] },
      });
    };
    expect((await move(app)).code).toBe(200);
    await made({ ...place, name: '应用组', type: 'default', grants });
    expect(await grantsOf(builder)).toHaveProperty('应用组');
    const listed = (await call('bizmeta.authgroup.list', place)).data;
    expect(listed.objects.map(({ apiName }) => apiName)).toEqual(['task']);
    expect(listed.groups).toMatchObject([{ name: '应用组', type: 'default', grants }]);
    await move(null);
    expect(await grantsOf(builder)).not.toHaveProperty('应用组');

    const copy = (await call('bizmeta.describe.copy', { apiName: 'task' })).data;
    expect((await accessOf(user)).closed.toSorted()).toEqual(['task', copy.apiName].toSorted());
    for (const apiName of [copy.apiName, 'task'])
      await call('bizmeta.describe.delete', { apiName });
    expect(await accessOf(user)).toMatchObject({ closed: [], grants: [] });
    await call('bizmeta.app.delete', { id: app, name: '工单管理' });
    expect((await call('bizmeta.bin.empty', {})).code).toBe(200);
    const { groups } = (await call('bizmeta.authgroup.list', {})).data;
    expect(groups.map(({ name }) => name)).toEqual(['按人', '按角色', '按工作组', '同事']);
  });
});

describe('a change of who may do what', () => {
  it('is counted once a transaction, when it is committed', async () => {
    const before = await inTenant(changesOfRights);
    // Two long imports side by side: neither waits for the other before it is done.
    let written = 0;
    let release = (): void => undefined;
    const both = new Promise<void>((resolve) => (release = resolve));
    const imports = ['甲', '乙'].map((name) =>
      inTenant(async (tx) => {
        await tx.run(
          `insert into upm.dept (tenant_id, id, title)
            select $1, $2 || i, $2 || i from generate_series(1, 1000) i`,
          [tx.tenant.id, name],
        );
        if (++written === 2) release();
        await both;
      }),
    );
    await Promise.all(imports);
    expect(await inTenant(changesOfRights)).toBe(before + 2);
    expect((await accessOf(user)).rights).toBe(before + 2);
  });

  it('has at most 500 groups a company, of its own only', async () => {
    const other = await server.newTenant('other-authority');
    const [mine] = (await call('bizmeta.authgroup.list', {})).data.groups;
    expect((await server.call('bizmeta.authgroup.list', {}, other.auth)).data.groups).toEqual([]);
    const taken = { id: mine!.id, name: '别家' };
    expect(await server.call('bizmeta.authgroup.update', taken, other.auth)).toMatchObject({
      code: 404,
    });
    const strangers = { name: '别家', members: { userIds: [user.userid], deptIds: [east] } };
    const refused = await server.call(
      'bizmeta.authgroup.create',
      { scopeType: 'project', ...strangers },
      other.auth,
    );
    expect(refused.error.errors).toHaveLength(2);
    await inTenant((tx) =>
      tx.run(
        `insert into bizmeta.authority_group (tenant_id, id, scope_type, name, ord, created_by,
          updated_by) select $1, gen_random_uuid(), 'project', 'g' || i, i, '', ''
          from generate_series(1, 496) i`,
        [tx.tenant.id],
      ),
    );
    expect(await create({ name: '最后' })).toMatchObject({
      code: 400,
      msg: expect.stringContaining('最多 500 个'),
    });
  });
});
