import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient, f } from '../testing/index.ts';

let client: TestClient;
const shares = [
  [1, 3],
  [2, 6],
  [100, 7],
  [200, 14],
  [300, 21],
  [400, 28],
  [-1, 3],
  [1, 1],
  [null, 3],
] as const;

beforeAll(async () => {
  client = await TestClient.open();
  await client.made('share', [
    f('name', '名称', 'text'),
    f('a', '金额', 'decimal'),
    f('b', '数量', 'integer'),
    f('tiny', '微量', 'decimal', { precision: 15, scale: 10 }),
    f('price', '单价', 'formula', { formula: 'a / b' }),
    f('vast', '大数', 'formula', { formula: 'round(b * 10000000000000 * 10000000000, 0)' }),
  ]);
  await client.create(
    'share',
    shares.map(([a, b], n) => ({ name: `${n}`, a, b, tiny: (n + 1) / 1e10 })),
  );
});
afterAll(() => client?.close());

describe('numbers with more digits than JSON keeps', () => {
  it.each([
    ['price', 'asc'],
    ['price', 'desc'],
    ['tiny', 'asc'],
    ['tiny', 'desc'],
    ['vast', 'asc'],
    ['vast', 'desc'],
  ] as const)('are paged through by cursor without repeats or gaps: %s %s', async (field, dir) => {
    const names: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.list('share', { size: 2, sort: [{ field, dir }], cursor });
      names.push(...page.records.map(({ name }) => name));
      cursor = page.cursor ?? undefined;
    } while (cursor && names.length < 50);
    const all = await client.list('share', { sort: [{ field, dir }] });
    expect(names).toEqual(all.records.map(({ name }) => name));
  });

  it('make groups that contain exactly their records, also as filters', async () => {
    const { groups } = await client.list('share', { size: 0, groupBy: ['price'] });
    expect(groups?.map(({ count }) => count)).toEqual([1, 2, 1, 4, 1]);
    for (const { values, count } of groups!) {
      const opened = await client.list('share', { groupBy: ['price'], within: values });
      expect([values, opened.total]).toEqual([values, count]);
      if (values[0] === null) continue;
      for (const [op, value] of [
        ['eq', values[0]],
        ['in', values],
        ['between', [values[0], values[0]]],
      ])
        expect([
          op,
          (await client.list('share', { filter: { field: 'price', op, value } })).total,
        ]).toEqual([op, count]);
    }
  });

  it('have a greatest that is not beyond itself', async () => {
    const { summary } = await client.list('share', {
      size: 0,
      summary: [{ field: 'price', fn: 'max' }],
    });
    const filter = (op: string) => ({ filter: { field: 'price', op, value: summary![0]!.value } });
    expect([
      (await client.list('share', filter('gte'))).total,
      (await client.list('share', filter('gt'))).total,
      (await client.list('share', filter('lte'))).total,
    ]).toEqual([4, 0, 8]);
  });
});
