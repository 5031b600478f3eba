import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Problem } from '../../../contract/index.ts';
import { testServer, type TestServer } from '../../testing.ts';
import { Catalog } from '../meta/catalog.ts';
import { planList } from './plan.ts';
import { listSql } from './sql.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

it('reads an object’s table twice for a page and its total, not once more, and the page’s records by their ids', async () => {
  const options = [
    { code: 'open', label: '进行中' },
    { code: 'done', label: '已完成' },
  ];
  await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'job',
        label: '工单',
        fields: [{ apiName: 'state', label: '状态', type: 'singleSelect', options }],
      },
    },
    await server.signIn('builder'),
  );
  const { table } = await new Catalog(server.db).view(server.demo, 'job');
  const problems: Problem[] = [];
  const plan = planList(
    {
      filter: { field: 'state', op: 'eq', value: 'done' },
      sort: [{ field: 'createdAt', dir: 'desc' }],
      size: 50,
    },
    table,
    { now: new Date(), userId: server.demo.adminId },
    problems,
  );
  const { text, values } = listSql(plan, () => undefined);
  const rows = await server.db.withTenant(server.demo, (tx) =>
    tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values),
  );
  const scans = rows.filter(
    (row) =>
      row['QUERY PLAN'].includes(` on ${table.name.split('"').at(-2)} r`) &&
      row['QUERY PLAN'].includes('Scan'),
  );
  expect(problems).toEqual([]);
  const byId = (line: string): boolean => line.includes(`using o_${table.no}_pkey`);
  expect(scans.map((row) => row['QUERY PLAN'].trim()).filter((line) => !byId(line))).toHaveLength(
    2,
  );
});

it('computes formulas and counts rows of the page only, for any sort order', async () => {
  const builder = await server.signIn('builder');
  const lines = {
    apiName: 'lines',
    label: '明细',
    type: 'subTable' as const,
    fields: [{ apiName: 'qty', label: '数量', type: 'integer' as const }],
  };
  await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'bill',
        label: '单据',
        fields: [
          { apiName: 'name', label: '名称', type: 'text' },
          lines,
          { apiName: 'total', label: '合计', type: 'formula', formula: 'sum(lines.qty)' },
        ],
      },
    },
    builder,
  );
  const records = Array.from({ length: 1_000 }, (_, i) => ({
    name: `单 ${i % 97}`,
    lines: [{ qty: 1 }, { qty: i }],
  }));
  expect(
    (await server.call('bizmeta.record.bulkCreate', { object: 'bill', records }, builder)).msg,
  ).toBe('ok');
  const { table } = await new Catalog(server.db).view(server.demo, 'bill');
  const plan = planList(
    { sort: [{ field: 'name', dir: 'asc' }], size: 20 },
    table,
    { now: new Date(), userId: server.demo.adminId },
    [],
  );
  const { text, values } = listSql(plan, () => undefined);
  const rows = await server.db.withTenant(server.demo, (tx) =>
    tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, TIMING OFF) ${text}`, values),
  );
  const below = rows
    .map((row) => row['QUERY PLAN'])
    .filter((line) => line.includes(' on o_') && / w\d* /.test(line));
  expect(below.length).toBeGreaterThan(0);
  expect(
    Math.max(...below.map((line) => Number(/loops=(\d+)/.exec(line)?.[1]))),
  ).toBeLessThanOrEqual(21);
});
