import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let builder: Auth;
let id: string;
beforeAll(async () => {
  server = await testServer();
  builder = await server.signIn('builder');
  const kinds = [
    { code: 'goods', label: '货物' },
    { code: 'service', label: '服务' },
  ];
  await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'deal',
        label: '交易',
        fields: [
          { apiName: 'name', label: '名称', type: 'text' },
          { apiName: 'qty', label: '数量', type: 'integer' },
          { apiName: 'price', label: '单价', type: 'currency' },
          { apiName: 'kind', label: '类别', type: 'singleSelect', options: kinds },
          { apiName: 'due', label: '到期', type: 'date' },
          { apiName: 'work', label: '工时', type: 'duration' },
          { apiName: 'total', label: '总额', type: 'formula', formula: 'qty * price' },
          { apiName: 'taxed', label: '含税', type: 'formula', formula: 'total * 1.13' },
          {
            apiName: 'lines',
            label: '明细',
            type: 'subTable',
            fields: [{ apiName: 'amount', label: '金额', type: 'currency' }],
          },
        ],
      },
    },
    builder,
  );
  const made = await server.call(
    'bizmeta.record.bulkCreate',
    {
      object: 'deal',
      records: [
        {
          name: '甲',
          qty: 3,
          price: 12.5,
          kind: 'goods',
          due: '2026-03-31',
          work: 5_400,
          lines: [{ amount: 7 }, { amount: 5.5 }],
        },
      ],
    },
    builder,
  );
  id = String((made.data as { ids: string[] }).ids[0]);
});
afterAll(() => server?.close());
const check = (expression: string, as = builder) =>
  server.call('bizmeta.calculate.check', { object: 'deal', expression }, as);
const calculate = (expression: string, as = builder, of = id) =>
  server.call('bizmeta.calculate.calculate', { object: 'deal', expression, id: of }, as);

describe('an expression being edited', () => {
  it('is read as a type, a sentence and SQL, with everything it reads, recursively', async () => {
    const { data } = await check("if(kind = 'goods', taxed, 0) + sum(lines.amount)");
    expect(data).toMatchObject({ faults: [], type: '数字', sqlFault: null });
    expect(data.sentence).toContain('类别 等于 “货物”');
    expect(data.sql).toMatch(/\$1/);
    expect(data.sql).not.toContain('goods');
    expect(data.reads.map(({ title, parentId }) => [title, parentId])).toEqual([
      ['类别', null],
      ['含税', null],
      ['总额', '/taxed'],
      ['数量', '/taxed/total'],
      ['单价', '/taxed/total'],
      ['明细 › 金额', null],
    ]);
  });
  it('that adds durations up is a duration, divided a number', async () => {
    expect((await check('work + 0 + work')).data).toMatchObject({
      type: '时长',
      reads: [{ title: '工时', type: '时长' }],
    });
    expect((await check('work / 3600')).data.type).toBe('数字');
  });
  it('reports what is wrong, and where', async () => {
    expect((await check('qty + pric')).data).toMatchObject({
      faults: [{ start: 6, end: 10 }],
      sql: null,
      sentence: '',
    });
    expect((await check('qty +')).data.faults).toHaveLength(1);
  });
  it.each([
    ['qty * price', '37.5'],
    ['taxed', '42.375'],
    ["name & '：' & text(qty)", '甲：3'],
    ['due + days(1)', '2026-04-01'],
    ['sum(lines.amount)', '12.5'],
    ['sum(lines.amount * 2, lines.amount > 6)', '14'],
    ['qty > 2', '是'],
    ["null ?? 'x'", 'x'],
    ['work + work', '3 小时'],
  ])('%s gives %s here and in the database', async (expression, text) => {
    expect((await calculate(expression)).data).toMatchObject({ text, databaseText: text });
  });
  it('is evaluated for builders only, over records of their own company', async () => {
    expect((await check('qty', await server.signIn('user'))).code).toBe(403);
    const other = await server.newTenant('calculator');
    expect((await calculate('qty', other.auth)).error).toMatchObject({ reason: 'OBJECT_UNKNOWN' });
    expect(
      (await calculate('qty', builder, '00000000-0000-7000-8000-000000000000')).error,
    ).toMatchObject({ reason: 'RECORD_UNKNOWN' });
    expect((await calculate("qty'; drop", builder)).error).toMatchObject({
      errors: [{ path: '/expression' }],
    });
  });
});
