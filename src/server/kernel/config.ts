import { isAbsolute, resolve } from 'node:path';
import { EmbeddedError, openDataDir, runAs } from './embedded/index.ts';
import { DEFAULT_POOL, MAX_POOL, MIN_POOL } from './budgets.ts';
import { readBackupConfig, type BackupConfig } from './config-backup.ts';
import { readChannelsConfig, type Channels } from './config-channels.ts';
import { ConfigError } from './config-error.ts';
import { readOutboundConfig, type OutboundConfig } from './config-outbound.ts';
import { addressesOf } from './database/servers.ts';
import { readStorageConfig, type StorageQuota } from './config-storage.ts';
import { readPublicConfig, type PublicConfig } from './config-public.ts';

export { ConfigError };

type Mode = 'demo' | 'production';

/** Everything the process takes from its environment, checked once at start. */
export interface Config extends Partial<Channels>, PublicConfig, OutboundConfig {
  readonly port: number;
  readonly host: string;
  /** Absolute folder for the embedded database, uploaded files and logs. */
  readonly dataDir: string;
  /**
   * The project's own data folder, where it could not be used: the database's user may not enter
   * it.
   */
  readonly closedDataDir?: string;
  /** Undefined: the server starts the PostgreSQL that its dependencies bring. */
  readonly databaseUrl: string | undefined;
  /** Past the pooler that `databaseUrl` leads to; undefined: it leads to no pooler. */
  readonly directUrl?: string;
  /** A streaming replica for reads that may use one. */
  readonly replicaUrl?: string;
  /** Folder of uploaded files, which all processes on one database share; undefined: dataDir. */
  readonly filesDir?: string;
  /** Connections to the database for people's requests; see budgets.ts. */
  readonly poolSize?: number;
  readonly mode: Mode;
  /** What uploaded files may take. */
  readonly storageQuota: StorageQuota;
  /** Host of which companies may have sub-domains of their own; undefined: none has. */
  readonly rootHost?: string;
  /** Where backups go and when; undefined: only where the command says. */
  readonly backup?: BackupConfig;
  /**
   * A copy for a look: it answers requests, but nothing happens by itself that others would notice
   * (jobs with the timers of approvals, mails, text messages, requests to other systems, backups).
   */
  readonly quiet?: boolean;
}

const DEFAULT_PORT = 7300;
const MAX_PORT = 65_535;
/** A primary and its standbys. */
const MAX_HOSTS = 8;

function refuse(name: string, given: string, zh: string, en: string): never {
  throw new ConfigError(
    `环境变量 ${name}=${JSON.stringify(given)} 无效：${zh} (${name} must be ${en})`,
  );
}

function portOf(given: string | undefined): number {
  if (!given) return DEFAULT_PORT;
  const port = Number(given);
  if (/^\d+$/.test(given) && port <= MAX_PORT) return port;
  return refuse('PORT', given, `应为 0 至 ${MAX_PORT} 的整数`, `an integer from 0 to ${MAX_PORT}`);
}

/** An address of PostgreSQL; only DATABASE_URL and DATABASE_DIRECT_URL may name several hosts. */
function databaseUrlOf(
  name: string,
  given: string | undefined,
  most = MAX_HOSTS,
): string | undefined {
  if (!given) return undefined;
  const addresses = addressesOf(given);
  const isUrl = (each: string): boolean =>
    URL.canParse(each) && /^postgres(ql)?:$/.test(new URL(each).protocol);
  if (addresses.length <= most && addresses.every(isUrl)) return given;
  // The value may hold a password, so the message does not repeat it.
  return refuse(name, '***', '应为 postgres:// 开头的地址', 'a postgres:// URL');
}

/** Addresses beside DATABASE_URL, which mean nothing without it. */
function otherUrlsOf(env: NodeJS.ProcessEnv): Pick<Config, 'directUrl' | 'replicaUrl'> {
  const directUrl = databaseUrlOf('DATABASE_DIRECT_URL', env['DATABASE_DIRECT_URL']);
  const replicaUrl = databaseUrlOf('DATABASE_REPLICA_URL', env['DATABASE_REPLICA_URL'], 1);
  if ((directUrl ?? replicaUrl) && !env['DATABASE_URL'])
    throw new ConfigError(
      '设置了 DATABASE_DIRECT_URL 或 DATABASE_REPLICA_URL，还须设置 DATABASE_URL (DATABASE_URL is missing)',
    );
  return { ...(directUrl && { directUrl }), ...(replicaUrl && { replicaUrl }) };
}

function poolSizeOf(given: string | undefined): number {
  if (!given) return DEFAULT_POOL;
  const size = Number(given);
  if (/^\d+$/.test(given) && size >= MIN_POOL && size <= MAX_POOL) return size;
  return refuse(
    'POOL_SIZE',
    given,
    `应为 ${MIN_POOL} 至 ${MAX_POOL} 的整数`,
    `an integer from ${MIN_POOL} to ${MAX_POOL}`,
  );
}

function modeOf(given: string | undefined): Mode {
  if (!given || given === 'demo') return 'demo';
  if (given === 'production') return 'production';
  return refuse('HUOZI_MODE', given, '应为 demo 或 production', 'demo or production');
}

function hostOf(given: string | undefined): string {
  if (!given) return '127.0.0.1';
  if (/^[\w.:-]+$/.test(given)) return given;
  return refuse('HOST', given, '应为主机名或 IP 地址', 'a host name or an IP address');
}

/** A misspelt value must not let a copy act as if it were the original. */
function quietOf(given: string | undefined): boolean {
  if (!given || given === 'yes') return given === 'yes';
  return refuse('HUOZI_QUIET', given, '应为 yes，或不填', 'yes or empty');
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/**
 * The accounts of a demo are public, and its administrator reads the codes that people are sent.
 */
function requireDemoHost(host: string, mode: Mode, env: NodeJS.ProcessEnv): void {
  if (mode !== 'demo' || LOOPBACK.test(host) || env['DEMO_OPEN'] === 'yes') return;
  throw new ConfigError(
    [
      `示例环境的账号和密码写在说明里，HOST=${host} 会让网络上的任何人都能以管理员登录。请任选其一：`,
      '  1. 正式使用：设置 HUOZI_MODE=production 和 PUBLIC_URL',
      '  2. 只在本机试用：去掉 HOST',
      '  3. 明知如此仍要让别人访问示例环境：设置 DEMO_OPEN=yes',
    ].join('\n'),
  );
}

type DataPlace = Pick<Config, 'dataDir' | 'closedDataDir'>;

/**
 * DATA_DIR as given; ./data unless given, or its substitute where the database's user may not enter
 * ./data.
 */
function dataPlaceOf(env: NodeJS.ProcessEnv): DataPlace {
  const given = env['DATA_DIR'];
  const dataDir = isAbsolute(given || '') ? given! : resolve(given || './data');
  if (given || env['DATABASE_URL']) return { dataDir };
  const open = openDataDir(dataDir, databaseUser());
  return open === undefined ? { dataDir } : { dataDir: open, closedDataDir: dataDir };
}

/** That there is none is said when the database is started. */
function databaseUser(): ReturnType<typeof runAs> {
  try {
    return runAs();
  } catch (error) {
    if (error instanceof EmbeddedError) return undefined;
    throw error;
  }
}

function rootHostOf(given: string | undefined): string | undefined {
  const host = given?.toLowerCase();
  if (!host || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)) return host || undefined;
  return refuse(
    'ROOT_HOST',
    given!,
    '应为不带端口的域名，例如 huozi.example.com',
    'a host name without a port',
  );
}

/**
 * Reads PORT, HOST, DATA_DIR, FILES_DIR, DATABASE_URL and its like, POOL_SIZE, HUOZI_MODE,
 * HUOZI_QUIET, DEMO_OPEN, ROOT_HOST, OUTBOUND_NETWORKS and BACKUP_*; throws ConfigError for a value that
 * cannot be used.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const rootHost = rootHostOf(env['ROOT_HOST']);
  const port = portOf(env['PORT']);
  const backup = readBackupConfig(env);
  const filesDir = env['FILES_DIR'];
  const host = hostOf(env['HOST']);
  const mode = modeOf(env['HUOZI_MODE']);
  const quiet = quietOf(env['HUOZI_QUIET']);
  requireDemoHost(host, mode, env);
  return {
    port,
    host,
    ...dataPlaceOf(env),
    databaseUrl: databaseUrlOf('DATABASE_URL', env['DATABASE_URL']),
    ...otherUrlsOf(env),
    poolSize: poolSizeOf(env['POOL_SIZE']),
    mode,
    storageQuota: readStorageConfig(env),
    ...readChannelsConfig(env),
    ...readPublicConfig(env, port),
    ...readOutboundConfig(env),
    ...(filesDir && { filesDir: resolve(filesDir) }),
    ...(rootHost && { rootHost }),
    ...(backup && { backup }),
    ...(quiet && { quiet }),
  };
}
