import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallId, DataOf, InputOf } from '../../src/contract/index.ts';
import type { TenantRef } from '../../src/server/kernel/index.ts';
import { testServer, type Auth, type TestServer } from '../../src/server/testing.ts';
import { holds } from '../../src/server/upm/identity/sign-in.testing.ts';
import { newMember } from './members.ts';

/**
 * Functions about people give no data to who has them: 人事 manages people, departments, roles and
 * work groups of the whole company, 委派 people and departments below 财务部. Both do it for others,
 * neither for himself.
 */
let server: TestServer;
let tenant: TenantRef;
let [admin, hr, delegate, clerk]: Auth[] = [];
let [staff, money, cash] = ['', '', ''];
let accountant = '';
let team = '';

const told = (id: CallId, input: object, as: Auth) => server.call(id, input as never, as);
async function made<I extends CallId>(id: I, input: InputOf<I>, as: Auth): Promise<DataOf<I>> {
  const answer = await server.call(id, input, as);
  expect(answer.error?.errors ?? answer.msg).toBe('ok');
  return answer.data;
}
const dept = async (title: string, parentId: string | null = null): Promise<string> =>
  (await made('upm.org.addOrgGroup', { title, parentId }, admin!)).id;
const role = async (title: string, functions: InputOf<'upm.roleMenu.save'>['functions'] = []) =>
  (await made('upm.roleMenu.save', { kind: 'role', title, functions }, admin!)).id;
const versionOf = async ({ userid: userId }: Auth): Promise<number> =>
  (await made('upm.userOrg.detailUserInfo', { userId }, admin!)).version;

beforeAll(async () => {
  server = await testServer();
  ({ tenant, auth: admin } = await server.newTenant('own-gain'));
  staff = await dept('人事部');
  money = await dept('财务部');
  cash = await dept('出纳组', money);
  hr = await newMember(server, tenant, '人事', { deptIds: [staff] });
  delegate = await newMember(server, tenant, '委派', { deptIds: [staff] });
  clerk = await newMember(server, tenant, '出纳', { deptIds: [cash] });
  accountant = await role('会计');
  const managing = await role('管人', [
    'org.manage',
    'user.manage',
    'role.manage',
    'workGroup.manage',
  ]);
  const given = { roleId: managing, userIds: [hr.userid] };
  await made('upm.userRole.addRoleForSeveralUser', given, admin);
  ({ id: team } = await made('busmodel.workGroup.create', { name: '审计' }, admin));
  await made(
    'upm.delegation.appoint',
    {
      userIds: [delegate.userid],
      deptIds: [money],
      functions: ['user.edit', 'user.password', 'user.leave', 'org.edit', 'org.move'],
    },
    admin,
  );
});
afterAll(() => server?.close());

/** Each way in which someone may come by more data, done for this member. */
const ways = async (who: Auth): Promise<[string, CallId, object][]> => {
  const userIds = [who.userid];
  const below = await newMember(server, tenant, `下属${Math.random()}`, { deptIds: [cash] });
  const reports = { userId: below.userid, version: await versionOf(below), superiorId: who.userid };
  const roles = { userId: who.userid, version: await versionOf(who), roleIds: [accountant] };
  const { version } = await made('busmodel.workGroup.detail', { id: team }, admin!);
  const contact = `${Math.random()}@huozi.example`;
  return [
    ['a role', 'upm.userRole.addRoleForSeveralUser', { roleId: accountant, userIds }],
    ['a role, as a member', 'upm.userOrg.updateUser', roles],
    ['a department', 'upm.userOrg.addUserOrg', { orgId: money, userIds }],
    ['a department led', 'upm.userOrg.createGroupOwner', { orgId: cash, userIds }],
    ['leaders of one', 'upm.org.updateOrgGroup', { id: cash, ownerIds: userIds }],
    [
      'a new one led',
      'upm.org.addOrgGroup',
      { title: `新${Math.random()}`, parentId: money, ownerIds: userIds },
    ],
    ['a subordinate', 'upm.userOrg.updateUser', reports],
    [
      'a new subordinate',
      'upm.userOrg.inviteuser',
      { people: [{ realName: '新人', email: contact }], deptIds: [cash], superiorId: who.userid },
    ],
    ['a work group', 'busmodel.workGroup.renovate', { id: team, version, members: { userIds } }],
    [
      'a work group of his department',
      'busmodel.workGroup.renovate',
      { id: team, version, members: { deptIds: [staff] } },
    ],
    [
      'a new work group',
      'busmodel.workGroup.create',
      { name: `组${Math.random()}`, members: { userIds } },
    ],
  ];
};

it('who manages people brings himself into no role, work group, department or position', async () => {
  for (const [what, id, input] of await ways(hr!)) {
    const { error } = await told(id, input, hr!);
    expect(error?.reason, what).toBe('OWN_RIGHTS');
  }
  const { roles, leads, subordinateCount } = await made(
    'upm.userOrg.detailUserInfo',
    { userId: hr!.userid },
    admin!,
  );
  expect([roles.map(({ roleName }) => roleName), leads, subordinateCount]).toEqual([
    expect.not.arrayContaining(['会计']),
    [],
    0,
  ]);
});

it('does all of it for others, and an administrator for himself', async () => {
  for (const by of [hr!, admin!]) {
    const about = by === admin ? admin! : await newMember(server, tenant, `同事${Math.random()}`);
    for (const [what, id, input] of await ways(about)) {
      // What was done before has changed the version.
      if (what.includes('work group') && !what.includes('new')) continue;
      const now = 'version' in input ? { ...input, version: await versionOf(about) } : input;
      const answer = await told(id, what === 'a subordinate' ? input : now, by);
      expect(answer.error?.reason ?? answer.msg, what).toBe('ok');
    }
  }
});

it('a department does not come below one that its mover works in or leads', async () => {
  const audit = await dept('审计部');
  const moved = { id: audit, parentId: staff };
  expect((await told('upm.org.updateOrgGroup', moved, hr!)).error?.reason).toBe('OWN_RIGHTS');
  await made('upm.org.updateOrgGroup', { id: audit, parentId: money }, hr!);
});

it('a delegated administrator makes himself neither leader nor superior, nor takes over what another leaves', async () => {
  const userIds = [delegate!.userid];
  const lead = { orgId: cash, userIds };
  // Who works elsewhere is not among the members he manages; in a department of his he is.
  await made('upm.userOrg.addUserOrg', { orgId: money, userIds }, admin!);
  expect((await told('upm.userOrg.createGroupOwner', lead, delegate!)).error?.reason).toBe(
    'OWN_RIGHTS',
  );
  const version = await versionOf(clerk!);
  const reports = { userId: clerk!.userid, version, superiorId: delegate!.userid };
  expect((await told('upm.userOrg.updateUser', reports, delegate!)).error?.reason).toBe(
    'OWN_RIGHTS',
  );
  const heir = { userId: clerk!.userid, toUserId: delegate!.userid };
  await made('upm.userOrg.createGroupOwner', { orgId: cash, userIds: [clerk!.userid] }, admin!);
  for (const id of ['upm.userOrg.removeByUserId', 'bpm.work.transferUpdate'] as const)
    expect((await told(id, heir, delegate!)).error?.reason, id).toBe('OWN_RIGHTS');
});

it('a password or a new address is given by administrators alone, a link sent by who helps', async () => {
  const reset = { userId: clerk!.userid };
  for (const as of [hr!, delegate!]) {
    for (const [id, input] of [
      ['upm.userOrg.resetPassword', reset],
      ['upm.userOrg.updateContact', { ...reset, email: 'mine@huozi.example' }],
    ] as const)
      expect((await told(id, input, as)).error?.reason, id).toBe('PASSWORD_BY_ADMIN');
  }
  expect((await made('upm.userOrg.resetPassword', reset, admin!)).password).not.toBeNull();
  await holds(server, clerk!.userid, { email: 'clerk@huozi.example' });
  expect(await made('upm.userOrg.resetPassword', reset, delegate!)).toMatchObject({
    way: 'link',
    password: null,
  });
});
