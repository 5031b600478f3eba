import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  callOf,
  type CallId,
  type DataOf,
  type FieldInput,
  type ObjectDescribe,
} from '../../../contract/index.ts';
import { ServerProcess } from '../../killable.testing.ts';
import { openTestDatabase, type TestDatabase } from '../../kernel/testing.ts';
import type { Auth } from '../../testing.ts';
import { seedDemoTenant } from '../../upm/index.ts';
import { f } from '../testing/index.ts';

/** Enough for many batches, and more than a change rewrites at once. */
const RECORDS = 80_000;
let test: TestDatabase;
let server: ServerProcess;
let auth: Auth;
const dataDir = mkdtempSync(join(tmpdir(), 'huozi-types-'));

beforeAll(async () => {
  test = await openTestDatabase();
  await seedDemoTenant(test.db, () => undefined);
  await start();
});
afterAll(async () => {
  await server?.kill();
  await test?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = await ServerProcess.start({ databaseUrl: test.url, dataDir });
  auth = await server.signIn('admin');
}
const post = <T>(id: CallId, body: object, object = 'killed'): Promise<T> =>
  server.post<T>(callOf(id).path.replace('{object}', object), body, auth);
const sql = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  test.db.withOwner((tx) => tx.query<R>(text, values), auth.tenant);
const one = async <R extends object>(text: string, values: unknown[] = []): Promise<R> =>
  (await sql<R>(text, values))[0]!;
const describeNow = (apiName = 'killed'): Promise<ObjectDescribe> =>
  post('bizmeta.describe.detail', { apiName });
const job = () =>
  one<{ done: number; stage: string | null; state: string }>(
    `select done::integer, place ->> 'stage' as stage, state from kernel.job
      where kind = 'bizmeta.typeChange' order by created_at desc limit 1`,
  );
const isAt = (...stages: string[]): Promise<void> =>
  vi.waitFor(
    async () => {
      const { stage, done } = await job();
      expect(done).toBeGreaterThan(0);
      expect(stages).toContain(stage);
    },
    { timeout: 60_000, interval: 2 },
  );
/** The server dies and is started again; the next one need not wait for the lease. */
async function dies(): Promise<void> {
  await server.kill();
  await sql(`update kernel.job set next_at = now() where state = 'waiting'`);
  await start();
}

/** A person types all the time; what the server said it has must be there. */
class Typist {
  readonly given = new Map<string, string>();
  readonly #write: (name: string, amount: string) => Promise<unknown>;
  #stopped = false;
  #next = 0;

  constructor(write: (name: string, amount: string) => Promise<unknown>) {
    this.#write = write;
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      const name = `期间${this.#next++}`;
      const amount = String(1_000_000 + this.#next);
      await this.#write(name, amount).then(
        () => this.given.set(name, amount),
        () => sleep(20),
      );
    }
  }
  stop(): void {
    this.#stopped = true;
  }
}

it('a server killed in every stage of a change of type, and of its undoing, goes on and loses nothing', async () => {
  const fields = [f('name', '名称', 'text'), f('amount', '数量', 'text')];
  await post('bizmeta.describe.create', {
    describe: { apiName: 'killed', label: '出入', fields },
  });
  const { no, own, title } = await one<{ no: number; own: number; title: number }>(
    `select o.no, a.no::integer as own, n.no::integer as title from bizmeta.object o
      join bizmeta.field a on a.object_id = o.id and a.api_name = 'amount'
      join bizmeta.field n on n.object_id = o.id and n.api_name = 'name'
      where o.api_name = 'killed'`,
  );
  const table = `t_1.o_${no}`;
  await sql(
    `insert into ${table} (id, version, created_at, created_by, updated_at, updated_by, owner_id,
      f_${title}, f_${own}) select gen_random_uuid(), 1, now(), '0', now(), '0', '0', 'n' || n, n
      from generate_series(1, ${RECORDS}) n`,
  );
  await sql(`analyze ${table}`);
  const before = await describeNow();
  await post('bizmeta.describe.update', {
    describe: {
      ...before,
      fields: before.fields.map((each) =>
        each.apiName === 'amount' ? { ...each, type: 'integer', unique: true } : each,
      ),
    },
  });
  const typist = new Typist((name, amount) =>
    post('bizmeta.record.bulkCreate', { records: [{ name, amount }] }),
  );
  const typing = typist.run();

  await isAt('fill');
  await dies();
  expect((await describeNow()).fields[1]!.type).toBe('text');
  // A long report keeps the columns from changing places until the server dies there.
  let release = (): void => undefined;
  const reading = test.db.withOwner(async (tx) => {
    await tx.run(`lock table ${table} in access share mode`);
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  }, auth.tenant);
  await isAt('build', 'swap');
  await dies();
  await isAt('swap');
  await sleep(300);
  release();
  await Promise.all([dies(), reading]);
  await vi.waitFor(async () => expect((await job()).state).toBe('done'), { timeout: 60_000 });
  const changed = (await describeNow()).fields[1]!;
  expect(changed).toMatchObject({ type: 'integer', unique: true });
  expect(changed.changing).toBeUndefined();
  typist.stop();
  await typing;
  const half = `select count(*) filter (where f_${own} is null)::integer as empty,
    count(*)::integer as n from ${table}`;
  const all = await one<{ empty: number; n: number }>(half);
  expect(all.empty).toBe(0);
  expect(all.n).toBeGreaterThanOrEqual(RECORDS + typist.given.size);
  expect(await missing(table, title, own, typist.given)).toEqual([]);

  const { changes } = await post<DataOf<'bizmeta.typeChange.list'>>('bizmeta.typeChange.list', {
    apiName: 'killed',
  });
  await post('bizmeta.typeChange.undo', { id: changes[0]!.id });
  await dies();
  await vi.waitFor(async () => expect((await describeNow()).fields[1]!.type).toBe('text'), {
    timeout: 60_000,
  });
  expect(await one(half)).toEqual(all);
  expect(await missing(table, title, own, typist.given)).toEqual([]);
  expect(await sql(`select from pg_class where relname ~ '^c_[0-9]+'`)).toEqual([]);
  expect(await sql(`select from pg_trigger where tgname ~ '^c_[0-9]+_'`)).toEqual([]);
}, 180_000);

/** Rows of a sub-table: few enough to be changed at once, but that a loss is accepted. */
const ROWS = 24_000;

it('a server killed while a column of a sub-table changes, and while that is undone, loses no row', async () => {
  const lines = f('lines', '明细', 'subTable', { fields: [f('amount', '数量', 'text')] });
  const fields = [f('name', '名称', 'text'), lines];
  await post('bizmeta.describe.create', {
    describe: { apiName: 'killedRows', label: '明细表', fields },
  });
  const found = await one<{ no: number; rows: number; own: number; title: number }>(
    `select o.no, r.no as rows, a.no::integer as own, n.no::integer as title
      from bizmeta.object o
      join bizmeta.field n on n.object_id = o.id and n.api_name = 'name'
      join bizmeta.field l on l.object_id = o.id and l.api_name = 'lines'
      join bizmeta.object r on r.parent_field = l.id
      join bizmeta.field a on a.object_id = r.id where o.api_name = 'killedRows'`,
  );
  const { own, title } = found;
  const [table, rows] = [`t_1.o_${found.no}`, `t_1.o_${found.rows}`];
  const system = 'id, version, created_at, created_by, updated_at, updated_by';
  await sql(
    `with made as (insert into ${table} (${system}, owner_id)
        select gen_random_uuid(), 1, now(), '0', now(), '0', '0' from generate_series(1, 100)
        returning id)
      insert into ${rows} (${system}, parent_id, ord, f_${own})
        select gen_random_uuid(), 1, now(), '0', now(), '0', m.id, n, n
        from made m, generate_series(1, ${ROWS / 100}) n`,
  );
  const before = await describeNow('killedRows');
  const [name, sub] = before.fields as [FieldInput, FieldInput];
  const [column] = sub.fields!;
  const describe = {
    ...before,
    fields: [name, { ...sub, fields: [{ ...column!, type: 'integer' }] }],
  };
  await post('bizmeta.describe.update', { describe, acceptLoss: [column!.id] });
  const typist = new Typist((called, amount) =>
    post(
      'bizmeta.record.bulkCreate',
      { records: [{ name: called, lines: [{ amount: '1' }, { amount }] }] },
      'killedRows',
    ),
  );
  const typing = typist.run();
  await isAt('fill');
  await dies();
  const typeNow = async () => (await describeNow('killedRows')).fields[1]!.fields![0]!.type;
  await vi.waitFor(async () => expect((await job()).state).toBe('done'), { timeout: 60_000 });
  expect(await typeNow()).toBe('integer');
  typist.stop();
  await typing;
  const lost = `select p.f_${title} as name, r.f_${own}::text as amount from ${rows} r
    join ${table} p on p.id = r.parent_id where r.ord = 1 and p.f_${title} is not null`;
  const isThere = async (): Promise<void> => {
    const now = new Map((await sql<Given>(lost)).map((row) => [row.name, row.amount]));
    expect([...typist.given].filter(([called, amount]) => now.get(called) !== amount)).toEqual([]);
    const { empty } = await one<{ empty: number }>(
      `select count(*)::integer as empty from ${rows} where f_${own} is null`,
    );
    expect(empty).toBe(0);
  };
  expect(typist.given.size).toBeGreaterThan(0);
  await isThere();

  const { changes } = await post<DataOf<'bizmeta.typeChange.list'>>('bizmeta.typeChange.list', {
    apiName: 'killedRows',
  });
  await post('bizmeta.typeChange.undo', { id: changes[0]!.id });
  await dies();
  await vi.waitFor(async () => expect(await typeNow()).toBe('text'), { timeout: 60_000 });
  await isThere();
  expect(await sql(`select from pg_class where relname ~ '^c_[0-9]+'`)).toEqual([]);
}, 180_000);

interface Given {
  readonly name: string;
  readonly amount: string;
}

/** What was answered with success and is not there, or there with another value. */
async function missing(
  table: string,
  title: number,
  own: number,
  given: ReadonlyMap<string, string>,
): Promise<string[]> {
  expect(given.size).toBeGreaterThan(0);
  const rows = await sql<{ name: string; amount: string }>(
    `select f_${title} as name, f_${own}::text as amount from ${table}
      where f_${title} = any($1)`,
    [[...given.keys()]],
  );
  const found = new Map(rows.map(({ name, amount }) => [name, amount]));
  return [...given].flatMap(([name, amount]) => (found.get(name) === amount ? [] : [name]));
}
