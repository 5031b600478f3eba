import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { EmbeddedError, type Binaries } from './binaries.ts';
import { closedFolder, type RunAs } from './run-as.ts';

/**
 * Where programs and data go when this process is root and the project lies where the database's
 * user may not enter: a clone in /root, as on any fresh server. PostgreSQL refuses to run as root,
 * and this process must not open root's home.
 */
const SHARED_BASE = '/var/lib/huozi';
const ENTERABLE = 0o711;
const READABLE = 0o755;
const OTHERS_MAY_WRITE = 0o022;

/**
 * Makes a folder that others may enter. Refuses one that others may write to and a link: its
 * content may be theirs.
 */
function openFolder(path: string, mode: number): string {
  if (!existsSync(path)) mkdirSync(path, { recursive: true, mode });
  const found = lstatSync(path);
  if (
    !found.isDirectory() ||
    found.uid !== process.getuid?.() ||
    (found.mode & OTHERS_MAY_WRITE) !== 0
  ) {
    throw new EmbeddedError(
      `${path} 不是只有 root 可以写入的目录，请更正它的所有者与权限，或把项目放到所有用户可进入的目录（例如 /opt/huozi）`,
    );
  }
  // mkdir takes the umask away from the mode.
  chmodSync(path, mode);
  return path;
}

/**
 * The data folder of a project whose own is closed to `user`; undefined when its own can be used.
 */
export function openDataDir(
  dataDir: string,
  user: RunAs | undefined,
  base = SHARED_BASE,
): string | undefined {
  const cluster = join(dataDir, 'pg');
  // A data folder in use stays in use: data in the project's own folder, and data put here before
  // the project was opened.
  if (!user || existsSync(cluster)) return undefined;
  const project = dirname(dataDir);
  const mark = createHash('sha256').update(project).digest('hex').slice(0, 8);
  const open = join(base, `${basename(project) || 'huozi'}-${mark}`, 'data');
  return existsSync(join(open, 'pg')) || closedFolder(cluster, user) !== undefined
    ? open
    : undefined;
}

/** Makes a folder given by openDataDir. */
export function makeOpenDataDir(path: string, base = SHARED_BASE): void {
  openFolder(base, READABLE);
  openFolder(dirname(path), ENTERABLE);
  openFolder(path, ENTERABLE);
}

/**
 * The programs where `user` may run them: as they are, or copied once for each version. The copy
 * appears whole, because it is renamed when it is done.
 */
export function openBinaries(
  binaries: Binaries,
  user: RunAs | undefined,
  base = SHARED_BASE,
): Binaries {
  if (closedFolder(binaries.postgres, user) === undefined) return binaries;
  const native = dirname(dirname(binaries.postgres));
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as {
    version: string;
  };
  const target = join(openFolder(base, READABLE), `postgresql-${version}`);
  if (!existsSync(target)) copyPrograms(native, target);
  openFolder(target, READABLE);
  const moved = (path: string): string => join(target, 'bin', basename(path));
  return {
    initdb: moved(binaries.initdb),
    postgres: moved(binaries.postgres),
    pg_ctl: moved(binaries.pg_ctl),
  };
}

function copyPrograms(from: string, target: string): void {
  const draft = `${target}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  makeReadable(draft);
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another server was first with the same programs.
    if (!existsSync(target)) throw error;
  }
}

/** Packages installed under a strict umask are readable by root alone. */
function makeReadable(folder: string): void {
  chmodSync(folder, READABLE);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) makeReadable(path);
    else if (entry.isFile())
      chmodSync(path, lstatSync(path).mode & 0o100 ? READABLE : READABLE & ~0o111);
  }
}
