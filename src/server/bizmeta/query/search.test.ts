import { pinyin } from 'pinyin-pro';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../../contract/index.ts';
import { spellingOf } from '../../kernel/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let builder: Auth;
let user: Auth;

beforeAll(async () => {
  server = await testServer();
  [builder, user] = [await server.signIn('builder'), await server.signIn('user')];
  const made = await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'device',
        label: '设备',
        fields: [
          { apiName: 'name', label: '设备', type: 'text' },
          {
            apiName: 'no',
            label: '设备编号',
            type: 'autoNumber',
            numberRule: {
              segments: [
                { kind: 'const', text: 'WX20261122-' },
                { kind: 'seq', length: 4 },
              ],
            },
          },
          { apiName: 'model', label: '规格型号', type: 'text' },
          { apiName: 'phone', label: '联系方式', type: 'phone' },
          { apiName: 'place', label: '安装位置', type: 'text' },
          { apiName: 'note', label: '备注', type: 'longText' },
          { apiName: 'price', label: '原值', type: 'decimal' },
        ],
      },
    },
    builder,
  );
  expect(made.error?.errors ?? made.msg).toBe('ok');
  const filled = await server.call(
    'bizmeta.record.bulkCreate',
    {
      object: 'device',
      records: [
        { name: '空压机', model: 'GA37_A', phone: '0571-88880001', place: '一车间' },
        { name: '加工中心', model: 'VMC850', phone: '13800000000', place: '二车间' },
        { name: '重庆一号线', model: '100%', place: 'C:\\产线' },
        { name: 'ABB电机', place: '空压房' },
      ],
    },
    user,
  );
  expect(filled.error?.errors ?? filled.msg).toBe('ok');
}, 120_000);
afterAll(() => server.close());

async function find(
  search: string,
  more: Partial<InputOf<'bizmeta.record.list'>> = {},
): Promise<unknown[]> {
  const { data } = await server.call(
    'bizmeta.record.list',
    { object: 'device', search, sort: [{ field: 'no', dir: 'asc' }], ...more },
    user,
  );
  return data.records.map(({ name }) => name);
}
const describeNow = async () =>
  (await server.call('bizmeta.describe.detail', { apiName: 'device' }, builder)).data;
async function choose(searchFields: string[] | null) {
  const now = await describeNow();
  return server.call('bizmeta.describe.update', { describe: { ...now, searchFields } }, builder);
}

describe('a search in a list', () => {
  it('looks in the title and in what identifies a record: a number from its tail, a model, a phone', async () => {
    expect((await describeNow()).searchFields).toEqual(['no', 'model', 'phone']);
    expect(await find('0002')).toEqual(['加工中心']);
    expect(await find('wx20261122-0001')).toEqual(['空压机']);
    expect(await find('vmc')).toEqual(['加工中心']);
    expect(await find('8888')).toEqual(['空压机']);
    expect(await find('空压')).toEqual(['空压机']);
    expect(await find('车间')).toEqual([]);
  });

  it.each([
    ['kongyaji', '空压机'],
    ['kyj', '空压机'],
    ['kongyj', '空压机'],
    ['KYaJi', '空压机'],
    ['kong ya', '空压机'],
    ['yaji', '空压机'],
    ['jiagz', '加工中心'],
    ['chongqing', '重庆一号线'],
    ['cqyhx', '重庆一号线'],
    ['abbdj', 'ABB电机'],
  ])('%s finds %s by its pinyin', async (typed, name) => {
    expect(await find(typed)).toEqual([name]);
  });

  it.each(['kongyajix', 'gyj', 'kyjj', 'zzz', 'uuu'])('%s finds nothing', async (typed) => {
    expect(await find(typed)).toEqual([]);
  });

  it('takes % _ and \\ as characters, and refuses what is no search', async () => {
    expect(await find('%')).toEqual(['重庆一号线']);
    expect(await find('_')).toEqual(['空压机']);
    expect(await find('\\')).toEqual([]);
    const long = { object: 'device', search: 'k'.repeat(100_000) };
    expect((await server.call('bizmeta.record.list', long, user)).code).toBe(400);
    expect(await find('zhuang'.repeat(16))).toEqual([]);
    expect(await find('na'.repeat(12))).toEqual([]);
  });
});

describe('the fields an object is searched by', () => {
  it('are chosen by the builder, stay through a rename, and stay unchosen when sent back as answered', async () => {
    const { fields, searchFields } = await describeNow();
    expect((await choose(searchFields!)).msg).toBe('ok');
    const added = [...fields, { apiName: 'label', label: '铭牌编号', type: 'text' as const }];
    const now = await describeNow();
    await server.call('bizmeta.describe.update', { describe: { ...now, fields: added } }, builder);
    expect((await describeNow()).searchFields).toEqual(['no', 'model', 'phone', 'label']);

    expect((await choose(['place'])).msg).toBe('ok');
    expect(await find('二车')).toEqual(['加工中心']);
    expect(await find('0002')).toEqual([]);
    const named = await describeNow();
    const renamed = named.fields.map((field) =>
      field.apiName === 'place' ? { ...field, apiName: 'spot' } : field,
    );
    await server.call(
      'bizmeta.describe.update',
      { describe: { ...named, fields: renamed } },
      builder,
    );
    expect((await describeNow()).searchFields).toEqual(['spot']);
    expect(await find('二车')).toEqual(['加工中心']);

    expect((await choose([])).msg).toBe('ok');
    expect(await find('二车')).toEqual([]);
    expect((await choose(null)).msg).toBe('ok');
    expect(await find('0002')).toEqual(['加工中心']);
  });

  it('are texts that are not too long, at most eight', async () => {
    const whys = async (names: string[]) =>
      (await choose(names)).error?.errors?.map(({ path, msg }) => `${path} ${msg}`);
    expect(await whys(['price'])).toEqual([
      expect.stringMatching(/^\/describe\/searchFields\/0 .*只能在文本/),
    ]);
    expect(await whys(['no', 'note'])).toEqual([
      expect.stringMatching(/^\/describe\/searchFields\/1 .*最多 2000 字/),
    ]);
    expect(await whys(['nobody'])).toEqual([expect.stringMatching(/没有名为“nobody”的字段/)]);
    expect((await choose(Array.from({ length: 9 }, () => 'no'))).code).toBe(400);
  });

  it('are not searched through a restricted view that hides them', async () => {
    const view = async (name: string, shown: string[]) =>
      (
        await server.call(
          'bizmeta.customView.create',
          {
            object: 'device',
            view: {
              name,
              kind: 'grid',
              scope: 'restricted',
              showFields: shown.map((field) => ({ field })),
            },
          },
          builder,
        )
      ).data.id;
    const named = await view('只有名称', ['name']);
    expect(await find('空压', { viewId: named, sort: [] })).toEqual(['空压机']);
    expect(await find('kyj', { viewId: named, sort: [] })).toEqual(['空压机']);
    for (const hidden of ['8888', '0001', 'GA37'])
      expect(await find(hidden, { viewId: named, sort: [] })).toEqual([]);
    const untitled = await view('没有名称', ['phone', 'price']);
    const seen = async (search: string) =>
      (
        await server.call(
          'bizmeta.record.list',
          { object: 'device', viewId: untitled, search },
          user,
        )
      ).data.total;
    expect([await seen('8888'), await seen('空压'), await seen('kyj')]).toEqual([1, 0, 0]);
  });
});

it('an index holds the initials of every ideograph in every reading', async () => {
  const chars = Array.from({ length: 0x9fa5 - 0x4e00 + 1 }, (_, i) =>
    String.fromCodePoint(0x4e00 + i),
  );
  const rows = await server.db.asOwner((tx) =>
    tx.query<{ char: string; found: string[] }>(
      'SELECT char, bizmeta.initials(char) AS found FROM unnest($1::text[]) char',
      [chars],
    ),
  );
  const missing = rows.filter(({ char, found }) =>
    pinyin(char, { multiple: true, type: 'array', toneType: 'none', v: true }).some(
      (reading) => /^[a-z]/.test(reading) && !found.includes(reading.slice(0, 1).toUpperCase()),
    ),
  );
  expect(missing).toEqual([]);
  expect(rows).toHaveLength(chars.length);
});

it('what is typed is never longer as a pattern than PostgreSQL compiles quickly', () => {
  for (const typed of ['kyj', 'nanananananananananananan', 'a'.repeat(24), 'zhuangzhuangzhuang'])
    expect(spellingOf(typed)?.pattern.length ?? 0).toBeLessThan(40_000);
});
