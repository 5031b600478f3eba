import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  CallId,
  DataOf,
  GroupMembers,
  InputOf,
  ObjectGrant,
  RecordValues,
} from '../../src/contract/index.ts';
import { testServer, type Answer, type Auth, type TestServer } from '../../src/server/testing.ts';
import { newMember } from './members.ts';

/**
 * A sales company: 江 and 海 sell, each their own orders; 林 leads both and sees them without the
 * cost, except her own; 仓 packs orders and sees no amounts; 账 sees all. What other platforms leak
 * is asked for by name.
 */
let server: TestServer;
let builder: Auth;
let [jiang, hai, lin, store, books]: Auth[] = [];
let [east, south] = ['', ''];
/** Customers and orders by their names. */
const ids: Record<string, string> = {};

async function made<I extends CallId>(id: I, input: InputOf<I>, as = builder): Promise<DataOf<I>> {
  const told = await server.call(id, input, as);
  expect(told.error?.errors ?? told.msg).toBe('ok');
  return told.data;
}
let groups = 0;
async function group(objects: Record<string, ObjectGrant>, members: GroupMembers): Promise<string> {
  groups += 1;
  const { id } = await made('bizmeta.authgroup.create', {
    scopeType: 'project',
    scopeId: '',
    name: `组${groups}`,
    members,
    grants: { objects },
  });
  return id;
}
const dept = async (title: string, parentId: string | null): Promise<string> =>
  (await made('upm.org.addOrgGroup', { title, parentId })).id;

const SELL: ObjectGrant = {
  ops: ['create', 'view', 'edit', 'delete', 'changeLog', 'comment', 'bulk'],
  scope: { view: 'self' },
};
const LEAD: ObjectGrant = {
  ops: ['view'],
  scope: { view: 'deptAndSub' },
  fields: { cost: 'none' },
};
const OWN: ObjectGrant = { ops: ['view', 'edit'], scope: { view: 'self' } };
const PACK: ObjectGrant = {
  ops: ['view', 'edit', 'changeLog', 'comment'],
  scope: { view: { condition: "state = 'paid'" } },
  fields: { amount: 'none', cost: 'none', secret: 'none', title: 'read', customer: 'read' },
};
const ALL: ObjectGrant = { ops: ['view'] };

async function defineObjects(): Promise<void> {
  const text = (apiName: string, more = {}) =>
    ({ apiName, label: apiName, type: 'text', ...more }) as const;
  const number = (apiName: string) => ({ apiName, label: apiName, type: 'integer' }) as const;
  const app = await made('bizmeta.app.save', { name: '销售' });
  await made('bizmeta.app.active', { id: app.id, active: true });
  const define = (describe: InputOf<'bizmeta.describe.create'>['describe']) =>
    made('bizmeta.describe.create', { appId: app.id, describe });
  await define({
    apiName: 'firm',
    label: '客户',
    searchFields: ['phone'],
    fields: [text('name'), text('code', { unique: true }), text('phone'), number('limit')],
  });
  await define({
    apiName: 'deal',
    label: '订单',
    fields: [
      text('title'),
      { apiName: 'customer', label: 'customer', type: 'lookup', refObject: 'firm' },
      number('amount'),
      number('cost'),
      text('secret'),
      {
        apiName: 'state',
        label: 'state',
        type: 'singleSelect',
        options: [
          { code: 'new', label: '新' },
          { code: 'paid', label: '已付' },
        ],
      },
      { apiName: 'margin', label: 'margin', type: 'formula', formula: 'amount - cost' },
      { apiName: 'left', label: 'left', type: 'formula', formula: 'customer.limit - amount' },
    ],
  });
  const { version } = await made('bizmeta.describe.detail', { apiName: 'firm' });
  const total = { via: 'deal.customer', fn: 'sum', field: 'amount' } as const;
  await made('bizmeta.describe.update', {
    describe: {
      apiName: 'firm',
      label: '客户',
      version,
      fields: [{ apiName: 'total', label: 'total', type: 'rollup', rollup: total }],
    },
  });
}

async function fill(object: string, by: Auth, records: readonly RecordValues[]): Promise<void> {
  const { ids: given } = await made(
    'bizmeta.record.bulkCreate',
    { object, records: [...records] },
    by,
  );
  records.forEach((record, i) => (ids[String(record['title'] ?? record['name'])] = given[i]!));
}

beforeAll(async () => {
  server = await testServer();
  const { tenant, auth } = await server.newTenant('selling');
  builder = auth;
  east = await dept('华东', null);
  const shanghai = await dept('上海', east);
  south = await dept('华南', null);
  jiang = await newMember(server, tenant, '江', { deptIds: [shanghai] });
  hai = await newMember(server, tenant, '海', { deptIds: [south] });
  lin = await newMember(server, tenant, '林', { deptIds: [east] });
  store = await newMember(server, tenant, '仓');
  books = await newMember(server, tenant, '账');
  await defineObjects();
  await fill('firm', jiang, [{ name: 'cloud', code: 'C1', phone: '555-1', limit: 100 }]);
  await fill('firm', hai, [{ name: 'harbour', code: 'C2', phone: '555-2', limit: 50 }]);
  await fill('deal', jiang, [
    { title: 'a', secret: 'only a', customer: ids['cloud'], amount: 10, cost: 4, state: 'paid' },
    { title: 'b', secret: 'only b', customer: ids['harbour'], amount: 20, cost: 15, state: 'new' },
  ]);
  await fill('deal', hai, [
    { title: 'c', secret: 'only c', customer: ids['cloud'], amount: 40, cost: 9, state: 'new' },
  ]);
  await fill('deal', lin, [
    { title: 'd', secret: 'only d', customer: ids['cloud'], amount: 5, cost: 1, state: 'new' },
  ]);
  for (const objectApiName of ['firm', 'deal'])
    await made('bizmeta.authgroup.config', { objectApiName, defaultAccess: 'none' });
  const people = (...of: Auth[]): GroupMembers => ({ userIds: of.map(({ userid }) => userid) });
  await group({ deal: SELL, firm: SELL }, people(jiang!, hai!));
  await group({ deal: LEAD, firm: LEAD_FIRM }, people(lin!));
  await group({ deal: OWN }, people(lin!));
  await group({ deal: PACK }, people(store!));
  await group({ deal: ALL, firm: ALL }, people(books!));
});
const LEAD_FIRM: ObjectGrant = {
  ops: ['view'],
  scope: { view: 'deptAndSub' },
  fields: { limit: 'none' },
};
afterAll(() => server?.close());

type Asked = Omit<InputOf<'bizmeta.record.list'>, 'object'>;
const ask = (as: Auth | undefined, asked: Asked = {}, object = 'deal') =>
  server.call(
    'bizmeta.record.list',
    { object, sort: [{ field: 'id', dir: 'asc' }], ...asked },
    as!,
  );
const titles = async (as: Auth | undefined, asked: Asked = {}): Promise<string> => {
  const { data } = await ask(as, asked);
  expect(data.total).toBe(data.records.length);
  return data.records.map(({ title }) => title).join('');
};
const refusal = ({ status, error }: Answer): string =>
  [
    status,
    ...(error?.errors?.length ? error.errors.map((e) => `${e.path} ${e.reason}`) : [error?.reason]),
  ]
    .filter(Boolean)
    .join(' ');
const detail = (as: Auth | undefined, id: string, object = 'deal') =>
  server.call('bizmeta.record.detail', { object, id }, as!);
const edit = (as: Auth | undefined, ...records: RecordValues[]) =>
  server.call('bizmeta.record.bulkEdit', { object: 'deal', records }, as!);
const stored = async (name: string, object = 'deal') =>
  (await made('bizmeta.record.detail', { object, id: ids[name]! })).record;

async function uploaded(as: Auth): Promise<string> {
  const { body } = await server.inject({
    method: 'POST',
    url: '/storage/attachment/upload',
    headers: { ...as, 'content-type': 'multipart/form-data; boundary=xx' },
    payload: `--xx\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\nabc\r\n--xx--\r\n`,
  });
  return (JSON.parse(body) as { data: { fileId: string } }).data.fileId;
}

describe('who sees what', () => {
  it('is the same in lists, counts, details and for who asks by id', async () => {
    expect(await titles(jiang)).toBe('ab');
    expect(await titles(lin)).toBe('abd');
    expect(await titles(store)).toBe('a');
    expect(await titles(books)).toBe('abcd');
    expect(refusal(await detail(jiang, ids['c']!))).toBe('404 RECORD_UNKNOWN');
    const nowhere = await detail(jiang, '01900000-0000-7000-8000-000000000000');
    expect(refusal(nowhere)).toBe('404 RECORD_UNKNOWN');
    expect(refusal(await ask(store, {}, 'firm'))).toBe('403 NO_ACCESS');
  });
  it('shows a row of one group never with the fields of another', async () => {
    const { data } = await ask(lin);
    expect(data.records.map(({ title, cost, margin }) => [title, cost, margin])).toEqual([
      ['a', null, null],
      ['b', null, null],
      ['d', 1, 4],
    ]);
  });
  it('leaves out what no group reads, and does not know it by name', async () => {
    const { record } = (await detail(store, ids['a']!)).data;
    expect(Object.keys(record)).not.toEqual(expect.arrayContaining(['amount']));
    expect(record).not.toHaveProperty('margin');
    const { fields } = await made('bizmeta.describe.detail', { apiName: 'deal' }, store);
    expect(fields.map(({ apiName }) => apiName)).toEqual(['title', 'customer', 'state']);
    const asked: [Asked, string][] = [
      [{ filter: { field: 'amount', op: 'gt', value: 1 } }, '/filter/field FILTER_INVALID'],
      [
        { filter: { field: 'title', op: 'eq', value: 'amount', valueType: 'field' } },
        '/filter/value FILTER_INVALID',
      ],
      [{ sort: [{ field: 'margin', dir: 'asc' }] }, '/sort/0/field SORT_INVALID'],
      [{ groupBy: ['amount'] }, '/groupBy/0 SORT_INVALID'],
      [{ summary: [{ field: 'amount', fn: 'sum' }] }, '/summary/0 SORT_INVALID'],
      [{ fields: ['cost'] }, '/fields/0 UNKNOWN_FIELD'],
      [{ where: { expression: 'amount > 1', values: [] } }, '/where/expression EXPRESSION_INVALID'],
    ];
    for (const [request, place] of asked)
      expect(refusal(await ask(store, request))).toBe(`400 ${place}`);
    const { version } = await stored('a');
    const written = await edit(store, { id: ids['a'], version, amount: 10 });
    expect(refusal(written)).toBe('400 /records/0/amount UNKNOWN_FIELD');
  });

  it('is reached through a lookup no further than by itself', async () => {
    const through = (field: string): [Asked, string][] => [
      [{ filter: { field, op: 'nempty' } }, '/filter/field FILTER_INVALID'],
      [
        { filter: { field: 'amount', op: 'eq', valueType: 'field', value: field } },
        '/filter/value FILTER_INVALID',
      ],
      [{ sort: [{ field, dir: 'asc' }] }, '/sort/0/field SORT_INVALID'],
      [{ groupBy: [field] }, '/groupBy/0 SORT_INVALID'],
      [{ summary: [{ field, fn: 'count' }] }, '/summary/0 SORT_INVALID'],
      [
        { where: { expression: `${field} > 1`, values: [] } },
        '/where/expression EXPRESSION_INVALID',
      ],
    ];
    for (const [request, place] of through('customer.limit')) {
      expect(refusal(await ask(lin, request)), place).toBe(`400 ${place}`);
      expect((await ask(books, request)).status, place).toBe(200);
    }
    expect(refusal(await ask(store, { filter: { field: 'customer.name', op: 'empty' } }))).toBe(
      '400 /filter/field FILTER_INVALID',
    );
    const named = (value: string) =>
      ({ filter: { field: 'customer.name', op: 'eq', value } }) as const;
    expect([await titles(jiang, named('cloud')), await titles(jiang, named('harbour'))]).toEqual([
      'a',
      '',
    ]);
    expect(await titles(jiang, { filter: { field: 'customer.createdAt', op: 'empty' } })).toBe('b');
    expect(await titles(store, { filter: { field: 'customer.createdAt', op: 'nempty' } })).toBe('');
    expect(await titles(books, named('harbour'))).toBe('b');
  });
  it('counts a field only where it is read: filters, sorts, groups, sums and distinct values', async () => {
    expect(await titles(lin, { filter: { field: 'cost', op: 'lte', value: 99 } })).toBe('d');
    for (const op of ['empty', 'nempty', 'ne'] as const) {
      const filter = { field: 'cost', op, ...(op === 'ne' && { value: 77 }) };
      expect(await titles(lin, { filter })).toBe(op === 'empty' ? '' : 'd');
    }
    expect(await titles(lin, { sort: [{ field: 'cost', dir: 'desc' }] })).toBe('dba');
    const summary = (['sum', 'max', 'filled', 'empty'] as const).map((fn) => ({
      field: 'cost',
      fn,
    }));
    const { data } = await ask(lin, { groupBy: ['cost'], summary, size: 0 });
    expect(data.summary!.map(({ value }) => value)).toEqual([1, 1, 1, 2]);
    expect(data.groups!.map(({ values, count }) => [...values, count])).toEqual([
      [1, 1],
      [null, 2],
    ]);
    const opened = await ask(lin, { groupBy: ['cost'], within: [null] });
    expect(opened.data.total).toBe(2);
    const distinct = await made(
      'bizmeta.record.distinctList',
      { object: 'deal', field: 'cost' },
      lin,
    );
    expect(distinct.values).toEqual([
      { value: 1, count: 1 },
      { value: null, count: 2 },
    ]);
  });
  it('goes through relations: formulas, roll-ups, counts and labels are what the person may see', async () => {
    const seen = async (as: Auth | undefined, name: string, object = 'deal') =>
      (await detail(as, ids[name]!, object)).data;
    expect((await seen(jiang, 'a')).record['left']).toBe(90);
    // 江 does not see the customer of 海, 林 sees no limits.
    expect((await seen(jiang, 'b')).record['left']).toBe(null);
    expect((await seen(lin, 'a')).record['left']).toBe(null);
    expect((await seen(jiang, 'b')).labels['firm'] ?? {}).toEqual({});
    expect((await ask(jiang)).data.labels['firm']).toEqual({ [ids['cloud']!]: 'cloud' });
    expect((await seen(books, 'cloud', 'firm')).record['total']).toBe(55);
    expect((await seen(jiang, 'cloud', 'firm')).record['total']).toBe(10);
    expect((await seen(lin, 'cloud', 'firm')).record['total']).toBe(15);
    const refs = await made('bizmeta.record.refList', { object: 'firm', id: ids['cloud']! }, lin);
    expect(refs.map(({ key, count }) => [key, count])).toEqual([['deal.customer', 2]]);
    const found = await made('bizmeta.search', { text: '555' }, jiang);
    expect(found.groups.flatMap(({ records }) => records.map(({ title }) => title))).toEqual([
      'cloud',
    ]);
  });
  it('turns pages without telling where others’ records are', async () => {
    const first = await ask(books, { sort: [{ field: 'cost', dir: 'asc' }], size: 1 });
    const next = await ask(lin, {
      sort: [{ field: 'cost', dir: 'asc' }],
      size: 9,
      cursor: first.data.cursor!,
    });
    const got = next.status === 200 ? next.data.records.map(({ title }) => title) : [];
    expect(['a', 'b', 'd']).toEqual(expect.arrayContaining(got));
    const own = await ask(lin, { sort: [{ field: 'cost', dir: 'desc' }], size: 2 });
    const mark = Buffer.from(own.data.cursor!.split('.').at(-1)!, 'base64').toString();
    expect(JSON.parse(mark)).toEqual([null, ids['b']]);
  });
});

describe('who does what', () => {
  it('is refused by operation, by record and by field', async () => {
    const [a, b] = [await stored('a'), await stored('b')];
    const change = (id: string, version: unknown, values: RecordValues) => ({
      id,
      version,
      ...values,
    });
    expect(refusal(await edit(books, change(ids['a']!, a['version'], { title: 'x' })))).toBe(
      '403 NO_ACCESS',
    );
    expect(refusal(await edit(lin, change(ids['a']!, a['version'], { title: 'x' })))).toBe(
      '403 /records/0/id RECORD_FORBIDDEN',
    );
    expect(refusal(await edit(store, change(ids['a']!, a['version'], { title: 'x' })))).toBe(
      '403 /records/0/title FIELD_FORBIDDEN',
    );
    expect(refusal(await edit(store, change(ids['b']!, b['version'], { state: 'paid' })))).toBe(
      '404 /records/0/id RECORD_UNKNOWN',
    );
    // What is there already may be sent back.
    const same = change(ids['a']!, a['version'], { title: 'a', state: 'paid' });
    expect((await edit(store, same)).msg).toBe('ok');
  });
  it('checks every record before the first is written', async () => {
    const [a, c] = [await stored('a'), await stored('c')];
    const records = [
      { id: ids['a'], version: a['version'], title: 'changed' },
      { id: ids['c'], version: c['version'], title: 'changed' },
    ];
    expect(refusal(await edit(jiang, ...records))).toBe('404 /records/1/id RECORD_UNKNOWN');
    const bulk = { object: 'deal', ids: [ids['a']!, ids['c']!] };
    const set = await server.call(
      'bizmeta.record.bulkSet',
      { ...bulk, changes: [{ field: 'title', value: 'changed' }] },
      lin!,
    );
    expect(set.status).toBe(403);
    expect(refusal(await server.call('bizmeta.record.bulkDelete', bulk, jiang!))).toBe(
      '404 /ids/1 RECORD_UNKNOWN',
    );
    expect([(await stored('a'))['title'], (await stored('c'))['title']]).toEqual(['a', 'c']);
  });
  it('names no one whose value is taken, and no record that cannot be pointed to', async () => {
    const create = (values: RecordValues, object: string, as = jiang) =>
      server.call('bizmeta.record.bulkCreate', { object, records: [values] }, as!);
    const taken = await create({ name: 'mine', code: 'C2' }, 'firm');
    expect(refusal(taken)).toBe('400 /records/0/code VALUE_TAKEN');
    expect(JSON.stringify(taken)).not.toMatch(/harbour/);
    expect(JSON.stringify(taken)).not.toContain(ids['harbour']);
    const pointed = await create({ title: 'p', customer: ids['harbour'] }, 'deal');
    expect(refusal(pointed)).toBe('400 /records/0/customer REFERENCE_MISSING');
  });
  it('is written down for who may read it: changes and comments follow the record and its fields', async () => {
    const { version } = await stored('a');
    expect((await edit(jiang, { id: ids['a'], version, amount: 11, title: 'a' })).msg).toBe('ok');
    const log = { object: 'deal', recordId: ids['a']! };
    const seen = async (as: Auth) =>
      (await made('bizmeta.dataChangeLog.list', log, as)).records.flatMap(({ diff }) =>
        diff.map(({ field }) => field),
      );
    expect(await seen(jiang!)).toContain('amount');
    expect(await seen(store!)).not.toContain('amount');
    const byField = { ...log, field: 'amount' };
    expect(refusal(await server.call('bizmeta.dataChangeLog.list', byField, store!))).toBe(
      '400 /field UNKNOWN_FIELD',
    );
    expect(refusal(await server.call('bizmeta.dataChangeLog.list', log, hai!))).toBe(
      '404 RECORD_UNKNOWN',
    );
    expect(refusal(await server.call('bizmeta.dataChangeLog.list', log, lin!))).toBe(
      '403 NO_ACCESS',
    );
    const comment = { object: 'deal', recordId: ids['a']!, content: '好' };
    expect((await server.call('bizmeta.comments.create', comment, store!)).msg).toBe('ok');
    expect(refusal(await server.call('bizmeta.comments.create', comment, hai!))).toBe(
      '404 RECORD_UNKNOWN',
    );
  });
  it('ends with the next call after it is taken away', async () => {
    const id = await group({ deal: ALL }, { userIds: [hai!.userid] });
    expect(await titles(hai)).toBe('abcd');
    await made('bizmeta.authgroup.memberUpdate', { id, members: {} });
    expect(await titles(hai)).toBe('c');
    await made('bizmeta.authgroup.memberUpdate', { id, members: { deptIds: [south] } });
    expect(await titles(hai)).toBe('abcd');
    await made('bizmeta.authgroup.update', { id, enabled: false });
    expect(await titles(hai)).toBe('c');
  });
  it('is the same by every other way to a record', async () => {
    const [object, id] = ['deal', ids['c']!];
    const version = 1;
    const ways: { [I in CallId]?: InputOf<I> } = {
      'bizmeta.record.explain': { object, id, field: 'margin' },
      'bizmeta.record.deletion': { object, ids: [id] },
      'bizmeta.record.copy': { object, ids: [id] },
      'bizmeta.record.refList': { object, id },
      'bizmeta.record.transfer': { object, ids: [id], owner: jiang!.userid },
      'bizmeta.record.restore': { object, ids: [id] },
      'bizmeta.comments.list': { object, recordId: id },
      'bizmeta.record.transact': {
        steps: [{ do: 'edit', object, id, version, values: { title: 'x' } }],
        dryRun: true,
      },
      'bizmeta.record.bulkEdit': { object, records: [{ id, version: 99, title: 'x' }], read: true },
    };
    const open: string[] = [];
    for (const [call, input] of Object.entries(ways)) {
      const told = await server.call(call as 'bizmeta.record.explain', input as never, jiang!);
      const problems = (told.data as { problems?: unknown[] } | null)?.problems;
      if (told.status === 200 && !problems?.length) open.push(`${call} is done`);
      if (/only c|harbour/.test(JSON.stringify(told))) open.push(`${call} tells`);
    }
    expect(open).toEqual([]);
    const hidden = await server.call(
      'bizmeta.record.explain',
      { object, id: ids['a']!, field: 'margin' },
      store!,
    );
    expect(hidden.status).toBe(400);
  });
  it('deletes into a bin that shows others nothing, and tells nothing of what holds a record back', async () => {
    const held = await server.call(
      'bizmeta.record.bulkDelete',
      { object: 'firm', ids: [ids['harbour']!] },
      hai!,
    );
    // An order of 江 points to it.
    expect([held.status, held.error.reason]).toEqual([400, 'RECORD_IN_USE']);
    expect(held.error.errors?.map(({ params }) => JSON.stringify(params)).join()).not.toMatch(
      /\b[ab]\b/,
    );
    await made('bizmeta.record.bulkDelete', { object: 'deal', ids: [ids['c']!] }, hai);
    const bin = async (as: Auth | undefined) => {
      const { status, data } = await server.call('bizmeta.recordBin.list', { object: 'deal' }, as!);
      return status === 200 ? data.records.map(({ title }) => title) : [];
    };
    expect(await bin(jiang)).toEqual([]);
    expect(await bin(store)).toEqual([]);
    expect(await bin(hai)).toEqual(['c']);
    await made('bizmeta.record.restore', { object: 'deal', ids: [ids['c']!] }, hai);
  });
  it('tells nothing of a hidden record by its files, its form, its links or an address', async () => {
    const file = { apiName: 'paper', label: '附件', type: 'attachment' } as const;
    const { version } = await made('bizmeta.describe.detail', { apiName: 'deal' });
    await made('bizmeta.describe.update', {
      describe: { apiName: 'deal', label: '订单', version, fields: [file] },
    });
    const fileId = await uploaded(jiang!);
    const a = await stored('a');
    const paper = [{ fileId, name: 'a.txt', size: 1, mime: 'text/plain' }];
    expect((await edit(jiang, { id: ids['a'], version: a['version'], paper })).msg).toBe('ok');
    const read = async (as: Auth | undefined) =>
      (await server.inject({ url: `/storage/attachment/att?fileId=${fileId}`, headers: { ...as } }))
        .statusCode;
    expect([await read(jiang), await read(lin), await read(hai)]).toEqual([200, 200, 404]);
    for (const call of ['bizmeta.record.submission', 'bizmeta.record.links'] as const) {
      const asked = { object: 'deal', recordId: ids['c']! };
      expect(refusal(await server.call(call, asked, jiang!))).toBe('404 RECORD_UNKNOWN');
    }
    const none = await server.call('bizmeta.record.defaults', { object: 'deal' }, books!);
    expect(refusal(none)).toBe('403 NO_ACCESS');
  });
  it('creates without seeing, where that is all that is granted', async () => {
    const post: ObjectGrant = {
      ops: ['create'],
      scope: { create: 'all' },
      fields: { cost: 'none' },
    };
    const id = await group({ deal: post }, { userIds: [store!.userid] });
    const create = (values: RecordValues) =>
      server.call(
        'bizmeta.record.bulkCreate',
        { object: 'deal', records: [values], read: true },
        store!,
      );
    const told = await create({ title: 'posted', amount: 8, state: 'new' });
    expect(told.msg).toBe('ok');
    expect(told.data.read ?? []).toEqual([]);
    expect(refusal(await create({ title: 'posted', cost: 1 }))).toBe(
      '400 /records/0/cost UNKNOWN_FIELD',
    );
    expect(refusal(await create({ title: 'posted', cost: null }))).toBe(
      '400 /records/0/cost UNKNOWN_FIELD',
    );
    expect(refusal(await detail(store, told.data.ids[0]!))).toBe('404 RECORD_UNKNOWN');
    await made('bizmeta.authgroup.remove', { id });
    expect(refusal(await create({ title: 'posted' }))).toBe('403 NO_ACCESS');
  });
});
