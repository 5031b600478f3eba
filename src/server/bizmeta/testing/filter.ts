import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  DEPT_OPS,
  FILTER_OPS,
  type FieldInput,
  type FieldType,
  type FilterNode,
  type FilterOperator,
  type RecordValues,
} from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { Catalog } from '../meta/catalog.ts';
import type { ObjectTable } from '../meta/table.ts';

export let server: TestServer;
export let user: Auth;
export let table: ObjectTable;
export let records: RecordValues[];
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
export const TYPES: FieldType[] = [
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
  'color',
  'duration',
  'formula',
];
export const nameOf = (type: FieldType) => `x${type}`;
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
/**
 * Operators of a type that are run in memory as well: departments are known to the database alone. A
 * formula's are those of its result, here a number.
 */
export const opsOf = (type: FieldType) =>
  FILTER_OPS[type === 'formula' ? 'decimal' : type].filter(
    (op) => !DEPT_OPS.some((each) => each === op),
  );

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
    case 'color':
      return fc.constantFrom('#165dff', '#165DFF', '#f53f3f');
    case 'duration':
      return fc.constantFrom(0, 60, 5_400, 3_155_760_000);
    default:
      return fc.constant(null);
  }
};

export function operandOf(type: FieldType, op: FilterOperator): fc.Arbitrary<unknown> {
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
    case 'nextWeek':
    case 'thisMonth':
    case 'lastMonth':
    case 'nextMonth':
    case 'thisQuarter':
    case 'lastQuarter':
    case 'nextQuarter':
    case 'thisYear':
    case 'lastYear':
    case 'nextYear':
      return fc.constant(undefined);
    case 'lastNDays':
    case 'nextNDays':
    case 'olderThanNDays':
    case 'laterThanNDays':
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
export const tree = (): fc.Arbitrary<FilterNode> =>
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

export const list = (filter: unknown) =>
  server.call(
    'bizmeta.record.list',
    { object: 'zoo', filter: filter as FilterNode, size: 200 },
    user,
  );
export const reasons = async (filter: unknown) =>
  (await list(filter)).error.errors?.map(({ path, reason }) => `${path} ${reason}`);

/** A server with an object of every field type and records at random, for one file of tests. */
export function openFilterServer(): void {
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
}
