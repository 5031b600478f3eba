import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgNode } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let admin: Auth;
let user: Auth;
beforeAll(async () => {
  server = await testServer();
  [admin, user] = [await server.signIn('admin'), await server.signIn('user')];
});
afterAll(() => server?.close());

const tree = async (as = admin): Promise<OrgNode> =>
  (await server.call('upm.org.tree', {}, as)).data[0]!;
const all = (node: OrgNode): OrgNode[] => [node, ...node.children.flatMap(all)];
const named = async (title: string): Promise<OrgNode> =>
  all(await tree()).find((node) => node.title === title)!;
const add = async (title: string, parentId = '-1') =>
  (await server.call('upm.org.addOrgGroup', { title, parentId }, admin)).data.id;
const move = async (id: string, parentId: string, beforeId: string | null = null) => {
  const { data } = await server.call('upm.org.detailOrgGroup', { id }, admin);
  return server.call(
    'upm.org.updateOrgGroup',
    { id, version: data.version, parentId, beforeId },
    admin,
  );
};

describe('the tree of departments', () => {
  it('counts the people in a department, and those below it, each once', async () => {
    const sales = await named('销售中心');
    expect(sales.total).toBe(
      sales.count + sales.children.reduce((sum, node) => sum + node.total, 0),
    );
    const [east, south] = sales.children as [OrgNode, OrgNode];
    const [someone] = (await server.db.readTenant<{ user_id: string }>(
      server.demo,
      'select user_id from upm.user_dept where tenant_id = $1 and dept_id = $2',
      [server.demo.tenant.id, east.id],
    )) as [{ user_id: string }];
    await server.db.withTenant(server.demo, (tx) =>
      tx.run(
        'insert into upm.user_dept (tenant_id, user_id, dept_id, is_main) values ($1, $2, $3, false)',
        [server.demo.tenant.id, someone.user_id, south.id],
      ),
    );
    expect(await named('华南销售部')).toMatchObject({ total: south.total + 1 });
    expect(await named('销售中心')).toMatchObject({ total: sales.total });
  });
  it('is made, renamed and listed in its order', async () => {
    const id = await add('法务部');
    expect((await tree()).children.at(-1)).toMatchObject({
      id,
      title: '法务部',
      parentId: '-1',
      version: 1,
    });
    const renamed = await server.call(
      'upm.org.updateOrgGroup',
      { id, version: 1, title: '  法务 合规部 ' },
      admin,
    );
    expect(renamed.data).toEqual({ id, version: 2, moved: null });
    const [first] = (await tree()).children as [OrgNode];
    await move(id, '-1', first.id);
    expect((await tree()).children.slice(0, 2).map((node) => node.title)).toEqual([
      '法务 合规部',
      first.title,
    ]);
  });
  it('says where a moved department was, so that it can be moved back', async () => {
    const [from, to] = [await add('撤销甲'), await add('撤销乙')];
    const [a, b] = [await add('第一', from), await add('第二', from)];
    const { moved } = (await move(a, to)).data;
    expect(moved).toEqual({
      title: '第一',
      into: '撤销乙',
      back: { id: a, parentId: from, beforeId: b },
    });
    expect((await server.call('upm.org.updateOrgGroup', moved!.back, admin)).code).toBe(200);
    expect((await named('撤销甲')).children.map(({ title }) => title)).toEqual(['第一', '第二']);
  });
  it('counts in the organisation whom its list shows: not who was invited or switched off', async () => {
    const id = await add('点名部');
    await server.call(
      'upm.userOrg.inviteuser',
      { people: [{ realName: '未到', email: 'rollcall@huozi.example' }], deptIds: [id] },
      admin,
    );
    await server.call('upm.userOrg.addUserOrg', { userIds: [admin.userid], orgId: id }, admin);
    const shown = async (active: boolean) =>
      all((await server.call('upm.org.tree', { active }, admin)).data[0]!).find(
        (node) => node.id === id,
      )!.total;
    expect([await shown(false), await shown(true)]).toEqual([2, 1]);
    expect((await server.call('upm.org.detailOrgGroup', { id }, admin)).data).toMatchObject({
      total: 2,
      active: 1,
      activeTotal: 1,
    });
    const list = await server.call('upm.userOrg.pageUserOrgByCnd', { deptIds: [id] }, admin);
    expect(list.data.total).toBe(1);
  });
  it('takes no name twice among siblings, none empty and none with a slash', async () => {
    const parentId = await add('项目部');
    await add('一组', parentId);
    const refused = async (title: string) =>
      (await server.call('upm.org.addOrgGroup', { title, parentId }, admin)).error.reason;
    expect(await Promise.all(['一组', ' ', 'a/b', '长'.repeat(51)].map(refused))).toEqual([
      'NAME_TAKEN',
      'NAME_EMPTY',
      'DEPT_TITLE',
      'NAME_TOO_LONG',
    ]);
  });
  it('is never below itself, also when two people drag at the same moment', async () => {
    const [a, b] = [await add('甲'), await add('乙')];
    expect((await move(a, a)).error.reason).toBe('DEPT_CIRCLE');
    const both = await Promise.all([move(a, b), move(b, a)]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect(all(await tree()).filter((node) => node.id === a || node.id === b)).toHaveLength(2);
  });
  it('goes no deeper than the screen draws', async () => {
    let parentId = '-1';
    for (let level = 1; level <= 31; level++) parentId = await add(`第${level}级`, parentId);
    expect(
      (await server.call('upm.org.addOrgGroup', { title: '太深', parentId }, admin)).error.reason,
    ).toBe('DEPT_TOO_DEEP');
    const pair = await add('带下级');
    await add('下级', pair);
    const line = (await server.call('upm.org.detailOrgGroup', { id: parentId }, admin)).data.path;
    expect((await move(pair, line[29]!.id)).error.reason).toBe('DEPT_TOO_DEEP');
  });
  it('shows who changed it first', async () => {
    const id = await add('版本部');
    await server.call('upm.org.updateOrgGroup', { id, version: 1, title: '版本一部' }, admin);
    expect(
      (await server.call('upm.org.updateOrgGroup', { id, version: 1, title: '版本二部' }, admin))
        .error,
    ).toMatchObject({ reason: 'STALE_VERSION', current: { title: '版本一部', version: 2 } });
  });
  it('deletes only what is empty, and says why not', async () => {
    const sales = await named('销售中心');
    const refused = await server.call('upm.org.deleteOrgGroup', { id: sales.id }, admin);
    expect(refused.msg).toMatch(/“销售中心”还有 4 个下级部门、\d+ 名成员，不能删除/);
    const id = await add('临时部');
    expect((await server.call('upm.org.deleteOrgGroup', { id }, admin)).data).toEqual({ id });
    expect((await server.call('upm.org.detailOrgGroup', { id }, admin)).error.reason).toBe(
      'DEPT_UNKNOWN',
    );
  });
  it('has leaders, in the order given', async () => {
    const id = await add('有人带的部门');
    const [first, second, off] = [
      ...server.demo.userIds.slice(0, 2),
      server.demo.userIds.at(-1),
    ] as [string, string, string];
    await server.call(
      'upm.org.updateOrgGroup',
      { id, version: 1, ownerIds: [second, first] },
      admin,
    );
    expect(
      (await server.call('upm.org.getOrgGroupOwnerById', { id }, user)).data.map(
        (owner) => owner.id,
      ),
    ).toEqual([second, first]);
    expect((await server.call('upm.org.detailOrgGroup', { id }, user)).data).toMatchObject({
      ownerIds: [second, first],
      pathText: '有人带的部门',
    });
    expect(
      (await server.call('upm.org.updateOrgGroup', { id, version: 2, ownerIds: ['nobody'] }, admin))
        .error.reason,
    ).toBe('MEMBER_UNKNOWN');
    await server.call('upm.region.active', { userIds: [off], active: false }, admin);
    expect(
      (await server.call('upm.org.updateOrgGroup', { id, version: 2, ownerIds: [off] }, admin))
        .error.reason,
    ).toBe('MEMBER_UNKNOWN');
    await server.call('upm.region.active', { userIds: [off], active: true }, admin);
  });
});

describe('rights and companies', () => {
  it('lets a member look and change nothing', async () => {
    expect((await tree(user)).children.length).toBeGreaterThan(5);
    const id = (await tree()).children[0]!.id;
    const tried = await Promise.all([
      server.call('upm.org.addOrgGroup', { title: '私设部门' }, user),
      server.call('upm.org.updateOrgGroup', { id, version: 1, title: 'x' }, user),
      server.call('upm.org.deleteOrgGroup', { id }, user),
    ]);
    expect(tried.map(({ code }) => code)).toEqual([403, 403, 403]);
  });
  it('answers another company’s department like one that never was', async () => {
    const { auth } = await server.newTenant('org-other');
    const own = (await tree()).children[0]!.id;
    for (const id of [own, 'never-was']) {
      expect((await server.call('upm.org.detailOrgGroup', { id }, auth)).error.reason).toBe(
        'DEPT_UNKNOWN',
      );
      expect(
        (await server.call('upm.org.updateOrgGroup', { id, version: 1, title: 'x' }, auth)).error
          .reason,
      ).toBe('DEPT_UNKNOWN');
      expect((await server.call('upm.org.deleteOrgGroup', { id }, auth)).error.reason).toBe(
        'DEPT_UNKNOWN',
      );
      expect(
        (await server.call('upm.org.addOrgGroup', { title: 'x', parentId: id }, auth)).error.reason,
      ).toBe('DEPT_UNKNOWN');
      expect(
        (await server.call('upm.org.getOrgGroupOwnerByIds', { ids: [id] }, auth)).data,
      ).toEqual([]);
      expect((await server.call('upm.org.listOrgByIds', { ids: [id] }, auth)).data).toEqual([]);
    }
    expect((await server.call('upm.org.tree', {}, auth)).data[0]).toMatchObject({
      children: [],
      total: 1,
      count: 1,
    });
  });
});
