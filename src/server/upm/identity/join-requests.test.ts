import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { openSession } from '../session/sessions.ts';
import { holds, lastSent, lastText, provenBy, secretIn } from './sign-in.testing.ts';

let server: TestServer;
let host: Auth;
let link: string;
const PASSWORD = 'Fresh@2027';
const control = (input: object) =>
  server.call('upm.region.inviteLinkControl', input as { status: 1 }, host);
beforeAll(async () => {
  server = await testServer();
  ({ auth: host } = await server.newTenant('gatekeeper'));
  link = secretIn((await control({ status: 1 })).data.inviteLink);
});
afterAll(() => server?.close());

const waiting = async (as = host) => (await server.call('upm.joinRequest.list', {}, as)).data;
const decide = (ids: string[], approve: boolean, as = host) =>
  server.call('upm.joinRequest.decide', { ids, approve }, as);
const join = (as: Auth) => server.call('upm.public.join', { link }, as);
const requestOf = async (name: string): Promise<string> =>
  (await waiting()).requests.find(({ realName }) => realName === name)!.id;

describe('who comes by a company’s link that needs approval', () => {
  it('applies, reads at sign-in that they wait, and is in once an administrator has let them in', async () => {
    expect((await server.call('upm.public.inviteValid', { link })).data.approval).toBe(true);
    const mobile = '13600000101';
    const { data } = await server.call('upm.public.linkRegisterUser', {
      link,
      ticket: await provenBy(server, { mobile }, 'join'),
      realName: '申请人',
      password: PASSWORD,
    });
    expect(data).toEqual({ waiting: true, company: 'gatekeeper 公司', signIn: null });
    const enter = () => server.call('upm.anno.signIn', { account: mobile, password: PASSWORD });
    expect((await enter()).error.reason).toBe('JOIN_WAITING');
    expect(await waiting()).toMatchObject({
      total: 1,
      requests: [{ realName: '申请人', contact: '136****0101' }],
    });
    expect((await decide([await requestOf('申请人')], true)).data).toEqual({ count: 1 });
    await expect.poll(async () => (await lastText(server, mobile)) ?? '').toContain('已通过');
    expect((await enter()).data.tenant).toBe(host.tenant);
    expect((await waiting()).total).toBe(0);
    const log = await server.call('log.operationLog.search', { search: '通过加入申请' }, host);
    expect(JSON.stringify(log.data)).toContain('申请人');
  });

  it('waits once however often they ask, keeps their session, and gets an answer when refused', async () => {
    const { auth } = await server.newTenant('asking');
    await holds(server, auth.userid, { email: 'asking@huozi.example' });
    for (let n = 0; n < 2; n += 1)
      expect((await join(auth)).data).toMatchObject({ waiting: true, signIn: null });
    expect((await server.call('upm.region.profileSummary', {}, auth)).code).toBe(200);
    expect((await waiting()).total).toBe(1);
    const id = await requestOf('asking');
    expect((await decide([id], false)).data).toEqual({ count: 1 });
    expect(await lastText(server, 'asking@huozi.example')).toContain('没有通过');
    expect((await decide([id], true)).data).toEqual({ count: 0 });
    for (let n = 0; n < 2; n += 1) {
      await join(auth);
      await decide([await requestOf('asking')], false);
    }
    expect((await join(auth)).error.reason).toBe('JOIN_REFUSED');
  });

  it('is let in by who manages members of this company only', async () => {
    const { auth } = await server.newTenant('third-party');
    await join(auth);
    const id = await requestOf('third-party');
    expect((await decide([id], true, auth)).data).toEqual({ count: 0 });
    expect((await waiting(auth)).total).toBe(0);
    const plain = await server.signIn('user');
    expect((await decide([id], true, plain)).status).toBe(403);
    expect((await waiting()).total).toBe(1);
  });

  it('is one member when they were invited meanwhile, where the invitation said, whichever comes first', async () => {
    const { data: dept } = await server.call('upm.org.addOrgGroup', { title: '采购' }, host);
    const invite = async (email: string): Promise<string> => {
      const people = [{ realName: '丙', email }];
      await server.call('upm.userOrg.inviteuser', { people, deptIds: [dept.id] }, host);
      return secretIn(await lastSent(server, email));
    };
    const members = async () =>
      (
        await server.call('upm.userOrg.orgUserPageList', { search: '丙', size: 50 }, host)
      ).data.records.map(({ state, depts }) => [state, depts.map(({ id }) => id)]);
    const applied = async (account: string, email: string): Promise<void> => {
      const { auth } = await server.newTenant(account);
      await holds(server, auth.userid, { email });
      expect((await join(auth)).data.waiting).toBe(true);
    };

    await applied('third-first', 'c1@huozi.example');
    await invite('c1@huozi.example');
    await decide([await requestOf('third-first')], true);
    expect(await members()).toEqual([['active', [dept.id]]]);

    await applied('third-second', 'c2@huozi.example');
    const own = await invite('c2@huozi.example');
    const id = await requestOf('third-second');
    expect((await server.call('upm.public.userActive', { link: own })).msg).toBe('ok');
    expect((await waiting()).requests.map((each) => each.id)).not.toContain(id);
    expect((await decide([id], false)).data).toEqual({ count: 0 });
    expect(await members()).toEqual([
      ['active', [dept.id]],
      ['active', [dept.id]],
    ]);
    expect(await lastText(server, 'c2@huozi.example')).not.toContain('没有通过');
  });

  it('is in at once where they were asked in person, or the company asks for no approval', async () => {
    const { auth } = await server.newTenant('asked-person');
    await holds(server, auth.userid, { email: 'asked@huozi.example' });
    await server.call(
      'upm.userOrg.inviteuser',
      { people: [{ realName: '受邀人', email: 'asked@huozi.example' }] },
      host,
    );
    expect((await join(auth)).data.signIn?.tenant).toBe(host.tenant);
    expect((await control({ approval: false })).data.inviteApproval).toBe(false);
    const { auth: quick } = await server.newTenant('quick');
    expect((await join(quick)).data.signIn?.tenant).toBe(host.tenant);
  });
});

it('is reported to who manages all members, and to delegated administrators of that department', async () => {
  const { auth: main } = await server.newTenant('told-company');
  const made = await server.call('upm.region.inviteLinkControl', { status: 1 }, main);
  const dept = async (title: string, parentId: string | null): Promise<string> =>
    (await server.call('upm.org.addOrgGroup', { title, parentId }, main)).data.id;
  const east = await dept('华东', null);
  const shanghai = await dept('上海', east);
  const south = await dept('华南', null);
  const member = async (
    account: string,
    deptId: string,
    part: 'user.add' | 'user.edit',
  ): Promise<Auth> => {
    const { id } = (
      await server.call(
        'upm.userOrg.createUser',
        { realName: account, account, password: 'First@2026', deptIds: [south] },
        main,
      )
    ).data;
    await server.call(
      'upm.delegation.appoint',
      { userIds: [id], deptIds: [deptId], functions: [part] },
      main,
    );
    const token = await server.db.withAnonymousTx((tx) =>
      openSession(tx, { userId: id, tenantId: main.tenant }, false),
    );
    return { token, userid: id, tenant: main.tenant, regionid: main.regionid };
  };
  const above = await member('told-east', east, 'user.add');
  const beside = await member('told-south', south, 'user.add');
  const other = await member('told-edit', east, 'user.edit');
  await server.db.withOwner((tx) =>
    tx.run('update upm.invite set dept_id = $2 where tenant_id = $1', [main.tenant, shanghai]),
  );
  const { auth } = await server.newTenant('told-applicant');
  const answer = await server.call(
    'upm.public.join',
    { link: secretIn(made.data.inviteLink) },
    auth,
  );
  expect(answer.data).toMatchObject({ waiting: true });
  const texts = async (as: Auth): Promise<string> =>
    JSON.stringify(
      (await server.call('msg.msgsCenterInfo.page', { current: 1, size: 50, isRead: 0 }, as)).data,
    );
  await expect.poll(() => texts(above)).toContain('申请加入企业');
  await expect.poll(() => texts(main)).toContain('申请加入企业');
  for (const as of [beside, other]) expect(await texts(as)).not.toContain('申请加入企业');
});
