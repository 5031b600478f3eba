import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError, type Database, type Logger, type TenantRef } from '../../kernel/index.ts';
import { openTestDatabase, type TestDatabase } from '../../kernel/testing.ts';
import { forEachCompany } from './each.ts';
import { createTenant } from './tenants.ts';

let test: TestDatabase;
const companies: TenantRef[] = [];
beforeAll(async () => {
  test = await openTestDatabase();
  for (const name of ['甲公司', '乙公司', '丙公司'])
    companies.push(await createTenant(test.db, { name }, async (_tx, tenant) => tenant));
  await test.db.withOwner((tx) =>
    tx.run(`update upm.tenant set state = 'off' where id = $1`, [companies[2]!.id]),
  );
});
afterAll(() => test?.drop());

/** Does one piece of work a company, but none in the first. */
async function sweep(db: Database, which: 'active' | 'all' = 'active') {
  const [done, warned]: [string[], unknown[]] = [[], []];
  const log = { warn: (what: unknown) => warned.push(what) } as unknown as Logger;
  const work = async (tenant: TenantRef): Promise<number> => {
    if (tenant.id === companies[0]!.id) throw new AppError('UNAVAILABLE');
    // The template of tests has companies of its own.
    if (!companies.some(({ id }) => id === tenant.id)) return 0;
    done.push(tenant.id);
    return 1;
  };
  const sum = await forEachCompany({ db, log }, 'work failed', work, which).catch(() => -1);
  return { sum, done, warned };
}

it('a company whose work fails keeps no other from theirs, and is named in the log', async () => {
  expect(await sweep(test.db)).toMatchObject({
    sum: 1,
    done: [companies[1]!.id],
    warned: [{ tenant: companies[0]!.id }],
  });
  expect((await sweep(test.db, 'all')).done).toEqual([companies[1]!.id, companies[2]!.id]);
});

it('ends when the database is away, instead of failing in every company', async () => {
  const db = {
    asAnonymous: test.db.asAnonymous.bind(test.db),
    ready: () => Promise.reject(new AppError('UNAVAILABLE')),
  } as unknown as Database;
  expect(await sweep(db)).toMatchObject({ sum: -1, done: [], warned: [{}] });
});
