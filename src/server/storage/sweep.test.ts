import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Logger, TenantRef, TenantTx } from '../kernel/index.ts';
import { gate, openTestDatabase, type TestDatabase } from '../kernel/testing.ts';
import { createTenant } from '../upm/index.ts';
import { sweepOrphans, sweepUnattached } from './sweep.ts';
import { dropUsagesOfRecords, recordUsages } from './uses.ts';

let test: TestDatabase;
let dataDir = '';
let one: TenantRef;
let two: TenantRef;
let warned: unknown[] = [];
const log = {
  info: () => undefined,
  warn: (what: unknown) => warned.push(what),
} as unknown as Logger;
beforeAll(async () => {
  test = await openTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'huozi-sweep-'));
  const company = (name: string) => createTenant(test.db, { name }, async (_tx, tenant) => tenant);
  [one, two] = [await company('甲公司'), await company('乙公司')];
});
beforeEach(() => {
  warned = [];
});
afterAll(async () => {
  await test?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const within = <T>(tenant: TenantRef, work: (tx: TenantTx) => Promise<T>): Promise<T> =>
  test.db.withTenant({ tenant }, work);
/** A file whose time to be used is over. */
const addFile = (tenant: TenantRef, id: string) =>
  within(tenant, async (tx) => {
    await tx.run(
      `insert into storage.file (tenant_id, id, name, size, mime, sha256, path, created_by, keep_until)
        values ($1, $2, 'a', 1, 'image/png', '', $2, 'u', now() - interval '1 hour')`,
      [tenant.id, id],
    );
    await tx.run(
      `insert into storage.space (tenant_id, used_bytes) values ($1, 1)
        on conflict (tenant_id) do update set used_bytes = space.used_bytes + 1`,
      [tenant.id],
    );
  });
const files = (tenant: TenantRef) =>
  within(tenant, (tx) =>
    tx.query<{ id: string; attached: boolean }>(
      'select id, attached from storage.file where tenant_id = $1 order by id',
      [tenant.id],
    ),
  );
const use = (fileId: string, item: string) =>
  [{ fileId, kind: 'record', item, tableNo: 1 }] as const;
const sweep = () => sweepUnattached({ db: test.db, dataDir, log });

describe('files nothing uses', () => {
  it('go in every company, also where one that is used counts as unused', async () => {
    await addFile(one, 'used');
    await addFile(one, 'unused');
    await within(one, (tx) => recordUsages(tx, use('used', 'r')));
    await within(one, (tx) =>
      tx.run('update storage.file set attached = false where tenant_id = $1', [one.id]),
    );
    await addFile(two, 'unused');
    expect(await sweep()).toBe(2);
    expect(await files(one)).toEqual([{ id: 'used', attached: true }]);
    expect(await files(two)).toEqual([]);
    expect(warned).toEqual([]);
  });

  it('go in the other companies while those of one cannot', async () => {
    await addFile(one, 'held');
    await addFile(two, 'unused');
    await test.db.withOwner((tx) =>
      tx.run(`create function storage.fails() returns trigger language plpgsql as $f$
        begin raise exception 'cannot'; end $f$`),
    );
    await test.db.withOwner((tx) =>
      tx.run(`create trigger fails before delete on storage.file for each row
        when (old.id = 'held') execute function storage.fails()`),
    );
    expect(await sweep()).toBe(1);
    expect(await files(two)).toEqual([]);
    expect(warned).toMatchObject([{ tenant: one.id }]);
    await test.db.withOwner((tx) => tx.run('drop trigger fails on storage.file'));
  });
});

describe('a file that a record begins to use while the last other use ends', () => {
  const ends = async (first: (tx: TenantTx) => Promise<void>, second: typeof first) => {
    const [done, mayCommit] = [gate(), gate()];
    const before = within(one, async (tx) => {
      await first(tx);
      done.open();
      await mayCommit.opened;
    });
    await done.opened;
    const after = within(one, second);
    await new Promise((resolve) => {
      setTimeout(resolve, 150);
    });
    mayCommit.open();
    await Promise.all([before, after]);
  };
  it.each(['begins first', 'ends first'])('stays used: %s', async (order) => {
    const id = `shared ${order}`;
    await addFile(one, id);
    await within(one, (tx) => recordUsages(tx, use(id, `old ${order}`)));
    const begin = (tx: TenantTx) => recordUsages(tx, use(id, `new ${order}`));
    const end = (tx: TenantTx) => dropUsagesOfRecords(tx, [`old ${order}`]);
    await (order === 'begins first' ? ends(begin, end) : ends(end, begin));
    expect((await files(one)).find((file) => file.id === id)).toMatchObject({ attached: true });
  });
});

it('files without a row that cannot be set aside keep none of the others where they are', async () => {
  const orphan = (tenant: TenantRef) => {
    const path = join(dataDir, 'files', tenant.id, '2026-01', 'orphan');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'x');
    return path;
  };
  orphan(one);
  orphan(two);
  // A file lies where the folder of the first company would be.
  const day = new Date().toISOString().slice(0, 10);
  mkdirSync(join(dataDir, 'orphans', day), { recursive: true });
  writeFileSync(join(dataDir, 'orphans', day, one.id), 'in the way');
  expect(await sweepOrphans({ db: test.db, dataDir, log }, { deadMs: 0 })).toBe(1);
  expect(warned).toMatchObject([{ tenant: one.id, name: 'orphan' }]);
});
