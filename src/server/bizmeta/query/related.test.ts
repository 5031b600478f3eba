import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FilterNode, Problem, RecordValues } from '../../../contract/index.ts';
import { Catalog } from '../meta/catalog.ts';
import { f, places, TestClient } from '../testing/index.ts';
import { matches } from './conditions.ts';
import { readFilter } from './read-filter.ts';
import { columnNamed } from './related.ts';

const REGIONS = ['east', 'west', 'north'];
const CUSTOMERS = 12;
const ORDERS = 120;

let office: TestClient;
/** Orders in the order of their numbers, with their customer's values under the dotted names. */
let orders: RecordValues[] = [];

const valueAt = <T>(values: readonly T[], i: number): T => values[i % values.length]!;

beforeAll(async () => {
  office = await TestClient.open();
  await office.made('client', [
    f('name', '名称', 'text'),
    f('region', '地区', 'singleSelect', {
      options: REGIONS.map((code) => ({ code, label: code.toUpperCase() })),
    }),
    f('level', '级别', 'integer'),
    f('since', '合作日期', 'date'),
    f('keeper', '负责人', 'user'),
    f('tags', '标签', 'multiSelect', { options: REGIONS.map((code) => ({ code, label: code })) }),
    f('double', '两倍', 'formula', { formula: 'level * 2', resultType: 'decimal' }),
  ]);
  await office.made('sale', [
    f('no', '编号', 'integer'),
    f('amount', '金额', 'decimal'),
    f('client', '客户', 'lookup', { refObject: 'client' }),
  ]);
  const clients = Array.from({ length: CUSTOMERS }, (_, i) => ({
    name: `客户 ${i}`,
    ...(i % 4 > 0 && { region: valueAt(REGIONS, i) }),
    ...(i % 5 > 0 && { level: i % 4 }),
    ...(i % 3 > 0 && { since: `2026-0${1 + (i % 6)}-15` }),
    ...(i % 2 > 0 && { keeper: office.user.userid }),
    ...(i % 6 > 0 && { tags: REGIONS.slice(0, i % 4) }),
  }));
  const made = await office.create('client', clients);
  const ids = made.data.ids;
  const sold = Array.from({ length: ORDERS }, (_, i) => ({
    no: i,
    amount: (i * 37) % 100,
    ...(i % 7 > 0 && { client: valueAt(ids, i) }),
  }));
  expect((await office.create('sale', sold)).msg).toBe('ok');
  await office.remove('client', ids[1]!);
  const living = new Map(
    (await office.list('client')).records.map((record) => [record['id'], record]),
  );
  orders = (await office.list('sale', { sort: [{ field: 'no', dir: 'asc' }] })).records.map(
    (record) => ({ ...record, ...dotted(living.get(record['client'])) }),
  );
}, 120_000);
afterAll(() => office?.close());

const dotted = (client: RecordValues | undefined): RecordValues =>
  Object.fromEntries(Object.entries(client ?? {}).map(([key, value]) => [`client.${key}`, value]));
const numbers = (records: readonly RecordValues[]): unknown[] => records.map(({ no }) => no);
const BY_NO = [{ field: 'no', dir: 'asc' as const }];

/** What the same filter finds in memory, in the records with their customers' values. */
async function expected(filter: FilterNode): Promise<unknown[]> {
  const { table } = await new Catalog(office.server.db).view(office.server.demo, 'sale');
  const problems: Problem[] = [];
  const evaluation = { now: new Date(), userId: office.user.userid };
  const condition = readFilter(filter, table, evaluation, problems, { columnOf: columnNamed });
  expect(problems).toEqual([]);
  return numbers(orders.filter((record) => condition === null || matches(condition, record)));
}

const region = fc.constantFrom(...REGIONS);
const leaf = fc.oneof(
  fc.record({
    field: fc.constant('client.region'),
    op: fc.constantFrom('eq', 'ne'),
    value: region,
  }),
  fc.record({
    field: fc.constantFrom('client.region', 'client.tags'),
    op: fc.constantFrom('empty', 'nempty'),
  }),
  fc.record({
    field: fc.constant('client.region'),
    op: fc.constantFrom('in', 'nin'),
    value: fc.uniqueArray(region, { minLength: 1 }),
  }),
  fc.record({
    field: fc.constant('client.tags'),
    op: fc.constantFrom('hasAny', 'hasAll', 'hasNone', 'exactly'),
    value: fc.uniqueArray(region, { minLength: 1 }),
  }),
  fc.record({
    field: fc.constant('client.level'),
    op: fc.constantFrom('gt', 'lte', 'ne', 'eq'),
    value: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({
    field: fc.constant('client.since'),
    op: fc.constantFrom('thisYear', 'lastMonth', 'today'),
  }),
  fc.record({ field: fc.constant('client.keeper'), op: fc.constantFrom('me', 'empty') }),
  fc.record({
    field: fc.constant('no'),
    op: fc.constantFrom('gt', 'lt'),
    value: fc.integer({ min: 0, max: ORDERS }),
  }),
) as fc.Arbitrary<FilterNode>;
const tree = fc.oneof(
  leaf,
  fc.record({
    op: fc.constantFrom('and', 'or'),
    items: fc.array(leaf, { minLength: 1, maxLength: 4 }),
  }),
) as fc.Arbitrary<FilterNode>;

describe('a list of orders', () => {
  it('is filtered by fields of their customers, as one would by hand', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (filter) => {
        const found = await office.list('sale', { filter, sort: BY_NO });
        expect(numbers(found.records)).toEqual(await expected(filter));
        expect(found.total).toBe(found.records.length);
      }),
      { numRuns: 120 },
    );
  });

  it('is filtered by an expression through the lookup', async () => {
    const where = (expression: string) => ({ where: { expression, values: [] }, sort: BY_NO });
    const high = await office.list('sale', where('client.level >= 2 and no < 60'));
    expect(numbers(high.records)).toEqual(
      numbers(
        orders.filter((each) => Number(each['client.level'] ?? 0) >= 2 && Number(each['no']) < 60),
      ),
    );
  });

  it('is sorted and paged by them, empty ones last, each order once', async () => {
    const sort = [{ field: 'client.level', dir: 'desc' as const }];
    const all = await office.list('sale', { sort });
    const levels = all.records.map(({ client }) => levelOf(client));
    expect(levels).toEqual(levels.toSorted((a, b) => (b ?? -1) - (a ?? -1)));
    const seen: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page: { records: RecordValues[]; cursor?: string | null } = await office.list('sale', {
        sort,
        size: 17,
        ...(cursor && { cursor }),
      });
      seen.push(...numbers(page.records));
      cursor = page.cursor ?? null;
    } while (cursor);
    expect(seen).toEqual(numbers(all.records));
    const numbered = await office.list('sale', { sort, size: 17, current: 3 });
    expect(numbers(numbered.records)).toEqual(seen.slice(34, 51));
  });

  const levelOf = (client: unknown): number | null =>
    (orders.find((each) => each['client'] === client)?.['client.level'] as number | undefined) ??
    null;

  it('is grouped and summed up by them', async () => {
    const { groups } = await office.list('sale', {
      groupBy: ['client.region'],
      summary: [{ field: 'amount', fn: 'sum' }],
    });
    for (const group of groups ?? []) {
      const own = orders.filter((each) => (each['client.region'] ?? null) === group.values[0]);
      const sum = own.reduce((total, each) => total + Number(each['amount']), 0);
      expect([group.count, Number(group.summary[0]!.value)]).toEqual([own.length, sum]);
    }
    expect(groups?.map(({ values }) => values[0])).toEqual([...REGIONS, null]);
    const within = await office.list('sale', { groupBy: ['client.region'], within: ['west'] });
    expect(within.records.length).toBe(
      orders.filter((each) => each['client.region'] === 'west').length,
    );
  });

  it('refuses what is no field there, is computed there, or is further away', async () => {
    for (const field of ['client.nothing', 'client.double', 'client.keeper.name', 'no.no', 'id.no'])
      expect(
        places(
          await office.server.call(
            'bizmeta.record.list',
            { object: 'sale', filter: { field, op: 'nempty' }, sort: [{ field, dir: 'asc' }] },
            office.user,
          ),
        ),
        field,
      ).toEqual(['/sort/0/field SORT_INVALID', '/filter/field FILTER_INVALID']);
  });
});

describe('a saved view', () => {
  it('keeps its condition when the field is renamed, and says so when it is gone', async () => {
    const { server, builder, user } = office;
    const filter: FilterNode = { field: 'client.region', op: 'eq', value: 'west' };
    const made = await server.call(
      'bizmeta.customView.create',
      {
        object: 'sale',
        view: {
          name: '西部',
          kind: 'grid',
          scope: 'shared',
          dataFilter: filter,
          sort: [{ field: 'client.level', dir: 'desc' }],
        },
      },
      builder,
    );
    expect(made.msg).toBe('ok');
    const wanted = await expected(filter);
    const shown = () =>
      server.call('bizmeta.record.list', { object: 'sale', viewId: made.data.id, size: 200 }, user);
    expect(numbers((await shown()).data.records).toSorted()).toEqual(wanted.toSorted());
    const kept = await office.describe('client');
    const renamed = (change: (field: (typeof kept.fields)[number]) => object) =>
      office.update({
        ...kept,
        fields: kept.fields.map((field) => ({ ...field, ...change(field) })),
      });
    expect(
      (await renamed(({ apiName }) => (apiName === 'region' ? { apiName: 'area' } : {}))).msg,
    ).toBe('ok');
    const [view] = (await server.call('bizmeta.customView.list', { object: 'sale' }, user)).data
      .views;
    expect(view).toMatchObject({
      broken: false,
      dataFilter: { field: 'client.area' },
      sort: [{ field: 'client.level' }],
    });
    expect(numbers((await shown()).data.records).toSorted()).toEqual(wanted.toSorted());
    const uses = await server.call(
      'bizmeta.describe.fieldUses',
      { apiName: 'client', id: kept.fields.find(({ apiName }) => apiName === 'region')!.id },
      builder,
    );
    expect(uses.data.text).toContain('视图“西部”');
  });

  it('that is restricted has no names through its lookups, but may use them itself', async () => {
    const { server, builder, user } = office;
    const made = await server.call(
      'bizmeta.customView.create',
      {
        object: 'sale',
        view: {
          name: '精简',
          kind: 'grid',
          scope: 'restricted',
          showFields: [{ field: 'no' }, { field: 'client' }],
          dataFilter: { field: 'client.level', op: 'gte', value: 2 },
          sort: [{ field: 'client.level', dir: 'asc' }],
        },
      },
      builder,
    );
    expect(made.msg).toBe('ok');
    const ask = (more: object) =>
      server.call('bizmeta.record.list', { object: 'sale', viewId: made.data.id, ...more }, user);
    const shown = await ask({ size: 5 });
    expect(shown.data.total).toBe(
      orders.filter((each) => Number(each['client.level'] ?? 0) >= 2).length,
    );
    // Its order is hidden: a cursor would tell the levels.
    expect(shown.data.cursor).toBe(null);
    const field = 'client.level';
    const refused = await Promise.all([
      ask({ filter: { field, op: 'nempty' } }),
      ask({ sort: [{ field, dir: 'asc' }] }),
      ask({ groupBy: [field] }),
      ask({ summary: [{ field, fn: 'max' }] }),
      ask({ where: { expression: 'client.level > 1', values: [] } }),
    ]);
    expect(refused.map(({ code }) => code)).toEqual([400, 400, 400, 400, 400]);
  });
});
