/** A backup or a restore that cannot go on; the sentence says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: '磁盘空间不足，请清理后重试',
  EDQUOT: '磁盘配额已用完，请清理后重试',
  EACCES: '没有读写权限',
  EPERM: '没有读写权限',
  EROFS: '磁盘是只读的',
  ENOTDIR: '路径中有一段是文件，不是目录',
  EIO: '磁盘读写出错',
  ESTALE: '网络磁盘的目录已失效，请重新挂载',
};

/** What the file system refused, in a sentence with its place; other errors as they are. */
export function fileError(error: unknown): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  const sentence = code === undefined ? undefined : SENTENCES[code];
  return sentence
    ? new BackupError(path === undefined ? sentence : `${sentence}：${path}`, { cause: error })
    : error;
}
