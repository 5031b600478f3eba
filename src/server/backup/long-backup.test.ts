import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Busy, buildOutside } from '../bizmeta/indexes/index.ts';
import { TestClient, f } from '../bizmeta/testing/index.ts';
import { schemaOf } from '../kernel/index.ts';
import { withSnapshot } from './snapshot.ts';

let office: TestClient;
beforeAll(async () => {
  office = await TestClient.open();
});
afterAll(() => office?.close());

const owner = <R extends object>(text: string): Promise<R[]> =>
  office.server.db.withOwner((tx) => tx.query<R>(text), office.server.demo.tenant.id);
/** The change's job, with the seconds it waits. */
const job = async () =>
  (
    await owner<{ state: string; tries: number; stage: string | null; pause: number }>(
      `select state, tries, place->>'stage' as stage,
        extract(epoch from next_at - now())::float8 as pause
        from kernel.job where kind like '%type%hange%' order by created_at desc limit 1`,
    )
  )[0]!;
/** Does not wait for a batch that holds the job: the index would wait for this statement. */
const hurry = () =>
  owner(`update kernel.job set next_at = now() where id in (select id from kernel.job
    where place->>'stage' = 'build' and state = 'waiting' for update skip locked)`);

describe('while a backup runs, for hours perhaps', () => {
  it('a change of type waits with its unique index, and ends after it', async () => {
    await office.made('part', [f('name', '名称', 'text'), f('code', '编码', 'text')]);
    const codes = ['1', '2', '3', '旧'];
    expect(
      (
        await office.create(
          'part',
          codes.map((code) => ({ name: code, code })),
        )
      ).msg,
    ).toBe('ok');
    const described = await office.describe('part');
    const describe = {
      ...described,
      fields: described.fields.map((field) =>
        field.apiName === 'code' ? { ...field, type: 'integer' as const, unique: true } : field,
      ),
    };
    const changed = described.fields.find(({ apiName }) => apiName === 'code')!.id;
    await withSnapshot(office.server.db, async ({ tx }) => {
      const saved = await office.server.call(
        'bizmeta.describe.update',
        { describe, acceptLoss: [changed] },
        office.builder,
      );
      expect([saved.msg, saved.data.changing.length]).toEqual(['ok', 1]);
      const waits = async (): Promise<void> => {
        const { pause, ...rest } = await job();
        expect(rest).toEqual({ state: 'waiting', tries: 0, stage: 'build' });
        expect(pause).toBeGreaterThan(15);
      };
      await vi.waitFor(waits, { timeout: 15_000, interval: 100 });
      await hurry();
      await vi.waitFor(waits, { timeout: 15_000, interval: 100 });
      await tx.query('commit');
    });
    await vi.waitFor(
      async () => {
        await hurry();
        const [change] = (
          await office.server.call('bizmeta.typeChange.list', { apiName: 'part' }, office.builder)
        ).data.changes;
        expect([change?.state, change?.error]).toEqual(['done', '']);
      },
      { timeout: 30_000, interval: 100 },
    );
  }, 90_000);

  it('and an index that another long transaction keeps from being ready is tried again, not given up', async () => {
    const { db, demo } = office.server;
    await office.made('shelf', [f('name', '名称', 'text')]);
    const [table] = await owner<{ name: string }>(
      `select 'o_' || no as name from bizmeta.object where api_name = 'shelf'`,
    );
    const place = `${schemaOf(demo.tenant)}.${table!.name}`;
    await db.onOwnConnection(async (reader) => {
      await reader.query('begin isolation level repeatable read');
      await reader.query('select 1');
      const failed = await db.withTenant(demo, (tx) =>
        buildOutside(
          db,
          tx,
          async (builder) => {
            await builder.run(`set lock_timeout = '300ms'`);
            await builder.run(`create index concurrently ${table!.name}_slow on ${place} (id)`);
          },
          () => undefined,
        ),
      );
      expect(failed).toBeInstanceOf(Busy);
      expect((failed as Busy).pause).toBeGreaterThanOrEqual(30);
      await reader.query('rollback');
    });
  }, 60_000);
});
