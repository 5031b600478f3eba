import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  joinDatabase,
  openDatabase,
  type Config,
  type ServiceMigrations,
} from '../kernel/index.ts';
import { backup, megabytes } from './backup.ts';
import { BackupError } from './backup-error.ts';
import { openBackup, restore } from './restore.ts';
import { folderName } from './names.ts';
import { logRun } from './runs.ts';

/** The commands `npm run backup` and `npm run restore`. */
export interface CommandOptions {
  readonly config: Config;
  readonly migrations: readonly ServiceMigrations[];
  readonly args: readonly string[];
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Where backups go that name no folder and have no BACKUP_DIR. */
const DEFAULT_DIR = 'backups';

function onlyArgument(args: readonly string[], usage: string): string | undefined {
  if (args.length > 1 || args[0]?.startsWith('-')) throw new BackupError(`用法：${usage}`);
  return args[0];
}

/** `npm run backup [DIR]`: beside a running server, or with none. */
export async function backupCommand({ config, args, say, signal }: CommandOptions): Promise<void> {
  const given = onlyArgument(args, 'npm run backup [目录]');
  const startedAt = new Date();
  const directory = given ?? join(config.backup?.dir ?? DEFAULT_DIR, folderName(startedAt));
  // Opening a folder that is not there would make an empty database in it.
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'pg')))
    throw new BackupError(`${config.dataDir} 里没有数据库，没有可备份的内容。请检查 DATA_DIR`);
  say(config.databaseUrl ? '连接数据库' : '连接内置数据库');
  const open = await joinDatabase(config, { say });
  try {
    const result = await backup({
      db: open.db,
      dataDir: config.filesDir ?? config.dataDir,
      directory,
      say,
      signal,
    });
    await logRun(open.db, {
      startedAt,
      ok: true,
      directory: result.directory,
      bytes: result.bytes,
      error: '',
      warning: result.warnings.join('；'),
      lost: result.lost,
      scheduled: false,
    });
    for (const warning of result.warnings) say(`注意：${warning}`);
    const held = [
      `${result.tables} 张表`,
      `${result.rows.toLocaleString('zh-CN')} 行`,
      `${result.files} 个附件`,
      megabytes(result.bytes),
    ];
    say(`备份完成：${result.directory}（${held.join('，')}）`);
    say('备份里有密码摘要和签名密钥，目录只有当前用户可读；请保管好，并复制一份到别的机器');
  } finally {
    await open.close();
  }
}

/** `npm run restore DIR`: into an empty data folder or database, with no server on it. */
export async function restoreCommand({
  config,
  migrations,
  args,
  say,
  signal,
}: CommandOptions): Promise<void> {
  const directory = onlyArgument(args, 'npm run restore 备份目录');
  if (directory === undefined) throw new BackupError('用法：npm run restore 备份目录');
  const verified = await openBackup(directory, migrations, say);
  say(config.databaseUrl ? '连接数据库' : `准备数据目录 ${config.dataDir}`);
  const open = await openDatabase(config, { say });
  try {
    await restore(verified, {
      db: open.db,
      dataDir: config.filesDir ?? config.dataDir,
      embedded: config.databaseUrl === undefined,
      say,
      signal,
    });
  } finally {
    await open.close();
  }
  say('恢复完成，可以用 npm start 启动（较旧的备份会在启动时升级）');
}
