import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../kernel/index.ts';
import {
  filesDir,
  isFolderOf,
  presentPlaces,
  storedFiles,
  type StoredFile,
} from '../storage/index.ts';
import { BackupError } from './backup-error.ts';
import type { BackupWriter } from './folder.ts';
import type { Snapshot } from './snapshot.ts';

/** The uploaded files of a backup. */
interface FilesRun {
  readonly db: Database;
  readonly writer: BackupWriter;
  readonly snapshot: Snapshot;
  readonly dataDir: string;
  readonly signal: AbortSignal | undefined;
  readonly progress: (text: () => string) => void;
}
export interface FileCounts {
  files: number;
  fileBytes: number;
  /** Places of files: lost, removed by the installation meanwhile, not as they were uploaded. */
  missing: string[];
  removed: string[];
  damaged: string[];
}

export const noFiles = (): FileCounts => ({
  files: 0,
  fileBytes: 0,
  missing: [],
  removed: [],
  damaged: [],
});
export const lostOf = ({ missing, damaged }: FileCounts): number => missing.length + damaged.length;

/** Sentences for the administrator about files that are lost or damaged. */
export function fileWarnings({ missing, damaged }: FileCounts): string[] {
  const some = (places: readonly string[]): string =>
    `${places.slice(0, 3).join('、')}${places.length > 3 ? ' 等' : ''}`;
  return [
    ...(missing.length > 0 ? [`${missing.length} 个附件不在磁盘上：${some(missing)}`] : []),
    ...(damaged.length > 0
      ? [`${damaged.length} 个附件与上传时不同，磁盘可能已损坏：${some(damaged)}`]
      : []),
  ];
}

/** A disk that cannot be read is no file that is not there: it fails the backup. */
const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isFile(),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return false;
    },
  );

/** A file is never changed under its name. Answers whether it was there. */
async function writeFile(
  { writer, dataDir, signal }: FilesRun,
  file: StoredFile,
  counts: FileCounts,
): Promise<boolean> {
  const path = join(filesDir(dataDir), file.place);
  if (!(await isThere(path))) return false;
  const written = await writer.write(
    `files/${file.place.replaceAll('\\', '/')}`,
    createReadStream(path),
    [],
    signal,
  );
  if (written.sha256 !== file.sha256) counts.damaged.push(file.place);
  counts.files += 1;
  counts.fileBytes += written.bytes;
  return true;
}

async function requireFolder({ snapshot, dataDir }: FilesRun): Promise<void> {
  if (!(await isFolderOf(snapshot.tx, dataDir)))
    throw new BackupError(
      `附件目录 ${filesDir(dataDir)} 不是这个数据库的：磁盘可能没有挂载，或 FILES_DIR、DATA_DIR 不对`,
    );
}

/** Files that were not there are lost, unless the installation has removed them since. */
async function tellApart(
  { db }: FilesRun,
  absent: readonly StoredFile[],
  counts: FileCounts,
): Promise<void> {
  if (absent.length === 0) return;
  const present = await db.onOwnConnection(async (now) => {
    await now.query(`set huozi.backup = 'on'`);
    return presentPlaces(now, absent);
  });
  for (const { place } of absent)
    (present.has(place) ? counts.missing : counts.removed).push(place);
}

/** Files before rows: the fewer can be removed between the snapshot and their turn. */
export async function writeFiles(run: FilesRun, counts: FileCounts): Promise<void> {
  await requireFolder(run);
  const absent: StoredFile[] = [];
  for await (const file of storedFiles(run.snapshot.tx)) {
    run.signal?.throwIfAborted();
    if (!(await writeFile(run, file, counts))) absent.push(file);
    run.progress(() => `复制附件 ${counts.files.toLocaleString('zh-CN')} 个`);
  }
  await requireFolder(run);
  await tellApart(run, absent, counts);
}
