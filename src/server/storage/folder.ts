import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type Database, type Tx } from '../kernel/index.ts';
import { filesDir } from './disk.ts';

const markFile = (folder: string): string => join(folder, 'files.mark');
/** A process that starts at the same moment writes the mark within this, in milliseconds. */
const OTHER_START_MS = 3_000;
const ASK_AGAIN_MS = 100;

const markOf = (folder: string): Promise<string | undefined> =>
  readFile(markFile(folder), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );

/**
 * Makes this folder the one of the database's files, or sees that it is: a process with another
 * folder would not find what the others stored. Throws ConfigError with a sentence that says what to
 * do.
 */
export async function claimFolder(db: Database, folder: string): Promise<void> {
  await mkdir(filesDir(folder), { recursive: true });
  const given = (await markOf(folder)) ?? randomUUID();
  const mark = await db.withOwner(async (tx) => {
    const made = await tx.run(
      'insert into storage.folder (mark) values ($1) on conflict do nothing',
      [given],
    );
    if (made > 0) await writeFile(markFile(folder), `${given}\n`);
    const [row] = await tx.query<{ mark: string }>('select mark from storage.folder');
    return row!.mark;
  });
  if (!(await hasMark(folder, mark))) throw new ConfigError(refusal(folder, mark));
}

async function hasMark(folder: string, mark: string): Promise<boolean> {
  for (const until = Date.now() + OTHER_START_MS; ;) {
    const found = await markOf(folder);
    if (found || Date.now() > until) return found === mark;
    await new Promise((resolve) => {
      setTimeout(resolve, ASK_AGAIN_MS);
    });
  }
}

const refusal = (folder: string, mark: string): string =>
  [
    `附件目录 ${filesDir(folder)} 不是这个数据库的附件目录，在这里启动会找不到已有的附件。请任选其一：`,
    '  1. 多个进程或多台机器连同一个数据库：用 FILES_DIR 指向同一个共享目录（例如 NFS）',
    `  2. 附件已搬到这里，或确认要改用这个目录：执行 echo ${mark} > ${markFile(folder)}`,
  ].join('\n');

/**
 * Whether the folder is the one of the files of this database, at this moment: a disk that is not
 * mounted leaves an empty folder. True where no server has claimed one yet.
 */
export async function isFolderOf(tx: Tx, folder: string): Promise<boolean> {
  const [table] = await tx.query<{ there: boolean }>(
    `select to_regclass('storage.folder') is not null as there`,
  );
  if (!table!.there) return true;
  const [row] = await tx.query<{ mark: string }>('select mark from storage.folder');
  return row === undefined || (await markOf(folder)) === row.mark;
}

/** After a restore the files are in another folder, which the next start makes the database's. */
export const releaseFolder = (tx: Tx): Promise<unknown> =>
  tx.query(`do $$ begin
    if to_regclass('storage.folder') is not null then delete from storage.folder; end if;
  end $$`);
