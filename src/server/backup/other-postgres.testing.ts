import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCluster } from '../kernel/index.ts';

/**
 * A PostgreSQL of another major version than the one given, empty; undefined when this machine has
 * none.
 */
export interface OtherPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

interface SystemPostgres {
  findSystemPostgres(): { dir: string; version: number } | null;
  startSystemPostgres(found: { dir: string }): Promise<OtherPostgres>;
}

/** Of the npm dependency. */
const EMBEDDED_MAJOR = 18;

async function embedded(): Promise<OtherPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'huozi-other-'));
  chmodSync(dataDir, 0o711);
  const cluster = await startCluster({ dataDir, unsafe: true });
  const { host, port, user, password } = cluster.connection;
  const url = `postgres://${user}:${String(password)}@localhost/postgres?host=${encodeURIComponent(host!)}&port=${port}`;
  return {
    url,
    stop: async () => {
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function otherPostgres(major: number): Promise<OtherPostgres | undefined> {
  if (major !== EMBEDDED_MAJOR) return embedded();
  const file = new URL('../../../scripts/lib/system-postgres.mjs', import.meta.url).href;
  const { findSystemPostgres, startSystemPostgres } = (await import(file)) as SystemPostgres;
  const found = findSystemPostgres();
  return found && found.version !== major ? startSystemPostgres(found) : undefined;
}
