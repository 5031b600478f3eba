import { afterAll, beforeAll, expect, it } from 'vitest';
import { schemaOf } from '../../kernel/index.ts';
import { f, TestClient } from '../testing/index.ts';

/** Records, and rows of the sub-table each has. */
const RECORDS = 3_000;
/** So many that a small table is not read whole for one of them. */
const CLIENTS = 1_000;
const ROWS = 20;
let office: TestClient;

beforeAll(async () => {
  office = await TestClient.open();
  const level = f('level', '等级', 'text');
  await office.made('client', [f('name', '名称', 'text'), level]);
  await office.made('deal', [
    f('name', '名称', 'text'),
    f('price', '单价', 'integer'),
    f('client', '客户', 'lookup', { refObject: 'client' }),
    f('lines', '明细', 'subTable', {
      fields: [f('qty', '数量', 'integer'), f('twice', '两倍', 'formula', { formula: 'qty * 2' })],
    }),
    f('plain', '含税', 'formula', { formula: 'price * 2' }),
    f('rank', '客户等级', 'formula', { formula: 'client.level' }),
    f('total', '合计', 'formula', { formula: 'sum(lines.qty)' }),
  ]);
  const client = await office.describe('client');
  const deals = f('deals', '订单数', 'rollup', { rollup: { via: 'deal.client', fn: 'count' } });
  const saved = await office.update({ ...client, fields: [...client.fields, deals] });
  expect(saved.error?.errors ?? saved.msg).toBe('ok');
  await fill();
});
afterAll(() => office?.close());

const owner = <R extends object>(text: string, values: unknown[] = []) =>
  office.server.db.withOwner((tx) => tx.query<R>(text, values), office.server.demo.tenant.id);
const tables = async () => {
  const schema = schemaOf(office.server.demo.tenant);
  const [found] = await owner<{ deal: number; rows: number; client: number; by: number }>(
    `select d.no as deal, r.no as rows, c.no as client, b.no as by from bizmeta.object d
      join bizmeta.field l on l.object_id = d.id and l.api_name = 'lines'
      join bizmeta.field b on b.object_id = d.id and b.api_name = 'client'
      join bizmeta.object r on r.parent_field = l.id
      join bizmeta.object c on c.api_name = 'client' where d.api_name = 'deal'`,
  );
  const { deal, rows, client, by } = found!;
  const name = (no: number) => `${schema}.o_${no}`;
  return { schema, deal: name(deal), rows: name(rows), rowsNo: rows, client: name(client), by };
};

async function fill(): Promise<void> {
  const { deal, rows, client, by } = await tables();
  const [system, now] = [
    'id, version, created_at, created_by, updated_at, updated_by',
    `gen_random_uuid(), 1, now(), '0', now(), '0'`,
  ];
  await owner(
    `insert into ${client} (${system}, owner_id) select ${now}, '0' from generate_series(1, ${CLIENTS})`,
  );
  await owner(
    `insert into ${deal} (${system}, owner_id, f_${by}) select ${now}, '0', c.id
      from ${client} c, generate_series(1, ${RECORDS / CLIENTS})`,
  );
  await owner(
    `insert into ${rows} (${system}, parent_id, ord) select ${now}, d.id, n
      from ${deal} d, generate_series(1, ${ROWS}) n`,
  );
  for (const table of [client, deal, rows]) await owner(`analyze ${table}`);
}

const seen = async (object: string) =>
  (await office.server.call('bizmeta.performance.detail', { object }, office.builder)).data;

it('says what each formula and roll-up reads of a record, and what a whole list would', async () => {
  const { computed } = await seen('deal');
  const by = Object.fromEntries(computed.map(({ label, ...rest }) => [label, rest]));
  expect(by['合计']).toMatchObject({
    type: '公式',
    rows: ROWS,
    slow: false,
    text: '每条记录约读 20 行：明细 20 行；用它筛选、排序或分组要算全部 3,000 条，约读 6 万行',
  });
  expect(by['含税']).toMatchObject({ rows: 0, text: '只用这条记录自己的值' });
  expect(by['客户等级']).toMatchObject({ rows: 1 });
  expect(by['客户等级']!.text).toContain('client表 1 行');
  expect(by['明细 · 两倍']).toMatchObject({ rows: 0 });
  expect(computed[0]!.label).toBe('合计');
  const { computed: ofClient } = await seen('client');
  expect(ofClient).toMatchObject([{ label: '订单数', rows: RECORDS / CLIENTS }]);
  const refused = await office.server.call(
    'bizmeta.performance.detail',
    { object: 'deal' },
    office.user,
  );
  expect(refused.code).toBe(403);
});

it('a list that takes too long names the computed fields it shows, filters and sorts by', async () => {
  const { schema, rowsNo } = await tables();
  await owner(`drop index ${schema}.o_${rowsNo}_rows`);
  const slow = await office.server.call(
    'bizmeta.record.list',
    {
      object: 'deal',
      fields: ['name', 'plain', 'total'],
      filter: { field: 'rank', op: 'empty' },
      sort: [{ field: 'total', dir: 'desc' }],
    },
    office.user,
  );
  expect([slow.code, slow.error.reason]).toEqual([503, 'QUERY_TIMEOUT']);
  expect(slow.msg).toBe(
    '查询用时过长，请缩小范围后再试；它用到了现算的字段（筛选“客户等级”，排序“合计”，显示“含税”、“合计”），不用它们会快',
  );
});
