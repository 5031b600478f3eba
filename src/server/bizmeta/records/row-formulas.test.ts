import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldInput } from '../../../contract/index.ts';
import { TestClient, f, places } from '../testing/index.ts';

let client: TestClient;

const ORDER = [
  f('name', '名称', 'text'),
  f('discount', '折扣', 'percent'),
  f('lines', '明细', 'subTable', {
    fields: [
      f('qty', '数量', 'integer'),
      f('price', '单价', 'currency'),
      f('kind', '类别', 'text'),
      f('subtotal', '小计', 'formula', { formula: '数量 * 单价' }),
      f('final', '折后', 'formula', { formula: '小计 * (1 - 折扣)' }),
      f('share', '占比', 'formula', { formula: '小计 / 合计' }),
    ],
  }),
  f('total', '合计', 'formula', { formula: '求和(明细.小计)' }),
  f('parts', '备件金额', 'formula', {
    formula: "求和(明细.数量 * 明细.单价, 明细.类别 = '备件')",
  }),
  f('count', '行数', 'formula', { formula: '计数(明细, 明细.数量 > 1)' }),
  f('most', '最贵', 'formula', { formula: '最大值(明细.单价)' }),
  f('mean', '平均小计', 'rollup', { rollup: { via: 'lines', fn: 'avg', field: 'subtotal' } }),
];
const LINES = [
  { qty: 2, price: 10, kind: '备件' },
  { qty: 1, price: 5.5, kind: '人工' },
  { qty: null, price: 7, kind: '备件' },
];

beforeAll(async () => {
  client = await TestClient.open();
  await client.made('bill', ORDER);
});
afterAll(() => client?.close());

describe('a formula column of a sub-table', () => {
  it('reads its row, then the record, and what is made of other columns', async () => {
    const id = await client.one('bill', { name: 'a', discount: 10, lines: LINES });
    const record = await client.detail('bill', id);
    expect(record).toMatchObject({
      total: 25.5,
      parts: 20,
      count: 1,
      most: 10,
      mean: 12.75,
      lines: [
        { subtotal: 20, final: 18 },
        { subtotal: 5.5, final: 4.95 },
        { subtotal: null, final: null, share: null },
      ],
    });
    const shares = (record['lines'] as { share: number | null }[]).map(({ share }) => share ?? 0);
    expect(shares[0]! + shares[1]!).toBeCloseTo(1, 10);
  });
  it('has the type of its result, as sums over it have', async () => {
    const { fields } = await client.describe('bill');
    const columns = fields.find(({ apiName }) => apiName === 'lines')!.fields!;
    expect(columns.map(({ resultType }) => resultType ?? null)).toEqual([
      null,
      null,
      null,
      'decimal',
      'decimal',
      'decimal',
    ]);
    expect(columns[3]!.formula).toBe('qty * price');
    expect(fields.map(({ resultType }) => resultType ?? null).slice(3)).toEqual([
      'decimal',
      'decimal',
      'decimal',
      'decimal',
      'decimal',
    ]);
  });
  it('is answered after a write, never written, and follows what it reads', async () => {
    const id = await client.one('bill', { name: 'b', lines: LINES.slice(0, 1) });
    const before = await client.detail('bill', id);
    const refused = await client.server.call(
      'bizmeta.record.bulkEdit',
      {
        object: 'bill',
        records: [{ id, version: before['version'], lines: [{ qty: 1, subtotal: 99 }] }],
      },
      client.user,
    );
    expect(places(refused as never)).toEqual(['/records/0/lines/0/subtotal READONLY_FIELD']);
    const { data } = await client.server.call(
      'bizmeta.record.bulkEdit',
      {
        object: 'bill',
        records: [{ id, version: before['version'], discount: 50 }],
        read: true,
      },
      client.user,
    );
    expect(data.read?.[0]).toMatchObject({ lines: [{ subtotal: 20, final: 10 }] });
  });
  it('is sorted, filtered and rolled up like any other number', async () => {
    await client.create('bill', [
      { name: 'big', lines: [{ qty: 1000, price: 1000 }] },
      { name: 'none', lines: [] },
    ]);
    expect(await client.found('bill', { field: 'total', op: 'gt', value: 999_999 })).toEqual([
      'big',
    ]);
    expect(await client.found('bill', { field: 'total', op: 'eq', value: 0 })).toEqual(['none']);
  });

  const wrong: [string, FieldInput[], string, string][] = [
    [
      'goes over rows itself, for every row',
      [
        f('lines', '明细', 'subTable', {
          fields: [
            f('qty', '数量', 'integer'),
            f('share', '占比', 'formula', { formula: '数量 / 求和(明细.数量)' }),
          ],
        }),
      ],
      '/describe/fields/0/fields/1/formula',
      '明细的公式不能再统计明细',
    ],
    [
      'leads back to itself by a sum of the record',
      [
        f('lines', '明细', 'subTable', {
          fields: [
            f('qty', '数量', 'integer'),
            f('share', '占比', 'formula', { formula: '数量 / 总量' }),
          ],
        }),
        f('total', '总量', 'formula', { formula: '求和(明细.占比)' }),
      ],
      '/describe/fields/1/formula',
      '总量 → 占比 → 总量',
    ],
    [
      'reads what is not there',
      [
        f('lines', '明细', 'subTable', {
          fields: [f('sub', '小计', 'formula', { formula: '数量 * 2' })],
        }),
      ],
      '/describe/fields/0/fields/0/formula',
      '没有名为 数量 的数据',
    ],
    [
      'has no value that can be shown',
      [
        f('lines', '明细', 'subTable', {
          fields: [
            f('at', '何时', 'date'),
            f('sub', '小计', 'formula', { formula: "拆分('a,b', ',')" }),
          ],
        }),
      ],
      '/describe/fields/0/fields/1/formula',
      '结果应为',
    ],
  ];
  it.each(wrong)('that %s is refused at its place', async (_, fields, path, why) => {
    const answer = await client.define({ apiName: 'wrongRows', label: '错', fields });
    expect(answer.error.errors?.[0]?.path).toBe(path);
    expect(answer.error.errors?.[0]?.msg).toContain(why);
  });

  it('over 2,000 rows is one reading, not one for every pair of rows', async () => {
    const rows = Array.from({ length: 2_000 }, (_, i) => ({ qty: i % 7, price: 2.5 }));
    const id = await client.one('bill', { name: 'long', discount: 5, lines: rows });
    const started = performance.now();
    const record = await client.detail('bill', id);
    expect(performance.now() - started).toBeLessThan(3_000);
    const lines = record['lines'] as { subtotal: number }[];
    expect(lines).toHaveLength(2_000);
    expect(record['total']).toBe(lines.reduce((sum, { subtotal }) => sum + subtotal, 0));
  });
});
