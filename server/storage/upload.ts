import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { v7 as uuid } from 'uuid';
import { MAX_FILE_BYTES, type AttachmentRef } from '../../contract/index.ts';
import { AppError, filePart, type Context, type Database, type Scope, type TenantTx } from '../kernel/index.ts';
import { cleanName } from './file-name.ts';
import { mimeOf } from './mime.ts';

const MEGABYTE = 1024 * 1024;

export const filesDir = (dataDir: string): string => join(dataDir, 'files');

/** Where a file lies below its tenant's folder; made of our own id and date only. */
function pathOf(id: string): string {
  return join(new Date().toISOString().slice(0, 7), id);
}

/** Writes a stream to disk, counting and hashing as it goes. */
async function write(bytes: AsyncIterable<Buffer>, path: string): Promise<{ size: number; sha256: Buffer }> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await mkdir(dirname(path), { recursive: true });
  await pipeline(bytes, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return { size, sha256: hash.digest() };
}

/** Whose file it is, and the request that holds it. */
export interface Sender extends Scope { readonly request: Context['request']; readonly userId: string }
/** What is taken: how large, and of which kinds by its bytes (any when left out); what is not is refused with `refuse`. */
export interface Taking {
  readonly maxBytes?: number; readonly mimes?: readonly string[]; refuse?(): AppError;
  /** What else is written of the file, in the transaction that makes it known: neither is there without the other. */
  note?(tx: TenantTx, file: AttachmentRef): Promise<unknown>;
}

/** Takes one uploaded file. Nothing stays on disk unless its row was written; a row never lacks its bytes. */
export async function upload(db: Database, dataDir: string, ctx: Sender, { maxBytes = MAX_FILE_BYTES, mimes, refuse, note }: Taking = {}): Promise<AttachmentRef> {
  const part = await filePart(ctx.request, maxBytes);
  const name = cleanName(part.name);
  const id = uuid();
  const path = pathOf(id);
  const whole = join(filesDir(dataDir), ctx.tenant.id, path);
  const draft = `${whole}.part`;
  try {
    const { size, sha256 } = await write(part.chunks, draft);
    if (part.isTruncated()) throw new AppError('FILE_TOO_LARGE', { name, max: maxBytes / MEGABYTE });
    const mime = await mimeOf(draft, name);
    if (mimes && !mimes.includes(mime)) throw refuse?.() ?? new AppError('BAD_REQUEST');
    await rename(draft, whole);
    const file: AttachmentRef = { fileId: id, name, size, mime };
    await db.withTenant(ctx, async (tx) => {
      await tx.run('insert into storage.file (tenant_id, id, name, size, mime, sha256, path, created_by) values ($1, $2, $3, $4, $5, $6, $7, $8)', [ctx.tenant.id, id, name, size, mime, sha256, path, ctx.userId]);
      await note?.(tx, file);
    });
    return file;
  } catch (error) {
    await Promise.all([draft, whole].map((each) => rm(each, { force: true })));
    throw error;
  }
}
