import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf, Problem } from '../../../contract/index.ts';
import { testServer, type Auth, type TestServer } from '../../testing.ts';
import { Catalog } from '../meta/catalog.ts';
import type { ObjectTable } from '../meta/table.ts';
import { planList } from '../query/plan.ts';
import { listSql } from '../query/sql.ts';
import { indexName } from './definition.ts';
import { IndexMaintainer } from './maintainer.ts';

const LARGE_ROWS = 20_000;

type ListInput = Omit<InputOf<'bizmeta.record.list'>, 'object'>;
const ROWS = LARGE_ROWS + 10_000;
const LANES = ['open', 'done', 'lost'];

let server: TestServer;
let builder: Auth;
let maintainer: IndexMaintainer;
let parentId: string;
beforeAll(async () => {
  server = await testServer();
  builder = await server.signIn('builder');
  maintainer = new IndexMaintainer(server.db, new Catalog(server.db), {
    warn: (problem: unknown) => {
      throw problem as Error;
    },
  });
  await define();
  await grow();
}, 120_000);
afterAll(async () => {
  await maintainer.stop();
  await server.close();
});

async function define(): Promise<void> {
  const options = LANES.map((code) => ({ code, label: code }));
  await save({
    apiName: 'shop',
    label: '门店',
    fields: [{ apiName: 'name', label: '名称', type: 'text' }],
  });
  await save({
    apiName: 'deal',
    label: '单子',
    fields: [
      { apiName: 'title', label: '标题', type: 'text' },
      { apiName: 'no', label: '编号', type: 'text', unique: true, maxLength: 30 },
      { apiName: 'amount', label: '金额', type: 'decimal' },
      { apiName: 'day', label: '日期', type: 'date' },
      { apiName: 'lane', label: '阶段', type: 'singleSelect', options },
      { apiName: 'shop', label: '门店', type: 'lookup', refObject: 'shop' },
    ],
  });
  parentId = (
    await server.call(
      'bizmeta.record.bulkCreate',
      { object: 'shop', records: [{ name: '一店' }] },
      builder,
    )
  ).data.ids[0]!;
  for (const view of [
    {
      name: '按金额',
      kind: 'grid' as const,
      scope: 'shared' as const,
      sort: [{ field: 'amount', dir: 'desc' as const }],
    },
    {
      name: '看板',
      kind: 'kanban' as const,
      scope: 'shared' as const,
      sort: [{ field: 'amount', dir: 'desc' as const }],
      kindConfig: { groupField: 'lane' },
    },
    {
      name: '日历',
      kind: 'calendar' as const,
      scope: 'shared' as const,
      kindConfig: { startField: 'day' },
    },
    {
      name: '按阶段',
      kind: 'grid' as const,
      scope: 'shared' as const,
      sort: [{ field: 'lane', dir: 'asc' as const }],
    },
  ])
    expect(
      (await server.call('bizmeta.customView.create', { object: 'deal', view }, builder)).msg,
    ).toBe('ok');
}

async function save(
  describeInput: InputOf<'bizmeta.describe.create'>['describe'],
  call: 'bizmeta.describe.create' | 'bizmeta.describe.update' = 'bizmeta.describe.create',
): Promise<void> {
  expect((await server.call(call, { describe: describeInput }, builder)).msg).toBe('ok');
}

/**
 * Records as years of use leave them, written in one statement; a tenth has no amount, day, number
 * or lane.
 */
async function grow(): Promise<void> {
  const table = await tableOf('deal');
  const f = (name: string) => table.columns.get(name)!.sql;
  const some = (n: number, value: string) => `CASE WHEN i % 10 = ${n} THEN NULL ELSE ${value} END`;
  await server.db.withTenant(server.demo, (tx) =>
    tx.run(
      `INSERT INTO ${table.name} (id, version, created_at, created_by, updated_at, updated_by,
    owner_id, ${f('title')}, ${f('no')}, ${f('amount')}, ${f('day')}, ${f('lane')}, ${f('shop')})
    SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 1,
      '2026-01-01'::timestamptz + i * interval '1 s', $1, now(), $1,
      $1, (ARRAY['东方', '鸿运', '天成'])[1 + i % 3] || '科技' || i, ${some(1, `'NO' || (i * 7919 % 1000003)`)},
        ${some(2, '(i * 31 % 997)')}, ${some(3, `date '2020-01-01' + (i * 13 % 2000)`)},
      ${some(4, `(ARRAY['open', 'done', 'lost'])[1 + i % 3]`)}, CASE WHEN i % 4 = 0
        THEN $2::uuid END
    FROM generate_series(1, ${ROWS}) i`,
      [server.demo.adminId, parentId],
    ),
  );
  await server.db.asOwner((tx) => tx.query(`VACUUM (ANALYZE) ${table.name}`));
}

const tableOf = async (name: string): Promise<ObjectTable> =>
  (await new Catalog(server.db).view(server.demo, name)).table;

interface Kept {
  key: string;
  definition: string;
  state: string;
  error: string;
}
const kept = (object = 'deal'): Promise<Kept[]> =>
  server.db.readTenant<Kept>(
    server.demo,
    `SELECT i.key, i.definition, i.state, i.error FROM bizmeta.object_index i
      JOIN bizmeta.object o ON o.id = i.object_id WHERE o.api_name = $1 ORDER BY i.rank`,
    [object],
  );

/** Waits until nothing is left to build. */
async function built(): Promise<Kept[]> {
  for (let tries = 0; tries < 300; tries++) {
    const rows = await kept();
    const jobs = await server.db.readTenant(
      server.demo,
      `SELECT FROM kernel.job WHERE kind = 'bizmeta.indexes' AND state = 'waiting'`,
    );
    if (
      rows.length > 0 &&
      jobs.length === 0 &&
      rows.every(({ state }) => state !== 'wanted' && state !== 'building')
    )
      return rows;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`indexes are not built: ${JSON.stringify(await kept())}`);
}

async function planOf(input: ListInput, where: { lookup?: string } = {}): Promise<string[]> {
  const table = await tableOf('deal');
  const problems: Problem[] = [];
  const evaluation = { now: new Date(), userId: server.demo.adminId };
  const filter = where.lookup
    ? { field: 'shop', op: 'eq' as const, value: where.lookup }
    : input.filter;
  const { text, values } = listSql(
    planList({ ...input, ...(filter && { filter }) }, table, evaluation, problems),
    () => undefined,
  );
  expect(problems).toEqual([]);
  const rows = await server.db.withTenant(server.demo, (tx) =>
    tx.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF, BUFFERS OFF) ${text}`,
      values,
    ),
  );
  return rows.map((row) => row['QUERY PLAN']);
}

/** Statements that read the object's table, without the count of the total and single records. */
const reads = (plan: readonly string[]): string[] => {
  const total = plan.findIndex((line) => line.trim() === 'CTE total');
  return plan.slice(0, total).map((line) => line.trim());
};
/** Full scans of the table. */
const readWhole = (plan: readonly string[]): string[] =>
  plan.filter((line) => / Seq Scan on o_\d+ r/.test(line) && !line.includes('never executed'));
const list = async (input: ListInput) => {
  const { msg, data } = await server.call(
    'bizmeta.record.list',
    { object: 'deal', ...input },
    builder,
  );
  expect(msg).toBe('ok');
  return data;
};

describe('a large object', () => {
  it('gets the indexes its views, unique fields, lookups and search need', async () => {
    expect(await kept()).toEqual([]);
    await maintainer.look();
    const rows = await built();
    const f = async (name: string) => (await tableOf('deal')).columns.get(name)!.sql;
    expect(rows.map(({ state, error }) => `${state}${error}`)).toEqual(rows.map(() => 'ready'));
    expect(new Set(rows.map(({ key }) => key))).toEqual(
      new Set([
        `q:${await f('title')},${await f('no')}`,
        's:owner_id,created_at',
        's:owner_dept,created_at',
        `s:${await f('amount')}`,
        `s:${await f('lane')},${await f('amount')}`,
        `s:${await f('day')}`,
        `s:${await f('lane')}`,
        `s:${await f('no')}`,
        `s:${await f('shop')},created_at`,
      ]),
    );
  }, 180_000);

  it.each([
    ['by a number, the greatest first', { sort: [{ field: 'amount', dir: 'desc' }] }],
    ['by a number, the least first', { sort: [{ field: 'amount', dir: 'asc' }] }],
    ['by the unique number', { sort: [{ field: 'no', dir: 'desc' }] }],
    ['by options', { sort: [{ field: 'lane', dir: 'asc' }] }],
    ['by the day', { sort: [{ field: 'day', dir: 'desc' }] }],
    [
      'one lane of a board',
      {
        filter: { field: 'lane', op: 'eq', value: 'done' },
        sort: [{ field: 'amount', dir: 'desc' }],
      },
    ],
    ['what points to a record', { filter: { field: 'shop', op: 'eq', value: 'PARENT' } }],
    ['as it comes', {}],
  ] as [string, ListInput][])('is read in the order of an index: %s', async (_name, input) => {
    const asked = JSON.parse(JSON.stringify(input).replace('PARENT', parentId)) as ListInput;
    const plan = reads(await planOf({ size: 20, ...asked }));
    expect(plan.filter((line) => /Sort|Seq Scan/.test(line))).toEqual([]);
    expect(plan.join('\n')).toMatch(/Index (Only )?Scan (Backward )?using o_\d+_(x_|newest)/);
  });

  it('reads entries of an index alone to reach a page far behind', async () => {
    for (const asked of [{}, { sort: [{ field: 'amount', dir: 'desc' as const }] }]) {
      const plan = await planOf({ size: 50, current: 100, ...asked });
      const passed = plan.filter((line) => / rows=5001(\.00)?\b/.test(line));
      expect(passed).toEqual([expect.stringMatching(/Index Only Scan/)]);
    }
  });

  it('finds a rare word by its index and a common one among the first records', async () => {
    const rare = await planOf({ search: `科技${ROWS}` });
    expect(rare.join('\n')).toMatch(/Bitmap Index Scan on o_\d+_x_/);
    expect(readWhole(rare)).toEqual([]);
    const common = await planOf({ search: '东方' });
    expect(
      common.filter((line) => /Bitmap Index Scan/.test(line) && !line.includes('never executed')),
    ).toEqual([]);
    expect((await list({ search: `科技${ROWS}` })).records.map(({ title }) => title)).toEqual([
      expect.stringContaining(`科技${ROWS}`),
    ]);
    expect((await list({ search: '没有' })).total).toBe(0);
    for (const search of ['yybukeji', `NO${7919 * 7}`]) {
      const plan = await planOf({ search });
      expect(plan.join('\n')).toMatch(/Bitmap Index Scan on o_\d+_x_/);
      expect(readWhole(plan)).toEqual([]);
    }
    expect((await list({ search: 'dongfangkj', size: 1 })).records).toHaveLength(1);
    const tail = (await list({ search: `o${7919 * 7}` })).records.map(({ no }) => no);
    expect(tail).toContain(`NO${7919 * 7}`);
    expect(await list({ search: '东', size: 1 })).toMatchObject({
      total: 1_000,
      totalIsEstimate: true,
    });
  });

  it('is searched in what its index holds while another one is being built', async () => {
    const table = await tableOf('deal');
    const [title, no] = ['title', 'no'].map((name) => table.columns.get(name)!);
    const sqlOf = (search: string, ...keys: string[]): string => {
      const now = { ...table, indexes: new Set(keys) };
      const plan = planList({ search }, now, { now: new Date(), userId: '' }, []);
      return listSql(plan, () => undefined).text;
    };
    const whole = `q:${title!.sql},${no!.sql}`;
    const looksIn = (sql: string) =>
      [title!, no!].map((column) => sql.includes(`r.${column.sql}::text ILIKE`));
    expect(looksIn(sqlOf('kjmy', whole))).toEqual([true, true]);
    expect(looksIn(sqlOf('kjmy', `q:${title!.sql}`))).toEqual([true, false]);
    expect(looksIn(sqlOf('kjmy', `t:${title!.sql}`))).toEqual([true, false]);
    expect(sqlOf('kjmy', `t:${title!.sql}`)).not.toContain('initials');
    // Its initials are those of another title.
    expect(sqlOf('kjmy', `q:${no!.sql},${title!.sql}`)).not.toContain('initials');
  });

  it('keeps the index it is searched by until the next one is there', async () => {
    const keysOf = async () =>
      (await kept())
        .filter(({ key, state }) => /^q:/.test(key) && state === 'ready')
        .map(({ key }) => key);
    const [before] = await keysOf();
    const searchFields = async (names: string[]) => {
      const { data: describe } = await server.call(
        'bizmeta.describe.detail',
        { apiName: 'deal' },
        builder,
      );
      await save({ ...describe, searchFields: names }, 'bizmeta.describe.update');
    };
    await searchFields([]);
    await maintainer.look();
    const during = await kept();
    const after = `q:${(await tableOf('deal')).title.sql}`;
    expect(during.find(({ key }) => key === after)).toBeDefined();
    if (during.find(({ key }) => key === after)!.state !== 'ready')
      expect(during.find(({ key }) => key === before)!.state).toBe('ready');
    await built();
    await maintainer.look();
    expect(await keysOf()).toEqual([after]);
    await searchFields(['no']);
    await maintainer.look();
    await built();
    await maintainer.look();
    expect(await keysOf()).toEqual([before]);
    await server.db.withTenant(server.demo, (tx) =>
      tx.run(`DELETE FROM bizmeta.object_index WHERE key = $1`, [after]),
    );
  });

  it.each([
    ['amount', 'desc'],
    ['amount', 'asc'],
    ['no', 'desc'],
    ['lane', 'asc'],
    ['day', 'desc'],
  ] as const)(
    'has the same pages by number and by cursor, across empty values: %s %s',
    async (field, dir) => {
      const sort = [{ field, dir }];
      const from = Date.parse('2026-01-01T00:00:00Z');
      for (const filter of [
        { field: 'title', op: 'contains' as const, value: '科技123' },
        {
          field: 'createdAt',
          op: 'between' as const,
          value: [1_000, 1_109].map((seconds) => new Date(from + seconds * 1_000).toISOString()),
        },
      ])
        await expectPages({ sort, filter, fields: [field] }, field, dir);
    },
  );

  async function expectPages(asked: ListInput, field: string, dir: 'asc' | 'desc'): Promise<void> {
    const whole = (await list({ ...asked, size: 200 })).records;
    expect(whole.length).toBeGreaterThan(100);
    expect(whole).toEqual(inOrder(whole, field, dir));
    expect(new Set(whole.map((record) => record[field] === null)).size).toBe(2);
    for (const size of [7, 31]) {
      const byCursor = [];
      const byNumber = [];
      for (let cursor: string | null | undefined, current = 1; ; current++) {
        const page = await list({ ...asked, size, ...(cursor && { cursor }) });
        byCursor.push(...page.records);
        byNumber.push(...(await list({ ...asked, size, current })).records);
        cursor = page.cursor;
        if (!cursor) break;
      }
      expect(byCursor).toEqual(whole);
      expect(byNumber).toEqual(whole);
    }
  }

  it('continues after the last record with a value with those without, in both directions', async () => {
    for (const dir of ['asc', 'desc'] as const) {
      const filled = ROWS - ROWS / 10;
      const size = 50;
      const page = await list({
        sort: [{ field: 'amount', dir }],
        fields: ['amount'],
        size,
        current: filled / size,
      });
      const next = await list({
        sort: [{ field: 'amount', dir }],
        fields: ['amount'],
        size,
        cursor: page.cursor!,
      });
      expect(page.records.every(({ amount }) => amount !== null)).toBe(true);
      expect(next.records.map(({ amount }) => amount)).toEqual(next.records.map(() => null));
      const after = await list({
        sort: [{ field: 'amount', dir }],
        fields: ['amount'],
        size,
        cursor: next.cursor!,
      });
      const ids = [...next.records, ...after.records].map(({ id }) => String(id));
      expect(ids).toEqual(dir === 'asc' ? ids.toSorted() : ids.toSorted().toReversed());
      expect(new Set(ids).size).toBe(2 * size);
    }
  });

  it('still refuses a unique value twice', async () => {
    const taken = (await list({ filter: { field: 'no', op: 'nempty' }, size: 1 })).records[0]![
      'no'
    ];
    const answer = await server.call(
      'bizmeta.record.bulkCreate',
      { object: 'deal', records: [{ title: '新', no: taken }] },
      builder,
    );
    expect(answer.error.errors?.map(({ reason }) => reason)).toEqual(['VALUE_TAKEN']);
  });
});

/** Empty values last, equal ones by id in the direction of the first key. */
function inOrder(
  records: readonly Record<string, unknown>[],
  field: string,
  dir: 'asc' | 'desc',
): Record<string, unknown>[] {
  const way = dir === 'desc' ? -1 : 1;
  const place = (value: unknown) =>
    field === 'lane' ? LANES.indexOf(String(value)) : (value as string | number);
  return records.toSorted((a, b) => {
    const [left, right] = [a[field], b[field]];
    if (left === null || right === null)
      return left === right
        ? way * (String(a['id']) < String(b['id']) ? -1 : 1)
        : left === null
          ? 1
          : -1;
    if (place(left) !== place(right)) return way * (place(left) < place(right) ? -1 : 1);
    return way * (String(a['id']) < String(b['id']) ? -1 : 1);
  });
}

const indexesOf = async (): Promise<Map<string, boolean>> => {
  const { no } = await tableOf('deal');
  const rows = await server.db.asOwner((tx) =>
    tx.query<{ name: string; valid: boolean }>(
      `SELECT c.relname AS name, i.indisvalid AS valid FROM pg_index i
        JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relname LIKE $1`,
      [`o\\_${no}\\_x\\_%`],
    ),
  );
  return new Map(rows.map(({ name, valid }) => [name, valid]));
};
const nameOf = async (key: string): Promise<string> =>
  indexName((await tableOf('deal')).no, (await kept()).find((row) => row.key === key)!.definition);

/** A transaction that has written to the table and is not committed yet. */
async function openWrite(): Promise<{ commit(): Promise<void> }> {
  const { name } = await tableOf('deal');
  let end = (): void => undefined;
  const ending = new Promise<void>((resolve) => {
    end = resolve;
  });
  let written = (): void => undefined;
  const writing = new Promise<void>((resolve) => {
    written = resolve;
  });
  const done = server.db.withTenant(server.demo, async (tx) => {
    await tx.run(
      `UPDATE ${name} SET version = version WHERE id = '01900000-0000-7000-8000-000000000001'`,
    );
    written();
    await ending;
  });
  await writing;
  return {
    commit: () => {
      end();
      return done;
    },
  };
}

describe('building', () => {
  it('resumes after the build was killed, while users write', async () => {
    const { no, columns } = await tableOf('deal');
    const key = `s:${columns.get('amount')!.sql}`;
    const name = await nameOf(key);
    await server.db.asOwner((tx) => tx.query(`DROP INDEX "t_${server.demo.tenant.no}"."${name}"`));
    // An open transaction that wrote to the table blocks the build; the build blocks no one.
    const writer = await openWrite();
    await maintainer.look();
    let killed = 0;
    const until = Date.now() + 60_000;
    for (let tries = 0; killed === 0 && Date.now() < until; tries++) {
      const record = { title: `写入 ${tries}`, amount: tries };
      expect(
        (
          await server.call(
            'bizmeta.record.bulkCreate',
            { object: 'deal', records: [record] },
            builder,
          )
        ).msg,
      ).toBe('ok');
      killed = (
        await server.db.asOwner((owner) =>
          owner.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_progress_create_index
        WHERE relid = to_regclass('t_${server.demo.tenant.no}.o_${no}')`),
        )
      ).length;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await writer.commit();
    expect(killed).toBe(1);
    expect((await built()).map(({ state }) => state)).toEqual((await kept()).map(() => 'ready'));
    expect([...(await indexesOf()).values()]).not.toContain(false);
    expect((await indexesOf()).get(name)).toBe(true);
    const newest = await list({
      sort: [{ field: 'amount', dir: 'desc' }],
      filter: { field: 'title', op: 'starts', value: '写入' },
      fields: ['title'],
      size: 200,
    });
    expect(newest.records.length).toBeGreaterThan(0);
  }, 180_000);

  it('gives a list that is requested often its index, and drops unused ones', async () => {
    const input: ListInput = { sort: [{ field: 'updatedAt', dir: 'desc' }], size: 5 };
    const { table } = await new Catalog(server.db).view(server.demo, 'deal');
    const plan = planList(input, table, { now: new Date(), userId: server.demo.adminId }, []);
    for (let times = 0; times < 3; times++) maintainer.onListRead(server.demo, plan);
    for (
      let tries = 0;
      tries < 100 &&
      !(await kept()).some(({ key, state }) => key === 's:updated_at' && state === 'ready');
      tries++
    )
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await built()).find(({ key }) => key === 's:updated_at')?.state).toBe('ready');
    const name = await nameOf('s:updated_at');
    await server.db.withTenant(server.demo, (tx) =>
      tx.run(
        `UPDATE bizmeta.object_index SET asked_at = now() - interval '40 days'
          WHERE key = 's:updated_at'`,
      ),
    );
    await maintainer.look();
    expect((await kept()).find(({ key }) => key === 's:updated_at')?.state).toBe('unwanted');
    await server.db.withTenant(server.demo, (tx) =>
      tx.run(
        `UPDATE bizmeta.object_index SET since = now() - interval '8 days'
          WHERE key = 's:updated_at'`,
      ),
    );
    await maintainer.look();
    await built();
    expect((await indexesOf()).has(name)).toBe(false);
  }, 180_000);

  it('follows a field whose type changes, and drops the index of a removed one', async () => {
    const before = (await server.call('bizmeta.describe.detail', { apiName: 'deal' }, builder))
      .data;
    const day = before.fields.find(({ apiName }) => apiName === 'day')!;
    const { validator: _, ...describe } = before;
    const changed = await server.call(
      'bizmeta.describe.update',
      { describe: { ...describe, fields: [{ ...day, type: 'dateTime' }] } },
      builder,
    );
    expect(changed.msg).toBe('ok');
    await maintainer.look();
    const f = (await tableOf('deal')).columns.get('day')!.sql;
    expect((await built()).find(({ key }) => key === `s:${f}`)?.state).toBe('ready');
    const title = (await tableOf('deal')).columns.get('no')!.sql;
    const removed = await server.call(
      'bizmeta.describe.update',
      {
        describe: {
          apiName: 'deal',
          label: '单子',
          version: changed.data.version,
          fields: [{ ...before.fields.find(({ apiName }) => apiName === 'no')!, removed: true }],
        },
      },
      builder,
    );
    expect(removed.msg).toBe('ok');
    await maintainer.look();
    expect((await built()).some(({ key }) => key === `s:${title}`)).toBe(false);
    expect((await indexesOf()).size).toBe((await kept()).length);
  }, 180_000);
});
