import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  CallId,
  DataOf,
  InputOf,
  ObjectGrant,
  ShareSubjects,
} from '../../src/contract/index.ts';
import type { TenantRef } from '../../src/server/kernel/index.ts';
import { testServer, type Answer, type Auth, type TestServer } from '../../src/server/testing.ts';
import { newMember } from './members.ts';

/**
 * A sales company: 江 sells her own customers, does not see their rating and reads the limit; 海 and 林
 * have no group at all, 海 works in 上海 below 华东. 账 sees all customers, and shares none.
 */
let server: TestServer;
let tenant: TenantRef;
let builder: Auth;
let [jiang, hai, lin, books]: Auth[] = [];
let [east, team] = ['', ''];
const ids: Record<string, string> = {};

async function made<I extends CallId>(id: I, input: InputOf<I>, as = builder): Promise<DataOf<I>> {
  const told = await server.call(id, input, as);
  expect(told.error?.errors ?? told.msg).toBe('ok');
  return told.data;
}
const refusal = ({ status, error }: Answer): string =>
  [
    status,
    ...(error?.errors?.length ? error.errors.map((e) => `${e.path} ${e.reason}`) : [error?.reason]),
  ]
    .filter(Boolean)
    .join(' ');

const SELL: ObjectGrant = {
  ops: ['create', 'view', 'edit', 'delete', 'share', 'transferOwner', 'changeLog'],
  scope: { view: 'self' },
  fields: { rating: 'none', limit: 'read' },
};

type Given = Omit<InputOf<'bizmeta.share.save'>, 'objectApiName' | 'recordIds'>;
const share = (as: Auth | undefined, names: readonly string[], given: Given) =>
  server.call(
    'bizmeta.share.save',
    { objectApiName: 'client', recordIds: names.map((name) => ids[name] ?? name), ...given },
    as!,
  );
const withPeople = (...of: (Auth | undefined)[]): ShareSubjects => ({
  userIds: of.map((each) => each!.userid),
});
const list = (as: Auth | undefined, name: string) =>
  server.call('bizmeta.share.list', { objectApiName: 'client', recordId: ids[name] ?? name }, as!);
const sharesOf = async (name: string) => (await list(builder, name)).data.shares;
const remove = (as: Auth | undefined, ...of: string[]) =>
  server.call('bizmeta.share.remove', { ids: of }, as!);
async function unshare(name: string): Promise<void> {
  const shares = await sharesOf(name);
  if (shares.length > 0)
    expect((await remove(builder, ...shares.map(({ id }) => id))).msg).toBe('ok');
}
const detail = (as: Auth | undefined, name: string) =>
  server.call('bizmeta.record.detail', { object: 'client', id: ids[name]! }, as!);
/** The names a person finds in the list, or why there is none. */
async function found(as: Auth | undefined): Promise<string> {
  const told = await server.call('bizmeta.record.list', { object: 'client' }, as!);
  if (told.status !== 200) return refusal(told);
  expect(told.data.total).toBe(told.data.records.length);
  return told.data.records
    .map(({ name }) => name)
    .toSorted()
    .join('');
}
const edit = (as: Auth | undefined, name: string, version: number, values: object) =>
  server.call(
    'bizmeta.record.bulkEdit',
    { object: 'client', records: [{ id: ids[name], version, ...values }] },
    as!,
  );
const rights = async (): Promise<number> => {
  const [row] = await server.db.withTenant({ tenant }, (tx) =>
    tx.query<{ n: number }>('select version::integer as n from upm.rights where tenant_id = $1', [
      tenant.id,
    ]),
  );
  return row!.n;
};
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

beforeAll(async () => {
  server = await testServer();
  ({ tenant, auth: builder } = await server.newTenant('sharing'));
  const dept = async (title: string, parentId: string | null): Promise<string> =>
    (await made('upm.org.addOrgGroup', { title, parentId })).id;
  east = await dept('华东', null);
  const shanghai = await dept('上海', east);
  jiang = await newMember(server, tenant, '江');
  hai = await newMember(server, tenant, '海', { deptIds: [shanghai] });
  lin = await newMember(server, tenant, '林');
  books = await newMember(server, tenant, '账');
  const app = await made('bizmeta.app.save', { name: '销售' });
  await made('bizmeta.app.active', { id: app.id, active: true });
  await made('bizmeta.describe.create', {
    appId: app.id,
    describe: {
      apiName: 'client',
      label: '客户',
      fields: [
        { apiName: 'name', label: '名称', type: 'text' },
        { apiName: 'rating', label: '评级', type: 'text' },
        { apiName: 'limit', label: '额度', type: 'integer' },
      ],
    },
  });
  const rows = ['a', 'b', 'c'].map((name) => ({ name, rating: `rated ${name}`, limit: 5 }));
  const given = await made('bizmeta.record.bulkCreate', {
    object: 'client',
    records: rows.map((row, i) => ({ ...row, owner: (i < 2 ? jiang : books)!.userid })),
  });
  rows.forEach(({ name }, i) => (ids[name] = given.ids[i]!));
  await made('bizmeta.authgroup.config', { objectApiName: 'client', defaultAccess: 'none' });
  const group = (name: string, grant: ObjectGrant, as: Auth) =>
    made('bizmeta.authgroup.create', {
      scopeType: 'project',
      name,
      members: { userIds: [as.userid] },
      grants: { objects: { client: grant } },
    });
  await group('销售', SELL, jiang);
  await group('账房', { ops: ['view', 'edit'] }, books);
  ({ id: team } = await made('busmodel.workGroup.create', {
    name: '项目组',
    members: { userIds: [lin.userid] },
  }));
});
afterAll(() => server?.close());

describe('a shared record', () => {
  it('is seen by whom it is shared with, alone among its list, until the share is taken away', async () => {
    expect(await found(hai)).toBe('403 NO_ACCESS');
    const before = await rights();
    expect((await share(jiang, ['a'], { level: 'view', subjects: withPeople(hai) })).data).toEqual({
      count: 1,
    });
    expect(await found(hai)).toBe('a');
    expect(await found(lin)).toBe('403 NO_ACCESS');
    const { record } = (await detail(hai, 'a')).data;
    expect(record).toMatchObject({ name: 'a', limit: 5 });
    expect(record).not.toHaveProperty('rating');
    expect(refusal(await detail(hai, 'b'))).toBe('404 RECORD_UNKNOWN');
    expect(refusal(await edit(hai, 'a', 1, { name: 'x' }))).toBe('403 NO_ACCESS');
    const objects = await made('bizmeta.describe.list', {}, hai);
    expect(objects.map(({ apiName }) => apiName)).toContain('client');
    const mine = await made('bizmeta.share.mine', {}, hai);
    expect(mine).toMatchObject({
      total: 1,
      records: [{ title: 'a', gone: false, level: 'view', sharedBy: '江', expiresAt: null }],
    });
    const { data } = await list(jiang, 'a');
    expect(data).toMatchObject({
      levels: ['view', 'edit', 'all'],
      until: null,
      shares: [{ subject: { kind: 'user', name: '海' }, allFields: false, sharedBy: '江' }],
    });
    expect((await remove(jiang, data.shares[0]!.id)).msg).toBe('ok');
    expect(await found(hai)).toBe('403 NO_ACCESS');
    expect(refusal(await remove(jiang, data.shares[0]!.id))).toBe('404 /ids/0 SHARE_UNKNOWN');
    // Sharing with a person concerns them alone: what others know of themselves stays.
    expect(await rights()).toBe(before);
  });

  it('is shared with a department and those below, a role or a work group as well', async () => {
    const subjects = { deptIds: [east], workGroupIds: [team] };
    expect((await share(jiang, ['a', 'b'], { level: 'view', subjects })).msg).toBe('ok');
    expect(await found(hai)).toBe('ab');
    expect(await found(lin)).toBe('ab');
    const mine = await made('bizmeta.share.mine', { size: 1 }, lin);
    expect(mine).toMatchObject({ total: 2, records: [{ subject: { kind: 'workGroup' } }] });
    for (const name of ['a', 'b']) await unshare(name);
    expect(await found(hai)).toBe('403 NO_ACCESS');
  });

  it('keeps the work group it is shared with from being deleted, as long as the share lasts', async () => {
    const { id } = await made('busmodel.workGroup.create', {
      name: '临时组',
      members: { userIds: [lin!.userid] },
    });
    const dropped = () =>
      server.call('busmodel.workGroup.renovate', { id, version: 1, deleted: true }, builder);
    await share(jiang, ['a', 'b'], { level: 'view', subjects: { workGroupIds: [id] } });
    expect((await dropped()).msg).toBe(
      '工作组“临时组”正被使用：分享给它的客户（2 条记录），不能删除',
    );
    for (const name of ['a', 'b']) await unshare(name);
    expect((await dropped()).msg).toBe('ok');
  });

  it('is found among very many others', async () => {
    await share(jiang, ['a'], { level: 'view', subjects: { deptIds: [east] } });
    await server.db.withTenant({ tenant }, (tx) =>
      tx.run(
        `insert into bizmeta.record_share (tenant_id, id, object_id, record_id, user_id, level,
          grant_key, created_by) select s.tenant_id, gen_random_uuid(), s.object_id,
          gen_random_uuid(), $1, s.level, s.grant_key, s.created_by
          from bizmeta.record_share s, generate_series(1, 1001)`,
        [hai!.userid],
      ),
    );
    expect(await found(hai)).toBe('a');
    expect((await detail(hai, 'a')).data.record).toMatchObject({ limit: 5 });
    await server.db.withTenant({ tenant }, (tx) => tx.run('delete from bizmeta.record_share'));
    expect(await found(hai)).toBe('403 NO_ACCESS');
  });

  it('is edited with the level for it, and the fields the sharer writes', async () => {
    await share(jiang, ['a'], { level: 'edit', subjects: withPeople(hai) });
    expect((await edit(hai, 'a', 1, { name: 'A' })).msg).toBe('ok');
    expect(refusal(await edit(hai, 'a', 2, { limit: 9 }))).toBe(
      '403 /records/0/limit FIELD_FORBIDDEN',
    );
    expect(refusal(await edit(hai, 'a', 2, { rating: 'x' }))).toBe(
      '400 /records/0/rating UNKNOWN_FIELD',
    );
    expect((await edit(hai, 'a', 2, { name: 'a' })).msg).toBe('ok');
    const drop = { object: 'client', ids: [ids['a']!] };
    expect(refusal(await server.call('bizmeta.record.bulkDelete', drop, hai))).toBe(
      '403 NO_ACCESS',
    );
    // The one share of a record and a person takes another level.
    await share(builder, ['a'], { level: 'all', subjects: withPeople(hai) });
    expect((await sharesOf('a')).map(({ level, allFields }) => [level, allFields])).toEqual([
      ['all', true],
    ]);
    expect((await detail(hai, 'a')).data.record).toMatchObject({ rating: 'rated a' });
    expect((await made('bizmeta.describe.detail', { apiName: 'client' }, hai)).sharing).toBe(true);
    expect((await share(hai, ['a'], { level: 'view', subjects: withPeople(lin) })).msg).toBe('ok');
    expect(await found(lin)).toBe('a');
    await unshare('a');
  });

  it('is over when its time is, without anybody doing something', async () => {
    await share(jiang, ['a'], { level: 'view', subjects: withPeople(hai), expiresAt: inHours(24) });
    expect(await found(hai)).toBe('a');
    await server.db.withTenant({ tenant }, (tx) =>
      tx.run(`update bizmeta.record_share set expires_at = now() + interval '1 second'`, []),
    );
    expect(await found(hai)).toBe('a');
    await expect.poll(() => found(hai)).toBe('403 NO_ACCESS');
    expect((await made('bizmeta.share.mine', {}, hai)).total).toBe(0);
    expect(await sharesOf('a')).toEqual([]);
    for (const expiresAt of ['2020-01-01', 'soon', '2026-02-31', '9999-01-01'])
      expect(
        refusal(await share(jiang, ['a'], { level: 'view', subjects: withPeople(hai), expiresAt })),
      ).toBe('400 /expiresAt SHARE_SETTING');
  });

  it('goes with the record, the person and the department', async () => {
    await share(jiang, ['b'], { level: 'view', subjects: withPeople(hai) });
    const drop = { object: 'client', ids: [ids['b']!] };
    await made('bizmeta.record.bulkDelete', drop, jiang);
    expect(await found(hai)).toBe('');
    expect(await made('bizmeta.share.mine', {}, hai)).toMatchObject({
      records: [{ gone: true, title: '' }],
    });
    await made('bizmeta.record.restore', drop, jiang);
    expect(await found(hai)).toBe('b');
    const leaver = await newMember(server, tenant, '湖');
    await share(jiang, ['b'], { level: 'view', subjects: withPeople(leaver) });
    await server.db.withOwner(
      (tx) => tx.run(`update upm.member set state = 'left' where user_id = $1`, [leaver.userid]),
      tenant.id,
    );
    expect((await sharesOf('b')).map(({ subject }) => subject.name)).toEqual(['海']);
    await made('bizmeta.record.bulkDelete', drop, jiang);
    await made('bizmeta.recordBin.purge', drop);
    const [left] = await server.db.withTenant({ tenant }, (tx) =>
      tx.query<{ n: number }>(
        'select count(*)::integer as n from bizmeta.record_share where record_id = $1::uuid',
        [ids['b']],
      ),
    );
    expect(left!.n).toBe(0);
  });
});

describe('who shares', () => {
  it('shares no record they do not see or may not share, and none of another company', async () => {
    const view = { level: 'view', subjects: withPeople(hai) } as const;
    expect(refusal(await share(jiang, ['a', 'c'], view))).toBe('404 /recordIds/1 RECORD_UNKNOWN');
    expect(await found(hai)).toBe('403 NO_ACCESS');
    expect(refusal(await share(books, ['a'], view))).toBe('403 NO_ACCESS');
    expect(refusal(await list(books, 'a'))).toBe('403 RECORD_FORBIDDEN');
    expect(refusal(await list(lin, 'a'))).toBe('403 NO_ACCESS');
    // The owner may see with whom a record is shared.
    expect((await list(books, 'c')).data).toEqual({ shares: [], levels: [], until: null });
    const other = await server.newTenant('strangers');
    const stranger = { userIds: [other.auth.userid] };
    expect(refusal(await share(jiang, ['a'], { level: 'view', subjects: stranger }))).toBe(
      '400 /subjects/userIds SHARE_SETTING',
    );
    expect(refusal(await share(other.auth, ['a'], view))).toBe('404 OBJECT_UNKNOWN');
    await share(jiang, ['a'], view);
    const id = (await sharesOf('a'))[0]!.id;
    for (const as of [other.auth, lin, books])
      expect(refusal(await remove(as, id))).toMatch(
        /^40[34] \/ids\/0 (SHARE_UNKNOWN|RECORD_FORBIDDEN)$/,
      );
    expect((await made('bizmeta.share.mine', {}, other.auth)).total).toBe(0);
    // Who it was shared with gives it back.
    expect((await remove(hai, id)).msg).toBe('ok');
    expect(await found(hai)).toBe('403 NO_ACCESS');
  });

  it('says whom, and not themselves; what is open needs no sharing', async () => {
    const bad: [ShareSubjects, string][] = [
      [{}, '/subjects SHARE_SETTING'],
      [withPeople(jiang), '/subjects/userIds SHARE_SETTING'],
      [{ deptIds: ['gone'] }, '/subjects/deptIds SHARE_SETTING'],
    ];
    for (const [subjects, place] of bad)
      expect(refusal(await share(jiang, ['a'], { level: 'view', subjects }))).toBe(`400 ${place}`);
    const config = (defaultAccess: 'all' | 'none') =>
      made('bizmeta.authgroup.config', { objectApiName: 'client', defaultAccess });
    await config('all');
    const view = { level: 'view', subjects: withPeople(hai) } as const;
    expect(refusal(await share(builder, ['a'], view))).toBe('400 /objectApiName SHARE_SETTING');
    expect(await made('bizmeta.describe.detail', { apiName: 'client' })).not.toHaveProperty(
      'sharing',
    );
    await config('none');
    expect((await made('bizmeta.describe.detail', { apiName: 'client' })).sharing).toBe(true);
  });

  it('gives no more than they have: no higher level, no other field, no longer', async () => {
    const ask = (level: 'view' | 'edit' | 'all', expiresAt?: string) =>
      share(hai, ['a'], { level, subjects: withPeople(lin), ...(expiresAt && { expiresAt }) });
    await share(jiang, ['a'], { level: 'edit', subjects: withPeople(hai) });
    expect(refusal(await ask('view'))).toBe('403 NO_ACCESS');
    await share(jiang, ['a'], { level: 'all', subjects: withPeople(hai), expiresAt: inHours(24) });
    expect(refusal(await ask('view'))).toBe('400 /expiresAt SHARE_SETTING');
    expect(refusal(await ask('view', inHours(48)))).toBe('400 /expiresAt SHARE_SETTING');
    expect((await list(hai, 'a')).data.until).not.toBe(null);
    expect((await ask('all', inHours(1))).msg).toBe('ok');
    expect((await detail(lin, 'a')).data.record).not.toHaveProperty('rating');
    await unshare('a');
    // A group that shares, and may not delete: 账 gives what 账 has.
    const { id } = await made('bizmeta.authgroup.create', {
      scopeType: 'project',
      name: '账房分享',
      members: { userIds: [books!.userid] },
      grants: {
        objects: { client: { ops: ['view', 'share'], fields: { name: 'read', '*': 'none' } } },
      },
    });
    const give = (level: 'view' | 'edit' | 'all') =>
      share(books, ['a'], { level, subjects: withPeople(lin) });
    expect(refusal(await give('all'))).toBe('400 /level SHARE_SETTING');
    expect((await give('edit')).msg).toBe('ok');
    // 账 does not read the change log, and gives none.
    const log = { object: 'client', recordId: ids['a']! };
    const logged = await server.call('bizmeta.dataChangeLog.list', log, lin!);
    expect(refusal(logged)).toBe('403 NO_ACCESS');
    expect((await detail(lin, 'a')).data.record).toMatchObject({ rating: 'rated a' });
    await made('bizmeta.authgroup.remove', { id });
    await unshare('a');
  });

  it('at once with others ends in one share, and never in more than there may be', async () => {
    const view = { level: 'view', subjects: withPeople(hai, lin) } as const;
    await share(jiang, ['a'], view);
    const old = (await sharesOf('a')).map(({ id }) => id);
    const told = await Promise.all([
      share(jiang, ['a'], view),
      remove(jiang, ...old),
      share(builder, ['a'], { level: 'edit', subjects: withPeople(lin, hai) }),
      remove(builder, ...old),
    ]);
    for (const { status } of told) expect([200, 404]).toContain(status);
    const kinds = (await sharesOf('a')).map(({ subject }) => subject.name);
    expect(new Set(kinds).size).toBe(kinds.length);
    const seen = kinds.includes('海') ? 'a' : '403 NO_ACCESS';
    expect(await found(hai)).toBe(seen);
    await unshare('a');
    const depts = await Promise.all(
      Array.from(
        { length: 60 },
        async (_, i) =>
          (await made('upm.org.addOrgGroup', { title: `部门${i}`, parentId: null })).id,
      ),
    );
    const both = await Promise.all(
      [depts.slice(0, 30), depts.slice(30)].map((deptIds) =>
        share(jiang, ['a'], { level: 'view', subjects: { deptIds } }),
      ),
    );
    expect(both.map(refusal).toSorted()).toEqual(['200', '400 /recordIds/0 SHARE_SETTING']);
    await unshare('a');
  });

  it('is said by a message and in the operation log, in words', async () => {
    await share(jiang, ['a'], { level: 'view', subjects: withPeople(lin), note: '请跟进' });
    const messages = async () =>
      (
        await server.db.withTenant({ tenant }, (tx) =>
          tx.query<{ content: string }>('select content from msg.message where user_id = $1', [
            lin!.userid,
          ]),
        )
      ).map(({ content }) => content);
    await expect.poll(messages).toContain('把“客户”记录“a”分享给了你：请跟进');
    const { records } = await made('log.operationLog.search', {});
    expect(JSON.stringify(records)).toContain('分享记录');
    expect(JSON.stringify(records)).toContain('林（可查看）');
    await unshare('a');
    const [last] = (await made('log.operationLog.search', {})).records;
    expect(JSON.stringify(last)).toMatch(/取消分享.*客户 记录 [0-9a-f-]{36}：林（可查看）/);
  });
});
