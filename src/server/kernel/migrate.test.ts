import { expect, it } from 'vitest';
import { Database } from './database/database.ts';
import { kernelMigrations, migrate, migrationsOf, type ServiceMigrations } from './index.ts';
import { withTestDatabase } from './testing.ts';

const step = (name: string, sql: string) => ({ name, sql });
const notes: ServiceMigrations = {
  service: 'notes',
  migrations: [
    step('0001_a', 'create table notes.a (id int)'),
    step('0002_b', 'insert into notes.a values (1); alter table notes.a add column more text'),
  ],
};

it('applies every step once when twenty servers start at the same moment', () =>
  withTestDatabase(async ({ db, url }) => {
    const others = Array.from(
      { length: 19 },
      () => new Database({ connection: { connectionString: url } }),
    );
    const counts = await Promise.all(
      [db, ...others].map((each) => migrate(each, [kernelMigrations, notes])),
    );
    expect(counts.reduce((sum, count) => sum + count)).toBe(
      kernelMigrations.migrations.length + notes.migrations.length,
    );
    expect(await db.withOwner((tx) => tx.query('select id, more from notes.a'))).toEqual([
      { id: 1, more: null },
    ]);
    await Promise.all(others.map((each) => each.close()));
  }, null));

it('stores nothing of a step that fails, and continues from there when it is fixed', () =>
  withTestDatabase(async ({ db }) => {
    const broken = {
      ...notes,
      migrations: [
        notes.migrations[0]!,
        step('0002_b', 'insert into notes.a values (1); select nonsense'),
      ],
    };
    await expect(migrate(db, [broken])).rejects.toThrow(/notes\/0002_b 失败/);
    expect(await db.withOwner((tx) => tx.query('select 1 from notes.a'))).toEqual([]);
    expect(await migrate(db, [notes])).toBe(1);
  }, null));

it('refuses a database whose steps it does not know, or whose step was changed after it ran', () =>
  withTestDatabase(async ({ db }) => {
    await migrate(db, [notes]);
    await expect(
      migrate(db, [{ ...notes, migrations: notes.migrations.slice(0, 1) }]),
    ).rejects.toThrow(/不在本程序中/);
    await expect(
      migrate(db, [
        {
          ...notes,
          migrations: [step('0001_a', 'create table notes.z (id int)'), notes.migrations[1]!],
        },
      ]),
    ).rejects.toThrow(/被改动/);
  }, null));

it('finds the numbered files beside a service in their order', () => {
  const found = migrationsOf('kernel', import.meta.url);
  expect(found.migrations.map(({ name }) => name)[0]).toBe('0001_kernel');
});
