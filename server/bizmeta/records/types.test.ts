import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_ROWS, type DescribeInput, type FieldInput, type FilterNode, type RecordValues } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';

let server: TestServer;
let builder: Auth;
let user: Auth;
let products: string[];

const f = (apiName: string, label: string, type: FieldInput['type'], more: Partial<FieldInput> = {}): FieldInput => ({ apiName, label, type, ...more });
const define = (describe: DescribeInput) => server.call('bizmeta.describe.create', { describe }, builder);
const made = async (apiName: string, fields: FieldInput[]) => { const answer = await define({ apiName, label: `${apiName}表`, fields }); expect(answer.error?.errors ?? answer.msg).toBe('ok'); };
const create = (object: string, records: RecordValues[]) => server.call('bizmeta.record.bulkCreate', { object, records }, user);
const one = async (object: string, record: RecordValues) => { const answer = await create(object, [record]); expect(answer.error?.errors ?? answer.msg).toBe('ok'); return answer.data.ids[0]!; };
const edit = (object: string, id: string, version: number, values: RecordValues) => server.call('bizmeta.record.bulkEdit', { object, records: [{ id, version, ...values }] }, user);
const detail = async (object: string, id: string) => { const answer = await server.call('bizmeta.record.detail', { object, id }, user); expect(answer.msg).toBe('ok'); return answer.data.record; };
const list = async (object: string, more: object = {}) => { const answer = await server.call('bizmeta.record.list', { object, size: 200, ...more }, user); expect(answer.error?.errors ?? answer.msg).toBe('ok'); return answer.data; };
const places = (answer: { error: { errors?: { path: string; reason: string }[] } }) => answer.error.errors?.map(({ path, reason }) => `${path} ${reason}`);
const found = async (object: string, filter: FilterNode) => (await list(object, { filter, sort: [{ field: 'name', dir: 'asc' }] })).records.map((record) => record['name']);

beforeAll(async () => {
  server = await testServer();
  [builder, user] = [await server.signIn('builder'), await server.signIn('user')];
  await made('product', [f('name', '名称', 'text'), f('price', '价格', 'decimal')]);
  products = (await create('product', [{ name: '甲', price: 2.5 }, { name: '乙', price: 10 }, { name: '丙', price: 100 }])).data.ids;
});
afterAll(() => server?.close());

describe('rows of a sub-table', () => {
  const lines = f('lines', '明细', 'subTable', { fields: [f('product', '产品', 'lookup', { refObject: 'product' }), f('qty', '数量', 'integer', { required: true, min: 1 }), f('price', '单价', 'decimal'), f('day', '交期', 'date')] });
  beforeAll(() => made('invoice', [f('name', '名称', 'text'), lines, f('total', '合计', 'formula', { formula: 'sum(qty * price of lines)' }), f('most', '最高价', 'rollup', { rollup: { via: 'lines', fn: 'max', field: 'price' } })]));

  it('come back in their order with the record, and their number with a list', async () => {
    const id = await one('invoice', { name: '一', lines: [{ product: products[1], qty: 2, price: 10.5, day: '2026-01-31' }, { product: products[0], qty: 1, price: 4 }] });
    const record = await detail('invoice', id);
    expect(record['lines']).toEqual([
      { id: expect.any(String), product: products[1], qty: 2, price: 10.5, day: '2026-01-31' }, { id: expect.any(String), product: products[0], qty: 1, price: 4, day: null },
    ]);
    expect([record['total'], record['most']]).toEqual([25, 10.5]);
    expect((await list('invoice', { filter: { field: 'id', op: 'eq', value: id } })).records[0]).toMatchObject({ lines: 2, total: 25 });
    expect((await server.call('bizmeta.record.detail', { object: 'invoice', id }, user)).data.labels).toMatchObject({ product: { [products[0]!]: '甲', [products[1]!]: '乙' } });
  });

  it('are added, changed, moved and taken away in one edit', async () => {
    const id = await one('invoice', { name: '二', lines: [{ qty: 1, price: 1 }, { qty: 2, price: 2 }, { qty: 3, price: 3 }] });
    const [a, , c] = (await detail('invoice', id))['lines'] as { id: string }[];
    expect((await edit('invoice', id, 1, { lines: [{ id: c!.id }, { qty: 9, price: 1 }, { id: a!.id, qty: 7 }] })).data.records).toEqual([{ id, version: 2 }]);
    expect((await detail('invoice', id))['lines']).toMatchObject([{ id: c!.id, qty: 3, price: 3 }, { qty: 9 }, { id: a!.id, qty: 7, price: 1 }]);
    expect((await edit('invoice', id, 2, { lines: null })).msg).toBe('ok');
    expect(await detail('invoice', id)).toMatchObject({ lines: [], total: 0 });
  });

  it('that are wrong are told by row and column, and nothing is written', async () => {
    const before = (await list('invoice')).total;
    const answer = await create('invoice', [{ name: '三', lines: [{ qty: 1 }, { qty: 0, price: 'x', no: 1 }, { product: products[0] }] }]);
    expect(places(answer)).toEqual(['/records/0/lines/1/qty VALUE_RANGE', '/records/0/lines/1/price VALUE_TYPE', '/records/0/lines/1/no UNKNOWN_FIELD', '/records/0/lines/2/qty REQUIRED']);
    expect(places(await create('invoice', [{ lines: [{ qty: 1, product: '00000000-0000-7000-8000-000000000000' }] }]))).toEqual(['/records/0/lines/0/product REFERENCE_MISSING']);
    expect(places(await create('invoice', [{ lines: Array.from({ length: MAX_ROWS + 1 }, () => ({ qty: 1 })) }]))).toEqual(['/records/0/lines TOO_MANY']);
    expect((await list('invoice')).total).toBe(before);
  });

  it('of another record cannot be taken over', async () => {
    const [mine, other] = [await one('invoice', { lines: [{ qty: 1 }] }), await one('invoice', { lines: [{ qty: 5 }] })];
    const [row] = (await detail('invoice', other))['lines'] as { id: string }[];
    expect(places(await edit('invoice', mine, 1, { lines: [{ id: row!.id, qty: 2 }] }))).toEqual(['/records/0/lines/0/id RECORD_UNKNOWN']);
    expect((await detail('invoice', other))['lines']).toMatchObject([{ qty: 5 }]);
  });

  it('keep what they refer to from being deleted, go to the bin with their record and come back', async () => {
    const product = (await create('product', [{ name: '丁' }])).data.ids[0]!;
    const id = await one('invoice', { name: '四', lines: [{ qty: 1, product }] });
    const remove = (object: string, key: string) => server.call('bizmeta.record.bulkDelete', { object, ids: [key] }, user);
    expect(places(await remove('product', product))).toEqual(['/ids/0 RECORD_IN_USE']);
    expect((await remove('invoice', id)).msg).toBe('ok');
    expect((await remove('product', product)).msg).toBe('ok');
    expect(places(await server.call('bizmeta.record.restore', { object: 'invoice', ids: [id] }, user))).toEqual(['/ids/0/product REFERENCE_MISSING']);
    await server.call('bizmeta.record.restore', { object: 'product', ids: [product] }, user);
    expect((await server.call('bizmeta.record.restore', { object: 'invoice', ids: [id] }, user)).msg).toBe('ok');
    expect((await detail('invoice', id))['lines']).toMatchObject([{ product }]);
  });

  it('get new columns and lose none when the describe changes', async () => {
    await made('sheet', [f('name', '名称', 'text'), f('lines', '行', 'subTable', { fields: [f('a', '甲', 'integer')] })]);
    const id = await one('sheet', { lines: [{ a: 1 }] });
    const before = (await server.call('bizmeta.describe.detail', { apiName: 'sheet' }, builder)).data;
    const fields = before.fields.map((field) => (field.apiName === 'lines' ? { ...field, fields: [...field.fields!, f('b', '乙', 'text')] } : field));
    expect((await server.call('bizmeta.describe.update', { describe: { ...before, fields } }, builder)).msg).toBe('ok');
    const after = (await server.call('bizmeta.describe.detail', { apiName: 'sheet' }, builder)).data;
    expect(after.fields.find((field) => field.apiName === 'lines')?.fields?.map((field) => field.apiName)).toEqual(['a', 'b']);
    expect((await detail('sheet', id))['lines']).toMatchObject([{ a: 1, b: null }]);
    const left = after.fields.map((field) => (field.apiName === 'lines' ? { ...field, fields: field.fields!.map((each) => (each.apiName === 'a' ? { ...each, removed: true } : each)) } : field));
    expect((await server.call('bizmeta.describe.update', { describe: { ...after, fields: left } }, builder)).msg).toBe('ok');
    expect((await detail('sheet', id))['lines']).toEqual([{ id: expect.any(String), b: null }]);
  });

  it('cannot have rows of their own, and are no object anyone can name', async () => {
    const answer = await define({ apiName: 'bad', label: '坏', fields: [f('lines', '行', 'subTable', { fields: [f('more', '再', 'formula', { formula: '1' }), f('x', '值', 'integer', { unique: true })] })] });
    expect(places(answer)).toEqual(['/describe/fields/0/fields/0/type FIELD_SETTING', '/describe/fields/0/fields/1/unique FIELD_SETTING']);
    expect(places(await define({ apiName: 'bad', label: '坏', fields: [f('lines', '行', 'subTable')] }))).toEqual(['/describe/fields/0/fields FIELD_SETTING']);
    const all = (await server.call('bizmeta.describe.list', {}, builder)).data.map((object) => object.apiName);
    expect(all.filter((name) => name.startsWith('~'))).toEqual([]);
    const { id } = (await server.call('bizmeta.describe.detail', { apiName: 'invoice' }, builder)).data.fields.find((field) => field.apiName === 'lines')!;
    expect((await server.call('bizmeta.record.list', { object: `~${id}` }, user)).code).toBe(404);
    expect((await server.call('bizmeta.describe.detail', { apiName: `~${id}` }, builder)).code).toBe(404);
  });
});

describe('a field that names several records', () => {
  beforeAll(async () => {
    await made('bundle', [f('name', '名称', 'text'), f('items', '产品', 'lookups', { refObject: 'product' })]);
    await create('bundle', [{ name: 'a', items: [products[1], products[0]] }, { name: 'b', items: [products[0]] }, { name: 'c' }]);
  });

  it('keeps their order and answers their names', async () => {
    const { records, labels } = await list('bundle', { sort: [{ field: 'name', dir: 'asc' }] });
    expect(records.map((record) => record['items'])).toEqual([[products[1], products[0]], [products[0]], null]);
    expect(labels['product']).toEqual({ [products[0]!]: '甲', [products[1]!]: '乙' });
  });

  it('is found by any, all, none or exactly those', async () => {
    const [p0, p1] = products as [string, string];
    expect(await found('bundle', { field: 'items', op: 'hasAny', value: [p1] })).toEqual(['a']);
    expect(await found('bundle', { field: 'items', op: 'hasAll', value: [p0, p1] })).toEqual(['a']);
    expect(await found('bundle', { field: 'items', op: 'hasNone', value: [p1] })).toEqual(['b', 'c']);
    expect(await found('bundle', { field: 'items', op: 'exactly', value: [p0] })).toEqual(['b']);
    expect(await found('bundle', { field: 'items', op: 'empty' })).toEqual(['c']);
  });

  it('is changed as a whole, keeps what it names from being deleted and refuses what is not there', async () => {
    const id = await one('bundle', { name: 'd', items: [products[0], products[2]] });
    expect((await edit('bundle', id, 1, { items: [products[2]] })).msg).toBe('ok');
    expect((await detail('bundle', id))['items']).toEqual([products[2]]);
    expect(places(await server.call('bizmeta.record.bulkDelete', { object: 'product', ids: [products[2]!] }, user))).toEqual(['/ids/0 RECORD_IN_USE']);
    expect(places(await edit('bundle', id, 2, { items: ['00000000-0000-7000-8000-000000000000'] }))).toEqual(['/records/0/items REFERENCE_MISSING']);
    await edit('bundle', id, 2, { items: [] });
    expect((await detail('bundle', id))['items']).toBeNull();
  });
});

describe('automatic numbers', () => {
  const rule = { prefix: 'HT-', date: 'YYYY', digits: 4, reset: 'year', start: 1 } as const;
  beforeAll(() => made('contract1', [f('name', '名称', 'text'), f('no', '编号', 'autoNumber', { numberRule: rule })]));
  const year = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 4);
  const numberOf = async (id: string) => (await detail('contract1', id))['no'] as string;

  it('of fifty who create at once are all different and follow each other', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => create('contract1', [{ name: `n${i}` }])));
    expect(answers.map((answer) => answer.msg)).toEqual(Array(50).fill('ok'));
    const numbers = (await list('contract1', { sort: [{ field: 'no', dir: 'asc' }] })).records.map((record) => record['no']);
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, i) => `HT-${year}${String(i + 1).padStart(4, '0')}`));
  });

  it('cannot be written, and a record that is refused takes none', async () => {
    const before = await numberOf(await one('contract1', {}));
    expect(places(await create('contract1', [{ no: 'HT-1' }]))).toEqual(['/records/0/no READONLY_FIELD']);
    await create('contract1', [{ name: 5 }]);
    expect(Number((await numberOf(await one('contract1', {}))).slice(7))).toBe(Number(before.slice(7)) + 1);
  });

  it('number the records that were there already, and go on behind them', async () => {
    await made('old', [f('name', '名称', 'text')]);
    await create('old', [{ name: 'a' }, { name: 'b' }]);
    const describe = (await server.call('bizmeta.describe.detail', { apiName: 'old' }, builder)).data;
    expect((await server.call('bizmeta.describe.update', { describe: { ...describe, fields: [...describe.fields, f('no', '编号', 'autoNumber', { numberRule: { prefix: 'A', digits: 3, start: 10 } })] } }, builder)).msg).toBe('ok');
    await create('old', [{ name: 'c' }]);
    expect((await list('old', { sort: [{ field: 'no', dir: 'asc' }] })).records.map((record) => record['no'])).toEqual(['A010', 'A011', 'A012']);
  });

  it('would repeat when they count anew without saying the period: such a rule is refused', async () => {
    expect(places(await define({ apiName: 'bad', label: '坏', fields: [f('no', '编号', 'autoNumber', { numberRule: { reset: 'month', date: 'YYYY' } })] }))).toEqual(['/describe/fields/0/numberRule/date FIELD_SETTING']);
  });
});

describe('a formula', () => {
  beforeAll(async () => {
    await made('calc', [
      f('name', '名称', 'text'), f('price', '单价', 'decimal'), f('qty', '数量', 'integer'), f('day', '日期', 'date'),
      f('total', '合计', 'formula', { formula: 'price * qty' }), f('taxed', '含税', 'formula', { formula: 'round(total * 1.13, 2)' }),
      f('large', '大额', 'formula', { formula: 'total > 50' }), f('title', '标题', 'formula', { formula: "name & '：' & text(qty)" }), f('due', '到期', 'formula', { formula: 'day + days(30)' }),
    ]);
    await create('calc', [{ name: 'a', price: 2.5, qty: 4, day: '2026-01-31' }, { name: 'b', price: 10, qty: 10 }, { name: 'c', price: 1 }]);
  });

  it('is worked out when it is read, also from another formula, with its type told', async () => {
    const { records } = await list('calc', { sort: [{ field: 'name', dir: 'asc' }] });
    expect(records).toMatchObject([
      { total: 10, taxed: 11.3, large: false, title: 'a：4', due: '2026-03-02' }, { total: 100, taxed: 113, large: true, title: 'b：10', due: null }, { total: null, taxed: null, large: null },
    ]);
    const fields = (await server.call('bizmeta.describe.detail', { apiName: 'calc' }, user)).data.fields;
    expect(fields.map((field) => field.resultType ?? null)).toEqual([null, null, null, null, 'decimal', 'decimal', 'boolean', 'text', 'date']);
  });

  it('is sorted and filtered by its result, over pages', async () => {
    const sort = [{ field: 'total', dir: 'desc' as const }];
    const first = await list('calc', { sort, size: 1 });
    expect(first.records[0]).toMatchObject({ name: 'b' });
    expect((await list('calc', { sort, size: 1, cursor: first.cursor })).records[0]).toMatchObject({ name: 'a' });
    expect(await found('calc', { field: 'taxed', op: 'between', value: [11, 12] })).toEqual(['a']);
    expect(await found('calc', { field: 'large', op: 'eq', value: true })).toEqual(['b']);
    expect(await found('calc', { field: 'title', op: 'contains', value: '：4' })).toEqual(['a']);
    expect(await found('calc', { field: 'due', op: 'lt', value: '2026-04-01' })).toEqual(['a']);
    expect(await found('calc', { field: 'total', op: 'empty' })).toEqual(['c']);
  });

  const wrong: [string, FieldInput[], string][] = [
    ['reads itself through another', [f('a', '甲', 'formula', { formula: 'b + 1' }), f('b', '乙', 'formula', { formula: 'a + 1' })], '/describe/fields/0/formula EXPRESSION_INVALID'],
    ['reads no field', [f('a', '甲', 'formula', { formula: 'nothing + 1' })], '/describe/fields/0/formula EXPRESSION_INVALID'],
    ['is none', [f('a', '甲', 'formula', { formula: '1 +' })], '/describe/fields/0/formula EXPRESSION_INVALID'],
    ['adds text to a number', [f('n', '名', 'text'), f('a', '甲', 'formula', { formula: 'n * 2' })], '/describe/fields/1/formula EXPRESSION_INVALID'],
    ['is missing', [f('a', '甲', 'formula')], '/describe/fields/0/formula FIELD_SETTING'],
    ['must be filled in', [f('a', '甲', 'formula', { formula: '1', required: true })], '/describe/fields/0/required FIELD_SETTING'],
    ['is six deep', Array.from({ length: 6 }, (_, i) => f(`f${i}`, `值${i}`, 'formula', { formula: i === 0 ? '1' : `f${i - 1} + 1` })), '/describe/fields/5/formula EXPRESSION_INVALID'],
  ];
  it.each(wrong)('that %s is refused at its place', async (_why, fields, expected) => {
    expect(places(await define({ apiName: 'bad', label: '坏', fields }))?.[0]).toBe(expected);
  });

  it('in a circle is told by the way round', async () => {
    const answer = await define({ apiName: 'bad', label: '坏', fields: [f('a', '甲', 'formula', { formula: 'b' }), f('b', '乙', 'formula', { formula: 'c' }), f('c', '丙', 'formula', { formula: 'a' })] });
    expect(answer.error.errors?.[0]?.msg).toContain('甲 → 乙 → 丙 → 甲');
  });

  it('cannot be written, and a field it reads keeps its name', async () => {
    expect(places(await create('calc', [{ total: 5 }]))).toEqual(['/records/0/total READONLY_FIELD']);
    const describe = (await server.call('bizmeta.describe.detail', { apiName: 'calc' }, builder)).data;
    const renamed = describe.fields.map((field) => (field.apiName === 'qty' ? { ...field, apiName: 'count1' } : field));
    expect(places(await server.call('bizmeta.describe.update', { describe: { ...describe, fields: renamed } }, builder))).toContain('/describe/fields/4/formula EXPRESSION_INVALID');
  });
});

describe('a figure over other records', () => {
  beforeAll(async () => {
    await made('account', [f('name', '名称', 'text')]);
    await made('deal', [f('name', '名称', 'text'), f('account', '客户', 'lookup', { refObject: 'account' }), f('amount', '金额', 'currency'), f('won', '成交', 'boolean'), f('day', '日期', 'date')]);
    const describe = (await server.call('bizmeta.describe.detail', { apiName: 'account' }, builder)).data;
    const rollup = (more: object) => ({ rollup: { via: 'deal.account', ...more } }) as Partial<FieldInput>;
    const fields = [f('deals', '商机数', 'rollup', rollup({ fn: 'count' })), f('won', '成交额', 'rollup', rollup({ fn: 'sum', field: 'amount', where: 'won' })), f('last', '最近', 'rollup', rollup({ fn: 'max', field: 'day' })), f('share', '均额', 'formula', { formula: 'won / deals' })];
    const answer = await server.call('bizmeta.describe.update', { describe: { ...describe, fields: [...describe.fields, ...fields] } }, builder);
    expect(answer.error?.errors ?? answer.msg).toBe('ok');
    const [a, b] = (await create('account', [{ name: 'a' }, { name: 'b' }])).data.ids;
    await create('deal', [{ account: a, amount: 10, won: true, day: '2026-01-01' }, { account: a, amount: 5, won: false, day: '2026-02-01' }, { account: b, amount: 7, won: true }, { amount: 1 }]);
  });

  it('counts what is there now, without what was deleted', async () => {
    expect((await list('account', { sort: [{ field: 'won', dir: 'desc' }] })).records).toMatchObject([{ name: 'a', deals: 2, won: 10, last: '2026-02-01', share: 5 }, { name: 'b', deals: 1, won: 7, last: null, share: 7 }]);
    const { records } = await list('deal', { filter: { field: 'amount', op: 'eq', value: 5 } });
    await server.call('bizmeta.record.bulkDelete', { object: 'deal', ids: [records[0]!['id'] as string] }, user);
    expect(await found('account', { field: 'deals', op: 'eq', value: 1 })).toEqual(['a', 'b']);
  });

  it('keeps the fields it counts over in their place', async () => {
    const describe = (await server.call('bizmeta.describe.detail', { apiName: 'deal' }, builder)).data;
    const gone = describe.fields.map((field) => (field.apiName === 'amount' ? { ...field, removed: true } : field));
    expect(places(await server.call('bizmeta.describe.update', { describe: { ...describe, fields: gone } }, builder))).toEqual(['/describe/fields FIELD_SETTING']);
  });

  it('over rows that are none, or of a text, is refused', async () => {
    const bad = (rollup: FieldInput['rollup']) => define({ apiName: 'bad', label: '坏', fields: [f('n', '名', 'text'), f('x', '数', 'rollup', { rollup: rollup! })] });
    expect(places(await bad({ via: 'n', fn: 'count' }))).toEqual(['/describe/fields/1/rollup/via EXPRESSION_INVALID']);
    expect(places(await bad({ via: 'deal.account', fn: 'count' }))).toEqual(['/describe/fields/1/rollup/via EXPRESSION_INVALID']);
  });
});

describe('conditions of fields', () => {
  beforeAll(() => made('claim', [
    f('name', '名称', 'text'), f('kind', '类别', 'singleSelect', { options: [{ code: 'trip', label: '差旅' }, { code: 'other', label: '其他' }] }),
    f('reason', '事由', 'text', { requiredWhen: "kind = 'other'" }), f('from', '开始', 'date'),
    f('to', '结束', 'date', { rules: [{ when: 'to >= from', message: '结束日期不能早于开始日期' }] }),
    f('lines', '明细', 'subTable', { fields: [f('amount', '金额', 'decimal'), f('note', '说明', 'text', { requiredWhen: "amount > 100 and kind = 'other'" })] }),
  ]));

  it('are asked of a new record, row by row', async () => {
    const answer = await create('claim', [{ kind: 'other', from: '2026-02-01', to: '2026-01-01', lines: [{ amount: 5 }, { amount: 500 }] }]);
    expect(places(answer)).toEqual(['/records/0/reason REQUIRED', '/records/0/to RULE_BROKEN', '/records/0/lines/1/note REQUIRED']);
    expect(answer.error.errors?.[1]?.msg).toBe('结束日期不能早于开始日期');
    expect((await create('claim', [{ kind: 'trip', from: '2026-01-01', lines: [{ amount: 500 }] }])).msg).toBe('ok');
  });

  it('are asked of a changed record with what is kept of it', async () => {
    const id = await one('claim', { kind: 'other', reason: '招待', from: '2026-01-10', to: '2026-01-12' });
    expect(places(await edit('claim', id, 1, { to: '2026-01-05' }))).toEqual(['/records/0/to RULE_BROKEN']);
    expect(places(await edit('claim', id, 1, { reason: '' }))).toEqual(['/records/0/reason REQUIRED']);
    expect((await edit('claim', id, 1, { to: '2026-01-05', from: '2026-01-01' })).msg).toBe('ok');
  });

  it('that cannot be understood are refused when they are made', async () => {
    const answer = await define({ apiName: 'bad', label: '坏', fields: [f('a', '甲', 'integer', { requiredWhen: 'nothing', rules: [{ when: 'a + 1', message: '不对' }, { when: 'a >', message: '不对' }] })] });
    expect(places(answer)).toEqual(['/describe/fields/0/requiredWhen EXPRESSION_INVALID', '/describe/fields/0/rules/0/when EXPRESSION_INVALID', '/describe/fields/0/rules/1/when EXPRESSION_INVALID']);
  });
});
