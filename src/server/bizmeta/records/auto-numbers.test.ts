import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NumberRule } from '../../../contract/index.ts';
import { Catalog } from '../meta/catalog.ts';
import { services } from '../service-ports.ts';
import { TestClient, f, places } from '../testing/index.ts';
import { createRecords } from './create.ts';

let client: TestClient;

beforeAll(async () => {
  client = await TestClient.open();
});
afterAll(() => client?.close());

const byDay = (
  text: string,
  format: 'YYYY' | 'YYYYMM' | 'YYYYMMDD',
  reset: 'year' | 'month' | 'day',
  length = 4,
): NumberRule => ({
  segments: [
    { kind: 'const', text },
    { kind: 'date', format },
    { kind: 'seq', length },
  ],
  reset,
});

describe('automatic numbers', () => {
  const rule = byDay('HT-', 'YYYY', 'year');
  beforeAll(() =>
    client.made('contract1', [
      f('name', '名称', 'text'),
      f('no', '编号', 'autoNumber', { numberRule: rule }),
    ]),
  );
  const year = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 4);
  const numberOf = async (id: string) => (await client.detail('contract1', id))['no'] as string;

  it('of fifty who create at once are all different and follow each other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => client.create('contract1', [{ name: `n${i}` }])),
    );
    expect(answers.map((answer) => answer.msg)).toEqual(Array(50).fill('ok'));
    const numbers = (
      await client.list('contract1', { sort: [{ field: 'no', dir: 'asc' }] })
    ).records.map((record) => record['no']);
    expect(numbers).toEqual(
      Array.from({ length: 50 }, (_, i) => `HT-${year}${String(i + 1).padStart(4, '0')}`),
    );
  });

  it('cannot be written, and a refused record uses up none', async () => {
    const before = await numberOf(await client.one('contract1', {}));
    expect(places(await client.create('contract1', [{ no: 'HT-1' }]))).toEqual([
      '/records/0/no READONLY_FIELD',
    ]);
    await client.create('contract1', [{ name: 5 }]);
    expect(Number((await numberOf(await client.one('contract1', {}))).slice(7))).toBe(
      Number(before.slice(7)) + 1,
    );
  });

  it('number the existing records, and continue after them', async () => {
    await client.made('old', [f('name', '名称', 'text')]);
    await client.create('old', [{ name: 'a' }, { name: 'b' }]);
    const describe = await client.describe('old');
    expect(
      (
        await client.update({
          ...describe,
          fields: [
            ...describe.fields,
            f('no', '编号', 'autoNumber', {
              numberRule: {
                segments: [
                  { kind: 'const', text: 'A' },
                  { kind: 'seq', length: 3, start: 10 },
                ],
              },
            }),
          ],
        })
      ).msg,
    ).toBe('ok');
    await client.create('old', [{ name: 'c' }]);
    expect(
      (await client.list('old', { sort: [{ field: 'no', dir: 'asc' }] })).records.map(
        (record) => record['no'],
      ),
    ).toEqual(['A010', 'A011', 'A012']);
  });

  const PERIODS = [
    ['day', 'YYYYMMDD', '2026-03-31T15:59:59.999Z', '20260331', '2026-03-31T16:00:00Z', '20260401'],
    ['month', 'YYYYMM', '2026-03-31T15:59:59.999Z', '202603', '2026-03-31T16:00:00Z', '202604'],
    ['year', 'YYYY', '2026-12-31T15:59:59.999Z', '2026', '2026-12-31T16:00:00Z', '2027'],
  ] as const;
  it.each(PERIODS)(
    'restart with each %s of the company’s time zone, and concurrent requests at its first moment all get different ones',
    async (reset, date, last, before, first, after) => {
      const object = `by${reset}`;
      await client.made(object, [
        f('name', '名称', 'text'),
        f('no', '编号', 'autoNumber', { numberRule: byDay('N', date, reset, 3) }),
      ]);
      const { demo } = client.server;
      const catalog = new Catalog(demo.db);
      const make = (at: string) =>
        demo.db.withTenant(demo, async (tx) =>
          createRecords(
            {
              tx,
              view: await catalog.enterWhole(tx, object),
              userId: demo.adminId,
              services,
              access: null,
            },
            [{ name: at }, { name: at }],
            new Date(at),
          ),
        );
      await make(last);
      await Promise.all([...Array.from({ length: 6 }, () => make(first)), make(last)]);
      const numbers = (
        await client.list(object, { sort: [{ field: 'no', dir: 'asc' }] })
      ).records.map((record) => record['no']);
      const counted = (period: string, count: number) =>
        Array.from({ length: count }, (_, i) => `N${period}${String(i + 1).padStart(3, '0')}`);
      expect(numbers).toEqual([...counted(before, 4), ...counted(after, 12)]);
    },
  );

  it('would repeat when they restart without naming the period: such a rule is refused', async () => {
    expect(
      places(
        await client.define({
          apiName: 'bad',
          label: '坏',
          fields: [f('no', '编号', 'autoNumber', { numberRule: byDay('', 'YYYY', 'month') })],
        }),
      ),
    ).toEqual([
      '/describe/fields/0/numberRule/segments/0/text FIELD_SETTING',
      '/describe/fields/0/numberRule/reset FIELD_SETTING',
    ]);
  });
});
