import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { openXlsx, saveXlsx, writeXlsx, type RoundtripWorkbook } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Envelope, ErrorData, ImportCheck } from '../../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../../testing.ts';
import { readSheet } from '../../../kernel/index.ts';

let server: TestServer;
let admin: Auth;
beforeAll(async () => {
  server = await testServer();
  admin = await server.signIn('admin');
});
afterAll(() => server?.close());

const LIMITS = { rows: 5_000, columns: 20, text: 500 };
const HEAD = ['姓名', '手机号或邮箱', '部门', '其他部门'];
/** A workbook as a person's own program makes it. */
async function sheet(rows: string[][], head: readonly string[] = HEAD): Promise<Buffer> {
  return Buffer.from(await writeXlsx({ sheets: [{ name: '成员', rows: [[...head], ...rows] }] }));
}
async function upload(
  bytes: Buffer,
  as = admin,
): Promise<Envelope<ImportCheck> & { reason?: string }> {
  const boundary = 'h3-import';
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="members.xlsx"\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const answer = await server.inject({
    method: 'POST',
    url: '/upm/userOrg/importUser',
    headers: { ...as, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  });
  const envelope = JSON.parse(answer.body) as Envelope<ImportCheck>;
  return { ...envelope, reason: (envelope.data as unknown as ErrorData).reason };
}
async function download(url: string, as = admin): Promise<RoundtripWorkbook> {
  const answer = await server.inject({ method: 'GET', url, headers: { ...as } });
  expect(answer.headers['content-type']).toContain('spreadsheetml');
  return openXlsx(answer.rawPayload, { readStyles: true });
}
const confirm = (importId: string, validOnly = false, as = admin) =>
  server.call('upm.userOrg.importConfirm', { importId, validOnly }, as);
const count = async () =>
  (await server.call('upm.userOrg.orgUserPageList', { size: 1 }, admin)).data.total;

describe('the template', () => {
  it('has the columns, examples, and every department to choose from', async () => {
    const book = await download('/upm/userOrg/generateTemplate');
    const [first, about, choices] = book.sheets;
    expect(first!.rows).toEqual([[...HEAD, '工号', '职务', '直接上级']]);
    expect(about!.rows[1]).toContain('林晓');
    expect([
      choices!.hidden,
      choices!.rows.some(([path]) => path === '销售中心 / 华东销售部'),
    ]).toEqual([true, true]);
    expect(first!.dataValidations).toMatchObject([
      {
        type: 'list',
        range: 'C2:C5001',
        formula1: `'选项3'!$A$1:$A$${choices!.rows.length}`,
        errorMessage: '请从列表中选择部门',
      },
    ]);
    expect(first!.freezePane).toMatchObject({ rows: 1 });
    expect(first!.cells?.get('0,2')?.comment?.text).toContain('部门');
    expect(first!.cells?.get('0,0')?.style).toMatchObject({ font: { bold: true }, numFmt: '@' });
  });
});

describe('a file of people', () => {
  it('is checked row by row, reported, and no invitation is sent', async () => {
    const before = await count();
    const { data } = await upload(
      await sheet([
        ['郁离', '13900001001', '销售中心 / 华东销售部', '市场部；财务部'],
        ['', 'nobody@example.com', '', ''],
        ['温言', 'no way', '财务部', ''],
        ['重复', '139 0000 1001', '没有的部门', ''],
        ['孟冬', 'mengdong@example.com', '', '人力资源部、也没有'],
      ]),
    );
    expect(data).toMatchObject({
      total: 5,
      valid: 1,
      invalid: 4,
      fileName: 'members.xlsx',
      problemCount: 5,
    });
    expect(data.problems).toEqual([
      { row: 3, column: '姓名', value: '', message: '姓名不能为空' },
      { row: 4, column: '手机号或邮箱', value: 'no way', message: '须为 11 位手机号或邮箱地址' },
      { row: 5, column: '手机号或邮箱', value: '139 0000 1001', message: '与第 2 行重复' },
      { row: 5, column: '部门', value: '没有的部门', message: '没有这个部门' },
      { row: 6, column: '其他部门', value: '人力资源部、也没有', message: '没有这个部门' },
    ]);
    expect(await count()).toBe(before);
    expect((await confirm(data.importId)).error.reason).toBe('IMPORT_INVALID');
    expect(await count()).toBe(before);
  });
  it('goes in without its broken rows when that is chosen, once', async () => {
    const { data } = await upload(
      await sheet([
        ['郁离', '13900001001', '销售中心>华东销售部', '市场部；财务部'],
        ['坏', 'x', '', ''],
      ]),
    );
    const before = await count();
    expect((await confirm(data.importId, true)).data).toEqual({ imported: 1, skipped: 1 });
    expect(await count()).toBe(before + 1);
    expect(
      (await server.call('upm.userOrg.orgUserPageList', { search: 'yuli' }, admin)).data.records,
    ).toMatchObject([
      {
        realName: '郁离',
        state: 'invited',
        mobile: '13900001001',
        deptNames: '华东销售部、市场部、财务部',
      },
    ]);
    await expect
      .poll(async () => {
        const { data: log } = await server.call('log.operationLog.search', { size: 1 }, admin);
        return log.records[0];
      })
      .toMatchObject({
        summary: '导入成员',
        about: '表格 members.xlsx；结果 导入 1 人，跳过 1 行；成员 郁离',
      });
    expect((await confirm(data.importId, true)).error.reason).toBe('IMPORT_DONE');
    const again = await upload(await sheet([['郁离', '13900001001', '', '']]));
    expect(again.data.problems).toMatchObject([{ message: '已经邀请过' }]);
  });
  it('finds departments with a separator in their own name, among others', async () => {
    for (const title of ['党委、工会办公室', '工会'])
      expect((await server.call('upm.org.addOrgGroup', { title }, admin)).code).toBe(200);
    const { data } = await upload(
      await sheet([['叶秋', '13900001021', '市场部', '工会、党委、工会办公室；财务部']]),
    );
    expect(data.problems).toEqual([]);
    await confirm(data.importId);
    expect(
      (
        await server.call('upm.userOrg.orgUserPageList', { search: '叶秋' }, admin)
      ).data.records[0]!.depts.map(({ title }) => title).toSorted(),
    ).toEqual(['党委、工会办公室', '工会', '市场部', '财务部'].toSorted());
  });
  it('refuses the whole file if it has a person who was invited too often today', async () => {
    const email = 'import-often@huozi.example';
    const { auth: other } = await server.newTenant('imports-as-well');
    for (const times of [1, 2, 3, 4, 5])
      expect(
        (
          await server.call(
            'upm.userOrg.inviteuser',
            { people: [{ realName: '受邀人', email }] },
            other,
          )
        ).code,
        `${times}`,
      ).toBe(200);
    const { data } = await upload(
      await sheet([
        ['常被邀', email, '', ''],
        ['未被邀', 'import-once@huozi.example', '', ''],
      ]),
    );
    const before = await count();
    expect((await confirm(data.importId)).error.reason).toBe('INVITED_OFTEN');
    expect(await count()).toBe(before);
  });
  it('comes back with the problems beside each row, and can be uploaded again when corrected', async () => {
    const { data } = await upload(
      await sheet([
        ['好', 'hao@example.com', '', ''],
        ['', '13900002001', '财务部', ''],
      ]),
    );
    const book = await download(`/upm/userOrg/importReport?importId=${data.importId}`);
    const todo = book.sheets[0]!.rows[1]!;
    expect(todo.map((value) => value ?? '')).toEqual([
      '',
      '13900002001',
      '财务部',
      '',
      '',
      '',
      '',
      '姓名：姓名不能为空',
    ]);
    book.sheets[0]!.cells!.set('1,0', { value: '补名', type: 'string' });
    expect((await upload(Buffer.from(await saveXlsx(book)))).data).toMatchObject({
      total: 1,
      valid: 1,
    });
  });
  it('keeps what looks like a formula as text, both ways', async () => {
    const { data } = await upload(await sheet([['=1+1', '@SUM(A1)', '+x', '-y']]));
    const book = await download(`/upm/userOrg/importReport?importId=${data.importId}`);
    const { rows, cells } = book.sheets[0]!;
    expect(rows[1]!.slice(0, 4)).toEqual(['=1+1', '@SUM(A1)', '+x', '-y']);
    for (const at of [0, 1, 2, 3])
      expect(cells?.get(`1,${at}`)).toMatchObject({ type: 'string', style: { numFmt: '@' } });
    expect([...cells!.values()].filter(({ formula }) => formula !== undefined)).toEqual([]);
  });
  it('is visible to its uploader only', async () => {
    const { data } = await upload(await sheet([['某人', 'mouren@example.com', '', '']]));
    const { auth } = await server.newTenant('import-other');
    for (const importId of [data.importId, 'never-was'])
      expect((await confirm(importId, true, auth)).error.reason).toBe('IMPORT_UNKNOWN');
    expect(
      (
        await upload(
          await sheet([['某人', 'mouren@example.com', '', '']]),
          await server.signIn('user'),
        )
      ).code,
    ).toBe(403);
  });
});

/** Files made once by other programs: openpyxl 3.1.5 and exceljs 4.4.0. */
const madeBy = (name: string): Buffer =>
  readFileSync(new URL(`./fixtures/${name}.xlsx`, import.meta.url));
describe('a file of another program', () => {
  const textsOf = async (name: string) =>
    (await readSheet(server.db, madeBy(name), LIMITS)).map(({ number, cells }) => [
      number,
      ...cells,
    ]);
  const HEADING = [1, ...HEAD];
  it.each(['made-by-openpyxl', 'dates-of-1904'])(
    '%s is read as people see it: numbers, dates, fonts, merged cells, gaps; hidden sheets are not',
    async (name) => {
      expect(await textsOf(name)).toEqual([
        HEADING,
        [2, '整数', '13900003001', '财务部', '2026-11-23'],
        [3, '多种字体', 'rich@example.com', '市场部', 'true'],
        [4, '合并一', 'merge1@example.com', '财务部', '1.5'],
        [5, '合并二', 'merge2@example.com', '财务部', ''],
        [8, '空行之后', 'gap@example.com', '', ''],
      ]);
    },
  );
  it('of its formulas the last results count, and errors are nothing', async () => {
    expect(await textsOf('made-by-exceljs')).toEqual([
      HEADING,
      [2, '公式', 'link@example.com', '财务部', ''],
      [3, '算得的数', '13900003002', '', '2026-11-23'],
      [4, '富文本', 'rich@example.com', '', 'false'],
    ]);
  });
  it('one whose merged cells cover each other a thousand times is refused', async () => {
    const merge = { startRow: 0, startCol: 0, endRow: 999, endCol: 19 };
    const rows = Array.from({ length: 1_000 }, () => ['a']);
    const merges = Array.from({ length: 1_000 }, () => merge);
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: '成员', rows, merges }] }));
    await expect(readSheet(server.db, bytes, LIMITS)).rejects.toMatchObject({
      reason: 'IMPORT_FILE',
    });
  });
});

/** A zip of one part whose sizes say what they like. */
function zipOf(name: string, content: Buffer, claimed = content.length): Buffer {
  const packed = deflateRawSync(content);
  const [local, central, end] = [Buffer.alloc(30), Buffer.alloc(46), Buffer.alloc(22)];
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(claimed, 22);
  local.writeUInt16LE(name.length, 26);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(claimed, 24);
  central.writeUInt16LE(name.length, 28);
  const body = Buffer.concat([local, Buffer.from(name), packed]);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, central, Buffer.from(name), end]);
}
describe('a file that is none', () => {
  /** A little more than may be unpacked. */
  const zeros = Buffer.alloc(31 * 1024 * 1024);
  it.each([
    ['text', () => Buffer.from('姓名,手机号'), '不是有效的 xlsx'],
    ['a zip of something else', () => zipOf('a.txt', Buffer.from('hi')), '没有工作表'],
    ['a bomb', () => zipOf('xl/worksheets/sheet1.xml', zeros), '解压后的内容过大'],
    [
      'a bomb that lies about its size',
      () => zipOf('xl/worksheets/sheet1.xml', zeros, 100),
      '不是有效的 xlsx',
    ],
    ['one with macros', () => zipOf('xl/vbaProject.bin', Buffer.from('x')), '带有宏'],
  ])('%s is refused', async (_, bytes, why) => {
    const answer = await upload(bytes());
    expect([answer.code, answer.reason]).toEqual([400, 'IMPORT_FILE']);
    expect(answer.msg).toContain(why);
  });
  it('without the columns, without people or too long is refused', async () => {
    expect((await upload(await sheet([['a']], ['名字']))).msg).toContain('没有“姓名”这一列');
    expect((await upload(await sheet([]))).msg).toContain('没有成员');
    expect(
      (
        await upload(
          await sheet(
            Array.from({ length: 5_001 }, (_, at) => [`人${at}`, `p${at}@example.com`, '', '']),
          ),
        )
      ).msg,
    ).toContain('最多导入 5000 行');
  });
});
