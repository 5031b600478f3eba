import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RecordValues } from '../../../contract/index.ts';
import { authOf, provenBy, secretIn } from '../../upm/identity/sign-in.testing.ts';
import type { Auth } from '../../testing.ts';
import { f, TestClient } from '../testing/index.ts';

let client: TestClient;
let admin: Auth;
beforeAll(async () => {
  client = await TestClient.open();
  admin = await client.server.signIn('admin');
  await client.made('visit', [
    f('name', '名称', 'text'),
    f('owner', '负责人', 'user'),
    f('team', '成员', 'users'),
    f('file', '本人', 'user', { unique: true }),
  ]);
});
afterAll(() => client?.close());

const invite = async (mobile: string, realName: string): Promise<string> => {
  const people = [{ realName, mobile }];
  return (await client.server.call('upm.userOrg.inviteUserByPhone', { people }, admin)).data
    .userIds[0]!;
};
/** Registers the number by the company's link, not by the link that was sent. */
async function joinByLink(mobile: string): Promise<Auth> {
  const { server } = client;
  const { data } = await server.call('upm.region.inviteLinkControl', { status: 1 }, admin);
  const joined = await server.call('upm.public.linkRegisterUser', {
    link: secretIn(data.inviteLink),
    ticket: await provenBy(server, { mobile }, 'join'),
    realName: '自己填的',
    password: 'Fresh@2027',
  });
  expect(joined.msg).toBe('ok');
  return authOf(joined.data.signIn!);
}
const settled = (id: string, wanted: RecordValues) =>
  expect
    .poll(() => client.detail('visit', id), { timeout: 20_000, interval: 50 })
    .toMatchObject(wanted);
const listed = async (state: 'left' | 'active') =>
  (
    await client.server.call('upm.userOrg.orgUserPageList', { state, size: 200 }, admin)
  ).data.records.map(({ id }) => id);

it('records in the name of who was invited are theirs when they join by another link', async () => {
  const place = await invite('13900000101', '林晓');
  const id = await client.one('visit', {
    name: '导入的',
    owner: place,
    team: [client.user.userid, place],
    file: place,
  });
  const { userid } = await joinByLink('13900000101');
  expect(userid).not.toBe(place);
  await settled(id, { owner: userid, team: [client.user.userid, userid], file: userid });
  const mine = await client.found('visit', { field: 'owner', op: 'eq', value: userid });
  expect(mine).toEqual(['导入的']);
  expect(await listed('left')).not.toContain(place);
  expect(await listed('active')).toContain(userid);
});

it('what a leaver had goes on to who was to take it over and has joined since', async () => {
  const { server } = client;
  const place = await invite('13900000102', '苏晚');
  const { data: leaver } = await server.call(
    'upm.userOrg.createUser',
    { realName: '离开的人', account: 'leaves.soon', password: 'Huozi@2026' },
    admin,
  );
  const id = await client.one('visit', { name: '交接的', owner: leaver.id });
  const left = await server.call(
    'upm.userOrg.removeByUserId',
    { userId: leaver.id, toUserId: place },
    admin,
  );
  expect(left.msg).toBe('ok');
  const { userid } = await joinByLink('13900000102');
  await settled(id, { owner: userid });
});

it('a member who joined so is no job to look at, and none to bring back', async () => {
  const { server } = client;
  const place = await invite('13900000103', '陈默');
  const id = await client.one('visit', { name: '第三个', owner: place });
  const { userid } = await joinByLink('13900000103');
  await settled(id, { owner: userid });
  const { data } = await server.call('upm.job.list', {}, admin);
  expect(data.filter(({ kind }) => kind === 'upm.takePlace')).toEqual([]);
  const back = await server.call('upm.userOrg.restoreUser', { userId: place }, admin);
  expect(back.error.reason).toBe('MEMBER_UNKNOWN');
});
