import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem, RecordValues, WhereAsk } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { Catalog } from '../meta/catalog.ts';
import type { ObjectTable } from '../meta/table.ts';
import { matches } from './conditions.ts';
import { listSql } from './sql.ts';
import { planList } from './plan.ts';
import { readWhere } from './where.ts';

let server: TestServer;
let user: Auth;
let table: ObjectTable;
let records: RecordValues[];
let clients: string[];

beforeAll(async () => {
  server = await testServer();
  user = await server.signIn('user');
  const builder = await server.signIn('builder');
  const options = ['open', 'done'].map((code) => ({ code, label: code }));
  await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'client',
        label: '客户',
        fields: [{ apiName: 'name', label: '名称', type: 'text' }],
      },
    },
    builder,
  );
  await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'job',
        label: '工单',
        fields: [
          { apiName: 'title', label: '标题', type: 'text' },
          { apiName: 'qty', label: '数量', type: 'integer' },
          { apiName: 'price', label: '单价', type: 'decimal', precision: 9, scale: 2 },
          { apiName: 'state', label: '状态', type: 'singleSelect', options },
          { apiName: 'tags', label: '标签', type: 'multiSelect', options },
          { apiName: 'day', label: '日期', type: 'date' },
          { apiName: 'at', label: '时间', type: 'dateTime' },
          { apiName: 'client', label: '客户', type: 'lookup', refObject: 'client' },
          { apiName: 'good', label: '合格', type: 'boolean' },
          { apiName: 'file', label: '附件', type: 'attachment' },
        ],
      },
    },
    builder,
  );
  clients = (
    await server.call(
      'bizmeta.record.bulkCreate',
      { object: 'client', records: [{ name: '甲' }, { name: '乙' }] },
      user,
    )
  ).data.ids;
  const pick = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { freq: 4 });
  const record = fc.record({
    title: pick('a', 'b', '2026-01-02'),
    qty: pick(0, 1, 2, 50),
    price: pick(0.1, 1.25, 99),
    state: pick('open', 'done'),
    tags: pick(['open'], ['open', 'done']),
    day: pick('2026-01-02', '2025-12-31'),
    at: pick('2026-01-02 08:00:00'),
    client: pick(...clients),
    good: pick(true, false),
  });
  expect(
    (
      await server.call(
        'bizmeta.record.bulkCreate',
        { object: 'job', records: fc.sample(record, { numRuns: 150, seed: 11 }) as RecordValues[] },
        user,
      )
    ).msg,
  ).toBe('ok');
  records = (await list()).data.records;
  table = (await new Catalog(server.db).view(server.demo, 'job')).table;
});
afterAll(() => server?.close());

const list = (where?: WhereAsk, more: object = {}) =>
  server.call(
    'bizmeta.record.list',
    { object: 'job', size: 200, ...(where && { where }), ...more },
    user,
  );
const v = (name: string, value: unknown, type?: WhereAsk['values'][number]['type']) => ({
  name,
  value,
  ...(type && { type }),
});
const evaluation = { now: new Date('2026-01-05T00:00:00Z'), userId: 'u' };
const refused = async (expression: string, values: WhereAsk['values'] = []) => {
  const { code, error } = await list({ expression, values });
  return [code, error.errors?.map(({ path, msg }) => `${path} ${msg}`)];
};

const CASES: [string, WhereAsk['values']][] = [
  ["qty * price > params.least and state = 'open'", [v('params.least', 2, 'number')]],
  ['client = params.id', [v('params.id', 'CLIENT', 'text')]],
  ['client = params.id or client is null', [v('params.id', 'CLIENT')]],
  ['state in state.chosen', [v('state.chosen', ['open'])]],
  ['state in state.chosen', [v('state.chosen', [])]],
  ['day >= params.from', [v('params.from', '2026-01-01', 'date')]],
  ['day >= params.from', [v('params.from', '2026-01-01')]],
  ['title = params.text', [v('params.text', '2026-01-02')]],
  ['at > params.at', [v('params.at', '2026-01-01T00:00:00.000Z', 'dateTime')]],
  ['qty = params.none', [v('params.none', null)]],
  ['good and not (qty between 1 and 2)', []],
  ["contains(title, params.word) or upper(title) = 'B'", [v('params.word', 'a', 'text')]],
  ['if(good, qty > 1, qty is null)', []],
  ["'done' in tags", []],
  ['coalesce(qty, 0) + params.more >= 2', [v('params.more', 1, 'number')]],
];

describe('a list’s condition', () => {
  it.each(CASES)(
    'finds in PostgreSQL what the same expression finds in memory: %s',
    async (expression, given) => {
      const values = given.map((each) =>
        each.value === 'CLIENT' ? { ...each, value: clients[0]! } : each,
      );
      const problems: Problem[] = [];
      const condition = readWhere({ expression, values }, table, evaluation, problems);
      expect(problems).toEqual([]);
      const expected = records
        .filter((record) => matches(condition!, record))
        .map((record) => record['id']);
      const { msg, data } = await list({ expression, values });
      expect([msg, data?.records.map((record) => record['id'])]).toEqual(['ok', expected]);
    },
  );
  it('finds something and leaves something out, so that the cases above prove something', async () => {
    const found = await Promise.all(
      CASES.slice(0, 3).map(
        async ([expression, given]) =>
          (
            await list({
              expression,
              values: given.map((each) =>
                each.value === 'CLIENT' ? { ...each, value: clients[0]! } : each,
              ),
            })
          ).data.total,
      ),
    );
    for (const total of found) expect([total > 0, total < records.length]).toEqual([true, true]);
  });
  it('is combined with a filter, a search and pages', async () => {
    const { data } = await list(
      { expression: 'qty > params.n', values: [v('params.n', 0)] },
      { filter: { field: 'state', op: 'eq', value: 'open' }, size: 5, current: 2 },
    );
    const expected = records.filter(
      (record) => Number(record['qty']) > 0 && record['state'] === 'open',
    );
    expect([data.total, data.records.map(({ id }) => id)]).toEqual([
      expected.length,
      expected.slice(5, 10).map(({ id }) => id),
    ]);
  });
  it('that names a record by its id can be served by an index', async () => {
    const problems: Problem[] = [];
    const plan = planList(
      {
        where: {
          expression: 'client = params.id and qty > 1',
          values: [v('params.id', clients[0])],
        },
      },
      table,
      evaluation,
      problems,
    );
    expect(listSql(plan, () => undefined).text).toMatch(/r\.f_\d+ = \$\d+::uuid/);
  });
  it('never takes a value for SQL or for a part of the expression', async () => {
    for (const value of ["' or 1=1 --", '\\', '$1', 'params.id', 'true', '); drop table x', '%'])
      expect(
        (await list({ expression: 'title = params.id', values: [v('params.id', value)] })).data
          .total,
      ).toBe(0);
    expect(await refused('title = params.id', [v('params.id', 'a\0b')])).toEqual([
      400,
      [expect.stringContaining('/where/values')],
    ]);
  });
  it.each([
    ['qty >', '/where/expression 公式有误：第 6 个字符处'],
    ['qtty > 1', '没有名为 qtty 的数据，是不是 qty'],
    ['qty + 1', '条件的结果应为是或否'],
    ['title > 1', '文本不能和数字比较'],
    ["join(tags, '') = 'x'", '不能在查询条件里使用'],
    ['file is null', 'file'],
    ['params.gone = qty', 'params'],
    ["__proto__ = 'x'", '__proto__'],
  ])(
    'is refused where SQL cannot express it or a name is unknown: %s',
    async (expression, text) => {
      const [code, said] = await refused(expression);
      expect([code, (said as string[]).join()]).toEqual([400, expect.stringContaining(text)]);
    },
  );
  it('takes values of a limited size only, and reports which is too large', async () => {
    const filter = (value: unknown, op = 'contains') =>
      list(undefined, { filter: { field: 'title', op, value } });
    const texts = (count: number, length: number) =>
      Array.from({ length: count }, (_, n) => v(`p.v${n}`, 'x'.repeat(length)));
    expect(
      (await list({ expression: 'title = p.a', values: [v('p.a', 'x'.repeat(2_000))] })).msg,
    ).toBe('ok');
    expect(await refused('title = p.a', [v('p.b', 1), v('p.a', 'x'.repeat(2_001))])).toEqual([
      400,
      [expect.stringContaining('/where/values/1')],
    ]);
    expect(
      await refused('title in p.a', [
        v(
          'p.a',
          Array.from({ length: 1_001 }, () => 'x'),
        ),
      ]),
    ).toEqual([400, [expect.stringContaining('/where/values/0')]]);
    expect(await refused('title = p.v0', texts(51, 2_000))).toEqual([
      400,
      [expect.stringContaining('/where/values/50')],
    ]);
    expect((await filter('x'.repeat(2_000))).msg).toBe('ok');
    expect(await filter('x'.repeat(2_001))).toMatchObject({
      code: 400,
      error: { errors: [{ path: '/filter/value' }] },
    });
    const items = Array.from({ length: 40 }, () => ({
      field: 'title',
      op: 'in',
      value: Array.from({ length: 100 }, () => 'x'.repeat(30)),
    }));
    expect(await list(undefined, { filter: { op: 'or', items } })).toMatchObject({
      code: 400,
      error: { errors: [{ path: '/filter' }] },
    });
    const empty = {
      op: 'or',
      items: Array.from({ length: 50 }, () => ({
        op: 'and',
        items: Array.from({ length: 50 }, () => ({ op: 'and', items: [] })),
      })),
    };
    expect(await list(undefined, { filter: empty })).toMatchObject({
      code: 400,
      error: { errors: [{ path: '/filter' }] },
    });
    expect(
      await list(undefined, { groupBy: ['title'], within: ['x'.repeat(2_001)] }),
    ).toMatchObject({ code: 400, error: { errors: [{ path: '/within/0' }] } });
    expect(
      (
        await list(undefined, {
          groupBy: ['title'],
          within: Array.from({ length: 1_000 }, () => 'x'),
        })
      ).error.errors,
    ).toHaveLength(1);
  });
  it('is refused before it runs when it would make large texts of little, or is nested too deep', async () => {
    const nested = (times: number, wrap: (source: string) => string, source: string): string =>
      Array.from({ length: times }).reduce<string>((inner) => wrap(inner), source);
    const grown = nested(6, (source) => `replace(${source}, 'a', 'aaaaaaaaaa')`, "'aaaaaaaaaa'");
    expect(await refused(`len(replace(concat(${grown}, title), 'a', 'b')) < 0`)).toEqual([
      400,
      [expect.stringContaining('公式会拼出太长的文本')],
    ]);
    expect(
      await refused("len(replace(p.a, 'a', p.b)) > 5 and len(title) < 0", [
        v('p.a', 'a'.repeat(2_000)),
        v('p.b', 'a'.repeat(2_000)),
      ]),
    ).toEqual([400, [expect.stringContaining('公式会拼出太长的文本')]]);
    const started = performance.now();
    for (const deep of [
      nested(20, (source) => `len(left(title, ${source}))`, 'qty'),
      nested(40, (source) => `avg(${source})`, 'price'),
      nested(22, (source) => `number(text(${source}))`, 'qty'),
    ])
      expect((await list({ expression: `${deep} >= 0`, values: [] })).msg).toBe('ok');
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(
      (await list({ expression: 'p.a * p.a * p.a * p.a * p.a > qty', values: [v('p.a', 1e300)] }))
        .msg,
    ).toBe('ok');
  });
  it('of another company’s object finds nothing', async () => {
    const { auth } = await server.newTenant('elsewhere');
    expect(
      (
        await server.call(
          'bizmeta.record.list',
          { object: 'job', where: { expression: 'true', values: [] } },
          auth,
        )
      ).error.reason,
    ).toBe('OBJECT_UNKNOWN');
  });
});
