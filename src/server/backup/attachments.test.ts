import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestClient, f } from '../bizmeta/testing/index.ts';
import { readConfig, type Logger } from '../kernel/index.ts';
import type { Auth } from '../testing.ts';
import { claimFolder, filesDir } from '../storage/index.ts';
import { backup } from './backup.ts';
import { readManifest } from './manifest.ts';
import { folderName } from './names.ts';
import { backUpIfDue, pruneBackups } from './schedule.ts';

const KEEP = 2;
const log = { warn: vi.fn(), error: vi.fn() } as unknown as Logger;
let desk: TestClient;
let admin: Auth;
let dir: string;
beforeAll(async () => {
  desk = await TestClient.open();
  admin = await desk.server.signIn('admin');
  dir = mkdtempSync(join(tmpdir(), 'huozi-files-backup-'));
  await desk.made('paper', [f('name', '名称', 'text'), f('file', '附件', 'attachment')]);
  for (const name of ['甲', '乙'])
    await desk.one('paper', {
      name,
      file: [{ fileId: await desk.upload(`${name}.txt`, Buffer.from(`正文 ${name}`)) }],
    });
});
afterAll(async () => {
  await desk?.close();
  rmSync(dir, { recursive: true, force: true });
});

const night = (day: number): Date => new Date(Date.UTC(2026, 10, day, 19, 31));
const look = (day: number) =>
  backUpIfDue(
    {
      config: {
        ...readConfig({}),
        dataDir: desk.server.dataDir,
        backup: { dir, at: '03:30', keep: KEEP },
      },
      db: desk.server.db,
      log,
    },
    night(day),
    new AbortController().signal,
  );
const state = async () => (await desk.server.call('backup.state', {}, admin)).data;
const messages = (like: string): Promise<{ n: number }[]> =>
  desk.server.db.withOwner(
    (tx) =>
      tx.query(
        `select count(*)::int as n from msg.message where user_id = $1 and content like $2`,
        [admin.userid, like],
      ),
    desk.server.demo.tenant.id,
  );
const save = (name: string, more: object = {}) =>
  backup({
    db: desk.server.db,
    dataDir: desk.server.dataDir,
    directory: join(dir, name),
    ...more,
  });
/** Without the attachments, as a disk that went away leaves them. */
async function withoutFiles(work: () => Promise<void>): Promise<void> {
  const files = filesDir(desk.server.dataDir);
  renameSync(files, `${files}.away`);
  try {
    await work();
  } finally {
    renameSync(`${files}.away`, files);
  }
}

describe('a nightly backup whose attachments are not there', () => {
  it('says so to the administrators once, is seen as incomplete, and does not push out the last one that has them', async () => {
    expect(await look(1)).toBe(true);
    const first = folderName(night(1));
    expect(await state()).toMatchObject({ lacks: '', runs: [{ result: 'ok', error: '' }] });
    await withoutFiles(async () => {
      for (let day = 2; day <= KEEP + 3; day += 1) expect(await look(day)).toBe(true);
      const lacks = expect.stringMatching(/^\d+ 个附件不在磁盘上：/);
      const { lacks: said, runs } = await state();
      expect(said).toEqual(lacks);
      expect(runs[0]).toMatchObject({ result: 'incomplete', error: lacks });
    });
    expect(readdirSync(dir).sort()).toEqual(
      [first, folderName(night(KEEP + 2)), folderName(night(KEEP + 3))].sort(),
    );
    await expect.poll(() => messages('自动备份缺少附件：%')).toEqual([{ n: 1 }]);
    expect(await look(KEEP + 4)).toBe(true);
    const { lacks, runs } = await state();
    expect([lacks, runs[0]!.result]).toEqual(['', 'ok']);
    expect(existsSync(join(dir, first))).toBe(false);
  });

  it('fails when another folder has come in the place of theirs, or when the disk cannot be read', async () => {
    const { db, dataDir } = desk.server;
    await claimFolder(db, dataDir);
    const mark = join(dataDir, 'files.mark');
    renameSync(mark, `${mark}.away`);
    await expect(save('other')).rejects.toThrow(/附件目录 .* 不是这个数据库的.*没有挂载/);
    renameSync(`${mark}.away`, mark);
    const files = filesDir(dataDir);
    await withoutFiles(async () => {
      writeFileSync(files, 'a file where the folder should be');
      try {
        await expect(save('broken')).rejects.toThrow(/路径中有一段是文件/);
      } finally {
        rmSync(files);
      }
    });
    expect(existsSync(join(dir, 'other'))).toBe(false);
  });

  it('leaves those that were made by command, however old', async () => {
    const byHand = folderName(new Date(Date.UTC(2026, 9, 1)));
    const old = folderName(new Date(Date.UTC(2026, 9, 2)));
    await save(byHand);
    await save(old, { scheduled: true });
    await pruneBackups({ dir, at: '03:30', keep: KEEP }, desk.server.dataDir);
    expect(existsSync(join(dir, byHand))).toBe(true);
    expect(existsSync(join(dir, old))).toBe(false);
  });

  it('does not call lost what people removed while the backup ran', async () => {
    const { db, demo, dataDir } = desk.server;
    const fileId = await desk.upload('一时.txt', Buffer.from('一时'));
    let removing: Promise<unknown> | undefined;
    const saved = await save('removed', {
      say: (text: string) => {
        if (!text.startsWith('导出 ')) return;
        removing ??= db.withOwner(async (tx) => {
          const [row] = await tx.query<{ path: string }>(
            'delete from storage.file where id = $1 returning path',
            [fileId],
          );
          rmSync(join(filesDir(dataDir), demo.tenant.id, row!.path));
        }, demo.tenant.id);
      },
    }).finally(() => removing);
    expect(saved).toMatchObject({ lost: 0, warnings: [] });
    expect((await readManifest(join(dir, 'removed'))).removedFiles).toEqual([
      expect.stringContaining(fileId),
    ]);
  });
});
