import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordValues } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { newIds } from './ids.ts';

let server: TestServer;
let auth: Auth;
const options = ['a', 'b'].map((code) => ({ code, label: code }));

beforeAll(async () => {
  server = await testServer();
  auth = await server.signIn('builder');
  await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'part',
        label: '零件',
        fields: [
          { apiName: 'name', label: '名称', type: 'text', maxLength: 100 },
          { apiName: 'code', label: '编号', type: 'text', unique: true },
          { apiName: 'kinds', label: '种类', type: 'multiSelect', options },
          { apiName: 'price', label: '单价', type: 'currency' },
          { apiName: 'made', label: '生产时刻', type: 'dateTime' },
          { apiName: 'day', label: '日期', type: 'date' },
          { apiName: 'good', label: '合格', type: 'boolean' },
        ],
      },
    },
    auth,
  );
});
afterAll(() => server?.close());

const HOSTILE = [
  '\\N',
  '\\.',
  '\t',
  '行一\n行二\r\n',
  '\\',
  '\\\\n',
  '"{}"',
  `'; drop table x; --`,
  '',
  '𠮷野家',
  '$1',
  '{a,b}',
  '\u0001\u007f',
  'null',
];
const create = (records: RecordValues[]) =>
  server.call('bizmeta.record.bulkCreate', { object: 'part', records }, auth);
const readBack = async () => {
  const pages = await Promise.all(
    [1, 2, 3].map((current) =>
      server.call(
        'bizmeta.record.list',
        { object: 'part', sort: [{ field: 'code', dir: 'asc' }], size: 200, current },
        auth,
      ),
    ),
  );
  return pages.flatMap(({ data }) => data.records as RecordValues[]);
};

describe('a batch of hundreds', () => {
  it('preserves every character and every value like a single record', async () => {
    const records = Array.from({ length: 300 }, (_, i): RecordValues => ({
      name: HOSTILE[i % HOSTILE.length],
      code: String(i).padStart(4, '0'),
      kinds: i % 3 ? ['a', 'b'] : [],
      price: 0.1 + i,
      made: '2026-01-31 08:00:00',
      day: i % 2 ? '2024-02-29' : null,
      good: i % 2 === 0,
    }));
    const { code, data } = await create(records);
    const found = await readBack();
    expect([code, found.length, new Set(data.ids).size]).toEqual([200, 300, 300]);
    expect(found.map((row) => row['id'])).toEqual(data.ids);
    found.forEach((row, i) =>
      expect(row).toMatchObject({
        version: 1,
        name: HOSTILE[i % HOSTILE.length]!.trim() ? HOSTILE[i % HOSTILE.length] : null,
        code: records[i]!['code'],
        kinds: i % 3 ? ['a', 'b'] : null,
        price: 0.1 + i,
        made: '2026-01-31T00:00:00.000Z',
        day: i % 2 ? '2024-02-29' : null,
        good: i % 2 === 0,
        createdBy: auth.userid,
      }),
    );
  });

  it('is refused whole, with the place, for a value that is taken, also in a concurrent request', async () => {
    const batch = (prefix: string) =>
      Array.from({ length: 200 }, (_, i): RecordValues => ({
        name: 'x',
        code: i === 150 ? 'SAME' : `${prefix}${i}`,
      }));
    const answers = await Promise.all(['p', 'q', 'r'].map((prefix) => create(batch(prefix))));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 400, 400]);
    for (const { code, error } of answers)
      if (code !== 200)
        expect(error.errors).toEqual([
          expect.objectContaining({ path: '/records/150/code', reason: 'VALUE_TAKEN' }),
        ]);
    expect(await readBack()).toHaveLength(500);
  });
});

it('makes ids that rise with the batch and never collide', () => {
  const ids = [newIds(5_000), newIds(5_000)].flat();
  expect(new Set(ids).size).toBe(10_000);
  expect(newIds(0)).toEqual([]);
  const batch = newIds(5_000);
  expect([...batch].sort()).toEqual(batch);
  expect(
    batch.every((id) =>
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id),
    ),
  ).toBe(true);
});
