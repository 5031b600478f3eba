import pg from 'pg';
import { connectionsOf, OWNER_MS } from './budgets.ts';
import type { Config } from './config.ts';
import { claimDataDir } from './data-dir.ts';
import { requireAnswering, requireUsable, type DatabaseUrls } from './external.ts';
import { reachable } from './database/connections.ts';
import { Database, type DatabaseOptions } from './database/database.ts';
import { connectionOf } from './database/servers.ts';
import { runningCluster, startCluster } from './embedded/index.ts';

export interface OpenDatabase {
  readonly db: Database;
  /**
   * Closes connections, stops the embedded PostgreSQL if there is one, and lets the data folder go.
   */
  close(): Promise<void>;
}

/** Name of our database in the embedded cluster. */
const DATABASE = 'huozi';
const DUPLICATE_DATABASE = '42P04';
/** cannot_connect_now: PostgreSQL is starting, or recovering again after a crash. */
const STARTING = '57P03';
const STARTING_MS = 250;
/**
 * For chores beside the server (filling, backup), a person with psql, and what PostgreSQL reserves
 * for its superuser.
 */
const SPARE_CONNECTIONS = 40;

type Where = Pick<
  Config,
  'databaseUrl' | 'directUrl' | 'replicaUrl' | 'dataDir' | 'closedDataDir' | 'poolSize'
>;

/** `onError`: failures of idle connections; `say`: what an operator who waits should know. */
interface OpenOptions {
  readonly onError?: (error: Error) => void;
  readonly say?: (text: string) => void;
}

/** Opens DATABASE_URL, or the embedded PostgreSQL in DATA_DIR (locked against a second server). */
export async function openDatabase(
  config: Where,
  { onError, say }: OpenOptions = {},
): Promise<OpenDatabase> {
  const unlock = claimDataDir(config);
  try {
    const settings = {
      ...(config.poolSize !== undefined && { poolSize: config.poolSize }),
      ...(onError && { onError }),
    };
    return config.databaseUrl
      ? await openExternal({ ...config, databaseUrl: config.databaseUrl }, unlock, settings)
      : await openEmbedded(config.dataDir, unlock, settings, say);
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Opens the database beside a server that may be using it: a chore for the operator, such as
 * filling it.
 */
export async function joinDatabase(
  config: Where,
  options: Pick<OpenOptions, 'say'> = {},
): Promise<OpenDatabase> {
  const url = config.directUrl ?? config.databaseUrl;
  if (url) await requireAnswering(url);
  const running = url ? connectionOf(url) : runningCluster(config.dataDir);
  if (!running) return openDatabase(config, options);
  const db = new Database({
    connection: url ? running : { ...running, database: DATABASE },
  });
  return { db, close: () => db.close() };
}

type Settings = Pick<DatabaseOptions, 'poolSize' | 'onError'>;

async function openExternal(
  urls: DatabaseUrls,
  unlock: () => void,
  settings: Settings,
): Promise<OpenDatabase> {
  await requireUsable(urls);
  const { databaseUrl, directUrl, replicaUrl } = urls;
  const db = new Database({
    connection: connectionOf(databaseUrl),
    ...(directUrl !== undefined && { direct: connectionOf(directUrl) }),
    ...(replicaUrl !== undefined && { replica: { connectionString: replicaUrl } }),
    ...settings,
  });
  return {
    db,
    close: async () => {
      await db.close();
      unlock();
    },
  };
}

async function openEmbedded(
  dataDir: string,
  unlock: () => void,
  settings: Settings,
  say?: (text: string) => void,
): Promise<OpenDatabase> {
  const onExit = (code: number | null): void =>
    settings.onError?.(new Error(`PostgreSQL ended (${code}); starting it again`));
  const maxConnections = connectionsOf(settings.poolSize) + SPARE_CONNECTIONS;
  const onSlow = (): void => say?.('数据库正在恢复上次没有正常关闭时的数据，请等待，不要中断');
  const cluster = await startCluster({ dataDir, maxConnections, onExit, onSlow });
  try {
    await ensureDatabase(cluster.connection, DATABASE);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  const db = new Database({
    connection: { ...cluster.connection, database: DATABASE },
    ...settings,
  });
  return {
    db,
    close: async () => {
      await db.close();
      await cluster.stop();
      unlock();
    },
  };
}

/** A connection to a server that is starting is tried again until the server has started. */
async function connected(connection: pg.PoolConfig): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ ...reachable(connection), query_timeout: OWNER_MS });
    // A connection that breaks fails the statement that waits for it.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if ((error as { code?: string }).code !== STARTING) throw error;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, STARTING_MS);
    });
  }
}

async function ensureDatabase(connection: pg.PoolConfig, name: string): Promise<void> {
  const client = await connected(connection);
  try {
    await client.query(`create database ${name}`);
  } catch (error) {
    if ((error as { code?: string }).code !== DUPLICATE_DATABASE) throw error;
  } finally {
    await client.end();
  }
}
