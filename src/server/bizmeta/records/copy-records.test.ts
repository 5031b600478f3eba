import { expect, it } from 'vitest';
import {
  create,
  define,
  detail,
  f,
  list,
  one,
  openRecordsServer,
  server,
  user,
} from '../testing/records.ts';

openRecordsServer();

const copy = (object: string, ids: readonly string[], as = user) =>
  server.call('bizmeta.record.copy', { object, ids: [...ids] }, as);

it('a copy has the values, references and rows of its original, and rows of its own', async () => {
  await define('purchase', [
    f('name', '名称', 'text'),
    f('no', '编号', 'autoNumber', {
      numberRule: {
        segments: [
          { kind: 'const', text: 'N' },
          { kind: 'seq', length: 3 },
        ],
      } as never,
    }),
    f('tags', '标签', 'text', { defaultValue: '默认' }),
    f('client', '客户', 'lookup', { refObject: 'client' }),
    f('lines', '明细', 'subTable', {
      fields: [
        { apiName: 'what', label: '品名', type: 'text' },
        { apiName: 'count', label: '数量', type: 'integer' },
        { apiName: 'double', label: '两倍', type: 'formula', formula: '数量 * 2' },
      ] as never,
    }),
  ]);
  const client = await one('client', { name: '甲方', code: 'A' });
  const [first, second] = (
    await create('purchase', [
      {
        name: '一',
        client,
        tags: null,
        lines: [
          { what: '轮胎', count: 2 },
          { what: '灯', count: 3 },
        ],
      },
      { name: '二' },
    ])
  ).data.ids;
  const { data } = await copy('purchase', [second!, first!]);
  expect(data.count).toBe(2);
  const read = async (id: string) => (await detail('purchase', id)).data.record;
  const [original, made] = [await read(first!), await read(data.ids[1]!)];
  expect(made).toMatchObject({
    name: '一',
    client,
    tags: null,
    version: 1,
    lines: [
      { what: '轮胎', count: 2, double: 4 },
      { what: '灯', count: 3, double: 6 },
    ],
  });
  expect(made['no']).not.toBe(original['no']);
  const idsOf = (record: typeof made) => (record['lines'] as { id: string }[]).map(({ id }) => id);
  expect(idsOf(made).some((id) => idsOf(original).includes(id))).toBe(false);
  expect((await read(data.ids[0]!))['name']).toBe('二');
});

it('unique values stay with the original; what cannot be copied is refused whole', async () => {
  const id = await one('client', { name: '独', code: 'ONLY' });
  const { data } = await copy('client', [id]);
  expect((await detail('client', data.ids[0]!)).data.record).toMatchObject({
    name: '独',
    code: null,
  });
  const before = (await list('client')).total;
  expect((await copy('client', ['00000000-0000-7000-8000-000000000000'])).error.reason).toBe(
    'RECORD_UNKNOWN',
  );
  expect(
    (
      await copy(
        'client',
        Array.from({ length: 201 }, () => id),
      )
    ).code,
  ).toBe(400);
  expect((await list('client')).total).toBe(before);
});

it('another company cannot copy it', async () => {
  const id = await one('client', { name: '我们的' });
  const stranger = (await server.newTenant('copy-neighbour')).auth;
  await define('client', [f('name', '名称', 'text')], stranger);
  expect((await copy('client', [id], stranger)).error.reason).toBe('RECORD_UNKNOWN');
});
