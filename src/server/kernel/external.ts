import pg from 'pg';
import { CONNECT_MS } from './budgets.ts';
import type { Config } from './config.ts';
import { ConfigError } from './config-error.ts';
import { reachable } from './database/connections.ts';
import { addressesOf } from './database/servers.ts';
import { MIN_POSTGRES } from './migrate.ts';

/** Why a connection failed, and what to do, by SQLSTATE or by the code of the socket. */
const REASONS: Readonly<Record<string, string>> = {
  '28P01': '密码不对。请更正 DATABASE_URL 中的密码',
  '28000': '用户不存在，或数据库不允许它从这台机器登录。请检查用户名与数据库的 pg_hba.conf',
  '3D000': '数据库不存在。请先创建（CREATE DATABASE），或更正 DATABASE_URL 中的数据库名',
  '42501': '用户没有连接这个数据库的权限。请授予 CONNECT 权限',
  '53300': '数据库的连接已满。请调大 max_connections，或减少其他连接',
  '57P03': '数据库正在启动或关闭。请稍后再试',
  ECONNREFUSED: '地址上没有数据库在监听。请确认 PostgreSQL 已启动，且主机与端口无误',
  ENOTFOUND: '找不到这个主机名。请更正 DATABASE_URL 中的主机名',
  EAI_AGAIN: '暂时无法解析主机名。请检查网络与 DNS',
  ENOENT: '没有找到数据库的本机套接字。请确认 PostgreSQL 已启动，或在 DATABASE_URL 中写明主机',
  ETIMEDOUT: '连接超时。请检查主机、端口与防火墙',
  EACCES: '当前用户不能进入数据库的本机套接字所在的目录。请更正目录的权限，或用主机与端口连接',
  EHOSTUNREACH: '主机不可达。请检查网络',
  ENETUNREACH: '网络不可达。请检查网络',
  ECONNRESET: '连接被对方断开。请检查代理与数据库的日志',
};

/** Failures of node-postgres and OpenSSL that differ by their text alone. */
const REASONS_BY_TEXT: readonly [RegExp, string][] = [
  [/timeout/i, '连接超时。请检查主机、端口与防火墙'],
  [
    /does not support SSL/i,
    '数据库没有启用 SSL。请去掉 DATABASE_URL 中的 sslmode，或为数据库启用 SSL',
  ],
  [/self.signed|certificate/i, '数据库的 SSL 证书不受信任。请安装它的根证书，或更正 sslmode'],
  [/no pg_hba.conf entry/i, '数据库不允许它从这台机器登录。请检查数据库的 pg_hba.conf'],
  [/role ".*" does not exist/i, '用户不存在。请更正 DATABASE_URL 中的用户名'],
  [
    /terminated unexpectedly|invalid response/i,
    '没有得到 PostgreSQL 的回答。请确认主机与端口是 PostgreSQL 的',
  ],
  [/password must be a string|no password/i, 'DATABASE_URL 中没有密码，而数据库要求密码'],
];

/** What has to hold of a database. `collation`: whether people can be sorted by zh-x-icu. */
interface ServerFacts {
  readonly version: number;
  readonly encoding: string;
  readonly database: string;
  readonly user: string;
  readonly mayCreate: boolean;
  readonly mayMakeRoles: boolean;
  readonly readOnly: boolean;
  readonly isStandby: boolean;
  /** Identifies the installation of PostgreSQL, with its standbys. */
  readonly system: string;
  readonly isPooled: boolean;
  readonly collation: boolean;
}

const SERVER_FACTS_SQL = `select current_setting('server_version_num')::int / 10000 as version,
  current_setting('server_encoding') as encoding,
  quote_ident(current_database()) as database, quote_ident(current_user) as user,
  has_database_privilege(current_database(), 'create') as "mayCreate",
  (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as "mayMakeRoles",
  pg_backend_pid() as pid, pg_is_in_recovery() as "isStandby",
  (select system_identifier::text from pg_control_system()) as system,
  pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "readOnly",
  exists (select from pg_collation where collname = 'zh-x-icu') as collation`;

/** Where the database is reached: see Config. */
export type DatabaseUrls = Pick<Config, 'directUrl' | 'replicaUrl'> & {
  readonly databaseUrl: string;
};

/**
 * Sees that the database of DATABASE_URL takes connections. Throws ConfigError as requireUsable
 * does.
 */
export async function requireAnswering(url: string): Promise<void> {
  await factsOf('DATABASE_URL', url);
}

/**
 * Sees that the database of DATABASE_URL can hold this product, and that the other addresses lead to
 * it, before anything is changed in it. Throws ConfigError with one sentence that says what to do;
 * it never repeats an address, which may hold a password.
 */
export async function requireUsable(urls: DatabaseUrls): Promise<void> {
  const { databaseUrl, directUrl, replicaUrl } = urls;
  const found = await factsOf('DATABASE_URL', databaseUrl);
  const direct = directUrl === undefined ? found : await factsOf('DATABASE_DIRECT_URL', directUrl);
  const fault = faultOf(direct) ?? poolerFault(found, direct, directUrl !== undefined);
  if (fault) throw new ConfigError(`DATABASE_URL 指向的数据库不能使用：${fault}`);
  if (replicaUrl === undefined) return;
  const replica = await factsOf('DATABASE_REPLICA_URL', replicaUrl);
  if (replica.isStandby && isSame(replica, direct)) return;
  throw new ConfigError(
    'DATABASE_REPLICA_URL 不能使用：它不是 DATABASE_URL 的流复制备用服务器，请更正或去掉它',
  );
}

const isSame = (one: ServerFacts, other: ServerFacts): boolean =>
  one.system === other.system && one.database === other.database;

/** A pooler answers with sessions that are not the connection's own. */
function poolerFault(
  found: ServerFacts,
  direct: ServerFacts,
  hasDirect: boolean,
): string | undefined {
  if (!hasDirect)
    return found.isPooled
      ? '它经过连接池（如 pgbouncer）。请另设 DATABASE_DIRECT_URL，绕过连接池直连同一个数据库，用于升级、通知与备份'
      : undefined;
  if (direct.isPooled)
    return 'DATABASE_DIRECT_URL 也经过连接池。请让它直连 PostgreSQL，DATABASE_URL 经过连接池';
  if (!isSame(found, direct) || found.user !== direct.user)
    return 'DATABASE_DIRECT_URL 与 DATABASE_URL 不是同一个数据库、同一个用户。请更正其一';
  return undefined;
}

/** Of several servers the one that takes writes, else what is known of the last one. */
async function factsOf(name: string, url: string): Promise<ServerFacts> {
  const found = await Promise.allSettled(addressesOf(url).map((each) => factsAt(name, each)));
  const answered = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const facts = answered.find(({ readOnly }) => !readOnly) ?? answered[0];
  if (facts) return facts;
  throw (found[0] as PromiseRejectedResult).reason;
}

async function factsAt(name: string, connectionString: string): Promise<ServerFacts> {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client({ ...reachable({ connectionString }), query_timeout: CONNECT_MS });
    // A connection that breaks fails the statement that waits for it.
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<ServerFacts & { pid: number }>(SERVER_FACTS_SQL);
    const { processID } = client as unknown as { processID: number };
    return { ...rows[0]!, isPooled: rows[0]!.pid !== processID };
  } catch (error) {
    throw new ConfigError(`无法连接 ${name} 指向的数据库：${reasonOf(error)}`);
  } finally {
    await client?.end().catch(() => undefined);
  }
}

function reasonOf(error: unknown): string {
  // A host name with several addresses fails with what each of them said.
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const { code = '', message = '', syscall = '' } = first as NodeJS.ErrnoException;
  if (syscall === 'open') return `DATABASE_URL 中写明的证书文件无法读取（${code}）。请更正它的路径`;
  const byText = REASONS_BY_TEXT.find(([text]) => text.test(message))?.[1];
  return byText ?? REASONS[code] ?? `${message}${code ? `（${code}）` : ''}`;
}

function faultOf({ version, encoding, database, user, ...facts }: ServerFacts): string | undefined {
  if (version < MIN_POSTGRES)
    return `PostgreSQL ${version} 版本过低，需要 ${MIN_POSTGRES} 或更高版本`;
  if (encoding !== 'UTF8') {
    return `字符编码是 ${encoding}，需要 UTF8。请用 CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0 另建一个`;
  }
  if (facts.readOnly)
    return '它是只读的（备用服务器，或设置了 default_transaction_read_only），请指向可以写入的主服务器';
  if (!facts.mayCreate)
    return `当前用户不能在其中建立模式。请执行 ALTER DATABASE ${database} OWNER TO ${user}`;
  if (!facts.mayMakeRoles)
    return `当前用户不能创建角色，而每家企业的数据由一个角色隔离。请执行 ALTER ROLE ${user} CREATEROLE`;
  if (!facts.collation)
    return "它没有排序规则 zh-x-icu。请使用带 ICU 的 PostgreSQL，并执行 select pg_import_system_collations('pg_catalog')";
  return undefined;
}
