import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FieldInput, RecordValues } from '../../../contract/index.ts';
import { jobDone, type Auth } from '../../testing.ts';
import { TestClient, f } from '../testing/index.ts';

const FIELDS: FieldInput[] = [
  f('name', '名称', 'text'),
  f('owner', '负责人', 'user'),
  f('team', '成员', 'users'),
  f('file', '本人', 'user', { unique: true }),
  f('dept', '部门', 'dept'),
  f('depts', '参与部门', 'depts'),
];
const ROWS = [
  f('task', '任务', 'text'),
  f('doer', '执行人', 'user'),
  f('helpers', '协助人', 'users'),
  f('place', '执行部门', 'dept'),
];

let client: TestClient;
let admin: Auth;
let stranger: Auth;

beforeAll(async () => {
  client = await TestClient.open();
  admin = await client.server.signIn('admin');
  stranger = (await client.server.newTenant('hand-over')).auth;
  await client.made('visit', FIELDS);
  await client.made('plan', [
    f('name', '名称', 'text'),
    f('steps', '步骤', 'subTable', { fields: ROWS }),
  ]);
  await client.made('plain', [f('name', '名称', 'text')]);
});
afterAll(() => client?.close());

let made = 0;
const member = async () => {
  made += 1;
  return (
    await client.server.call(
      'upm.userOrg.createUser',
      { realName: `成员${made}`, account: `hand.${made}`, password: 'Huozi@2026' },
      admin,
    )
  ).data.id;
};
const pair = async () => [await member(), await member()] as const;
const dept = async (title: string) =>
  (await client.server.call('upm.org.addOrgGroup', { title, parentId: '-1' }, admin)).data.id;
const drop = (id: string) => client.server.call('upm.org.deleteOrgGroup', { id }, admin);
const owned = async (userId: string) =>
  (await client.server.call('upm.userOrg.handover', { userId }, admin)).data;
/** Removes a member; what they had is given away by a job, which the answer waits for a while only. */
async function leave(userId: string, toUserId?: string) {
  const { server } = client;
  const answer = await server.call(
    'upm.userOrg.removeByUserId',
    { userId, ...(toUserId !== undefined && { toUserId }) },
    admin,
  );
  if (answer.code === 200) await jobDone(server, answer.data.jobId, admin);
  return answer;
}
const history = async (object: string, recordId: string) =>
  (
    await client.server.call('bizmeta.dataChangeLog.list', { object, recordId }, admin)
  ).data.records.map(({ version, op, userId, diff }) => ({
    version,
    op,
    userId,
    diff: Object.fromEntries(diff.map((each) => [each.field, [each.old, each.new]])),
  }));
const stepsOf = (record: RecordValues) =>
  (record['steps'] as RecordValues[]).map(({ task, doer, helpers }) => [task, doer, helpers]);

describe('a leaving member', () => {
  it('has records reassigned: they name the successor, with the next version, and their history has the author of the change', async () => {
    const [from, to] = await pair();
    // Neither rising nor falling: no sorting by id puts the list in its order by chance.
    const [a, b, c] = [from, admin.userid, client.user.userid].toSorted() as [
      string,
      string,
      string,
    ];
    const team = [b, c, a];
    const [both, list, theirs] = [
      await client.one('visit', { name: '甲', owner: from, team: [...team, to] }),
      await client.one('visit', { name: '乙', owner: to, team: [from] }),
      await client.one('visit', { name: '丙', owner: client.user.userid }),
    ];
    expect(await owned(from)).toEqual([
      { key: 'bizmeta.record', title: '业务记录', count: 2, about: 'visit表（2 条记录）' },
    ]);
    const refused = await leave(from);
    expect([refused.error.reason, refused.msg]).toEqual([
      'HANDOVER_NEEDED',
      expect.stringContaining('名下还有 2 个业务记录，请选择接手的人'),
    ]);
    expect(await client.detail('visit', both)).toMatchObject({ owner: from, version: 1 });

    expect((await leave(from, to)).data.moved).toMatchObject([{ key: 'bizmeta.record', count: 2 }]);
    const handed = team.map((id) => (id === from ? to : id));
    expect(await client.detail('visit', both)).toMatchObject({
      owner: to,
      team: handed,
      version: 2,
      createdBy: client.user.userid,
      updatedBy: admin.userid,
    });
    expect(await client.detail('visit', list)).toMatchObject({ owner: to, team: [to], version: 2 });
    expect(await client.detail('visit', theirs)).toMatchObject({
      owner: client.user.userid,
      version: 1,
      updatedBy: client.user.userid,
    });
    expect((await history('visit', both))[0]).toEqual({
      version: 2,
      op: 'edit',
      userId: admin.userid,
      diff: { owner: [from, to], team: [[...team, to], handed] },
    });
    expect((await history('visit', list))[0]!.diff).toEqual({ team: [[from], [to]] });
    expect(await history('visit', theirs)).toHaveLength(1);
  });

  it('has rows of records reassigned as well, in the record’s history', async () => {
    const [from, to] = await pair();
    const id = await client.one('plan', {
      name: '计划',
      steps: [
        { task: '一', doer: from, helpers: [from, to] },
        { task: '二', doer: client.user.userid },
      ],
    });
    expect(await owned(from)).toMatchObject([{ count: 1 }]);
    expect((await leave(from, to)).code).toBe(200);
    const record = await client.detail('plan', id);
    expect([record['version'], ...stepsOf(record)]).toEqual([
      2,
      ['一', to, [to]],
      ['二', client.user.userid, null],
    ]);
    const [change] = await history('plan', id);
    expect(change).toMatchObject({
      version: 2,
      userId: admin.userid,
      diff: {
        steps: [
          [{ doer: from }, {}],
          [{ doer: to }, {}],
        ],
      },
    });
  });

  it('has more records reassigned than are found at once', async () => {
    const [from, to] = await pair();
    for (let i = 0; i < 3; i++)
      await client.create(
        'visit',
        Array.from({ length: 3_400 }, (_, n) => ({ name: `${i}-${n}`, owner: from })),
      );
    expect(await owned(from)).toMatchObject([{ count: 10_200 }]);
    expect((await leave(from, to)).code).toBe(200);
    const still = await client.found('visit', { field: 'owner', op: 'eq', value: from });
    expect([still.length, (await owned(to))[0]!.count]).toEqual([0, 10_200]);
  });

  it('has work that was about to be assigned to them reassigned as well, and nothing stays behind', async () => {
    const [[first, second], [third]] = [await pair(), await pair()];
    await client.create(
      'visit',
      Array.from({ length: 50 }, () => ({ name: '接力', owner: first })),
    );
    const [one, two] = await Promise.all([
      leave(first, second),
      leave(second, third).then(async (answer) =>
        answer.code === 200 ? answer : leave(second, third),
      ),
    ]);
    expect([one.code === 200 || one.error.reason === 'MEMBER_UNKNOWN', two.code]).toEqual([
      true,
      200,
    ]);
    if (one.code !== 200) expect((await leave(first, third)).code).toBe(200);
    await vi.waitFor(
      async () =>
        expect((await client.server.call('upm.job.list', { open: true }, admin)).data).toEqual([]),
      { timeout: 8_000, interval: 50 },
    );
    expect((await owned(third))[0]).toMatchObject({ count: 50 });
  });

  it('remains in deleted records, and in records that are about the person', async () => {
    const [from, to] = await pair();
    const [gone, about] = [
      await client.one('visit', { name: '回收', owner: from }),
      await client.one('visit', { name: '档案', file: from }),
    ];
    await client.one('visit', { name: '档案', file: to });
    await client.remove('visit', gone);
    expect(await owned(from)).toEqual([]);
    expect((await leave(from, to)).data).toMatchObject({ moved: [], jobId: null, done: true });
    await client.restore('visit', gone);
    expect([
      (await client.detail('visit', gone))['owner'],
      (await client.detail('visit', about))['file'],
    ]).toEqual([from, from]);
  });

  it('keeps everything when the successor cannot take over', async () => {
    const from = await member();
    const id = await client.one('visit', { name: '留', owner: from });
    const answers = [
      await leave(from, 'nobody'),
      await leave(from, from),
      await leave(from, stranger.userid),
    ];
    expect(answers.map(({ error }) => error.reason)).toEqual([
      'MEMBER_UNKNOWN',
      'MEMBER_SELF',
      'MEMBER_UNKNOWN',
    ]);
    expect(await client.detail('visit', id)).toMatchObject({ owner: from, version: 1 });
  });

  it('has no effect on the records of another company, of the same name and naming the same person', async () => {
    const [from, to] = await pair();
    const { server } = client;
    await server.call(
      'bizmeta.describe.create',
      { describe: { apiName: 'visit', label: '拜访', fields: FIELDS } },
      stranger,
    );
    const tenant = {
      tenant: {
        id: stranger.tenant,
        no: (
          await server.db.asAnonymous<{ no: number }>('select no from upm.tenant where id = $1', [
            stranger.tenant,
          ])
        )[0]!.no,
        region: stranger.regionid,
      },
    };
    await server.db.withTenant(tenant, (tx) =>
      tx.run(
        `insert into upm.member (tenant_id, user_id, real_name, search_key, state)
          values ($1, $2, '同一人', '', 'active')`,
        [stranger.tenant, from],
      ),
    );
    const theirs = (
      await server.call(
        'bizmeta.record.bulkCreate',
        { object: 'visit', records: [{ name: '外', owner: from, team: [from] }] },
        stranger,
      )
    ).data.ids[0]!;
    await client.one('visit', { name: '内', owner: from });
    expect(await owned(from)).toMatchObject([{ count: 1 }]);
    expect((await leave(from, to)).code).toBe(200);
    expect(
      (await server.call('bizmeta.record.detail', { object: 'visit', id: theirs }, stranger)).data
        .record,
    ).toMatchObject({ owner: from, team: [from], version: 1 });
  });
});

describe('a department that records name', () => {
  it.each([
    ['a field', 'visit', 'visit表的“部门”', (id: string): RecordValues => ({ dept: id })],
    ['a list', 'visit', 'visit表的“参与部门”', (id: string): RecordValues => ({ depts: [id] })],
    [
      'a row',
      'plan',
      'plan表的“步骤／执行部门”',
      (id: string): RecordValues => ({ steps: [{ task: '在', place: id }] }),
    ],
  ])(
    'in %s is not deleted, with a sentence that says where, until they name it no longer',
    async (where, object, place, values) => {
      const id = await dept(`用到的部门 ${where}`);
      const record = await client.one(object, { name: '在', ...values(id) });
      const refused = await drop(id);
      expect([refused.error.reason, refused.msg]).toEqual([
        'DEPT_IN_USE',
        `“用到的部门 ${where}”正被使用：${place}（1 条记录），不能删除`,
      ]);
      expect((await client.server.call('upm.org.uses', { id }, admin)).data).toEqual({
        free: false,
        below: 0,
        people: 0,
        delegates: '',
        ending: '',
        count: 1,
        uses: [{ title: place, records: 1, link: `/build.html#/object/${object}` }],
      });
      await client.remove(object, record);
      expect((await drop(id)).data).toEqual({ id });
    },
  );

  it('counts them no further than lists do', async () => {
    const id = await dept('常用部门');
    for (let i = 0; i < 6; i++)
      await client.create(
        'visit',
        Array.from({ length: 200 }, () => ({ name: '多', dept: id })),
      );
    expect((await drop(id)).msg).toContain('visit表的“部门”（1,000 条以上记录）');
  });
});
