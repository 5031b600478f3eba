import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export const filesDir = (dataDir: string): string => join(dataDir, 'files');

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
 * Writes a stream to a new file, counting and hashing as it goes. On return its bytes are on disk.
 * `size` is in bytes.
 */
export async function writeDraft(
  bytes: AsyncIterable<Buffer>,
  path: string,
): Promise<{ size: number; sha256: Buffer }> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await makeFolder(dirname(path));
  await pipeline(
    bytes,
    measure,
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { size, sha256: hash.digest() };
}

/** Gives a draft its name. On return a power cut does not undo it. */
export async function publishFile(draft: string, whole: string): Promise<void> {
  await rename(draft, whole);
  await syncFolder(dirname(whole));
}
