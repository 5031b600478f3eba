import { createHash } from 'node:crypto';
import { mkdir, open, rename, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConcurrencyLimiter, type HasServerState } from '../kernel/index.ts';

export const filesDir = (dataDir: string): string => join(dataDir, 'files');

/** Only the server's user reads files. */
const PRIVATE = 0o600;

/** Ending of a file that is not whole yet. */
export const DRAFT_SUFFIX = '.part';

/** Where a file lies below its tenant's folder; made of our own id and date only. */
export function pathOf(id: string): string {
  return join(new Date().toISOString().slice(0, 7), id);
}

/** Makes the entries of a folder outlast a power cut. Windows has no such call for folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Makes a folder with those above it, and what says that they are there. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let at = path; at.length >= first.length; at = dirname(at)) await syncFolder(dirname(at));
}

/**
 * Node has four threads for the disk, for hashing passwords and for packing answers. Files that
 * arrive hold two of them at most, or sign-ins and lists would wait for the disk.
 */
const THREADS = 2;
class FileWrites extends ConcurrencyLimiter {
  constructor() {
    super(THREADS);
  }
}

/**
 * Bytes that may wait for the disk: PostgreSQL's commits go to the same one, and wait for all that
 * has to be written before them.
 */
const MOST_UNSYNCED_BYTES = 4 * 1024 * 1024;

/**
 * Writes a stream to a new file, counting and hashing as it goes. On return its bytes are on disk.
 * `size` is in bytes.
 */
export async function writeDraft(
  { state }: HasServerState,
  bytes: AsyncIterable<Buffer>,
  path: string,
): Promise<{ size: number; sha256: Buffer }> {
  await makeFolder(dirname(path));
  const file = await open(path, 'wx', PRIVATE);
  try {
    return await writeSynced(state.of(FileWrites), file, bytes);
  } finally {
    await file.close();
  }
}

async function writeSynced(
  writes: FileWrites,
  file: FileHandle,
  bytes: AsyncIterable<Buffer>,
): Promise<{ size: number; sha256: Buffer }> {
  const hash = createHash('sha256');
  let size = 0;
  let unsynced = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    hash.update(chunk);
    await writes.run(() => file.writeFile(chunk));
    unsynced += chunk.length;
    if (unsynced < MOST_UNSYNCED_BYTES) continue;
    await writes.run(() => file.datasync());
    unsynced = 0;
  }
  await writes.run(() => file.sync());
  return { size, sha256: hash.digest() };
}

/** Gives a draft its name. On return a power cut does not undo it. */
export async function publishFile(draft: string, whole: string): Promise<void> {
  await rename(draft, whole);
  await syncFolder(dirname(whole));
}
