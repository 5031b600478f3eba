import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { parseTable } from './parse.ts';
import { readTable } from './table.ts';

const SHEET = [
  '设备名称\t编号\t状态\t购置日期\t原值\t残值率\t完好\t电话\t备注',
  '空压机\t0012\t在用\t2024/1/5\t￥12,000.50\t5%\t是\t13800000001\t"两台\n并联"',
  '叉车\t0013\t停用\t2023年12月1日\t￥8,000\t3.5%\t否\t13800000002\t',
  '车床\t0014\t在用\t20240301\t￥900\t0%\t是\t13800000003\t',
  '铣床\t0015\t停用\t2024-02-30\t￥1\t5%\t是\t13800000004\t',
].join('\n');

describe('a pasted table', () => {
  it('is read with tabs or commas, quotes, and lines in cells', () => {
    expect(parseTable('a,b\r\n"x, y","say ""hi""\nthere"\r\n\r\n')).toEqual([
      ['a', 'b'],
      ['x, y', 'say "hi"\nthere'],
    ]);
  });

  it('suggests types by all values of a column', () => {
    const { rows, columns } = readTable({ text: SHEET.replace('2024-02-30', '2024-02-28') });
    expect(rows).toBe(4);
    expect(columns.map(({ label, type }) => `${label} ${type}`)).toEqual([
      '设备名称 text',
      // A number that begins with a zero is a code.
      '编号 text',
      '状态 singleSelect',
      '购置日期 date',
      '原值 currency',
      '残值率 percent',
      '完好 boolean',
      '电话 phone',
      '备注 longText',
    ]);
    expect(columns[2]!.samples).toBe('在用、停用');
  });

  it('takes numbers for money when one of them has its sign', () => {
    const text = '原值\t尺寸\n¥128,000.00\t1.5\n90,000\t2\n12000\t3';
    expect(readTable({ text }).columns.map(({ type }) => type)).toEqual(['currency', 'decimal']);
  });

  it.each(['', '只有一行', '\n\n'])('is refused when there is no row in it: %j', (text) => {
    expect(() => readTable({ text })).toThrow(/表格/);
  });
});

describe('an object from a table', () => {
  let server: TestServer;
  let builder: Auth;
  beforeAll(async () => {
    server = await testServer();
    builder = await server.signIn('builder');
  });
  afterAll(() => server?.close());

  it('has the chosen columns and the rows; cells that cannot be read are reported', async () => {
    const appId = (await server.call('bizmeta.app.save', { name: '导入' }, builder)).data.id;
    const { columns } = readTable({ text: SHEET });
    const chosen = columns.map(({ label, type }) => ({
      label,
      type: label === '购置日期' ? ('date' as const) : type,
      skip: label === '电话',
    }));
    const made = await server.call(
      'bizmeta.describe.fromTable',
      { appId, label: '设备清单', text: SHEET, columns: chosen, requestId: 'one' },
      builder,
    );
    expect(made.msg).toBe('ok');
    expect(made.data).toMatchObject({ label: '设备清单', records: 4, problemCount: 1 });
    expect(made.data.problems).toEqual([
      { row: 5, column: '购置日期', text: '2024-02-30', why: '“2024-02-30”不是日期' },
    ]);
    const object = made.data.apiName;
    const describe = (await server.call('bizmeta.describe.detail', { apiName: object }, builder))
      .data;
    expect(describe.fields.map(({ label }) => label)).not.toContain('电话');
    const records = (await server.call('bizmeta.record.list', { object }, builder)).data.records;
    const name = describe.fields[0]!.apiName;
    const of = (label: string) => describe.fields.find((field) => field.label === label)!.apiName;
    const pump = records.find((record) => record[name] === '空压机')!;
    expect([pump[of('编号')], pump[of('购置日期')], pump[of('原值')], pump[of('残值率')]]).toEqual([
      '0012',
      '2024-01-05',
      12000.5,
      5,
    ]);
    expect(pump[of('备注')]).toBe('两台\n并联');
  });

  it('says at a column what is wrong with it, also behind columns left out', async () => {
    const text = '编号\t备注\t名称\nA\tx\t甲';
    const column = (label: string, skip = false) => ({ label, type: 'text' as const, skip });
    const columns = [column('名称'), column('备注', true), column('名称')];
    const twice = await server.call(
      'bizmeta.describe.fromTable',
      { label: '重名', text, columns },
      builder,
    );
    expect(twice.error.errors).toMatchObject([{ path: '/columns/2/label' }]);
    expect(twice.msg).toContain('名称');
    const nameless = await server.call(
      'bizmeta.describe.fromTable',
      { label: ' ', text, columns: [column('编号'), column('备注'), column('名称')] },
      builder,
    );
    expect(nameless.error.errors).toMatchObject([{ path: '/label', reason: 'NAME_EMPTY' }]);
  });

  it('is made by builders, in an application of their company', async () => {
    const user = await server.signIn('user');
    const stranger = (await server.newTenant('rival')).auth;
    const appId = (await server.call('bizmeta.app.list', {}, builder)).data[0]!.id;
    const input = {
      appId,
      label: '窃取',
      text: 'a\n1',
      columns: [{ label: 'a', type: 'text' as const, skip: false }],
    };
    expect((await server.call('bizmeta.describe.fromTable', input, user)).code).toBe(403);
    expect((await server.call('bizmeta.describe.fromTable', input, stranger)).error.reason).toBe(
      'APP_UNKNOWN',
    );
  });
});
