import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  calls,
  isOwnCall,
  isReadWhileViewing,
  VIEWING_MINUTES,
  type CallId,
  type FunctionCode,
  type InputOf,
} from '../../src/contract/index.ts';
import { hashToken, type Session, type TenantRef } from '../../src/server/kernel/index.ts';
import { testServer, type Auth, type TestServer } from '../../src/server/testing.ts';
import { DEMO_PASSWORD, sessionFinder } from '../../src/server/upm/index.ts';
import { noteEndedViewings } from '../../src/server/upm/session/ended-viewings.ts';
import { newMember } from './members.ts';

/** An administrator sees the company as a seller does, and can do nothing else meanwhile. */
let server: TestServer;
let tenant: TenantRef;
let admin: Auth;
let seller: Auth;
let [own, others] = ['', ''];

const call = <I extends CallId>(id: I, input: InputOf<I>, as: Auth) => server.call(id, input, as);
const again = async (account: string): Promise<Auth> => {
  const { data } = await server.call('upm.anno.signIn', { account, password: DEMO_PASSWORD });
  return authOf(data);
};
const authOf = (data: { token: string; userid: string; tenant: string; regionId: string }) => ({
  token: data.token,
  userid: data.userid,
  tenant: data.tenant,
  regionid: data.regionId,
});
const begin = async (userId = seller.userid, as = admin): Promise<Auth> => {
  const answer = await call('upm.viewing.begin', { userId }, as);
  expect(answer.msg).toBe('ok');
  return authOf(answer.data);
};
const end = (as: Auth) => call('upm.viewing.end', { userId: as.userid }, as);
const names = async (as: Auth) =>
  (await call('bizmeta.record.list', { object: 'deal' }, as)).data.records.map(({ name }) => name);
const sql = (text: string, values: unknown[]) =>
  server.db.withOwner((tx) => tx.query<{ n: number }>(text, values), tenant.id);
const reasonOf = async (as: Auth) =>
  (await call('bizmeta.record.list', { object: 'deal' }, as)).error?.reason;

beforeAll(async () => {
  server = await testServer();
  const made = await server.newTenant('viewing');
  tenant = made.tenant;
  admin = made.auth;
  seller = await newMember(server, tenant, '李四');
  const app = await call('bizmeta.app.save', { name: '销售' }, admin);
  await call('bizmeta.app.active', { id: app.data.id, active: true }, admin);
  const describe_ = {
    apiName: 'deal',
    label: '商机',
    fields: [{ apiName: 'name', label: '名称', type: 'text' as const }],
  };
  await call('bizmeta.describe.create', { appId: app.data.id, describe: describe_ }, admin);
  const record = async (name: string, owner: string) => {
    const { data } = await call(
      'bizmeta.record.bulkCreate',
      { object: 'deal', records: [{ name, owner }] },
      admin,
    );
    return data.ids[0]!;
  };
  own = await record('李四的', seller.userid);
  others = await record('别人的', admin.userid);
  await call(
    'bizmeta.authgroup.create',
    {
      scopeType: 'project',
      name: '本人',
      type: 'default',
      grants: {
        objects: { deal: { ops: ['view', 'edit', 'delete', 'comment'], scope: { view: 'self' } } },
      },
    },
    admin,
  );
  await call('bizmeta.authgroup.config', { objectApiName: 'deal', defaultAccess: 'none' }, admin);
});
afterAll(() => server?.close());

describe('an administrator who views as a seller', () => {
  it('sees what the seller sees, knows that, and is themself again at the end', async () => {
    const me = await again('viewing');
    expect(await names(me)).toHaveLength(2);
    const viewing = await begin(seller.userid, me);
    expect(await names(viewing)).toEqual(['李四的']);
    const profile = (await call('upm.region.profileSummary', {}, viewing)).data;
    expect(profile).toMatchObject({
      user: { id: seller.userid, isSuper: 0 },
      viewedBy: {
        id: me.userid,
        realName: 'viewing',
        secondsLeft: expect.closeTo(VIEWING_MINUTES * 60, -2),
      },
    });
    expect(
      (await call('bizmeta.record.detail', { object: 'deal', id: others }, viewing)).code,
    ).toBe(404);
    for (const [id, input] of [
      ['bizmeta.record.detail', { object: 'deal', id: own }],
      ['bizmeta.describe.detail', { apiName: 'deal' }],
      ['bizmeta.comments.list', { object: 'deal', recordId: own }],
      ['bizmeta.dataChangeLog.list', { object: 'deal', recordId: own }],
      ['bizmeta.authgroup.explain', { objectApiName: 'deal', recordId: own }],
      ['bizmeta.record.refList', { object: 'deal', id: own }],
      ['bizmeta.page.schema', { pageKey: 'object.deal.list' }],
      ['bizmeta.app.list', {}],
      ['bizmeta.search', { text: '李四' }],
      ['upm.org.tree', {}],
      ['upm.region.configInfo', {}],
      ['upm.region.getUserRegions', {}],
    ] as [CallId, never][]) {
      const answer = await call(id, input, viewing).catch((error: unknown) => ({
        msg: String(error),
      }));
      if (id !== 'bizmeta.dataChangeLog.list') expect(`${id} ${answer.msg}`).toBe(`${id} ok`);
    }
    // The token of before is refused, and the seller's own session goes on.
    expect(await reasonOf(me)).toBe('TOKEN_REPLACED');
    expect(await names(seller)).toEqual(['李四的']);
    const back = await end(viewing);
    expect(back.data).toMatchObject({ userid: me.userid });
    expect(back.data.viewedBy).toBeUndefined();
    expect(await names(authOf(back.data))).toHaveLength(2);
    expect(await reasonOf(viewing)).toBe('TOKEN_REPLACED');
  });

  it('can do nothing that is not declared as reading, by any call there is', async () => {
    const viewing = await begin(seller.userid, await again('viewing'));
    const answers: string[] = [];
    for (const { id } of calls as readonly { id: CallId }[]) {
      if (isReadWhileViewing(id) || isOwnCall(id)) continue;
      const { error } = await call(id, {} as never, viewing);
      if (error?.reason !== 'VIEWING_READ_ONLY') answers.push(`${id} ${error?.reason}`);
    }
    expect(answers).toEqual([]);
    const declared = (calls as readonly { id: string; operation?: true }[]).filter(({ id }) =>
      isReadWhileViewing(id),
    );
    expect(declared.filter(({ operation }) => operation)).toEqual([]);
    await end(viewing);
  });

  it('is refused every write by the database, whatever a handler does', async () => {
    const viewing = await begin(seller.userid, await again('viewing'));
    const found = await sessionFinder(server.db)(hashToken(viewing.token));
    const { session } = found as { session: Session };
    const scope = { tenant, session, userId: session.userId };
    const write = `update bizmeta.comment set content = 'x' where tenant_id = $1 returning 1 as n`;
    const refused = { reason: 'VIEWING_READ_ONLY' };
    await expect(
      server.db.withTenant(scope, (tx) => tx.query(write, [tenant.id])),
    ).rejects.toMatchObject(refused);
    await expect(server.db.readTenant(scope, write, [tenant.id])).rejects.toMatchObject(refused);
    const read = await server.db.readTenant<{ n: number }>(scope, 'select 1 as n', []);
    expect(read).toEqual([{ n: 1 }]);
    await expect(
      server.db.withTenant({ tenant, session: session.viewedBy! }, (tx) =>
        tx.query(write, [tenant.id]),
      ),
    ).resolves.toEqual([]);
    await end(viewing);
  });

  it('leaves no trace in what is the seller’s, and two lines in the operation log under their own name', async () => {
    const traces = async () => [
      ...(await sql(
        'select extract(epoch from last_seen_at) as n from upm.session where user_id = $1',
        [seller.userid],
      )),
      ...(await sql('select count(*) as n from log.login where user_id = $1', [seller.userid])),
    ];
    const before = await traces();
    const viewing = await begin(seller.userid, await again('viewing'));
    await names(viewing);
    const back = authOf((await end(viewing)).data);
    expect(await traces()).toEqual(before);
    const { records } = (await call('log.operationLog.search', { search: '身份查看' }, back)).data;
    expect(records.slice(0, 2).map(({ summary, realName }) => [summary, realName])).toEqual([
      ['结束以成员的身份查看', 'viewing'],
      ['以成员的身份查看', 'viewing'],
    ]);
  });
});

describe('viewing as another person', () => {
  const giveFunctions = async (userId: string, functions: FunctionCode[]) => {
    const { data } = await call(
      'upm.roleMenu.save',
      { kind: 'role', title: `${functions.join()} ${userId}`.slice(0, 30), functions },
      admin,
    );
    await call('upm.userRole.addRoleForSeveralUser', { roleId: data.id, userIds: [userId] }, admin);
    return data.id;
  };

  it('is for those who may, and never as someone who may more, of another company, or oneself', async () => {
    const helper = await newMember(server, tenant, '王五');
    const boss = await newMember(server, tenant, '赵六');
    const foreign = await server.newTenant('elsewhere');
    const refusal = async (userId: string, as = helper) =>
      (await call('upm.viewing.begin', { userId }, as)).error?.reason;
    expect(await refusal(seller.userid)).toBe('FORBIDDEN');
    await giveFunctions(helper.userid, ['user.viewAs']);
    await giveFunctions(boss.userid, ['dict.manage']);
    expect(await refusal(boss.userid)).toBe('VIEWING_REFUSED');
    expect(await refusal(admin.userid)).toBe('VIEWING_REFUSED');
    expect(await refusal(helper.userid)).toBe('VIEWING_REFUSED');
    expect(await refusal(foreign.auth.userid)).toBe('MEMBER_UNKNOWN');
    expect(await refusal('none')).toBe('MEMBER_UNKNOWN');
    const viewing = await begin(seller.userid, helper);
    expect(await names(viewing)).toEqual(['李四的']);
    // Not from person to person, and not ended in another’s name.
    expect(await refusal(boss.userid, viewing)).toBe('VIEWING_READ_ONLY');
    expect((await call('upm.viewing.end', { userId: boss.userid }, viewing)).code).not.toBe(200);
    expect(await names(viewing)).toEqual(['李四的']);
    await end(viewing);
  });

  it.each([
    [
      'the right is taken away',
      async (helper: Auth, role: string) => {
        await call(
          'upm.userRole.removeUserRole',
          { userId: helper.userid, roleIds: [role] },
          admin,
        );
      },
    ],
    [
      'the time is over',
      async (helper: Auth) => {
        await sql(
          `update upm.session set viewing_until = now() - interval '1 second' where user_id = $1
          returning 1 as n`,
          [helper.userid],
        );
      },
    ],
    [
      'the person is switched off',
      async (_: Auth, __: string, person: Auth) => {
        await sql(
          `update upm.member set state = 'off' where tenant_id = $1 and user_id = $2 returning 1 as n`,
          [tenant.id, person.userid],
        );
      },
    ],
    [
      'the person may more than before',
      async (_: Auth, __: string, person: Auth) => {
        await giveFunctions(person.userid, ['param.manage']);
      },
    ],
  ] as const)(
    'is over with the next call when %s, and the session goes on as its own',
    async (what, happens) => {
      const helper = await newMember(server, tenant, `帮手 ${what.slice(0, 30)}`);
      const person = await newMember(server, tenant, `某人 ${what.slice(0, 30)}`);
      const role = await giveFunctions(helper.userid, ['user.viewAs']);
      const viewing = await begin(person.userid, helper);
      expect(await reasonOf(viewing)).toBeUndefined();
      await happens(helper, role, person);
      expect(await reasonOf(viewing)).toBe('VIEWING_OVER');
      await noteEndedViewings(server.db);
      await noteEndedViewings(server.db);
      expect(
        (await call('bizmeta.record.bulkCreate', { object: 'deal', records: [] }, viewing)).error
          ?.reason,
      ).toBe('VIEWING_OVER');
      const back = await end(viewing);
      expect(back.data?.userid).toBe(helper.userid);
      expect(await reasonOf(authOf(back.data))).toBeUndefined();
      const { records } = (await call('log.operationLog.search', { search: '身份' }, admin)).data;
      const lines = records.filter(({ userId }) => userId === helper.userid);
      expect(lines.map(({ summary }) => summary)).toEqual(
        what === 'the time is over'
          ? ['到时后回到自己的身份', '以成员的身份查看到时结束', '以成员的身份查看']
          : ['结束以成员的身份查看', '以成员的身份查看'],
      );
    },
  );

  it('ends with signing out', async () => {
    const me = await again('viewing');
    const viewing = await begin(seller.userid, me);
    expect((await call('upm.tenant.logout', { token: viewing.token }, viewing)).code).toBe(200);
    expect(await reasonOf(viewing)).toBe('TOKEN_INVALID');
    expect(await names(seller)).toEqual(['李四的']);
    const { records } = (await call('log.operationLog.search', { search: '李四' }, admin)).data;
    expect(records[0]!.summary).toBe('退出登录，结束以成员的身份查看');
  });
});
