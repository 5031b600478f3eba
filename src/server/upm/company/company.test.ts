import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import type { Context } from '../../kernel/index.ts';
import { lockRoles } from '../roles/roles.ts';
import { domainOf, updateDomainStatus } from './domain.ts';

let server: TestServer;
let user: Auth;
beforeAll(async () => {
  server = await testServer();
  user = await server.signIn('user');
});
afterAll(() => server?.close());

const detail = async (as: Auth) => (await server.call('upm.tenant.detailTenant', {}, as)).data;
const region = (as: Auth, id = as.regionid) => server.call('upm.region.detail', { id }, as);
const given = {
  name: '云帆科技',
  industry: '软件和信息技术',
  area: '310115',
  address: '世纪大道 1 号',
  contactName: '林晓',
  contactMobile: '021-1234 5678',
  contactEmail: 'hi@yunfan.example',
  intro: '',
};
/** Another member of the company, who can sign in. */
async function colleague(auth: Auth, account: string): Promise<Auth> {
  const { auth: other } = await server.newTenant(account);
  await server.db.withOwner(async (tx) => {
    await tx.run('delete from upm.member where user_id = $1', [other.userid]);
    await tx.run('delete from upm.session where user_id = $1', [other.userid]);
  }, other.tenant);
  await server.db.withOwner(async (tx) => {
    await tx.run('insert into upm.member (tenant_id, user_id, real_name) values ($1, $2, $3)', [
      auth.tenant,
      other.userid,
      account,
    ]);
  }, auth.tenant);
  const { data } = await server.call('upm.anno.signIn', { account, password: DEMO_PASSWORD });
  return { token: data.token, userid: data.userid, tenant: data.tenant, regionid: data.regionId };
}

describe('the profile of a company', () => {
  it('is changed whole, over the version that was read, and every member then sees its name', async () => {
    const { auth } = await server.newTenant('yunfan');
    const { version } = await detail(auth);
    expect(
      (
        await server.call(
          'upm.tenant.updateTenant',
          { ...given, name: ' 云帆科技 ', version },
          auth,
        )
      ).data.version,
    ).toBe(version + 1);
    expect(await detail(auth)).toMatchObject({
      ...given,
      regionName: '华东',
      versionPackage: { versionType: 'std', name: '标准版' },
    });
    expect((await server.call('upm.region.profileSummary', {}, auth)).data.org.name).toBe(
      '云帆科技',
    );
    const late = await server.call(
      'upm.tenant.updateTenant',
      { ...given, name: '晚到', version },
      auth,
    );
    expect(late.error).toMatchObject({ reason: 'STALE_VERSION', current: { name: '云帆科技' } });
  });

  it('is refused with an unknown area, an e-mail address that is none, or no name', async () => {
    const { auth } = await server.newTenant('unsound');
    for (const wrong of [
      { area: '999999' },
      { contactEmail: 'nobody' },
      { contactMobile: 'call me' },
      { name: '  ' },
    ]) {
      expect(
        (await server.call('upm.tenant.updateTenant', { ...given, ...wrong, version: 1 }, auth))
          .code,
        JSON.stringify(wrong),
      ).toBe(400);
    }
  });

  it('has a unique short name in letters, which can be changed and given up', async () => {
    const [{ auth }, { auth: other }] = [
      await server.newTenant('coded'),
      await server.newTenant('othercoded'),
    ];
    const save = async (code: string | undefined, as = auth) =>
      server.call(
        'upm.tenant.updateTenant',
        { ...given, ...(code !== undefined && { code }), version: (await detail(as)).version },
        as,
      );
    const places = async (answer: ReturnType<typeof save>) =>
      (await answer).error.errors?.map(({ path, msg }) => `${path} ${msg}`);
    expect((await save('yunfan-keji')).msg).toBe('ok');
    expect((await save(undefined)).msg).toBe('ok');
    expect((await detail(auth)).code).toBe('yunfan-keji');
    expect(await places(save('yunfan-keji', other))).toEqual([
      '/code 企业代号“yunfan-keji”已被使用',
    ]);
    for (const wrong of ['云帆', 'ab', '1abc', 'Yunfan', 'a b c', 'yunfan_'])
      expect((await places(save(wrong)))?.[0], wrong).toMatch(/^\/code 企业代号须为/);
    expect(
      (await server.call('upm.tenant.checkCodeAndName', { code: 'yunfan-keji' }, auth)).data
        .codeWhy,
    ).toBe('');
    expect(
      (await server.call('upm.tenant.checkCodeAndName', { code: 'yunfan-keji' })).data.codeWhy,
    ).not.toBe('');
    const taken = await Promise.all([save('same-moment'), save('same-moment', other)]);
    expect(taken.map(({ msg }) => msg === 'ok').toSorted()).toEqual([false, true]);
    expect((await save('', taken[0]!.msg === 'ok' ? auth : other)).msg).toBe('ok');
    expect(
      (await server.call('upm.tenant.checkCodeAndName', { code: 'same-moment' })).data.codeWhy,
    ).toBe('');
  });

  it('cannot be seen or changed by another company', async () => {
    for (const answer of await Promise.all([
      server.call('upm.tenant.detailTenant', {}, user),
      server.call('upm.tenant.updateTenant', { ...given, version: 1 }, user),
      server.call('upm.tenant.usage', {}, user),
      region(user),
      server.call('upm.region.updateDomain', { domain: 'mine' }, user),
      server.call('upm.region.inviteLinkControl', { status: 1 }, user),
    ])) {
      expect(answer).toMatchObject({ status: 403, error: { reason: 'FORBIDDEN' } });
    }
  });

  it('shows the usage of the package', async () => {
    const { data } = await server.call('upm.tenant.usage', {}, await server.signIn('admin'));
    expect(data.versionPackage.versionType).toBe('std');
    expect(data.usage.find(({ key }) => key === 'members')).toMatchObject({
      title: '成员',
      limit: null,
    });
    expect(data.usage.find(({ key }) => key === 'members')!.used).toBeGreaterThanOrEqual(36);
    expect(data.usage.map(({ key }) => key)).toEqual(expect.arrayContaining(['depts', 'roles']));
  });
});

describe('the invite link', () => {
  const control = (input: { status?: 0 | 1; days?: number; approval?: boolean }, as: Auth) =>
    server.call('upm.region.inviteLinkControl', input, as);
  it('is made, switched off and on again, and renewed; the former one becomes invalid', async () => {
    const { auth } = await server.newTenant('inviting');
    expect((await region(auth)).data).toMatchObject({
      inviteLink: '',
      inviteStatus: 0,
      inviteExpiresAt: null,
    });
    const first = (await control({ status: 1 }, auth)).data;
    expect(first).toMatchObject({
      inviteStatus: 1,
      inviteLink: expect.stringMatching(/^http:\/\/huozi\.test\/passport\.html#\/invite\?link=/),
    });
    expect((await control({ status: 0 }, auth)).data).toMatchObject({
      inviteStatus: 0,
      inviteLink: first.inviteLink,
    });
    expect((await control({ status: 1 }, auth)).data.inviteLink).toBe(first.inviteLink);
    const second = (await control({ days: 30 }, auth)).data;
    expect(second.inviteLink).not.toBe(first.inviteLink);
    expect((new Date(second.inviteExpiresAt!).getTime() - Date.now()) / 86_400_000).toBeCloseTo(
      30,
      1,
    );
    expect(
      (await server.call('upm.public.inviteValid', { link: first.inviteLink.split('link=')[1]! }))
        .data.state,
    ).toBe('unknown');
  });

  it('lets a person who is signed in elsewhere join, pasted whole', async () => {
    const { auth } = await server.newTenant('host-co');
    const { auth: guest } = await server.newTenant('guest-co');
    const link = (await control({ status: 1, approval: false }, auth)).data.inviteLink;
    const joined = (await server.call('upm.region.join', { link }, guest)).data.signIn!;
    expect(joined).toMatchObject({ tenantId: auth.tenant, userid: guest.userid });
    const own = { ...guest, token: joined.token, tenant: auth.tenant };
    const companies = (await server.call('upm.tenant.getUserTenant', {}, own)).data;
    expect(companies.map(({ id, isAdmin, current }) => ({ id, isAdmin, current }))).toEqual([
      { id: guest.tenant, isAdmin: true, current: false },
      { id: auth.tenant, isAdmin: false, current: true },
    ]);
    await control({ status: 0 }, auth);
    const { auth: late } = await server.newTenant('late-co');
    expect((await server.call('upm.region.join', { link }, late)).error.reason).toBe(
      'INVITE_INVALID',
    );
  });
});

describe('the domain of a company', () => {
  const set = (domain: string, as: Auth) => server.call('upm.region.updateDomain', { domain }, as);
  it.each(['ab', '1abc', 'a'.repeat(31), '-abc', 'abc-', 'a--b', 'xn--abc', 'a_b', 'a.b', '企业'])(
    'cannot be %s',
    (domain) => expect(() => domainOf(domain)).toThrow(/企业域名须为/),
  );
  it.each(['www', 'admin', 'PASSPORT', 'api'])('cannot be %s, which the platform keeps', (domain) =>
    expect(() => domainOf(domain)).toThrow(/保留/),
  );

  it("is one company's, in small letters, and may be given up for another to take", async () => {
    const [{ auth: first }, { auth: second }] = [
      await server.newTenant('domain-one'),
      await server.newTenant('domain-two'),
    ];
    expect((await set(' YunFan ', first)).data).toMatchObject({
      domain: 'yunfan',
      domainStatus: 0,
      address: '',
    });
    expect((await set('yunfan', second)).error).toMatchObject({ reason: 'VALUE_TAKEN' });
    expect((await set('', first)).data.domain).toBe('');
    expect((await set('yunfan', second)).data.domain).toBe('yunfan');
    const races = await Promise.all([set('race-me', first), set('race-me', second)]);
    expect(races.filter(({ code }) => code === 200)).toHaveLength(1);
  });

  it('is not switched on where the platform has no root host: it could not be reached', async () => {
    const { auth } = await server.newTenant('no-root');
    await set('noroot', auth);
    expect(
      (await server.call('upm.region.updateDomainStatus', { status: 1 }, auth)).error.reason,
    ).toBe('DOMAIN_OFF');
    expect((await server.call('upm.region.updateDomainStatus', { status: 0 }, auth)).code).toBe(
      200,
    );
  });

  it('is switched on where there is one, but not without a domain; giving the domain up switches it off', async () => {
    const { auth, tenant } = await server.newTenant('with-root');
    const turn = (status: 0 | 1) =>
      updateDomainStatus(server.db, { tenant } as Context, status, 'huozi.example');
    await expect(turn(1)).rejects.toMatchObject({ reason: 'DOMAIN_NONE' });
    await set('withroot', auth);
    await turn(1);
    expect((await server.call('upm.region.profileSummary', {}, auth)).data).toMatchObject({
      domain: 'withroot',
      domainStatus: 1,
    });
    expect((await set('', auth)).data).toMatchObject({ domain: '', domainStatus: 0 });
  });

  it('of another region reads as of none', async () => {
    const { auth } = await server.newTenant('here-only');
    const answers = await Promise.all(['cn-south', 'made-up'].map((id) => region(auth, id)));
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.error.reason).toBe('REGION_UNKNOWN');
  });
});

describe('handing a company over', () => {
  const hand = (userId: string, as: Auth, password = DEMO_PASSWORD) =>
    server.call('upm.tenant.changeAdmin', { userId, password }, as);
  const roles = async (as: Auth) =>
    (await server.call('upm.region.profileSummary', {}, as)).data.roleList.map(
      ({ roleCode }) => roleCode,
    );

  it('moves the role at once: the former holder is an ordinary user, the open session of the new one has the rights', async () => {
    const { auth } = await server.newTenant('old-admin');
    const next = await colleague(auth, 'new-admin');
    expect((await hand(next.userid, auth)).code).toBe(200);
    expect(await roles(auth)).toEqual(['tenant_user']);
    expect((await server.call('upm.tenant.detailTenant', {}, auth)).status).toBe(403);
    const { data } = await server.call('upm.region.profileSummary', {}, next);
    expect(data.user.isSuper).toBe(1);
    const told = async (): Promise<string[]> =>
      (
        await server.db.withOwner(
          (tx) =>
            tx.query<{ content: string }>(
              `
      select payload->>'content' as content from kernel.outbox where tenant_id = $1
        and payload->>'typeCode' = 'role_mod' union all select content from msg.message
        where type_code = 'role_mod'`,
              [auth.tenant],
            ),
          auth.tenant,
        )
      ).map(({ content }) => content);
    await expect
      .poll(told)
      .toEqual(
        expect.arrayContaining([
          'old-admin 把企业的主管理员转给了你',
          '你已把企业的主管理员转给其他成员',
        ]),
      );
  });

  it('needs the password, an active member of this company, and a different person', async () => {
    const { auth } = await server.newTenant('careful');
    const { auth: stranger } = await server.newTenant('stranger');
    const off = await colleague(auth, 'gone-colleague');
    await server.db.withOwner(
      (tx) => tx.run(`update upm.member set state = 'off' where user_id = $1`, [off.userid]),
      auth.tenant,
    );
    expect((await hand(off.userid, auth, 'wrong')).error.reason).toBe('PASSWORD_WRONG');
    const [outside, unknown, left] = [
      await hand(stranger.userid, auth),
      await hand('made-up', auth),
      await hand(off.userid, auth),
    ];
    expect(outside).toEqual(unknown);
    expect(left).toEqual(unknown);
    expect(unknown.error.reason).toBe('MEMBER_UNKNOWN');
    expect((await hand(auth.userid, auth)).error.reason).toBe('HAND_OVER_SELF');
    expect(await roles(auth)).toEqual(['tenant_admin']);
  });

  it('done twice at the same moment leaves exactly one administrator', async () => {
    const { auth } = await server.newTenant('twice');
    const [a, b] = [await colleague(auth, 'twice-a'), await colleague(auth, 'twice-b')];
    const answers = await Promise.all([hand(a.userid, auth), hand(b.userid, auth)]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    const rows = await server.db.withOwner(
      (tx) =>
        tx.query(
          `select 1 from upm.user_role ur join upm.role r on r.id = ur.role_id
            and r.tenant_id = ur.tenant_id where ur.tenant_id = $1 and r.code = 'tenant_admin'`,
          [auth.tenant],
        ),
      auth.tenant,
    );
    expect(rows).toHaveLength(1);
  });

  it('to a member who is being switched off at that moment does not happen', async () => {
    const { auth, tenant } = await server.newTenant('crossing');
    const next = await colleague(auth, 'crossing-next');
    let handed: ReturnType<typeof hand> | undefined;
    await server.db.withTenant({ tenant }, async (tx) => {
      await lockRoles(tx);
      handed = hand(next.userid, auth);
      // Until the other one waits for the lock, or has passed it.
      await Promise.race([
        handed,
        expect
          .poll(
            async () =>
              (
                await server.db.asAnonymous(
                  `select from pg_locks where locktype = 'advisory' and not granted`,
                )
              ).length,
          )
          .toBeGreaterThan(0),
      ]);
      await tx.run(`update upm.member set state = 'off' where tenant_id = $1 and user_id = $2`, [
        tenant.id,
        next.userid,
      ]);
    });
    expect((await handed)?.error.reason).toBe('MEMBER_UNKNOWN');
    expect(await roles(auth)).toEqual(['tenant_admin']);
  });

  it('is for administrators only', async () => {
    expect((await hand('anybody', user)).status).toBe(403);
  });
});
