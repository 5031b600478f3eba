import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf, RecordValues } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let auth: Auth;
let clients: string[];

beforeAll(async () => {
  server = await testServer();
  auth = await server.signIn('builder');
  await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'firm',
        label: '公司',
        fields: [{ apiName: 'name', label: '名称', type: 'text' }],
      },
    },
    auth,
  );
  const options = [
    { code: 'won', label: '成交' },
    { code: 'open', label: '进行中' },
    { code: 'lost', label: '丢单' },
  ];
  await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'deal',
        label: '商机',
        fields: [
          { apiName: 'title', label: '标题', type: 'text' },
          { apiName: 'state', label: '状态', type: 'singleSelect', options },
          { apiName: 'firm', label: '公司', type: 'lookup', refObject: 'firm' },
          { apiName: 'amount', label: '金额', type: 'currency' },
          { apiName: 'count', label: '数量', type: 'integer' },
          { apiName: 'at', label: '时间', type: 'dateTime' },
          { apiName: 'day', label: '日期', type: 'date' },
          { apiName: 'hot', label: '重点', type: 'boolean' },
          { apiName: 'note', label: '备注', type: 'longText' },
        ],
      },
    },
    auth,
  );
  clients = (
    await server.call(
      'bizmeta.record.bulkCreate',
      { object: 'firm', records: [{ name: '云帆' }, { name: '安达' }] },
      auth,
    )
  ).data.ids;
  const [cloud, anda] = clients;
  const rows: RecordValues[] = [
    {
      title: 'a',
      state: 'open',
      firm: cloud,
      amount: 10.5,
      count: 1,
      at: '2026-03-01 00:30:00',
      day: '2026-03-01',
      hot: true,
    },
    {
      title: 'b',
      state: 'open',
      firm: anda,
      amount: 20,
      count: 2,
      at: '2026-03-01 23:30:00',
      day: '2026-03-02',
      hot: false,
    },
    {
      title: 'c',
      state: 'won',
      firm: anda,
      amount: null,
      count: 4,
      at: '2026-03-02 00:00:00',
      day: null,
    },
    { title: 'd', state: null, firm: null, amount: 1.25, count: null, at: null, day: '2026-03-01' },
    { title: 'e', state: 'open', firm: anda, amount: 5, count: 8, at: null, day: '2026-03-01' },
  ];
  expect(
    (await server.call('bizmeta.record.bulkCreate', { object: 'deal', records: rows }, auth)).msg,
  ).toBe('ok');
});
afterAll(() => server?.close());

const ask = (more: Omit<InputOf<'bizmeta.record.list'>, 'object'>) =>
  server.call('bizmeta.record.list', { object: 'deal', ...more }, auth);
const list = async (more: Omit<InputOf<'bizmeta.record.list'>, 'object'>) => {
  const answer = await ask(more);
  expect(answer.msg).toBe('ok');
  return answer.data;
};
const groupsOf = async (more: Omit<InputOf<'bizmeta.record.list'>, 'object'>) =>
  (await list({ size: 0, ...more })).groups?.map(({ values, count }) => [...values, count]);

describe('groups', () => {
  it('are in the order of their field: options as the builder gave them, the empty ones last', async () => {
    expect(await groupsOf({ groupBy: ['state'] })).toEqual([
      ['won', 1],
      ['open', 3],
      [null, 1],
    ]);
    expect(await groupsOf({ groupBy: ['state'], sort: [{ field: 'state', dir: 'desc' }] })).toEqual(
      [
        ['open', 3],
        ['won', 1],
        [null, 1],
      ],
    );
  });
  it('of records are sorted by their names, which the response contains', async () => {
    const [cloud, anda] = clients;
    expect(await groupsOf({ groupBy: ['firm'] })).toEqual([
      [anda, 3],
      [cloud, 1],
      [null, 1],
    ]);
    expect((await list({ groupBy: ['firm'], fields: ['firm'], size: 0 })).labels).toEqual({
      firm: { [cloud!]: '云帆', [anda!]: '安达' },
    });
  });
  it('of several levels are each before the groups within it', async () => {
    const [cloud, anda] = clients;
    expect(await groupsOf({ groupBy: ['state', 'firm'] })).toEqual([
      ['won', 1],
      ['won', anda, 1],
      ['open', 3],
      ['open', anda, 2],
      ['open', cloud, 1],
      [null, 1],
      [null, null, 1],
    ]);
  });
  it('of instants are days in the company’s time zone', async () => {
    expect(await groupsOf({ groupBy: ['at'] })).toEqual([
      ['2026-03-01', 2],
      ['2026-03-02', 1],
      [null, 2],
    ]);
  });
  it('of yes and no, numbers, dates and texts have the values records have', async () => {
    expect(await groupsOf({ groupBy: ['hot'] })).toEqual([
      [false, 1],
      [true, 1],
      [null, 3],
    ]);
    expect(await groupsOf({ groupBy: ['amount'] })).toEqual([
      [1.25, 1],
      [5, 1],
      [10.5, 1],
      [20, 1],
      [null, 1],
    ]);
    expect(await groupsOf({ groupBy: ['createdBy', 'day'] })).toEqual([
      [auth.userid, 5],
      [auth.userid, '2026-03-01', 3],
      [auth.userid, '2026-03-02', 1],
      [auth.userid, null, 1],
    ]);
  });
  it('follow the filter and the search', async () => {
    expect(
      await groupsOf({ groupBy: ['state'], filter: { field: 'count', op: 'gt', value: 1 } }),
    ).toEqual([
      ['won', 1],
      ['open', 2],
    ]);
    expect(await groupsOf({ groupBy: ['state'], search: 'a' })).toEqual([['open', 1]]);
    expect(await groupsOf({ groupBy: ['state'], search: 'zzz' })).toEqual([]);
  });
  it('contain exactly their records, for any field', async () => {
    for (const groupBy of [
      ['state'],
      ['firm', 'state'],
      ['at'],
      ['day'],
      ['hot'],
      ['amount', 'title'],
      ['createdBy'],
      ['createdAt'],
    ]) {
      for (const { values, count } of (await list({ groupBy, size: 0 })).groups!) {
        const opened = await list({
          groupBy,
          within: values,
          summary: [{ field: 'id', fn: 'count' }],
        });
        expect(
          [opened.total, opened.records.length, opened.summary?.[0]?.value],
          `${groupBy.join()} ${values.join()}`,
        ).toEqual([count, count, count]);
      }
    }
  });
  it('are refused where they make no sense, with the place', async () => {
    const places = async (more: Omit<InputOf<'bizmeta.record.list'>, 'object'>) =>
      (await ask(more)).error.errors?.map(({ path, msg }) => [path, /\p{Script=Han}/u.test(msg)]);
    expect(await places({ groupBy: ['note'] })).toEqual([['/groupBy/0', true]]);
    expect(await places({ groupBy: ['state', 'state'] })).toEqual([['/groupBy/1', true]]);
    expect(await places({ groupBy: ['nothing'] })).toEqual([['/groupBy/0', true]]);
    expect(await places({ groupBy: ['state'], within: ['open', 'x'] })).toEqual([
      ['/within/1', true],
    ]);
    expect(await places({ groupBy: ['count'], within: ['x'] })).toEqual([['/within/0', true]]);
    expect((await ask({ groupBy: ['state', 'firm', 'at', 'day'] })).code).toBe(400);
  });
});

describe('sums', () => {
  it('are of all records the list matches, not of the page', async () => {
    const summary = [
      { field: 'amount', fn: 'sum' },
      { field: 'amount', fn: 'avg' },
      { field: 'amount', fn: 'filled' },
      { field: 'amount', fn: 'empty' },
      { field: 'count', fn: 'max' },
      { field: 'day', fn: 'min' },
      { field: 'at', fn: 'max' },
      { field: 'title', fn: 'count' },
    ] as const;
    const {
      records,
      summary: found,
      total,
      totalIsEstimate,
      groups,
    } = await list({ size: 1, summary: [...summary] });
    expect(found?.map(({ value }) => value)).toEqual([
      36.75,
      9.1875,
      4,
      1,
      8,
      '2026-03-01',
      '2026-03-01T16:00:00.000Z',
      5,
    ]);
    expect(found?.map(({ field, fn }) => ({ field, fn }))).toEqual(summary);
    expect([records.length, total, totalIsEstimate, groups]).toEqual([1, 5, false, undefined]);
  });
  it('are computed for every group, of every level', async () => {
    const { groups, summary } = await list({
      size: 0,
      groupBy: ['state', 'hot'],
      summary: [{ field: 'amount', fn: 'sum' }],
    });
    expect(groups?.map(({ values, summary: sums }) => [...values, sums[0]?.value])).toEqual([
      ['won', null],
      ['won', null, null],
      ['open', 35.5],
      ['open', false, 20],
      ['open', true, 10.5],
      ['open', null, 5],
      [null, 1.25],
      [null, null, 1.25],
    ]);
    expect(summary).toEqual([{ field: 'amount', fn: 'sum', value: 36.75 }]);
  });
  it('of nothing are nothing', async () => {
    expect(
      (
        await list({
          search: 'zzz',
          summary: [
            { field: 'amount', fn: 'sum' },
            { field: 'amount', fn: 'count' },
          ],
        })
      ).summary?.map(({ value }) => value),
    ).toEqual([null, 0]);
  });
  it('of words are refused', async () => {
    expect((await ask({ summary: [{ field: 'title', fn: 'sum' }] })).error.errors).toEqual([
      expect.objectContaining({ path: '/summary/0', reason: 'SORT_INVALID' }),
    ]);
    expect((await ask({ summary: [{ field: 'at', fn: 'avg' }] })).code).toBe(400);
    expect((await ask({ summary: [{ field: 'state', fn: 'min' }] })).code).toBe(400);
  });
});

it('more groups than a response holds are reported as more', async () => {
  await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'many',
        label: '多',
        fields: [{ apiName: 'n', label: '数', type: 'integer' }],
      },
    },
    auth,
  );
  await server.call(
    'bizmeta.record.bulkCreate',
    { object: 'many', records: Array.from({ length: 1_001 }, (_, n) => ({ n })) },
    auth,
  );
  const { data } = await server.call(
    'bizmeta.record.list',
    { object: 'many', size: 0, groupBy: ['n'] },
    auth,
  );
  expect([data.groups?.length, data.groupsMore, data.total, data.totalIsEstimate]).toEqual([
    1_000,
    true,
    1_001,
    false,
  ]);
});
