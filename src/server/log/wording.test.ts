import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, type Call } from '../../contract/index.ts';
import { sampleOf } from '../../../tests/permission/sampler.ts';
import { testServer, type Auth, type TestServer } from '../testing.ts';
import { Wordings } from './index.ts';
import { aboutText, changeText, subjectsOf } from './wording.ts';

const MAX_THINGS = 200;

let server: TestServer;
let admin: Auth;
beforeAll(async () => {
  server = await testServer();
  admin = await server.signIn('admin');
});
afterAll(() => server.close());

const newest = async (as = admin) =>
  (await server.call('log.operationLog.search', { size: 1 }, as)).data.records[0]!;
const people = async (n: number) =>
  (
    await server.call('upm.sysUser.userPageList', { states: ['active'], size: 50 }, admin)
  ).data.records
    .filter(({ isAdmin }) => !isAdmin)
    .slice(0, n);

const operations = (calls as readonly Call[]).filter(({ operation }) => operation);
/** Whose refused try names nothing, and why. */
const NOTHING_TO_NAME: Readonly<Record<string, string>> = {
  'upm.userOrg.importUser': 'the sheet has no name before it is read',
};

describe('every operation of the contract', () => {
  it.each(operations.map(({ id }) => [id]))(
    '%s says what is done and names its things before it is done',
    async (id) => {
      const call = operations.find((each) => each.id === id)!;
      const wording = server.db.state.of(Wordings).of(id);
      const sample = sampleOf(call, { all: true, text: () => undefined });
      const input = { ...(sample.body as object), ...sample.query, ...sample.params };
      const things = await server.db.withTenant(server.demo, (tx) =>
        wording!.things({ tx, input, userId: admin.userid, done: false }),
      );
      expect(wording!.deed(input, things)).toMatch(/\p{Script=Han}{2}/u);
      expect(wording!.deed(input, things)).not.toMatch(/undefined|或修改|或停用成员/);
      if (NOTHING_TO_NAME[id]) return;
      expect(things.length).toBeGreaterThan(0);
      expect(
        things.every(({ name, kind }) => name.length > 0 && /\p{Script=Han}/u.test(kind)),
      ).toBe(true);
    },
  );
  it('is one of some forty', () => {
    expect(operations.length).toBeGreaterThan(40);
  });
});

describe('a line shows', () => {
  it('who was switched off and on, by name', async () => {
    const [one, two] = await people(2);
    await server.call('upm.region.active', { userIds: [one!.id, two!.id], active: false }, admin);
    expect(await newest()).toMatchObject({
      summary: '停用成员',
      about: `成员 ${one!.realName}、${two!.realName}`,
      change: '状态：正常 → 已停用',
    });
    await server.call('upm.region.active', { userIds: [one!.id], active: true }, admin);
    expect(await newest()).toMatchObject({
      summary: '启用成员',
      change: '状态：已停用 → 正常',
      sentence: `顾望舒 启用成员：成员 ${one!.realName}。状态：已停用 → 正常`,
    });
    await server.call('upm.region.active', { userIds: [two!.id], active: true }, admin);
  });
  it('the member of a refused deactivation', async () => {
    const clerk = await server.call(
      'upm.roleMenu.save',
      { kind: 'role', title: '人事', functions: ['user.manage'] },
      admin,
    );
    const [one] = await people(1);
    await server.call(
      'upm.userRole.addRoleForSeveralUser',
      { roleId: clerk.data.id, userIds: [one!.id] },
      admin,
    );
    expect(await newest()).toMatchObject({
      summary: '给成员分配角色',
      about: `成员 ${one!.realName}；角色 人事`,
      change: expect.stringMatching(/^角色：.* → .*人事/) as string,
    });
    const { openSession } = await import('../upm/session/sessions.ts');
    const token = await server.db.withAnonymousTx((tx) =>
      openSession(tx, { userId: one!.id, tenantId: admin.tenant }, false),
    );
    const hr = { ...admin, token, userid: one!.id };
    expect(
      (await server.call('upm.region.active', { userIds: [admin.userid], active: false }, hr)).code,
    ).toBeGreaterThanOrEqual(400);
    expect(await newest()).toMatchObject({
      realName: one!.realName,
      result: 'failed',
      summary: '停用成员',
      about: '成员 顾望舒',
      sentence: expect.stringContaining('没有做成') as string,
    });
    await server.call(
      'upm.userRole.deleteUserRole',
      { roleId: clerk.data.id, userIds: [one!.id] },
      admin,
    );
    await server.call('upm.roleMenu.delete', { id: clerk.data.id }, admin);
    expect(await newest()).toMatchObject({ summary: '删除角色', about: '角色 人事' });
  });
  it('what became of a department: made, renamed, moved, led, deleted', async () => {
    const { id } = (await server.call('upm.org.addOrgGroup', { title: '审计部' }, admin)).data;
    expect(await newest()).toMatchObject({ summary: '新建部门', about: '部门 审计部' });
    await server.call('upm.org.updateOrgGroup', { id, title: '内审部' }, admin);
    expect(await newest()).toMatchObject({ summary: '部门改名', change: '名称：审计部 → 内审部' });
    const above = (await server.call('upm.org.addOrgGroup', { title: '总部' }, admin)).data;
    await server.call('upm.org.updateOrgGroup', { id, parentId: above.id }, admin);
    expect(await newest()).toMatchObject({
      summary: '移动部门',
      about: '部门 内审部',
      change: '上级部门：最上级 → 总部',
    });
    const [one] = await people(1);
    await server.call('upm.userOrg.createGroupOwner', { orgId: id, userIds: [one!.id] }, admin);
    expect(await newest()).toMatchObject({
      summary: '设置部门负责人',
      change: `负责人：（空） → ${one!.realName}`,
    });
    await server.call('upm.org.deleteOrgGroup', { id: above.id }, admin);
    expect(await newest()).toMatchObject({
      result: 'failed',
      summary: '删除部门',
      about: '部门 总部',
    });
    await server.call('upm.org.deleteOrgGroup', { id }, admin);
    expect(await newest()).toMatchObject({ result: 'ok', about: '部门 内审部' });
  });
  it('a parameter, a dictionary item, the invite link and an export', async () => {
    await server.call('system.param.submit', { key: 'invite.validDays', value: 9 }, admin);
    expect(await newest()).toMatchObject({
      summary: '修改系统参数',
      change: expect.stringMatching(/^值：.*→ 9/) as string,
    });
    await server.call(
      'system.param.submit',
      { key: 'pay.apiSecret', name: '支付密钥', value: 'hush' },
      admin,
    );
    const secret = await newest();
    expect(secret).toMatchObject({ summary: '新建系统参数', about: '系统参数 支付密钥' });
    expect(JSON.stringify(secret)).not.toContain('hush');
    await server.call('system.dict.submit', { code: 'auditKind', name: '审计类别' }, admin);
    await server.call(
      'system.dict.submit',
      { pcode: 'auditKind', code: 'cash', name: '现金' },
      admin,
    );
    expect(await newest()).toMatchObject({
      summary: '新建字典项',
      about: '字典项 现金；字典 审计类别',
    });
    await server.call('upm.region.inviteLinkControl', { status: 1 }, admin);
    expect(await newest()).toMatchObject({
      summary: '启用企业邀请链接',
      change: expect.stringMatching(/^邀请链接：.* → 启用/) as string,
    });
    await server.inject({
      method: 'POST',
      url: '/log/loginLog/export',
      headers: admin,
      payload: { result: 'failed' },
    });
    expect(await newest()).toMatchObject({
      summary: '导出登录日志',
      about: '日志 登录日志（失败）',
    });
  });
  it('ids alone nowhere: what is not there is named so', async () => {
    await server.call(
      'upm.userRole.removeUserRole',
      { userId: 'nobody', roleIds: ['nothing'] },
      admin,
    );
    expect(await newest()).toMatchObject({
      result: 'failed',
      about: '成员 不存在的成员；角色 不存在的角色',
    });
  });
});

describe('many things in one line', () => {
  const things = (n: number, state: string) =>
    Array.from({ length: n }, (_, at) => ({
      kind: '成员',
      id: String(at),
      name: `人${at}`,
      facts: { 状态: state },
    }));
  it('are named up to a bound, and counted beyond it', () => {
    expect(subjectsOf(things(1_000, '正常'))).toHaveLength(MAX_THINGS);
    expect(aboutText(things(1_000, '正常'))).toMatch(/等 1000 项$/);
  });
  it('that changed alike are listed once', () => {
    expect(changeText(things(3, '正常'), things(3, '停用'))).toBe('状态：正常 → 停用');
    expect(changeText(things(3, '正常'), [...things(2, '停用'), things(3, '正常')[2]!])).toBe(
      '人0、人1：状态：正常 → 停用',
    );
    expect(changeText(things(3, '正常'), things(3, '正常'))).toBe('');
  });
});
