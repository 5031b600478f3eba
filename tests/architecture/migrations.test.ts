import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  migrationSums,
  recordedSums,
  SUMS_FILE,
  sumsOfFiles,
} from '../../scripts/migration-sums.ts';

/** Existing installations have run these very texts: a change belongs in a new file. */
it('a migration that has landed is never changed, renamed or removed', () => {
  const files = sumsOfFiles();
  const changed = [...recordedSums()]
    .filter(([path, sum]) => files.get(path) !== sum)
    .map(([path]) => path);
  expect(changed).toEqual([]);
});

it('every migration is recorded', () => {
  const recorded = recordedSums();
  const missing = [...sumsOfFiles().keys()].filter((path) => !recorded.has(path));
  expect(missing, 'npm run generate records them').toEqual([]);
});

it('recording adds what is new and forgives no change', () => {
  const root = mkdtempSync(join(tmpdir(), 'huozi-sums-'));
  mkdirSync(join(root, 'src/server/a/sql'), { recursive: true });
  mkdirSync(join(root, 'tests/fixtures'), { recursive: true });
  writeFileSync(join(root, 'src/server/a/sql/0001_a.sql'), 'select 1;');
  writeFileSync(join(root, SUMS_FILE), migrationSums(root));
  const before = recordedSums(root);
  writeFileSync(join(root, 'src/server/a/sql/0001_a.sql'), 'select 2;');
  cpSync(join(root, 'src/server/a/sql/0001_a.sql'), join(root, 'src/server/a/sql/0002_b.sql'));
  writeFileSync(join(root, SUMS_FILE), migrationSums(root));
  expect(recordedSums(root).get('src/server/a/sql/0001_a.sql')).toBe(
    before.get('src/server/a/sql/0001_a.sql'),
  );
  expect(sumsOfFiles(root).get('src/server/a/sql/0001_a.sql')).not.toBe(
    before.get('src/server/a/sql/0001_a.sql'),
  );
  expect(recordedSums(root).size).toBe(2);
  rmSync(root, { recursive: true });
});
