import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOCKET_DIR_PREFIX } from './postmaster.ts';
import { handTo, type RunAs } from './run-as.ts';

/** sun_path of a socket address holds 107 bytes; the socket's own name takes 20 of them. */
const MAX_SOCKET_DIR = 85;
const PORT = 5432;
/** PostgreSQL reads the setting as a list, where these have a meaning. */
const LIST_SIGNS = /[,"\n]/;

/** Where the embedded PostgreSQL listens, and what tells it so. */
export interface ListenAt {
  readonly host: string;
  readonly port: number;
  readonly args: readonly string[];
  readonly drop: () => void;
}

function listens(at: string | { port: number; host: string }): Promise<AddressInfo | undefined> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(undefined));
    probe.listen(at, () => {
      const address = probe.address() as AddressInfo;
      probe.close(() => resolve(address));
    });
  });
}

/** A new folder for the socket below `base`; undefined where a socket cannot be (some shared disks). */
async function socketDir(base: string): Promise<string | undefined> {
  const length = Buffer.byteLength(join(base, `${SOCKET_DIR_PREFIX}XXXXXX`));
  if (length > MAX_SOCKET_DIR || LIST_SIGNS.test(base)) return undefined;
  const dir = mkdtempSync(join(base, SOCKET_DIR_PREFIX));
  if (await listens(join(dir, 'probe'))) return dir;
  rmSync(dir, { recursive: true, force: true });
  return undefined;
}

/**
 * Below the data folder, which commands beside the server see too: the service's /tmp may be its
 * own. Elsewhere only when that path cannot hold a socket.
 */
async function socketPlace(dataDir: string): Promise<string> {
  // The data folder is locked, so these are what killed servers left.
  for (const name of readdirSync(dataDir))
    if (name.startsWith(SOCKET_DIR_PREFIX))
      rmSync(join(dataDir, name), { recursive: true, force: true });
  for (const base of [dataDir, tmpdir()]) {
    const dir = await socketDir(base);
    if (dir !== undefined) return dir;
  }
  return mkdtempSync(join('/tmp', SOCKET_DIR_PREFIX));
}

/** A socket in a folder only its user may enter; on Windows a free port of this machine only. */
export async function listenAt(dataDir: string, user: RunAs | undefined): Promise<ListenAt> {
  if (process.platform === 'win32') {
    const { port } = (await listens({ port: 0, host: '127.0.0.1' }))!;
    return {
      host: '127.0.0.1',
      port,
      args: ['-c', 'listen_addresses=127.0.0.1', '-p', String(port)],
      drop: () => undefined,
    };
  }
  const dir = await socketPlace(dataDir);
  handTo(dir, user);
  return {
    host: dir,
    port: PORT,
    args: ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${dir}`, '-p', String(PORT)],
    drop: () => rmSync(dir, { recursive: true, force: true }),
  };
}
