import { chownSync, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedError } from './binaries.ts';

/** The system user PostgreSQL runs as. Undefined: the user of this process. */
export interface RunAs {
  name: string;
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root, and needs a user the system knows by name. */
const CANDIDATES = ['postgres', 'nobody'];
const OTHERS_MAY_ENTER = 0o001;

/** Who PostgreSQL has to be run as: this process' user, unless that is root. */
export function runAs(): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of CANDIDATES) {
    const row = rows.find(([each]) => each === name);
    if (row) return { name, uid: Number(row[2]), gid: Number(row[3]) };
  }
  throw new EmbeddedError(
    '以 root 运行时，内置 PostgreSQL 需要系统用户 postgres 或 nobody，请先创建其一（例如 useradd --system postgres），或改用普通用户运行',
  );
}

function mayEnter(folder: string, { uid, gid }: RunAs): boolean {
  const stat = statSync(folder);
  if (stat.uid === uid) return (stat.mode & 0o100) !== 0;
  if (stat.gid === gid) return (stat.mode & 0o010) !== 0;
  return (stat.mode & OTHERS_MAY_ENTER) !== 0;
}

/**
 * The first folder above `path` that the other user may not enter; undefined when the way is open.
 */
export function closedFolder(path: string, user: RunAs | undefined): string | undefined {
  if (!user) return undefined;
  const folders: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    folders.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  return folders.find((folder) => existsSync(folder) && !mayEnter(folder, user));
}

/** Refuses a path that only root can reach, and says what to do. */
export function requireReachable(path: string, what: string, user: RunAs | undefined): void {
  const closed = closedFolder(path, user);
  if (!closed || !user) return;
  throw new EmbeddedError(
    [
      `内置 PostgreSQL 以系统用户 ${user.name} 运行，但该用户无法进入 ${closed}（${what}位于 ${path}）。请任选其一：`,
      '  1. 改用普通用户运行 npm start',
      `  2. 把项目放到所有用户可进入的目录（例如 /opt/huozi），或执行 chmod o+x ${closed}`,
      '  3. 设置 DATABASE_URL，使用已有的 PostgreSQL 15 或更高版本',
    ].join('\n'),
  );
}

/** Hands a file or folder to the user. */
export function handTo(path: string, user: RunAs | undefined): void {
  if (user) chownSync(path, user.uid, user.gid);
}
