import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../kernel/index.ts';
import { openTestDatabase, type TestDatabase } from '../kernel/testing.ts';
import { allMigrations } from '../services.ts';
import { testServer, type TestServer } from '../testing.ts';
import { backup } from './backup.ts';
import { openBackup, restore } from './restore.ts';
import { catalogueOf, rowsOf } from './testing.ts';

let server: TestServer;
let folder: string;
const opened: TestDatabase[] = [];
beforeAll(async () => {
  server = await testServer();
  folder = mkdtempSync(join(tmpdir(), 'huozi-backup-'));
});
afterAll(async () => {
  for (const each of opened) await each.drop();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function emptyTarget(): Promise<TestDatabase & { dataDir: string }> {
  const target = await openTestDatabase(null);
  opened.push(target);
  return { ...target, dataDir: mkdtempSync(join(folder, 'data-')) };
}

describe('a restored backup', () => {
  it('has every row, column, constraint, index, policy, right and number of what was saved', async () => {
    const directory = join(folder, 'whole');
    const result = await backup({ db: server.db, dataDir: server.dataDir, directory });
    const target = await emptyTarget();
    await restore(await openBackup(directory, allMigrations(), () => undefined), { ...target, embedded: false });
    expect(await catalogueOf(target.db)).toEqual(await catalogueOf(server.db));
    expect(await rowsOf(target.db)).toEqual(await rowsOf(server.db));
    expect(result.rows).toBeGreaterThan(100);
    expect(await migrate(target.db, allMigrations())).toBe(0);
    expect(readdirSync(folder)).not.toContain('whole.partial');
  });
});
