import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callOf,
  calls as contract,
  DELEGABLE_CODES,
  wholeAccess,
  type Call,
  type DataOf,
  type DelegableCode,
} from '../../src/contract/index.ts';
import { ROLE_ADMIN, ROLE_USER, type TenantRef } from '../../src/server/kernel/index.ts';
import { testServer, type Auth, type TestServer } from '../../src/server/testing.ts';
import { addMember } from '../../src/server/upm/index.ts';
import { holds } from '../../src/server/upm/identity/sign-in.testing.ts';
import { openSession } from '../../src/server/upm/session/sessions.ts';
import { sampleOf, type Sample } from './sampler.ts';
import { send, type Told } from './world.ts';

/**
 * Delegated administrators: every call that reads or changes members or departments, made by one who
 * manages 华东 with what is below it, with people and departments inside, outside, partly inside, and
 * with people who may not be touched. Inputs are made from the calls' schemas: a new call is covered
 * without a line here.
 */
let server: TestServer;
let tenant: TenantRef;
let main: Auth;
/** 华东 > 上海, and 华南. */
let [east, shanghai, south] = ['', '', ''];
let made = 0;

/** Part of the names of all who are not the delegate's business. */
const OUTSIDER = '外人';

async function person(
  realName: string,
  deptIds: string[],
  { role = ROLE_USER, state = 'active' }: { role?: string; state?: string } = {},
): Promise<string> {
  made += 1;
  const account = `walker${made}`;
  return server.db.withOwner(async (tx) => {
    const id = await addMember(tx, tenant, {
      account,
      realName,
      passwordHash: null,
      roles: [role],
      deptIds: state === 'left' ? [] : deptIds,
    });
    if (state === 'active') return id;
    await tx.run(
      `update upm.member set state = $2, left_dept_ids = $3, left_mobile = $4 where user_id = $1`,
      [id, state, state === 'left' ? deptIds : [], `1380000${String(made).padStart(4, '0')}`],
    );
    if (state === 'invited')
      await tx.run(
        `insert into upm.invitation (tenant_id, user_id, link_hash, mobile, invited_by, expires_at)
          values ($1, $2::text, sha256($2::text::bytea), $3, $4, now() + interval '1 day')`,
        [tenant.id, id, `1390000${String(made).padStart(4, '0')}`, main.userid],
      );
    return id;
  }, tenant.id);
}

async function enter(userId: string): Promise<Auth> {
  const token = await server.db.withAnonymousTx((tx) =>
    openSession(tx, { userId, tenantId: tenant.id }, false),
  );
  return { token, userid: userId, tenant: tenant.id, regionid: tenant.region };
}

const appoint = (
  userIds: string[],
  deptIds: string[],
  functions: readonly DelegableCode[] = DELEGABLE_CODES,
  as = main,
) => server.call('upm.delegation.appoint', { userIds, deptIds, functions: [...functions] }, as);

/** A member who works in 华南 and manages 华东, or what is given. */
async function delegate(functions?: readonly DelegableCode[], deptIds = [east]): Promise<Auth> {
  const id = await person('委派', [south]);
  expect((await appoint([id], deptIds, functions)).code).toBe(200);
  return enter(id);
}
const dept = async (title: string, parentId: string | null, as = main): Promise<string> =>
  (await server.call('upm.org.addOrgGroup', { title, parentId }, as)).data?.id;

async function request(deptId: string, realName: string): Promise<string> {
  const userId = await person(realName, [], { state: 'left' });
  const id = `request-${userId}`;
  await server.db.withOwner(
    (tx) =>
      tx.run(
        `insert into upm.join_request (tenant_id, id, user_id, real_name, dept_id)
          values ($1, $2, $3, $4, $5)`,
        [tenant.id, id, userId, realName, deptId],
      ),
    tenant.id,
  );
  return id;
}

beforeAll(async () => {
  server = await testServer();
  ({ tenant, auth: main } = await server.newTenant('delegating'));
  east = await dept('华东', null);
  shanghai = await dept('上海', east);
  south = await dept('华南', null);
});
afterAll(() => server?.close());

const OF_PEOPLE = [
  'member',
  'user_role',
  'user_dept',
  'delegation',
  'delegation_dept',
  'invitation',
];
const PRINT = [
  ...OF_PEOPLE.map((table) => [table, 'user_id']),
  ['join_request', 'id'],
  ['join_request', 'dept_id'],
  ['dept', 'id'],
  ['dept', 'parent_id'],
  ['user_dept', 'dept_id'],
  ['dept_owner', 'dept_id'],
]
  .map(
    ([table, column]) =>
      `(select string_agg(x::text, ',' order by x::text) from upm.${table} x where ${column} = any($1))`,
  )
  .join(', ');
/** Everything stored of these people, departments and applications. */
async function printOf(...ids: string[]): Promise<string> {
  const [row] = await server.db.withOwner(
    (tx) =>
      tx.query<{ print: string }>(
        `select concat_ws(';', (select string_agg(u::text, ',' order by id) from upm.app_user u
          where id = any($1)), ${PRINT}) as print`,
        [ids],
      ),
    tenant.id,
  );
  return row!.print;
}

interface Target {
  active: string;
  invited: string;
  left: string;
  dept: string;
  request: string;
}
const SCOPED: readonly Call[] = contract
  .map(({ id }) => callOf(id) as Call)
  .filter(({ access }) => ['can:user.manage', 'can:org.manage'].includes(wholeAccess(access)));

const ofState = (call: Call, target: Target): string => {
  if (/restoreUser/.test(call.id)) return target.left;
  return /inviteAgain|cancelInvite|activeAgain/.test(call.id) ? target.invited : target.active;
};
/** Inputs of a call: the least, and with all that may be given but what other functions need. */
function samples(call: Call, target: Target, helper: string): Sample[] {
  const text = (name: string): string | undefined => {
    if (/^(search|name)$/.test(name)) return '';
    if (name === 'realName') return '改名';
    if (/^(toUserId|superiorId|ownerId)$/.test(name)) return helper;
    if (/^(deptId|orgId|parentId)$/.test(name)) return target.dept;
    if (name === 'userId') return ofState(call, target);
    if (name !== 'id') return undefined;
    if (call.id.startsWith('upm.org.')) return target.dept;
    return call.id.includes('joinRequest') ? target.request : ofState(call, target);
  };
  return [false, true].map((all) => {
    const sample = sampleOf(call, { all, text });
    for (const name of ['roleIds', 'roleId', 'beforeId', 'leads', 'mobile', 'size', 'current'])
      delete (sample.body as Record<string, unknown>)[name];
    return sample;
  });
}

const REFUSALS = /^(FORBIDDEN|\w+_UNKNOWN|MEMBER_OUTSIDE|SCOPE_\w+|TOO_FREQUENT)$/;
const fault = (call: Call, who: string, { status, text }: Told, why: string) =>
  `${call.id} with ${who}: ${why} (${status} ${text.slice(0, 300)})`;
const HELD = SCOPED.filter(({ bodyKind, id }) => bodyKind !== 'multipart' && !/import/.test(id));

describe('every call that manages people or departments', () => {
  let world: Parameters<typeof send>[0];
  let as: Auth;
  let helper: string;
  const target = async (name: string, deptIds: string[], home: string): Promise<Target> => ({
    active: await person(name, deptIds),
    invited: await person(name, deptIds, { state: 'invited' }),
    left: await person(name, deptIds, { state: 'left' }),
    dept: home,
    request: await request(home, name),
  });
  beforeAll(async () => {
    world = { server } as typeof world;
    as = await delegate();
    helper = await person('帮手', [east]);
  });

  it('is among those that are walked', () => {
    expect(SCOPED.length).toBeGreaterThan(28);
    expect(SCOPED.filter(({ id }) => !/^(upm\.|bpm\.work\.transfer)/.test(id))).toEqual([]);
  });

  it('works with a member and a department inside', async () => {
    const faults: string[] = [];
    for (const call of HELD)
      for (const at of [0, 1]) {
        const home = await dept(`点${(made += 1)}`, east);
        const inside = await target('里面', [home, east], home);
        const told = await send(world, call, samples(call, inside, helper)[at]!, as);
        // The least that may be given is too little where a department is needed.
        if (at === 0 && told.reason === 'SCOPE_DEPT_NEEDED') continue;
        if (told.status >= 500 || REFUSALS.test(told.reason))
          faults.push(fault(call, 'inside', told, 'refused'));
      }
    expect(faults).toEqual([]);
  });

  it('neither shows nor changes a member or a department outside', async () => {
    const faults: string[] = [];
    const inside = await target('里面', [shanghai, east], shanghai);
    const beyond = await target(OUTSIDER, [south], south);
    const mixed: [string, Target][] = [
      ['a member outside', { ...beyond, dept: inside.dept }],
      ['a department outside', { ...inside, dept: beyond.dept }],
    ];
    const kept = Object.values(beyond);
    const before = await printOf(...kept);
    for (const [who, target] of mixed)
      for (const call of HELD) {
        for (const sample of samples(call, target, helper)) {
          const told = await send(world, call, sample, as);
          if (told.text.includes(OUTSIDER)) faults.push(fault(call, who, told, 'shown'));
          if (told.status >= 500 || told.reason === 'TOO_FREQUENT')
            faults.push(fault(call, who, told, 'not answered'));
        }
        if (before !== (await printOf(...kept))) faults.push(`${call.id} with ${who}: changed`);
      }
    expect(faults).toEqual([]);
  });

  it('does not change administrators, who manages people elsewhere, oneself, nor who works outside as well', async () => {
    const faults: string[] = [];
    const peer = await person('同级', [shanghai]);
    const wider = await person('上级', [shanghai]);
    const [hr, partly] = [await person('人事', [shanghai]), await person('两头', [east, south])];
    const admin = await person('管理', [shanghai], { role: ROLE_ADMIN });
    await appoint([peer], [east], ['user.edit']);
    await appoint([wider], [east, south], ['user.edit']);
    const { data: role } = await server.call(
      'upm.roleMenu.save',
      { kind: 'role', title: '人事', functions: ['user.manage'] },
      main,
    );
    await server.call(
      'upm.userRole.addRoleForSeveralUser',
      { roleId: role.id, userIds: [hr] },
      main,
    );
    const self = await person('自己', [shanghai]);
    await appoint([self], [east]);
    const asSelf = await enter(self);
    const inside = await target('里面', [shanghai, east], shanghai);
    for (const [who, id, caller] of [
      ['an equal', peer, as],
      ['one with more', wider, as],
      ['the people’s manager', hr, as],
      ['one of two departments', partly, as],
      ['an administrator', admin, as],
      ['oneself', self, asSelf],
    ] as const) {
      const before = await printOf(id);
      const touched = { ...inside, active: id, invited: id, left: id };
      // Who leads a department is the department's, which is inside.
      for (const call of HELD.filter(({ id, operation }) => operation && !/GroupOwner/.test(id))) {
        const sample = samples(call, touched, helper)[1]!;
        if (!JSON.stringify(sample).includes(id)) continue;
        const told = await send(world, call, sample, caller);
        if (told.status === 200) faults.push(fault(call, who, told, 'taken'));
      }
      if (before !== (await printOf(id))) faults.push(`${who}: changed`);
    }
    expect(faults).toEqual([]);
  });

  it('needs its own part of the function', async () => {
    const editor = await delegate(['user.edit']);
    const open: string[] = [];
    for (const call of SCOPED) {
      const told = await send(world, call, { params: {}, query: {}, body: {} }, editor);
      if (told.reason !== 'FORBIDDEN') open.push(call.access);
    }
    expect([...new Set(open)].toSorted()).toEqual(['can:user.edit', 'can:user.view']);
  });
});

const rows = async (as: Auth, input = {}) =>
  (await server.call('upm.userOrg.orgUserPageList', { size: 200, ...input }, as)).data;
const reasonOf = (answer: { error?: { reason?: string }; code: number }) =>
  answer.code === 200 ? 'done' : answer.error?.reason;

describe('a delegated administrator', () => {
  it('sees the tree, the list, the counts and the sheet of what they manage, and other people as any member does', async () => {
    const here = await person('江一', [shanghai]);
    const both = await person('江二', [shanghai, south]);
    await person(OUTSIDER, [south]);
    const as = await delegate(['user.export', 'org.edit']);
    const [tree] = (await server.call('upm.org.tree', { managed: 'members' }, as)).data;
    const all = await rows(as);
    expect(tree).toMatchObject({ id: '-1', title: '管理范围', count: 0, total: all.total });
    expect(tree!.children.map(({ id, draggable }) => [id, draggable])).toEqual([[east, false]]);
    const listed = Object.fromEntries(all.records.map(({ id, locked }) => [id, locked]));
    expect(listed[here]).toBe('');
    expect(listed[both]).toContain('还在你管理范围以外的部门任职');
    expect(all.records.some(({ realName }) => realName === OUTSIDER)).toBe(false);
    for (const input of [{ orgId: south }, { search: OUTSIDER }, { below: false }])
      expect((await rows(as, input)).total).toBe(0);
    const whole = (await server.call('upm.org.tree', {}, as)).data[0]!;
    expect(whole.children.map(({ id }) => id)).toContain(south);
    const { menus, functions } = (await server.call('upm.functionAuth.userAuths', {}, as)).data;
    expect(menus.map(({ path }) => path)).toEqual([
      '/platform/user/user',
      '/platform/organization',
    ]);
    expect(functions).toEqual([]);
    for (const id of ['log.loginLog.list', 'upm.delegation.list', 'upm.tenant.admins'] as const)
      expect((await server.call(id, {}, as)).status).toBe(403);
  });

  it('changes several members or none: one outside among them, and nothing is done', async () => {
    const as = await delegate();
    const [inside, outside] = [await person('里面', [east]), await person(OUTSIDER, [south])];
    const userIds = [inside, outside];
    const before = await printOf(inside);
    for (const answer of [
      await server.call('upm.region.active', { userIds, active: false }, as),
      await server.call('upm.userOrg.addUserOrg', { userIds, orgId: shanghai }, as),
      await server.call('upm.userOrg.deleteUserOrgGroup', { userIds, orgId: east }, as),
      await server.call('upm.userOrg.inviteAgain', { userIds }, as),
      await server.call('upm.userOrg.cancelInvite', { userIds }, as),
    ])
      expect([answer.status, answer.error.reason]).toEqual([404, 'MEMBER_UNKNOWN']);
    expect(await printOf(inside)).toBe(before);
  });

  it('moves members and departments within, never out, in, or to the top', async () => {
    const as = await delegate();
    const id = await person('里面', [east]);
    const move = async (deptIds: string[] | null) =>
      reasonOf(
        await server.call(
          'upm.userOrg.updateUser',
          { userId: id, version: (await detail()).version, deptIds },
          as,
        ),
      );
    const detail = async () =>
      (await server.call('upm.userOrg.detailUserInfo', { userId: id }, as)).data;
    expect(await move([shanghai])).toBe('done');
    expect(await move([shanghai, south])).toBe('DEPT_UNKNOWN');
    expect(await move(null)).toBe('SCOPE_DEPT_NEEDED');
    const leave = { userIds: [id], orgId: shanghai };
    expect(reasonOf(await server.call('upm.userOrg.deleteUserOrgGroup', leave, as))).toBe(
      'MEMBER_OUTSIDE',
    );
    const [inner, outer] = [await dept('浦东', shanghai, as), await dept('南宁', south)];
    const place = async (dept: string, parentId: string | null) =>
      reasonOf(await server.call('upm.org.updateOrgGroup', { id: dept, parentId }, as));
    expect(await place(inner, east)).toBe('done');
    expect(await place(inner, south)).toBe('DEPT_UNKNOWN');
    expect(await place(inner, null)).toBe('SCOPE_DEPT_NEEDED');
    expect(await place(outer, east)).toBe('DEPT_UNKNOWN');
    expect(await place(east, shanghai)).toBe('SCOPE_DEPT');
    expect(reasonOf(await server.call('upm.org.deleteOrgGroup', { id: east }, as))).toBe(
      'SCOPE_DEPT',
    );
    const only = await delegate(['org.edit']);
    const input = { id: inner, parentId: shanghai };
    expect(reasonOf(await server.call('upm.org.updateOrgGroup', input, only))).toBe('FORBIDDEN');
    expect(
      reasonOf(await server.call('upm.org.updateOrgGroup', { id: inner, title: '浦东新区' }, only)),
    ).toBe('done');
  });

  it('invites into departments inside, and leaves who is invited elsewhere as they are', async () => {
    const as = await delegate();
    const elsewhere = { realName: OUTSIDER, mobile: '13700000001' };
    const invite = async (who: { realName: string; mobile: string }, deptIds?: string[]) =>
      reasonOf(
        await server.call(
          'upm.userOrg.inviteUserByPhone',
          { people: [who], ...(deptIds && { deptIds }) },
          as,
        ),
      );
    const { data } = await server.call(
      'upm.userOrg.inviteUserByPhone',
      { people: [elsewhere], deptIds: [south] },
      main,
    );
    const before = await printOf(data.userIds[0]!);
    expect(await invite({ ...elsewhere, realName: '别名' }, [east])).toBe('MEMBER_ALREADY');
    expect(await printOf(data.userIds[0]!)).toBe(before);
    const new1 = { realName: '新人', mobile: '13700000002' };
    expect(await invite(new1, [south])).toBe('DEPT_UNKNOWN');
    expect(await invite(new1)).toBe('SCOPE_DEPT_NEEDED');
    expect(await invite(new1, [shanghai])).toBe('done');
    expect(await invite(new1, [shanghai])).toBe('done');
  });

  it('imports people into departments inside only, also when the scope changes after the check', async () => {
    const as = await delegate(['user.add']);
    const upload = async (lines: string[][]) => {
      const bytes = await writeXlsx({
        sheets: [{ name: '成员', rows: [['姓名', '手机号或邮箱', '部门'], ...lines] }],
      });
      const form = new FormData();
      form.append('file', new Blob([bytes as BlobPart]), '成员.xlsx');
      const body = new Response(form);
      const { body: text } = await server.inject({
        method: 'POST',
        url: callOf('upm.userOrg.importUser').path,
        headers: { ...as, 'content-type': body.headers.get('content-type')! },
        payload: Buffer.from(await body.arrayBuffer()),
      });
      return JSON.parse(text).data as DataOf<'upm.userOrg.importUser'>;
    };
    const { problems } = await upload([
      ['好人', '13600000001', '华东 / 上海'],
      ['别处', '13600000002', '华南'],
      ['没有', '13600000003', ''],
    ]);
    expect(problems.map(({ row, message }) => [row, message])).toEqual([
      [3, '没有这个部门'],
      [4, '请填写你管理的部门'],
    ]);
    const { importId } = await upload([['好人', '13600000001', '上海']]);
    await server.call(
      'upm.delegation.update',
      { id: as.userid, version: 1, deptIds: [south], functions: ['user.add'] },
      main,
    );
    const confirmed = await server.call('upm.userOrg.importConfirm', { importId }, as);
    expect(confirmed.error.reason).toBe('IMPORT_INVALID');
  });

  it('does not change who moves out at the same moment', async () => {
    const as = await delegate();
    const id = await person('将走', [east]);
    let free: (() => void) | undefined;
    const moving = server.db.withOwner(async (tx) => {
      await tx.run('update upm.member set version = version + 1 where user_id = $1', [id]);
      await tx.run('update upm.user_dept set dept_id = $2 where user_id = $1', [id, south]);
      await new Promise<void>((done) => {
        free = done;
      });
    }, tenant.id);
    await expect.poll(() => free).toBeDefined();
    const edit = server.call(
      'upm.userOrg.updateUser',
      { userId: id, version: 2, realName: '改了' },
      as,
    );
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for update%'`;
    await expect
      .poll(async () => (await server.db.withOwner((tx) => tx.query(waiting))).length)
      .toBeGreaterThan(0);
    free!();
    await moving;
    expect((await edit).error.reason).toBe('MEMBER_UNKNOWN');
  });

  it('takes over no account that may more: a password only of whom they cover', async () => {
    const narrower = await person('分店', [shanghai]);
    await appoint([narrower], [shanghai], ['user.leave']);
    const as = await delegate(['user.password', 'user.edit']);
    const reset = { userId: narrower };
    expect(reasonOf(await server.call('upm.userOrg.resetPassword', reset, as))).toBe(
      'MEMBER_ABOVE',
    );
    const given = { userId: narrower, version: 1, jobTitle: '店长' };
    expect(reasonOf(await server.call('upm.userOrg.updateUser', given, as))).toBe('done');
    await holds(server, narrower, { email: 'narrower@huozi.example' });
    expect(reasonOf(await server.call('upm.userOrg.resetPassword', reset, await delegate()))).toBe(
      'done',
    );
    const { data: role } = await server.call(
      'upm.roleMenu.save',
      { kind: 'role', title: '分配角色', functions: ['role.manage', 'log.view'] },
      main,
    );
    const giving = { roleId: role.id, userIds: [as.userid] };
    await server.call('upm.userRole.addRoleForSeveralUser', giving, main);
    const { data: more } = await server.call(
      'upm.roleMenu.save',
      { kind: 'role', title: '人事总管', functions: ['user.manage'] },
      main,
    );
    const grant = { roleId: more.id, userIds: [narrower] };
    expect(reasonOf(await server.call('upm.userRole.addRoleForSeveralUser', grant, as))).toBe(
      'GRANT_BEYOND',
    );
  });
});

describe('a delegation', () => {
  const ends = async (as: Auth) => (await rows(as))?.total ?? 'none';

  it('is given by administrators, to active members of the company who have none', async () => {
    const as = await delegate();
    const id = await person('候选', [east]);
    expect(reasonOf(await appoint([id], [east], ['user.edit'], as))).toBe('FORBIDDEN');
    const stranger = (await server.newTenant('elsewhere')).auth;
    expect(reasonOf(await appoint([id], [east], ['user.edit'], stranger))).not.toBe('done');
    expect(reasonOf(await appoint([as.userid], [east]))).toBe('DELEGATION_TAKEN');
    expect(reasonOf(await appoint([main.userid], [east]))).toBe('DELEGATION_ADMIN');
    const invited = await person('未到', [east], { state: 'invited' });
    expect(reasonOf(await appoint([id, invited], [east]))).toBe('ROLE_MEMBERS_UNKNOWN');
    expect(reasonOf(await appoint([id], [east, 'nowhere']))).toBe('DEPT_UNKNOWN');
    expect(reasonOf(await appoint([id], [shanghai, east]))).toBe('done');
    const { delegations } = (await server.call('upm.delegation.list', {}, main)).data;
    expect(delegations.find((each) => each.id === id)).toMatchObject({
      deptIds: [east],
      scope: '华东',
    });
    expect(reasonOf(await server.call('upm.delegation.withdraw', { id }, stranger))).toBe(
      'DELEGATION_UNKNOWN',
    );
  });

  it('ends with the next call of open sessions: withdrawn, narrowed, promoted, left, its last department deleted', async () => {
    const lone = await dept('孤岛', null);
    const [a, b, c, d, e] = [
      await delegate(),
      await delegate(),
      await delegate(),
      await delegate(),
      await delegate(undefined, [lone]),
    ];
    await server.call('upm.delegation.withdraw', { id: a.userid }, main);
    const update = {
      id: b.userid,
      version: 1,
      deptIds: [lone],
      functions: ['user.edit' as const],
    };
    await server.call('upm.delegation.update', update, main);
    expect(reasonOf(await server.call('upm.delegation.update', update, main))).toBe(
      'STALE_VERSION',
    );
    expect(await ends(b)).toBe(0);
    const { roleId } = (await server.call('upm.tenant.admins', {}, main)).data;
    const promote = { roleId, userIds: [c.userid] };
    await server.call('upm.userRole.addRoleForSeveralUser', promote, main);
    await server.call('upm.userRole.deleteUserRole', promote, main);
    await server.call('upm.userOrg.removeByUserId', { userId: d.userid }, main);
    const uses = (await server.call('upm.org.uses', { id: lone }, main)).data;
    expect(uses).toMatchObject({ free: true, delegates: '委派、委派', ending: '委派、委派' });
    await server.call('upm.org.deleteOrgGroup', { id: lone }, main);
    for (const as of [a, b, c, d, e]) expect(await ends(as)).toBe('none');
    const { records } = (await server.call('log.operationLog.search', { size: 60 }, main)).data;
    const line = (deed: string) =>
      records.find(({ summary, code }) => summary === deed && code === 200);
    expect(line('撤销子管理员')).toMatchObject({
      about: '成员 委派',
      change: expect.stringContaining('华东'),
    });
    expect(line('修改子管理员')!.change).toContain('管理范围');
    expect(line('任命子管理员')!.change).toContain('孤岛');
  });
});
