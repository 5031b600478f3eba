import { chmodSync, rmSync } from 'node:fs';
import { escapeLiteral } from 'pg';
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs';
import { Database, migrate, startCluster } from '../../src/server/kernel/index.ts';
import {
  onServer,
  TEST_TEMPLATE,
  TEST_URL_ENV,
  withDatabase,
} from '../../src/server/kernel/testing.ts';
import { allMigrations } from '../../src/server/services.ts';
import { hashCheaply } from '../../src/server/upm/identity/password.testing.ts';
import { seedDemoTenant } from '../../src/server/upm/index.ts';

/** A server for this run: TEST_DATABASE_URL, or an embedded one whose data is thrown away. */
async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => undefined };
  const dataDir = temporaryFolder('test');
  chmodSync(dataDir, 0o711);
  const cluster = await startCluster({ dataDir, unsafe: true, maxConnections: 200 });
  const { host, port, user, password } = cluster.connection;
  const url = `postgres://${user}:${String(password)}@localhost/postgres?host=${encodeURIComponent(host!)}&port=${port}`;
  await makeConnectingCheap(url, String(password));
  return {
    url,
    stop: async () => {
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Of thousands of connections, each would hash the password 4,096 times. */
const makeConnectingCheap = (url: string, password: string): Promise<void> =>
  onServer(async (client) => {
    await client.query('set scram_iterations = 1');
    await client.query(`alter role current_user password ${escapeLiteral(password)}`);
  }, url);

async function prepareTemplate(url: string): Promise<void> {
  await onServer(async (client) => {
    await client.query(`drop database if exists ${TEST_TEMPLATE} with (force)`);
    await client.query(`create database ${TEST_TEMPLATE}`);
  }, url);
  const db = new Database({ connection: { connectionString: withDatabase(url, TEST_TEMPLATE) } });
  hashCheaply(db);
  try {
    await migrate(db, allMigrations());
    await seedDemoTenant(db, () => undefined);
  } finally {
    await db.close();
  }
}

/** Starts PostgreSQL once a run and prepares the template every test database is cloned from. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await startServer();
  try {
    await prepareTemplate(url);
  } catch (error) {
    await stop();
    throw error;
  }
  process.env[TEST_URL_ENV] = url;
  return stop;
}
