import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataOf, FilterNode } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { Catalog } from '../meta/catalog.ts';
import { f, places } from '../testing/index.ts';
import { planList } from '../query/plan.ts';
import { listSql } from '../query/sql.ts';
import { IndexMaintainer } from './maintainer.ts';

/** Just above the size that has list indexes. */
const ROWS = 24_000;
const NOW = { now: new Date(), userId: '' };
const STATES = ['open', 'paid', 'lost'];

let server: TestServer;
let builder: Auth;
let user: Auth;
let maintainer: IndexMaintainer;

beforeAll(async () => {
  server = await testServer();
  [builder, user] = [await server.signIn('builder'), await server.signIn('user')];
  maintainer = new IndexMaintainer(server.db, new Catalog(server.db), {
    warn: (problem: unknown) => {
      throw problem as Error;
    },
  });
  const made = await server.call(
    'bizmeta.describe.create',
    {
      describe: {
        apiName: 'bill',
        label: '账单',
        fields: [
          f('no', '编号', 'text'),
          f('state', '状态', 'singleSelect', {
            options: STATES.map((code) => ({ code, label: code })),
          }),
          f('amount', '金额', 'decimal'),
          f('day', '日期', 'date'),
          f('tags', '标签', 'multiSelect', {
            options: STATES.map((code) => ({ code, label: code })),
          }),
        ],
      },
    },
    builder,
  );
  expect(made.msg).toBe('ok');
  await view('少见的', { field: 'tags', op: 'hasAny', value: ['lost'] });
  await grow();
  await maintainer.look();
}, 120_000);
afterAll(async () => {
  await maintainer.stop();
  await server.close();
});

async function view(name: string, dataFilter: FilterNode): Promise<void> {
  const made = await server.call(
    'bizmeta.customView.create',
    { object: 'bill', view: { name, kind: 'grid', scope: 'shared', dataFilter } },
    builder,
  );
  expect(made.msg).toBe('ok');
}

async function grow(): Promise<void> {
  const { table } = await new Catalog(server.db).view(server.demo, 'bill');
  const c = (name: string) => table.columns.get(name)!.sql;
  await server.db.withTenant(server.demo, (tx) =>
    tx.run(
      `INSERT INTO ${table.name} (id, version, created_at, created_by, updated_at, updated_by,
        owner_id, ${c('no')}, ${c('state')}, ${c('amount')}, ${c('day')}, ${c('tags')})
      SELECT gen_random_uuid(), 1, now() - i * interval '1 s', $1, now(), $1, $1, 'NO' || i,
        CASE WHEN i % 400 = 0 THEN 'lost' ELSE 'open' END, i % 997, date '2026-01-01' + i % 300,
        CASE WHEN i % 50 = 0 THEN '{paid}'::text[] END
      FROM generate_series(1, ${ROWS}) i`,
      [server.demo.adminId],
    ),
  );
  await server.db.asOwner((tx) => tx.query(`VACUUM (ANALYZE) ${table.name}`));
}

type Detail = DataOf<'bizmeta.performance.detail'>;
async function seen(): Promise<Detail> {
  const { data, msg } = await server.call(
    'bizmeta.performance.detail',
    { object: 'bill' },
    builder,
  );
  expect(msg).toBe('ok');
  return data;
}
/** Waits until nothing is left to build, as the page does. */
async function settled(): Promise<Detail> {
  for (;;) {
    const now = await seen();
    if (!now.working) return now;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
const keyTitled = ({ indexes }: Detail, title: string) =>
  indexes.find((each) => each.title === title);

describe('the performance of an object', () => {
  it('says how large it is, and what its indexes are for', async () => {
    const now = await settled();
    expect(now).toMatchObject({ rowsText: '2.4 万', large: true, most: 12, working: false });
    expect(keyTitled(now, '搜索 编号')).toMatchObject({
      reason: '搜索用',
      stateTitle: '可用',
      canDrop: false,
    });
    expect(now.indexes.every(({ bytes, state }) => state !== 'ready' || bytes > 0)).toBe(true);
  }, 60_000);

  it('explains why no index helps a view that reads much', async () => {
    const { lists } = await seen();
    expect(lists.find(({ from }) => from === '视图「少见的」')).toMatchObject({
      title: '筛选 标签；按 创建时间 倒序',
      slow: true,
      offer: null,
      text: expect.stringMatching(/^视图「少见的」每次约读 .*。这样的条件没有索引可用/) as string,
    });
  });

  it('offers an index for a view, builds it at a press, and the view reads little then', async () => {
    await view('丢失的', { field: 'state', op: 'in', value: ['lost'] });
    const find = ({ lists }: Detail) => lists.find(({ from }) => from === '视图「丢失的」')!;
    const before = find(await seen());
    expect(before).toMatchObject({
      slow: true,
      offer: { title: '状态 等于某值时，按 创建时间 排序' },
    });
    expect(before.text).toMatch(
      /^视图「丢失的」每次约读 [\d.]+ 万行；建索引约 1 秒，占 [\d.]+ (KB|MB)$/,
    );
    const { key, bytes } = before.offer!;
    const built = await server.call('bizmeta.performance.build', { object: 'bill', key }, builder);
    expect(built.msg).toBe('ok');
    const after = await settled();
    const index = after.indexes.find((each) => each.key === key)!;
    expect(index).toMatchObject({ reason: '搭建者选择', state: 'ready' });
    expect(index.bytes).toBeGreaterThan(bytes / 2);
    expect(index.bytes).toBeLessThan(bytes * 2);
    expect(find(after).slow).toBe(false);
    await maintainer.look();
    expect(keyTitled(await settled(), index.title)).toMatchObject({ state: 'ready' });
  }, 60_000);

  it('drops one for good: it does not come back by itself, but at a press', async () => {
    const index = keyTitled(await seen(), '状态 等于某值时，按 创建时间 排序')!;
    const input = { object: 'bill', key: index.key };
    expect((await server.call('bizmeta.performance.drop', input, builder)).msg).toBe('ok');
    await maintainer.look();
    const gone = (await settled()).indexes.find(({ key }) => key === index.key)!;
    expect(gone).toMatchObject({ state: 'refused', canDrop: false });
    expect((await server.call('bizmeta.performance.build', input, builder)).msg).toBe('ok');
    expect(keyTitled(await settled(), index.title)).toMatchObject({ state: 'ready' });
  }, 60_000);

  it('counts what lists ask for, without the values', async () => {
    const catalog = new Catalog(server.db);
    const { table } = await catalog.view(server.demo, 'bill');
    const asked = { field: 'amount', op: 'ne', value: 7_654_321 };
    const plan = planList({ filter: asked as FilterNode, groupBy: ['state'] }, table, NOW, []);
    const statement = listSql(plan, () => undefined);
    for (const ms of [20, 900])
      maintainer.onListRead({ ...server.demo, ...NOW } as never, plan, { ms, statement });
    await maintainer.storeUses();
    const { lists } = await seen();
    expect(lists.find(({ times }) => times === 2)).toMatchObject({
      from: '列表',
      title: '筛选 金额；按 状态 分组；按 创建时间 倒序',
      averageMs: 460,
      mostMs: 900,
      text: expect.stringContaining('分组与合计要读符合条件的全部记录') as string,
    });
    const rows = await server.db.readTenant<{ shape: string }>(
      server.demo,
      'SELECT shape FROM bizmeta.list_use',
      [],
    );
    expect(JSON.stringify(rows)).not.toContain('7654321');
  });

  it('is for builders, of their own company', async () => {
    const { key } = (await seen()).indexes[0]!;
    for (const call of ['bizmeta.performance.build', 'bizmeta.performance.drop'] as const) {
      expect((await server.call(call, { object: 'bill', key }, user)).code).toBe(403);
      for (const unknown of ['s:f_999999', `${key},id,id`, "s:id') --", 'q:id']) {
        const wrong = await server.call(call, { object: 'bill', key: unknown }, builder);
        expect([wrong.code, wrong.error.reason], unknown).toEqual([404, 'INDEX_UNKNOWN']);
      }
    }
    const search = await server.call(
      'bizmeta.performance.drop',
      { object: 'bill', key: (await seen()).indexes.find(({ canDrop }) => !canDrop)!.key },
      builder,
    );
    expect([search.code, places(search)]).toEqual([404, []]);
  });
});
