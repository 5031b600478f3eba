import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { ConfigError } from './config-error.ts';
import { lockDataDir, makeOpenDataDir } from './embedded/index.ts';
import type { Config } from './config.ts';

/** Virtual folders of the system: what is written there is lost, and creating one can hang. */
const UNREAL = /^\/(proc|sys|dev)(\/|$)/;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: '当前用户没有写入权限',
  EPERM: '当前用户没有写入权限',
  EROFS: '所在的磁盘是只读的',
  ENOSPC: '所在的磁盘已满',
  EDQUOT: '所在的磁盘配额已用完',
  ENOTDIR: '路径中有一段是文件，不是目录',
  EEXIST: '这个路径是一个文件，不是目录',
  ELOOP: '路径中的链接指向自己',
  EIO: '磁盘读写出错',
  ENAMETOOLONG: '路径太长',
};

/**
 * Makes the data folder where there is none, sees that it can be written to and locks it; answers
 * how to let it go. Throws ConfigError or EmbeddedError with a sentence that says what to do.
 */
export function claimDataDir(config: Pick<Config, 'dataDir' | 'closedDataDir'>): () => void {
  const { dataDir } = config;
  if (UNREAL.test(dataDir))
    throw new ConfigError(`数据目录 ${dataDir} 不是真实的磁盘目录，请用 DATA_DIR 指定另一个目录`);
  try {
    makeDataDir(config);
    return lockDataDir(dataDir);
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
    if (!reason) throw error;
    throw new ConfigError(
      `无法使用数据目录 ${dataDir}：${reason}。请更正后重试，或用 DATA_DIR 指定另一个目录`,
    );
  }
}

function makeDataDir({ dataDir, closedDataDir }: Pick<Config, 'dataDir' | 'closedDataDir'>): void {
  if (closedDataDir !== undefined) makeOpenDataDir(dataDir);
  else if (!existsSync(dataDir)) makeOwn(dataDir);
  if (!statSync(dataDir).isDirectory())
    throw Object.assign(new Error('not a folder'), { code: 'EEXIST' });
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
}

/**
 * Root's new folder has to let PostgreSQL's own user pass, whatever the umask is; its contents are
 * protected by their own mode.
 */
function makeOwn(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  if (process.getuid?.() === 0) chmodSync(dataDir, 0o711);
}
