import {
  appendFileSync,
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  kernelMigrations,
  migrate,
  type Database,
  type ServiceMigrations,
} from '../kernel/index.ts';
import { openTestDatabase, withTestDatabase, type TestDatabase } from '../kernel/testing.ts';
import { allMigrations } from '../services.ts';
import { filesDir } from '../storage/index.ts';
import { backup } from './backup.ts';
import { BackupWriter, unpacked } from './folder.ts';
import { openBackup, restore } from './restore.ts';

const NOTHING = (): void => undefined;
let folder: string;
let source: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'huozi-backup-'));
  source = await openTestDatabase();
  await backup({ db: source.db, dataDir: join(folder, 'data'), directory: join(folder, 'good') });
});
afterAll(async () => {
  await source?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const save = (directory: string, more: object = {}) =>
  backup({ db: source.db, dataDir: join(folder, 'data'), directory, ...more });
const check = (directory: string, known: readonly ServiceMigrations[] = allMigrations()) =>
  openBackup(directory, known, NOTHING);
/** A copy of the good backup with something done to it. */
function copy(name: string, change: (directory: string) => void): string {
  const directory = join(folder, name);
  cpSync(join(folder, 'good'), directory, { recursive: true });
  change(directory);
  return directory;
}
const into = async (db: Database, dataDir: string, more: object = {}) =>
  restore(await check(join(folder, 'good')), { db, dataDir, embedded: true, ...more });

describe('a file that cannot be read', () => {
  it('fails the part that is written from it, and not the process', async () => {
    const writer = await BackupWriter.begin(join(folder, 'unreadable'), join(folder, 'data'));
    await expect(
      writer.write('files/a/b', createReadStream(join(folder, 'no-such-file'))),
    ).rejects.toThrow('ENOENT');
    await writer.drop();
  });
  it('fails in the code that unpacks it, and does not end the process', async () => {
    await expect(text(unpacked(join(folder, 'no-such-file')))).rejects.toThrow('ENOENT');
  });
});

describe('a backup folder', () => {
  it('can be read by its owner only', () => {
    expect(statSync(join(folder, 'good')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'good', 'manifest.json')).mode & 0o777).toBe(0o600);
  });

  it('is never written over, nor into the folder of the data it saves', async () => {
    const before = readFileSync(join(folder, 'good', 'SHA256SUMS'), 'utf8');
    await expect(save(join(folder, 'good'))).rejects.toThrow(/已存在且不为空/);
    expect(readFileSync(join(folder, 'good', 'SHA256SUMS'), 'utf8')).toBe(before);
    await expect(save(join(folder, 'data', 'backups'))).rejects.toThrow(/不能放在数据目录/);
  });

  it('does not exist when the backup was interrupted, at any stage', async () => {
    for (const stage of [/^导出/, /^导出数据/]) {
      const stop = new AbortController();
      const say = (text: string): void => {
        if (stage.test(text)) stop.abort();
      };
      const stopped = save(join(folder, 'interrupted'), { say, signal: stop.signal });
      setTimeout(() => stop.abort(), 150);
      await expect(stopped).rejects.toThrow('备份已取消，没有留下任何文件');
      expect(readdirSync(folder).filter((name) => name.startsWith('interrupted'))).toEqual([]);
    }
  });

  it('that a killed process left half written is no backup, and the next one takes its place', async () => {
    const half = join(folder, 'killed.partial');
    mkdirSync(join(half, 'data'), { recursive: true });
    writeFileSync(join(half, 'data', 'left.copy.gz'), 'half');
    await expect(check(half)).rejects.toThrow(/不是活字的备份/);
    await save(join(folder, 'killed'));
    expect([existsSync(half), existsSync(join(folder, 'killed', 'data', 'left.copy.gz'))]).toEqual([
      false,
      false,
    ]);
    await check(join(folder, 'killed'));
  });

  it('is left to the process that writes it', async () => {
    const first = save(join(folder, 'twice'));
    await expect
      .poll(() => existsSync(join(folder, 'twice.partial', 'huozi.lock')), { interval: 5 })
      .toBe(true);
    // The lock distinguishes processes; another one is simulated by the number of the parent
    // process, which is alive.
    const lock = join(folder, 'other.partial', 'huozi.lock');
    mkdirSync(join(folder, 'other.partial'));
    writeFileSync(lock, JSON.stringify({ pid: process.ppid, born: '' }));
    await expect(save(join(folder, 'other'))).rejects.toThrow(/另一个备份正在写入/);
    await first;
  });
});

describe('before anything is restored', () => {
  it.each([
    [
      'a byte of a table turned',
      (dir: string) => {
        const path = join(dir, 'data/upm/member.copy.gz');
        const bytes = readFileSync(path);
        bytes[20]! ^= 1;
        writeFileSync(path, bytes);
      },
      /已损坏：data\/upm\/member\.copy\.gz 与校验值不符/,
    ],
    [
      'a table cut short',
      (dir: string) => truncateSync(join(dir, 'data/upm/member.copy.gz'), 10),
      /已损坏：data\/upm\/member/,
    ],
    [
      'a table gone',
      (dir: string) => rmSync(join(dir, 'data/upm/member.copy.gz')),
      /已损坏：data\/upm\/member\.copy\.gz 不存在/,
    ],
    [
      'a file put in',
      (dir: string) => writeFileSync(join(dir, 'data', 'more.sql'), 'drop table x'),
      /不属于它的文件：data\/more\.sql/,
    ],
    ['no checksums', (dir: string) => rmSync(join(dir, 'SHA256SUMS')), /缺少 SHA256SUMS/],
    [
      'a checksum of a place outside',
      (dir: string) =>
        appendFileSync(join(dir, 'SHA256SUMS'), `${'0'.repeat(64)}  ../../etc/passwd\n`),
      /SHA256SUMS 已损坏/,
    ],
    [
      'a torn manifest',
      (dir: string) => truncateSync(join(dir, 'manifest.json'), 40),
      /manifest\.json 已损坏/,
    ],
    [
      'a later format',
      (dir: string) => writeFileSync(join(dir, 'manifest.json'), '{"product":"huozi","format":99}'),
      /更新版本/,
    ],
  ])('%s is found', async (name, change, sentence) => {
    const directory = copy(`bad-${name}`, change);
    await expect(check(directory)).rejects.toThrow(sentence);
    rmSync(directory, { recursive: true });
  });

  it('a backup of a later version, or of a changed one, is refused', async () => {
    const older = allMigrations().map((each) =>
      each.service === 'backup' ? { ...each, migrations: [] } : each,
    );
    await expect(check(join(folder, 'good'), older)).rejects.toThrow(
      /backup\/0001_backup 不在本程序中/,
    );
    const changed = allMigrations().map((each) => ({
      ...each,
      migrations: each.migrations.map((step) => ({ ...step, sql: `${step.sql} ` })),
    }));
    await expect(check(join(folder, 'good'), changed)).rejects.toThrow(/在执行后被改动/);
  });
});

describe('the target of a restore', () => {
  it('that holds data is refused, and stays as it was', () =>
    withTestDatabase(async ({ db }) => {
      const rows = () =>
        db.withOwner((tx) => tx.query('select count(*)::int as n from upm.member'));
      const before = await rows();
      await expect(into(db, join(folder, 'unused'))).rejects.toThrow(
        /目标里已有数据，恢复不会覆盖它/,
      );
      expect(await rows()).toEqual(before);
    }));

  it('that holds uploaded files is refused', () =>
    withTestDatabase(async ({ db }) => {
      const dataDir = join(folder, 'used');
      mkdirSync(join(filesDir(dataDir), 'a'), { recursive: true });
      await expect(into(db, dataDir)).rejects.toThrow(/已有附件/);
    }, null));

  it('starts no server and makes no backup while it is half restored, and restoring again makes it whole', () =>
    withTestDatabase(async ({ db }) => {
      const dataDir = join(folder, 'half');
      const stop = new AbortController();
      const say = (text: string): void => {
        if (text.startsWith('恢复企业数据')) stop.abort();
      };
      await expect(into(db, dataDir, { say, signal: stop.signal })).rejects.toThrow(
        /恢复已取消，目标还不能使用/,
      );
      expect(
        await db.withOwner((tx) =>
          tx.query(`select to_regclass('upm.member') is not null as there`),
        ),
      ).toEqual([{ there: true }]);
      await expect(migrate(db, allMigrations())).rejects.toThrow(/恢复没有完成/);
      await expect(backup({ db, dataDir, directory: join(folder, 'of-half') })).rejects.toThrow(
        /恢复没有完成/,
      );
      await into(db, dataDir);
      expect(await migrate(db, allMigrations())).toBe(0);
      expect(readdirSync(filesDir(dataDir))).toEqual([]);
    }, null));

  it('is restored by one at a time', () =>
    withTestDatabase(async ({ db }) => {
      const stop = new AbortController();
      let second: Promise<unknown> | undefined;
      const say = (): void => {
        second ??= expect(into(db, join(folder, 'two')))
          .rejects.toThrow(/另一个恢复正在进行/)
          .finally(() => stop.abort());
      };
      await expect(into(db, join(folder, 'one'), { say, signal: stop.signal })).rejects.toThrow(
        /恢复已取消/,
      );
      await second;
    }, null));

  it('that a server works with elsewhere is refused', () =>
    withTestDatabase(async ({ db }) => {
      await db.withOwner((tx) => tx.query('select 1'));
      await expect(into(db, join(folder, 'served'), { embedded: false })).rejects.toThrow(
        /有活字服务正在使用此数据库/,
      );
    }, null));

  it('with nothing of Huozi in it has nothing to save', () =>
    withTestDatabase(async ({ db }) => {
      await expect(
        backup({ db, dataDir: join(folder, 'none'), directory: join(folder, 'nothing') }),
      ).rejects.toThrow(/没有可备份的内容/);
      await migrate(db, [kernelMigrations]);
      expect(existsSync(join(folder, 'nothing'))).toBe(false);
    }, null));
});
