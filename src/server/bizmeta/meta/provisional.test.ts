import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

/** Names the object designer gives new fields until they are saved. */
const [PRICE, COUNT, LINES, SUM, NO, TITLE, WORTH] = [1, 2, 3, 4, 5, 6, 7].map(
  (n) => `_0000000${n}`,
) as [string, string, string, string, string, string, string];

let server: TestServer;
let builder: Auth;
beforeAll(async () => {
  server = await testServer();
  builder = await server.signIn('builder');
});
afterAll(() => server?.close());

const create = (describe: object) =>
  server.call('bizmeta.describe.create', { describe } as never, builder);
const read = async (apiName: string) =>
  (await server.call('bizmeta.describe.detail', { apiName }, builder)).data;

/** An order whose fields read each other under the names the request gives them. */
const order = (apiName: string) => ({
  apiName,
  label: '订单',
  titleField: TITLE,
  searchFields: [TITLE],
  sections: [{ label: '基本信息', items: [{ field: WORTH }, { field: TITLE }] }],
  rules: [{ when: `${COUNT} > 10`, then: [{ do: 'require', targets: [TITLE] }] }],
  validations: [{ expr: `${WORTH} >= 0`, message: '不能为负' }],
  fields: [
    { apiName: TITLE, label: '摘要', type: 'text' },
    {
      apiName: NO,
      label: '单号',
      type: 'autoNumber',
      numberRule: {
        segments: [
          { kind: 'field', field: TITLE },
          { kind: 'seq', length: 3 },
        ],
      },
    },
    {
      apiName: LINES,
      label: '明细',
      type: 'subTable',
      fields: [
        { apiName: PRICE, label: '单价', type: 'decimal' },
        { apiName: COUNT, label: '数量', type: 'integer' },
        { apiName: SUM, label: '小计', type: 'formula', formula: `${PRICE} * ${COUNT}` },
      ],
    },
    { apiName: COUNT, label: '件数', type: 'integer', newName: 'pieces' },
    {
      apiName: WORTH,
      label: '总额',
      type: 'rollup',
      rollup: { via: LINES, fn: 'sum', field: SUM, where: `${COUNT} > 0` },
    },
  ],
});

describe('a field that is not saved yet', () => {
  it('is read by formulas, sums, numbers, rules and sections, and all follow the name it gets', async () => {
    const made = await create(order('laterNamed'));
    expect(made.msg).toBe('ok');
    const saved = await read('laterNamed');
    expect(saved.fields.map(({ apiName }) => apiName)).toEqual([
      'zhaiYao',
      'danHao',
      'mingXi',
      'pieces',
      'zongE',
    ]);
    const [, no, lines, , worth] = saved.fields;
    expect(lines!.fields!.map(({ apiName }) => apiName)).toEqual(['danJia', 'shuLiang', 'xiaoJi']);
    expect(lines!.fields![2]!.formula).toBe('danJia * shuLiang');
    expect(worth!.rollup).toEqual({
      via: 'mingXi',
      fn: 'sum',
      field: 'xiaoJi',
      where: 'shuLiang > 0',
    });
    expect(no!.numberRule!.segments![0]).toMatchObject({ field: 'zhaiYao' });
    expect(saved.titleField).toBe('zhaiYao');
    expect(saved.sections![0]!.items.map(({ field }) => field)).toEqual(['zongE', 'zhaiYao']);
    expect(saved.rules![0]).toMatchObject({
      when: 'pieces > 10',
      then: [{ targets: ['zhaiYao'] }],
    });
    expect(saved.validations![0]!.expr).toBe('zongE >= 0');
  });

  it('is read by the formula of a stored one as well, and may be given its name later', async () => {
    await create({
      apiName: 'grown',
      label: '扩充',
      fields: [
        { apiName: 'a', label: '甲', type: 'integer' },
        { apiName: 'f', label: '和', type: 'formula', formula: 'a + 1' },
      ],
    });
    const whole = await read('grown');
    const [a, f] = whole.fields;
    const saved = await server.call(
      'bizmeta.describe.update',
      {
        describe: {
          ...whole,
          fields: [
            { ...a!, newName: 'first' },
            { ...f!, formula: `a + ${PRICE}` },
            { apiName: PRICE, label: '乙', type: 'integer' },
          ],
        },
      },
      builder,
    );
    expect(saved.msg).toBe('ok');
    const { fields } = await read('grown');
    expect(fields.map(({ apiName }) => apiName)).toEqual(['first', 'f', 'yi']);
    expect(fields[1]!.formula).toBe('first + yi');
  });

  it('is summed up only when its formula gives a number', async () => {
    const { fields, ...rest } = order('wordsSummed');
    const words = fields.map((each) =>
      each.fields
        ? {
            ...each,
            fields: each.fields.map((column) =>
              column.apiName === SUM ? { ...column, formula: `${PRICE} & '元'` } : column,
            ),
          }
        : each,
    );
    const { error } = await create({ ...rest, fields: words });
    expect(error.errors!.map(({ path }) => path)).toContain('/describe/fields/4/rollup/field');
  });

  it('has the fault of a name of its own at the place of that name', async () => {
    const { error } = await create({
      apiName: 'wrongly',
      label: '错名',
      fields: [{ apiName: PRICE, newName: '单价', label: '单价', type: 'integer' }],
    });
    expect(error.errors).toEqual([
      expect.objectContaining({ path: '/describe/fields/0/newName', reason: 'NAME_FORMAT' }),
    ]);
  });
});

describe('a number made of a field’s value', () => {
  it('follows the field that gets another name', async () => {
    await create({
      apiName: 'numbered',
      label: '编号',
      fields: [
        { apiName: 'kind', label: '类别', type: 'text' },
        {
          apiName: 'no',
          label: '编号',
          type: 'autoNumber',
          numberRule: {
            segments: [
              { kind: 'field', field: 'kind' },
              { kind: 'seq', length: 3 },
            ],
          },
        },
      ],
    });
    const whole = await read('numbered');
    const saved = await server.call(
      'bizmeta.describe.update',
      {
        describe: {
          ...whole,
          fields: whole.fields.map((each) =>
            each.apiName === 'kind' ? { ...each, apiName: 'sort' } : each,
          ),
        },
      },
      builder,
    );
    expect(saved.msg).toBe('ok');
    const { fields } = await read('numbered');
    expect(fields[1]!.numberRule!.segments![0]).toMatchObject({ field: 'sort' });
  });
});
