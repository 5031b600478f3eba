import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../../contract/index.ts';
import { holds, lastSent, secretIn } from '../identity/sign-in.testing.ts';
import type { TenantRef } from '../../kernel/index.ts';
import { lockRoles } from '../roles/roles.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let admin: Auth;
let tenant: TenantRef;
beforeAll(async () => {
  server = await testServer();
  ({ auth: admin, tenant } = await server.newTenant('staff'));
});
afterAll(() => server?.close());

type Given = Omit<InputOf<'upm.userOrg.createUser'>, 'account' | 'password' | 'realName'>;
const create = (account: string, realName: string, given: Given = {}) =>
  server.call(
    'upm.userOrg.createUser',
    { realName, account, password: 'Huozi@2026', ...given },
    admin,
  );
const make = async (account: string, realName: string, given: Given = {}): Promise<string> =>
  (await create(account, realName, given)).data.id;
const detail = async (userId: string) =>
  (await server.call('upm.userOrg.detailUserInfo', { userId }, admin)).data;
const list = async (input: InputOf<'upm.userOrg.orgUserPageList'>) =>
  (await server.call('upm.userOrg.orgUserPageList', input, admin)).data.records;
const change = async (
  userId: string,
  given: Omit<InputOf<'upm.userOrg.updateUser'>, 'userId' | 'version'>,
) =>
  server.call(
    'upm.userOrg.updateUser',
    { userId, version: (await detail(userId)).version, ...given },
    admin,
  );
const remove = (input: InputOf<'upm.userOrg.removeByUserId'>) =>
  server.call('upm.userOrg.removeByUserId', input, admin);

/** Asks while another change is being made, which is stored a moment later. */
async function meanwhile<T>(
  text: string,
  values: readonly string[],
  ask: () => Promise<T>,
): Promise<T> {
  let asked: Promise<T> | undefined;
  await server.db.withTenant({ tenant }, async (tx) => {
    await lockRoles(tx);
    await tx.run(text, [tx.tenant.id, ...values]);
    asked = ask();
    await new Promise((resolve) => setTimeout(resolve, 500));
  });
  return asked!;
}

describe('number, title and superior of a member', () => {
  it('are given when the account is made, shown, found and sorted by', async () => {
    const boss = await make('staff.boss', '总经理', { employeeNo: 'HZ0001', jobTitle: '总经理' });
    const id = await make('staff.one', '甲一', {
      employeeNo: ' ＨＺ0102 ',
      jobTitle: '销售  经理',
      superiorId: boss,
    });
    expect(await detail(id)).toMatchObject({
      employeeNo: 'HZ0102',
      jobTitle: '销售 经理',
      superiorId: boss,
      superiorName: '总经理',
      chain: '',
    });
    expect(await detail(boss)).toMatchObject({ subordinateCount: 1, subordinateNames: '甲一' });
    expect((await list({ search: 'hz0102' })).map((row) => row.id)).toEqual([id]);
    for (const dir of ['asc', 'desc'] as const) {
      const numbers = (await list({ sort: [{ field: 'employeeNo', dir }] })).map(
        ({ employeeNo }) => employeeNo,
      );
      const given = ['HZ0001', 'HZ0102'];
      expect(numbers.slice(0, 2)).toEqual(dir === 'asc' ? given : given.toReversed());
      expect(numbers[2]).toBe('');
    }
  });

  it('are changed and taken away, and the log says from what to what', async () => {
    const [superior] = await list({ search: 'staff.boss' });
    const id = await make('staff.two', '甲二', { employeeNo: 'A-2' });
    expect(
      (await change(id, { employeeNo: 'A-3', jobTitle: '会计', superiorId: superior!.id })).code,
    ).toBe(200);
    const { data } = await server.call(
      'log.operationLog.search',
      { callId: 'upm.userOrg.updateUser', search: '甲二' },
      admin,
    );
    expect(data.records[0]!.change).toBe(
      '工号：A-2 → A-3；职务：（空） → 会计；直接上级：（空） → 总经理',
    );
    expect((await change(id, { realName: '甲二' })).code).toBe(200);
    expect(await detail(id)).toMatchObject({ employeeNo: 'A-3', superiorName: '总经理' });
    await change(id, { employeeNo: null, jobTitle: null, superiorId: null });
    expect(await detail(id)).toMatchObject({ employeeNo: '', jobTitle: '', superiorId: null });
  });

  it('a number is one person’s, whatever its case; a title is one line', async () => {
    const id = await make('staff.three', '甲三', { employeeNo: 'B1' });
    const taken = await create('staff.four', '甲四', { employeeNo: 'b1' });
    expect(taken.error).toMatchObject({
      reason: 'VALUE_TAKEN',
      errors: [{ path: '/employeeNo', msg: '工号“b1”已存在，不能重复' }],
    });
    expect((await list({ search: 'staff.four' })).length).toBe(0);
    expect((await change(id, { employeeNo: 'b1' })).code).toBe(200);
    for (const employeeNo of ['=1+1', '1 2', '-1', 'x'.repeat(31)])
      expect((await change(id, { employeeNo })).code, employeeNo).toBe(400);
    expect((await change(id, { jobTitle: '会计\n二行' })).error.reason).toBe('VALUE_FORMAT');
  });

  it('of two who are given the same number at once, the later is refused', async () => {
    const [first, second] = [await make('staff.r1', '竞一'), await make('staff.r2', '竞二')];
    const later = await meanwhile(
      `update upm.member set employee_no = 'RACE' where tenant_id = $1 and user_id = $2`,
      [first],
      () => change(second, { employeeNo: 'race' }),
    );
    expect(later.error.reason).toBe('VALUE_TAKEN');
  });

  it('cannot be changed by the person in their own profile', async () => {
    const auth = (await server.newTenant('staff-own')).auth;
    for (const given of [{ employeeNo: '9' }, { jobTitle: '总裁' }, { superiorId: null }])
      expect(
        (await server.call('upm.sysUser.update', given as never, auth)).code,
        JSON.stringify(given),
      ).toBe(400);
  });
});

describe('superiors', () => {
  it('never lead back to the person, not even when two are set at once', async () => {
    const a = await make('line.a', '环甲');
    const b = await make('line.b', '环乙', { superiorId: a });
    const c = await make('line.c', '环丙', { superiorId: b });
    expect((await detail(c)).chain).toBe('环乙 → 环甲');
    expect((await change(a, { superiorId: a })).error.reason).toBe('SUPERIOR_CIRCLE');
    const circle = await change(a, { superiorId: c });
    expect(circle.error).toMatchObject({ errors: [{ path: '/superiorId' }] });
    expect(circle.error.errors![0]!.msg).toContain('“环丙”');
    const z = await make('line.z', '对丙');
    const y = await make('line.y', '对乙', { superiorId: z });
    const x = await make('line.x', '对甲');
    const later = await meanwhile(
      'update upm.member set superior_id = $3 where tenant_id = $1 and user_id = $2',
      [x, y],
      () => change(z, { superiorId: x }),
    );
    expect(later.error.reason).toBe('SUPERIOR_CIRCLE');
  });

  it('are of this company and work here', async () => {
    const id = await make('line.own', '独立');
    const gone = await make('line.gone', '已去');
    await remove({ userId: gone });
    const foreign = (await server.newTenant('staff-foreign')).auth.userid;
    for (const superiorId of [gone, foreign, 'nonsense'])
      expect((await change(id, { superiorId })).error.reason, superiorId).toBe('SUPERIOR_UNKNOWN');
  });

  it('a leaver’s subordinates report to the leaver’s own superior, or to the one chosen, or to no one', async () => {
    const top = await make('leave.top', '上上级');
    const boss = await make('leave.boss', '离任者', { superiorId: top });
    const [one, two] = [
      await make('leave.one', '下属一', { superiorId: boss }),
      await make('leave.two', '下属二', { superiorId: boss }),
    ];
    expect((await remove({ userId: boss })).data).toMatchObject({
      subordinates: 2,
      superiorName: '上上级',
    });
    expect(await detail(one)).toMatchObject({ superiorId: top });
    // One of them takes the place.
    expect((await remove({ userId: top, superiorId: one })).data).toMatchObject({
      superiorName: '下属一',
    });
    expect(await detail(one)).toMatchObject({ superiorId: null });
    expect(await detail(two)).toMatchObject({ superiorId: one });
    expect((await remove({ userId: one })).data).toMatchObject({
      subordinates: 1,
      superiorName: '',
    });
    expect(await detail(two)).toMatchObject({ superiorId: null });
  });

  it('a successor from deeper below is refused, and nothing has happened', async () => {
    const boss = await make('deep.boss', '深顶');
    const mid = await make('deep.mid', '深中', { superiorId: boss });
    const low = await make('deep.low', '深底', { superiorId: mid });
    expect((await remove({ userId: boss, superiorId: low })).error.reason).toBe('SUPERIOR_CIRCLE');
    expect(await detail(boss)).toMatchObject({ state: 'active', subordinateCount: 1 });
  });
});

describe('who comes and goes', () => {
  it('a leaver’s number may be given to another; who comes back has theirs only while it is free', async () => {
    const first = await make('again.one', '归来', { employeeNo: 'BACK', jobTitle: '司机' });
    await remove({ userId: first });
    await server.call('upm.userOrg.restoreUser', { userId: first }, admin);
    expect(await detail(first)).toMatchObject({ employeeNo: 'BACK', jobTitle: '司机' });
    await remove({ userId: first });
    await make('again.two', '接号', { employeeNo: 'back' });
    await server.call('upm.userOrg.restoreUser', { userId: first }, admin);
    expect(await detail(first)).toMatchObject({ state: 'active', employeeNo: '' });
  });

  it('an invited person is given all of it, has it after joining, and keeps who reports to them', async () => {
    const { data } = await server.call(
      'upm.userOrg.inviteuser',
      {
        people: [{ realName: '受邀者', email: 'invited@staff.example' }],
        superiorId: admin.userid,
      },
      admin,
    );
    const [invited] = data.userIds;
    await change(invited!, { employeeNo: 'INV1', jobTitle: '主管' });
    const below = await make('invited.below', '其下属', { superiorId: invited! });
    // They have an account of another company, which holds the address.
    const elsewhere = (await server.newTenant('staff-elsewhere')).auth.userid;
    await holds(server, elsewhere, { email: 'invited@staff.example' });
    const link = secretIn(await lastSent(server, 'invited@staff.example'));
    expect((await server.call('upm.public.userActive', { link })).code).toBe(200);
    const [joined] = await list({ search: 'INV1' });
    expect(joined).toMatchObject({
      id: elsewhere,
      state: 'active',
      jobTitle: '主管',
      superiorId: admin.userid,
    });
    expect(await detail(below)).toMatchObject({ superiorId: joined!.id });
  });
});

describe('a sheet with numbers, titles and superiors', () => {
  const HEAD = ['姓名', '手机号或邮箱', '工号', '职务', '直接上级'];
  async function upload(rows: string[][]) {
    const bytes = Buffer.from(
      await writeXlsx({ sheets: [{ name: '成员', rows: [HEAD, ...rows] }] }),
    );
    const payload = Buffer.concat([
      Buffer.from(
        '--b\r\ncontent-disposition: form-data; name="file"; filename="members.xlsx"\r\n\r\n',
      ),
      bytes,
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const answer = await server.inject({
      method: 'POST',
      url: '/upm/userOrg/importUser',
      headers: { ...admin, 'content-type': 'multipart/form-data; boundary=b' },
      payload,
    });
    return answer.json<{ data: { importId: string; problems: object[] } }>().data;
  }

  it('brings a whole line of people: by number, account and name, in any order', async () => {
    await make('sheet.boss', '表外上级');
    const { importId, problems } = await upload([
      ['表一', 'a1@sheet.example', 'S3', '专员', 's2'],
      ['表二', 'a2@sheet.example', 'S2', '主管', '表三'],
      ['表三', 'a3@sheet.example', 'S1', '经理', 'sheet.boss'],
    ]);
    expect(problems).toEqual([]);
    await server.call('upm.userOrg.importConfirm', { importId }, admin);
    const [last] = await list({ search: 'S3' });
    expect(last).toMatchObject({ realName: '表一', jobTitle: '专员', superiorName: '表二' });
    expect((await detail(last!.id)).chain).toBe('表二 → 表三 → 表外上级');
  });

  it('says beside each row what is wrong with them', async () => {
    await make('sheet.same1', '同名');
    await make('sheet.same2', '同名', { employeeNo: 'DUP' });
    const { problems } = await upload([
      ['错一', 'b1@sheet.example', 'dup', '', '没有的人'],
      ['错二', 'b2@sheet.example', 'N1', '', '同名'],
      ['错三', 'b3@sheet.example', 'n1', '', '错三'],
      ['错四', 'b4@sheet.example', '=1', '', ''],
      ['圈一', 'b5@sheet.example', '', '', '圈二'],
      ['圈二', 'b6@sheet.example', '', '', '圈一'],
      ['随错', 'b7@sheet.example', '', '', '错四'],
      ['好的', 'b8@sheet.example', 'N9', '', 'DUP'],
    ]);
    const at = (row: number, column: string, value: string, message: string) => ({
      row,
      column,
      value,
      message,
    });
    expect(problems).toEqual([
      at(2, '工号', 'dup', '已经是另一名成员的工号'),
      at(2, '直接上级', '没有的人', '没有这名成员，表格里也没有这个人'),
      at(3, '直接上级', '同名', '有 2 人符合，请改填工号或账号'),
      at(4, '工号', 'n1', '与第 3 行重复'),
      at(4, '直接上级', '错三', '不能是本人'),
      at(5, '工号', '=1', '应为字母和数字，中间可以有点、横线、下划线和斜杠'),
      at(6, '直接上级', '圈二', '上级关系绕成了一圈'),
      at(7, '直接上级', '圈一', '上级关系绕成了一圈'),
      at(8, '直接上级', '错四', '其直接上级在第 5 行，那一行有问题'),
    ]);
  });
});
