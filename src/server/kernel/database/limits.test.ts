import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TIME_LIMITS } from '../budgets.ts';
import { createTenantSpace } from '../tenant-space.ts';
import { openTestDatabase, type TestDatabase } from '../testing.ts';
import type { Scope } from '../tenant.ts';

let test: TestDatabase;
let scope: Scope;
beforeAll(async () => {
  test = await openTestDatabase();
  scope = { tenant: { id: 'tenant-a', no: await createTenantSpace(test.db), region: 'cn' } };
});
afterAll(() => test?.drop());

const LIMITS = `select current_setting('statement_timeout') as statement,
  current_setting('lock_timeout') as lock`;
const text = ({ statementMs, lockMs }: { statementMs: number; lockMs: number }) => {
  const unit = (ms: number) => (ms % 60_000 === 0 ? `${ms / 60_000}min` : `${ms / 1_000}s`);
  return [{ statement: unit(statementMs), lock: unit(lockMs) }];
};

describe('a statement', () => {
  it('has the time of what it is for', async () => {
    const { db } = test;
    expect(await db.readTenant(scope, LIMITS)).toEqual(text(TIME_LIMITS.read));
    expect(await db.readTenant(scope, LIMITS, [], { isReport: true })).toEqual(
      text(TIME_LIMITS.report),
    );
    expect(await db.withTenant(scope, (tx) => tx.query(LIMITS))).toEqual(text(TIME_LIMITS.write));
    expect(await db.readTenant(scope, LIMITS)).toEqual(text(TIME_LIMITS.read));
    expect(await db.asAnonymous(LIMITS)).toEqual(text(TIME_LIMITS.anonymous));
    expect(await db.background.withTenant(scope, (tx) => tx.query(LIMITS))).toEqual(
      text(TIME_LIMITS.background),
    );
    expect(
      await db.withTenant(scope, async (tx) => {
        await tx.patience(TIME_LIMITS.reshape);
        return tx.query(LIMITS);
      }),
    ).toEqual(text(TIME_LIMITS.reshape));
  });

  it('of a report is waited for longer than a read of a page, and no longer than a report may take', async () => {
    const limits = {
      ...TIME_LIMITS,
      read: { statementMs: 200, lockMs: 200 },
      report: { statementMs: 2_500, lockMs: 200 },
    };
    const short = await openTestDatabase(undefined, { limits });
    try {
      const own = { tenant: { ...scope.tenant, no: await createTenantSpace(short.db) } };
      const sleeps = (seconds: number, isReport: boolean) =>
        short.db.readTenant(own, `select pg_sleep(${seconds})`, [], { isReport });
      // Longer than PostgreSQL is given for a read, and than its answer is waited for.
      await sleeps(1.5, true);
      await expect(sleeps(0.5, false)).rejects.toThrow();
      await expect(sleeps(3, true)).rejects.toThrow();
    } finally {
      await short.drop();
    }
  });

  it('of a COPY has its time, and leaves nothing waiting behind it', async () => {
    await test.db
      .withTenant(scope, async (tx) => {
        await tx.query('create temp table lines (n int)');
        await tx.copy('copy lines from stdin', ['1\n', '2\n']);
        expect(await tx.query('select count(*)::int as n from lines')).toEqual([{ n: 2 }]);
      })
      .catch((error: unknown) => {
        if (!/permission denied to create temporary tables/.test(String(error))) throw error;
      });
  });
});

describe('work that holds a connection', () => {
  it('may ask for those reserved for sessions and for the owner’s, not for a second of its own kind', async () => {
    const { db } = test;
    const read = () => db.readTenant(scope, 'select 1 as one');
    await expect(db.withTenant(scope, read)).rejects.toThrow(/asks for one for people/);
    await expect(db.withAnonymousTx(read)).rejects.toThrow(/asks for one for people/);
    await expect(db.withAnonymousTx(() => db.asAnonymous('select 1'))).rejects.toThrow(
      /asks for one for anonymous/,
    );
    expect(await db.withTenant(scope, () => db.asAnonymous('select 1 as one'))).toEqual([
      { one: 1 },
    ]);
    expect(
      await db.withTenant(scope, (tx) =>
        tx.database.withOwner((owner) => owner.query('select 1 as one')),
      ),
    ).toEqual([{ one: 1 }]);
  });

  it('in the background keeps no person waiting', async () => {
    const { db } = test;
    const behind = Array.from({ length: 12 }, () =>
      db.background.withTenant(scope, (tx) => tx.query('select pg_sleep(0.3)')),
    );
    const since = performance.now();
    for (let i = 0; i < 10; i += 1)
      await Promise.all([db.readTenant(scope, 'select 1'), db.asAnonymous('select 1')]);
    expect(performance.now() - since).toBeLessThan(800);
    await Promise.all(behind);
  });
});
