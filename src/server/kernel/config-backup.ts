import { isAbsolute, resolve } from 'node:path';
import { ConfigError } from './config-error.ts';

/** Backups the server makes by itself. */
export interface BackupConfig {
  /** Absolute folder that holds the backups, one folder each. */
  readonly dir: string;
  /** HH:mm on the platform's clock; undefined: none by itself. */
  readonly at: string | undefined;
  /** How many scheduled backups stay. */
  readonly keep: number;
}

const DEFAULT_KEEP = 7;
const MAX_KEEP = 1_000;

function refuse(name: string, given: string, zh: string, en: string): never {
  throw new ConfigError(
    `环境变量 ${name}=${JSON.stringify(given)} 无效：${zh} (${name} must be ${en})`,
  );
}

function keepOf(given: string | undefined): number {
  if (!given) return DEFAULT_KEEP;
  const keep = Number(given);
  if (/^\d+$/.test(given) && keep >= 1 && keep <= MAX_KEEP) return keep;
  return refuse(
    'BACKUP_KEEP',
    given,
    `应为 1 至 ${MAX_KEEP} 的整数`,
    `an integer from 1 to ${MAX_KEEP}`,
  );
}

/**
 * Reads BACKUP_DIR, BACKUP_AT and BACKUP_KEEP. Without BACKUP_DIR there is nothing to read;
 * BACKUP_AT alone is refused.
 */
export function readBackupConfig(env: NodeJS.ProcessEnv): BackupConfig | undefined {
  const [dir, at] = [env['BACKUP_DIR'], env['BACKUP_AT']];
  if (at && !/^([01]\d|2[0-3]):[0-5]\d$/.test(at))
    refuse('BACKUP_AT', at, '应为 24 小时制的时间，例如 03:30', 'a time such as 03:30');
  if (at && !dir)
    refuse(
      'BACKUP_AT',
      at,
      '同时须用 BACKUP_DIR 指定存放备份的目录',
      'set together with BACKUP_DIR',
    );
  const keep = keepOf(env['BACKUP_KEEP']);
  if (!dir) return undefined;
  return { dir: isAbsolute(dir) ? dir : resolve(dir), at: at || undefined, keep };
}
