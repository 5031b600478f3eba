import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataOf, DescribeInput, FieldInput } from '../../../contract/index.ts';
import { f, TestClient } from '../testing/index.ts';

let office: TestClient;
let kept: DataOf<'bizmeta.describe.detail'>;

beforeAll(async () => {
  office = await TestClient.open();
  await office.made('asset', [
    f('name', '名称', 'text'),
    f('code', '编码', 'text'),
    f('price', '价格', 'decimal', { precision: 12, scale: 2 }),
    f('kind', '类别', 'singleSelect', {
      options: ['a', 'b'].map((code) => ({ code, label: code })),
    }),
    f('parts', '配件', 'subTable', { fields: [{ apiName: 'size', label: '尺寸', type: 'text' }] }),
  ]);
  const records = Array.from({ length: 60 }, (_, i) => ({
    name: `资产 ${i % 50}`,
    code: i < 40 ? String(i % 30) : `旧-${i % 7}`,
    price: i / 4,
    ...(i > 5 && { kind: 'a' }),
    parts: i === 0 ? [{ size: '大' }, { size: '12' }] : [],
  }));
  expect((await office.create('asset', records)).msg).toBe('ok');
  kept = await office.describe('asset');
});
afterAll(() => office?.close());

/** The describe with some fields changed. */
const changed = (changes: Record<string, Partial<FieldInput>>): DescribeInput => ({
  ...kept,
  fields: kept.fields.map((field) => ({ ...field, ...changes[field.apiName] })),
});
const planned = async (describeInput: DescribeInput) => {
  const { data, msg } = await office.server.call(
    'bizmeta.describe.plan',
    { describe: describeInput },
    office.builder,
  );
  expect(msg).toBe('ok');
  return data;
};
const lost = async (describeInput: DescribeInput, field: string, more = {}) =>
  (
    await office.server.call(
      'bizmeta.describe.lostValues',
      { describe: describeInput, field, ...more },
      office.builder,
    )
  ).data;
const idOf = (name: string) => kept.fields.find(({ apiName }) => apiName === name)!.id;

describe('the plan of a change', () => {
  it('is empty for what touches no record', async () => {
    const plan = await planned({ ...changed({ name: { label: '叫法' } }), label: '固定资产' });
    expect(plan).toMatchObject({ asks: false, lost: 0, changes: [] });
    const wrong = changed({ code: { type: 'integer', label: '' }, kind: { options: [] } });
    expect(await planned(wrong)).toMatchObject({ asks: false, changes: [] });
  });

  it('counts the values a new type cannot hold, and lists each with its records, in pages', async () => {
    const toNumber = changed({ code: { type: 'integer' } });
    const plan = await planned(toNumber);
    expect(plan).toMatchObject({
      asks: true,
      lost: 20,
      text: '有 20 条记录的值换不过去。可以先改好这些值；也可以清空它们，原来的值保留 30 天，期间可以撤销',
      accept: [idOf('code')],
      changes: [{ field: idOf('code'), label: '编码', later: true, lost: 20, more: false }],
    });
    const all = await lost(toNumber, idOf('code'));
    expect(all.total).toBe(7);
    expect(all.values.reduce((sum, { records }) => sum + records, 0)).toBe(20);
    expect(all.values.every(({ value }) => value.startsWith('旧-'))).toBe(true);
    const second = await lost(toNumber, idOf('code'), { size: 3, current: 3 });
    expect([second.values, second.total]).toEqual([all.values.slice(6), 7]);
    const refused = await office.update(toNumber);
    expect(refused.error.errors?.[0]?.reason).toBe('TYPE_CHANGE_LOSES');
  });

  it('finds what is lost by rounding, and by a type with no way to it', async () => {
    const rounded = changed({ price: { type: 'integer' } });
    expect((await planned(rounded)).changes[0]).toMatchObject({ lost: 45, later: true });
    expect((await lost(rounded, idOf('price'))).total).toBe(45);
    expect((await planned(changed({ kind: { type: 'dateTime' } }))).lost).toBe(54);
    const fine = await planned(changed({ price: { precision: 14 } }));
    expect(fine).toMatchObject({ asks: false, lost: 0, changes: [{ label: '价格', lost: 0 }] });
  });

  it('says what removing, requiring and forbidding repeats mean, also in a sub-table', async () => {
    const plan = await planned(
      changed({
        name: { unique: true },
        kind: { required: true },
        code: { removed: true } as Partial<FieldInput>,
        parts: { fields: [{ ...kept.fields[4]!.fields![0]!, type: 'integer' }] },
      }),
    );
    const says = Object.fromEntries(plan.changes.map(({ label, ...rest }) => [label, rest]));
    expect(says['名称']).toMatchObject({
      lock: 'write',
      text: expect.stringContaining('有 20 条记录的值重复') as string,
    });
    expect(says['类别']).toMatchObject({ lock: 'none', records: 6 });
    expect(says['编码']).toMatchObject({ lock: 'none', records: 60 });
    expect(says['配件 · 尺寸']).toMatchObject({
      text: '单行文本改为整数',
      unit: '行',
      later: true,
      acceptable: true,
      lock: 'none',
      lost: 1,
    });
    expect(plan.text).toContain('有 1 行的值换不过去');
  });

  it('changes nothing, and is for builders of the company', async () => {
    expect((await office.describe('asset')).version).toBe(kept.version);
    const asked = { describe: changed({ code: { type: 'integer' } }) };
    const calls = await Promise.all([
      office.server.call('bizmeta.describe.plan', asked, office.user),
      office.server.call(
        'bizmeta.describe.lostValues',
        { ...asked, field: idOf('code') },
        office.user,
      ),
    ]);
    expect(calls.map(({ code }) => code)).toEqual([403, 403]);
  });
});
