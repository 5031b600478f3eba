import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenantSpace } from '../tenant-space.ts';
import { openTestDatabase, type TestDatabase } from '../testing.ts';
import type { PiggybackQuery, Scope } from '../tenant.ts';

let test: TestDatabase;
let scope: Scope;

beforeAll(async () => {
  test = await openTestDatabase();
  scope = { tenant: { id: 'tenant-a', no: await createTenantSpace(test.db), region: 'cn' } };
});
afterAll(() => test?.drop());

/** Asks who it runs as, and answers a row only for `yes`. */
function piggybackOf(value: string): PiggybackQuery & { answers: (string | null)[] } {
  const answers: (string | null)[] = [];
  return {
    name: 'who',
    text: `select current_user || ':' || coalesce(current_setting('huozi.tenant', true), '')
      from (select $1::text as v) x where v = 'yes'`,
    values: [value],
    answers,
    get pending() {
      return answers.length === 0;
    },
    onResult: (found) => {
      answers.push(found);
    },
  };
}
const who = 'select current_user as who';

describe('a question that travels in front of a read', () => {
  it('is run as the anonymous role while the read is the tenant’s, on new connections and on those that know it', async () => {
    for (let round = 0; round < 3; round++) {
      const queries = Array.from({ length: 8 }, (_, i) => piggybackOf(i % 2 ? 'yes' : 'no'));
      const rows = await Promise.all(
        queries.map((piggyback) =>
          test.db.readTenant({ ...scope, piggyback }, who, [], { name: 'who-am-i' }),
        ),
      );
      expect(rows.flat()).toEqual(
        Array.from({ length: 8 }, () => ({ who: `t_${scope.tenant.no}` })),
      );
      expect(queries.map((piggyback) => piggyback.answers)).toEqual(
        Array.from({ length: 8 }, (_, i) => [i % 2 ? 'huozi_gate:' : null]),
      );
    }
  });

  it('is answered although the read fails, and asked once however many reads follow', async () => {
    const piggyback = piggybackOf('yes');
    await expect(test.db.readTenant({ ...scope, piggyback }, 'select 1 / 0')).rejects.toThrow();
    expect(piggyback.answers).toEqual(['huozi_gate:']);
    expect(await test.db.readTenant({ ...scope, piggyback }, who)).toHaveLength(1);
    expect(piggyback.answers).toHaveLength(1);
  });

  it('is answered by the way round a table that changed its shape', async () => {
    await test.db.withTenant(scope, (tx) =>
      tx.ddl(`create table t_${scope.tenant.no}.note (id text)`),
    );
    const read = (piggyback?: PiggybackQuery) =>
      test.db.readTenant({ ...scope, piggyback }, `select * from t_${scope.tenant.no}.note`, [], {
        name: 'notes',
      });
    await Promise.all(Array.from({ length: 8 }, () => read(piggybackOf('yes'))));
    await test.db.withTenant(scope, (tx) =>
      tx.ddl(`alter table t_${scope.tenant.no}.note add column more text`),
    );
    const piggyback = piggybackOf('yes');
    expect(await read(piggyback)).toEqual([]);
    expect(piggyback.answers).toEqual(['huozi_gate:']);
  });

  it('keeps a transaction from beginning before it was asked', async () => {
    await expect(
      test.db.withTenant({ ...scope, piggyback: piggybackOf('yes') }, async () => 'written'),
    ).rejects.toThrow(/not confirmed/);
  });
});
