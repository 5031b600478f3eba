import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient, f, places } from '../testing/index.ts';

let client: TestClient;
let press: string;
let crane: string;

beforeAll(async () => {
  client = await TestClient.open();
  await client.made('device', [
    f('name', '名称', 'text'),
    f('kind', '类别', 'text'),
    f('value', '原值', 'currency'),
    f('rate', '残值率', 'percent'),
    f('bought', '购入', 'date'),
    f('rest', '残值', 'formula', { formula: '原值 * 残值率' }),
  ]);
  await client.made('ticket', [
    f('name', '名称', 'text'),
    f('device', '设备', 'lookup', { refObject: 'device' }),
    f('cost', '费用', 'currency'),
    f('kind', '设备类别', 'formula', { formula: '设备.类别' }),
    f('part', '占残值', 'formula', { formula: '费用 / 设备.残值' }),
    f('age', '已用', 'formula', { formula: "日期差(设备.购入, 日期('2026-01-31'), '天')" }),
    f('parts', '配件', 'subTable', {
      fields: [
        f('used', '用于', 'lookup', { refObject: 'device' }),
        f('qty', '数量', 'integer'),
        f('worth', '价值', 'formula', { formula: '数量 * 用于.原值' }),
      ],
    }),
    f('worth', '总价值', 'formula', { formula: '求和(配件.数量 * 配件.用于.原值)' }),
    f('same', '同样', 'formula', { formula: '求和(配件.价值)' }),
  ]);
  press = await client.one('device', {
    name: '压机',
    kind: '生产',
    value: 1000,
    rate: 5,
    bought: '2026-01-01',
  });
  crane = await client.one('device', { name: '行车', kind: '起重', value: 300 });
});
afterAll(() => client?.close());

const updated = async (
  apiName: string,
  change: (fields: Record<string, unknown>[]) => unknown[],
) => {
  const describeNow = await client.describe(apiName);
  return client.update({
    ...describeNow,
    fields: change(describeNow.fields as unknown as Record<string, unknown>[]) as never,
  });
};

describe('a formula across a relation', () => {
  it('reads the fields of the record that is named, also in rows and in sums over them', async () => {
    const id = await client.one('ticket', {
      name: 'a',
      device: press,
      cost: 25,
      parts: [{ used: press, qty: 2 }, { used: crane, qty: 3 }, { qty: 9 }],
    });
    expect(await client.detail('ticket', id)).toMatchObject({
      kind: '生产',
      part: 0.5,
      parts: [{ worth: 2000 }, { worth: 900 }, { worth: null }],
      worth: 2900,
      same: 2900,
    });
    const none = await client.one('ticket', { name: 'none', cost: 1 });
    expect(await client.detail('ticket', none)).toMatchObject({ kind: null, part: null, worth: 0 });
  });
  it('is filtered and sorted by, and follows the other record at once', async () => {
    const own = await client.one('device', { name: '车床', kind: '机加' });
    await client.one('ticket', { name: 'follows', device: own });
    const filter = { field: 'kind', op: 'eq' as const, value: '机加' };
    expect(await client.found('ticket', filter)).toEqual(['follows']);
    await client.edit('device', own, 1, { kind: '金工' });
    expect(await client.found('ticket', filter)).toEqual([]);
    expect(await client.found('ticket', { ...filter, value: '金工' })).toEqual(['follows']);
  });
  it('notes at the lookup what is read through it, for who fills in a form', async () => {
    const { fields } = await client.describe('ticket');
    const lookup = fields.find(({ apiName }) => apiName === 'device')!;
    expect(
      lookup.reads?.map(({ apiName, type, resultType }) => [apiName, resultType ?? type]),
    ).toEqual([
      ['kind', 'text'],
      ['rest', 'decimal'],
      ['bought', 'date'],
    ]);
    // What was answered may be sent back.
    expect((await updated('ticket', (fields) => fields)).msg).toBe('ok');
  });
  it('is rolled up, and shown to who it came from', async () => {
    const answer = await updated('device', (fields) => [
      ...fields,
      f('tickets', '占比合计', 'rollup', {
        rollup: { via: 'ticket.device', fn: 'sum', field: 'part' },
      }) as never,
      f('spent', '费用合计', 'rollup', {
        rollup: {
          via: 'ticket.device',
          fn: 'sum',
          field: 'cost',
          where: '费用 > 0 and 设备.原值 > 0',
        },
      }) as never,
    ]);
    expect(answer.error?.errors ?? answer.msg).toBe('ok');
    const { records } = await client.list('device', {
      filter: { field: 'name', op: 'eq', value: '压机' },
    });
    expect(records[0]).toMatchObject({ tickets: 0.5, spent: 25 });
  });
  it('in a condition holds on the server too', async () => {
    await updated('ticket', (fields) =>
      fields.map((field) =>
        field['apiName'] === 'cost'
          ? { ...field, rules: [{ when: '费用 <= 设备.原值', message: '不能超过设备原值' }] }
          : field,
      ),
    );
    const refused = await client.create('ticket', [{ name: 'dear', device: crane, cost: 301 }]);
    expect(places(refused)).toEqual(['/records/0/cost RULE_BROKEN']);
    expect((await client.create('ticket', [{ name: 'fair', device: crane, cost: 300 }])).msg).toBe(
      'ok',
    );
  });

  it('that leads back to itself is refused with the way in words', async () => {
    const answer = await updated('device', (fields) => [
      ...fields,
      f('circle', '绕回', 'rollup', {
        rollup: { via: 'ticket.device', fn: 'max', field: 'cost', where: '费用 > 设备.绕回' },
      }) as never,
    ]);
    expect(answer.error.errors?.[0]?.msg).toContain('绕回 → 绕回');
    await updated('device', (fields) => [
      ...fields,
      f('most', '最高费用', 'rollup', {
        rollup: { via: 'ticket.device', fn: 'max', field: 'cost' },
      }) as never,
    ]);
    await updated('ticket', (fields) => [
      ...fields,
      f('ofMost', '占最高', 'formula', { formula: '费用 / 设备.最高费用' }) as never,
    ]);
    const circle = await updated('device', (fields) =>
      fields.map((field) =>
        field['apiName'] === 'most'
          ? { ...field, rollup: { via: 'ticket.device', fn: 'max', field: 'ofMost' } }
          : field,
      ),
    );
    expect(circle.error.errors?.map(({ msg }) => msg).join()).toMatch(
      /device表\.最高费用 → ticket表\.占最高 → device表\.最高费用|不能再次汇总/,
    );
  });
  it('over a roll-up of records is not rolled up again: cost would multiply', async () => {
    const answer = await updated('device', (fields) => [
      ...fields,
      f('again', '再汇总', 'rollup', {
        rollup: { via: 'ticket.device', fn: 'sum', field: 'ofMost' },
      }) as never,
    ]);
    expect(answer.error.errors?.[0]?.msg).toContain('由别的记录汇总而来，不能再次汇总');
  });
  it('keeps what it reads from being renamed or removed, and follows a new type', async () => {
    const renamed = await updated('device', (fields) =>
      fields.map((field) => (field['apiName'] === 'kind' ? { ...field, apiName: 'sort' } : field)),
    );
    expect(renamed.error.errors?.[0]).toMatchObject({ reason: 'FIELD_SETTING' });
    expect(renamed.error.errors?.[0]?.msg).toContain('被“ticket表”经“设备”引用');
    const changed = await updated('device', (fields) =>
      fields.map((field) =>
        field['apiName'] === 'rest' ? { ...field, formula: "'残值：' & 转文本(原值)" } : field,
      ),
    );
    expect(changed.error.errors?.[0]?.msg).toContain('“ticket表”的公式不再成立');
    await updated('ticket', (fields) => [
      ...fields,
      f('restHere', '设备残值', 'formula', { formula: '设备.备注' }) as never,
    ]);
    await updated('device', (fields) => [
      ...fields,
      f('note', '备注', 'formula', { formula: '原值' }) as never,
    ]);
    await updated('ticket', (fields) => [
      ...fields,
      f('noteHere', '设备备注', 'formula', { formula: '设备.备注' }) as never,
    ]);
    const typeNow = async () =>
      (await client.describe('ticket')).fields.find(({ apiName }) => apiName === 'noteHere')
        ?.resultType;
    expect(await typeNow()).toBe('decimal');
    await updated('device', (fields) =>
      fields.map((field) => (field['apiName'] === 'note' ? { ...field, formula: '名称' } : field)),
    );
    expect(await typeNow()).toBe('text');
    const { records } = await client.list('ticket', {
      filter: { field: 'noteHere', op: 'eq', value: '行车' },
    });
    expect(records.map(({ name }) => name)).toEqual(['fair']);
  });
});
