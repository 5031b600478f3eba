import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldDescribe, FormBody } from '../../../contract/index.ts';
import { compile, parse, scopeOf } from '../../../expression/index.ts';
import { FormLogic, RecordRules, recordNames } from '../../../page/index.ts';
import { conditionOf, conditionText, ruleSentence } from '../../../values/index.ts';
import { f, places, TestClient } from '../testing/index.ts';
import { rewritePercents } from './percent-ratios.ts';
import { ratioExpression } from './ratio-expression.ts';

let client: TestClient;
beforeAll(async () => {
  client = await TestClient.open();
});
afterAll(() => client?.close());

const equipment = (name: string) =>
  client.made(name, [
    f('name', '名称', 'text'),
    f('cost', '原值', 'currency'),
    f('rest', '残值率', 'percent', {
      rules: [{ when: 'rest <= 0.2', message: '残值率不高于 20%' }],
    }),
    f('years', '使用年限', 'integer'),
    f('yearly', '年折旧额', 'formula', { formula: 'cost * (1 - rest) / years' }),
    f('share', '折旧率', 'formula', { formula: '1 - rest', showAs: 'percent' }),
    f('again', '折旧率之半', 'formula', { formula: 'share / 2' }),
    f('parts', '配件', 'subTable', {
      fields: [f('price', '单价', 'currency'), f('off', '折扣', 'percent')],
    }),
    f('meanOff', '平均折扣', 'rollup', { rollup: { via: 'parts', fn: 'avg', field: 'off' } }),
    f('saved', '省下', 'formula', { formula: 'sum(price * off of parts where off >= 0.1)' }),
  ]);
const lathe = {
  name: '车床',
  cost: 120_000,
  rest: 5,
  years: 10,
  parts: [
    { price: 200, off: 10 },
    { price: 100, off: 7 },
  ],
};
const computed = { yearly: 11_400, share: 95, again: 0.475, meanOff: 8.5, saved: 20 };

describe('a percentage in the formulas of its object', () => {
  beforeAll(() => equipment('lathe'));

  it('is its ratio, in PostgreSQL: 5 % of a value is a twentieth', async () => {
    const id = await client.one('lathe', lathe);
    expect(await client.detail('lathe', id)).toMatchObject({ ...computed, rest: 5 });
    expect(
      await client.found('lathe', { op: 'and', items: [{ field: 'share', op: 'eq', value: 95 }] }),
    ).toEqual(['车床']);
  });
  it('is the same in a form, where nothing is stored yet', async () => {
    const rules = new RecordRules((await client.describe('lathe')).fields);
    const scope = rules.scope(lathe, { now: new Date(), timeZone: 'Asia/Shanghai' });
    for (const [name, value] of Object.entries(computed))
      expect([name, scope.get([name])]).toEqual([name, value]);
  });
  it('is checked as the ratio', async () => {
    expect(places(await client.create('lathe', [{ ...lathe, rest: 25 }]))).toEqual([
      '/records/0/rest RULE_BROKEN',
    ]);
  });
  it('is tried out and read aloud so', async () => {
    const id = await client.one('lathe', lathe);
    const ask = { object: 'lathe', expression: 'cost * rest' };
    const { data } = await client.server.call(
      'bizmeta.calculate.calculate',
      { ...ask, id },
      client.builder,
    );
    expect(data).toMatchObject({ value: 6_000, databaseValue: 6_000 });
    const checked = await client.server.call(
      'bizmeta.calculate.check',
      { object: 'lathe', expression: 'rest > 0.05' },
      client.builder,
    );
    expect(checked.data.sentence).toBe('残值率 大于 5%');
  });
});

describe('a percentage in the rules of a smart form', () => {
  const fields = [
    { id: 'rest', order: 0, apiName: 'rest', label: '残值率', type: 'percent' },
    { id: 'why', order: 1, apiName: 'why', label: '说明', type: 'text' },
  ] satisfies FieldDescribe[];

  it('is typed as 7 and written as 0.07', () => {
    const typed = { op: 'and' as const, items: [{ field: 'rest', op: 'gt' as const, value: 7 }] };
    const text = conditionText(typed, fields);
    expect(text).toBe('rest > 0.07');
    expect(conditionOf(text, fields)).toEqual(typed);
    const rule = { when: text, then: [{ do: 'show' as const, targets: ['why'] }] };
    expect(ruleSentence(rule, fields)).toBe('当 残值率 大于 7% 时，才显示“说明”');
    const logic = new FormLogic({ rules: [rule], validations: [] } as unknown as FormBody, fields);
    const hidden = (rest: number) =>
      logic
        .evaluate({ rest }, { ctx: { now: new Date(), timeZone: 'UTC' }, user: null })
        .hidden.has('why');
    expect([hidden(7), hidden(8)]).toEqual([true, false]);
  });
});

const fields = [
  { apiName: 'x', type: 'percent' },
  { apiName: 'y', type: 'slider', showAs: 'percent' },
  { apiName: 'a', type: 'decimal' },
  {
    apiName: 'rows',
    type: 'subTable',
    fields: [
      { apiName: 'p', type: 'percent' },
      { apiName: 'q', type: 'integer' },
    ],
  },
] as unknown as FieldDescribe[];
const { isPercent } = recordNames(fields);
const record = {
  x: 12.5,
  y: 40,
  a: 300,
  rows: [
    { p: 10, q: 3 },
    { p: 60, q: 4 },
  ],
};
const run = (source: string, ratios: boolean): unknown => {
  const parsed = parse(source);
  if (!parsed.ok) throw new Error(source);
  const env = { typeOf: () => undefined, ...(ratios && { isPercent }) };
  return compile(parsed.ast, env)(scopeOf(record), { now: new Date(0), timeZone: 'UTC' });
};

describe('an expression of before', () => {
  it.each([
    ['x / 100', 'x'],
    ['x * 0.01', 'x'],
    ['0.01 * x', 'x'],
    ['a * x / 100', 'a * x'],
    ['round(a * x / 100, 2)', 'round(a * x, 2)'],
    ['a * (1 - x / 100) / 12', 'a * (1 - x) / 12'],
    ['a * x / 100 * y / 100', 'a * x * y'],
    ['a * x * y / 100', 'a * x * (y * 100)'],
    ['a / 100', 'a / 100'],
    ['x + 1', 'x * 100 + 1'],
    ['100 / x', '100 / (x * 100)'],
    ['x > 50', 'x > 0.5'],
    ['if(x between 10 and 20, x, 0)', 'if(x between 0.1 and 0.2, x * 100, 0)'],
    ['x in [12.5, 13]', 'x in [0.125, 0.13]'],
    ['x > a', 'x * 100 > a'],
    ['x is null or isEmpty(y)', 'x is null or isEmpty(y)'],
    ["x & '%'", "x * 100 & '%'"],
    ['avg(rows.p)', 'avg(rows.p) * 100'],
    ['avg(rows.p) / 100', 'avg(rows.p)'],
    ['count(rows.p)', 'count(rows.p)'],
    ['sum(p * q of rows where p > 50)', 'sum(p * 100 * q of rows where p > 0.5)'],
    ['sum(q * p / 100 of rows)', 'sum(q * p of rows)'],
  ])('%s becomes %s, with the same result', (before, after) => {
    expect(ratioExpression(before, isPercent)).toBe(after);
    expect(run(after, true)).toEqual(run(before, false));
  });
  it.each([
    ['a / 400 * 100', 'a / 400'],
    ['x', 'x'],
    ['x + y', '(x * 100 + y * 100) / 100'],
    ['round(a / 7 * 100, 1)', 'round(a / 7 * 100, 1) / 100'],
  ])('%s, displayed as a percentage, becomes %s', (before, after) => {
    expect(ratioExpression(before, isPercent, true)).toBe(after);
    expect(Number(run(after, true)) * 100).toBeCloseTo(Number(run(before, false)), 10);
  });
});

it('an upgrade leaves what is computed, checked and shown as it was', async () => {
  await equipment('press');
  const id = await client.one('press', lathe);
  const before = await client.detail('press', id);
  const old = {
    yearly: { formula: 'cost * (1 - rest / 100) / years' },
    share: { formula: '100 - rest', showAs: 'percent' },
    again: { formula: 'share / 200' },
    saved: { formula: 'sum(price * off / 100 of parts where off >= 10)' },
    rest: { rules: [{ when: 'rest <= 20', message: '残值率不高于 20%' }] },
  };
  await client.server.db.withOwner(async (tx) => {
    for (const [name, settings] of Object.entries(old))
      await tx.query(
        `UPDATE bizmeta.field f SET settings = (f.settings::jsonb || $2::jsonb)::json
          FROM bizmeta.object o WHERE o.id = f.object_id AND o.api_name = 'press' AND f.api_name = $1`,
        [name, JSON.stringify(settings)],
      );
    await tx.query('begin');
    await rewritePercents(tx);
    await tx.query('commit');
  });
  expect(await client.detail('press', id)).toEqual(before);
  expect(places(await client.create('press', [{ ...lathe, rest: 25 }]))).toEqual([
    '/records/0/rest RULE_BROKEN',
  ]);
  const settings = new Map(
    (await client.describe('press')).fields.map((each) => [each.apiName, each]),
  );
  expect(settings.get('yearly')?.formula).toBe('cost * (1 - rest) / years');
  expect(settings.get('saved')?.formula).toBe('sum(price * off of parts where off >= 0.1)');
});
