import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Explained } from '../../../contract/index.ts';
import { TestClient, f, places } from '../testing/index.ts';

let client: TestClient;
let pump: string;
let order: string;
let empty: string;

const LINES = [
  f('part', '配件', 'text'),
  f('qty', '数量', 'integer'),
  f('price', '单价', 'currency'),
  f('amount', '金额', 'formula', { formula: 'qty * price * (1 - discount)' }),
];

beforeAll(async () => {
  client = await TestClient.open();
  await client.made('device', [
    f('name', '名称', 'text'),
    f('cost', '采购价', 'currency'),
    f('phone', '电话', 'text'),
  ]);
  await client.made('repair', [
    f('name', '名称', 'text'),
    f('device', '设备', 'lookup', {
      refObject: 'device',
      fills: [{ from: 'phone', to: 'phone', locked: true }],
    }),
    f('phone', '联系电话', 'text'),
    f('discount', '折扣', 'percent'),
    f('years', '年限', 'integer'),
    f('state', '状态', 'singleSelect', {
      options: [
        { code: 'open', label: '未完成' },
        { code: 'done', label: '已完成' },
      ],
    }),
    f('lines', '配件明细', 'subTable', { fields: LINES }),
    f('total', '总额', 'formula', { formula: 'sum(lines.qty * lines.price, lines.qty > 0)' }),
    f('yearly', '年折旧', 'formula', {
      formula: 'device.cost * (1 - discount) / years',
      scale: 2,
    }),
    f('level', '级别', 'formula', {
      formula: "if(total > 1000, '大修', if(state = 'done', '完', '小修'))",
    }),
    f('rate', '占比', 'formula', { formula: 'total / device.cost', showAs: 'percent', scale: 1 }),
  ]);
  await client.update({
    ...(await client.describe('device')),
    fields: [
      ...(await client.describe('device')).fields,
      f('spent', '维修费', 'rollup', {
        rollup: { via: 'repair.device', fn: 'sum', field: 'total', where: "state = 'done'" },
      }),
      f('times', '维修次数', 'rollup', { rollup: { via: 'repair.device', fn: 'count' } }),
    ],
  } as never);
  pump = await client.one('device', { name: '空压机', cost: 350_000, phone: '010-1' });
  order = await client.one('repair', {
    name: '大修',
    device: pump,
    discount: 5,
    years: 10,
    state: 'done',
    lines: [
      { part: '轴承', qty: 2, price: 800 },
      { part: '油', qty: 3, price: 100 },
      { part: '退', qty: -1, price: 5 },
    ],
  });
  empty = await client.one('repair', { name: '空', device: pump, state: 'done', years: 0 });
});
afterAll(() => client?.close());

const asked = (object: string, id: string, field: string, more: object = {}) =>
  client.server.call(
    'bizmeta.record.explain',
    { object, id, field, ...more } as never,
    client.user,
  );
async function told(
  object: string,
  id: string,
  field: string,
  more: object = {},
): Promise<Explained> {
  const answer = await asked(object, id, field, more);
  expect(answer.msg).toBe('ok');
  return answer.data as Explained;
}

describe('a computed value explains itself', () => {
  it('in words, with the values and where each comes from, also through a lookup', async () => {
    expect(await told('repair', order, 'yearly')).toEqual({
      label: '年折旧',
      result: '33,250.00',
      words: '设备的采购价 × （1 − 折扣） ÷ 年限',
      steps: ['350,000 × (1 − 5%) ÷ 10'],
      sources: [
        {
          label: '设备的采购价',
          text: '¥350,000.00',
          isEmpty: false,
          from: { object: 'device', id: pump, title: '空压机' },
        },
        { label: '折扣', text: '5.00%', isEmpty: false },
        { label: '年限', text: '10', isEmpty: false },
      ],
      choices: [],
      totals: [],
      notes: [],
    });
  });
  it('of rows with what each gave, and of a row by itself', async () => {
    const total = await told('repair', order, 'total');
    expect(total).toMatchObject({ result: '1,900', steps: ['1,600 + 300'] });
    expect(total.words).toBe('配件明细 各行的 数量 × 单价（其中 数量 大于 0）之和');
    expect(total.totals).toEqual([
      {
        words: '',
        count: 2,
        isMore: false,
        unit: '行',
        line: '',
        items: [{ text: '2 × 800 = 1,600' }, { text: '3 × 100 = 300' }],
        notes: ['共 3 行，满足条件的有 2 行'],
      },
    ]);
    const { lines } = await client.detail('repair', order);
    const [first] = lines as { id: string }[];
    expect(await told('repair', order, 'lines.amount', { row: first!.id })).toMatchObject({
      label: '金额',
      result: '1,520',
      steps: ['2 × 800 × (1 − 5%)'],
    });
  });
  it('says which branch was taken, and shows a share as one', async () => {
    const level = await told('repair', order, 'level');
    expect([level.result, level.choices]).toEqual([
      '大修',
      [{ condition: '总额 大于 1000', values: '1,900 大于 1,000', holds: true }],
    ]);
    expect(level.sources).toEqual([
      { label: '总额', text: '1,900', isEmpty: false, field: 'total' },
    ]);
    const rate = await told('repair', order, 'rate');
    expect([rate.result, rate.steps]).toEqual(['0.5%', ['1,900 ÷ 350,000']]);
    expect(rate.notes[0]).toContain('四舍五入到 1 位小数');
  });
  it('says why there is none: empty values, nought to divide by', async () => {
    expect((await told('repair', empty, 'yearly')).notes).toEqual(['除数是 0，所以没有结果']);
    const none = await client.one('repair', { name: '无设备', years: 3 });
    expect(await told('repair', none, 'yearly')).toMatchObject({
      result: '空',
      steps: ['空 × (1 − 空) ÷ 3'],
      notes: ['「设备的采购价」、「折扣」为空，所以没有结果'],
    });
    const level = await told('repair', none, 'level');
    expect(level.choices.map(({ values, holds }) => [values, holds])).toEqual([
      ['0 大于 1,000', false],
      ['空 等于 “已完成”', null],
    ]);
  });
  it('of a rollup over records shows how many there are and the first of them', async () => {
    const other = await client.one('repair', {
      name: '小修',
      device: pump,
      state: 'done',
      lines: [{ qty: 1, price: 100 }],
    });
    await client.one('repair', { name: '未完', device: pump, state: 'open' });
    const spent = await told('device', pump, 'spent');
    expect([spent.words, spent.steps, spent.result]).toEqual([
      'repair表的总额（其中 状态 等于 “已完成”）之和',
      ['1,900 + 0 + 100'],
      '2,000',
    ]);
    expect(spent.totals).toEqual([
      {
        words: '',
        count: 3,
        isMore: false,
        unit: '条repair表',
        line: '',
        items: [
          { text: '1,900', from: { object: 'repair', id: order, title: '大修' } },
          { text: '0', from: { object: 'repair', id: empty, title: '空' } },
          { text: '100', from: { object: 'repair', id: other, title: '小修' } },
        ],
        notes: [],
      },
    ]);
    const times = await told('device', pump, 'times');
    expect([times.result, times.totals[0]?.count, times.steps]).toEqual(['4', 4, []]);
  });
  it('of a field that a lookup fills says from where, and that the source has changed since', async () => {
    const before = await told('repair', order, 'phone');
    expect([before.words, before.notes]).toEqual(['选定「设备」时，带入它的「电话」', []]);
    const { version } = await client.detail('device', pump);
    await client.edit('device', pump, version as number, { phone: '010-2' });
    const after = await told('repair', order, 'phone');
    expect(after.notes).toEqual(['带入之后，来源已被修改；重新选定时才会更新']);
    expect(after.sources[0]).toMatchObject({ text: '010-2', from: { id: pump } });
  });
  it('is asked for by who may read the record, and of what can be explained', async () => {
    for (const field of ['nothing', 'name', 'lines.qty', 'lines.amount', 'lines.amount.x'])
      expect(places(await asked('repair', order, field)), field).toEqual(['/field UNKNOWN_FIELD']);
    expect((await asked('repair', pump, 'total')).error.reason).toBe('RECORD_UNKNOWN');
    expect((await asked('repair', 'x', 'total')).error.reason).toBe('RECORD_UNKNOWN');
    const stranger = await client.server.call('bizmeta.record.explain', {
      object: 'repair',
      id: order,
      field: 'total',
    } as never);
    expect(stranger.msg).not.toBe('ok');
  });
  it('through a restricted view tells nothing of what the view does not show', async () => {
    const made = async (showFields: string[]) => {
      const answer = await client.server.call(
        'bizmeta.customView.create',
        {
          object: 'repair',
          view: {
            name: `对外 ${showFields.length}`,
            scope: 'restricted',
            showFields: showFields.map((field) => ({ field })),
          },
        } as never,
        client.builder,
      );
      expect(answer.msg).toBe('ok');
      return (answer.data as { id: string }).id;
    };
    const narrow = await made(['name', 'yearly']);
    const hidden = await told('repair', order, 'yearly', { viewId: narrow });
    expect(hidden).toMatchObject({ words: '', steps: [], sources: [], totals: [] });
    expect(JSON.stringify(hidden)).not.toContain('350,000');
    expect(places(await asked('repair', order, 'total', { viewId: narrow }))).toEqual([
      '/field UNKNOWN_FIELD',
    ]);
    const wide = await made(['name', 'yearly', 'device', 'discount', 'years']);
    expect((await told('repair', order, 'yearly', { viewId: wide })).steps).toHaveLength(1);
    expect(places(await asked('device', pump, 'spent', { viewId: wide }))).toEqual([
      '/field UNKNOWN_FIELD',
    ]);
  });
  it('says only how it is computed where its reader may not read what it comes from', async () => {
    const activate = async (apiName: string, active: boolean) => {
      const input = { apiName, active } as never;
      const answer = await client.server.call('bizmeta.describe.active', input, client.builder);
      expect(answer.msg).toBe('ok');
    };
    await activate('device', false);
    const yearly = await told('repair', order, 'yearly');
    expect(yearly.words).toContain('设备的采购价');
    expect([yearly.steps, yearly.sources]).toEqual([[], []]);
    expect(JSON.stringify(yearly)).not.toContain('350,000');
    expect((await asked('device', pump, 'spent')).error.reason).toBe('OBJECT_CLOSED');
    await activate('device', true);
    await activate('repair', false);
    const spent = await told('device', pump, 'spent');
    expect([spent.result, spent.totals, spent.steps]).toEqual(['2,000', [], []]);
    expect(spent.notes[0]).toContain('没有向你开放');
  });
});
