import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldInput } from '../../../contract/index.ts';
import { formatValue } from '../../../values/index.ts';
import { TestClient, f } from '../testing/index.ts';

let client: TestClient;
const HOUR = 3_600;

beforeAll(async () => {
  client = await TestClient.open();
  await client.made('job', [f('name', '名称', 'text')]);
  await client.made('visit', [
    f('name', '名称', 'text'),
    f('job', '工单', 'lookup', { refObject: 'job' }),
    f('work', '工时', 'duration'),
    f('travel', '路上', 'duration'),
    f('begins', '开始', 'dateTime'),
    f('ends', '结束', 'dateTime'),
    f('all', '合计', 'formula', { formula: '工时 + (路上 ?? 0)' }),
    f('took', '历时', 'formula', { formula: '结束 - 开始' }),
    f('hours', '小时数', 'formula', { formula: '工时 / 3600' }),
    f('due', '应到', 'formula', { formula: '开始 + seconds(路上)' }),
  ]);
  const job = await client.describe('job');
  const rollup = (fn: 'sum' | 'avg' | 'min' | 'max') =>
    f(fn, `工时${fn}`, 'rollup', {
      rollup: { via: 'visit.job', fn, field: 'work' },
    } as Partial<FieldInput>);
  const fields = [...job.fields, rollup('sum'), rollup('avg'), rollup('min'), rollup('max')];
  const answer = await client.update({ ...job, fields });
  expect(answer.error?.errors ?? answer.msg).toBe('ok');
  const [id] = (await client.create('job', [{ name: '空压机' }])).data.ids;
  await client.create('visit', [
    {
      name: '上午',
      job: id,
      work: HOUR,
      travel: HOUR / 2,
      begins: '2026-01-01T01:00:00.000Z',
      ends: '2026-01-02T02:30:00.000Z',
    },
    { name: '下午', job: id, work: 2 * HOUR + 1 },
  ]);
});
afterAll(() => client?.close());

const typeOf = async (object: string, field: string) =>
  (await client.describe(object)).fields.find(({ apiName }) => apiName === field)!;
const read = async (object: string, field: string, value: unknown) =>
  formatValue(await typeOf(object, field), value);

describe('lengths of time', () => {
  it('are summed up and averaged over other records as lengths of time', async () => {
    const [job] = (await client.list('job', {})).records;
    expect(job).toMatchObject({ sum: 3 * HOUR + 1, avg: 5_401, min: HOUR, max: 2 * HOUR + 1 });
    expect(await read('job', 'sum', job!['sum'])).toBe('3 小时 1 秒');
    expect(await read('job', 'avg', job!['avg'])).toBe('1 小时 30 分 1 秒');
  });
  it('added up, or between two moments, are lengths of time; divided they are numbers', async () => {
    const [first, second] = (await client.list('visit', { sort: [{ field: 'work', dir: 'asc' }] }))
      .records;
    expect(first).toMatchObject({ all: 5_400, took: 91_800, hours: 1 });
    expect(second).toMatchObject({ all: 7_201, took: null });
    expect(await read('visit', 'all', first!['all'])).toBe('1 小时 30 分');
    expect(await read('visit', 'took', first!['took'])).toBe('1 天 1 小时 30 分');
    expect((await typeOf('visit', 'hours')).resultType).toBe('decimal');
    expect(first!['due']).toBe('2026-01-01T01:30:00.000Z');
  });
  it('that are computed are filtered and sorted by, and have totals', async () => {
    const { records } = await client.list('visit', {
      sort: [{ field: 'all', dir: 'desc' }],
      filter: { op: 'and', items: [{ field: 'all', op: 'gt', value: HOUR }] },
    });
    expect(records.map(({ name }) => name)).toEqual(['下午', '上午']);
  });
});
