import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient, f, places } from '../testing/index.ts';

let client: TestClient;
let bolt: string;
let nut: string;

beforeAll(async () => {
  client = await TestClient.open();
  await client.made('goods', [
    f('name', '名称', 'text'),
    f('price', '单价', 'currency'),
    f('unit', '单位', 'text'),
    f('picture', '照片', 'image'),
  ]);
  await client.made('sale', [
    f('name', '名称', 'text'),
    f('main', '主要商品', 'lookup', {
      refObject: 'goods',
      fills: [{ from: '单位', to: '主要单位', locked: true }],
    }),
    f('mainUnit', '主要单位', 'text'),
    f('lines', '明细', 'subTable', {
      fields: [
        f('goods', '商品', 'lookup', {
          refObject: 'goods',
          fills: [
            { from: 'price', to: 'price' },
            { from: 'unit', to: 'unit', locked: true },
          ],
        }),
        f('qty', '数量', 'integer'),
        f('price', '单价', 'currency'),
        f('unit', '单位', 'text'),
        f('subtotal', '小计', 'formula', { formula: '数量 * 单价' }),
      ],
    }),
  ]);
  bolt = await client.one('goods', { name: '螺栓', price: 2.5, unit: '个' });
  nut = await client.one('goods', { name: '螺母', price: 1, unit: '盒' });
});
afterAll(() => client?.close());

describe('a lookup that fills in', () => {
  it('fills in for the record a new one begins with: what the person chose last', async () => {
    await client.made('loan', [
      f('name', '名称', 'text'),
      f('tool', '工具', 'lookup', {
        refObject: 'goods',
        defaultFrom: { source: 'last' },
        fills: [{ from: 'price', to: 'fee' }],
      }),
      f('fee', '押金', 'currency'),
    ]);
    await client.one('loan', { name: 'a', tool: nut, fee: 8 });
    const id = await client.one('loan', { name: 'b' });
    expect(await client.detail('loan', id)).toMatchObject({ tool: nut, fee: 1 });
  });
  it('takes the values of the record for what is not given, and for what only it may fill', async () => {
    const id = await client.one('sale', {
      name: 'a',
      main: bolt,
      mainUnit: '假的',
      lines: [
        { goods: bolt, qty: 3 },
        { goods: nut, qty: 2, price: 9, unit: '假的' },
        { qty: 1, price: 4, unit: '假的' },
      ],
    });
    expect(await client.detail('sale', id)).toMatchObject({
      mainUnit: '个',
      lines: [
        { price: 2.5, unit: '个', subtotal: 7.5 },
        { price: 9, unit: '盒', subtotal: 18 },
        { price: 4, unit: null, subtotal: 4 },
      ],
    });
  });
  it('takes a number or a text that is longer than the field as the field holds it', async () => {
    await client.made('batch', [
      f('name', '名称', 'text', { maxLength: 20 }),
      f('cost', '成本', 'decimal'),
      f('qty', '数量', 'integer'),
      f('each', '单价', 'formula', { formula: 'cost / qty' }),
    ]);
    await client.made('stocked', [
      f('name', '名称', 'text'),
      f('batch', '批次', 'lookup', {
        refObject: 'batch',
        fills: [
          { from: 'each', to: 'price', locked: true },
          { from: 'name', to: 'short', locked: true },
        ],
      }),
      f('price', '单价', 'currency', { scale: 2 }),
      f('short', '简称', 'text', { maxLength: 3 }),
    ]);
    const batch = await client.one('batch', { name: '第一批次', cost: 2, qty: 3 });
    const id = await client.one('stocked', { name: 'a', batch });
    expect(await client.detail('stocked', id)).toMatchObject({ price: 0.67, short: '第一批' });
  });
  it('keeps what was taken when the other record changes, until another is chosen', async () => {
    const own = await client.one('goods', { name: '垫圈', price: 1, unit: '个' });
    const id = await client.one('sale', {
      name: 'kept',
      main: own,
      lines: [{ goods: own, qty: 1 }],
    });
    await client.edit('goods', own, 1, { price: 8, unit: '箱' });
    const before = await client.detail('sale', id);
    expect(before).toMatchObject({ mainUnit: '个', lines: [{ price: 1, unit: '个' }] });
    const [row] = before['lines'] as Record<string, unknown>[];
    const edited = await client.edit('sale', id, before['version'] as number, {
      lines: [{ id: row!['id'], goods: own, qty: 5, price: 1, unit: '假的' }],
    });
    expect(edited.msg).toBe('ok');
    const after = await client.detail('sale', id);
    expect(after).toMatchObject({ lines: [{ qty: 5, price: 1, unit: '个' }] });
    await client.edit('sale', id, after['version'] as number, {
      main: nut,
      lines: [{ id: row!['id'], goods: nut, qty: 5 }],
    });
    expect(await client.detail('sale', id)).toMatchObject({
      mainUnit: '盒',
      lines: [{ price: 1, unit: '盒' }],
    });
  });
  it('is the only way to what only it may fill', async () => {
    const id = await client.one('sale', { name: 'locked', main: bolt });
    expect(places(await client.edit('sale', id, 1, { mainUnit: '箱' }))).toEqual([
      '/records/0/mainUnit READONLY_FIELD',
    ]);
    expect((await client.edit('sale', id, 1, { main: null })).msg).toBe('ok');
    expect(await client.detail('sale', id)).toMatchObject({ main: null, mainUnit: null });
  });
  it('names no record of another company', async () => {
    const other = await client.server.newTenant('fillers');
    const foreign = await client.server.call(
      'bizmeta.record.bulkCreate',
      { object: 'sale', records: [{ name: 'x', main: bolt }] },
      other.auth,
    );
    expect(foreign.error).toMatchObject({ reason: 'OBJECT_UNKNOWN' });
    const gone = '00000000-0000-7000-8000-000000000000';
    expect(places(await client.create('sale', [{ name: 'x', main: gone }]))).toEqual([
      '/records/0/main REFERENCE_MISSING',
    ]);
  });
  it.each([
    [{ from: 'price', to: 'mainUnit' }, '类型不同'],
    [{ from: 'picture', to: 'mainUnit' }, '文件属于上传它的记录'],
    [{ from: 'nosuch', to: 'mainUnit' }, '已不存在'],
    [{ from: 'unit', to: 'nosuch' }, '没有可以填入'],
  ])('that takes %j is refused', async (fill, why) => {
    const answer = await client.define({
      apiName: 'wrongFill',
      label: '错',
      fields: [
        f('main', '商品', 'lookup', { refObject: 'goods', fills: [fill] }),
        f('mainUnit', '单位', 'text'),
      ],
    });
    expect(answer.error.errors?.[0]).toMatchObject({ path: '/describe/fields/0/fills/0' });
    expect(answer.error.errors?.[0]?.msg).toContain(why);
  });
});

describe('a lookup that offers some records only', () => {
  it('takes those of its condition, in rows as well; what was chosen before stays', async () => {
    const onlyBoxes = { field: 'unit', op: 'eq' as const, value: '盒' };
    await client.made('pick', [
      f('name', '名称', 'text'),
      f('one', '一个', 'lookup', {
        refObject: 'goods',
        candidates: onlyBoxes,
        shows: [{ field: 'price' }],
      }),
      f('many', '几个', 'lookups', { refObject: 'goods', candidates: onlyBoxes }),
      f('lines', '明细', 'subTable', {
        fields: [f('goods', '商品', 'lookup', { refObject: 'goods', candidates: onlyBoxes })],
      }),
    ]);
    expect(
      places(
        await client.create('pick', [
          { name: 'no', one: bolt, many: [nut, bolt], lines: [{ goods: nut }, { goods: bolt }] },
        ]),
      ),
    ).toEqual([
      '/records/0/one NOT_CANDIDATE',
      '/records/0/many NOT_CANDIDATE',
      '/records/0/lines/1/goods NOT_CANDIDATE',
    ]);
    const own = await client.one('goods', { name: '铆钉', unit: '盒' });
    const id = await client.one('pick', { one: own, many: [own], lines: [{ goods: own }] });
    await client.edit('goods', own, 1, { unit: '个' });
    const before = await client.detail('pick', id);
    const kept = await client.edit('pick', id, 1, {
      name: 'kept',
      one: own,
      many: [own, nut],
      lines: before['lines'],
    });
    expect(kept.error?.errors ?? kept.msg).toBe('ok');
  });
  it.each([
    [{ candidates: { field: 'nosuch', op: 'eq' as const, value: 1 } }, '/candidates', '已不存在'],
    [
      { candidates: { field: 'price', op: 'contains' as const, value: 1 } },
      '/candidates',
      '不适合',
    ],
    [{ candidates: { op: 'and', items: 'x' } as never }, '/candidates', '应为筛选条件'],
    [{ shows: [{ field: 'nosuch' }] }, '/shows/0', '已不存在'],
    [{ shows: [{ field: 'picture' }] }, '/shows/0', '放不进'],
  ])('by %j is refused', async (settings, path, why) => {
    const answer = await client.define({
      apiName: 'wrongOffer',
      label: '错',
      fields: [f('main', '商品', 'lookup', { refObject: 'goods', ...settings })],
    });
    expect(answer.error.errors?.[0]).toMatchObject({ path: `/describe/fields/0${path}` });
    expect(answer.error.errors?.[0]?.msg).toContain(why);
  });
});
