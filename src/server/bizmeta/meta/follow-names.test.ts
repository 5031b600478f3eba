import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectDescribe } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let builder: Auth;
beforeAll(async () => {
  server = await testServer();
  builder = await server.signIn('builder');
});
afterAll(() => server?.close());

const number = (apiName: string, label = apiName) => ({ apiName, label, type: 'integer' });
const make = async (apiName: string, fields: object[]): Promise<void> => {
  const made = await server.call(
    'bizmeta.describe.create',
    { describe: { apiName, label: apiName, fields } } as never,
    builder,
  );
  expect(made.msg).toBe('ok');
};
const read = async (apiName: string): Promise<ObjectDescribe> =>
  (await server.call('bizmeta.describe.detail', { apiName }, builder)).data;
const field = async (apiName: string, name: string) =>
  (await read(apiName)).fields.find((each) => each.apiName === name)!;
/** Saves as the object designer does: the whole describe with a few names changed. */
async function rename(apiName: string, names: Record<string, string>, more: object = {}) {
  const whole = await read(apiName);
  const named = <T extends { apiName: string; fields?: unknown }>(list: T[]): T[] =>
    list.map((each) => ({ ...each, apiName: names[each.apiName] ?? each.apiName }));
  const fields = named(whole.fields).map((each) => ({
    ...each,
    ...(each.fields && { fields: named(each.fields) }),
  }));
  const saved = await server.call(
    'bizmeta.describe.update',
    {
      describe: {
        ...whole,
        fields,
        titleField: names[whole.titleField] ?? whole.titleField,
        ...more,
      },
    },
    builder,
  );
  expect(saved.msg).toBe('ok');
}
const create = async (object: string, values: object): Promise<string> => {
  const made = await server.call(
    'bizmeta.record.bulkCreate',
    { object, records: [values] } as never,
    builder,
  );
  expect(made.msg).toBe('ok');
  return made.data.ids[0]!;
};
const record = async (object: string, id: string) =>
  (await server.call('bizmeta.record.detail', { object, id }, builder)).data.record;

describe('a field that gets another name', () => {
  it('is still what first values read, what a lookup fills in, offers and shows, in rows as well', async () => {
    const lookup = {
      apiName: 'other',
      label: '同类',
      type: 'lookup',
      refObject: 'tool',
      fills: [{ from: 'n', to: 'm' }],
      candidates: { op: 'and', items: [{ field: 'n', op: 'gt', value: 0 }] },
      shows: [{ field: 'n' }],
    };
    await make('tool', [
      { apiName: 'name', label: '名称', type: 'text' },
      number('n', '数量'),
      number('m', '份数'),
    ]);
    const whole = await read('tool');
    const added = await server.call(
      'bizmeta.describe.update',
      {
        describe: {
          ...whole,
          fields: [
            ...whole.fields,
            lookup,
            { ...number('k', '备用'), defaultFrom: { source: 'formula', formula: 'n * 2' } },
            { apiName: 'rows', label: '明细', type: 'subTable', fields: [lookup, number('m')] },
          ],
        },
      } as never,
      builder,
    );
    expect(added.msg).toBe('ok');
    await rename('tool', { n: 'amount', m: 'share' });
    const followed = {
      fills: [{ from: 'amount', to: 'share' }],
      candidates: { op: 'and', items: [{ field: 'amount', op: 'gt', value: 0 }] },
      shows: [{ field: 'amount' }],
    };
    expect(await field('tool', 'other')).toMatchObject(followed);
    expect((await field('tool', 'rows')).fields?.[0]).toMatchObject(followed);
    expect((await field('tool', 'k')).defaultFrom?.formula).toBe('amount * 2');
  });
  it('is still what formulas, rules and conditions of its object read', async () => {
    await make('asset', [
      { apiName: 'name', label: '名称', type: 'text' },
      number('n', '数量'),
      number('price', '单价'),
      { apiName: 'total', label: '总价', type: 'formula', formula: 'n * price' },
      { apiName: 'half', label: '一半', type: 'formula', formula: 'total / 2' },
      {
        apiName: 'why',
        label: '说明',
        type: 'text',
        requiredWhen: 'n > 10',
        rules: [{ when: 'n < 100', message: '太多' }],
      },
    ]);
    const id = await create('asset', { n: 4, price: 5 });
    await rename('asset', { n: 'amount', total: 'sumOf' });
    expect((await field('asset', 'sumOf')).formula).toBe('amount * price');
    expect((await field('asset', 'half')).formula).toBe('sumOf / 2');
    expect(await field('asset', 'why')).toMatchObject({
      requiredWhen: 'amount > 10',
      rules: [{ when: 'amount < 100', message: '太多' }],
    });
    expect(await record('asset', id)).toMatchObject({ amount: 4, sumOf: 20, half: 10 });
    const refused = await server.call(
      'bizmeta.record.bulkCreate',
      { object: 'asset', records: [{ amount: 11, price: 1 }] } as never,
      builder,
    );
    expect(refused.data).toMatchObject({ errors: [{ path: '/records/0/why' }] });
  });

  it('may swap its name with another; a new formula in the same save means what it says', async () => {
    await make('pair', [
      number('a'),
      number('b'),
      { apiName: 'less', label: '差', type: 'formula', formula: 'a - b' },
      { apiName: 'own', label: '新', type: 'formula', formula: 'a + 1' },
    ]);
    const id = await create('pair', { a: 10, b: 3 });
    const { fields } = await read('pair');
    const changed = fields.map((each) =>
      each.apiName === 'own' ? { ...each, formula: 'a + 2' } : each,
    );
    await rename(
      'pair',
      { a: 'b', b: 'a' },
      {
        fields: changed.map((each) => ({
          ...each,
          apiName: { a: 'b', b: 'a' }[each.apiName] ?? each.apiName,
        })),
      },
    );
    expect((await field('pair', 'less')).formula).toBe('b - a');
    expect((await field('pair', 'own')).formula).toBe('a + 2');
    expect(await record('pair', id)).toMatchObject({ b: 10, a: 3, less: 7, own: 5 });
  });

  it('is followed in totals over rows, and a column in rules and totals', async () => {
    await make('bill', [
      number('rate', '税率'),
      {
        apiName: 'lines',
        label: '明细',
        type: 'subTable',
        fields: [
          number('qty', '数量'),
          { ...number('cost', '金额'), rules: [{ when: 'cost > qty', message: '金额不对' }] },
        ],
      },
      {
        apiName: 'sum',
        label: '合计',
        type: 'rollup',
        rollup: { via: 'lines', fn: 'sum', field: 'cost', where: 'qty > 1' },
      },
      { apiName: 'plain', label: '直接合计', type: 'formula', formula: 'sum(lines.cost) * rate' },
    ]);
    const id = await create('bill', {
      rate: 2,
      lines: [
        { qty: 1, cost: 5 },
        { qty: 2, cost: 7 },
      ],
    });
    await rename('bill', { rate: 'factor', lines: 'rows', qty: 'count', cost: 'money' });
    expect((await field('bill', 'sum')).rollup).toEqual({
      via: 'rows',
      fn: 'sum',
      field: 'money',
      where: 'count > 1',
    });
    expect((await field('bill', 'plain')).formula).toBe('sum(rows.money) * factor');
    expect((await field('bill', 'rows')).fields).toMatchObject([
      { apiName: 'count' },
      { apiName: 'money', rules: [{ when: 'money > count' }] },
    ]);
    expect(await record('bill', id)).toMatchObject({ sum: 7, plain: 24 });
  });

  it('is followed by roll-ups of other objects, as is the object itself', async () => {
    await make('buyer', [{ apiName: 'name', label: '名称', type: 'text' }]);
    await make('deal', [
      { apiName: 'title', label: '标题', type: 'text' },
      { apiName: 'buyer', label: '客户', type: 'lookup', refObject: 'buyer' },
      number('worth', '金额'),
      number('state', '状态'),
    ]);
    const { fields, ...buyer } = await read('buyer');
    const added = {
      apiName: 'won',
      label: '成交额',
      type: 'rollup',
      rollup: { via: 'deal.buyer', fn: 'sum', field: 'worth', where: 'state = 1' },
    };
    const saved = await server.call(
      'bizmeta.describe.update',
      { describe: { ...buyer, fields: [...fields, added] } } as never,
      builder,
    );
    expect(saved.msg).toBe('ok');
    const id = await create('buyer', { name: '甲' });
    await create('deal', { title: '一', buyer: id, worth: 30, state: 1 });
    await create('deal', { title: '二', buyer: id, worth: 50, state: 2 });
    expect(await record('buyer', id)).toMatchObject({ won: 30 });
    await rename('deal', { buyer: 'client', worth: 'value', state: 'phase' }, { apiName: 'sale' });
    expect((await field('buyer', 'won')).rollup).toEqual({
      via: 'sale.client',
      fn: 'sum',
      field: 'value',
      where: 'phase = 1',
    });
    expect(await record('buyer', id)).toMatchObject({ won: 30 });
  });
});
