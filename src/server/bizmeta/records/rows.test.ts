import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_PAGE_SIZE, MAX_ROWS, type RecordValues } from '../../../contract/index.ts';
import { TestClient, f, places } from '../testing/index.ts';

let client: TestClient;
let products: string[];

beforeAll(async () => {
  client = await TestClient.open();
  await client.made('product', [f('name', '名称', 'text'), f('price', '价格', 'decimal')]);
  products = (
    await client.create('product', [
      { name: '甲', price: 2.5 },
      { name: '乙', price: 10 },
      { name: '丙', price: 100 },
    ])
  ).data.ids;
});
afterAll(() => client?.close());

describe('rows of a sub-table', () => {
  const lines = f('lines', '明细', 'subTable', {
    fields: [
      f('product', '产品', 'lookup', { refObject: 'product' }),
      f('qty', '数量', 'integer', { required: true, min: 1 }),
      f('price', '单价', 'decimal'),
      f('day', '交期', 'date'),
    ],
  });
  beforeAll(() =>
    client.made('invoice', [
      f('name', '名称', 'text'),
      lines,
      f('total', '合计', 'formula', { formula: 'sum(qty * price of lines)' }),
      f('most', '最高价', 'rollup', { rollup: { via: 'lines', fn: 'max', field: 'price' } }),
    ]),
  );

  it('are returned in their order with the record, and their number with a list', async () => {
    const id = await client.one('invoice', {
      name: '一',
      lines: [
        { product: products[1], qty: 2, price: 10.5, day: '2026-01-31' },
        { product: products[0], qty: 1, price: 4 },
      ],
    });
    const record = await client.detail('invoice', id);
    expect(record['lines']).toEqual([
      { id: expect.any(String), product: products[1], qty: 2, price: 10.5, day: '2026-01-31' },
      { id: expect.any(String), product: products[0], qty: 1, price: 4, day: null },
    ]);
    expect([record['total'], record['most']]).toEqual([25, 10.5]);
    expect(
      (await client.list('invoice', { filter: { field: 'id', op: 'eq', value: id } })).records[0],
    ).toMatchObject({ lines: 2, total: 25 });
    expect(
      (await client.server.call('bizmeta.record.detail', { object: 'invoice', id }, client.user))
        .data.labels,
    ).toMatchObject({ product: { [products[0]!]: '甲', [products[1]!]: '乙' } });
  });

  it('are added, changed, moved and removed in one edit', async () => {
    const id = await client.one('invoice', {
      name: '二',
      lines: [
        { qty: 1, price: 1 },
        { qty: 2, price: 2 },
        { qty: 3, price: 3 },
      ],
    });
    const [a, , c] = (await client.detail('invoice', id))['lines'] as { id: string }[];
    expect(
      (
        await client.edit('invoice', id, 1, {
          lines: [{ id: c!.id }, { qty: 9, price: 1 }, { id: a!.id, qty: 7 }],
        })
      ).data.records,
    ).toEqual([{ id, version: 2 }]);
    expect((await client.detail('invoice', id))['lines']).toMatchObject([
      { id: c!.id, qty: 3, price: 3 },
      { qty: 9 },
      { id: a!.id, qty: 7, price: 1 },
    ]);
    expect((await client.edit('invoice', id, 2, { lines: null })).msg).toBe('ok');
    expect(await client.detail('invoice', id)).toMatchObject({ lines: [], total: 0 });
  });

  it('are returned with their ids and computed values by a write that requests it', async () => {
    const call = (
      id: 'bizmeta.record.bulkCreate' | 'bizmeta.record.bulkEdit',
      records: object[],
      read = true,
    ) =>
      client.server.call(
        id,
        { object: 'invoice', records, read } as never,
        client.user,
      ) as unknown as Promise<{ data: { ids: string[]; read: RecordValues[] }; error: never }>;
    const {
      data: {
        ids,
        read: [made],
      },
    } = await call('bizmeta.record.bulkCreate', [
      {
        name: '三',
        lines: [
          { qty: 2, price: 3 },
          { qty: 1, price: 5 },
        ],
      },
    ]);
    expect(made).toEqual(await client.detail('invoice', ids[0]!));
    expect(made).toMatchObject({
      total: 11,
      most: 5,
      lines: [
        { id: expect.any(String), qty: 2 },
        { id: expect.any(String), qty: 1 },
      ],
    });
    const {
      data: {
        read: [changed],
      },
    } = await call('bizmeta.record.bulkEdit', [
      { id: ids[0], version: 1, lines: [...(made!['lines'] as object[]), { qty: 1, price: 9 }] },
    ]);
    expect(changed).toMatchObject({ version: 2, total: 20, most: 9 });
    expect(
      places(
        await call(
          'bizmeta.record.bulkCreate',
          Array.from({ length: MAX_PAGE_SIZE + 1 }, () => ({ name: '多' })),
        ),
      ),
    ).toEqual(['/read TOO_MANY']);
    expect(await client.found('invoice', { field: 'name', op: 'eq', value: '多' })).toEqual([]);
  });

  it('that are wrong are reported by row and column, and nothing is written', async () => {
    const before = (await client.list('invoice')).total;
    const answer = await client.create('invoice', [
      { name: '三', lines: [{ qty: 1 }, { qty: 0, price: 'x', no: 1 }, { product: products[0] }] },
    ]);
    expect(places(answer)).toEqual([
      '/records/0/lines/1/qty VALUE_RANGE',
      '/records/0/lines/1/price VALUE_TYPE',
      '/records/0/lines/1/no UNKNOWN_FIELD',
      '/records/0/lines/2/qty REQUIRED',
    ]);
    expect(
      places(
        await client.create('invoice', [
          { lines: [{ qty: 1, product: '00000000-0000-7000-8000-000000000000' }] },
        ]),
      ),
    ).toEqual(['/records/0/lines/0/product REFERENCE_MISSING']);
    expect(
      places(
        await client.create('invoice', [
          { lines: Array.from({ length: MAX_ROWS + 1 }, () => ({ qty: 1 })) },
        ]),
      ),
    ).toEqual(['/records/0/lines TOO_MANY']);
    expect((await client.list('invoice')).total).toBe(before);
  });

  it('of another record cannot be taken over', async () => {
    const [mine, other] = [
      await client.one('invoice', { lines: [{ qty: 1 }] }),
      await client.one('invoice', { lines: [{ qty: 5 }] }),
    ];
    const [row] = (await client.detail('invoice', other))['lines'] as { id: string }[];
    expect(
      places(await client.edit('invoice', mine, 1, { lines: [{ id: row!.id, qty: 2 }] })),
    ).toEqual(['/records/0/lines/0/id RECORD_UNKNOWN']);
    expect((await client.detail('invoice', other))['lines']).toMatchObject([{ qty: 5 }]);
  });

  it('prevent the deletion of what they refer to, are deleted with their record and restored with it', async () => {
    const product = (await client.create('product', [{ name: '丁' }])).data.ids[0]!;
    const id = await client.one('invoice', { name: '四', lines: [{ qty: 1, product }] });
    expect(places(await client.remove('product', product))).toEqual(['/ids/0 RECORD_IN_USE']);
    expect((await client.remove('invoice', id)).msg).toBe('ok');
    expect((await client.remove('product', product)).msg).toBe('ok');
    expect(places(await client.restore('invoice', id))).toEqual([
      '/ids/0/product REFERENCE_BINNED',
    ]);
    await client.restore('product', product);
    expect((await client.restore('invoice', id)).msg).toBe('ok');
    expect((await client.detail('invoice', id))['lines']).toMatchObject([{ product }]);
  });

  it('get new columns and lose none when the describe changes', async () => {
    await client.made('sheet', [
      f('name', '名称', 'text'),
      f('lines', '行', 'subTable', { fields: [f('a', '甲', 'integer')] }),
    ]);
    const id = await client.one('sheet', { lines: [{ a: 1 }] });
    const before = await client.describe('sheet');
    const fields = before.fields.map((field) =>
      field.apiName === 'lines'
        ? { ...field, fields: [...field.fields!, f('b', '乙', 'text')] }
        : field,
    );
    expect((await client.update({ ...before, fields })).msg).toBe('ok');
    const after = await client.describe('sheet');
    expect(
      after.fields
        .find((field) => field.apiName === 'lines')
        ?.fields?.map((field) => field.apiName),
    ).toEqual(['a', 'b']);
    expect((await client.detail('sheet', id))['lines']).toMatchObject([{ a: 1, b: null }]);
    const left = after.fields.map((field) =>
      field.apiName === 'lines'
        ? {
            ...field,
            fields: field.fields!.map((each) =>
              each.apiName === 'a' ? { ...each, removed: true } : each,
            ),
          }
        : field,
    );
    expect((await client.update({ ...after, fields: left })).msg).toBe('ok');
    expect((await client.detail('sheet', id))['lines']).toEqual([
      { id: expect.any(String), b: null },
    ]);
  });

  it('cannot have rows of their own, and are not accessible as objects', async () => {
    const answer = await client.define({
      apiName: 'bad',
      label: '坏',
      fields: [
        f('lines', '行', 'subTable', {
          fields: [
            f('more', '再', 'rollup', { rollup: { via: 'lines', fn: 'count' } }),
            f('x', '值', 'integer', { unique: true }),
          ],
        }),
      ],
    });
    expect(places(answer)).toEqual([
      '/describe/fields/0/fields/0/type FIELD_SETTING',
      '/describe/fields/0/fields/1/unique FIELD_SETTING',
    ]);
    expect(
      places(
        await client.define({
          apiName: 'bad',
          label: '坏',
          fields: [f('lines', '行', 'subTable')],
        }),
      ),
    ).toEqual(['/describe/fields/0/fields FIELD_SETTING']);
    const all = (await client.server.call('bizmeta.describe.list', {}, client.builder)).data.map(
      (object) => object.apiName,
    );
    expect(all.filter((name) => name.startsWith('~'))).toEqual([]);
    const { id } = (await client.describe('invoice')).fields.find(
      (field) => field.apiName === 'lines',
    )!;
    expect(
      (await client.server.call('bizmeta.record.list', { object: `~${id}` }, client.user)).code,
    ).toBe(404);
    expect(
      (await client.server.call('bizmeta.describe.detail', { apiName: `~${id}` }, client.builder))
        .code,
    ).toBe(404);
  });
});

describe('a field that names several records', () => {
  beforeAll(async () => {
    await client.made('bundle', [
      f('name', '名称', 'text'),
      f('items', '产品', 'lookups', { refObject: 'product' }),
    ]);
    await client.create('bundle', [
      { name: 'a', items: [products[1], products[0]] },
      { name: 'b', items: [products[0]] },
      { name: 'c' },
    ]);
  });

  it('preserves their order and returns their names', async () => {
    const { records, labels } = await client.list('bundle', {
      sort: [{ field: 'name', dir: 'asc' }],
    });
    expect(records.map((record) => record['items'])).toEqual([
      [products[1], products[0]],
      [products[0]],
      null,
    ]);
    expect(labels['product']).toEqual({ [products[0]!]: '甲', [products[1]!]: '乙' });
  });

  it('is found by any, all, none or exactly those', async () => {
    const [p0, p1] = products as [string, string];
    expect(await client.found('bundle', { field: 'items', op: 'hasAny', value: [p1] })).toEqual([
      'a',
    ]);
    expect(await client.found('bundle', { field: 'items', op: 'hasAll', value: [p0, p1] })).toEqual(
      ['a'],
    );
    expect(await client.found('bundle', { field: 'items', op: 'hasNone', value: [p1] })).toEqual([
      'b',
      'c',
    ]);
    expect(await client.found('bundle', { field: 'items', op: 'exactly', value: [p0] })).toEqual([
      'b',
    ]);
    expect(await client.found('bundle', { field: 'items', op: 'empty' })).toEqual(['c']);
  });

  it('is changed as a whole, prevents the deletion of what it names and refuses what does not exist', async () => {
    const id = await client.one('bundle', { name: 'd', items: [products[0], products[2]] });
    expect((await client.edit('bundle', id, 1, { items: [products[2]] })).msg).toBe('ok');
    expect((await client.detail('bundle', id))['items']).toEqual([products[2]]);
    expect(places(await client.remove('product', products[2]!))).toEqual(['/ids/0 RECORD_IN_USE']);
    expect(
      places(
        await client.edit('bundle', id, 2, { items: ['00000000-0000-7000-8000-000000000000'] }),
      ),
    ).toEqual(['/records/0/items REFERENCE_MISSING']);
    await client.edit('bundle', id, 2, { items: [] });
    expect((await client.detail('bundle', id))['items']).toBeNull();
  });
});

describe('another company', () => {
  it('sees no rows, no pairs and none of the numbers', async () => {
    const { auth } = await client.server.newTenant('stranger');
    await client.server.call(
      'bizmeta.describe.create',
      {
        describe: {
          apiName: 'invoice',
          label: '发票',
          fields: [
            f('name', '名称', 'text'),
            f('no', '编号', 'autoNumber', {
              numberRule: { segments: [{ kind: 'const', text: 'HT-' }, { kind: 'seq' }] },
            }),
            f('lines', '明细', 'subTable', { fields: [f('qty', '数量', 'integer')] }),
          ],
        },
      },
      auth,
    );
    const made2 = await client.server.call(
      'bizmeta.record.bulkCreate',
      { object: 'invoice', records: [{ name: 'x', lines: [{ qty: 1 }] }] },
      auth,
    );
    expect(made2.msg).toBe('ok');
    const { data } = await client.server.call('bizmeta.record.list', { object: 'invoice' }, auth);
    expect(data.records).toMatchObject([{ name: 'x', no: 'HT-0001', lines: 1 }]);
    const mine = (await client.list('invoice')).records[0]!;
    expect(
      (
        await client.server.call(
          'bizmeta.record.detail',
          { object: 'invoice', id: String(mine['id']) },
          auth,
        )
      ).code,
    ).toBe(404);
    const [row] = (
      await client.detail(
        'invoice',
        (await client.list('invoice', { filter: { field: 'lines', op: 'nempty' } })).records[0]![
          'id'
        ] as string,
      )
    )['lines'] as { id: string }[];
    const stolen = await client.server.call(
      'bizmeta.record.bulkEdit',
      {
        object: 'invoice',
        records: [{ id: data.records[0]!['id'], version: 1, lines: [{ id: row!.id, qty: 3 }] }],
      },
      auth,
    );
    expect(places(stolen)).toEqual(['/records/0/lines/0/id RECORD_UNKNOWN']);
  });
});
