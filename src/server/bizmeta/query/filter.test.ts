import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FILTER_MAX_LEAVES,
  FILTER_OPS,
  type FieldInput,
  type FieldType,
  type FilterNode,
  type FilterOperator,
  type Problem,
  type RecordValues,
} from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { Catalog } from '../meta/catalog.ts';
import type { ObjectTable } from '../meta/table.ts';
import { matches } from './conditions.ts';
import { readFilter } from './read-filter.ts';

let server: TestServer;
let user: Auth;
let table: ObjectTable;
let records: RecordValues[];
let roles: string[];
let targets: string[];
const CODES = ['a', 'b', 'c'];
const options = CODES.map((code) => ({ code, label: `选项${code}` }));
const TREE = [
  {
    code: 'a',
    label: '甲',
    children: [
      { code: 'b', label: '乙', children: [{ code: 'c', label: '丙' }] },
      { code: 'd', label: '丁' },
    ],
  },
  { code: 'e', label: '戊' },
];
const AREAS = ['330000', '330100', '330106', '330500', '310000', '310115'];
const doc = (words: string) => ({
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: words, marks: [{ type: 'bold' }] }] },
    { type: 'paragraph' },
    { type: 'paragraph', content: [{ type: 'text', text: '尾' }] },
  ],
});
const TYPES: FieldType[] = [
  'text',
  'longText',
  'integer',
  'decimal',
  'currency',
  'percent',
  'boolean',
  'date',
  'dateTime',
  'singleSelect',
  'multiSelect',
  'user',
  'dept',
  'lookup',
  'email',
  'phone',
  'url',
  'attachment',
  'richText',
  'time',
  'yearMonth',
  'dateRange',
  'cascade',
  'area',
  'users',
  'depts',
  'role',
  'lookups',
  'subTable',
  'rating',
  'slider',
  'location',
  'barcode',
  'formula',
];
const nameOf = (type: FieldType) => `x${type}`;
/** Two fields of each type, so that fields can be compared with each other. */
const FIELDS: FieldInput[] = TYPES.flatMap((type) =>
  [0, 1].map((n): FieldInput => ({
    apiName: `${nameOf(type)}${n}`,
    label: `${type}${n}`,
    type,
    ...(type.endsWith('Select') && { options }),
    ...(type.startsWith('lookup') && { refObject: 'target' }),
    ...(type === 'cascade' && { options: TREE }),
    ...(type === 'area' && { areaLevel: 1 }),
    ...(type === 'subTable' && { fields: [{ apiName: 'n', label: '数', type: 'integer' }] }),
    ...(type === 'formula' && { formula: `xinteger${n} + xdecimal${n} / 2` }),
  })),
);
/** Operators of a type; a formula's are those of its result, here a number. */
const opsOf = (type: FieldType) => FILTER_OPS[type === 'formula' ? 'decimal' : type];

const text = fc.string({
  unit: fc.constantFrom('a', 'B', 'b', '%', '_', '\\', '布', ' ', '"'),
  minLength: 1,
  maxLength: 4,
});
const day = fc
  .integer({ min: -4, max: 4 })
  .map((n) =>
    new Date(Date.now() + 8 * 3_600_000 + n * 86_400_000 * (n % 2 ? 1 : 9))
      .toISOString()
      .slice(0, 10),
  );
const pairOfDays = fc.tuple(day, day).map(([a, b]): [string, string] => (a <= b ? [a, b] : [b, a]));
const instant = fc
  .tuple(day, fc.constantFrom('00:00:00', '08:00:00', '23:59:59'))
  .map(([d, time]) => `${d} ${time}`);

/** A value of each type; undefined where there is no use for one. */
const valueOf = (type: FieldType): fc.Arbitrary<unknown> => {
  switch (type) {
    case 'text':
    case 'longText':
      return text;
    case 'integer':
      return fc.integer({ min: -3, max: 3 });
    case 'decimal':
    case 'currency':
    case 'percent':
      return fc.integer({ min: -6, max: 6 }).map((n) => n / 4);
    case 'boolean':
      return fc.boolean();
    case 'date':
      return day;
    case 'dateTime':
      return instant;
    case 'singleSelect':
      return fc.constantFrom(...CODES);
    case 'multiSelect':
      return fc.subarray(CODES, { minLength: 1 });
    case 'user':
      return fc.constantFrom(...server.demo.userIds.slice(0, 3));
    case 'dept':
      return fc.constantFrom(...server.demo.deptIds.slice(0, 3));
    case 'lookup':
      return fc.constantFrom(...targets);
    case 'email':
      return fc.constantFrom('a@example.com', 'B@example.com');
    case 'phone':
      return fc.constantFrom('12000000000', '12000000001');
    case 'url':
      return fc.constantFrom('https://a.example.com', 'http://b.example.com');
    case 'richText':
      return text.map(doc);
    case 'time':
      return fc.constantFrom('00:00', '08:30', '09:15', '23:59');
    case 'yearMonth':
      return fc.constantFrom(
        ...[-40, -31, 0, 31].map((n) =>
          new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 7),
        ),
      );
    case 'dateRange':
      return pairOfDays.map(([from, to]) => ({ from, to }));
    case 'cascade':
      return fc.constantFrom(...[...CODES, 'd', 'e']);
    case 'area':
      return fc.constantFrom(...AREAS);
    case 'users':
      return fc.subarray(server.demo.userIds.slice(0, 3), { minLength: 1 });
    case 'depts':
      return fc.subarray(server.demo.deptIds.slice(0, 3), { minLength: 1 });
    case 'role':
      return fc.constantFrom(...roles);
    case 'lookups':
      return fc.subarray(targets, { minLength: 1 });
    case 'subTable':
      return fc.array(fc.record({ n: fc.integer({ min: 0, max: 9 }) }), { maxLength: 2 });
    case 'rating':
      return fc.integer({ min: 1, max: 5 });
    case 'slider':
      return fc.integer({ min: 0, max: 5 });
    case 'location':
      return fc.constant({ lng: 121.5, lat: 31.25 });
    case 'barcode':
      return fc.constantFrom('690', 'HT-1', 'ht-2');
    default:
      return fc.constant(null);
  }
};

function operandOf(type: FieldType, op: FilterOperator): fc.Arbitrary<unknown> {
  const value =
    type === 'formula' ? valueOf('decimal') : type === 'richText' ? text : valueOf(type);
  switch (op) {
    case 'empty':
    case 'nempty':
    case 'me':
    case 'today':
    case 'yesterday':
    case 'tomorrow':
    case 'thisWeek':
    case 'lastWeek':
    case 'thisMonth':
    case 'lastMonth':
    case 'thisYear':
      return fc.constant(undefined);
    case 'lastNDays':
    case 'nextNDays':
      return fc.integer({ min: 1, max: 20 });
    case 'in':
    case 'nin':
      return fc.array(value, { minLength: 1, maxLength: 3 });
    case 'between':
      return fc.tuple(value, value);
    case 'covers':
      return day;
    case 'overlaps':
    case 'within':
      return pairOfDays;
    case 'hasAny':
    case 'hasAll':
    case 'hasNone':
    case 'exactly':
      return type === 'multiSelect' ? fc.subarray(CODES, { minLength: 1 }) : value;
    default:
      return type === 'dateTime' ? fc.oneof(day, value) : value;
  }
}

const leaf = (): fc.Arbitrary<FilterNode> =>
  fc.constantFrom(...TYPES).chain((type) =>
    fc.constantFrom(...opsOf(type)).chain((op) => {
      const field = `${nameOf(type)}0`;
      const constant = operandOf(type, op).map((value): FilterNode => ({
        field,
        op,
        ...(value !== undefined && { value }),
      }));
      const comparable =
        ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'].includes(op) &&
        type !== 'multiSelect' &&
        type !== 'attachment' &&
        type !== 'dateRange';
      return comparable
        ? fc.oneof(
            { weight: 3, arbitrary: constant },
            {
              weight: 1,
              arbitrary: fc.constant<FilterNode>({
                field,
                op,
                value: `${nameOf(type)}1`,
                valueType: 'field',
              }),
            },
          )
        : constant;
    }),
  );
const tree = (): fc.Arbitrary<FilterNode> =>
  fc.letrec<{ node: FilterNode }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'tree' },
      leaf(),
      fc.record({
        op: fc.constantFrom('and' as const, 'or' as const),
        items: fc.array(tie('node'), { maxLength: 4 }),
      }),
    ),
  })).node;

beforeAll(async () => {
  server = await testServer();
  user = await server.signIn('user');
  const builder = await server.signIn('builder');
  roles = (await server.call('upm.role.listRoleByType', {}, user)).data.map((role) => role.id);
  await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'target',
        label: '目标',
        fields: [{ apiName: 'n', label: '名', type: 'text' }],
      },
    },
    builder,
  );
  targets = (
    await server.call(
      'bizmeta.record.bulkCreate',
      { object: 'target', records: [{ n: '1' }, { n: '2' }, { n: '3' }] },
      user,
    )
  ).data.ids;
  await server.call(
    'bizmeta.describe.create',
    { describe: { apiName: 'zoo', label: '全部', fields: FIELDS } },
    builder,
  );
  const record = fc.record(
    Object.fromEntries(
      FIELDS.map((field) => [
        field.apiName,
        field.type === 'formula'
          ? fc.constant(undefined)
          : fc.option(valueOf(field.type), { freq: 3 }),
      ]),
    ),
  );
  const made = await server.call(
    'bizmeta.record.bulkCreate',
    { object: 'zoo', records: fc.sample(record, { numRuns: 120, seed: 7 }) as RecordValues[] },
    user,
  );
  expect(made.msg).toBe('ok');
  records = (await list(null)).data.records;
  table = (await new Catalog(server.db).view(server.demo, 'zoo')).table;
});
afterAll(() => server?.close());

const list = (filter: unknown) =>
  server.call(
    'bizmeta.record.list',
    { object: 'zoo', filter: filter as FilterNode, size: 200 },
    user,
  );
const reasons = async (filter: unknown) =>
  (await list(filter)).error.errors?.map(({ path, reason }) => `${path} ${reason}`);

describe('a filter', () => {
  /** PostgreSQL finds the records the filter matches in memory, and returns their ids. */
  async function agrees(filter: FilterNode): Promise<number> {
    const answer = await list(filter);
    expect(answer.msg).toBe('ok');
    const problems: Problem[] = [];
    const condition = readFilter(filter, table, { now: new Date(), userId: user.userid }, problems);
    expect(problems).toEqual([]);
    const expected = records
      .filter((record) => condition === null || matches(condition, record))
      .map((record) => record['id']);
    expect(answer.data.records.map((record) => record['id'])).toEqual(expected);
    expect(answer.data.total).toBe(expected.length);
    return expected.length;
  }

  it('finds in PostgreSQL exactly the records it matches in memory, for any tree', async () => {
    await fc.assert(
      fc.asyncProperty(tree(), async (filter) => void (await agrees(filter))),
      { numRuns: 200 },
    );
  });

  it.each(TYPES)(
    'takes every operator its type offers, and some find something: %s',
    async (type) => {
      let found = 0;
      for (const op of opsOf(type)) {
        for (const value of fc.sample(operandOf(type, op), { numRuns: 3, seed: 3 }))
          found += await agrees({
            field: `${nameOf(type)}0`,
            op,
            ...(value !== undefined && { value }),
          });
      }
      expect(found).toBeGreaterThan(0);
    },
  );

  it('with wildcards in its text finds just that text', async () => {
    const found = (await list({ field: 'xtext0', op: 'contains', value: '%' })).data.records;
    expect(found.every((record) => String(record['xtext0']).includes('%'))).toBe(true);
  });

  it('with current_user means the user of the request', async () => {
    const asked = (
      await list({ field: 'createdBy', op: 'eq', value: 'current_user', valueType: 'variable' })
    ).data.total;
    expect(asked).toBe(records.length);
  });

  const wrong: [string, unknown, string[]][] = [
    [
      'an unknown field',
      { field: 'nothing', op: 'eq', value: 1 },
      ['/filter/field FILTER_INVALID'],
    ],
    [
      'a property of objects as a field',
      { field: 'constructor', op: 'eq', value: 1 },
      ['/filter/field FILTER_INVALID'],
    ],
    [
      'an operator of another type',
      { field: 'xtext0', op: 'gt', value: 'a' },
      ['/filter/op FILTER_INVALID'],
    ],
    [
      'a value of another type',
      { field: 'xinteger0', op: 'eq', value: 'a' },
      ['/filter/value FILTER_INVALID'],
    ],
    [
      'an option that is none',
      { field: 'xsingleSelect0', op: 'eq', value: 'z' },
      ['/filter/value FILTER_INVALID'],
    ],
    ['no value', { field: 'xtext0', op: 'eq' }, ['/filter/value FILTER_INVALID']],
    [
      'a value nobody asked for',
      { field: 'xtext0', op: 'empty', value: 'x' },
      ['/filter/value FILTER_INVALID'],
    ],
    ['an empty list', { field: 'xtext0', op: 'in', value: [] }, ['/filter/value FILTER_INVALID']],
    [
      'a list that is too long',
      { field: 'xtext0', op: 'in', value: Array(1001).fill('a') },
      ['/filter/value FILTER_INVALID'],
    ],
    [
      'half a span',
      { field: 'xinteger0', op: 'between', value: [1] },
      ['/filter/value FILTER_INVALID'],
    ],
    [
      'a day that is none',
      { field: 'xdate0', op: 'gt', value: '2026-13-01' },
      ['/filter/value FILTER_INVALID'],
    ],
    [
      'a property too many',
      { field: 'xtext0', op: 'eq', value: 'a', sql: '1=1' },
      ['/filter FILTER_INVALID'],
    ],
    ['another kind of group', { op: 'xor', items: [] }, ['/filter/op FILTER_INVALID']],
    ['no list of items', { op: 'and', items: {} }, ['/filter/items FILTER_INVALID']],
    [
      'fields that cannot be compared',
      { field: 'xdate0', op: 'eq', value: 'xdateTime0', valueType: 'field' },
      ['/filter/value FILTER_INVALID'],
    ],
    [
      'a variable of another type',
      { field: 'xtext0', op: 'eq', value: 'current_user', valueType: 'variable' },
      ['/filter/value FILTER_INVALID'],
    ],
    [
      'every wrong leaf of a tree',
      {
        op: 'and',
        items: [
          { field: 'a', op: 'eq' },
          {
            op: 'or',
            items: [
              { field: 'xtext0', op: 'eq', value: 'ok' },
              { field: 'b', op: 'eq' },
            ],
          },
        ],
      },
      ['/filter/items/0/field FILTER_INVALID', '/filter/items/1/items/1/field FILTER_INVALID'],
    ],
    [
      'too deep a tree',
      {
        op: 'and',
        items: [
          {
            op: 'and',
            items: [
              {
                op: 'and',
                items: [
                  { op: 'and', items: [{ op: 'and', items: [{ field: 'xtext0', op: 'empty' }] }] },
                ],
              },
            ],
          },
        ],
      },
      ['/filter/items/0/items/0/items/0/items/0/items/0 FILTER_INVALID'],
    ],
  ];
  it.each(wrong)(
    'is refused with the place of what is wrong: %s',
    async (_why, filter, expected) => {
      expect(await reasons(filter)).toEqual(expected);
      expect((await list(filter)).code).toBe(400);
    },
  );

  it('has a limit of leaves, also when they are spread over groups', async () => {
    const items = Array.from({ length: 2 }, () => ({
      op: 'or',
      items: Array.from({ length: FILTER_MAX_LEAVES / 2 + 1 }, () => ({
        field: 'xtext0',
        op: 'empty',
      })),
    }));
    expect(await reasons({ op: 'and', items })).toEqual(['/filter FILTER_INVALID']);
  });
});

describe('an order', () => {
  const sorted = async (field: string, dir: 'asc' | 'desc') =>
    (
      await server.call(
        'bizmeta.record.list',
        { object: 'zoo', sort: [{ field, dir }], size: 200 },
        user,
      )
    ).data.records;

  it.each([
    'xinteger0',
    'xdecimal0',
    'xdate0',
    'xdateTime0',
    'xboolean0',
    'xsingleSelect0',
    'xtext0',
    'createdAt',
    'id',
  ])('by %s puts empty values last both ways', async (field) => {
    for (const dir of ['asc', 'desc'] as const) {
      const values = (await sorted(field, dir)).map((record) => record[field]);
      const firstEmpty = values.indexOf(null);
      expect(firstEmpty === -1 || values.slice(firstEmpty).every((value) => value === null)).toBe(
        true,
      );
    }
  });

  it.each([
    ['xinteger0', 'asc'],
    ['xdateTime0', 'desc'],
    ['xtext0', 'desc'],
    ['xsingleSelect0', 'asc'],
    ['createdAt', 'desc'],
    ['xboolean0', 'desc'],
    ['id', 'asc'],
  ] as const)('is the same page by page with cursors: %s %s', async (field, dir) => {
    const ids: unknown[] = [];
    let cursor: string | undefined;
    do {
      const { data } = await server.call(
        'bizmeta.record.list',
        { object: 'zoo', sort: [{ field, dir }], size: 7, cursor },
        user,
      );
      ids.push(...data.records.map((record) => record['id']));
      cursor = data.cursor ?? undefined;
    } while (cursor);
    expect(ids).toEqual((await sorted(field, dir)).map((record) => record['id']));
  });

  it('by several keys, by page numbers', async () => {
    const sort = [
      { field: 'xboolean0', dir: 'asc' as const },
      { field: 'xinteger0', dir: 'desc' as const },
    ];
    const all = (
      await server.call('bizmeta.record.list', { object: 'zoo', sort, size: 200 }, user)
    ).data.records.map((record) => record['id']);
    const pages = await Promise.all(
      [1, 2, 3].map(async (current) =>
        (
          await server.call('bizmeta.record.list', { object: 'zoo', sort, size: 50, current }, user)
        ).data.records.map((record) => record['id']),
      ),
    );
    expect(pages.flat()).toEqual(all);
  });

  it.each([
    ['nothing', '/sort/0/field'],
    ['xmultiSelect0', '/sort/0/field'],
    ['id desc; drop table x', '/sort/0/field'],
  ])('by what has none is refused: %s', async (field, path) => {
    const answer = await server.call(
      'bizmeta.record.list',
      { object: 'zoo', sort: [{ field, dir: 'asc' }] },
      user,
    );
    expect(answer).toMatchObject({
      code: 400,
      error: { errors: [{ path, reason: 'SORT_INVALID' }] },
    });
  });

  it('refuses a cursor of another order', async () => {
    const { data } = await server.call('bizmeta.record.list', { object: 'zoo', size: 5 }, user);
    const answer = await server.call(
      'bizmeta.record.list',
      { object: 'zoo', size: 5, cursor: data.cursor!, sort: [{ field: 'xtext0', dir: 'asc' }] },
      user,
    );
    expect(answer).toMatchObject({ code: 400, error: { errors: [{ path: '/cursor' }] } });
  });
});

describe('a list', () => {
  it('answers only the fields asked for, and the keys', async () => {
    const { data } = await server.call(
      'bizmeta.record.list',
      { object: 'zoo', fields: ['xtext0'], size: 1 },
      user,
    );
    expect(Object.keys(data.records[0]!).sort()).toEqual(['id', 'version', 'xtext0']);
    expect(
      (await server.call('bizmeta.record.list', { object: 'zoo', fields: ['nothing'] }, user)).error
        .errors,
    ).toMatchObject([{ path: '/fields/0', reason: 'UNKNOWN_FIELD' }]);
  });

  it('by default shows the newest first, using its index', async () => {
    const rows = await server.db.withOwner((tx) =>
      tx.query<{ indexdef: string }>(
        `select indexdef from pg_indexes where indexname = 'o_${table.no}_newest'`,
      ),
    );
    expect(rows[0]?.indexdef).toMatch(/\(created_at DESC, id DESC\) WHERE \(deleted_at IS NULL\)/);
  });

  it('made from a describe that another process has changed since is retried', async () => {
    const builder = await server.signIn('builder');
    await server.call(
      'bizmeta.describe.create',
      {
        describe: {
          apiName: 'moving',
          label: '变',
          fields: [{ apiName: 'a', label: '甲', type: 'text' }],
        },
      },
      builder,
    );
    await server.call(
      'bizmeta.record.bulkCreate',
      { object: 'moving', records: [{ a: '7' }] },
      user,
    );
    const read = () =>
      server.call(
        'bizmeta.record.list',
        { object: 'moving', filter: { field: 'a', op: 'nempty' } },
        user,
      );
    await read();
    // Another process: its change is in the database, this server was not notified.
    const { updateObject } = await import('../meta/save.ts');
    await server.db.withTenant(server.demo, (tx) =>
      updateObject(tx, user.userid, {
        describe: {
          apiName: 'moving',
          label: '变',
          version: 1,
          fields: [
            { apiName: 'a', label: '甲', type: 'integer' },
            { apiName: 'b', label: '乙', type: 'text' },
          ],
        },
      }),
    );
    expect((await read()).data.records).toMatchObject([{ a: 7, b: null }]);
    await server.db.withTenant(server.demo, (tx) =>
      updateObject(tx, user.userid, {
        describe: {
          apiName: 'moving',
          label: '变',
          version: 2,
          fields: [{ apiName: 'c', label: '丙', type: 'date' }],
        },
      }),
    );
    expect(
      (
        await server.call(
          'bizmeta.record.list',
          { object: 'moving', filter: { field: 'c', op: 'empty' } },
          user,
        )
      ).data.total,
    ).toBe(1);
    await server.db.withTenant(server.demo, (tx) =>
      updateObject(tx, user.userid, {
        describe: {
          apiName: 'moving',
          label: '变',
          version: 3,
          fields: [{ apiName: 'd', label: '丁', type: 'text' }],
        },
      }),
    );
    expect(
      (
        await server.call(
          'bizmeta.record.bulkCreate',
          { object: 'moving', records: [{ d: '新' }] },
          user,
        )
      ).code,
    ).toBe(200);
  });
});
