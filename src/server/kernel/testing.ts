import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { Database, type DatabaseOptions } from './database/database.ts';

export { ServerState } from './server-state.ts';

/**
 * Set by tests/setup/postgres.ts: the server of this run, and the name of the migrated template in
 * it.
 */
export const TEST_URL_ENV = 'HUOZI_TEST_SERVER_URL';
export const TEST_TEMPLATE = 'huozi_template';

/** A database of a test's own, cloned from the migrated template; and the way to drop it. */
export interface TestDatabase {
  db: Database;
  url: string;
  drop(): Promise<void>;
}

function serverUrl(): string {
  const url = process.env[TEST_URL_ENV];
  if (!url) throw new Error('no PostgreSQL for tests: run through vitest, whose setup starts one');
  return url;
}

/**
 * The same server, another database. An address without a host (`user@/db?host=/socket`) is none to
 * URL, so it gets one.
 */
export function withDatabase(url: string, name: string): string {
  const own = new URL(url.replace('@/', '@localhost/'));
  own.pathname = `/${name}`;
  return own.href;
}

export async function onServer(
  work: (client: pg.Client) => Promise<unknown>,
  url: string = serverUrl(),
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks fails the statement that waits for it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Makes a fresh database for one test file; `template` null gives an empty one (migration tests).
 */
export async function openTestDatabase(
  template: string | null = TEST_TEMPLATE,
  options: Partial<DatabaseOptions> = {},
): Promise<TestDatabase> {
  const name = `t_${randomBytes(8).toString('hex')}`;
  await onServer((client) =>
    client.query(
      `create database ${name} ${template ? `template ${template} strategy file_copy` : ''}`,
    ),
  );
  const url = withDatabase(serverUrl(), name);
  const db = new Database({
    connection: { connectionString: url },
    poolSize: 8,
    refuseNesting: true,
    ...options,
  });
  return {
    db,
    url,
    drop: async () => {
      await db.close();
      await onServer((client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/** Runs `work` with a fresh database and always drops it afterwards. */
export async function withTestDatabase<T>(
  work: (test: TestDatabase) => Promise<T>,
  template: string | null = TEST_TEMPLATE,
): Promise<T> {
  const test = await openTestDatabase(template);
  try {
    return await work(test);
  } finally {
    await test.drop();
  }
}

/** A promise, and what resolves it: what one transaction of a test waits for in another. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}
