import { afterAll, beforeAll, expect, it } from 'vitest';
import { lastSent, provenBy, secretIn } from '../identity/sign-in.testing.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let admin: Auth;
beforeAll(async () => {
  server = await testServer();
  ({ auth: admin } = await server.newTenant('inviting'));
});
afterAll(() => server?.close());

const invite = async (email: string): Promise<{ id: string; link: string }> => {
  const { data } = await server.call(
    'upm.userOrg.inviteuser',
    { people: [{ realName: '苏晚', email }] },
    admin,
  );
  return { id: data.userIds[0]!, link: secretIn(await lastSent(server, email)) };
};
const withdraw = (id: string) => server.call('upm.userOrg.cancelInvite', { userIds: [id] }, admin);
const state = async (link: string) =>
  (await server.call('upm.public.inviteValid', { link })).data.state;
const join = (link: string) =>
  server.call('upm.public.activeNewUser', { link, password: 'Fresh@2027' });

it('a withdrawn invitation opens nothing, its link says so, and the person is no member', async () => {
  const { id, link } = await invite('wrong@huozi.example');
  expect((await withdraw(id)).data).toEqual({ count: 1 });
  expect(await state(link)).toBe('withdrawn');
  expect((await join(link)).error.reason).toBe('INVITE_INVALID');
  expect(
    (await server.call('upm.userOrg.detailUserInfo', { userId: id }, admin)).error.reason,
  ).toBe('MEMBER_UNKNOWN');
  expect((await withdraw(id)).error.reason).toBe('MEMBER_UNKNOWN');
});

it('a link that was used or sent again says so', async () => {
  const first = await invite('comes@huozi.example');
  await server.call('upm.userOrg.inviteAgain', { userIds: [first.id] }, admin);
  expect(await state(first.link)).toBe('replaced');
  const again = secretIn(await lastSent(server, 'comes@huozi.example'));
  expect((await join(again)).code).toBe(200);
  expect(await state(again)).toBe('used');
});

it('who has joined is not withdrawn, and who has not joined does not leave', async () => {
  const { id, link } = await invite('slow@huozi.example');
  const leave = () => server.call('upm.userOrg.removeByUserId', { userId: id }, admin);
  expect((await leave()).error.reason).toBe('MEMBER_STATE');
  const { data } = await server.call('upm.userOrg.detailUserInfo', { userId: id }, admin);
  expect(data).toMatchObject({ joinedAt: null, invitedAt: expect.stringMatching(/^20/) });
  expect(Date.parse(data.inviteUntil!)).toBeGreaterThan(Date.now());
  await join(link);
  expect((await withdraw(id)).error.reason).toBe('MEMBER_STATE');
  expect((await leave()).code).toBe(200);
});

it('a former member who was asked back is among those who left again', async () => {
  const { id, link } = await invite('back@huozi.example');
  await join(link);
  await server.call('upm.org.addOrgGroup', { title: '仓库', ownerIds: [id] }, admin);
  await server.call('upm.userOrg.removeByUserId', { userId: id, toUserId: admin.userid }, admin);
  const leaver = async () =>
    (await server.call('upm.userOrg.orgUserPageList', { state: 'left' }, admin)).data.records.find(
      (row) => row.id === id,
    );
  const before = await leaver();
  expect(before).toMatchObject({ account: 'back@huozi.example', heirName: 'inviting' });
  const again = await invite('back@huozi.example');
  expect(again.id).toBe(id);
  await withdraw(id);
  expect((await server.call('upm.userOrg.detailUserInfo', { userId: id }, admin)).data.state).toBe(
    'left',
  );
  expect(await leaver()).toMatchObject({
    account: before!.account,
    leftAt: before!.leftAt,
    heirName: before!.heirName,
  });
  const restored = await server.call('upm.userOrg.restoreUser', { userId: id }, admin);
  expect(restored.data).toEqual({ state: 'invited' });
  await withdraw(id);
  const ticket = await provenBy(server, { email: 'back@huozi.example' }, 'reset');
  expect((await server.call('upm.public.listInvitations', { ticket })).code).not.toBe(200);
});

it('a place that records or departments name stays named, and it stays known where the invitation went', async () => {
  const { id, link } = await invite('named@huozi.example');
  await server.call('upm.org.addOrgGroup', { title: '财务', ownerIds: [id] }, admin);
  await withdraw(id);
  expect(await state(link)).toBe('withdrawn');
  const { data } = await server.call('upm.userOrg.orgUserPageList', { state: 'left' }, admin);
  expect(data.records.find((row) => row.id === id)).toMatchObject({
    realName: '苏晚',
    leftAt: expect.stringMatching(/^20/),
  });
  const again = await server.call('upm.userOrg.restoreUser', { userId: id }, admin);
  expect(again.data).toEqual({ state: 'invited' });
});
