import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig, type Config, type Logger } from '../kernel/index.ts';
import { testServer, type Auth, type TestServer } from '../testing.ts';
import { folderName } from './names.ts';
import { backUpIfDue, folderFault, isDue, pruneBackups } from './schedule.ts';

let server: TestServer;
let admin: Auth;
let dir: string;
const log = { warn: vi.fn(), error: vi.fn() } as unknown as Logger;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'huozi-daily-'));
  server = await testServer({ backup: { dir, at: undefined, keep: 2 } });
  admin = await server.signIn('admin');
});
afterAll(async () => {
  await server?.close();
  rmSync(dir, { recursive: true, force: true });
});

/** 03:30 on the platform's clock (UTC+8) is 19:30 UTC of the day before. */
const at = (utc: string): Date => new Date(`2026-11-${utc}:00Z`);
const config = (more: object = {}): Config => ({
  ...readConfig({}),
  dataDir: server.dataDir,
  backup: { dir, at: '03:30', keep: 2, ...more },
});
const look = (now: Date, more: object = {}) =>
  backUpIfDue({ config: config(more), db: server.db, log }, now, new AbortController().signal);
const state = async (as = admin) => (await server.call('backup.state', {}, as)).data;

describe('the daily backup', () => {
  it.each([
    ['nothing was ever saved', at('21T19:31'), [], true],
    ['today is done', at('22T10:00'), [{ startedAt: at('21T19:30'), ok: true }], false],
    [
      'a minute before the time, yesterday is done',
      at('22T19:29'),
      [{ startedAt: at('21T19:30'), ok: true }],
      false,
    ],
    ['it is time', at('22T19:30'), [{ startedAt: at('21T19:30'), ok: true }], true],
    [
      'the server was off at the time',
      at('23T02:00'),
      [{ startedAt: at('21T19:30'), ok: true }],
      true,
    ],
    [
      'it failed half an hour ago',
      at('22T20:00'),
      [{ startedAt: at('22T19:30'), ok: false }],
      false,
    ],
    ['it failed an hour ago', at('22T20:30'), [{ startedAt: at('22T19:30'), ok: false }], true],
    [
      'it failed and then succeeded',
      at('22T22:00'),
      [
        { startedAt: at('22T20:30'), ok: true },
        { startedAt: at('22T19:30'), ok: false },
      ],
      false,
    ],
  ])('%s', (_, now, attempts, due) => expect(isDue('03:30', now, attempts)).toBe(due));

  it('is made by one of several processes, and is seen by the administrator of the company that runs the installation', async () => {
    const made = await Promise.all([
      look(at('21T19:31')),
      look(at('21T19:31')),
      look(at('21T19:31')),
    ]);
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(readdirSync(dir)).toEqual(['huozi-20261122-033100']);
    expect(await look(at('21T19:32'))).toBe(false);
    expect(await state()).toMatchObject({
      mine: true,
      schedule: null,
      late: false,
      ageHours: 0,
      runs: [
        {
          result: 'ok',
          kind: 'schedule',
          error: '',
          directory: join(dir, 'huozi-20261122-033100'),
        },
      ],
    });
    const { auth } = await server.newTenant('backup-other');
    expect(await state(auth)).toEqual({
      mine: false,
      schedule: null,
      lastAt: null,
      ageHours: null,
      late: false,
      lacks: '',
      runs: [],
    });
    expect((await server.call('backup.state', {}, await server.signIn('user'))).code).toBe(403);
  });

  it('that fails is reported to the administrator once, and recorded each time', async () => {
    const blocked = join(dir, 'blocked');
    writeFileSync(blocked, 'a file where a folder should be');
    expect(await look(at('22T19:30'), { dir: blocked })).toBe(true);
    expect(await look(at('22T20:31'), { dir: blocked })).toBe(true);
    expect((await state()).runs.slice(0, 2).map(({ result }) => result)).toEqual([
      'failed',
      'failed',
    ]);
    const told = () =>
      server.db.withOwner(
        (tx) =>
          tx.query<{ n: number }>(
            `select count(*)::int as n from msg.message where user_id = $1
              and content like '自动备份失败：%'`,
            [admin.userid],
          ),
        server.demo.tenant.id,
      );
    await expect.poll(told).toEqual([{ n: 1 }]);
    rmSync(blocked);
  });

  it('is known to fail when the server starts, if its folder cannot be written to', async () => {
    const blocked = join(dir, 'a-file');
    writeFileSync(blocked, 'a file where a folder should be');
    expect(await folderFault(config({ dir: blocked }))).toMatch(/不能写入 BACKUP_DIR=.*：.*文件/);
    rmSync(blocked);
    const inside = join(server.dataDir, 'backups');
    expect(await folderFault(config({ dir: inside }))).toMatch(/不能放在数据目录/);
    const before = readdirSync(dir);
    expect(await folderFault(config())).toBeUndefined();
    expect(await folderFault(config({ dir: blocked, at: undefined }))).toBeUndefined();
    expect(readdirSync(dir)).toEqual(before);
  });

  it('leaves the configured number and removes interrupted ones; other folders are left alone', async () => {
    for (const [day, whole] of [
      ['20', true],
      ['21', true],
      ['23', false],
    ] as const) {
      const name = join(dir, folderName(at(`${day}T19:30`)));
      mkdirSync(name);
      if (whole) writeFileSync(join(name, 'SHA256SUMS'), '');
    }
    mkdirSync(join(dir, 'huozi-20261120-033000.partial', 'data'), { recursive: true });
    mkdirSync(join(dir, '我的文件'));
    await pruneBackups({ dir, at: '03:30', keep: 2 }, server.dataDir);
    expect(readdirSync(dir).sort()).toEqual(
      [
        'huozi-20261122-033000',
        'huozi-20261122-033100',
        'huozi-20261124-033000',
        '我的文件',
      ].sort(),
    );
    expect(existsSync(join(dir, 'huozi-20261121-033000'))).toBe(false);
  });
});

describe('BACKUP_DIR, BACKUP_AT and BACKUP_KEEP', () => {
  it('say where, when and how many', () => {
    expect(readConfig({ BACKUP_DIR: '/srv/huozi', BACKUP_AT: '03:30' }).backup).toEqual({
      dir: '/srv/huozi',
      at: '03:30',
      keep: 7,
    });
    expect(readConfig({ BACKUP_DIR: '/srv/huozi', BACKUP_KEEP: '30' }).backup).toEqual({
      dir: '/srv/huozi',
      at: undefined,
      keep: 30,
    });
    expect(readConfig({}).backup).toBeUndefined();
  });
  it.each([
    [{ BACKUP_AT: '03:30' }, /BACKUP_DIR/],
    [{ BACKUP_DIR: '/x', BACKUP_AT: '25:00' }, /24 小时制/],
    [{ BACKUP_DIR: '/x', BACKUP_KEEP: '0' }, /1 至/],
    [{ BACKUP_DIR: '/x', BACKUP_KEEP: 'all' }, /1 至/],
  ])('%j is refused', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
  });
});
