import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldInput } from '../../../contract/index.ts';
import { RecordRules } from '../../../page/index.ts';
import { TestClient, f, places } from '../testing/index.ts';

let client: TestClient;

beforeAll(async () => {
  client = await TestClient.open();
});
afterAll(() => client?.close());

describe('a formula', () => {
  beforeAll(async () => {
    await client.made('calc', [
      f('name', '名称', 'text'),
      f('price', '单价', 'decimal'),
      f('qty', '数量', 'integer'),
      f('day', '日期', 'date'),
      f('total', '合计', 'formula', { formula: 'price * qty' }),
      f('taxed', '含税', 'formula', { formula: 'round(total * 1.13, 2)' }),
      f('large', '大额', 'formula', { formula: 'total > 50' }),
      f('title', '标题', 'formula', { formula: "name & '：' & text(qty)" }),
      f('due', '到期', 'formula', { formula: 'day + days(30)' }),
    ]);
    await client.create('calc', [
      { name: 'a', price: 2.5, qty: 4, day: '2026-01-31' },
      { name: 'b', price: 10, qty: 10 },
      { name: 'c', price: 1 },
    ]);
  });

  it('may be written in labels, also of fields that get their names in the same request', async () => {
    const made = await client.define({
      apiName: 'worded',
      label: '文字',
      fields: [
        { label: '单价', type: 'decimal' },
        { label: '数 量', type: 'integer', requiredWhen: '单价 > 0' },
        f('lines', '明细', 'subTable', { fields: [f('amount', '金额', 'currency')] }),
        { label: '合计', type: 'formula', formula: '单价 * `数 量` + 求和(明细.金额)' },
        {
          label: '大额',
          type: 'rollup',
          rollup: { via: 'lines', fn: 'count', where: '金额 > 单价' },
        },
      ] as never,
    });
    expect([made.msg, made.error?.errors]).toEqual(['ok', undefined]);
    const { data } = await client.server.call(
      'bizmeta.describe.detail',
      { apiName: 'worded' },
      client.builder,
    );
    const { fields } = data as {
      fields: { formula?: string; requiredWhen?: string; rollup?: { where?: string } }[];
    };
    expect([fields[3]!.formula, fields[1]!.requiredWhen, fields[4]!.rollup!.where]).toEqual([
      'danJia * shuLiang + sum(lines.amount)',
      'danJia > 0',
      'amount > danJia',
    ]);
  });
  it('is computed when it is read, also from another formula, and reports its type', async () => {
    const { records } = await client.list('calc', { sort: [{ field: 'name', dir: 'asc' }] });
    expect(records).toMatchObject([
      { total: 10, taxed: 11.3, large: false, title: 'a：4', due: '2026-03-02' },
      { total: 100, taxed: 113, large: true, title: 'b：10', due: null },
      { total: null, taxed: null, large: null },
    ]);
    const fields = (
      await client.server.call('bizmeta.describe.detail', { apiName: 'calc' }, client.user)
    ).data.fields;
    expect(fields.map((field) => field.resultType ?? null)).toEqual([
      null,
      null,
      null,
      null,
      'decimal',
      'decimal',
      'boolean',
      'text',
      'date',
    ]);
  });

  it('is sorted and filtered by its result, over pages', async () => {
    const sort = [{ field: 'total', dir: 'desc' as const }];
    const first = await client.list('calc', { sort, size: 1 });
    expect(first.records[0]).toMatchObject({ name: 'b' });
    expect(
      (await client.list('calc', { sort, size: 1, cursor: first.cursor })).records[0],
    ).toMatchObject({ name: 'a' });
    expect(await client.found('calc', { field: 'taxed', op: 'between', value: [11, 12] })).toEqual([
      'a',
    ]);
    expect(await client.found('calc', { field: 'large', op: 'eq', value: true })).toEqual(['b']);
    expect(await client.found('calc', { field: 'title', op: 'contains', value: '：4' })).toEqual([
      'a',
    ]);
    expect(await client.found('calc', { field: 'due', op: 'lt', value: '2026-04-01' })).toEqual([
      'a',
    ]);
    expect(await client.found('calc', { field: 'total', op: 'empty' })).toEqual(['c']);
  });

  const wrong: [string, FieldInput[], string][] = [
    [
      'reads itself through another',
      [
        f('a', '甲', 'formula', { formula: 'b + 1' }),
        f('b', '乙', 'formula', { formula: 'a + 1' }),
      ],
      '/describe/fields/0/formula EXPRESSION_INVALID',
    ],
    [
      'reads no field',
      [f('a', '甲', 'formula', { formula: 'nothing + 1' })],
      '/describe/fields/0/formula EXPRESSION_INVALID',
    ],
    [
      'is none',
      [f('a', '甲', 'formula', { formula: '1 +' })],
      '/describe/fields/0/formula EXPRESSION_INVALID',
    ],
    [
      'adds text to a number',
      [f('n', '名', 'text'), f('a', '甲', 'formula', { formula: 'n * 2' })],
      '/describe/fields/1/formula EXPRESSION_INVALID',
    ],
    ['is missing', [f('a', '甲', 'formula')], '/describe/fields/0/formula FIELD_SETTING'],
    [
      'must be filled in',
      [f('a', '甲', 'formula', { formula: '1', required: true })],
      '/describe/fields/0/required FIELD_SETTING',
    ],
    [
      'is six deep',
      Array.from({ length: 6 }, (_, i) =>
        f(`f${i}`, `值${i}`, 'formula', { formula: i === 0 ? '1' : `f${i - 1} + 1` }),
      ),
      '/describe/fields/5/formula EXPRESSION_INVALID',
    ],
  ];
  it.each(wrong)('that %s is refused at its place', async (_why, fields, expected) => {
    expect(places(await client.define({ apiName: 'bad', label: '坏', fields }))?.[0]).toBe(
      expected,
    );
  });

  it('in a circle is reported with the circle’s fields', async () => {
    const answer = await client.define({
      apiName: 'bad',
      label: '坏',
      fields: [
        f('a', '甲', 'formula', { formula: 'b' }),
        f('b', '乙', 'formula', { formula: 'c' }),
        f('c', '丙', 'formula', { formula: 'a' }),
      ],
    });
    expect(answer.error.errors?.[0]?.msg).toContain('甲 → 乙 → 丙 → 甲');
  });

  it('cannot be written, and follows a field it reads to its new name', async () => {
    expect(places(await client.create('calc', [{ total: 5 }]))).toEqual([
      '/records/0/total READONLY_FIELD',
    ]);
    const describe = await client.describe('calc');
    const rename = (from: string, to: string, fields = describe.fields) =>
      fields.map((field) => (field.apiName === from ? { ...field, apiName: to } : field));
    const renamed = await client.update({ ...describe, fields: rename('qty', 'count1') });
    expect(renamed.msg).toBe('ok');
    const after = await client.describe('calc');
    expect(after.fields[4]?.formula).toContain('count1');
    const back = rename('count1', 'qty', after.fields);
    expect((await client.update({ ...after, fields: back })).msg).toBe('ok');
  });
});

describe('a formula over any type', () => {
  const formulas: [string, string][] = [
    ['hour', "left(time, 2) & '点'"],
    ['sameMonth', "month = '2026-02'"],
    ['length', 'period.to'],
    ['begins', 'period.from > day'],
    ['east', 'round(spot.lng, 1)'],
    ['spotName', 'spot.address ?? place'],
    ['helpers', 'count(people)'],
    ['picked', "'b' in tags"],
    ['named', "code & '/' & kind"],
    ['rated', 'stars * slide'],
    ['due', 'at + days(1)'],
    ['lines1', 'sum(qty * price of lines where qty > 1)'],
    ['most', 'max(lines.qty)'],
    ['some', 'exists(lines where price > unit)'],
    ['none', 'isEmpty(people)'],
    ['tax', 'amount / 3'],
  ];
  const options = [
    { code: 'a', label: '甲' },
    { code: 'b', label: '乙' },
  ];
  beforeAll(() =>
    client.made('mixed', [
      f('name', '名称', 'text'),
      f('time', '时间', 'time'),
      f('month', '年月', 'yearMonth'),
      f('period', '期间', 'dateRange'),
      f('day', '日期', 'date'),
      f('at', '时刻', 'dateTime'),
      f('spot', '定位', 'location'),
      f('place', '地区', 'area'),
      f('people', '人员', 'users'),
      f('tags', '标签', 'multiSelect', { options }),
      f('kind', '类别', 'cascade', { options }),
      f('code', '条码', 'barcode'),
      f('stars', '评分', 'rating'),
      f('slide', '滑块', 'slider'),
      f('amount', '金额', 'currency'),
      f('unit', '单价', 'decimal'),
      f('lines', '明细', 'subTable', {
        fields: [f('qty', '数量', 'integer'), f('price', '单价', 'decimal')],
      }),
      ...formulas.map(([name, formula]) => f(name, name, 'formula', { formula })),
    ]),
  );

  it('gives in PostgreSQL what the form in the browser computes', async () => {
    const full = {
      name: 'a',
      time: '08:30',
      month: '2026-02',
      period: { from: '2026-01-31', to: '2026-03-01' },
      day: '2026-01-01',
      at: '2026-01-31T16:30:00.000Z',
      spot: { lng: 120.16, lat: 30.2 },
      place: '330106',
      people: client.server.demo.userIds.slice(0, 3),
      tags: ['a', 'b'],
      kind: 'b',
      code: '690',
      stars: 4,
      slide: 25,
      amount: 100.01,
      unit: 3,
      lines: [
        { qty: 1, price: 9 },
        { qty: 2, price: 2.5 },
        { qty: 3, price: null },
      ],
    };
    const { fields } = await client.describe('mixed');
    const rules = new RecordRules(fields);
    for (const record of [
      full,
      { name: 'b' },
      {
        ...full,
        spot: { lng: -0.05, lat: 0, address: '海上' },
        tags: ['a'],
        lines: [],
        people: null,
        slide: 0,
      },
    ]) {
      const kept = await client.detail('mixed', await client.one('mixed', record));
      const scope = rules.scope(kept, { now: new Date(), timeZone: 'Asia/Shanghai' });
      for (const [name] of formulas)
        expect([name, kept[name]]).toEqual([name, scope.get([name]) ?? null]);
    }
  });
});

describe('an aggregate over other records', () => {
  beforeAll(async () => {
    await client.made('account', [f('name', '名称', 'text')]);
    await client.made('deal', [
      f('name', '名称', 'text'),
      f('account', '客户', 'lookup', { refObject: 'account' }),
      f('amount', '金额', 'currency'),
      f('won', '成交', 'boolean'),
      f('day', '日期', 'date'),
    ]);
    const describe = await client.describe('account');
    const rollup = (more: object) =>
      ({ rollup: { via: 'deal.account', ...more } }) as Partial<FieldInput>;
    const fields = [
      f('deals', '商机数', 'rollup', rollup({ fn: 'count' })),
      f('won', '成交额', 'rollup', rollup({ fn: 'sum', field: 'amount', where: 'won' })),
      f('last', '最近', 'rollup', rollup({ fn: 'max', field: 'day' })),
      f('share', '均额', 'formula', { formula: 'won / deals' }),
    ];
    const answer = await client.update({ ...describe, fields: [...describe.fields, ...fields] });
    expect(answer.error?.errors ?? answer.msg).toBe('ok');
    const [a, b] = (await client.create('account', [{ name: 'a' }, { name: 'b' }])).data.ids;
    await client.create('deal', [
      { account: a, amount: 10, won: true, day: '2026-01-01' },
      { account: a, amount: 5, won: false, day: '2026-02-01' },
      { account: b, amount: 7, won: true },
      { amount: 1 },
    ]);
  });

  it('counts what is there now, without what was deleted', async () => {
    expect(
      (await client.list('account', { sort: [{ field: 'won', dir: 'desc' }] })).records,
    ).toMatchObject([
      { name: 'a', deals: 2, won: 10, last: '2026-02-01', share: 5 },
      { name: 'b', deals: 1, won: 7, last: null, share: 7 },
    ]);
    const { records } = await client.list('deal', {
      filter: { field: 'amount', op: 'eq', value: 5 },
    });
    await client.remove('deal', records[0]!['id'] as string);
    expect(await client.found('account', { field: 'deals', op: 'eq', value: 1 })).toEqual([
      'a',
      'b',
    ]);
  });

  it('over amounts is displayed as an amount, unless it was set to be a plain number', async () => {
    const described = await client.describe('account');
    const look = (name: string) => {
      const { showAs, currencyCode, scale } = described.fields.find(
        (field) => field.apiName === name,
      )!;
      return { showAs, currencyCode, scale };
    };
    expect([look('won'), look('deals')]).toEqual([
      { showAs: 'currency', currencyCode: 'CNY', scale: 2 },
      {},
    ]);
    const plain = described.fields.map((field) =>
      field.apiName === 'won'
        ? { ...field, showAs: 'number' as const, currencyCode: undefined }
        : field,
    );
    expect((await client.update({ ...described, fields: plain })).msg).toBe('ok');
    expect(
      (await client.describe('account')).fields.find((field) => field.apiName === 'won'),
    ).toMatchObject({ showAs: 'number' });
  });

  it('prevents removal of the fields it reads', async () => {
    const describe = await client.describe('deal');
    const gone = describe.fields.map((field) =>
      field.apiName === 'amount' ? { ...field, removed: true } : field,
    );
    expect(places(await client.update({ ...describe, fields: gone }))).toEqual([
      '/describe/fields FIELD_SETTING',
    ]);
  });

  it('goes over formulas of the other object, also those over its sub-tables', async () => {
    await client.made('machine', [f('name', '名称', 'text')]);
    await client.made('repair', [
      f('machine', '设备', 'lookup', { refObject: 'machine' }),
      f('labour', '工时费', 'currency'),
      f('parts', '配件', 'subTable', {
        fields: [f('price', '单价', 'currency'), f('qty', '数量', 'integer')],
      }),
      f('partsCost', '配件费合计', 'formula', { formula: 'sum(price * qty of parts)' }),
      f('total', '总费用', 'formula', { formula: 'partsCost + labour' }),
      f('lines', '配件行数', 'rollup', { rollup: { via: 'parts', fn: 'count' } }),
      f('title', '摘要', 'formula', { formula: "'修' & total" }),
    ]);
    const describe = await client.describe('machine');
    const rollup = (field: string, fn: 'sum' | 'max' = 'sum') => ({
      rollup: { via: 'repair.machine', fn, field },
    });
    const answer = await client.update({
      ...describe,
      fields: [
        ...describe.fields,
        f('spent', '维修总费用', 'rollup', rollup('total')),
        f('dearest', '最贵配件费', 'rollup', rollup('partsCost', 'max')),
        f('changed', '换过的配件', 'rollup', rollup('lines')),
      ],
    });
    expect(answer.error?.errors ?? answer.msg).toBe('ok');
    const machine = await client.one('machine', { name: '叉车' });
    await client.create('repair', [
      {
        machine,
        labour: 100,
        parts: [
          { price: 20, qty: 3 },
          { price: 5, qty: 2 },
        ],
      },
      { machine, labour: 50, parts: [{ price: 7, qty: 1 }] },
    ]);
    expect(await client.detail('machine', machine)).toMatchObject({
      spent: 227,
      dearest: 70,
      changed: 3,
    });
    const again = await client.update({
      ...(await client.describe('machine')),
      fields: [
        ...(await client.describe('machine')).fields,
        f('bad', '坏', 'rollup', rollup('title')),
      ],
    });
    expect(again.error.errors?.map(({ msg }) => msg)).toEqual([
      '字段“摘要”的设置有误：不是数字，不能求和或求平均',
    ]);
  });

  it('does not go over what is rolled up itself: it could lead in a circle', async () => {
    await client.made('region', [f('name', '名称', 'text')]);
    const account = await client.describe('account');
    await client.update({
      ...account,
      fields: [...account.fields, f('region', '区域', 'lookup', { refObject: 'region' })],
    });
    const region = await client.describe('region');
    const refused = await client.update({
      ...region,
      fields: [
        ...region.fields,
        f('won', '成交额', 'rollup', {
          rollup: { via: 'account.region', fn: 'sum', field: 'share' },
        }),
      ],
    });
    expect(refused.error.errors?.map(({ msg }) => msg)).toEqual([
      '字段“均额”的设置有误：由别的记录汇总而来，不能再次汇总',
    ]);
  });

  it('over anything but rows, or of a text, is refused', async () => {
    const bad = (rollup: FieldInput['rollup']) =>
      client.define({
        apiName: 'bad',
        label: '坏',
        fields: [f('n', '名', 'text'), f('x', '数', 'rollup', { rollup: rollup! })],
      });
    expect(places(await bad({ via: 'n', fn: 'count' }))).toEqual([
      '/describe/fields/1/rollup/via EXPRESSION_INVALID',
    ]);
    expect(places(await bad({ via: 'deal.account', fn: 'count' }))).toEqual([
      '/describe/fields/1/rollup/via EXPRESSION_INVALID',
    ]);
  });
});

describe('conditions of fields', () => {
  beforeAll(() =>
    client.made('claim', [
      f('name', '名称', 'text'),
      f('kind', '类别', 'singleSelect', {
        options: [
          { code: 'trip', label: '差旅' },
          { code: 'other', label: '其他' },
        ],
      }),
      f('reason', '事由', 'text', { requiredWhen: "kind = 'other'" }),
      f('from', '开始', 'date'),
      f('to', '结束', 'date', {
        rules: [{ when: 'to >= from', message: '结束日期不能早于开始日期' }],
      }),
      f('lines', '明细', 'subTable', {
        fields: [
          f('amount', '金额', 'decimal'),
          f('note', '说明', 'text', { requiredWhen: "amount > 100 and kind = 'other'" }),
        ],
      }),
    ]),
  );

  it('are checked for a new record, row by row', async () => {
    const answer = await client.create('claim', [
      {
        kind: 'other',
        from: '2026-02-01',
        to: '2026-01-01',
        lines: [{ amount: 5 }, { amount: 500 }],
      },
    ]);
    expect(places(answer)).toEqual([
      '/records/0/reason REQUIRED',
      '/records/0/to RULE_BROKEN',
      '/records/0/lines/1/note REQUIRED',
    ]);
    expect(answer.error.errors?.[1]?.msg).toBe('结束日期不能早于开始日期');
    expect(
      (
        await client.create('claim', [
          { kind: 'trip', from: '2026-01-01', lines: [{ amount: 500 }] },
        ])
      ).msg,
    ).toBe('ok');
  });

  it('are checked for a changed record together with its stored values', async () => {
    const id = await client.one('claim', {
      kind: 'other',
      reason: '招待',
      from: '2026-01-10',
      to: '2026-01-12',
    });
    expect(places(await client.edit('claim', id, 1, { to: '2026-01-05' }))).toEqual([
      '/records/0/to RULE_BROKEN',
    ]);
    expect(places(await client.edit('claim', id, 1, { reason: '' }))).toEqual([
      '/records/0/reason REQUIRED',
    ]);
    expect((await client.edit('claim', id, 1, { to: '2026-01-05', from: '2026-01-01' })).msg).toBe(
      'ok',
    );
  });

  it('that cannot be parsed are refused when they are created', async () => {
    const answer = await client.define({
      apiName: 'bad',
      label: '坏',
      fields: [
        f('a', '甲', 'integer', {
          requiredWhen: 'nothing',
          rules: [
            { when: 'a + 1', message: '不对' },
            { when: 'a >', message: '不对' },
          ],
        }),
      ],
    });
    expect(places(answer)).toEqual([
      '/describe/fields/0/requiredWhen EXPRESSION_INVALID',
      '/describe/fields/0/rules/0/when EXPRESSION_INVALID',
      '/describe/fields/0/rules/1/when EXPRESSION_INVALID',
    ]);
  });
});
