import { openXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InputOf } from '../../../contract/index.ts';
import type { TenantRef } from '../../kernel/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

/** Members one sheet holds. */
const MAX = 20_000;

let server: TestServer;
let admin: Auth;
let tenant: TenantRef;
beforeAll(async () => {
  server = await testServer();
  ({ auth: admin, tenant } = await server.newTenant('exports'));
});
afterAll(() => server?.close());

type Filters = InputOf<'upm.userOrg.exportUser'>;
const ask = (payload: Filters, as: Auth = admin) =>
  server.inject({
    method: 'POST',
    url: '/upm/userOrg/exportUser',
    headers: { ...as },
    payload,
  });
async function sheetOf(filters: Filters = {}) {
  const answer = await ask(filters);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toContain('spreadsheetml');
  return (await openXlsx(answer.rawPayload)).sheets[0]!;
}
const namesIn = async (filters: Filters) =>
  (await sheetOf(filters)).rows.slice(1).map(([name]) => name);
const make = async (account: string, realName: string, given: object = {}) =>
  (
    await server.call(
      'upm.userOrg.createUser',
      { realName, account, password: 'Huozi@2026', ...given },
      admin,
    )
  ).data.id;

it('is what the list shows with its filters, in its order, with every column', async () => {
  const dept = (await server.call('upm.org.addOrgGroup', { title: '车间' }, admin)).data.id;
  const boss = await make('export.boss', '车间主任', { employeeNo: 'C1', deptIds: [dept] });
  await make('export.one', '工人甲', {
    employeeNo: 'C2',
    jobTitle: '钳工',
    superiorId: boss,
    deptIds: [dept],
  });
  const { rows } = await sheetOf({ search: 'C2' });
  const line = Object.fromEntries((rows[0] ?? []).map((title, at) => [title, rows[1]![at] ?? '']));
  expect(line).toEqual({
    姓名: '工人甲',
    账号: 'export.one',
    手机号: '',
    邮箱: '',
    部门: '车间',
    工号: 'C2',
    职务: '钳工',
    直接上级: '车间主任',
    角色: '普通用户',
    状态: '正常',
    最近登录: '',
    加入或邀请时间: expect.stringMatching(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/),
    离开时间: '',
    交接给: '',
  });
  expect(await namesIn({ orgId: dept, sort: [{ field: 'employeeNo', dir: 'desc' }] })).toEqual([
    '工人甲',
    '车间主任',
  ]);
  expect(await namesIn({ below: false })).toEqual(['exports']);
  expect(await namesIn({ search: '没有的人' })).toEqual([]);
});

it('keeps what looks like a formula a text', async () => {
  for (const [at, jobTitle] of [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '=HYPERLINK("http://x")',
  ].entries()) {
    await make(`export.formula${at}`, `公式${at}`, { jobTitle });
    const { rows, cells } = await sheetOf({ search: `export.formula${at}` });
    const column = rows[0]!.indexOf('职务');
    expect(rows[1]![column]).toBe(jobTitle);
    const cell = cells?.get(`1,${column}`);
    expect([cell?.type ?? 'string', cell?.formula]).toEqual(['string', undefined]);
  }
});

it('is for who manages members, of their own company, and the log says what went out', async () => {
  await make('export.plain', '普通员工');
  expect((await ask({}, await server.signIn('export.plain'))).statusCode).toBe(403);
  const { auth: other } = await server.newTenant('exports-other');
  const foreign = await openXlsx((await ask({}, other)).rawPayload);
  expect(foreign.sheets[0]!.rows.slice(1).map(([name]) => name)).toEqual(['exports-other']);
  const dept = (await server.call('upm.org.addOrgGroup', { title: '仓库' }, admin)).data.id;
  await sheetOf({ orgId: dept, search: '甲', state: 'active' });
  const { data } = await server.call(
    'log.operationLog.search',
    { callId: 'upm.userOrg.exportUser' },
    admin,
  );
  expect(data.records[0]).toMatchObject({
    result: 'ok',
    summary: '导出成员',
    about: '成员 正常，含“甲”；部门 仓库',
  });
});

it('refuses more members than a sheet holds, and says how many there are', async () => {
  await server.db.withOwner(async (tx) => {
    await tx.run(
      `insert into upm.app_user (id, account) select 'export' || n, 'export.bulk' || n
        from generate_series(1, $1::integer) n`,
      [MAX],
    );
    await tx.run(
      `insert into upm.member (tenant_id, user_id, real_name) select $1, 'export' || n, '批量' || n
        from generate_series(1, $2::integer) n`,
      [tenant.id, MAX],
    );
    // As PostgreSQL does by itself a little later.
    await tx.run('analyze upm.app_user, upm.member', []);
  }, tenant.id);
  const refused = await ask({});
  expect(refused.statusCode).toBe(400);
  expect(refused.json<{ msg: string }>().msg).toMatch(/一次最多 20000 条，当前 2000\d 条/);
  expect(await namesIn({ search: '批量' })).toHaveLength(MAX);
});
