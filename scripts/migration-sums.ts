import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** Checksums of every migration that has landed, as sha256sum writes them. */
export const SUMS_FILE = 'tests/fixtures/migrations.sha256';
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LINE = /^([0-9a-f]{64}) {2}(\S+)$/;

/** Checksums by path of the SQL files there are, the same with either kind of line end. */
export function sumsOfFiles(root = ROOT): Map<string, string> {
  const folders = readdirSync(join(root, 'src/server'))
    .map((service) => `src/server/${service}/sql`)
    .filter((folder) => existsSync(join(root, folder)));
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.sql'))
      .map((name) => `${folder}/${name}`),
  );
  const sum = (path: string): string =>
    createHash('sha256')
      .update(readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n'))
      .digest('hex');
  return new Map(paths.sort().map((path) => [path, sum(path)]));
}

/** Checksums by path as they were recorded. */
export function recordedSums(root = ROOT): Map<string, string> {
  const file = join(root, SUMS_FILE);
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return new Map(
    lines.map((line) => {
      const [, sum, path] = LINE.exec(line) ?? [];
      if (sum === undefined || path === undefined) throw new Error(`${SUMS_FILE}: ${line}`);
      return [path, sum];
    }),
  );
}

/** The file's text: what is recorded stays as it is, new migrations are added. */
export function migrationSums(root = ROOT): string {
  const sums = [...new Map([...sumsOfFiles(root), ...recordedSums(root)])].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return sums.map(([path, sum]) => `${sum}  ${path}\n`).join('');
}
